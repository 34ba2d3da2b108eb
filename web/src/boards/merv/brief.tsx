/* A turn of Merv in signs, and where it happened. */
import { t } from "../../core/text";
import type { GameEvent } from "../../core/types";
import type { Sound } from "../../ui/sound";
import type { BoardProps, Brief, Progress } from "../board";
import { emblemSeat, Glyph, symbolOf } from "./glyphs";

const MEMBERS: Record<string, string> = {
    camels: "camel",
    scrolls: "scroll",
    common: "common",
    rare: "rare",
    favour: "fav",
    influence: "inf",
    points: "vp",
    any: "qA",
};

export function sign(of: string) {
    const [, member, element] = of.split(".");
    const id =
        MEMBERS[member] ??
        symbolOf({ cubes: "colour", cards: "spice" }[member] ?? "", element ?? "");
    return id ? <Glyph id={id} /> : null;
}

const glyph = (names: string, word: unknown) => (
    <Glyph id={symbolOf(names, String(word)) ?? "qA"} />
);

export function brief(e: GameEvent): Brief | null {
    const n = Number(e.n ?? 1);
    switch (e.event) {
        case "slot":
            return { key: "slot", sign: <Glyph id="master" /> };
        case "build":
            return {
                key: "site",
                sign: (
                    <>
                        <Glyph id="house" /> {glyph("action", e.action)}
                    </>
                ),
            };
        case "activate":
            return { key: "site", sign: glyph("action", e.action) };
        case "cubes":
            return { key: `cube-${e.colour}`, how: "+", n, sign: glyph("colour", e.colour) };
        case "pay":
            return { key: `less-${e.colour}`, how: "−", n, sign: glyph("colour", e.colour) };
        case "favour":
            return { key: "favour", how: "+", n: 1, sign: <Glyph id="fav" /> };
        case "influence":
            return n ? { key: "influence", how: "+", n, sign: <Glyph id="inf" /> } : null;
        case "points":
            return { key: "points", how: "+", n, sign: <Glyph id="vp" /> };
        case "camels":
        case "collect":
            return { key: "camels", how: "+", n, sign: <Glyph id="camel" /> };
        case "soldier":
            return { key: "soldier", how: "→", sign: <Glyph id="soldier" /> };
        case "card":
            return { key: `spice-${e.spice}`, how: "+", n: 1, sign: glyph("spice", e.spice) };
        case "place":
            return { key: `hall-${e.hall}`, how: "→", sign: <Glyph id="courtier" /> };
        case "scrolls":
            return { key: "scrolls", how: "+", n, sign: <Glyph id="scroll" /> };
        case "goods":
            return { key: `goods-${e.kind}`, how: "+", n, sign: glyph("goods", e.kind) };
        case "post":
            return { key: "post", how: "→", sign: <Glyph id="aT" /> };
        case "climb":
            return { key: "climb", how: "↑", n: 1, sign: <Glyph id="aM" /> };
        case "wall":
            return { key: "wall", how: "+", n: 1, sign: <Glyph id="aW" /> };
        case "upgrade":
            return { key: "upgrade", how: "+", n: 1, sign: <Glyph id="uX" /> };
        case "contract":
            return { key: "contract", how: "✓", sign: <Glyph id="seal" /> };
        case "sell":
            return { key: "sell", how: "−", n: 1, sign: <Glyph id="camel" /> };
        case "queue":
            return Number(e.camels)
                ? { key: "queue", how: "−", n: Number(e.camels), sign: <Glyph id="camel" /> }
                : { key: "queue", how: "→ ", n: Number(e.place), sign: <Glyph id="master" /> };
        case "ransom":
            return { key: `less-${e.colour}`, how: "−", n: 1, sign: glyph("colour", e.colour) };
        case "lose":
            return { key: "lose", how: "−", n: 1, sign: <Glyph id="house" /> };
        default:
            return null;
    }
}

export function spot(e: GameEvent, { view }: BoardProps): string | null {
    if (e.site) return `site-${e.site}`;
    if (e.event === "slot") return `slot-${view.round}-${e.slot}`;
    if (e.event === "wall") return `wall-${e.wall}`;
    if (e.event === "place") return `hall-${e.hall}`;
    if (e.event === "post" || e.event === "route") return `city-${e.city}`;
    return null;
}

export function order(seat: number, { view }: BoardProps): number | null {
    const queue = (view.queue as (string | null)[]).filter((o): o is string => o !== null);
    const at = queue.findIndex((o) => emblemSeat(o) === seat);
    return at < 0 ? null : at + 1;
}

const player = (seat: number, { view }: BoardProps) => view.players[seat];

export const ties = [
    { name: "merv.page.tie.favour", of: (s: number, p: BoardProps) => player(s, p).favour },
    { name: "merv.page.tie.influence", of: (s: number, p: BoardProps) => player(s, p).influence },
    {
        name: "merv.page.tie.queue",
        of: (s: number, p: BoardProps) => -(order(s, p) ?? 9),
        mute: true,
    },
];

const STEPS = ["slot", "site", "before"];

/** A slot, a site, what to do there. */
export function progress({ position }: BoardProps): Progress | null {
    const at = STEPS.indexOf(position.decision ?? "");
    return at < 0 ? null : { n: at + 1, all: STEPS.length, of: "merv.page.step_of" };
}

export function when(e: GameEvent) {
    if (e.event === "year") return { chapter: t("merv.page.year", { n: Number(e.year) }) };
    if (e.event !== "round") return null;
    const side = t(`merv.board.${"nesw"[Number(e.round) - 1] ?? "n"}`);
    return { part: t("merv.page.round", { n: Number(e.round), side }) };
}

export const drawing = ".mrv-city";

export const sounds: Record<string, Sound> = {
    slot: "wood",
    build: "wood",
    place: "wood",
    post: "wood",
    climb: "wood",
    wall: "wood",
    soldier: "wood",
    upgrade: "wood",
    queue: "wood",
    pay: "coin",
    cubes: "coin",
    card: "card",
    reveal: "card",
    discover: "card",
    tile: "card",
    contract: "score",
};
