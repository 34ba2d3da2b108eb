/* Texts from the same catalogues as the terminal (po/, compiled to JSON by tools/catalogue).
 *
 * A pattern holds {name} for an argument and {n:camel} for a counted thing. Here arguments may
 * become drawn pieces, so a formatted text is a list of parts, not a string. */
import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { ArgInfo, GameEvent, GameInfo, Lang, Move, Seat, Value, VerbInfo } from "./types";

type Catalogue = Record<string, string | string[]>;

export const LANGS: Lang[] = ["fr", "ru", "en"];

type Loader = () => Promise<{ default: Catalogue }>;
/* "shell" is loaded with the page, the texts of a game with its board, those of tables with others
 * when these are wanted. */
const loaders = import.meta.glob("../generated/*.json") as Record<string, Loader>;
const wanted = new Set(["shell"]);

export const lang = signal<Lang>("en");
const catalogues = signal<Partial<Record<Lang, Catalogue>>>({});
const current = computed<Catalogue>(() => catalogues.value[lang.value] ?? {});

async function load(name: string, to: Lang): Promise<Catalogue> {
    return (await loaders[`../generated/${name}.${to}.json`]()).default;
}

/** Loads a language and switches to it; the page redraws by itself. */
export async function useLang(to: Lang): Promise<void> {
    const loaded: Catalogue = {};
    const have = new Set<string>();
    // Parts that are asked for meanwhile belong to it, too.
    for (let more = [...wanted]; more.length; more = [...wanted].filter((n) => !have.has(n))) {
        Object.assign(loaded, ...(await Promise.all(more.map((name) => load(name, to)))));
        for (const name of more) have.add(name);
    }
    catalogues.value = { ...catalogues.value, [to]: loaded };
    lang.value = to;
    document.documentElement.lang = to;
}

/** Loads the texts of a part, now and whenever the language changes. */
export async function loadTexts(name: string): Promise<void> {
    wanted.add(name);
    let to: Lang;
    do {
        to = lang.value;
        const loaded = await load(name, to);
        catalogues.value = { ...catalogues.value, [to]: { ...catalogues.value[to], ...loaded } };
    } while (to !== lang.value); // it changed meanwhile
}

export function preferredLang(stored: string | null): Lang {
    for (const wanted of [stored, ...navigator.languages]) {
        const found = LANGS.find((l) => wanted?.startsWith(l));
        if (found) return found;
    }
    return "en";
}

/** Which plural form fits, in gettext's numbering. */
export function pluralForm(l: Lang, n: number): number {
    const u = Math.abs(n);
    if (l === "fr") return u > 1 ? 1 : 0;
    if (l === "en") return u === 1 ? 0 : 1;
    const ten = u % 10;
    const hundred = u % 100;
    if (ten === 1 && hundred !== 11) return 0;
    return ten >= 2 && ten <= 4 && (hundred < 10 || hundred >= 20) ? 1 : 2;
}

export function has(key: string): boolean {
    return key in current.value;
}

function pattern(key: string, n?: number): string {
    const entry = current.value[key];
    if (entry === undefined) return key;
    if (typeof entry === "string") return entry;
    return entry[n === undefined ? 0 : pluralForm(lang.value, n)] ?? entry[0] ?? key;
}

export type Args = Record<string, ComponentChildren | number>;

/** A pattern's parts with arguments put in; unknown arguments stay as written. */
export function parts(text: string, args: Args): ComponentChildren[] {
    const out: ComponentChildren[] = [];
    for (const piece of text.split(/(\{[^}]*\})/)) {
        const found = /^\{(\w+)(?::(\w+))?\}$/.exec(piece);
        if (!found || !(found[1] in args)) {
            if (piece) out.push(piece);
            continue;
        }
        const value = args[found[1]];
        if (found[2]) out.push(...parts(pattern(`unit.${found[2]}`, Number(value)), { n: value }));
        else out.push(value as ComponentChildren);
    }
    return out;
}

