/* Setting up a match on this device: who sits where, with which options. A form is kept for each game, so that
 * the next table is laid as the last one was. */
import { LEVELS } from "../art/faces";
import { freshSeed, type Setup, type Way } from "../core/match";
import { keep, playerName, recall } from "../core/settings";
import { t } from "../core/text";
import type { GameInfo, OptionInfo, Seat } from "../core/types";

/** A bot's seat is "bot:<level>" in the form. */
export interface Form {
    game: string;
    players: number;
    seats: string[];
    names: string[];
    options: string[];
    way: Way;
}

/** Games that can be played with their box on the table, and what is then not left to the page's chance. */
const BOXED: Record<string, Record<string, string>> = {
    yspahan: { first_seat: "first" },
    merv: {},
    tadmor: {},
    caravans: {},
};
export const boxed = (game: string): boolean => game in BOXED;

export function optionValues(game: GameInfo, o: OptionInfo): string[] {
    if (o.names) return game.words[o.names].slice(o.min, o.max + 1);
    return Array.from({ length: o.max - o.min + 1 }, (_, i) => String(o.min + i));
}

/** Options as the form holds them, in the game's order: at first those for a first game. */
export function firstOptions(game: GameInfo): string[] {
    return game.options.map((o) => (o.names ? game.words[o.names][o.first] : String(o.first)));
}

export function optionsOf(game: GameInfo, values: string[]): Record<string, string | number> {
    const options: Record<string, string | number> = {};
    game.options.forEach((o, i) => {
        options[o.id] = o.names ? values[i] : Number(values[i]);
    });
    return options;
}

export function coverOf(game: string): string {
    return `./covers/${game}.svg`;
}

/** Company for a first game: neither too strong nor all the same. */
const COMPANY = ["human", "bot:trader", "bot:apprentice", "bot:camelgirl"];

function freshForm(game: GameInfo): Form {
    const [min, max] = game.seats;
    const all = Array.from({ length: max }, (_, i) => i);
    return {
        game: game.id,
        players: Math.min(max, Math.max(min, max >= 4 ? 3 : 2)),
        seats: all.map((i) => COMPANY[i] ?? COMPANY[1 + (i % 3)]),
        names: all.map((i) => (i === 0 ? playerName.value : "")),
        options: firstOptions(game),
        way: "screen",
    };
}

/** The last table of a game, as far as it still fits the game. */
export function firstForm(game: GameInfo): Form {
    const form = freshForm(game);
    try {
        const last = JSON.parse(recall(`form.${game.id}`) ?? "null");
        const { players, seats, options, way } = last as Form;
        if (way === "middle" || (way === "box" && boxed(game.id))) form.way = way;
        const known = (s: string) => s === "human" || LEVELS.includes(s.split(":")[1]);
        if (players >= game.seats[0] && players <= game.seats[1]) form.players = players;
        if (seats.length === form.seats.length && seats.every(known)) form.seats = seats;
        form.options = form.options.map((first, i) =>
            optionValues(game, game.options[i]).includes(options[i]) ? options[i] : first,
        );
    } catch {
        // none was kept
    }
    return form;
}

export function keepForm(form: Form): void {
    const { players, seats, options, way } = form;
    keep(`form.${form.game}`, JSON.stringify({ players, seats, options, way }));
    keep("game", form.game);
    const own = form.seats.indexOf("human");
    if (own >= 0) {
        playerName.value = form.names[own].trim();
        keep("name", playerName.value);
    }
}

/** Who sits at the table. A level is a name; of several of a level each has the number of its seat too. */
export function seatsOf(form: Form): Seat[] {
    const seats = form.seats.slice(0, form.players);
    return seats.map((kind, i) => {
        if (kind === "human") return { kind: "human", name: form.names[i].trim() };
        const bot = kind.split(":")[1];
        const level = t(`web.level.${bot}`);
        const alone = seats.indexOf(kind) === seats.lastIndexOf(kind);
        const name = alone ? level : t("web.bot_name", { level, n: i + 1 });
        return { kind: "bot", bot, name };
    });
}

export function setupOf(game: GameInfo, form: Form): Setup {
    return {
        game: game.id,
        players: form.players,
        seed: freshSeed(),
        options: {
            ...optionsOf(game, form.options),
            ...(form.way === "box" ? BOXED[game.id] : {}),
        },
        seats: seatsOf(form),
        way: form.way,
    };
}
