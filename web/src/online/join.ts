/* Sitting down at a table. */
import { call } from "./api";
import { keepSeat, session } from "./mine";
import { sittingName } from "./Name";
import type { Seated, TableInfo } from "./protocol";

/** Sits down at a table; throws what the server says. */
export async function join(
    info: TableInfo,
    how: { seat?: number; invite?: string } = {},
): Promise<void> {
    const seated = await call<Seated>("POST", `tables/${info.table}/join`, {
        body: { name: sittingName(), ...how },
        token: session.value?.token,
    });
    keepSeat(info.game, seated);
}
