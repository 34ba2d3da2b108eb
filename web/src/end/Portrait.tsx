/* Who sits at a line of the result, as a round portrait inside a drawing: 160 x 160 units, with the emblem of the
 * seat at its lower right, for a face alone does not tell whose it is. */
import { EmblemMark, emblemOf, seatColour } from "../art/emblems";
import { star } from "../art/ornaments";
import type { Match } from "../core/match";
import { seatName } from "../core/text";

/** The medallion of a person: stars in the seat's colour, the first letter of the name. */
function Medallion({ letter }: { letter: string }) {
    const tiles = [-2, -1, 0, 1, 2].flatMap((i) =>
        [-2, -1, 0, 1, 2].map((j): [number, number] => [80 + 30 * i, 80 + 30 * j]),
    );
    return (
        <>
            <circle cx="80" cy="80" r="79" fill="currentColor" />
            <circle cx="80" cy="80" r="69" fill="#fff8ea" />
            <circle cx="80" cy="80" r="66.500" fill="currentColor" />
            {tiles
                .filter(([x, y]) => Math.hypot(x - 80, y - 80) < 58)
                .map(([x, y]) => (
                    <polygon
                        key={`${x},${y}`}
                        points={star(x, y, 10, 0.62)}
                        fill="#fff8ea"
                        fill-opacity=".32"
                        stroke="#fff8ea"
                        stroke-opacity=".6"
                        stroke-width="1.500"
                    />
                ))}
            <circle cx="80" cy="80" r="41" fill="currentColor" />
            <circle cx="80" cy="80" r="36.500" fill="#fff8ea" />
            <text
                x="80"
                y="97"
                text-anchor="middle"
                font-family="Alegreya, serif"
                font-weight="700"
                font-size="50"
                fill="currentColor"
            >
                {letter}
            </text>
        </>
    );
}

/** A portrait at a place of a drawing, `size` units wide. */
export function Portrait(o: { match: Match; line: number; x: number; y: number; size: number }) {
    const { match, line, size } = o;
    const seats = match.seats.length;
    const name = seatName(match.game, match.seats, line);
    const badge = Math.max(15, 0.4 * size * 0.72);
    return (
        <>
            <svg
                x={o.x}
                y={o.y}
                width={size}
                height={size}
                viewBox="0 0 160 160"
                style={{ color: seatColour(line, seats) }}
                aria-hidden="true"
            >
                <Medallion letter={[...name][0]?.toUpperCase() ?? ""} />
            </svg>
            <svg
                x={o.x + size - badge * 0.9}
                y={o.y + size - badge * 0.95}
                width={badge}
                height={badge}
                viewBox="0 0 32 32"
                style={{ color: "#fff8ea" }}
                aria-hidden="true"
            >
                <circle cx="16" cy="16" r="15.500" fill="#fff8ea" />
                <circle cx="16" cy="16" r="13.800" style={{ fill: seatColour(line, seats) }} />
                <EmblemMark seat={emblemOf(line, seats)} x={6.4} y={6.4} size={19.2} />
            </svg>
        </>
    );
}

/** The same by itself, in a list. */
export function PortraitDisc({ match, line, size }: { match: Match; line: number; size: number }) {
    return (
        <svg
            class="portrait"
            width={size}
            height={size}
            viewBox={`0 0 ${size} ${size}`}
            aria-hidden="true"
        >
            <Portrait {...{ match, line, size }} x={0} y={0} />
        </svg>
    );
}
