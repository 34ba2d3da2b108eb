/* The map: explored hexes, cities with their stock, caravans, and what may be chosen now. */
import { Icon } from "../../art/icons";
import { star } from "../../art/ornaments";
import { seatName, t, wordText } from "../../core/text";
import type { Move } from "../../core/types";
import type { BoardProps } from "../board";
import { Place } from "../Place";
import { type Box, useCamera } from "./camera";
import {
    centre,
    corners,
    DIRS,
    footprint,
    type Hex,
    hexes,
    joints,
    KINDS,
    middle,
    outline,
    printed,
    SIZE,
} from "./hex";
import { Camel, Marker, Print, Sign, Token } from "./Piece";

export const letter = (i: number) => String.fromCharCode(65 + i);

export interface City {
    governor: number | null;
    q: number;
    r: number;
    complete: boolean;
    suburbs: Record<string, number>;
    forum: Record<string, number>;
}

interface Player {
    placed: boolean;
    q: number;
    r: number;
    passage: number | null;
}

export const citiesOf = ({ view }: BoardProps): City[] =>
    (view.cities as City[]).slice(0, view.city_count);

/** The smallest box around the explored land and the spots on offer. */
function landBox(land: Hex[], spots: [number, number][]): Box {
    const points = [...land.map((h) => [h.q, h.r] as [number, number]), ...spots].map(([q, r]) =>
        centre(q, r),
    );
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    const pad = SIZE * 1.25;
    const x = Math.min(...xs) - pad;
    const y = Math.min(...ys) - pad;
    return { x, y, w: Math.max(...xs) + pad - x, h: Math.max(...ys) + pad - y };
}

/** Whether a move ends on this hex: placing a caravan there, stepping there, buying from there. */
function leadsTo(m: Move, hex: Hex, props: BoardProps): boolean {
    const { view } = props;
    if (m.verb === "place") return m.q === hex.q && m.r === hex.r;
    const me = view.players[view.active];
    const here = me.q === hex.q && me.r === hex.r;
    if (m.verb === "move") {
        const d = DIRS[String(m.dir)];
        return me.q + d[0] === hex.q && me.r + d[1] === hex.r;
    }
    if (m.verb === "build" || m.verb === "trade") return here;
    const dealt = ["buy", "produce", "destroy"].includes(m.verb);
    if (!dealt || m.kind !== hex.kind || m.from === "forum") return false;
    const city =
        m.verb === "buy"
            ? citiesOf(props).find((c) => c.q === me.q && c.r === me.r)
            : citiesOf(props)[view.city];
    const dir =
        city &&
        Object.keys(DIRS).find(
            (d) => city.q + DIRS[d][0] === hex.q && city.r + DIRS[d][1] === hex.r,
        );
    if (!city || !dir) return false;
    return m.verb === "produce" ? city.suburbs[dir] === 0 : city.suburbs[dir] > 0;
}

function HexPlace({ hex, props, stock }: { hex: Hex; props: BoardProps; stock: number }) {
    const { view } = props;
    const moves = props.legal.filter((m) => leadsTo(m, hex, props));
    const label = wordText(props.game, "kind", hex.kind);
    const [x, y] = centre(hex.q, hex.r);
    const at = (p: { q: number; r: number }) => p.q === hex.q && p.r === hex.r;
    const city = citiesOf(props).find(at);
    const here = (view.players as Player[]).flatMap((p, seat) => (p.placed && at(p) ? [seat] : []));
    const crowded = city !== undefined || here.length > 0;
    return (
        <Place
            moves={moves}
            props={props}
            label={label}
            id={`hex-${hex.q},${hex.r}`}
            state={`${stock} ${city ? JSON.stringify(city.forum) : ""}`}
        >
            <polygon
                points={corners(hex.q, hex.r, SIZE - 0.8)}
                class={`hex region-${hex.region}`}
            />
            <polygon points={corners(hex.q, hex.r, SIZE - 5.5)} class={`hex-face f-${hex.kind}`} />
            {stock > 0 ? (
                <Token kind={hex.kind} x={x} y={y} r={17} n={stock} />
            ) : (
                <Print
                    kind={hex.kind}
                    x={crowded ? x - 22 : x}
                    y={crowded ? y - 20 : y}
                    size={crowded ? 20 : 34}
                />
            )}
        </Place>
    );
}

