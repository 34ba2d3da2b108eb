/* Arrows over the table: who did what where, what was made and what was better. They catch no clicks, and
 * are laid anew when the table changes below them. */

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { seatColour } from "../art/emblems";
import { faceOf } from "./near";

export interface Way {
    seat: number;
    /** A place (data-place), or a selector that begins with a dot. */
    to: string;
    kind: "since" | "made" | "better" | "hint";
    text?: string;
}

interface Drawn extends Way {
    path: string;
    head: string;
    from: [number, number];
    label: [number, number];
}

function find(to: string): Element | null {
    const all = to.startsWith(".")
        ? document.querySelectorAll(`.board ${to}, .seat-card ${to}`)
        : document.querySelectorAll(`.board [data-place="${to}"], .seat-card [data-place="${to}"]`);
    return [...all].find((e) => e.getClientRects().length > 0) ?? null;
}

/** Moves a board larger than its window so that the places the arrows lead to are in it, the first before the others.
 *  What others did since one's last turn is not worth that. */
function bring(ways: Way[]): void {
    for (const { to } of ways.filter((w) => w.kind !== "since").reverse()) {
        const place = find(to);
        if (place?.closest(".pan-view"))
            place.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
}

/** A bow from a seat's emblem to the edge of a place, and the head at its end. */
function draw(way: Way, i: number): Drawn | null {
    const from = faceOf(way.seat);
    const to = find(way.to);
    const sight = to?.closest(".board")?.getBoundingClientRect();
    const [a, b] = [from?.getBoundingClientRect(), to?.getBoundingClientRect()];
    if (!a || !b) return null;
    const end = { x: b.x + b.width / 2, y: b.y + b.height / 2 };
    if (
        sight &&
        (end.x < sight.left || end.x > sight.right || end.y < sight.top || end.y > sight.bottom)
    )
        return null;
    // From the edge of the seat's card; its middle is left to what it says.
    const card = from?.closest("[data-seat]")?.getBoundingClientRect() ?? a;
    const beside = card.right < end.x;
    const x = beside ? card.right + 3 : card.x + card.width / 2;
    const y = beside ? a.y + a.height / 2 : card.bottom + 2;
    const [dx, dy] = [end.x - x, end.y - y];
    const far = Math.hypot(dx, dy) || 1;
    // Up to the edge of the place, not over what it shows.
    const stop = Math.min(b.width, b.height) / 2 + 3;
    const bow = (i % 2 ? -1 : 1) * Math.min(46, far * 0.12);
    const [cx, cy] = [x + dx / 2 - (dy / far) * bow, y + dy / 2 + (dx / far) * bow];
    const last = Math.hypot(end.x - cx, end.y - cy) || 1;
    const [ux, uy] = [(end.x - cx) / last, (end.y - cy) / last];
    const [tx, ty] = [end.x - ux * stop, end.y - uy * stop];
    const [hx, hy] = [tx - ux * 15, ty - uy * 15];
    const path = `M${x} ${y}Q${cx} ${cy} ${hx} ${hy}`;
    const head = `M${hx - uy * 8} ${hy + ux * 8}L${tx} ${ty}L${hx + uy * 8} ${hy - ux * 8}Z`;
    // Of two to the same place each has its number where the other has none.
    const k = way.kind === "better" ? 0.72 : way.kind === "made" ? 0.38 : 0.5;
    const on = (a: number, b: number, c: number) =>
        (1 - k) ** 2 * a + 2 * k * (1 - k) * b + k ** 2 * c;
    const label: [number, number] = [on(x, cx, hx), on(y, cy, hy)];
    return { ...way, path, head, from: [x, y], label };
}

/** Better ones have the colour of what may be chosen. */
const colour = ({ kind, seat }: Way, seats: number) =>
    kind === "since" || kind === "made" ? { "--seat": seatColour(seat, seats) } : {};

export function Ways({ ways, seats, light }: { ways: Way[]; seats: number; light: string | null }) {
    const drawn = useSignal<Drawn[]>([]);
    const lit = useSignal<DOMRect | null>(null);
    const layer = useRef<SVGSVGElement>(null);
    const key = JSON.stringify([ways, light]);
    const lay = () => {
        drawn.value = ways.flatMap((w, i) => draw(w, i) ?? []);
        lit.value = (light && find(light)?.getBoundingClientRect()) || null;
    };
    useLayoutEffect(() => {
        bring(ways);
        lay();
    }, [key]);
    useEffect(() => {
        if (!ways.length && !light) return;
        // The table moves under them as pieces come to rest, or when it is scrolled.
        const timer = setTimeout(lay, 450);
        for (const way of ["resize", "scroll"])
            addEventListener(way, lay, { capture: true, passive: true });
        return () => {
            clearTimeout(timer);
            for (const way of ["resize", "scroll"])
                removeEventListener(way, lay, { capture: true });
        };
    }, [key]);
    if (!drawn.value.length && !lit.value) return null;
    return (
        <svg class="ways" aria-hidden="true" ref={layer}>
            {lit.value && (
                <rect
                    class="lit"
                    x={lit.value.x - 4}
                    y={lit.value.y - 4}
                    width={lit.value.width + 8}
                    height={lit.value.height + 8}
                    rx="10"
                />
            )}
            {drawn.value.map((w) => (
                <g
                    key={`${w.kind}${w.to}${w.text}`}
                    class={`way ${w.kind}`}
                    style={colour(w, seats)}
                >
                    <circle cx={w.from[0]} cy={w.from[1]} r="5" />
                    <path d={w.path} class="halo" />
                    <path d={w.path} class="line" />
                    <path d={w.head} class="head" />
                </g>
            ))}
            {/* What is said of one lies over all of them. */}
            {drawn.value.map(
                (w) =>
                    w.text && (
                        <g
                            key={`${w.kind}${w.to}${w.text}`}
                            class={`way ${w.kind}`}
                            style={colour(w, seats)}
                        >
                            {w.kind === "since" ? (
                                <circle cx={w.label[0]} cy={w.label[1]} r="11" />
                            ) : (
                                <rect
                                    x={w.label[0] - 4.2 * w.text.length - 8}
                                    y={w.label[1] - 13}
                                    width={8.4 * w.text.length + 16}
                                    height="26"
                                    rx="13"
                                />
                            )}
                            <text x={w.label[0]} y={w.label[1] + 5}>
                                {w.text}
                            </text>
                        </g>
                    ),
            )}
        </svg>
    );
}
