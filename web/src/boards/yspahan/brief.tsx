/* A turn of Yspahan in signs, and where it happened. */
import { t } from "../../core/text";
import type { GameEvent } from "../../core/types";
import type { Sound } from "../../ui/sound";
import type { BoardProps, Brief, Progress } from "../board";
import { Inline } from "./Piece";

export const BUILDINGS = ["paddock", "booth", "hammam", "caravanserai", "bazaar", "hoist"];

const SIGNS: Record<string, string> = {
    "stock.gold": "g-gold",
    "stock.camels": "g-camel",
    "track.cards": "g-card",
    "track.points": "g-vp",
    "task.goods": "cube0",
    "task.value": "g-sup",
};

export function sign(of: string) {
    const id = SIGNS[of];
    return id ? <Inline id={id} wide={id === "g-camel"} /> : null;
}

const building = (word: unknown) => (
    <svg class="glyph" viewBox="0 0 32 32" aria-hidden="true">
        <use href={`#ysp-b${BUILDINGS.indexOf(String(word))}`} width="32" height="32" />
    </svg>
);

export function brief(e: GameEvent): Brief | null {
    const n = Number(e.n ?? 1);
    switch (e.event) {
        case "buy":
            return n ? { key: "buy", how: "+", n, sign: <Inline id="d1y" /> } : null;
        case "select":
            return {
                key: "select",
                sign: (
                    <>
                        {Array.from({ length: Number(e.dice) }, (_, i) => (
                            <Inline key={i} id={`d${e.value}w`} />
                        ))}{" "}
                        <Inline id={`g-${e.level}`} wide={e.level === "camel"} />
                    </>
                ),
            };
        case "put":
            return { key: "put", how: "+", n: 1, sign: <Inline id={`cube${e.seat ?? 0}`} /> };
        case "move":
            return { key: "move", how: "→", sign: <Inline id="g-sup" /> };
        case "send":
            return { key: "send", how: "→", n: 1, sign: <Inline id="g-camelx" wide /> };
        case "take_camels":
            return { key: "camels", how: "+", n, sign: <Inline id="g-camel" wide /> };
        case "pay_camels":
            return { key: "less-camels", how: "−", n, sign: <Inline id="g-camel" wide /> };
        case "take_gold":
            return { key: "gold", how: "+", n, sign: <Inline id="g-gold" /> };
        case "pay_gold":
            return { key: "less-gold", how: "−", n, sign: <Inline id="g-gold" /> };
        case "draw":
            return { key: "draw", how: "+", n: 1, sign: <Inline id="g-card" /> };
        case "play":
        case "boost":
        case "discount":
            return { key: "play", how: "−", n: 1, sign: <Inline id="g-card" /> };
        case "build":
            return { key: `build-${e.building}`, how: "", sign: building(e.building) };
        case "caravan":
        case "card_points":
        case "count":
        case "souk":
            return Number(e.points)
                ? { key: "points", how: "+", n: Number(e.points), sign: <Inline id="g-vp" /> }
                : null;
        default:
            return null;
    }
}

export function spot(e: GameEvent): string | null {
    if (e.event === "put" || e.event === "send") return `shop-${e.shop}`;
    if (e.event === "move") return `square-${e.square}`;
    if (e.event === "select") return `level-${e.level}`;
    if (e.event === "build") return `building-${e.building}-${e.seat}`;
    return null;
}

export function order(seat: number, { view }: BoardProps): number | null {
    const at = (view.order as number[]).indexOf(seat);
    return at < 0 ? null : at + 1;
}

/** Which of the goods of a group is placed now. */
export function progress({ view, position, log }: BoardProps): Progress | null {
    if (position.decision !== "place") return null;
    let placed = 0;
    for (const entry of log) {
        if (entry.ply >= position.ply) break;
        for (const e of entry.events) {
            if (e.event === "select") placed = 0;
            if (e.event === "put") placed++;
        }
    }
    return { n: placed + 1, all: placed + Number(view.goods), of: "yspahan.page.good_of" };
}

export const clears = true;

export function when(e: GameEvent) {
    if (e.event !== "day") return null;
    return {
        chapter: t("yspahan.page.week", { n: Number(e.week) }),
        part: t("yspahan.page.day", { n: Number(e.day) }),
    };
}

export const drawing = ".ysp-city";

export const sounds: Record<string, Sound> = {
    roll: "dice",
    put: "wood",
    load: "wood",
    move: "wood",
    build: "wood",
    take_camels: "wood",
    take_gold: "coin",
    pay_gold: "coin",
    draw: "card",
    play: "card",
    boost: "card",
    complete: "score",
    full: "score",
};
