/* What is remembered of the matches of this device: when each was played last and how it stands, and how those
 * against bots ended. Results outlive the matches: whoever deletes a game keeps what he won. */
import type { SavedGame } from "./match";
import { forget, keep, recall, recallKeys } from "./settings";
import type { Position } from "./types";

/** How a match stands, beside its moves. */
export interface Told {
    /** When it was played last, in milliseconds since 1970. */
    at: number;
    over: boolean;
    /** Who decides next; null when it is over. */
    actor: number | null;
    /** Points and places of every line of the result. */
    totals: number[];
    ranks: number[];
    /** It goes on from a moment of another match: it counts for nothing. */
    branch?: boolean;
}

/** A match of one person against bots that is over. */
export interface Result {
    id: string;
    game: string;
    /** Levels of the opponents. */
    bots: string[];
    won: boolean;
}

/** Played and won, by game and level. */
type Totals = Record<string, Record<string, [number, number]>>;

interface Kept {
    /** Of results that are no longer listed one by one. */
    totals: Totals;
    last: Result[];
}

/** So many results are kept one by one, lest one counts twice. */
const LISTED = 200;

function read<T>(key: string, otherwise: T): T {
    try {
        return JSON.parse(recall(key) ?? "") ?? otherwise;
    } catch {
        return otherwise;
    }
}

export function told(id: string): Told | null {
    return read<Told | null>(`told.${id}`, null);
}

export function standing(p: Position): Omit<Told, "at"> {
    return {
        over: p.view.over,
        actor: p.actor,
        totals: p.scores.map((l) => l.total),
        ranks: p.scores.map((l) => l.rank),
    };
}

export function noteBranch(id: string): void {
    const begun = { at: Date.now(), over: false, actor: null, totals: [], ranks: [], branch: true };
    keep(`told.${id}`, JSON.stringify(begun));
}

/** Notes how a match stands; what is over and was played against bots is counted, once. */
export function noteMatch(id: string, save: SavedGame, p: Position, at = Date.now()): void {
    const branch = told(id)?.branch;
    const now: Told = { at, ...standing(p), ...(branch ? { branch } : {}) };
    keep(`told.${id}`, JSON.stringify(now));
    const people = save.seats.flatMap((s, i) => (s.kind === "human" ? [i] : []));
    const levels = save.seats.flatMap((s) => (s.kind === "bot" && s.bot ? [s.bot] : []));
    if (now.over && !branch && people.length === 1 && levels.length)
        count({ id, game: save.game, bots: levels, won: now.ranks[people[0]] === 1 });
}

function add(to: Totals, { game, bots, won }: Result): void {
    to[game] ??= {};
    // A game against two traders is one game against the trader.
    for (const level of new Set(bots)) {
        const [played, wins] = to[game][level] ?? [0, 0];
        to[game][level] = [played + 1, wins + (won ? 1 : 0)];
    }
    const [played, wins] = to[game].all ?? [0, 0];
    to[game].all = [played + 1, wins + (won ? 1 : 0)];
}

const kept = (): Kept => ({ totals: {}, last: [], ...read<Partial<Kept>>("results", {}) });

function count(result: Result): void {
    const { totals, last } = kept();
    if (last.some((r) => r.id === result.id)) return;
    last.push(result);
    while (last.length > LISTED) add(totals, last.shift() as Result);
    keep("results", JSON.stringify({ totals, last }));
}

/** Played and won by game and level, "all" for any. */
export function record(): Totals {
    const { totals, last } = kept();
    for (const r of last) add(totals, r);
    return totals;
}

/** A match of this device as a list shows it. */
export interface Listed {
    id: string;
    save: SavedGame;
    told: Told | null;
}

/** Whether a person has decided anything in it, or where none plays, anybody. */
function begun(save: SavedGame): boolean {
    const people = save.seats.some((s) => s.kind === "human");
    return save.moves.some(([seat]) => !people || save.seats[seat]?.kind === "human");
}

/** Matches that were begun, the one played last first. */
export function matches(): Listed[] {
    const list = recallKeys("save.").flatMap((key): Listed[] => {
        const save = read<SavedGame | null>(key, null);
        const id = key.slice("save.".length);
        return save?.moves && save.seats && begun(save) ? [{ id, save, told: told(id) }] : [];
    });
    return list.sort((a, b) => (b.told?.at ?? 0) - (a.told?.at ?? 0));
}

export function forgetMatch(id: string): void {
    for (const what of ["save", "told", "guide"]) forget(`${what}.${id}`);
}

const HOUR = 3_600_000;

/** Matches that were set up and left before anything was decided: nobody will miss them. Not those of the last
 *  hour, which may be open elsewhere. */
export function sweep(now = Date.now()): void {
    for (const key of recallKeys("save.")) {
        const save = read<SavedGame | null>(key, null);
        const id = key.slice("save.".length);
        if (save?.moves && save.seats && !begun(save) && now - (told(id)?.at ?? 0) > HOUR)
            forgetMatch(id);
    }
}
