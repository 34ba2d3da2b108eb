/* The end of a race: who has won it stands in the light (R13). */
import { seatName, t } from "../../core/text";
import type { GameEvent } from "../../core/types";
import type { BoardProps, Rite } from "../board";

export function rite(events: GameEvent[], { game, seats }: BoardProps): Rite | null {
    const won = events.find((e) => e.event === "win" || e.event === "solo_win");
    if (!won || won.seat === null) return null;
    const name = seatName(game, seats, won.seat);
    const text = t("caravans.rite.goal");
    const at = `.car-race .goal, .car-race [data-piece="runner-${won.seat}"]`;
    return {
        chapters: [
            {
                title: t("caravans.rite.won", { name }),
                counts: [{ step: "goal", seat: won.seat, n: 0, at, text }],
            },
        ],
    };
}
