/* The lab of the page: node lab.mjs lab.wasm SERAI WEIGHTS...   Prints TAP.
 * What its module finds is what `serai lab` finds for the same seeds, game by game. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { load } from "./module.mjs";

const [file, serai, ...trained] = process.argv.slice(2);

/** A module as a worker of the page has it. */
async function open() {
    const { imports, call, weights } = await load(file);
    for (const path of trained) weights(readFileSync(path));
    const ask = (op, request) => JSON.parse(call(JSON.stringify({ op, ...request })));
    const ok = (op, request) => {
        const answer = ask(op, request);
        if (answer.error) throw new Error(`${op}: ${answer.error.text}`);
        return answer.ok;
    };
    return { imports, ask, ok };
}

let number = 0;
let failed = 0;
function check(name, good, why = "") {
    number++;
    failed += good ? 0 : 1;
    console.log(`${good ? "ok" : "not ok"} ${number} - ${name}${good || !why ? "" : `\n# ${why}`}`);
}

const lab = (...args) => execFileSync(serai, ["lab", ...args, "-q"], { encoding: "utf8", maxBuffer: 1 << 26 });
/** Numbers of one library of mathematics and another: the last digit may differ. */
const near = (a, b) => a === b || Math.abs(a - b) <= 2e-5 * Math.max(1, Math.abs(a), Math.abs(b));
const alike = (a, b) => near(a.value, b.value) && near(a.low, b.low) && near(a.high, b.high);

const desk = await open();
const hands = [await open(), await open()];

/** Plays so many games of each arm: pieces go round the workers, the desk takes them last first. */
function play(arms, games, piece) {
    const numbers = arms.map((a) => [desk, ...hands].map((w) => w.ok("arm", { ...a, piece }).arm));
    const lines = [];
    for (let n = 0; n * piece < games; n++)
        arms.forEach((_, i) => {
            const w = (n + i) % hands.length;
            lines.push(hands[w].ok("piece", { arm: numbers[i][w + 1], number: n }).line);
        });
    for (const line of lines.reverse()) desk.ok("take", { line });
    return { arms: numbers.map((n) => n[0]), lines };
}

const CASES = [
    ["tadmor", 4, "tax_penalty.era_2=1,floor_pp=3", "tadmor:mixed", 40, 20],
    ["merv", 2, "favour_vp.8=6,option.purple_walls=even", "greedy", 8, 4],
    ["yspahan", 3, "bazaar_points=4", "learned", 12, 4],
    ["caravans", 3, "win_influence=10", "caravans:thumb", 8, 2],
];

for (const [game, players, changes, bot, games, piece] of CASES) {
    const who = { game, players, seed: 7, bots: Array(players).fill(bot), uses: true };
    const arms = play([{ ...who, changes: "" }, { ...who, changes }], games, piece).arms;
    const look = desk.ok("look", { arms, within: 20 });
    const args = ["compare", game, changes, "-p", `${players}`, "-s", "7", "-b", bot, "-n", `${games}`];
    const told = JSON.parse(lab(...args, "--json"));
    const rows = told.sheets.compare;
    const words = new Set(rows.map((r) => r.verdict));
    const off = look.changes.filter((c, i) => {
        const r = rows[i];
        return r?.id !== c.id || !alike(r.a, c.a) || !alike(r.b, c.b) || !alike(r.difference, c.difference) || !near(r.p, c.p);
    });
    check(`${game}: ${rows.length} measures as serai lab compare has them`, look.games === games && rows.length === look.changes.length && !off.length && words.size > 0, JSON.stringify(off[0]));
    // A row a game, final states by their hash; the command plays twenty at a time.
    const csv = lab(...args, "--csv", "-").trim().split("\n").filter((l) => /^"/.test(l));
    const own = arms.map((arm) => desk.ok("rows", { arm, from: 0, count: 1000 }).rows);
    const same = own.every((list, k) => list.length === games && list.every((row, i) => csv[(k * csv.length) / 2 + i].endsWith(`,${row.join(",")}`)));
    check(`${game}: every game ends as it does there`, same, csv[0]);
    check(`${game}: the numbers are told with their printed values`, desk.ok("numbers", { game }).numbers.every((n) => n.value !== "" && n.path && "SWIRO".includes(n.mark)));
    if (game !== "tadmor") continue;
    const heat = JSON.parse(lab("heat", game, "-p", String(players), "-b", bot, "-s", "7", "-n", String(games), "--json")).sheets.heat_place;
    const places = desk.ok("uses", { arm: arms[0] }).filter((u) => u.place && u.names === "place");
    const cold = heat.filter((r) => !places.some((u) => r.id === `place.${u.word}` && near(r.per_player, u.times / u.could)));
    check("the board as serai lab heat colours it", heat.length > 30 && places.length === heat.length && !cold.length, JSON.stringify(cold[0]));
}

{
    const who = { game: "blank", players: 2, seed: 1, bots: ["greedy", "greedy"], uses: true, changes: "" };
    const { arms } = play([who], 20, 20);
    const { places } = desk.ok("look", { arms }).arms[0];
    const { sheets } = JSON.parse(lab("report", "blank", "-p", "2", "-n", "20", "--json"));
    const off = sheets.places.filter((r, i) => !alike(r.won, places[i].won) || !near(r.p, places[i].p));
    check("places with their intervals as serai lab report has them", !off.length && places.length === 2, JSON.stringify(off[0]));
    const uses = desk.ok("uses", { arm: arms[0] });
    const words = uses.filter((u) => u.kind === "verb").map((u) => u.verb);
    const told = sheets.usage.filter((u) => words.includes(u.id));
    const same = told.every((r) => alike(r.chosen, uses.find((u) => u.kind === "verb" && u.verb === r.id).chosen));
    check("what is used as serai lab report has it", told.length > 0 && same);
}

{
    const who = { game: "tadmor", players: 4, seed: 1, uses: true, changes: "" };
    const bots = ["tadmor:tower", "tadmor:temple", "tadmor:missions", "tadmor:rares"];
    const mixed = play([{ ...who, bots }], 20, 20);
    const won = desk.ok("look", { arms: mixed.arms }).arms[0].bots;
    check("players that differ are told apart", won.map((b) => b.bot).join() === bots.join() && Math.abs(won.reduce((s, b) => s + b.won.value, 0) - 100) < 1e-3);
}

{
    const who = { game: "tadmor", players: 4 };
    const whole = desk.ok("edition", { ...who, changes: "floor_pp=3,option.setup=1" });
    const back = desk.ok("edition", { ...who, edition: whole.edition, options: whole.options });
    check("an edition comes back from its file as it was", back.changes === whole.changes && whole.count === 2, back.changes);
    check("a number there is not", desk.ask("edition", { ...who, changes: "no_such=1" }).error?.code === "key");
    check("a value that cannot be", desk.ask("edition", { ...who, changes: "floor_pp=99" }).error?.code === "range");
    check("an edition that cannot be played", desk.ask("edition", { game: "yspahan", players: 3, changes: "weeks=6,days=14" }).error?.code === "broken");
    check("no more seats than the game has", desk.ask("edition", { game: "tadmor", players: 9 }).error?.code === "range");
    desk.ok("numbers", { game: "tadmor" });
    const arm = { ...who, seed: 1, bots: Array(4).fill("tadmor:mixed"), uses: false, changes: "" };
    const { lines } = play([arm], 20, 20);
    const spoilt = lines[0].replace(/ 8/, " 9");
    check("a damaged piece is refused", desk.ask("take", { line: spoilt }).error?.code === "broken" && desk.ask("take", { line: "" }).error !== undefined);
    check("unknown players, arms, pieces", [
        ["arm", { ...arm, bots: Array(4).fill("nobody") }],
        ["arm", { ...arm, bots: ["random"] }],
        ["piece", { arm: 99, number: 0 }],
        ["piece", { arm: 0, number: -1 }],
        ["look", { arms: [] }],
        ["uses", { arm: -1 }],
        ["rows", { arm: 0, from: 0, count: 0 }],
    ].every(([op, request]) => desk.ask(op, request).error));
    check("the module has no imports", desk.imports.length === 0);
}

console.log(`1..${number}`);
process.exitCode = failed ? 1 : 0;
