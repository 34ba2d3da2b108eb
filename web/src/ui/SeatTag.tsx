/* A player's name in running text, with the emblem of the seat. */
import { Emblem, emblemOf, seatColour } from "../art/emblems";
import type { Match } from "../core/match";
import { seatName } from "../core/text";

export function SeatTag({ match, seat }: { match: Match; seat: number }) {
    return (
        <span class="seat-tag" style={{ "--seat": seatColour(seat, match.seats.length) }}>
            <Emblem seat={emblemOf(seat, match.seats.length)} size={16} />
            {seatName(match.game, match.seats, seat)}
        </span>
    );
}
