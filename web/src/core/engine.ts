/* The workers of the core: one promise per request. */
import type { Calls, Op, SeraiError } from "@caravanserai/core";
import { Remote } from "@caravanserai/core/worker";
import { has, t } from "./text";

/** Something that could not be done: told in the language of the page, with the core's own words at hand. */
export class CoreError extends Error {
    constructor(
        readonly code: string,
        readonly detail: string,
    ) {
        super(has(`web.error.${code}`) ? t(`web.error.${code}`) : detail);
    }
}

/** JSON that somebody else wrote. */
export function readJson<T>(text: string): T {
    try {
        return JSON.parse(text);
    } catch (e) {
        throw new CoreError("parse", String(e));
    }
}

/** A worker of the page, whose errors are told in its language. */
export class Engine<C extends { [K in keyof C]: Op<unknown, unknown> } = Calls> extends Remote<C> {
    override call<K extends keyof C & string>(op: K, ask: C[K]["ask"]): Promise<C[K]["answer"]> {
        return super.call(op, ask).catch((e: SeraiError) => {
            throw new CoreError(e.code, e.message);
        });
    }
}

/** One more place where bots think. */
export function newThinker(): Engine {
    return new Engine(new Worker(new URL("./thinker.ts", import.meta.url), { type: "module" }));
}

/** The tables of this page. */
export const core = new Engine(
    new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
);

let thinker: Engine | null = null;
/** Where bots think, started on first use, so that a search never holds up a move. */
export function bots(): Engine {
    thinker ??= newThinker();
    return thinker;
}
