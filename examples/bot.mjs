// bot.mjs: a bot in JavaScript over the engine protocol (docs/engine.md).
//
//     serai engine --check "node examples/bot.mjs"
//
// From "match", "moves" and "result" (protocol version 2) it learns which verbs it has played in matches it won, and
// prefers those. What the others chose it is not told, only what their moves did ("events").
import { createInterface } from 'node:readline';

const liked = new Map(); // verb -> [matches it was played in and won, played in]
let legal = [];
let seat = 0;
let played = new Set(); // verbs of this match

const verbOf = (move) => move.split(' ')[0];

function learn(scores) {
  const won = scores[seat]?.rank === 1;
  for (const verb of played) {
    const [wins, times] = liked.get(verb) ?? [0, 0];
    liked.set(verb, [wins + won, times + 1]);
  }
}

function choose() {
  let best = legal[0];
  let most = -1;
  for (const move of legal) {
    const [wins, times] = liked.get(verbOf(move)) ?? [1, 2];
    const worth = wins / times + Math.random() / 2;
    if (worth > most) [best, most] = [move, worth];
  }
  return best;
}

for await (const line of createInterface({ input: process.stdin })) {
  const space = line.indexOf(' ');
  const command = space < 0 ? line : line.slice(0, space);
  const rest = space < 0 ? '' : line.slice(space + 1);
  if (command === 'serai') console.log('id name Creature of Habit\nid protocol 2\nready');
  else if (command === 'isready') console.log('ready');
  else if (command === 'match') {
    seat = JSON.parse(rest).seat;
    played = new Set();
  } else if (command === 'moves') {
    for (const { move } of JSON.parse(rest.replace(/^lost /, ''))) if (move) played.add(move.verb);
  } else if (command === 'legal') legal = JSON.parse(rest);
  else if (command === 'go') console.log(`bestmove ${choose()}`);
  else if (command === 'result') learn(JSON.parse(rest));
  else if (command === 'quit') break;
}
