/* Drawings of the lab. An interval is always drawn; the printed edition is an open diamond, dashed, yours a filled
 * dot: shape and fill tell them apart without colour. */
import type { ComponentChildren } from "preact";
import type { Range } from "./hall";
import { number } from "./labels";
import type { Moment } from "./state";

const FUNNEL = { w: 170, h: 180, left: 26, right: 12, top: 10, bottom: 22 };

/** The share of a place as games came in, with its interval, on a logarithmic axis. */
export function Funnel({
    course,
    place,
    wanted,
    printed,
    label,
}: {
    course: { games: number; places: Pick<Moment["places"][number], "won" | "fair">[] }[];
    place: number;
    wanted: number;
    printed: Range | null;
    label: string;
}) {
    const { w, h, left, right, top, bottom } = FUNNEL;
    const at = course.map((m) => ({ games: m.games, ...m.places[place].won }));
    const last = at[at.length - 1];
    const { fair } = course[course.length - 1].places[place];
    const [low, high] = [Math.max(0, fair - 18), fair + 18];
    const first = Math.min(20, last.games);
    const most = Math.max(wanted, last.games, first + 1);
    const x = (n: number) =>
        left + ((w - left - right) * Math.log(n / first)) / Math.log(most / first);
    const y = (v: number) =>
        top + (h - top - bottom) * (1 - (Math.min(high, Math.max(low, v)) - low) / (high - low));
    const point = (n: number, v: number) => `${x(n).toFixed(1)},${y(v).toFixed(1)}`;
    const band = [
        ...at.map((m) => point(m.games, m.high)),
        ...at.toReversed().map((m) => point(m.games, m.low)),
    ];
    return (
        <svg class="lab-funnel" viewBox={`0 0 ${w} ${h}`} role="img" aria-label={label}>
            {[low, fair, high].map((v) => (
                <g key={v}>
                    <line
                        x1={left}
                        x2={w - right}
                        y1={y(v)}
                        y2={y(v)}
                        class={v === fair ? "fair" : "rule"}
                    />
                    <text x={left - 4} y={y(v) + 4} text-anchor="end">
                        {number(v, 0)}
                    </text>
                </g>
            ))}
            {printed && (
                <rect
                    class="was"
                    x={left}
                    width={w - left - right}
                    y={y(printed.high)}
                    height={Math.max(2, y(printed.low) - y(printed.high))}
                />
            )}
            <polygon class="band" points={band.join(" ")} />
            <polyline class="course" points={at.map((m) => point(m.games, m.value)).join(" ")} />
            <line
                class="end"
                x1={x(last.games)}
                x2={x(last.games)}
                y1={y(last.high)}
                y2={y(last.low)}
            />
            <circle class="dot" cx={x(last.games)} cy={y(last.value)} r="4" />
            <text x={left} y={h - 6}>
                {number(first, 0)}
            </text>
            <text x={w - right} y={h - 6} text-anchor="end">
                {number(most, 0)}
            </text>
        </svg>
    );
}

/** Two figures on one line, each with its interval. */
export function Pair({ a, b }: { a: Range; b: Range | null }) {
    const all = [a, ...(b ? [b] : [])];
    const low = Math.min(...all.map((r) => r.low));
    const high = Math.max(...all.map((r) => r.high));
    const pad = Math.max(1e-9, (high - low) * 0.35);
    const x = (v: number) => 4 + (172 * (v - low + pad)) / (high - low + 2 * pad);
    return (
        <svg class="lab-pair" viewBox="0 0 180 26" aria-hidden="true">
            <line class="rule" x1="0" x2="180" y1="13" y2="13" />
            <rect
                class="was"
                x={x(a.low)}
                width={Math.max(1, x(a.high) - x(a.low))}
                y="5"
                height="5"
            />
            <path class="diamond" d={`M${x(a.value)} 2.500l5 5-5 5-5-5Z`} />
            {b && (
                <>
                    <rect
                        class="band"
                        x={x(b.low)}
                        width={Math.max(1, x(b.high) - x(b.low))}
                        y="16"
                        height="5"
                    />
                    <circle class="dot" cx={x(b.value)} cy="18.500" r="4.500" />
                </>
            )}
        </svg>
    );
}

export interface Point {
    label: string;
    at: Range;
    printed: boolean;
    yours: boolean;
}

const LINES = { w: 270, h: 170, left: 40, right: 14, top: 14, bottom: 24 };

/** A measure over the values of a number. */
export function Lines({
    points,
    label,
    fair,
}: {
    points: Point[];
    label: string;
    fair: number | null;
}) {
    const { w, h, left, right, top, bottom } = LINES;
    const all = points.flatMap((p) => [p.at.low, p.at.high]);
    if (fair !== null) all.push(fair);
    const [least, most] = [Math.min(...all), Math.max(...all)];
    const pad = Math.max(0.5, (most - least) * 0.12);
    const [low, high] = [least - pad, most + pad];
    const x = (i: number) =>
        left + (w - left - right) * (points.length > 1 ? i / (points.length - 1) : 0.5);
    const y = (v: number) => top + (h - top - bottom) * (1 - (v - low) / (high - low));
    const pair = (i: number, v: number) => `${x(i).toFixed(1)},${y(v).toFixed(1)}`;
    const band = [
        ...points.map((p, i) => pair(i, p.at.high)),
        ...points.map((_, i) => pair(points.length - 1 - i, points[points.length - 1 - i].at.low)),
    ];
    const decimals = high - low < 8 ? 1 : 0;
    return (
        <svg class="lab-lines" viewBox={`0 0 ${w} ${h}`} role="img" aria-label={label}>
            {[least, (least + most) / 2, most].map((v) => (
                <g key={v}>
                    <line class="rule" x1={left} x2={w - right} y1={y(v)} y2={y(v)} />
                    <text x={left - 5} y={y(v) + 4} text-anchor="end">
                        {number(v, decimals)}
                    </text>
                </g>
            ))}
            {fair !== null && (
                <line class="fair" x1={left} x2={w - right} y1={y(fair)} y2={y(fair)} />
            )}
            <polygon class="band" points={band.join(" ")} />
            <polyline class="course" points={points.map((p, i) => pair(i, p.at.value)).join(" ")} />
            {points.map((p, i) => (
                <g key={p.label}>
                    {p.printed && (
                        <path class="diamond" d={`M${x(i)} ${h - bottom - 5}l5 5-5 5-5-5Z`} />
                    )}
                    <line class="end" x1={x(i)} x2={x(i)} y1={y(p.at.high)} y2={y(p.at.low)} />
                    <circle
                        class={p.yours ? "dot yours" : "dot"}
                        cx={x(i)}
                        cy={y(p.at.value)}
                        r={p.yours ? 5 : 3.5}
                    />
                    <text x={x(i)} y={h - 6} text-anchor="middle" class={p.yours ? "yours" : ""}>
                        {p.label}
                    </text>
                </g>
            ))}
        </svg>
    );
}

/** A share with its interval as a bar. */
export function Share({
    at,
    most,
    children,
}: {
    at: Range;
    most: number;
    children?: ComponentChildren;
}) {
    const x = (v: number) => `${((100 * Math.max(0, Math.min(v, most))) / most).toFixed(1)}%`;
    return (
        <span class="lab-share">
            <i style={{ width: x(at.value) }} />
            <b style={{ left: x(at.low), width: `calc(${x(at.high)} - ${x(at.low)})` }} />
            {children}
        </span>
    );
}
