/* How long and on how many workers a bot thinks in the page.
 *
 * A bot that searches is asked again and again, each time for more thought, until its time is over.
 * Where there are processors to spare, further workers think about the same decision with other draws,
 * and what they found is added up (src/wasm/calls.h: think, heard). */
import type { Calls } from "@caravanserai/core";
import { bots, type Engine, newThinker } from "./engine";
import type { Found, Thought } from "./types";

/** Positions looked at for a decision on each worker, if the time lasts; that time in milliseconds; workers. */
const SEARCH: Record<string, { visits: number; time: number; workers: number }> = {
    vizier: { visits: 10_000, time: 800, workers: 4 },
    storyteller: { visits: 60_000, time: 3000, workers: 8 },
};

const aides: Engine[] = [];

/** The workers beside the first. The page itself keeps a processor. */
function aidesFor(workers: number): Engine[] {
    const spare = Math.min(workers, (navigator.hardwareConcurrency || 1) - 1) - 1;
    while (aides.length < spare) aides.push(newThinker());
    return aides.slice(0, Math.max(0, spare));
}

/** Three quarters of the visits went to one move, and none brought more: as natively (src/ai/search.c). */
function isClear(found: Found[]): boolean {
    const sums = found[0].moves.map((_, i) => ({
        tried: found.reduce((n, f) => n + f.moves[i][0], 0),
        worth: found.reduce((n, f) => n + f.moves[i][2], 0),
    }));
    if (sums.length < 2) return true;
    const all = sums.reduce((n, s) => n + s.tried, 0);
    const mean = (s: { tried: number; worth: number }) => s.worth / (s.tried + found.length);
    const top = sums.reduce((a, b) => (b.tried > a.tried ? b : a));
    return 4 * top.tried > 3 * all && sums.every((s) => mean(s) <= mean(top));
}

const after = (millis: number) => new Promise<null>((done) => setTimeout(() => done(null), millis));

export async function ponder<K extends "bot" | "ideas">(
    op: K,
    request: Thought,
): Promise<Calls[K]["answer"]> {
    const search = SEARCH[request.bot];
    if (!search) return bots().call(op, { ...request });
    const started = performance.now();
    let visits = 100;
    let helpers: Engine[] = [];
    for (;;) {
        // Who is late is not waited for, and who fails is not heard.
        const left = Math.max(0, search.time - (performance.now() - started));
        const others = helpers.map((aide, k) =>
            Promise.race([
                aide.call("think", { ...request, visits, twin: k + 1 }).catch(() => null),
                after(left),
            ]),
        );
        const first = await bots().call("think", { ...request, visits });
        const found = await Promise.all(others);
        const heard = found.filter((f): f is Found => f !== null && f.moves.length > 0);
        const used = performance.now() - started;
        const rest = search.time - used;
        const over = visits >= search.visits || rest <= 0;
        if (over || (2 * used > rest && isClear([first, ...heard])))
            return bots().call(op, { ...request, visits, heard });
        // As much again, or what the rest of the time allows at this pace.
        const more = Math.min(visits, Math.max(32, Math.floor((visits * rest) / used)));
        visits = Math.min(search.visits, visits + more);
        // After the first round, when module and network are at hand.
        helpers = aidesFor(search.workers);
    }
}