/** Text by key, with arguments that are texts or numbers. */
export function t(key: string, args: Record<string, string | number> = {}): string {
    const n = typeof args.n === "number" ? args.n : undefined;
    return parts(pattern(key, n), args).join("");
}

/* ---- sentences of a game ---- */

/** How to show a word of a vocabulary; boards may draw a piece instead of a word. */
export type Draw = (names: string, word: string, text: string) => ComponentChildren;

export interface Speaker {
    game: GameInfo;
    seats: Seat[];
    /** Draws a seat's name; default is plain text. */
    seat?: (seat: number) => ComponentChildren;
    word?: Draw;
    /** What people call a thing that else goes by a number or a coordinate. */
    name?: (names: string, word: string) => string | null;
}

export function wordText(game: GameInfo, names: string, word: string): string {
    return has(`${game.id}.${names}.${word}`) ? t(`${game.id}.${names}.${word}`) : word;
}

export function seatName(game: GameInfo, seats: Seat[], seat: number): string {
    if (seat < seats.length) return seats[seat]?.name || t("seat.player", { n: seat + 1 });
    return t(`${game.id}.automa.${seat - seats.length}`);
}

function argParts(sp: Speaker, a: ArgInfo, value: Value): ComponentChildren | number {
    if (a.type === "seat" && typeof value === "number")
        return sp.seat ? sp.seat(value) : seatName(sp.game, sp.seats, value);
    // What people number among themselves, boards may call by another name, too.
    if (a.type === "int" && typeof value === "number")
        return sp.name?.(a.key, String(value)) ?? value;
    const names = a.names ?? "";
    const show = (word: string): ComponentChildren => {
        const text = sp.name?.(names, word) ?? wordText(sp.game, names, word);
        return sp.word ? sp.word(names, word, text) : text;
    };
    if (a.type === "name" && typeof value === "string") return show(value);
    if (Array.isArray(value)) return value.flatMap((w, i) => (i ? [", ", show(w)] : [show(w)]));
    return value as number;
}

function verbArgs(sp: Speaker, verb: VerbInfo, from: Record<string, Value>): Args {
    const args: Args = {};
    for (const a of verb.args)
        if (from[a.key] !== undefined) args[a.key] = argParts(sp, a, from[a.key]);
    return args;
}

/** Here places are lit and pieces are drawn: a text may leave out what the terminal has to say. */
function onPage(game: GameInfo, key: string): string {
    const own = `${game.id}.page.${key}`;
    return has(own) ? own : `${game.id}.${key}`;
}

export function moveSentence(sp: Speaker, m: Move): ComponentChildren[] {
    const verb = sp.game.moves.find((v) => v.name === m.verb);
    if (!verb) return [m.move];
    const args = verbArgs(sp, verb, m);
    const key = `${sp.game.id}.move.${verb.name}`;
    const out = parts(pattern(onPage(sp.game, `move.${verb.name}`)), args);
    for (const a of verb.args) {
        if (!a.optional || m[a.key] === undefined || m[a.key] === 0) continue;
        if (!has(`${key}.${a.key}`)) continue;
        // "Pay: purple 2, white 1": the first clause after a colon needs no comma.
        const colon = String(out[out.length - 1]).endsWith(":");
        const clause = onPage(sp.game, `move.${verb.name}.${a.key}`);
        out.push(colon ? " " : ", ", ...parts(pattern(clause), args));
    }
    return out;
}

export function eventSentence(sp: Speaker, e: GameEvent): ComponentChildren[] {
    const verb = sp.game.events.find((v) => v.name === e.event);
    if (!verb) return [e.event];
    const secret = verb.args.some((a) => e[a.key] === "?");
    const args = verbArgs(sp, verb, e);
    if (e.seat !== null)
        args.seat = sp.seat ? sp.seat(e.seat) : seatName(sp.game, sp.seats, e.seat);
    const key = onPage(sp.game, `event.${verb.name}${secret ? ".secret" : ""}`);
    return parts(pattern(key), args);
}
