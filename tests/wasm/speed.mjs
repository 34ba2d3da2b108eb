/* Speed of the bots' search in WebAssembly against native code, in visits a second of processor time:
 *   node tests/wasm/speed.mjs [BUILD] [VISITS]          (ninja -C build tests/wasm/lines first)
 * Both answer the same questions; the better of several rounds counts, for caches and other
 * programs only ever take time away. */
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { load } from "./module.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const build = process.argv[2] ?? join(root, "build");
const visits = Number(process.argv[3] ?? 4000);
const ROUNDS = 2;
const SEEDS = 8;
const PLIES = [0, 25, 50];

const module = await load(join(build, "src/wasm/serai.wasm"));
const trained = join(root, "data/weights");
for (const name of readdirSync(trained)) if (name.endsWith(".srw")) module.weights(readFileSync(join(trained, name)));

const native = spawn(join(build, "tests/wasm/lines"), { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: native.stdout })[Symbol.asyncIterator]();
async function ask(text) {
    native.stdin.write(`${text}\n`);
    return (await answers.next()).value;
}

/* Seconds of processor time: of the native program by the kernel's ticks, of ourselves. */
const nativeSeconds = () =>
    readFileSync(`/proc/${native.pid}/stat`, "ascii").split(") ")[1].split(" ").slice(11, 13)
        .reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
const ownSeconds = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
};

const ok = (request) => JSON.parse(module.call(JSON.stringify(request))).ok;

/** Views of a game on its way; which way only has to be the same every time. */
function views(game) {
    const { table } = ok({ op: "new", game, players: 2, seed: 1 });
    const found = [];
    for (let ply = 0; found.length < PLIES.length; ply++) {
        const { actor, legal } = ok({ op: "position", table, viewer: null });
        if (PLIES.includes(ply)) found.push(ok({ op: "position", table, viewer: actor }).view);
        ok({ op: "play", table, viewer: null, move: legal[(7 * ply + 3) % legal.length].move });
    }
    ok({ op: "close", table });
    return found;
}

console.log(`| game | native | WebAssembly | ratio |\n|---|---|---|---|`);
for (const { id: game } of ok({ op: "games" })) {
    if (game === "blank") continue;
    const best = { native: 0, wasm: 0 };
    for (let round = 0; round < ROUNDS; round++) {
        const requests = views(game).flatMap((view) =>
            Array.from({ length: SEEDS }, (_, k) =>
                JSON.stringify({ op: "ideas", game, view, bot: "vizier", seed: SEEDS * round + k, visits, most: 256 })));
        let start = nativeSeconds();
        const said = [];
        for (const text of requests) said.push(await ask(text));
        const seconds = nativeSeconds() - start;
        start = ownSeconds();
        const same = requests.map((text) => module.call(text));
        const own = ownSeconds() - start;
        if (same.join() !== said.join()) throw new Error(`${game}: other thoughts than native`);
        const made = said.flatMap((text) => JSON.parse(text).ok).reduce((sum, idea) => sum + idea.visits, 0);
        best.native = Math.max(best.native, made / seconds);
        best.wasm = Math.max(best.wasm, made / own);
    }
    console.log(`| ${game} | ${Math.round(best.native)} | ${Math.round(best.wasm)} | ${(best.wasm / best.native).toFixed(2)} |`);
}
native.stdin.end();
