/* What is known of players: ratings and profiles. Fetched when it is wanted. */
export { CupPage } from "./Cup";
export { CupsPage } from "./Cups";
export { LeaguePage, LeaguesPage } from "./Leagues";
export { PlayerPage } from "./Player";
export { RatingsPage } from "./Ratings";

import "../styles/players.css";
