/* The city: 25 sites, walls around them, action slots on the four sides, queue corners. */
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { Place } from "../Place";
import { Draw, OWNERS, symbolOf, upgradeOf, wood } from "./glyphs";

const LEFT = 62;
const STEP = 84;
const TILE = 78;

const at = (i: number) => LEFT + STEP * i;

/** Where a wall slot lies: N1..N5, E1..E5, S1..S5, W1..W5, clockwise around the city. */
function wallBox(slot: string): { x: number; y: number; w: number; h: number } {
    const n = Number(slot[1]) - 1;
    switch (slot[0]) {
        case "N":
            return { x: at(n), y: LEFT - 20, w: TILE, h: 14 };
        case "E":
            return { x: at(5) + 2, y: at(n), w: 14, h: TILE };
        case "S":
            return { x: at(4 - n), y: at(5) + 2, w: TILE, h: 14 };
        default:
            return { x: LEFT - 20, y: at(4 - n), w: 14, h: TILE };
    }
}

/** Slot i of the side in play, clockwise from the corner where the masters start. */
function slotAt(side: number, i: number): [number, number] {
    const along = at(i) + TILE / 2;
    const back = at(4 - i) + TILE / 2;
    switch (side) {
        case 1:
            return [along, 20];
        case 2:
            return [522, along];
        case 3:
            return [back, 522];
        default:
            return [20, back];
    }
}

const CORNERS: [number, number][] = [
    [20, 20],
    [522, 20],
    [522, 522],
    [20, 522],
];

function Site({ name, props }: { name: string; props: BoardProps }) {
    const { view } = props;
    const r = Number(name[1]) - 1;
    const c = Number(name[3]) - 1;
    const [x, y] = [at(c), at(r)];
    const tile = view.city[name];
    const owner = OWNERS.find((o) => view.players[o].sites.includes(name));
    const soldier = OWNERS.find((o) => view.players[o].soldiers.includes(name));
    const white = view.white_upgrades.includes(name);
    const bonus = Object.entries(view.bonus_upgrades).find(([, site]) => site === name)?.[0];
    const moves = props.legal.filter((m) => m.site === name);
    const label = `${name}: ${wordText(props.game, "action", tile.action)}, ${wordText(props.game, "colour", tile.colour)}`;
    return (
        <Place
            moves={moves}
            props={props}
            id={`site-${name}`}
            state={`${owner}${soldier}${white}${bonus}`}
            label={label}
        >
            <rect x={x} y={y} width={TILE} height={TILE} rx="8" class={`site c-${tile.colour}`} />
            <rect
                x={x + 1}
                y={y + TILE - 15}
                width={TILE - 2}
                height="14"
                rx="5"
                class={`foot c-${tile.colour}`}
            />
            <Draw id={symbolOf("action", tile.action) ?? "city"} x={x + 7} y={y + 6} size={25} />
            <Draw id={symbolOf("colour", tile.colour) ?? "qW"} x={x + 51} y={y + 7} size={20} />
            {owner && (
                <g style={wood(owner)}>
                    <Draw id="house" x={x + 5} y={y + 32} size={32} />
                    <text x={x + 17} y={y + 58} class="owner-mark">
                        {ownerMark(owner)}
                    </text>
                </g>
            )}
            {soldier && (
                <g style={wood(soldier)}>
                    <Draw id="soldier" x={x + 43} y={y + 32} size={30} />
                </g>
            )}
            {white && <Draw id="uW" x={x + 45} y={y + 34} size={26} />}
            {bonus && <Draw id={upgradeOf(bonus)} x={x + 45} y={y + 34} size={26} />}
        </Place>
    );
}

/** A letter beside the colour, so that colour is never alone. */
export function ownerMark(owner: string): string {
    return owner[0] === "p" ? owner[1] : owner[0].toUpperCase();
}

