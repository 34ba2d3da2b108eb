/* The map: explored hexes, cities with their stock, caravans, and what may be chosen now. It pans
 * by dragging, zooms by wheel, pinch and buttons, and otherwise fits what is explored. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t, wordText } from "../../core/text";
import type { Move } from "../../core/types";
import type { BoardProps } from "../board";
import { Place } from "../Place";
import { centre, corners, DIRS, footprint, type Hex, hexes, middle, printed, SIZE } from "./hex";
import { Camel, Print, Token } from "./Piece";

const KINDS = ["wood", "wheat", "ceramics", "coal", "iron", "fabric", "gold", "gems", "spices"];
const letter = (i: number) => String.fromCharCode(65 + i);

interface City {
    governor: number | null;
    q: number;
    r: number;
    complete: boolean;
    suburbs: Record<string, number>;
    forum: Record<string, number>;
}

type Box = { x: number; y: number; w: number; h: number };

/** The smallest box around the explored land and the spots on offer. */
function landBox(land: Hex[], spots: [number, number][]): Box {
    const points = [...land.map((h) => [h.q, h.r] as [number, number]), ...spots].map(([q, r]) =>
        centre(q, r),
    );
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    const pad = SIZE * 1.3;
    const x = Math.min(...xs) - pad;
    const y = Math.min(...ys) - pad;
    return { x, y, w: Math.max(...xs) + pad - x, h: Math.max(...ys) + pad - y };
}

function HexPlace({ hex, props }: { hex: Hex; props: BoardProps }) {
    const { view } = props;
    const moves = props.legal.filter((m) => leadsTo(m, hex, view));
    const label = `${wordText(props.game, "kind", hex.kind)} (${hex.q}, ${hex.r})`;
    const [x, y] = centre(hex.q, hex.r);
    const at = (p: { q: number; r: number }) => p.q === hex.q && p.r === hex.r;
    const city = (view.cities as City[]).find(at);
    const here = (view.players as { placed: boolean; q: number; r: number }[])
        .flatMap((p, seat) => (p.placed && at(p) ? [seat] : []))
        .join();
    return (
        <Place
            moves={moves}
            props={props}
            label={label}
            id={`hex-${hex.q},${hex.r}`}
            state={`${here} ${city ? JSON.stringify(city.forum) : ""}`}
        >
            <polygon
                points={corners(hex.q, hex.r, SIZE - 1.5)}
                class={`hex region-${hex.region}`}
            />
            <polygon points={corners(hex.q, hex.r, SIZE - 6)} class={`hex-face f-${hex.kind}`} />
            <Print kind={hex.kind} x={x} y={y} size={30} />
        </Place>
    );
}

/** Whether a move ends on this hex: placing a caravan there, or stepping there. */
// biome-ignore lint/suspicious/noExplicitAny: the state of this game
function leadsTo(m: Move, hex: Hex, view: any): boolean {
    if (m.verb === "place") return m.q === hex.q && m.r === hex.r;
    const me = view.players[view.active];
    if (m.verb === "move") {
        const d = DIRS[String(m.dir)];
        return me.q + d[0] === hex.q && me.r + d[1] === hex.r;
    }
    return m.verb === "build" && me.q === hex.q && me.r === hex.r;
}

function CityDrawing({ city, land }: { city: City; land: Map<string, Hex> }) {
    const [x, y] = centre(city.q, city.r);
    const seat = city.governor;
    const colour = seat === null ? "var(--neutral)" : `var(--seat-${seat})`;
    const forum = KINDS.filter((k) => city.forum[k] > 0);
    return (
        <g class="city" style={{ "--c": colour }} pointer-events="none">
            {Object.entries(DIRS).map(([dir, [dq, dr]]) => {
                const hex = land.get(`${city.q + dq},${city.r + dr}`);
                const [sx, sy] = centre(city.q + dq, city.r + dr);
                return (
                    <g key={dir}>
                        <polygon
                            points={corners(city.q + dq, city.r + dr, SIZE - 4)}
                            class={`suburb seat-line-${seat ?? "none"}${hex ? "" : " unexplored"}`}
                        />
                        {city.suburbs[dir] > 0 && hex && (
                            <Token kind={hex.kind} x={sx} y={sy} r={15} n={city.suburbs[dir]} />
                        )}
                    </g>
                );
            })}
            <use href="#car-citybase" x={x - 32} y={y - 32} width="64" height="54" />
            {forum.map((k, i) => (
                <Token
                    key={k}
                    kind={k}
                    x={x + (i - (forum.length - 1) / 2) * 21}
                    y={y + 27}
                    r={10}
                    n={city.forum[k]}
                />
            ))}
        </g>
    );
}

