/* A new era, for which every tower counts (R10.3), and the last count (R11). */
import { t, wordText } from "../../core/text";
import type { GameEvent } from "../../core/types";
import type { BoardProps, Count, Rite } from "../board";

const WHERE: Record<string, string> = {
    tower: "[data-about=tower]",
    missions: ".missions",
    temples: "[data-about=temple]",
    rares: ".rares",
    tiles: ".owned",
};

function countOf(e: GameEvent, props: BoardProps): Count | null {
    const { seat } = e;
    if (seat === null) return null;
    const era = e.event === "points" && e.source === "era";
    if (!era && e.event !== "score") return null;
    const part = era ? "tower" : String(e.part);
    return {
        step: part,
        seat,
        n: Number(e.n),
        at: `[data-seat="${seat}"] ${WHERE[part]}`,
        text: wordText(props.game, "score", part),
    };
}

const PARTS = Object.keys(WHERE);

export function rite(events: GameEvent[], props: BoardProps): Rite | null {
    const era = events.find((e) => e.event === "era");
    const end = events.some((e) => e.event === "final");
    if (!era && !end) return null;
    const counts = events
        .flatMap((e) => countOf(e, props) ?? [])
        .sort((a, b) => PARTS.indexOf(a.step) - PARTS.indexOf(b.step));
    const title = era
        ? t("tadmor.rite.era", { n: "I".repeat(Number(era.n) - 1) })
        : t("tadmor.rite.end");
    return { chapters: [{ title, counts }] };
}
