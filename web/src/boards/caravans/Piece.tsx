/* Glyphs, tokens, caravans and cities of Caravans. */
import { Emblem } from "../../art/emblems";

const KINDS = [
    "ecu",
    "wood",
    "wheat",
    "ceramics",
    "coal",
    "iron",
    "fabric",
    "gold",
    "gems",
    "spices",
];

/** A resource as printed on a hex. */
export function Print({ kind, x, y, size }: { kind: string; x: number; y: number; size: number }) {
    const k = KINDS.indexOf(kind);
    return (
        <use
            href={`#car-g${k}`}
            class={`print k${k}`}
            x={x - size / 2}
            y={y - size / 2}
            width={size}
            height={size}
        />
    );
}

/** A pawn of a resource, or an écu. */
export function Token({
    kind,
    x,
    y,
    r = 13,
    n,
}: {
    kind: string;
    x: number;
    y: number;
    r?: number;
    n?: number;
}) {
    const k = KINDS.indexOf(kind);
    return (
        <g class={`token t${k}`}>
            <circle cx={x} cy={y + 2} r={r} class="token-shade" />
            <circle cx={x} cy={y} r={r} class="token-face" />
            <use
                href={`#car-g${k}`}
                x={x - r * 0.68}
                y={y - r * 0.68}
                width={r * 1.36}
                height={r * 1.36}
            />
            {n !== undefined && n > 1 && (
                <text x={x + r * 0.8} y={y + r} class="token-count">
                    {n}
                </text>
            )}
        </g>
    );
}

/** A token in running text. */
export function InlineToken({ kind, label }: { kind: string; label?: string }) {
    return (
        <svg
            class="glyph token-inline"
            viewBox="0 0 30 31"
            role={label ? "img" : undefined}
            aria-label={label}
            aria-hidden={label ? undefined : true}
        >
            <Token kind={kind} x={15} y={14.5} r={14} />
        </svg>
    );
}

export function Camel({
    seat,
    x,
    y,
    size = 58,
}: {
    seat: number;
    x: number;
    y: number;
    size?: number;
}) {
    return (
        <g style={{ color: `var(--seat-${seat})` }} pointer-events="none">
            <use
                href="#car-camel"
                x={x - size / 2}
                y={y - size * 0.62}
                width={size}
                height={size * 0.88}
            />
            <g transform={`translate(${x - size * 0.2} ${y - size * 0.3})`}>
                <Emblem seat={seat} size={size * 0.3} />
            </g>
        </g>
    );
}
