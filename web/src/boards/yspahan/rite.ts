/* A caravan that is full (R5.5), and the end of a week: every souk that is full, then the caravan (R6.2, R6.3). */
import { t, wordText } from "../../core/text";
import type { GameEvent, View } from "../../core/types";
import type { BoardProps, Count, Rite } from "../board";
import { SHOPS } from "./layout";

/** The table as it was counted: with what the decision that led here did before. */
function counted(view: View, events: GameEvent[]): View {
    const shops = [...(view.shops as (number | null)[])];
    const caravan = [...(view.caravan as number[])];
    let { supervisor } = view;
    for (const e of events) {
        if (e.event === "put") shops[Number(e.shop)] = e.seat;
        else if (e.event === "load") shops[Number(e.shop)] = null;
        else if (e.event === "caravan" && e.seat !== null) caravan.push(e.seat);
        else if (e.event === "emptied") caravan.length = 0;
        else if (e.event === "move") supervisor = e.square;
    }
    return { ...view, shops, caravan, supervisor };
}

function countOf(e: GameEvent, props: BoardProps): Count | null {
    const { seat } = e;
    const n = Number(e.points);
    if (seat === null || !n) return null;
    if (e.event === "count")
        return {
            step: "caravan",
            seat,
            n,
            at: ".ysp-city .caravan",
            text: `${t("yspahan.board.caravan")}: ${e.goods} × ${e.factor}`,
        };
    if (e.event !== "souk") return null;
    const souk = String(e.souk);
    const nth = props.game.words.souk.indexOf(souk);
    const shops = SHOPS.flatMap((s, i) => (s.souk === nth ? [`[data-place="shop-${i}"]`] : []));
    return {
        step: souk,
        seat,
        n,
        at: shops.join(", "),
        text: wordText(props.game, "souk", souk),
    };
}

export function rite(events: GameEvent[], props: BoardProps): Rite | null {
    const at = (event: string) => events.findIndex((e) => e.event === event);
    const [full, end] = [at("full"), at("week_end")];
    const counts = (from: number, to?: number) =>
        events.slice(from, to).flatMap((e) => countOf(e, props) ?? []);
    const chapters: Rite["chapters"] = [];
    if (full >= 0)
        chapters.push({ title: t("yspahan.event.full"), counts: counts(full, at("emptied")) });
    if (end >= 0) {
        const list = counts(end);
        const key = list.length ? "yspahan.rite.week" : "yspahan.rite.nothing";
        chapters.push({ title: t(key, { n: Number(events[end].week) }), counts: list });
    }
    const before = events.slice(0, end >= 0 ? end : full);
    return chapters.length ? { chapters, view: counted(props.view, before) } : null;
}
