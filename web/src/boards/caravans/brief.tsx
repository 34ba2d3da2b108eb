/* A turn of Caravans in signs, and where it happened. */
import { t } from "../../core/text";
import type { GameEvent } from "../../core/types";
import type { Sound } from "../../ui/sound";
import type { BoardProps, Brief, Progress } from "../board";
import { KINDS } from "./hex";
import { InlineToken } from "./Piece";

const Camel = () => (
    <svg class="glyph camel" viewBox="0 0 28 25" aria-hidden="true">
        <use href="#car-camel" width="28" height="25" />
    </svg>
);
const Town = () => (
    <svg class="glyph" viewBox="0 0 16 14" aria-hidden="true">
        <path d="M1 13V6.500L4.500 3 8 6.500 11.500 3 15 6.500V13Z" fill="currentColor" />
    </svg>
);

export function sign(of: string) {
    const [, member, element] = of.split(".");
    if (member === "influence") return <b aria-hidden="true">★</b>;
    return KINDS.includes(element) ? <InlineToken kind={element} /> : null;
}

const ARROWS: Record<string, string> = { e: "→", se: "↘", sw: "↙", w: "←", nw: "↖", ne: "↗" };

export function brief(e: GameEvent): Brief | null {
    const n = Number(e.n ?? 1);
    const token = e.kind ? <InlineToken kind={String(e.kind)} /> : null;
    switch (e.event) {
        case "place":
            return { key: "place", how: "→", sign: <Camel /> };
        case "move":
            return {
                key: `move-${e.q},${e.r}`,
                sign: (
                    <>
                        {ARROWS[String(e.dir)]} <Camel />
                    </>
                ),
            };
        case "pick":
            return { key: `take-${e.kind}`, how: "+", n: 1, sign: token };
        case "produce":
            return { key: `make-${e.kind}`, how: "+", n: 1, sign: <>{token}</> };
        case "buy":
            return { key: `take-${e.kind}`, how: "+", n: 1, sign: token };
        case "sell":
        case "bribe":
        case "stake":
        case "drop":
            return { key: `less-${e.kind}`, how: "−", n: 1, sign: token };
        case "toll":
        case "pay":
            return { key: "ecu", how: "+", n, sign: <InlineToken kind="ecu" /> };
        case "lay":
            return { key: "lay", how: "+", n: 1, sign: <>⬡</> };
        case "build":
            return { key: "build", how: "+", n: 1, sign: <Town /> };
        case "invest":
            return { key: "influence", how: "+", n, sign: <>★</> };
        case "lose":
            return { key: "lose", how: "−", n, sign: <>★</> };
        case "expertise":
            return { key: `expert-${e.kind}`, how: "✓", sign: token };
        case "offer":
            return { key: "offer", how: "⇄", sign: null };
        case "accept":
            return { key: "answer", how: "✓", sign: null };
        case "decline":
            return { key: "answer", how: "✕", sign: null };
        default:
            return null;
    }
}

export function spot(e: GameEvent): string | null {
    if (e.q === undefined || e.r === undefined) return null;
    return `hex-${e.q},${e.r}`;
}

export const ties = [
    {
        name: "caravans.page.tie.expertise",
        of: (seat: number, { view }: BoardProps) => view.players[seat].expertise.length,
    },
    {
        name: "caravans.page.tie.cities",
        of: (seat: number, { view, edition }: BoardProps) =>
            edition.cities_per_player - view.players[seat].cities,
    },
    {
        name: "caravans.page.tie.units",
        of: (seat: number, { view }: BoardProps) =>
            KINDS.reduce((n, k) => n + view.players[seat].units[k], 0),
    },
];

/** Which action of the turn is chosen now. */
export function progress({ view, edition, position }: BoardProps): Progress | null {
    if (position.decision !== "action") return null;
    const all: number = edition.actions_per_turn;
    return { n: all - Number(view.actions) + 1, all, of: "caravans.page.action_of" };
}

export const unit = "caravans_influence";

export function when(e: GameEvent) {
    if (e.event !== "round") return null;
    return { part: t("caravans.board.round", { n: Number(e.round) }) };
}

export const drawing = ".car-map svg";

export const sounds: Record<string, Sound> = {
    place: "wood",
    move: "wood",
    lay: "wood",
    build: "wood",
    marker: "wood",
    pick: "wood",
    sell: "coin",
    buy: "coin",
    toll: "coin",
    pay: "coin",
    purse: "coin",
    explore: "card",
    draw: "card",
    complete: "score",
    invest: "score",
};