/** The land as a sheet of thick paper: an edge below every hex. */
function Ground({ land }: { land: Hex[] }) {
    return (
        <g class="sheet-edge" aria-hidden="true">
            {land.map((h) => (
                <polygon
                    key={`${h.q},${h.r}`}
                    points={corners(h.q, h.r, SIZE + 2)}
                    transform="translate(0 5)"
                />
            ))}
            <g class="sheet-rim">
                {land.map((h) => (
                    <polygon key={`${h.q},${h.r}`} points={corners(h.q, h.r, SIZE + 2)} />
                ))}
            </g>
        </g>
    );
}

/** The border of a city in its governor's colour and line, and its unexplored suburbs. */
function Borders({ city, land }: { city: City; land: Map<string, Hex> }) {
    const seat = city.governor;
    const colour = seat === null ? "var(--neutral)" : `var(--seat-${seat})`;
    const points = outline(city.q, city.r, SIZE * 0.985);
    return (
        <g
            class={`border b${seat ?? "none"}${city.complete ? "" : " open"}`}
            style={{ "--c": colour }}
        >
            {Object.values(DIRS)
                .filter(([dq, dr]) => !land.has(`${city.q + dq},${city.r + dr}`))
                .map(([dq, dr]) => (
                    <polygon
                        key={`${dq},${dr}`}
                        points={corners(city.q + dq, city.r + dr, SIZE - 4)}
                        class="void"
                    />
                ))}
            <polygon points={points} class="halo" />
            <polygon points={points} class="line" />
            <polygon points={points} class="weave" />
        </g>
    );
}

function Forum({ city, index, props }: { city: City; index: number; props: BoardProps }) {
    const [x, y] = centre(city.q, city.r);
    const seat = city.governor;
    const colour = seat === null ? "var(--neutral)" : `var(--seat-${seat})`;
    const stock = KINDS.filter((k) => city.forum[k] > 0);
    const passing = (props.view.players as Player[]).flatMap((p, s) =>
        p.placed && p.passage === index ? [s] : [],
    );
    const moves = props.legal.filter(
        (m) =>
            m.from === "forum" &&
            (m.verb === "buy"
                ? city.q === props.view.players[props.view.active].q &&
                  city.r === props.view.players[props.view.active].r
                : props.view.city === index),
    );
    const name =
        seat === null
            ? t("caravans.page.neutral_city")
            : t("caravans.page.city_of", { name: seatName(props.game, props.seats, seat) });
    return (
        <Place moves={moves} props={props} id={`city-${index}`} label={name} class="forum">
            <circle cx={x} cy={y} r="26" class="forum-ground" />
            <g style={{ "--c": colour }}>
                <use href="#car-citybase" x={x - 32} y={y - 30} width="64" height="54" />
            </g>
            {stock.map((k, i) => (
                <g key={k} data-place={`forum-${index}-${k}`}>
                    <Token
                        kind={k}
                        x={x + (i - (stock.length - 1) / 2) * 22}
                        y={y + 29}
                        r={11}
                        n={city.forum[k]}
                    />
                </g>
            ))}
            {passing.map((s, i) => (
                <Marker
                    key={s}
                    seat={s}
                    x={x + 31 - 12 * (i % 2)}
                    y={y - 28 + 13 * Math.floor(i / 2)}
                    r={7}
                />
            ))}
            {city.complete && <polygon points={star(x, y - 33, 6, 0.55)} class="crown" />}
        </Place>
    );
}

