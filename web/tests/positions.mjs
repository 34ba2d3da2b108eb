/* Positions to look at, made by the page's own module without a browser: every question of a game as a
 * saved match in which a person is asked it. */
import { join } from "node:path";
import { load } from "../../tests/wasm/module.mjs";
import { random, ROOT } from "./lib.mjs";

const { call } = await load(join(ROOT, "web/src/generated/serai.wasm"));

function ask(request) {
    const { ok, error } = JSON.parse(call(JSON.stringify(request)));
    if (error) throw new Error(`${request.op}: ${error.text}`);
    return ok;
}

const GAMES = Object.fromEntries(ask({ op: "games" }).map((g) => [g.id, g]));
const person = { kind: "human", name: "" };

/** Goes through a match played at random, or by a `bot` of a level; `see` gets the position before every move,
 *  and may end it. `changes` are numbers of the edition that are others than usual, `whole` shows it the end as well. */
function walk(game, seats, seed, see, { changes, bot, whole } = {}) {
    const edition = changes && { ...ask({ op: "edition", game }).edition, ...changes };
    const { table } = ask({ op: "new", game, players: seats.length, seed, seats, edition });
    const pick = random(seed);
    let events = [];
    let p = ask({ op: "position", table, viewer: null });
    while (p.actor !== null || whole) {
        if (see(p, (ply = p.ply) => cut(table, ply), events) === false) break;
        if (p.actor === null) break;
        const { move } = bot
            ? ask({ op: "bot", game, edition, view: ask({ op: "position", table, viewer: p.actor }).view, bot, seed: p.ply })
            : p.legal[pick(p.legal.length)];
        ({ events, position: p } = ask({ op: "play", table, move, viewer: null }));
    }
    const save = ask({ op: "save", table });
    ask({ op: "close", table });
    return save;
}

/** A match up to a moment. */
function cut(from, ply) {
    const { table } = ask({ op: "branch", table: from, ply });
    const save = ask({ op: "save", table });
    ask({ op: "close", table });
    return save;
}

/** For every question of a game a match in which a person is asked it with something to choose, as far as
 *  some games at random come to it. */
export function questions(game, seats = 3, games = 12) {
    const found = new Map();
    const wanted = GAMES[game].decisions.length;
    for (let seed = 1; seed <= games && found.size < wanted; seed++)
        walk(game, Array.from({ length: seats }, () => person), seed, (p, save) => {
            if (!found.has(p.decision) && p.legal.length > 1) found.set(p.decision, save());
            return found.size < wanted;
        });
    return found;
}

/** What a puzzle's best move and the obvious one cost and bring by the end of their turns; a move that cannot be made
 *  is an error. */
export function comesOf(game, puzzle) {
    const { players, seed, options, seat } = puzzle;
    const { table } = ask({ op: "new", game, players, seed, options, seats: Array(players).fill(person) });
    for (const move of puzzle.moves) ask({ op: "play", table, move, viewer: null });
    const lines = [[puzzle.best, ...puzzle.then], [puzzle.obvious, ...puzzle.else]];
    const sums = lines.map((line) => {
        const branch = ask({ op: "branch", table, ply: puzzle.moves.length });
        const sum = {};
        for (const move of line) {
            const { view } = ask({ op: "position", table: branch.table, viewer: seat });
            for (const { key, n } of ask({ op: "peek", game, view, move }).effects) sum[key] = (sum[key] ?? 0) + n;
            ask({ op: "play", table: branch.table, move, viewer: null });
        }
        ask({ op: "close", table: branch.table });
        return sum;
    });
    ask({ op: "close", table });
    return sums;
}

/** A whole match at random, cut after every so many moves: together they show all of its log. */
export function stages(game, seats, seed, every) {
    const out = [];
    out.push(
        walk(game, Array.from({ length: seats }, () => person), seed, (p, save) => {
            if (p.ply > 0 && p.ply % every === 0) out.push(save());
        }),
    );
    return out;
}

/** A match after so many moves. */
export function after(game, seats, moves, seed = 3) {
    return walk(game, seats, seed, (p) => p.ply < moves || !p.legal.length);
}

/** A match after so many moves or some more, in which a seat is asked anew after all others have decided something. */
export function turnOf(game, seats, seat, moves, seed = 3) {
    let others = new Set();
    return walk(game, seats, seed, (p) => {
        if (p.ply >= moves && p.actor === seat && others.size === seats.length - 1) return false;
        others = p.actor === seat ? new Set() : others.add(p.actor);
        return true;
    });
}

/** A whole match of a game that is shorter by some numbers of its edition. */
export function short(game, seats, changes, seed = 3) {
    return walk(game, seats, seed, () => true, { changes });
}

/** A match before the decision that first brings about an event, and that decision, which a person makes among
 *  bots. */
export function before(game, seats, event, seed = 3, how = {}) {
    let found = null;
    walk(game, seats, seed, (p, save, events) => {
        if (!events.some((e) => e.event === event)) return true;
        const [decider, move] = save().moves.at(-1);
        const sitting = seats.map((s, i) => (i === decider ? person : { kind: "bot", bot: "apprentice", name: s.name }));
        found = { save: { ...save(p.ply - 1), seats: sitting }, move };
        return false;
    }, { ...how, whole: true });
    return found;
}

let number = 0;

/** Opens a saved match in a page that is open already. */
export async function open(page, save, lang) {
    const id = `test${++number}`;
    await page.evaluate(
        ([key, text, to]) => {
            localStorage.setItem(`serai.save.${key}`, text);
            globalThis.seraiLeft = document.querySelector(".board");
            location.hash = `#/play/${key}`;
            document.querySelector(".curtain button")?.click();
            for (const b of document.querySelectorAll(".settings .segments button"))
                if (b.textContent === to && b.ariaPressed !== "true") b.click();
        },
        [id, JSON.stringify(save), lang],
    );
    // A bot may have made its move before this is looked at.
    await page.waitForFunction(
        ([ply, to]) => {
            const board = document.querySelector(".board");
            return board && board !== globalThis.seraiLeft && Number(board.dataset.ply) >= ply && document.documentElement.lang === to;
        },
        [save.moves.length, lang],
    );
}
