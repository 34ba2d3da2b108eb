/* Curves over a game, one line for each player: points or chances to win. */
import { seatColour } from "../art/emblems";

const W = 320;
const H = 150;
const LEFT = 26;
const DASHES = ["", "6 3", "2 3", "9 3 2 3", "4 2", "1 3", "12 4"];

export function Chart(o: {
    label: string;
    names: string[];
    seats: number;
    /** For each line its values at every moment. */
    values: number[][];
    top: number;
    unit?: string;
    at?: number | null;
    choose?: (moment: number) => void;
}) {
    const moments = Math.max(2, ...o.values.map((v) => v.length));
    const low = Math.min(0, ...o.values.flat());
    const x = (i: number) => LEFT + ((W - LEFT - 6) * i) / (moments - 1);
    const y = (v: number) => H - 16 - ((H - 26) * (v - low)) / Math.max(1, o.top - low);
    const marks = [0, o.top / 2, o.top].map(Math.round);
    return (
        <figure class="chart">
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard the slider of the replay does it */}
            <svg
                viewBox={`0 0 ${W} ${H}`}
                role="img"
                aria-label={`${o.label}: ${o.names.map((n, i) => `${n} ${o.values[i]?.at(-1) ?? 0}${o.unit ?? ""}`).join(", ")}`}
                onClick={(e) => {
                    const box = e.currentTarget.getBoundingClientRect();
                    const at = ((e.clientX - box.left) / box.width) * W - LEFT;
                    o.choose?.(Math.round((at / (W - LEFT - 6)) * (moments - 1)));
                }}
            >
                {marks.map((m) => (
                    <g key={m}>
                        <path d={`M${LEFT} ${y(m)}H${W - 6}`} class="grid-line" />
                        <text x={LEFT - 4} y={y(m) + 4} class="axis">
                            {m}
                        </text>
                    </g>
                ))}
                {o.values.map((v, line) => (
                    <polyline
                        key={line}
                        points={v.map((n, i) => `${x(i).toFixed(1)},${y(n).toFixed(1)}`).join(" ")}
                        class="curve"
                        stroke-dasharray={DASHES[line % DASHES.length]}
                        style={{ stroke: seatColour(line, o.seats) }}
                    />
                ))}
                {typeof o.at === "number" && (
                    <path d={`M${x(o.at)} 6V${H - 16}`} class="now-line" />
                )}
            </svg>
            <figcaption>
                {o.names.map((n, line) => (
                    <span key={line} style={{ "--seat": seatColour(line, o.seats) }}>
                        <svg viewBox="0 0 26 8" width="26" height="8" aria-hidden="true">
                            <path
                                d="M0 4H26"
                                class="curve"
                                stroke-dasharray={DASHES[line % DASHES.length]}
                                style={{ stroke: "var(--seat)" }}
                            />
                        </svg>{" "}
                        {n}
                    </span>
                ))}
            </figcaption>
        </figure>
    );
}
