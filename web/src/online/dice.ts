/* What this browser gives to the dice of a table (docs/protocol.md, 4): a part nobody else knows, promised when
 * one sits down and shown when all seats are taken. */
import { keepTable, kept } from "./mine";
import type { WholeInfo } from "./protocol";
import { sha256 } from "./sha256";

export function freshPart(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/** The promise; by turns, where one may not be there to keep it, the part itself. */
export const promise = (part: string, live: boolean): string => (live ? sha256(part) : part);

/** The part that is to be shown now, if there is one. */
export function partToShow(info: WholeInfo, you: number | null): string | null {
    const part = kept(info.table)?.part;
    if (you === null || !part || info.status !== "waiting") return null;
    const full = info.seats.every((s) => s.kind === "human" || s.kind === "bot");
    return full && info.seats[you].dice === sha256(part) ? part : null;
}

/** A new part for the rematch of a table, and its promise. */
export function promiseAgain(table: string, live: boolean): string {
    const again = freshPart();
    keepTable(table, { again });
    return promise(again, live);
}
