/* Curves over a game: chances to win or points, a line for each player, one's own thick; the parts of the game
 * below, and numbers where the decisions were made that are told of beside it. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { seatColour } from "../art/emblems";
import { t } from "../core/text";

const [LEFT, RIGHT, TOP, BOTTOM] = [44, 14, 12, 24];
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 2", "1 3", "12 4"];

export interface Mark {
    ply: number;
    line: number;
    good: boolean;
}

export function Curve(o: {
    kind: "points" | "chances";
    names: string[];
    seats: number;
    /** Line drawn thick, or null. */
    own: number | null;
    /** For each line its values at every moment. */
    values: number[][];
    plies: number;
    chapters: { ply: number; text: string }[];
    marks: Mark[];
    choose: (ply: number) => void;
}) {
    const figure = useRef<HTMLDivElement>(null);
    const size = useSignal([600, 180]);
    useLayoutEffect(() => {
        const e = figure.current;
        if (!e) return;
        const watch = new ResizeObserver(() => {
            size.value = [Math.max(200, e.clientWidth), Math.max(90, e.clientHeight)];
        });
        watch.observe(e);
        return () => watch.disconnect();
    }, []);
    const [w, h] = size.value;
    const chances = o.kind === "chances";
    const all = o.values.flat();
    const low = chances ? 0 : Math.min(0, ...all);
    const high = chances ? 100 : Math.max(10, ...all);
    const x = (ply: number) => LEFT + ((w - LEFT - RIGHT) * ply) / Math.max(1, o.plies);
    const y = (v: number) => h - BOTTOM - ((h - TOP - BOTTOM) * (v - low)) / (high - low);
    const line = (v: number[]) =>
        v.map((n, i) => `${x(i).toFixed(1)},${y(n).toFixed(1)}`).join(" ");
    const unit = chances ? " %" : "";
    const own = o.own === null ? undefined : o.values[o.own];
    const order = o.values
        .map((_, i) => i)
        .sort((a, b) => Number(a === o.own) - Number(b === o.own));
    const label = t(chances ? "end.chances" : "end.points");
    return (
        <div class="curve" ref={figure}>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard the cards of the decisions and the bar of the past lead there */}
            <svg
                width={w}
                height={h}
                viewBox={`0 0 ${w} ${h}`}
                role="img"
                aria-label={`${label}: ${o.names.map((n, i) => `${n} ${Math.round(o.values[i]?.at(-1) ?? 0)}${unit}`).join(", ")}`}
                onClick={(e) => {
                    const box = e.currentTarget.getBoundingClientRect();
                    const at = (e.clientX - box.left - LEFT) / (w - LEFT - RIGHT);
                    o.choose(Math.round(Math.min(1, Math.max(0, at)) * o.plies));
                }}
            >
                {[low, (low + high) / 2, high].map((v) => (
                    <g key={v} class="level">
                        <path d={`M${LEFT} ${y(v)}H${w - RIGHT}`} />
                        <text x={LEFT - 8} y={y(v) + 5} text-anchor="end">
                            {Math.round(v)}
                            {v === high ? unit : ""}
                        </text>
                    </g>
                ))}
                {o.chapters.map((c) => (
                    <g key={c.ply} class="chapter">
                        <path d={`M${x(c.ply)} ${TOP}V${h - BOTTOM}`} />
                        <text x={Math.min(x(c.ply) + 6, w - 60)} y={h - 6}>
                            {c.text}
                        </text>
                    </g>
                ))}
                {own && own.length > 1 && (
                    <polygon
                        class="area"
                        points={`${x(0)},${y(low)} ${line(own)} ${x(own.length - 1)},${y(low)}`}
                    />
                )}
                {order.map((i) => (
                    <polyline
                        key={i}
                        class={i === o.own ? "line own" : "line"}
                        points={line(o.values[i])}
                        stroke-dasharray={i === o.own ? "" : DASHES[i % DASHES.length]}
                        style={{ stroke: seatColour(i, o.seats) }}
                    />
                ))}
                {order.map((i) => {
                    const last = o.values[i].length - 1;
                    return (
                        last === o.plies && (
                            <circle
                                key={i}
                                cx={x(last)}
                                cy={y(o.values[i][last])}
                                r="4.500"
                                class="last"
                                style={{ fill: seatColour(i, o.seats) }}
                            />
                        )
                    );
                })}
                {o.marks.map((m, i) => (
                    // biome-ignore lint/a11y/noStaticElementInteractions: the card with the same number is the button
                    <g
                        key={m.ply}
                        class={m.good ? "mark good" : "mark bad"}
                        transform={`translate(${x(m.ply)} ${y(o.values[m.line]?.[m.ply] ?? low)})`}
                        onClick={(e) => {
                            e.stopPropagation();
                            o.choose(m.ply);
                        }}
                    >
                        <circle r="12.500" />
                        <text y="5.500" text-anchor="middle">
                            {i + 1}
                        </text>
                    </g>
                ))}
            </svg>
        </div>
    );
}

/** Whose line is drawn how. */
export function CurveLegend({
    names,
    seats,
    own,
}: {
    names: string[];
    seats: number;
    own: number | null;
}) {
    return (
        <p class="legend" aria-hidden="true">
            {names.map((n, i) => (
                <span key={i}>
                    <svg viewBox="0 0 26 8" width="26" height="8" aria-hidden="true">
                        <path
                            d="M0 4H26"
                            class={i === own ? "line own" : "line"}
                            stroke-dasharray={i === own ? "" : DASHES[i % DASHES.length]}
                            style={{ stroke: seatColour(i, seats) }}
                        />
                    </svg>{" "}
                    {n}
                </span>
            ))}
        </p>
    );
}
