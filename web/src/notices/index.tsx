/* Notices: what one is told when one is not here, and when it is quiet. Fetched when it is wanted. */
export { NoticesPage } from "./Notices";

import "./notices.css";
