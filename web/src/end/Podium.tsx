/* The podium: who came where, drawn. Three steps, a low fourth one at the right edge; who came after them when
 * there are more stands in a row beneath. */
import { seatColour } from "../art/emblems";
import { star } from "../art/ornaments";
import type { Match } from "../core/match";
import { seatName } from "../core/text";
import type { ScoreLine } from "../core/types";
import { Portrait, PortraitDisc } from "./Portrait";
import { points } from "./words";

const FLOOR = 420;
/** Where the plate of a step lies, by rank. */
const TOPS = [210, 254, 288, 324];
const FACES = [146, 122, 112, 92];

/** Middles of the steps, in the order of the result, and how wide they are. */
function columns(n: number): { at: number[]; wide: number } {
    if (n === 1) return { at: [300], wide: 190 };
    if (n === 2) return { at: [404, 196], wide: 190 };
    if (n === 4) return { at: [229, 82, 376, 522], wide: 140 };
    return { at: [300, 104, 496], wide: 190 };
}

/** As much of a name as a plate holds. */
function fitting(name: string, wide: number): string {
    const letters = [...name];
    const most = Math.floor(wide / 10.5);
    return letters.length <= most ? name : `${letters.slice(0, most - 1).join("")}…`;
}

function Rays({ x, y }: { x: number; y: number }) {
    return (
        <>
            <circle class="halo" cx={x} cy={y} r="190" fill="url(#end-glow)" />
            <g class="rays" style={{ transformOrigin: `${x}px ${y}px` }}>
                {Array.from({ length: 16 }, (_, i) => {
                    const at = (turn: number) => {
                        const a = (Math.PI * (i + turn)) / 8;
                        return `${(x + 150 * Math.cos(a)).toFixed(1)} ${(y + 150 * Math.sin(a)).toFixed(1)}`;
                    };
                    return (
                        <path
                            key={i}
                            d={`M${x} ${y}L${at(-0.13)}L${at(0.13)}Z`}
                            fill="#ffe39a"
                            opacity=".32"
                        />
                    );
                })}
            </g>
        </>
    );
}

interface StepProps {
    match: Match;
    line: ScoreLine;
    x: number;
    wide: number;
    unit: string;
}

const stepOf = (l: ScoreLine) => Math.min(l.rank, 4) - 1;

function Step({ match, line, x, wide, unit }: StepProps) {
    const step = stepOf(line);
    const top = TOPS[step];
    const name = seatName(match.game, match.seats, line.line);
    const [left, inner] = [x - wide / 2, wide - 14];
    const half = Math.min(60, inner / 2 - 22);
    const arch = (r: number, from: number) =>
        `M${x - r} ${FLOOR}V${from + 44}C${x - r} ${from + 22} ${x - r * 0.43} ${from + 12} ${x} ${from}C${x + r * 0.43} ${from + 12} ${x + r} ${from + 22} ${x + r} ${from + 44}V${FLOOR}`;
    const low = step > 2;
    const big = low ? 34 : step ? 44 : 54;
    const base = low ? top + 78 : top + (step ? 122 : 128);
    return (
        <g class={`step step${step + 1}`}>
            <rect
                x={left + 7}
                y={top + 26}
                width={inner}
                height={FLOOR - top - 26}
                fill="url(#end-stone)"
            />
            <rect x={left} y={top} width={wide} height="31" rx="4" fill="#fdf3d9" />
            <rect x={left} y={top + 28} width={wide} height="4" fill="#b58a4a" />
            <text
                x={x}
                y={top + 21}
                text-anchor="middle"
                class="serif"
                font-size="20"
                fill="#2c2420"
            >
                {fitting(name, wide)}
                <title>{name}</title>
            </text>
            {!low && (
                <rect x={left + 7} y={top + 34} width={inner} height="20" fill="url(#end-tiles)" />
            )}
            <path
                d={`${arch(half, low ? top + 40 : top + 60)}Z`}
                style={{ fill: seatColour(line.line, match.seats.length) }}
            />
            <path
                d={arch(half - 7, low ? top + 48 : top + 68)}
                fill="none"
                stroke="#fff8ea"
                stroke-opacity=".55"
                stroke-width="1.600"
            />
            <text x={x} y={base} text-anchor="middle" class="serif" font-size={big} fill="#fff8ea">
                {String(line.total).replace("-", "−")}
            </text>
            {step < 2 && (
                <text x={x} y={base + 21} text-anchor="middle" font-size="15" fill="#fff8ea">
                    {points(unit, line.total).label}
                </text>
            )}
            {step === 0 ? (
                <>
                    <polygon points={star(x, top + 180, 20, 0.72)} fill="#f3d27c" />
                    <text
                        x={x}
                        y={top + 186}
                        text-anchor="middle"
                        class="serif"
                        font-size="18"
                        fill="#2c2420"
                    >
                        1
                    </text>
                </>
            ) : (
                <>
                    <polygon
                        points={star(left + 22, top + (low ? 46 : 72), 13, 0.72)}
                        fill="#fbeecb"
                        stroke="#a98a4d"
                    />
                    <text
                        x={left + 22}
                        y={top + (low ? 51 : 77)}
                        text-anchor="middle"
                        class="serif"
                        font-size="14"
                        fill="#2c2420"
                    >
                        {line.rank}
                    </text>
                </>
            )}
        </g>
    );
}

