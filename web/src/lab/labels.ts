/* How the numbers, measures, players and things of a game are called. */
import { has, lang, t } from "../core/text";
import type { GameInfo } from "../core/types";
import { GROUPS } from "./groups";
import type { Known, NumberInfo, Range, Use } from "./hall";

/** A member of the edition with all its numbers. */
export interface Field {
    id: string;
    label: string;
    numbers: NumberInfo[];
}

export interface Group {
    id: string;
    fields: Field[];
}

const fieldOf = (n: NumberInfo) =>
    n.steps
        ? n.steps
              .filter((s) => s.key)
              .map((s) => s.key)
              .join(".")
        : n.path;

export function wordOf(game: string, names: string | undefined, word: string): string {
    for (const key of [`${game}.${names}.${word}`, `lab.${game}.word.${word}`, `lab.word.${word}`])
        if (has(key)) return t(key);
    return /^\d+$/.test(word) ? String(Number(word) + 1) : word.replaceAll("_", " ");
}

/** Words that tell a number from the others of its field. */
export function partOf(game: string, n: NumberInfo): string {
    return (n.steps ?? [])
        .flatMap((s) => (s.word === undefined ? [] : [wordOf(game, s.names, s.word)]))
        .join(" · ");
}

function fieldLabel(game: string, id: string, n: NumberInfo): string {
    if (n.mark === "O") return t(`${game}.option.${n.path.split(".")[1]}`);
    const key = `lab.${game}.${id}`;
    return has(key) ? t(key) : id.replaceAll("_", " ");
}

export function labelOf(game: string, n: NumberInfo): string {
    const part = partOf(game, n);
    const label = fieldLabel(game, fieldOf(n), n);
    return part ? `${label} · ${part}` : label;
}

export function valueText(game: string, n: NumberInfo, value: string): string {
    if (value === "null") return "–";
    if (n.switch) return t(value === "1" ? "lab.yes" : "lab.no");
    return n.names ? wordOf(game, n.names, value) : value;
}

/** The numbers as they are shown: in groups, each member of the edition by itself. */
export function grouped(game: string, known: Known): Group[] {
    const fields = new Map<string, Field>();
    for (const n of known.numbers) {
        const id = fieldOf(n);
        const field = fields.get(id) ?? { id, label: fieldLabel(game, id, n), numbers: [] };
        field.numbers.push(n);
        fields.set(id, field);
    }
    const groups = Object.entries(GROUPS[game] ?? {}).map(([id, members]) => ({
        id,
        fields: members.flatMap((m) => {
            const found = [...fields.values()].filter(
                (f) => f.id === m || f.id.startsWith(`${m}.`),
            );
            for (const f of found) fields.delete(f.id);
            return found;
        }),
    }));
    const options = [...fields.values()].filter((f) => f.id.startsWith("option."));
    const others = [...fields.values()].filter((f) => !f.id.startsWith("option."));
    return [...groups, { id: "options", fields: options }, { id: "others", fields: others }].filter(
        (g) => g.fields.length,
    );
}

export function measureLabel(game: string, id: string, opener: boolean): string {
    const [kind, what] = id.split(".");
    const name = kind === "place" && !opener ? "seat" : kind;
    const n = Number(what);
    if (kind === "part") return t("lab.measure.part", { what: t(`${game}.score.${what}`) });
    return t(`lab.measure.${name}`, Number.isNaN(n) ? {} : { n });
}

export function botLabel(bot: string): string {
    const id = bot.replace(":", ".");
    for (const key of [`lab.bot.${id}`, `web.level.${id}`]) if (has(key)) return t(key);
    return bot;
}

export function useLabel(info: GameInfo, u: Use): string {
    const word = u.names && u.word ? wordOf(info.id, u.names, u.word) : "";
    const verb = u.verb ? verbLabel(info, u.verb, u.kind === "chance") : "";
    if (u.kind === "word") return word;
    return word ? `${verb}: ${word}` : verb;
}

/** Why an edition cannot be played: the rules say it in English, people read it in their language. */
export function whyText(told: string): string {
    const bare = told.replace(/^this edition cannot be played: /, "");
    const key = ["lab.cannot", ...(bare.toLowerCase().match(/[a-z0-9_]+/g) ?? [])].join(".");
    return has(key) ? t(key) : bare;
}

/** What a word is one of: "tile", "hall"; "" of verbs. */
export function kindLabel(u: Use): string {
    const key = `lab.kind.${u.names}`;
    return u.kind === "word" && has(key) ? t(key) : "";
}

/** A verb by the sentence of its move, as far as it says nothing of a single one. */
function verbLabel(info: GameInfo, verb: string, chance: boolean): string {
    const key = `lab.${info.id}.verb.${verb}`;
    if (has(key)) return t(key);
    const own = `${info.id}.${chance ? "event" : "move"}.${verb}`;
    const text = has(own) ? t(own) : verb;
    return text.replace(/\{[^}]*\}/g, "…").trim();
}

export function number(v: number, decimals: number): string {
    const text = new Intl.NumberFormat(lang.value, {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
    }).format(Math.abs(v) < 0.5 * 10 ** -decimals ? 0 : v);
    return text.replace("-", "−");
}

/** Half of an interval. */
export const half = (r: Range) => Math.max(r.value - r.low, r.high - r.value);

export function plusMinus(r: Range, decimals = 1): string {
    return `${number(r.value, decimals)} ± ${number(half(r), decimals)}`;
}
