/* The city: 25 sites, walls around them, action slots on the four sides, queue corners. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { EmblemMark } from "../../art/emblems";
import { star } from "../../art/ornaments";
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { Place } from "../Place";
import {
    Draw,
    emblemSeat,
    Figure,
    markOf,
    master,
    mastersOf,
    OWNERS,
    symbolOf,
    upgradeOf,
    wood,
} from "./glyphs";

const FIRST = 60;
const STEP = 85.5;
const TILE = 78;

const at = (i: number) => FIRST + STEP * i;
const mid = (i: number) => at(i) + TILE / 2;

const SIDES = ["N", "E", "S", "W"];

/** The line of slot i (0 to 4) of a side: which row or column it makes active. */
export function lineOf(side: number, i: number): string {
    const n = side === 1 || side === 2 ? i + 1 : 5 - i;
    return side === 1 || side === 3 ? `column_${n}` : `row_${n}`;
}

/** Slot i of a side, clockwise from the corner where the masters start. */
function slotAt(side: number, i: number): [number, number] {
    switch (side) {
        case 1:
            return [mid(i), 15];
        case 2:
            return [525, mid(i)];
        case 3:
            return [mid(4 - i), 525];
        default:
            return [15, mid(4 - i)];
    }
}

/** Corners where a side begins, and their places: the first is nearest to the slots. */
const CORNERS: { at: [number, number]; places: [number, number][] }[] = [
    { at: [27, 27], places: place(27, 27, [1, -1], [-1, -1], [-1, 1], [1, 1]) },
    { at: [513, 27], places: place(513, 27, [1, 1], [1, -1], [-1, -1], [-1, 1]) },
    { at: [513, 513], places: place(513, 513, [-1, 1], [1, 1], [1, -1], [-1, -1]) },
    { at: [27, 513], places: place(27, 513, [-1, -1], [-1, 1], [1, 1], [1, -1]) },
];

function place(x: number, y: number, ...signs: [number, number][]): [number, number][] {
    return signs.map(([sx, sy]) => [x + 10.8 * sx, y + 10.8 * sy]);
}

/** What each site that may be activated would bring: cubes by owner. */
export const yields = signal(new Map<string, { seat: number; colours: string[] }[]>());

function useYields(props: BoardProps): void {
    useEffect(() => {
        let gone = false;
        // What was chosen in the past brings nothing any more.
        const sites = props.told ? [] : props.legal.filter((m) => m.verb === "site");
        yields.value = new Map();
        void Promise.all(
            sites.map(async (m) => {
                const gains = new Map<number, string[]>();
                for (const e of (await props.peek(m)).events)
                    if (e.event === "cubes" && e.seat !== null)
                        gains.set(e.seat, [
                            ...(gains.get(e.seat) ?? []),
                            ...Array.from({ length: Number(e.n) }, () => String(e.colour)),
                        ]);
                const list = [...gains].map(([seat, colours]) => ({ seat, colours }));
                return [String(m.site), list] as const;
            }),
        ).then(
            (found) => {
                if (!gone) yields.value = new Map(found);
            },
            () => undefined, // somebody else decides: it is not told here
        );
        return () => {
            gone = true;
        };
    }, [props.position, props.legal.length]);
}

/** Cubes the viewer would gain, on the foot of a site. */
function Yield({ x, y, name, props }: { x: number; y: number; name: string; props: BoardProps }) {
    const mine =
        yields.value.get(name)?.find((g) => g.seat === props.position.actor)?.colours ?? [];
    if (!mine.length) return null;
    const step = Math.min(15, 62 / mine.length);
    const w = step * mine.length + 8;
    return (
        <g class="yield" pointer-events="none">
            <rect x={x + TILE / 2 - w / 2} y={y + TILE - 19} width={w} height="18" rx="9" />
            {mine.map((c, i) => (
                <Draw
                    key={i}
                    id={symbolOf("colour", c) ?? "qW"}
                    x={x + TILE / 2 - w / 2 + 4 + step * i}
                    y={y + TILE - 17}
                    size={14}
                />
            ))}
        </g>
    );
}