/** Legal footprints: the union of their cells glows, the middle of each is the target. */
function Spots({ spots, props }: { spots: Move[]; props: BoardProps }) {
    const cells = new Map<string, [number, number]>();
    for (const m of spots)
        for (const c of footprint(String(m.shape), Number(m.q), Number(m.r)))
            cells.set(c.join(), c);
    const pointed = props.pointed?.verb === "spot" ? props.pointed : null;
    const lit = pointed
        ? footprint(String(pointed.shape), Number(pointed.q), Number(pointed.r))
        : [];
    return (
        <>
            {[...cells.values()].map(([q, r]) => (
                <polygon
                    key={`${q},${r}`}
                    points={corners(q, r, SIZE - 2)}
                    class={lit.some((c) => c[0] === q && c[1] === r) ? "spot lit" : "spot"}
                />
            ))}
            {spots.map((m, i) => {
                const [x, y] = middle(footprint(String(m.shape), Number(m.q), Number(m.r)));
                return (
                    <Place
                        key={m.move}
                        moves={[m]}
                        props={props}
                        label={t("caravans.page.spot", { letter: letter(i) })}
                        id={`spot-${letter(i)}`}
                    >
                        <circle cx={x} cy={y} r="15" class="spot-target" />
                        <text x={x} y={y + 6} class="spot-letter">
                            {letter(i)}
                        </text>
                    </Place>
                );
            })}
        </>
    );
}

/** The taken tile on its spot, as it would lie after each turn. */
function Turning({ props }: { props: BoardProps }) {
    const { view } = props;
    const turns = props.legal.filter((m) => m.verb === "turn");
    if (!turns.length) return null;
    const cells = footprint(view.spot_shape, view.spot_q, view.spot_r);
    const { kinds } = printed(props.edition, view.taken);
    const k = props.pointed?.verb === "turn" ? Number(props.pointed.turn) : 0;
    const now = turns.find((m) => Number(m.turn) === k) ?? turns[0];
    const next = turns[(turns.indexOf(now) + 1) % turns.length];
    const [x, y] = middle(cells);
    return (
        <>
            {kinds.map((kind, j) => {
                const [q, r] = cells[(j + k) % 3];
                const [cx, cy] = centre(q, r);
                return (
                    <Place
                        key={j}
                        moves={[now]}
                        props={props}
                        label={t("caravans.page.lay_here")}
                        id={`lay-${j}`}
                    >
                        <polygon points={corners(q, r, SIZE - 2)} class={`hex-face f-${kind}`} />
                        <Print kind={kind} x={cx} y={cy} size={30} />
                    </Place>
                );
            })}
            <g
                role="button"
                tabIndex={0}
                class="turn-handle"
                aria-label={t("caravans.page.turn")}
                onClick={() => props.point(next)}
            >
                <circle cx={x} cy={y} r="15" />
                <path d={`M${x - 6} ${y + 4}a7 7 0 1 1 10 3m0 -5v5h-5`} />
            </g>
        </>
    );
}

/** How far apart two fingers are. */
function spread(fingers: Map<number, [number, number]>): number {
    const [a, b] = fingers.values();
    return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
}

