/* Glyphs, tokens, caravans and tiles of Caravans. */
import { Emblem, EmblemMark } from "../../art/emblems";
import { KINDS } from "./hex";

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
        <g class={`token t${k}`} data-piece={`token-${kind}`}>
            <circle cx={x} cy={y + 2.2} r={r} class="token-shade" />
            <circle cx={x} cy={y} r={r} class="token-face" />
            <circle cx={x} cy={y} r={r - 2} class="token-rim" />
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
    const k = KINDS.indexOf(kind);
    return (
        <svg
            class={`glyph token-inline token t${k}`}
            viewBox="0 0 30 31"
            role={label ? "img" : undefined}
            aria-label={label}
            aria-hidden={label ? undefined : true}
        >
            <circle cx="15" cy="16.700" r="13.500" class="token-shade" />
            <circle cx="15" cy="14.500" r="13.500" class="token-face" />
            <use href={`#car-g${k}`} x="5.500" y="5" width="19" height="19" />
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
        <g
            style={{ color: `var(--seat-${seat})` }}
            pointer-events="none"
            data-piece={`caravan-${seat}`}
        >
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

/** A small disc with a seat's emblem. */
export function Marker({ seat, x, y, r }: { seat: number; x: number; y: number; r: number }) {
    return (
        <g class="marker" data-piece={`passage-${seat}`} pointer-events="none">
            <circle cx={x} cy={y} r={r} style={{ fill: `var(--seat-${seat})` }} />
            <EmblemMark seat={seat} x={x - r * 0.7} y={y - r * 0.7} size={r * 1.4} />
        </g>
    );
}

/** The sign of a region: circle, triangle, square. */
export function Sign({
    region,
    x,
    y,
    r = 4,
}: {
    region: number;
    x: number;
    y: number;
    r?: number;
}) {
    return (
        <g class={`sign s${region}`} pointer-events="none">
            <circle cx={x} cy={y} r={r * 1.9} class="sign-ground" />
            {region === 1 && <circle cx={x} cy={y} r={r} />}
            {region === 2 && (
                <path d={`M${x} ${y - r * 1.1}l${r * 1.05} ${r * 1.9}h${-r * 2.1}Z`} />
            )}
            {region === 3 && (
                <rect x={x - r * 0.9} y={y - r * 0.9} width={r * 1.8} height={r * 1.8} />
            )}
        </g>
    );
}

/** A tile of three hexes, turned by k. */
export function TileDrawing({
    kinds,
    region,
    turn = 0,
}: {
    kinds: string[];
    region: number;
    turn?: number;
}) {
    const at: [number, number][] = [
        [28, 26],
        [72, 26],
        [50, 64],
    ];
    return (
        <svg viewBox="0 0 100 94" class="tile-drawing" aria-hidden="true">
            {kinds.map((kind, j) => {
                const [x, y] = at[(j + turn) % 3];
                const points = Array.from({ length: 6 }, (_, k) => {
                    const a = (Math.PI / 180) * (60 * k - 30);
                    return `${x + 25 * Math.cos(a)},${y + 25 * Math.sin(a)}`;
                }).join(" ");
                return (
                    <g key={j}>
                        <polygon points={points} class={`hex region-${region}`} />
                        <polygon
                            points={points}
                            class={`hex-face f-${kind}`}
                            transform={`translate(${x * 0.12} ${y * 0.12}) scale(.88)`}
                        />
                        <Print kind={kind} x={x} y={y} size={24} />
                    </g>
                );
            })}
            <Sign region={region} x={50} y={38.7} r={3.4} />
        </svg>
    );
}
