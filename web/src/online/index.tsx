/* Tables at a server, as the start page needs them: the rest (room.ts) is fetched when someone opens
 * or creates a table. */
export { Lobby } from "./Lobby";
export { turns } from "./mine";

import "../styles/online.css";
