/* Puzzles (data/puzzles): node puzzles.mjs MODULE FOLDER
 * Each can be played up to its position by the rules as they are; its best move, the obvious one and all that
 * something is told of are legal there, and the best one leads. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "./module.mjs";

const [module, folder] = process.argv.slice(2);
const { call } = await load(module);

function ask(request) {
    const { ok, error } = JSON.parse(call(JSON.stringify(request)));
    if (error) throw new Error(`${request.op}: ${error.text}`);
    return ok;
}

function wrong(game, p) {
    const seats = Array.from({ length: p.players }, () => ({ kind: "human", name: "" }));
    const { table } = ask({ op: "new", game, players: p.players, seed: p.seed, options: p.options, seats });
    for (const move of p.moves) ask({ op: "play", table, move, viewer: null });
    const { actor, legal } = ask({ op: "position", table, viewer: p.seat });
    ask({ op: "close", table });
    if (actor !== p.seat) return `seat ${actor} decides, not ${p.seat}`;
    const moves = new Set(legal.map((m) => m.move));
    const strange = [p.best, p.obvious, ...p.ideas.map(([move]) => move)].filter((m) => !moves.has(m));
    if (strange.length) return `not legal: ${strange}`;
    const chance = new Map(p.ideas);
    const lead = Math.min(...p.ideas.filter(([m]) => m !== p.best).map(([, win]) => chance.get(p.best) - win));
    if (p.best === p.obvious || !(lead > 0)) return `${p.best} does not lead: ${JSON.stringify(p.ideas)}`;
    return null;
}

const files = readdirSync(folder).filter((f) => f.endsWith(".json"));
console.log(`1..${files.length}`);
for (const [i, file] of files.sort().entries()) {
    const game = file.slice(0, -".json".length);
    const list = JSON.parse(readFileSync(join(folder, file), "utf8"));
    const faults = list.flatMap((p, n) => {
        try {
            const fault = wrong(game, p);
            return fault ? [`puzzle ${n + 1}: ${fault}`] : [];
        } catch (e) {
            return [`puzzle ${n + 1}: ${e.message}`];
        }
    });
    if (list.length < 30) faults.push(`only ${list.length} puzzles`);
    console.log(`${faults.length ? "not ok" : "ok"} ${i + 1} - ${game}: ${list.length} puzzles can be reached, and solved`);
    for (const f of faults.slice(0, 10)) console.log(`# ${f}`);
}
