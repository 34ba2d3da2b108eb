// bot.mjs: a bot in JavaScript over the engine protocol (docs/engine.md).
//
//     serai engine --check "node examples/bot.mjs"
//
// It counts what the others play ("moves", protocol version 2) and prefers the verbs that winners like.
import { createInterface } from 'node:readline';

const liked = new Map(); // verb -> [wins of those who played it, times]
let legal = [];
let played = []; // [seat, verb] of this match

const verbOf = (move) => move.split(' ')[0];

function learn(scores) {
  const best = Math.min(...scores.map((line) => line.rank));
  for (const [seat, verb] of played) {
    const entry = liked.get(verb) ?? [0, 0];
    entry[0] += scores[seat]?.rank === best ? 1 : 0;
    entry[1] += 1;
    liked.set(verb, entry);
  }
  played = [];
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
  if (command === 'serai') console.log('id name Imitator\nid protocol 2\nready');
  else if (command === 'isready') console.log('ready');
  else if (command === 'match') played = [];
  else if (command === 'moves') {
    for (const m of JSON.parse(rest.replace(/^lost /, ''))) if (m.move) played.push([m.seat, m.move.verb]);
  } else if (command === 'legal') legal = JSON.parse(rest);
  else if (command === 'go') console.log(`bestmove ${choose()}`);
  else if (command === 'result') learn(JSON.parse(rest));
  else if (command === 'quit') break;
}
