/* Ornaments of Silk Road tile-work, for frames, card backs and empty places. */

/** Points of a star: `n` tips at radius r, its notches at `inner` of that. */
export function star(cx: number, cy: number, r: number, inner = 0.6, n = 8): string {
    return Array.from({ length: 2 * n }, (_, i) => {
        const a = (Math.PI * i) / n - Math.PI / 2;
        const at = i % 2 ? r * inner : r;
        return `${(cx + at * Math.cos(a)).toFixed(1)},${(cy + at * Math.sin(a)).toFixed(1)}`;
    }).join(" ");
}

const WAVE = { along: 24, deep: 12 };

/** An interlaced band around a drawing, with stars at its corners. */
export function Frame({ w, h }: { w: number; h: number }) {
    const { along, deep } = WAVE;
    const strand = "M0 6C4 0 8 0 12 6s8 6 12 0M0 6c4 6 8 6 12 0s8-6 12 0";
    const edges: [number, number, number, number][] = [
        [20, 3, w - 40, 0],
        [20, h - 15, w - 40, 0],
        [15, 20, h - 40, 90],
        [w - 3, 20, h - 40, 90],
    ];
    return (
        <g class="ornament" aria-hidden="true">
            <defs>
                <pattern id="band" width={along} height={deep} patternUnits="userSpaceOnUse">
                    <path d={strand} class="strand" />
                    <path d="M12 3.600 14.400 6 12 8.400 9.600 6Z" class="bead" />
                </pattern>
            </defs>
            <rect x="1" y="1" width={w - 2} height={h - 2} rx="14" class="frame" />
            {edges.map(([x, y, long, turn]) => (
                <rect
                    key={`${x},${y}`}
                    width={long}
                    height={deep}
                    fill="url(#band)"
                    transform={`translate(${x} ${y}) rotate(${turn})`}
                />
            ))}
            {[
                [11, 11],
                [w - 11, 11],
                [11, h - 11],
                [w - 11, h - 11],
            ].map(([x, y]) => (
                <g key={`${x},${y}`}>
                    <polygon points={star(x, y, 8, 0.5)} class="tip" />
                    <polygon points={star(x, y, 4, 0.5)} class="heart" />
                </g>
            ))}
        </g>
    );
}

/** The back of a card. */
export function CardBack({ label }: { label?: string }) {
    const stars = [0, 1, 2].flatMap((r) =>
        [0, 1].map((c): [number, number] => [20 + 20 * c, 22 + 20 * r]),
    );
    return (
        <svg
            class="card-back"
            viewBox="0 0 60 84"
            role={label ? "img" : undefined}
            aria-label={label}
            aria-hidden={!label}
        >
            <rect x="1" y="1" width="58" height="82" rx="6" class="back" />
            <rect x="5.500" y="5.500" width="49" height="73" rx="3" class="thread" />
            {stars.map(([x, y]) => (
                <polygon key={`${x},${y}`} points={star(x, y, 9, 0.5)} class="thread" />
            ))}
        </svg>
    );
}