export function CaravanMap({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    const land = hexes(view, edition);
    const byCell = new Map(land.map((h) => [`${h.q},${h.r}`, h]));
    const spots = props.legal.filter((m) => m.verb === "spot");
    const spotCells = spots.flatMap((m) => footprint(String(m.shape), Number(m.q), Number(m.r)));
    const box = landBox(land, spotCells);
    const zoom = useSignal(1);
    const shift = useSignal<[number, number]>([0, 0]);
    const drag = useRef<{ x: number; y: number; from: [number, number] } | null>(null);
    const svg = useRef<SVGSVGElement>(null);
    const w = box.w / zoom.value;
    const h = box.h / zoom.value;
    const vx = box.x + (box.w - w) / 2 + shift.value[0];
    const vy = box.y + (box.h - h) / 2 + shift.value[1];
    const fingers = useRef(new Map<number, [number, number]>());
    const moved = useRef(false);
    const lift = (id: number) => {
        fingers.current.delete(id);
        drag.current = null;
    };
    const scale = (by: number) => {
        zoom.value = Math.min(5, Math.max(0.6, zoom.value * by));
    };
    const caravans = (view.players as { placed: boolean; q: number; r: number }[]).flatMap(
        (p, seat) => (p.placed ? [{ ...p, seat }] : []),
    );
    return (
        <div class="car-map">
            <svg
                ref={svg}
                viewBox={`${vx} ${vy} ${w} ${h}`}
                role="group"
                aria-label={t("caravans.page.map")}
                onWheel={(e) => {
                    e.preventDefault();
                    scale(e.deltaY < 0 ? 1.15 : 1 / 1.15);
                }}
                onPointerDown={(e) => {
                    fingers.current.set(e.pointerId, [e.clientX, e.clientY]);
                    drag.current = { x: e.clientX, y: e.clientY, from: shift.value };
                    moved.current = false;
                }}
                onPointerMove={(e) => {
                    const d = drag.current;
                    if (!d || !svg.current || e.buttons === 0) return;
                    const before = spread(fingers.current);
                    fingers.current.set(e.pointerId, [e.clientX, e.clientY]);
                    if (fingers.current.size > 1) {
                        scale(spread(fingers.current) / Math.max(1, before));
                        moved.current = true;
                        return;
                    }
                    const unit = w / svg.current.clientWidth;
                    if (Math.abs(e.clientX - d.x) + Math.abs(e.clientY - d.y) < 5) return;
                    moved.current = true;
                    shift.value = [
                        d.from[0] - (e.clientX - d.x) * unit,
                        d.from[1] - (e.clientY - d.y) * unit,
                    ];
                }}
                onPointerUp={(e) => lift(e.pointerId)}
                onPointerCancel={(e) => lift(e.pointerId)}
                onPointerLeave={(e) => lift(e.pointerId)}
                onClickCapture={(e) => {
                    // The end of a drag is no choice.
                    if (moved.current) e.stopPropagation();
                    moved.current = false;
                }}
            >
                {land.map((hex) => (
                    <HexPlace key={`${hex.q},${hex.r}`} hex={hex} props={props} />
                ))}
                {(view.cities as City[]).map((c, i) => (
                    <CityDrawing key={i} city={c} land={byCell} />
                ))}
                {caravans.map((c) => {
                    const here = caravans.filter((o) => o.q === c.q && o.r === c.r);
                    const [x, y] = centre(c.q, c.r);
                    const off = (here.indexOf(c) - (here.length - 1) / 2) * 22;
                    return (
                        <g
                            key={c.seat}
                            class="walker"
                            style={{ transform: `translate(${x + off}px, ${y + 8}px)` }}
                        >
                            <Camel seat={c.seat} x={0} y={0} size={here.length > 1 ? 46 : 58} />
                        </g>
                    );
                })}
                <Spots spots={spots} props={props} />
                <Turning props={props} />
            </svg>
            <div class="zoom">
                <button type="button" aria-label={t("web.zoom_in")} onClick={() => scale(1.25)}>
                    +
                </button>
                <button type="button" aria-label={t("web.zoom_out")} onClick={() => scale(0.8)}>
                    −
                </button>
                <button
                    type="button"
                    aria-label={t("web.zoom_all")}
                    onClick={() => {
                        zoom.value = 1;
                        shift.value = [0, 0];
                    }}
                >
                    ⤢
                </button>
            </div>
        </div>
    );
}
