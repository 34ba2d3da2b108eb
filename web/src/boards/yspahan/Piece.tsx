/* Small drawings of Yspahan, from its symbol sheet. */

const EMBLEMS = ["e-star", "e-fruit", "e-sun", "e-wave"];

export function Glyph({
    id,
    x,
    y,
    w,
    h,
    dim,
}: {
    id: string;
    x: number;
    y: number;
    w: number;
    h?: number;
    dim?: boolean;
}) {
    return (
        <use href={`#ysp-${id}`} x={x} y={y} width={w} height={h ?? w} opacity={dim ? 0.45 : 1} />
    );
}

/** A glyph in running text. */
export function Inline({ id, label, wide }: { id: string; label?: string; wide?: boolean }) {
    return (
        <svg
            class="glyph"
            viewBox={wide ? "0 0 33 26" : "0 0 24 24"}
            preserveAspectRatio="xMidYMid"
            role={label ? "img" : undefined}
            aria-label={label}
            aria-hidden={label ? undefined : true}
            style={{ width: wide ? "1.5em" : "1.15em" }}
        >
            <use href={`#ysp-${id}`} width={wide ? 33 : 24} height={wide ? 26 : 24} />
        </svg>
    );
}

/** A good of a seat: a painted cube with the seat's emblem. */
export function Cube({
    seat,
    x,
    y,
    size,
    ghost,
}: {
    seat: number;
    x: number;
    y: number;
    size: number;
    ghost?: boolean;
}) {
    const s = size / 34;
    return (
        <g
            data-piece={ghost ? undefined : `good-${seat}`}
            transform={`translate(${x} ${y}) scale(${s})`}
            opacity={ghost ? 0.55 : 1}
            class="cube"
            pointer-events="none"
        >
            <g style={{ color: `var(--seat-${seat})` }} stroke-linejoin="round">
                <polygon points="2,9 9,2 32,2 25,9" class="cube-top" />
                <polygon points="25,9 32,2 32,25 25,32" class="cube-side" />
                <rect x="2" y="9" width="23" height="23" fill="currentColor" class="cube-front" />
            </g>
            <g style={{ color: "#FFF8EA" }}>
                <use
                    href={`#ysp-${EMBLEMS[seat]}`}
                    x="4.900"
                    y="11.900"
                    width="17.200"
                    height="17.200"
                />
            </g>
        </g>
    );
}

export function Die({
    value,
    yellow,
    x,
    y,
    size,
}: {
    value: number;
    yellow?: boolean;
    x: number;
    y: number;
    size: number;
}) {
    return (
        <g data-piece={`die-${yellow ? "yellow" : "white"}`} data-spin>
            <Glyph id={`d${value}${yellow ? "y" : "w"}`} x={x} y={y} w={size} />
        </g>
    );
}