function Site({ name, props }: { name: string; props: BoardProps }) {
    const { view } = props;
    const r = Number(name[1]) - 1;
    const c = Number(name[3]) - 1;
    const [x, y] = [at(c), at(r)];
    const tile = view.city[name];
    const owner = mastersOf(view).find((o) => master(view, o).sites.includes(name));
    const soldier = mastersOf(view).find((o) => master(view, o).soldiers.includes(name));
    const white = view.white_upgrades.includes(name);
    const bonus = Object.entries(view.bonus_upgrades).find(([, site]) => site === name)?.[0];
    const moves = props.legal.filter((m) => m.site === name);
    const danger = moves.some((m) => m.verb === "lose");
    const building =
        !owner && props.pointed?.site === name && props.pointed.verb === "site"
            ? OWNERS[props.position.actor ?? 0]
            : null;
    const label = `${wordText(props.game, "action", tile.action)}, ${wordText(props.game, "colour", tile.colour)}`;
    return (
        <Place
            moves={moves}
            props={props}
            id={`site-${name}`}
            class={`c-${tile.colour}${danger ? " danger" : ""}`}
            state={`${owner}${soldier}${white}${bonus}`}
            label={label}
        >
            <rect x={x} y={y} width={TILE} height={TILE} rx="7" class="site" />
            <path
                d={`M${x + 0.5} ${y + 59}h77v12a7 7 0 0 1-7 7h-63a7 7 0 0 1-7-7z`}
                class="foot"
                pointer-events="none"
            />
            <g class="marks">
                {[0, 1, 2, 3, 4].map((i) => (
                    <Draw
                        key={i}
                        id={markOf(tile.colour)}
                        x={x + 5 + 15 * i}
                        y={y + 64}
                        size={8.5}
                    />
                ))}
            </g>
            <Draw id={symbolOf("action", tile.action) ?? "city"} x={x + 6} y={y + 5} size={23} />
            <Draw id={symbolOf("colour", tile.colour) ?? "qW"} x={x + 53} y={y + 5} size={19} />
            {owner || building ? (
                <g
                    style={wood(owner ?? building ?? "")}
                    class={owner ? "house" : "house ghost"}
                    data-piece={owner ? `house-${emblemSeat(owner)}` : undefined}
                    pointer-events="none"
                >
                    <Draw id="house" x={x + 5} y={y + 26} size={36} h={32} />
                    <EmblemMark
                        seat={emblemSeat(owner ?? building ?? "")}
                        x={x + 11.5}
                        y={y + 41}
                        size={13}
                    />
                </g>
            ) : (
                <g class="blank" pointer-events="none">
                    <Draw id="ghost" x={x + 5} y={y + 26} size={36} h={32} />
                </g>
            )}
            {soldier && <Figure owner={soldier} kind="soldier" x={x + 60} y={y + 42} h={30} />}
            {white && <Draw id="uW" x={x + 47} y={y + 30} size={25} />}
            {bonus && <Draw id={upgradeOf(bonus)} x={x + 47} y={y + 30} size={25} />}
            {!soldier && !white && !bonus && (
                <g class="blank" pointer-events="none">
                    <Draw id="st" x={x + 51} y={y + 34} size={17} />
                </g>
            )}
            <Yield x={x} y={y} name={name} props={props} />
        </Place>
    );
}

