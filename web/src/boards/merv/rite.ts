/* The invasion, building by building, and the scoring of a year: hall by hall, then the city, and at the end of
 * the game the spices (R6.2 to R6.4). */
import { t, wordText } from "../../core/text";
import type { GameEvent } from "../../core/types";
import type { BoardProps, Count, Rite } from "../board";

type Player = { sites: string[]; tile: string | null };

function playerOf(seat: number, { view }: BoardProps): Player {
    return view.players[seat] ?? view.neutrals.magistrate;
}

/** Where the points of a part come from: places of the board, or the seat's own cards. */
function placesOf(part: string, seat: number, hall: string | null, props: BoardProps): string {
    if (part === "palace" && hall) return `[data-place="hall-${hall}"]`;
    if (part === "spices") return `[data-seat="${seat}"] [data-about^="spice-"]`;
    const { sites, tile } = playerOf(seat, props);
    const action = { tiles: tile, mosque_sites: "mosque" }[part];
    return sites
        .filter((s) => !action || props.view.city[s].action === action)
        .map((s) => `[data-place="site-${s}"]`)
        .join(", ");
}

function lost(e: GameEvent, props: BoardProps): Count {
    return {
        step: String(e.site),
        seat: e.seat ?? 0,
        n: 0,
        at: `[data-place="site-${e.site}"]`,
        text: wordText(props.game, "action", props.view.city[String(e.site)].action),
        lost: true,
    };
}

/** Points in the order of what they are for; those of one hall or kind for all players at once. */
function scored(events: GameEvent[], props: BoardProps): Count[] {
    let hall: string | null = null;
    const found: Count[] = [];
    for (const e of events) {
        if (e.event === "courtiers") hall = String(e.hall);
        if (e.event !== "points" || e.seat === null) continue;
        const part = String(e.source);
        const text =
            part === "palace" && hall
                ? wordText(props.game, "hall", hall)
                : wordText(props.game, "score", part);
        found.push({
            step: part === "palace" ? `hall-${hall}` : part,
            seat: e.seat,
            n: Number(e.n),
            at: placesOf(part, e.seat, hall, props),
            text,
        });
    }
    const order = [
        ...props.game.words.hall.map((h) => `hall-${h}`),
        "buildings",
        "tiles",
        "mosque_sites",
        "spices",
    ];
    return found
        .filter((c) => order.includes(c.step))
        .sort((a, b) => order.indexOf(a.step) - order.indexOf(b.step));
}

export function rite(events: GameEvent[], props: BoardProps): Rite | null {
    const attack = events.findIndex((e) => e.event === "invasion");
    const scoring = events.findIndex((e) => e.event === "scoring");
    const asked = props.position.decision === "courtiers";
    const chapters: Rite["chapters"] = [];
    if (attack >= 0)
        chapters.push({
            title: t("merv.rite.invasion"),
            counts: events
                .slice(attack)
                .filter((e) => e.event === "lose")
                .map((e) => lost(e, props)),
        });
    if (scoring >= 0 || asked) {
        const counts = scored(events.slice(Math.max(scoring, 0)), props);
        if (counts.length || scoring >= 0)
            chapters.push({ title: t("merv.rite.year", { n: props.view.year }), counts });
    }
    return chapters.length ? { chapters } : null;
}
