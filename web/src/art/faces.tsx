/* Who sits in a seat, as a round portrait with the seat's emblem at its lower right, for a face alone does not
 * tell whose it is. Levels of bots have drawn faces (public/faces), fetched when they are shown; people have a
 * medallion in their colour with the first letter of their name. 160 x 160 units. */
import type { Seat } from "../core/types";
import { EmblemMark, emblemOf, seatColour } from "./emblems";
import { star } from "./ornaments";

/** The levels that have a face, from the weakest to the strongest. */
export const LEVELS = ["camelgirl", "apprentice", "trader", "merchant", "vizier", "storyteller"];

/** The drawing of a level; null for bots of other kinds. */
export function faceOf(level: string | undefined): string | null {
    return level && LEVELS.includes(level) ? `./faces/${level}.svg` : null;
}

const TILES = [-2, -1, 0, 1, 2].flatMap((i) =>
    [-2, -1, 0, 1, 2].flatMap((j) =>
        Math.hypot(i, j) < 1.9 ? [star(80 + 30 * i, 80 + 30 * j, 10, 0.62)] : [],
    ),
);

/** The medallion of a person: stars in the seat's colour, the first letter of the name. */
function Medallion({ letter }: { letter: string }) {
    return (
        <>
            <circle cx="80" cy="80" r="79" fill="currentColor" />
            <circle cx="80" cy="80" r="69" fill="#fff8ea" />
            <circle cx="80" cy="80" r="66.500" fill="currentColor" />
            {TILES.map((points) => (
                <polygon
                    key={points}
                    points={points}
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

interface Sitter {
    /** Who sits there; undefined for an automaton. */
    seat: Pick<Seat, "kind" | "bot"> | undefined;
    name: string;
    line: number;
    /** How many seats there are: lines beyond are automata. */
    seats: number;
}

/** A portrait at a place of a drawing, `size` units wide; `bare`: without the emblem of the seat. */
export function PortraitAt(o: Sitter & { x: number; y: number; size: number; bare?: boolean }) {
    const { line, seats, size } = o;
    const face = o.seat?.kind === "bot" ? faceOf(o.seat.bot) : null;
    const badge = Math.max(15, 0.29 * size);
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
                {face ? (
                    <image href={face} width="160" height="160" />
                ) : (
                    <Medallion letter={[...o.name][0]?.toUpperCase() ?? ""} />
                )}
            </svg>
            {!o.bare && (
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
            )}
        </>
    );
}

/** The same by itself, in a list. */
export function Portrait(o: Sitter & { size: number; bare?: boolean }) {
    return (
        <svg
            class="portrait"
            width={o.size}
            height={o.size}
            viewBox={`0 0 ${o.size} ${o.size}`}
            aria-hidden="true"
        >
            <PortraitAt {...o} x={0} y={0} />
        </svg>
    );
}