function Hero({ match, line, x, scale }: StepProps & { scale: number }) {
    const step = stepOf(line);
    const size = FACES[step] * scale;
    // The sun around the first one stays clear of the name.
    const y = TOPS[step] + (step ? 5 : -15) - size;
    const middle = y + size / 2;
    const rim = size / 2;
    return (
        <g class={`hero hero${step + 1}`}>
            {step === 0 && (
                <>
                    <polygon points={star(x, middle, rim * 1.32, 0.8, 16)} fill="#f0c456" />
                    <polygon points={star(x, middle, rim * 1.2, 0.84, 16)} fill="#b5482a" />
                </>
            )}
            <circle cx={x} cy={middle} r={rim + 3} fill="#fff8ea" />
            <Portrait {...{ match, size, y }} line={line.line} x={x - rim} />
        </g>
    );
}

/** `lines` in the order of the result. */
export function Podium(o: { match: Match; lines: ScoreLine[]; unit: string; label: string }) {
    const { match, unit } = o;
    const n = o.lines.length > 4 ? 3 : o.lines.length;
    const { at, wide } = columns(n);
    const stood = o.lines.slice(0, n).map((line, i) => ({ match, line, unit, wide, x: at[i] }));
    const scale = n === 4 ? 0.84 : 1;
    return (
        <svg class="podium" viewBox="-6 -6 612 436" role="img" aria-label={o.label}>
            <defs>
                <linearGradient id="end-stone" x1="0" x2="1">
                    <stop offset="0" stop-color="#f6e3b8" />
                    <stop offset=".55" stop-color="#ecd09a" />
                    <stop offset="1" stop-color="#cfa767" />
                </linearGradient>
                <radialGradient id="end-glow">
                    <stop offset="0" stop-color="#ffe9a8" stop-opacity=".85" />
                    <stop offset=".5" stop-color="#ffd978" stop-opacity=".25" />
                    <stop offset="1" stop-color="#ffd978" stop-opacity="0" />
                </radialGradient>
                <pattern id="end-tiles" width="20" height="20" patternUnits="userSpaceOnUse" y="4">
                    <rect width="20" height="20" fill="#1f6f78" />
                    <polygon points={star(10, 10, 8.5, 0.6)} fill="#f1d58c" />
                    <polygon points={star(10, 10, 4, 0.55)} fill="#24507f" />
                </pattern>
            </defs>
            {stood
                .filter(({ line }) => line.rank === 1)
                .map(({ x, line }) => (
                    <Rays key={line.line} x={x} y={TOPS[0] - 15 - (FACES[0] * scale) / 2} />
                ))}
            <ellipse cx="300" cy={FLOOR} rx="300" ry="9" fill="#000" opacity=".3" />
            {stood.map((s) => (
                <Step key={s.line.line} {...s} />
            ))}
            {stood.map((s) => (
                <Hero key={s.line.line} {...s} scale={scale} />
            ))}
        </svg>
    );
}

/** Who has no step of the podium. */
export function Others({ match, lines }: { match: Match; lines: ScoreLine[] }) {
    if (lines.length <= 4) return null;
    return (
        <ol class="beneath" aria-hidden="true">
            {lines.slice(3).map((l) => (
                <li key={l.line}>
                    <PortraitDisc match={match} line={l.line} size={48} />
                    <b>{seatName(match.game, match.seats, l.line)}</b>
                    <span>
                        {l.rank}. · {l.total}
                    </span>
                </li>
            ))}
        </ol>
    );
}
