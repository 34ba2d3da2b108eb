/* The calls of a page: node calls.mjs serai.wasm WEIGHTS...   Prints TAP. */
import { readFileSync } from "node:fs";
import { load } from "./module.mjs";

const [file, ...trained] = process.argv.slice(2);
const { imports, call, weights } = await load(file);

function ok(request) {
  const answer = JSON.parse(call(JSON.stringify(request)));
  if (answer.error) throw new Error(`${request.op}: ${answer.error.text}`);
  return answer.ok;
}

const fails = (request) => JSON.parse(call(JSON.stringify(request))).error?.code;

let number = 0;
let failed = 0;
function check(name, good) {
  number++;
  failed += good ? 0 : 1;
  console.log(`${good ? "ok" : "not ok"} ${number} - ${name}`);
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// Plays a whole match; the choice only has to be the same every time.
function playOut(table, most) {
  let at = ok({ op: "position", table, viewer: null });
  for (let i = 0; i < most && at.actor !== null; i++) {
    const choice = at.legal[(i * 7 + 3) % at.legal.length];
    at = ok({ op: "play", table, move: choice.move, viewer: null }).position;
  }
  return at;
}

// What is known of a view alone is what the table knows of it.
function lookAlone(game, table, players, when) {
  const seen = [...Array(players).keys(), "spectator", null].map((viewer) => {
    const { undo, redo, reset, ...position } = ok({ op: "position", table, viewer });
    return position;
  });
  check(`${game}: all about a view alone, ${when}`,
    seen.every((position) => same(ok({ op: "look", game, view: position.view }), position)));
}

// A page asks once for a change: what it is told then is what it would have been told asking for each.
function oneCall(game, players, seed) {
  const { table } = ok({ op: "new", game, players, seed });
  const people = players > 2 ? [0, 2] : [0];
  const save = ok({ op: "save", table });
  let told = ok({ op: "tell", table, viewer: 0, people });
  let log = told.log.moves;
  const ops = { play: 0, undo: 0, redo: 0, reset: 0 };
  let changed = 0;
  let good = told.log.from === 0;
  for (let i = 0; i < 60 && told.position.actor !== null && good; i++) {
    const { position, viewer } = told;
    const op = i % 7 === 5 && position.undo ? "undo" : i % 7 === 6 && position.redo ? "redo"
      : i % 11 === 10 && position.reset ? "reset" : "play";
    const legal = position.legal.length ? position.legal : ok({ op: "position", table, viewer: null }).legal;
    const step = ok({ op, table, viewer, people, move: legal[(i * 5 + 1) % legal.length].move });
    ops[op]++;
    changed += step.viewer !== viewer;
    log = [...(step.viewer === viewer ? log.slice(0, step.log.from) : []), ...step.log.moves];
    save.moves.splice(step.save.from, Infinity, ...step.save.moves);
    const { actor } = step.position;
    const person = people.includes(actor);
    good = step.viewer === (person ? actor : viewer) &&
      same(step.position, ok({ op: "position", table, viewer: step.viewer })) &&
      same(log, ok({ op: "log", table, viewer: step.viewer })) && same(save, ok({ op: "save", table })) &&
      same(step.events, op === "play" || op === "redo" ? log.at(-1).events : []) &&
      same(step.view, actor === null || person ? undefined : ok({ op: "position", table, viewer: actor }).view);
    told = step;
  }
  ok({ op: "close", table });
  check(`${game}: one call for a change tells position, log and save of ${players}`, good && ops.play > 5);
  return { ...ops, changed };
}

function session() {
  check("the module has no imports", imports.length === 0);
  for (const { id: game, seats: [seats_min, seats_max] } of ok({ op: "games" })) {
    const players = seats_max;
    const { table } = ok({ op: "new", game, players, seed: 7 });
    const begin = ok({ op: "position", table, viewer: null });
    check(`${game}: a match begins with someone deciding`, begin.actor !== null && begin.legal.length > 0);
    check(`${game}: a view has no generator`, ok({ op: "position", table, viewer: 0 }).view.rng === null);
    check(`${game}: only the one who decides gets the list`,
      ok({ op: "position", table, viewer: begin.actor }).legal.length === begin.legal.length &&
      (players === 1 || ok({ op: "position", table, viewer: (begin.actor + 1) % players }).legal.length === 0));
    lookAlone(game, table, players, "at the start");
    check(`${game}: rubbish is no view`, fails({ op: "look", game, view: { game } }) !== undefined &&
      fails({ op: "look", game }) === "key" && fails({ op: "bot", game, view: ok({ op: "position", table, viewer: "spectator" }).view, bot: "random", seed: 1 }) === "range");
    const mine = ok({ op: "position", table, viewer: begin.actor }).view;
    check(`${game}: what is peeked at comes true, or is not told`, begin.legal.every(({ move }) => {
      const seen = ok({ op: "peek", game, view: mine, move });
      const twin = ok({ op: "branch", table, ply: 0 }).table;
      const made = ok({ op: "play", table: twin, move, viewer: begin.actor });
      ok({ op: "close", table: twin });
      const kept = made.position.undo > 0;
      return seen.reveals === !kept &&
        (kept ? same(seen.events, made.events) && seen.actor === made.position.actor : seen.events.length === 0);
    }) && same(ok({ op: "position", table, viewer: null }), begin) &&
      fails({ op: "peek", game, view: mine, move: "fly to the moon" }) === "illegal");
    check(`${game}: an illegal move is refused`, fails({ op: "play", table, move: "fly to the moon", viewer: null }) === "illegal" &&
      same(ok({ op: "position", table, viewer: null }), begin));
    const end = playOut(table, 120);
    lookAlone(game, table, players, "later");
    check(`${game}: the log has every move`, ok({ op: "log", table, viewer: null }).length === end.ply);
    const saved = ok({ op: "save", table });
    const again = ok({ op: "load", save: saved }).table;
    check(`${game}: a save comes back as it was`, same(ok({ op: "position", table: again, viewer: null }).view, end.view));
    const back = ok({ op: "rewind", table, ply: 0, viewer: null }).position;
    check(`${game}: rewound to the start`, same(back.view, begin.view));
    while (ok({ op: "position", table, viewer: null }).redo > 0) ok({ op: "redo", table, viewer: null });
    check(`${game}: redone to the end`, same(ok({ op: "position", table, viewer: null }).view, end.view));
    saved.seed = 8;
    check(`${game}: a forged save is refused`, fails({ op: "load", save: saved }) === "differs");
    const branch = ok({ op: "branch", table, ply: 1 }).table;
    check(`${game}: a branch is a match of its own`, ok({ op: "position", table: branch, viewer: null }).ply === 1 &&
      ok({ op: "position", table, viewer: null }).ply === end.ply);
    for (const t of [table, again, branch]) ok({ op: "close", table: t });
    check(`${game}: a closed table is gone`, fails({ op: "position", table, viewer: null }) === "unknown");
    check(`${game}: too many players are refused`, fails({ op: "new", game, players: seats_max + 1, seed: 1 }) === "range");
    check(`${game}: too few players are refused`, fails({ op: "new", game, players: seats_min - 1, seed: 1 }) === "range");
  }
  const seen = ok({ op: "games" }).flatMap(({ id, seats: [min, max] }) => [min, max].map((n) => oneCall(id, n, 3)));
  for (const what of ["undo", "redo", "reset", "changed"])
    check(`of these calls some were: ${what}`, seen.some((s) => s[what] > 0));
  const { table: two } = ok({ op: "new", game: "blank", players: 2, seed: 1 });
  check("people are seats", fails({ op: "tell", table: two, people: [2] }) === "range" &&
    fails({ op: "tell", table: two, people: ["1"] }) === "range");
  ok({ op: "close", table: two });
  check("an unknown game", fails({ op: "new", game: "chess", players: 2, seed: 1 }) === "unknown");
  check("an unknown request", fails({ op: "dance" }) === "unknown");
  check("no request at all", fails([]) === "unknown");
  const tables = [];
  for (;;) {
    const answer = JSON.parse(call('{"op":"new","game":"blank","players":2,"seed":1}'));
    if (answer.error) {
      check("tables run out with an error", answer.error.code === "space" && tables.length === 1024);
      break;
    }
    tables.push(answer.ok.table);
  }
  for (const table of tables) ok({ op: "close", table });
}

function thinking() {
  for (const name of trained) {
    const bytes = readFileSync(name);
    const damaged = Buffer.from(bytes);
    damaged[damaged.length - 5] ^= 1;
    check(`${name}: damaged or cut short it is refused`, !weights(damaged) && !weights(bytes.subarray(0, -1)));
    check(`${name}: taken, once`, weights(bytes) && !weights(bytes));
  }
  for (const { id: game } of ok({ op: "games" })) {
    const { table } = ok({ op: "new", game, players: 2, seed: 5 });
    const { ply } = playOut(table, 4);
    const { actor } = ok({ op: "position", table, viewer: null });
    const { view, legal } = ok({ op: "position", table, viewer: actor });
    const asked = { game, view, bot: "vizier", seed: 3, visits: 60 };
    const ideas = ok({ op: "ideas", ...asked, most: 3 });
    check(`${game}: three ideas, legal, with chances`, ideas.length === Math.min(3, legal.length) &&
      ideas.every((i) => i.win >= 0 && i.win <= 1000 && legal.some((m) => m.move === i.move)));
    const { move } = ok({ op: "bot", ...asked });
    check(`${game}: a legal move`, legal.some((m) => m.move === move));
    // Each twin is a mind of its own: asked after another it begins anew.
    ok({ op: "think", ...asked, twin: 3 });
    const found = [0, 1, 2].map((twin) => ok({ op: "think", ...asked, twin }));
    const again = ok({ op: "think", ...asked });
    const heard = found.slice(1);
    const told = ok({ op: "ideas", ...asked, heard, most: 256 });
    const sum = (move) => found.reduce((n, f) => n + f.moves[legal.findIndex((m) => m.move === move)][1], 0);
    check(`${game}: what several workers found adds up`, same(again, found[0]) && (legal.length < 2
      ? found.every((f) => !f.moves.length)
      : !same(found[0], found[1]) && told.length === Math.min(legal.length, 256) && told.every((t) => t.visits === sum(t.move))));
    const chosen = [1, 2].map(() => {
      ok({ op: "think", ...asked, twin: 3 });
      ok({ op: "think", ...asked });
      return ok({ op: "bot", ...asked, heard }).move;
    });
    check(`${game}: the choice from the sum is the same every time`, chosen[0] === chosen[1] && legal.some((m) => m.move === chosen[0]));
    check(`${game}: what is about something else is not heard`, legal.length < 2 ||
      [[{}], [7], [{ ...found[1], moves: found[1].moves.slice(1) }], [{ ...found[1], minds: 0 }], [{ ...found[1], lines: 99 }],
        [{ ...found[1], moves: found[1].moves.map((m) => m.map((n) => -n - 1)) }]]
        .every((odd) => fails({ op: "bot", ...asked, heard: odd }) === "range") &&
      fails({ op: "think", ...asked, twin: 16 }) === "range" && fails({ op: "think", ...asked, bot: "greedy" }) === "range");
    const reviews = [0, ply - 1, ply].map((p) => ok({ op: "review", table, ply: p, bot: "vizier", visits: 20 }));
    check(`${game}: chances add up`, reviews.every((r) => Math.abs(r.win.reduce((a, b) => a + b, 0) - 990) <= 11));
    check(`${game}: what a decision has cost`, reviews.slice(0, 2).every((r) => r.cost >= 0));
    check(`${game}: odd questions are refused`,
      fails({ op: "review", table, ply: 99, bot: "vizier", visits: 20 }) === "range" &&
      fails({ op: "ideas", ...asked, visits: -1 }) === "range");
    ok({ op: "close", table });
  }
}

session();
thinking();
console.log(`1..${number}`);
process.exitCode = failed ? 1 : 0;
