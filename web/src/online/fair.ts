/* The dice of a match at a server can be checked: the seed was sealed before the first move and is
 * shown at the end (docs/protocol.md, 4). Here the seal is broken, and the whole match is played
 * again by the core of this page. */
import { core } from "../core/engine";
import type { LogEntry, SavedGame } from "../core/match";
import type { Position, ScoreLine } from "../core/types";
import type { Reveal } from "./protocol";

const K = roots(64, 1 / 3);
const H = roots(8, 1 / 2);

/** First 32 bits of the fractional parts of roots of the first primes. */
function roots(count: number, power: number): number[] {
    const out: number[] = [];
    for (let n = 2; out.length < count; n++) {
        let prime = true;
        for (let d = 2; d * d <= n; d++) prime &&= n % d !== 0;
        if (prime) out.push((n ** power * 2 ** 32) | 0);
    }
    return out;
}

const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by));

function block(h: number[], words: number[]): number[] {
    const w = [...words];
    for (let i = 16; i < 64; i++) {
        const a = w[i - 15];
        const b = w[i - 2];
        const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
        const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
        w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, k] = h;
    for (let i = 0; i < 64; i++) {
        const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
        const t1 = (k + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
        const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [k, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    return [a, b, c, d, e, f, g, k].map((x, i) => (x + h[i]) | 0);
}

/** SHA-256 of a text, in hex. (The browser's own is missing where the page comes over plain HTTP,
 *  as from a computer in the same house.) */
export function sha256(text: string): string {
    const bytes = new TextEncoder().encode(text);
    const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 4, bytes.length * 8);
    let h = H;
    for (let at = 0; at < padded.length; at += 64)
        h = block(
            h,
            Array.from({ length: 16 }, (_, i) => view.getInt32(at + 4 * i)),
        );
    return h.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

/** What does not fit: the seal, the moves, or what was seen of the match. */
export type Doubt = "seal" | "replay" | "seen";

export interface Evidence {
    game: string;
    /** The seal as it was seen when the match began. */
    commit: string;
    reveal: Reveal;
    file: SavedGame;
    scores: ScoreLine[];
    /** What was told of every decision while it was played, and to whom. */
    log: LogEntry[];
    viewer: number | null;
}

/** null when everything fits. */
export async function verify(e: Evidence): Promise<Doubt | null> {
    const { seed, salt } = e.reveal;
    if (sha256(`serai-fair-1:${e.game}:${seed}:${salt}`) !== e.commit) return "seal";
    if (String(e.file.seed) !== String(seed)) return "replay";
    let table: number;
    try {
        ({ table } = await core.call<{ table: number }>("load", { save: e.file }));
    } catch {
        return "replay";
    }
    try {
        const end = await core.call<Position>("position", { table, viewer: null });
        if (JSON.stringify(end.scores) !== JSON.stringify(e.scores)) return "replay";
        const viewer = e.viewer ?? "spectator";
        const log = await core.call<LogEntry[]>("log", { table, viewer });
        const told = (entries: LogEntry[]) =>
            JSON.stringify(entries.map(({ seat, events }) => [seat, events]));
        return told(log) === told(e.log) ? null : "seen";
    } finally {
        await core.call("close", { table });
    }
}
