/* A turn of Tadmor in signs, and where it happened. */
import { t } from "../../core/text";
import type { GameEvent } from "../../core/types";
import type { Sound } from "../../ui/sound";
import type { BoardProps, Brief, Progress } from "../board";
import { Glyph, symbolOf } from "./glyphs";
import { sideOf } from "./Map";

export function sign(of: string) {
    const [, member, element] = of.split(".");
    if (member === "points") return <Glyph id="pp" />;
    if (member === "tower") return <Glyph id="tower" />;
    if (member === "any") return <Glyph id="sack" />;
    const id = symbolOf(element ?? "");
    return id ? <Glyph id={id} /> : null;
}

export function brief(e: GameEvent, props: BoardProps): Brief | null {
    const n = Number(e.n ?? 1);
    const good = <Glyph id={symbolOf(String(e.good)) ?? "sack"} />;
    switch (e.event) {
        case "place": {
            const action = sideOf(props).action[String(e.place)];
            return {
                key: `place-${e.kind}-${e.place}`,
                sign: (
                    <>
                        <Glyph id={String(e.kind)} /> →{" "}
                        <Glyph id={symbolOf(action ?? "") ?? "eight"} />
                    </>
                ),
            };
        }
        case "collect":
        case "gain":
            return { key: `good-${e.good}`, how: "+", n, sign: good };
        case "bonus":
            return { key: `good-${e.good}`, how: "+", n: 1, sign: good };
        case "paid":
        case "drop":
            return { key: `less-${e.good}`, how: "−", n, sign: good };
        case "trade":
            return {
                key: `trade-${e.from}-${e.to}`,
                sign: (
                    <>
                        <Glyph id={symbolOf(String(e.from)) ?? "sack"} /> →{" "}
                        <Glyph id={symbolOf(String(e.to)) ?? "sack"} />
                    </>
                ),
            };
        case "points":
        case "score":
            return { key: "points", how: n < 0 ? "" : "+", n, sign: <Glyph id="pp" /> };
        case "floors":
            return { key: "floors", how: "+", n, sign: <Glyph id="tower" /> };
        case "fall":
            return { key: "fall", how: "−", n, sign: <Glyph id="tower" /> };
        case "temple":
            return { key: "temple", how: "+", n: 1, sign: <Glyph id="temple" /> };
        case "rare":
            return {
                key: `rare-${e.rare}`,
                how: "+",
                n: 1,
                sign: <Glyph id={symbolOf(String(e.rare)) ?? "rare"} />,
            };
        case "draw":
            return { key: "draw", how: "+", n: 1, sign: <Glyph id="card" /> };
        case "discard":
            return {
                key: `discard-${e.good}`,
                sign: (
                    <>
                        <Glyph id="card" /> → {good}
                    </>
                ),
            };
        case "home":
            return { key: "home", how: "↩ ", sign: <Glyph id={String(e.kind)} /> };
        case "complete":
            return { key: "complete", how: "✓", sign: <Glyph id="mission" /> };
        case "flip":
            return { key: "flip", how: "", sign: <Glyph id="mission" /> };
        case "start":
        case "acquire":
            return { key: "tile", how: "+", n: 1, sign: <Glyph id="imp" /> };
        case "pawn":
            return { key: `pawn-${e.kind}`, how: "+", n: 1, sign: <Glyph id={String(e.kind)} /> };
        case "reveal":
        case "redirect":
        case "choose":
            return { key: "bandits", how: "", sign: <Glyph id="bandits" /> };
        case "marker":
            return { key: "first", how: "", sign: <Glyph id="first" /> };
        case "exempt":
            return { key: "tax", how: "", sign: <Glyph id="tax" /> };
        default:
            return null;
    }
}

export function spot(e: GameEvent): string | null {
    if (e.event === "place" || e.event === "collect") return `space-${e.place}`;
    if (e.event === "temple") return `temple-${e.seat}`;
    if (e.event === "acquire") return `tile-${e.tile}`;
    return null;
}

export const ties = [
    {
        name: "tadmor.page.tie.rare",
        of: (seat: number, { view }: BoardProps) =>
            Object.values(view.players[seat].rare as Record<string, number>).reduce(
                (a, b) => a + b,
                0,
            ),
    },
];

/** Which of one's pawns is placed now. */
export function progress({ view, position, viewer }: BoardProps): Progress | null {
    if (position.decision !== "place" || viewer === null) return null;
    const { owned, reserve } = view.players[viewer];
    const all = owned.camel + owned.boat;
    const left = reserve.camel + reserve.boat;
    return left > 0 ? { n: all - left + 1, all, of: "tadmor.page.pawn_of" } : null;
}

export function when(e: GameEvent) {
    if (e.event !== "round") return null;
    return {
        chapter: t("tadmor.board.era", { n: "I".repeat(Number(e.era)) }),
        part: t("tadmor.page.round", { n: Number(e.n) }),
    };
}

export const drawing = ".tad-map";

export const sounds: Record<string, Sound> = {
    place: "wood",
    pawn: "wood",
    temple: "wood",
    floors: "wood",
    start: "wood",
    gain: "coin",
    trade: "coin",
    paid: "coin",
    collect: "coin",
    draw: "card",
    reveal: "card",
    acquire: "card",
    discard: "card",
    complete: "score",
    rare: "score",
};
