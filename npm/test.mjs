// The package as its users have it: node test.mjs FOLDER. Prints TAP.
import { pathToFileURL } from 'node:url';

const { load, SeraiError } = await import(pathToFileURL(`${process.argv[2]}/index.js`));
const core = await load();
let number = 0;
let failed = 0;
function check(name, good) {
  number += 1;
  failed += good ? 0 : 1;
  console.log(`${good ? 'ok' : 'not ok'} ${number} - ${name}`);
}
function refused(action, code) {
  try {
    action();
  } catch (error) {
    return error instanceof SeraiError && error.code === code;
  }
  return false;
}

const games = core.games().map((g) => g.id);
check('the games are there', games.includes('yspahan') && games.includes('blank'));
for (const game of games) {
  const match = core.newMatch({ game, players: 2, seed: 7 });
  let plies = 0;
  while (!match.over && plies < 400) {
    const legal = match.legalMoves();
    match.play(legal[(plies * 7) % legal.length]);
    plies += 1;
  }
  const again = core.loadMatch(match.save());
  check(`${game}: a match is played, saved and loaded`,
    plies > 5 && match.log().length === plies && JSON.stringify(again.scores()) === JSON.stringify(match.scores()));
  const branch = match.branch(2);
  check(`${game}: a branch goes its own way`, branch.position().ply === 2 && match.position().ply === plies);
  for (const one of [match, again, branch]) one.close();
}
const match = core.newMatch({ game: 'blank', players: 3, edition: { rounds: 3 } });
check('a bot answers with a legal move', match.legalMoves().includes(match.botMove('greedy')));
check('views hide hands', JSON.stringify(match.view(0)).includes('"?"') && !JSON.stringify(match.view(null)).includes('"?"'));
check('editions are read', core.edition('blank').rounds !== 3);
check('an illegal move is refused', refused(() => match.play('fly'), 'illegal'));
check('so is a game that does not exist', refused(() => core.newMatch({ game: 'chess', players: 2 }), 'unknown'));
match.close();
check('and a match that is closed', refused(() => match.position(), 'unknown'));
check('the network of a game comes with it', (await core.loadWeights('yspahan')) === true);
console.log(`1..${number}`);
process.exit(failed ? 1 : 0);
