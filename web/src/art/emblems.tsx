/* Seats: a colour, an emblem and a pattern each, so that colour is never alone. */

const EMBLEMS = [
    // star, fruit, sun, wave, moon, leaf, amphora, on a 24 x 24 ground
    <path d="M12 3l2.4 3.3 4-.7-.7 4L21 12l-3.300 2.400.7 4-4-.7L12 21l-2.400-3.300-4 .7.7-4L3 12l3.300-2.400-.7-4 4 .7Z" />,
    <path d="M12 8c4.400 0 7 2.800 7 6.300S16 21 12 21s-7-3.200-7-6.700S7.600 8 12 8Zm-2.800-5 2.800 2 2.800-2-.8 4h-4Z" />,
    <g>
        <circle cx="12" cy="12" r="4.400" />
        <path d="M12 2.500l1.300 3.800h-2.600ZM12 21.500l-1.300-3.800h2.600ZM2.500 12l3.800-1.300v2.600ZM21.500 12l-3.800 1.300v-2.600ZM5.300 5.300l3.600 1.800-1.800 1.800ZM18.700 18.700l-3.600-1.800 1.800-1.800ZM18.700 5.300l-1.800 3.600-1.800-1.800ZM5.300 18.700l1.800-3.600 1.800 1.800Z" />
    </g>,
    <path
        d="M3 9.500c3-3 6-3 9 0s6 3 9 0M3 15.500c3-3 6-3 9 0s6 3 9 0"
        fill="none"
        stroke="currentColor"
        stroke-width="2.400"
        stroke-linecap="round"
    />,
    <path d="M15.500 3.500A9 9 0 1 0 20.500 15 7.200 7.200 0 0 1 15.500 3.500Z" />,
    <path d="M12 21C6 18 4 11 12 3c8 8 6 15 0 18Zm-.8-13v10h1.600V8Z" />,
    <path d="M9 3h6v2l-1 2c3 1 4.500 3.500 4 7-.4 3-2.500 5-4 7h-4c-1.500-2-3.600-4-4-7-.5-3.500 1-6 4-7L9 5Z" />,
];

/** The first automaton has the emblem of a seat that games with automata never use. */
const AUTOMATON = 4;
/** No emblem, no colour. */
const PLAIN = 7;

/** The emblem alone, inside a drawing, in the colour of the text around it. */
export function EmblemMark({
    seat,
    x,
    y,
    size,
}: {
    seat: number;
    x: number;
    y: number;
    size: number;
}) {
    return (
        <g
            transform={`translate(${x} ${y}) scale(${size / 24})`}
            fill="currentColor"
            pointer-events="none"
        >
            {EMBLEMS[seat] ?? <circle cx="12" cy="12" r="5" />}
        </g>
    );
}

export function Emblem({ seat, size = 28 }: { seat: number; size?: number }) {
    return (
        <svg class="emblem-disc" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
            <circle cx="16" cy="16" r="15" fill={seatColour(seat)} />
            <circle
                cx="16"
                cy="16"
                r="12.700"
                fill="none"
                stroke="#FFF8EA"
                stroke-opacity=".55"
                stroke-width="1"
            />
            <g
                transform="translate(6.400 6.400) scale(.8)"
                fill="#FFF8EA"
                style={{ color: "#FFF8EA" }}
            >
                {EMBLEMS[seat] ?? <circle cx="12" cy="12" r="5" />}
            </g>
        </svg>
    );
}

/** Emblem and colour of a line of the result: a seat, or an automaton after the seats. */
export function emblemOf(line: number, seats: number): number {
    if (line < seats) return line;
    return line === seats && seats < AUTOMATON ? AUTOMATON : PLAIN;
}

export function seatColour(line: number, seats = PLAIN): string {
    const emblem = emblemOf(line, seats);
    return emblem < PLAIN ? `var(--seat-${emblem})` : "var(--neutral)";
}