/** The tile in hand as it would lie: three ghosts. */
function Ghost({
    tile,
    cells,
    turn,
    props,
}: {
    tile: string;
    cells: [number, number][];
    turn: number;
    props: BoardProps;
}) {
    const { kinds, region } = printed(props.edition, tile);
    return (
        <g class="ghost-tile" pointer-events="none">
            {kinds.map((kind, j) => {
                const [q, r] = cells[(j + turn) % 3];
                const [x, y] = centre(q, r);
                return (
                    <g key={j}>
                        <polygon points={corners(q, r, SIZE - 1)} class={`hex region-${region}`} />
                        <polygon points={corners(q, r, SIZE - 5.5)} class={`hex-face f-${kind}`} />
                        <Print kind={kind} x={x} y={y} size={32} />
                    </g>
                );
            })}
        </g>
    );
}

/** Legal footprints: the union of their cells glows, the middle of each is the target. */
function Spots({ spots, props }: { spots: Move[]; props: BoardProps }) {
    const cells = new Map<string, [number, number]>();
    const cellsOf = (m: Move) => footprint(String(m.shape), Number(m.q), Number(m.r));
    for (const m of spots) for (const c of cellsOf(m)) cells.set(c.join(), c);
    const pointed = props.pointed?.verb === "spot" ? props.pointed : null;
    return (
        <>
            {[...cells.values()].map(([q, r]) => (
                <polygon key={`${q},${r}`} points={corners(q, r, SIZE - 2)} class="spot-cell" />
            ))}
            {pointed && props.view.taken && (
                <Ghost tile={props.view.taken} cells={cellsOf(pointed)} turn={0} props={props} />
            )}
            {pointed &&
                cellsOf(pointed).map(([q, r]) => (
                    <polygon
                        key={`${q},${r}`}
                        points={corners(q, r, SIZE - 2)}
                        class="spot-cell lit"
                    />
                ))}
            {spots.map((m, i) => {
                const [x, y] = middle(cellsOf(m));
                return (
                    <Place
                        key={m.move}
                        moves={[m]}
                        props={props}
                        label={t("caravans.page.spot", { letter: letter(i) })}
                        id={`spot-${letter(i)}`}
                        about="spot"
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

/** The taken tile on its spot: a click lays it, the handle turns it on. */
function Turning({ props }: { props: BoardProps }) {
    const { view } = props;
    const turns = props.legal.filter((m) => m.verb === "turn");
    if (!turns.length) return null;
    const cells = footprint(view.spot_shape, view.spot_q, view.spot_r);
    const now =
        (props.pointed?.verb === "turn" && turns.find((m) => m.move === props.pointed?.move)) ||
        turns[0];
    const next = turns[(turns.indexOf(now) + 1) % turns.length];
    const [x, y] = middle(cells);
    const turn = () => props.point(next);
    return (
        <>
            <Ghost tile={view.taken} cells={cells} turn={Number(now.turn)} props={props} />
            {cells.map(([q, r]) => (
                <g
                    key={`${q},${r}`}
                    class="choice lay"
                    data-place={`lay-${q},${r}`}
                    data-about="tile"
                    role="button"
                    tabindex={0}
                    aria-label={t("caravans.page.lay_here")}
                    onClick={(e) => props.choose(now, e.currentTarget)}
                    onKeyDown={(e) => {
                        if (e.key === "Enter" || e.key === " ") {
                            e.preventDefault();
                            props.choose(now, e.currentTarget);
                        }
                        if (e.key === "r") turn();
                    }}
                >
                    <polygon points={corners(q, r, SIZE - 2)} class="lay-cell" />
                </g>
            ))}
            {turns.length > 1 && (
                <g
                    role="button"
                    tabindex={0}
                    class="turn-handle"
                    aria-label={t("caravans.page.turn")}
                    onClick={turn}
                    onKeyDown={(e) => {
                        if (e.key !== "Enter" && e.key !== " ") return;
                        e.preventDefault();
                        turn();
                    }}
                >
                    <circle cx={x} cy={y} r="17" />
                    <path d={`M${x - 7} ${y + 4}a8 8 0 1 1 11 3m0 -5.500v5.500h-5.500`} />
                </g>
            )}
        </>
    );
}

function Walkers({ props }: { props: BoardProps }) {
    const { view } = props;
    const caravans = (view.players as Player[])
        .slice(0, view.seats)
        .flatMap((p, seat) => (p.placed ? [{ ...p, seat }] : []));
    return (
        <>
            {caravans.map((c) => {
                const here = caravans.filter((o) => o.q === c.q && o.r === c.r);
                const [x, y] = centre(c.q, c.r);
                const off = (here.indexOf(c) - (here.length - 1) / 2) * (here.length > 3 ? 14 : 22);
                const active = c.seat === view.active && !view.over;
                return (
                    <g key={c.seat} data-place={`stand-${c.q},${c.r}`} pointer-events="none">
                        {active && (
                            <ellipse cx={x + off} cy={y + 26} rx="27" ry="8" class="standing" />
                        )}
                        <Camel
                            seat={c.seat}
                            x={x + off}
                            y={y + 12}
                            size={here.length > 2 ? 40 : here.length > 1 ? 48 : 58}
                        />
                    </g>
                );
            })}
        </>
    );
}

export function CaravanMap({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    const land = hexes(view, edition);
    const byCell = new Map(land.map((h) => [`${h.q},${h.r}`, h]));
    const cities = citiesOf(props);
    const stock = new Map<string, number>();
    for (const c of cities)
        for (const [dir, [dq, dr]] of Object.entries(DIRS))
            if (c.suburbs[dir] > 0) stock.set(`${c.q + dq},${c.r + dr}`, c.suburbs[dir]);
    const spots = props.legal.filter((m) => m.verb === "spot");
    const spotCells = spots.flatMap((m) => footprint(String(m.shape), Number(m.q), Number(m.r)));
    if (view.phase === "turn")
        spotCells.push(...footprint(view.spot_shape, view.spot_q, view.spot_r));
    const active = view.players[view.active];
    const camera = useCamera(
        landBox(land, spotCells),
        SIZE * Math.sqrt(3),
        active?.placed ? centre(active.q, active.r) : null,
    );
    return (
        <div class="car-map">
            <svg
                ref={camera.svg}
                viewBox={camera.viewBox}
                role="group"
                tabindex={0}
                aria-label={t("caravans.page.keys")}
                {...camera.handlers}
            >
                <Ground land={land} />
                {land.map((hex) => (
                    <HexPlace
                        key={`${hex.q},${hex.r}`}
                        hex={hex}
                        props={props}
                        stock={stock.get(`${hex.q},${hex.r}`) ?? 0}
                    />
                ))}
                <g pointer-events="none">
                    {joints(view).map(({ region, at: [x, y], tile }) => (
                        <Sign key={tile} region={region} x={x} y={y} />
                    ))}
                    {cities.map((c, i) => (
                        <Borders key={i} city={c} land={byCell} />
                    ))}
                </g>
                {cities.map((c, i) => (
                    <Forum key={i} city={c} index={i} props={props} />
                ))}
                <Walkers props={props} />
                <Spots spots={spots} props={props} />
                <Turning props={props} />
            </svg>
            <div class="zoom">
                <button
                    type="button"
                    aria-label={t("web.zoom_in")}
                    onClick={() => camera.zoom(1.3)}
                >
                    +
                </button>
                <button
                    type="button"
                    aria-label={t("web.zoom_out")}
                    onClick={() => camera.zoom(1 / 1.3)}
                >
                    −
                </button>
                <button
                    type="button"
                    aria-label={t(camera.part ? "web.zoom_all" : "web.zoom_in")}
                    onClick={camera.part ? camera.whole : camera.near}
                >
                    <Icon name={camera.part ? "expand" : "target"} />
                </button>
            </div>
        </div>
    );
}
