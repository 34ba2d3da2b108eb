/* What is known of players: ratings and profiles. Fetched when it is wanted. */
export { PlayerPage } from "./Player";
export { RatingsPage } from "./Ratings";

import "../styles/players.css";
