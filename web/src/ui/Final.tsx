/* The end of a match, fetched when it comes: a panel beside the board, and the result over it. */
import type { EndProps, ResultProps } from "../end/End";
import { Later, part } from "./Later";

const end = part(() => import("../end/End"), "end");

/** The panel beside the board. */
export function Final(props: EndProps) {
    return <Later part={end}>{(p) => <p.Summary {...props} />}</Later>;
}

/** The result over everything. */
export function Result(props: ResultProps) {
    return <Later part={end}>{(p) => <p.End {...props} />}</Later>;
}
