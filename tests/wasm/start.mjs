/* The module the page begins with: node start.mjs start.wasm serai.wasm   Prints TAP.
 * Tables as in the whole module, and no bots. */
import { statSync } from "node:fs";
import { load } from "./module.mjs";

const files = process.argv.slice(2);
const [start, whole] = await Promise.all(files.map(load));
const both = (request) => [start, whole].map(({ call }) => call(JSON.stringify(request)));
let number = 0;
let failed = 0;
function check(name, good) {
  number++;
  failed += good ? 0 : 1;
  console.log(`${good ? "ok" : "not ok"} ${number} - ${name}`);
}

check("it has no imports", start.imports.length === 0);
const [games] = both({ op: "games" });
for (const { id: game, seats: [, players] } of JSON.parse(games).ok) {
  const asked = [{ op: "new", game, players, seed: 4 }, { op: "tell", table: 1, viewer: 0, people: [0] }];
  let same = asked.every((request) => { const [a, b] = both(request); return a === b && !JSON.parse(a).error; });
  for (let i = 0; i < 40 && same; i++) {
    const [a, b] = both({ op: "position", table: 1, viewer: null });
    const { legal, actor } = JSON.parse(a).ok;
    if (actor === null) break;
    const [c, d] = both({ op: "play", table: 1, move: legal[(5 * i + 2) % legal.length].move, viewer: 0, people: [0] });
    same = a === b && c === d && !JSON.parse(c).error;
  }
  check(`${game}: tables answer as those of the whole module`, same);
  both({ op: "close", table: 1 });
}
check("bots are not in it", ["think", "bot", "ideas", "review"].every((op) =>
  JSON.parse(start.call(JSON.stringify({ op }))).error.code === "unknown" && JSON.parse(whole.call(JSON.stringify({ op }))).error.code !== undefined));
check("and it is smaller by a quarter", statSync(files[0]).size < 0.75 * statSync(files[1]).size);
console.log(`1..${number}`);
process.exitCode = failed ? 1 : 0;
