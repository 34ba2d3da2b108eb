/* Opening a table and sitting at one: fetched when it is wanted. */
export { OtherPage } from "./pages";
export { RoomPage } from "./Room";

import "../styles/online.css";
