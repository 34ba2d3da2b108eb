/* Sitting down at a table. */
import { call, ServerError } from "./api";
import { freshPart, promise } from "./dice";
import { keepSeat, keepTable, session } from "./mine";
import { sittingName } from "./Name";
import type { Seated, TableInfo } from "./protocol";

/** How many of one name a table may see. */
const NAMESAKES = 7;

/** Sits down at a table; throws what the server says. Who has the name of another gets a number. */
export async function join(
    info: TableInfo,
    how: { seat?: number; invite?: string } = {},
): Promise<void> {
    const part = freshPart();
    const dice = promise(part, info.live);
    for (let n = 1; ; n++) {
        try {
            const seated = await call<Seated>("POST", `tables/${info.table}/join`, {
                body: { name: sittingName(n > 1 ? ` ${n}` : ""), dice, ...how },
                token: session.value?.token,
            });
            keepSeat(info.game, seated);
            keepTable(info.table, { part });
            return;
        } catch (e) {
            if (!(e instanceof ServerError) || e.code !== "name" || n === NAMESAKES) throw e;
        }
    }
}