function Market({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    const [x, y] = [at(2), at(2)];
    const spots: Record<string, [number, number]> = {
        tl: [4, 4],
        tr: [40, 4],
        br: [40, 40],
        bl: [4, 40],
    };
    const moves = props.legal.filter((m) => m.verb === "collect");
    return (
        <Place moves={moves} props={props} id="market" label={t("merv.page.market")}>
            <rect x={x} y={y} width={TILE} height={TILE} rx="8" class="site market" />
            {Object.entries(spots).map(([corner, [dx, dy]]) => {
                const gain = edition.market[view.market_side][corner];
                const camel = view.market_camels.includes(corner);
                const sell = props.legal.filter((m) => m.verb === "sell" && m.corner === corner);
                return (
                    <Place
                        key={corner}
                        moves={sell}
                        props={props}
                        id={`market-${corner}`}
                        label={wordText(props.game, "gain", gain)}
                    >
                        <circle cx={x + dx + 17} cy={y + dy + 17} r="16.500" class="market-slot" />
                        <Draw
                            id={symbolOf("gain", gain) ?? "camel"}
                            x={x + dx + 7}
                            y={y + dy + 7}
                            size={20}
                            dim={camel}
                        />
                        {camel && <Draw id="camel" x={x + dx + 4} y={y + dy + 4} size={26} />}
                    </Place>
                );
            })}
        </Place>
    );
}

function Wall({ slot, props }: { slot: string; props: BoardProps }) {
    const { x, y, w, h } = wallBox(slot);
    const piece: string | null = props.view.walls[slot];
    const moves = props.legal.filter((m) => m.wall === slot);
    const colour = piece?.split("_")[0];
    const kind = piece?.split("_")[1];
    return (
        <Place
            moves={moves}
            props={props}
            id={`wall-${slot}`}
            state={piece}
            label={t("merv.page.wall_slot", { slot })}
        >
            <rect
                x={x}
                y={y}
                width={w}
                height={h}
                rx="3"
                class={piece ? `wall foot c-${colour}` : "wall empty"}
            />
            {piece && (
                <text x={x + w / 2} y={y + h / 2 + 4} class="wall-text">
                    {kind === "gate" ? "∩" : kind}
                </text>
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
                            label={t("merv.page.slot", { n: i + 1 })}
                        >
                            <rect
                                x={x - 17}
                                y={y - 15}
                                width="34"
                                height="30"
                                rx="7"
                                class={now ? "slot now" : "slot"}
                            />
                            {!master && (
                                <text
                                    x={x}
                                    y={y + 5}
                                    class={now ? "slot-number now" : "slot-number"}
                                >
                                    {i + 1}
                                </text>
                            )}
                            {master && <Master owner={master} x={x} y={y} />}
                        </Place>
                    );
                }),
            )}
        </>
    );
}

function Master({ owner, x, y }: { owner: string; x: number; y: number }) {
    return (
        <g style={wood(owner)}>
            <Draw id="master" x={x - 15} y={y - 17} size={32} />
            <text x={x} y={y + 10} class="owner-mark">
                {ownerMark(owner)}
            </text>
        </g>
    );
}

/** Masters waiting at the corner where the side in play begins, and those already in the next queue. */
function Queues({ props }: { props: BoardProps }) {
    const { view } = props;
    const moved: string[] = view.slots.filter((o: string | null) => o !== null);
    const here = (view.queue as (string | null)[]).filter(
        (o): o is string => o !== null && !moved.includes(o),
    );
    const next = (view.next_queue as (string | null)[]).filter((o): o is string => o !== null);
    const groups: [number, string[]][] = [
        [(view.round - 1) % 4, here],
        [view.round % 4, next],
    ];
    return (
        <>
            {groups.map(([corner, owners], g) => {
                const [x, y] = CORNERS[corner];
                return owners.map((o, i) => (
                    <g
                        key={`${g}${o}`}
                        transform={`translate(${x + (i % 2 ? 10 : -8)} ${y + (i > 1 ? 10 : -8)}) scale(.7)`}
                    >
                        <Master owner={o} x={0} y={0} />
                    </g>
                ));
            })}
        </>
    );
}

export function City({ props }: { props: BoardProps }) {
    const sites = Object.keys(props.view.city).filter((s) => s !== "r3c3");
    return (
        <svg viewBox="0 0 542 542" class="mrv-city" role="group" aria-label={t("merv.page.city")}>
            <rect x="38" y="38" width="466" height="466" rx="12" class="ground" />
            {CORNERS.map(([x, y]) => (
                <circle key={`${x},${y}`} cx={x} cy={y} r="19" class="corner" />
            ))}
            {Object.keys(props.view.walls).map((s) => (
                <Wall key={s} slot={s} props={props} />
            ))}
            {sites.map((s) => (
                <Site key={s} name={s} props={props} />
            ))}
            <Market props={props} />
            <Slots props={props} />
            <Queues props={props} />
        </svg>
    );
}
