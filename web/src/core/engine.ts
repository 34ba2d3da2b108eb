/* Talks to the core's workers: one promise per request. */
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

interface Waiting {
    resolve: (value: unknown) => void;
    reject: (error: Error) => void;
}

export class Engine {
    private waiting = new Map<number, Waiting>();
    private next = 1;

    constructor(
        private readonly worker = new Worker(new URL("./worker.ts", import.meta.url), {
            type: "module",
        }),
    ) {
        this.worker.onmessage = ({ data }) => {
            const w = this.waiting.get(data.id);
            this.waiting.delete(data.id);
            if (data.error) w?.reject(new CoreError(data.error.code, data.error.text));
            else w?.resolve(data.ok);
        };
        this.worker.onerror = (e) => {
            for (const w of this.waiting.values()) w.reject(new CoreError("io", e.message));
            this.waiting.clear();
        };
    }

    call<T>(op: string, request: Record<string, unknown> = {}): Promise<T> {
        const id = this.next++;
        return new Promise<T>((resolve, reject) => {
            this.waiting.set(id, { resolve: resolve as (v: unknown) => void, reject });
            this.worker.postMessage({ id, request: { op, ...request } });
        });
    }
}

/** One more place where bots think. */
export function newThinker(): Engine {
    return new Engine(new Worker(new URL("./thinker.ts", import.meta.url), { type: "module" }));
}

/** The tables of this page. */
export const core = new Engine();

let thinker: Engine | null = null;
/** Where bots think, started on first use, so that a search never holds up a move. */
export function bots(): Engine {
    thinker ??= newThinker();
    return thinker;
}
