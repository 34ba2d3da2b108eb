/* The dice of a match at a server can be checked: they are made of a secret of the server, sealed
 * before anybody sat down, and of a part of every player (docs/protocol.md, 4). Here the seal is
 * broken, the seed made anew, and the whole match is played again by the core of this page. */
import { core } from "../core/engine";
import type { LogEntry, SavedGame } from "../core/match";
import type { ScoreLine } from "../core/types";
import type { Reveal } from "./protocol";
import { sha256 } from "./sha256";

/** What does not fit: the seal, the moves, what was seen of the match; or one's own part of the dice
 *  is not in them, which may have come too late. */
export type Doubt = "seal" | "replay" | "seen" | "part";

export interface Evidence {
    game: string;
    /** The seal as it was seen when the match began. */
    commit: string;
    reveal: Reveal;
    /** What this player gave to the dice. */
    part?: string;
    file: SavedGame;
    scores: ScoreLine[];
    /** It ended before its time: places are not those of the points. */
    early: boolean;
    /** What was told of every decision while it was played, and to whom. */
    log: LogEntry[];
    viewer: number | null;
}

/** Whether the seed is the one that was promised. */
function sealed({ game, commit, reveal: { seed, salt, dice, parts } }: Evidence): boolean {
    if (!dice || !parts) return sha256(`serai-fair-1:${game}:${seed}:${salt}`) === commit;
    const promised = dice.every((d, i) => parts[i] === d || sha256(parts[i]) === d);
    const made = sha256(["serai-fair-2", game, salt, ...parts].join(":")).slice(0, 32);
    return promised && made === seed && sha256(`serai-fair-2:${game}:${salt}`) === commit;
}

/** What is compared of the scores. */
const points = (scores: ScoreLine[], early: boolean) =>
    JSON.stringify(scores.map((l) => (early ? { ...l, rank: 0 } : l)));

/** null when everything fits. */
export async function verify(e: Evidence): Promise<Doubt | null> {
    const { seed } = e.reveal;
    if (!sealed(e)) return "seal";
    if (String(e.file.seed) !== String(seed)) return "replay";
    let table: number;
    try {
        ({ table } = await core.call("load", { save: e.file }));
    } catch {
        return "replay";
    }
    try {
        const end = await core.call("position", { table, viewer: null });
        if (points(end.scores, e.early) !== points(e.scores, e.early)) return "replay";
        const viewer = e.viewer ?? "spectator";
        const log = await core.call("log", { table, viewer });
        const told = (entries: LogEntry[]) =>
            JSON.stringify(entries.map(({ seat, events }) => [seat, events]));
        if (told(log) !== told(e.log)) return "seen";
        return e.part && !e.reveal.parts?.includes(e.part) ? "part" : null;
    } finally {
        await core.call("close", { table });
    }
}
