/* Who sits at a line of the result. */
import { PortraitAt, Portrait as PortraitOf } from "../art/faces";
import type { Match } from "../core/match";
import { seatName } from "../core/text";

function sitter(match: Match, line: number) {
    const name = seatName(match.game, match.seats, line);
    return { seat: match.seats[line], name, line, seats: match.seats.length };
}

/** A portrait at a place of a drawing, `size` units wide. */
export function Portrait(o: { match: Match; line: number; x: number; y: number; size: number }) {
    return <PortraitAt {...sitter(o.match, o.line)} x={o.x} y={o.y} size={o.size} />;
}

/** The same by itself, in a list. */
export function PortraitDisc({ match, line, size }: { match: Match; line: number; size: number }) {
    return <PortraitOf {...sitter(match, line)} size={size} />;
}
