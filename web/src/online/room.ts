/* Opening a table and sitting at one: fetched when it is wanted. */
export { CreatePage } from "./Create";
export { RoomPage } from "./Room";

import "../styles/online.css";