function Market({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    const [x, y] = [at(2), at(2)];
    const spots: Record<string, [number, number]> = {
        tl: [2, 2],
        tr: [40, 2],
        br: [40, 40],
        bl: [2, 40],
    };
    return (
        <>
            <Place
                moves={props.legal.filter((m) => m.verb === "collect")}
                props={props}
                id="market"
                label={t("merv.page.market")}
            >
                <rect x={x} y={y} width={TILE} height={TILE} rx="8" class="site market" />
                <polygon points={star(x + 39, y + 39, 15, 0.72)} class="blank-star" />
            </Place>
            {Object.entries(spots).map(([corner, [dx, dy]]) => {
                const gain = edition.market[view.market_side][corner];
                const camel = view.market_camels.includes(corner);
                return (
                    <Place
                        key={corner}
                        moves={props.legal.filter((m) => m.verb === "sell" && m.corner === corner)}
                        props={props}
                        id={`market-${corner}`}
                        state={Number(camel)}
                        label={wordText(props.game, "gain", gain)}
                    >
                        <circle cx={x + dx + 18} cy={y + dy + 18} r="16.500" class="market-slot" />
                        <Draw
                            id={symbolOf("gain", gain) ?? "camel"}
                            x={x + dx + 8}
                            y={y + dy + 8}
                            size={20}
                            dim={camel}
                        />
                        {camel && (
                            <g data-piece="camel">
                                <Draw id="camel" x={x + dx + 4} y={y + dy + 4} size={28} />
                            </g>
                        )}
                    </Place>
                );
            })}
        </>
    );
}

/** The battlements of a wall 78 long and 18 deep, seen from the north. */
export function Battlements({ kind }: { kind: string }) {
    if (kind === "gate")
        return (
            <>
                <path d="M0 18V0h5v4h5V0h5v4h6V0h5v8h26V0h5v4h6V0h5v4h5V0h5v18Z" class="stones" />
                <path d="M3 8h20v7H3zM55 8h20v7H55z" class="band" />
                <path d="M29 18v-4c0-4 5-7 10-7s10 3 10 7v4Z" class="arch" />
            </>
        );
    const teeth = Array.from({ length: 6 }, () => "h6.500v4h6.500v-4").join("");
    return (
        <>
            <path d={`M0 18V1${teeth}V18Z`} class="stones" />
            <rect x="1" y="8" width="76" height="7.500" class="band" />
        </>
    );
}

/** Marks on a piece of wall: how many cubes it costs. */
export function WallMarks({ colour, n }: { colour: string; n: number }) {
    return (
        <g class="wall-marks">
            {Array.from({ length: n }, (_, i) => (
                <Draw
                    key={i}
                    id={markOf(colour)}
                    x={35 + (i - (n - 1) / 2) * 14}
                    y={8}
                    size={7.5}
                />
            ))}
        </g>
    );
}

function Wall({ slot, props }: { slot: string; props: BoardProps }) {
    const side = SIDES.indexOf(slot[0]);
    const n = Number(slot[1]) - 1;
    const piece: string | null = props.view.walls[slot];
    const [colour, kind] = piece?.split("_") ?? [];
    const moves = props.legal.filter((m) => m.wall === slot);
    const turn = [
        `translate(${at(n)} 37)`,
        `translate(503 ${at(n)}) rotate(90)`,
        `translate(${at(4 - n) + TILE} 503) rotate(180)`,
        `translate(37 ${at(4 - n) + TILE}) rotate(270)`,
    ][side];
    return (
        <Place
            moves={moves}
            props={props}
            id={`wall-${slot}`}
            state={piece}
            class={colour ? `c-${colour}` : ""}
            label={t(`merv.page.wall.${slot[0].toLowerCase()}`)}
        >
            <rect width="78" height="18" transform={turn} rx="3" class="wall-place" />
            {piece ? (
                <g transform={turn} pointer-events="none" data-piece={`wall-${piece}`}>
                    <Battlements kind={kind} />
                    {kind !== "gate" && <WallMarks colour={colour} n={Number(kind)} />}
                </g>
            ) : (
                <path
                    d={n === 2 ? "M8 9h24l7 5 7-5h24" : "M8 9h62"}
                    transform={turn}
                    class="wall-line"
                />
            )}
        </Place>
    );
}

function Slots({ props }: { props: BoardProps }) {
    const { view } = props;
    return (
        <>
            {[1, 2, 3, 4].flatMap((side) =>
                [0, 1, 2, 3, 4].map((i) => {
                    const [x, y] = slotAt(side, i);
                    const [w, h] = side % 2 ? [44, 27] : [27, 44];
                    const now = side === view.round;
                    const master: string | null = now ? view.slots[i] : null;
                    const moves = now
                        ? props.legal.filter((m) => m.verb === "slot" && m.slot === i + 1)
                        : [];
                    return (
                        <Place
                            key={`${side}${i}`}
                            moves={moves}
                            props={props}
                            id={`slot-${side}-${i + 1}`}
                            state={master}
                            label={t("merv.page.slot", { slot: t(`merv.page.slot.${i + 1}`) })}
                        >
                            <rect
                                x={x - w / 2}
                                y={y - h / 2}
                                width={w}
                                height={h}
                                rx="9"
                                class={now ? "slot now" : "slot"}
                            />
                            {master ? (
                                <Figure owner={master} kind="master" x={x} y={y} h={34} />
                            ) : (
                                <text
                                    x={x}
                                    y={y + 5}
                                    class={now ? "slot-number now" : "slot-number"}
                                >
                                    {i + 1}
                                </text>
                            )}
                        </Place>
                    );
                }),
            )}
        </>
    );
}

/** Masters waiting at the corner where the side in play begins, and those in the next queue. */
function Queues({ props }: { props: BoardProps }) {
    const { view } = props;
    const count = view.seats === 4 ? 4 : 3;
    const moved: (string | null)[] = view.slots;
    const rows: (string | null)[][] = [0, 1, 2, 3].map((corner) => {
        if (corner === (view.round - 1) % 4)
            return (view.queue as (string | null)[]).map((o) =>
                o && !moved.includes(o) ? o : null,
            );
        return corner === view.round % 4 ? view.next_queue : [];
    });
    return (
        <>
            {CORNERS.map(({ at: [x, y], places }, corner) => (
                <g
                    key={corner}
                    data-about="queue"
                    data-place={`corner-${corner}`}
                    class={rows[corner].length ? "corner now" : "corner"}
                >
                    <polygon
                        points={[1, 3, 5, 7, 9, 11, 13, 15]
                            .map((k) => (Math.PI * k) / 8)
                            .map((a) => `${x + 29 * Math.cos(a)},${y + 29 * Math.sin(a)}`)
                            .join(" ")}
                    />
                    {places.slice(0, count).map(([px, py], i) => {
                        const owner = rows[corner][i];
                        const camels: number =
                            corner === view.round % 4 ? (view.queue_camels[i] ?? 0) : 0;
                        return (
                            <g key={i} data-place={`queue-${corner}-${i}`}>
                                <circle cx={px} cy={py} r="9" />
                                {!owner && (
                                    <text x={px} y={py + 4.5} aria-hidden="true">
                                        {i + 1}
                                    </text>
                                )}
                                {Array.from({ length: camels }, (_, k) => (
                                    <g key={k} data-piece="camel">
                                        <Draw id="camel" x={px - 8 + 3 * k} y={py - 8} size={16} />
                                    </g>
                                ))}
                                {owner && (
                                    <Figure owner={owner} kind="master" x={px} y={py - 3} h={26} />
                                )}
                            </g>
                        );
                    })}
                </g>
            ))}
        </>
    );
}

/** The active line, once a slot is taken or pointed at. */
function ActiveLine({ props }: { props: BoardProps }) {
    const { view, pointed } = props;
    const slot = pointed?.verb === "slot" ? Number(pointed.slot) : Number(view.slot ?? 0);
    if (!slot || !["slot", "site", "before", "action", "after"].includes(view.phase)) return null;
    const [kind, n] = lineOf(view.round, slot - 1).split("_");
    const from = at(Number(n) - 1) - 5;
    return kind === "row" ? (
        <rect x="34" y={from} width="472" height={TILE + 10} rx="9" class="active-line" />
    ) : (
        <rect x={from} y="34" width={TILE + 10} height="472" rx="9" class="active-line" />
    );
}

/** Where the Mongols ride in against a building: from every side of its line without a wall. */
function Strikes({ props }: { props: BoardProps }) {
    const site = props.legal.find((m) => m.verb === "lose")?.site;
    if (!site) return null;
    const r = Number(String(site)[1]);
    const c = Number(String(site)[3]);
    const ways = [
        { open: r < 3, wall: `N${c}`, turn: `translate(${mid(c - 1)} 46)` },
        { open: c > 3, wall: `E${r}`, turn: `translate(494 ${mid(r - 1)}) rotate(90)` },
        { open: r > 3, wall: `S${6 - c}`, turn: `translate(${mid(c - 1)} 494) rotate(180)` },
        { open: c < 3, wall: `W${6 - r}`, turn: `translate(46 ${mid(r - 1)}) rotate(270)` },
    ];
    return (
        <g pointer-events="none">
            {ways
                .filter(({ open, wall }) => open && !props.view.walls[wall])
                .map(({ wall, turn }) => (
                    <g key={wall} transform={turn}>
                        <path d="M-9-12 0-4 9-12M-9-2 0 6 9-2M-9 8 0 16 9 8" class="strike" />
                    </g>
                ))}
        </g>
    );
}

export function City({ props }: { props: BoardProps }) {
    useYields(props);
    const sites = Object.keys(props.view.city).filter((s) => s !== "r3c3");
    return (
        <svg
            viewBox="-2 -2 544 544"
            class="mrv-city"
            role="group"
            aria-label={t("merv.page.city")}
            data-guide="city"
        >
            <rect x="33" y="33" width="474" height="474" rx="10" class="sand" />
            <rect
                x="33"
                y="33"
                width="474"
                height="474"
                rx="10"
                fill="url(#mrv-lat)"
                opacity=".5"
            />
            <rect x="57" y="57" width="426" height="426" rx="9" class="ground" />
            <ActiveLine props={props} />
            {Object.keys(props.view.walls).map((s) => (
                <Wall key={s} slot={s} props={props} />
            ))}
            {sites.map((s) => (
                <Site key={s} name={s} props={props} />
            ))}
            <Market props={props} />
            <Slots props={props} />
            <Queues props={props} />
            <Strikes props={props} />
        </svg>
    );
}
