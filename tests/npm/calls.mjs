// The package as its users have it, from a folder in which it is installed. Prints TAP lines.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { files, load, loadLab, SeraiError } from '@caravanserai/core';
import { Module } from '@caravanserai/core/module';
import { Remote } from '@caravanserai/core/worker';

const core = await load();
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
function check(name, good) {
  console.log(`${good ? 'ok' : 'not ok'} - ${name}`);
}
const wrong = (code) => (error) => error instanceof SeraiError && error instanceof Error && error.code === code && error.message.length > 5;
function refused(action, code) {
  try {
    action();
  } catch (error) {
    return wrong(code)(error);
  }
  return false;
}

const games = core.games().map((g) => g.id);
check('the games are there', games.includes('yspahan') && games.includes('blank'));
for (const game of games) {
  const match = core.newMatch({ game, players: 2, seed: 7 });
  let plies = 0;
  let told = true;
  while (!match.over && plies < 400) {
    const legal = match.legalMoves();
    const events = match.play(legal[(plies * 7) % legal.length]);
    plies += 1;
    told &&= plies % 50 > 0 || (same(match.position().scores, match.scores()) && match.position('spectator').actor === match.actor &&
      same(events, match.log(null, plies - 1)[0].events));
  }
  check(`${game}: what a match knows of now is what it is asked for`, told && match.ply === plies && match.game === game);
  const again = core.loadMatch(match.save());
  check(`${game}: a match is played, saved and loaded`,
    plies > 5 && match.log().length === plies && same(again.scores(), match.scores()));
  const branch = match.branch(2);
  check(`${game}: a branch goes its own way`, branch.ply === 2 && match.position().ply === plies && match.branch().ply === plies);
  match.rewind(3);
  check(`${game}: back and forth`, match.ply === 3 && match.legalMoves().length > 0 && Array.isArray(match.redo()) && match.ply === 4);
  const moment = again.review(1, 'vizier', 10);
  check(`${game}: a moment looked back at`, moment.win.length > 0 && moment.cost >= 0);
  for (const one of [match, again, branch]) one.close();
}
const match = core.newMatch({ game: 'blank', players: 3, edition: { rounds: 3 } });
check('a bot answers with a legal move', match.legalMoves().includes(match.botMove('greedy')));
check('and says what it thinks', match.ideas('vizier', { visits: 30, most: 2 }).length === 2);
const view = match.view(match.actor);
check('a look ahead', core.peek('blank', view, match.legalMoves()[0], { rounds: 3 }).effects !== undefined &&
  same(core.look('blank', view, { rounds: 3 }).legal, match.position(match.actor).legal));
check('views hide hands', JSON.stringify(match.view(0)).includes('"?"') && !JSON.stringify(match.view(null)).includes('"?"'));
check('editions are read', core.edition('blank').rounds !== 3);
check('an illegal move is refused', refused(() => match.play('fly'), 'illegal'));
check('so is a game that does not exist', refused(() => core.newMatch({ game: 'chess', players: 2 }), 'unknown'));
check('and too many players', refused(() => core.newMatch({ game: 'blank', players: 9 }), 'range'));
check('a bot that does not exist', refused(() => match.botMove('nobody'), 'unknown'));
check('a save that was changed', refused(() => {
  match.play(match.legalMoves()[0]);
  const save = match.save();
  core.loadMatch({ ...save, seed: 9 });
}, 'differs'));
check('a request that is too long', refused(() => core.call('look', { game: 'x'.repeat(5 << 20), view: {} }), 'space'));
while (!match.over) match.play(match.legalMoves()[0]);
check('nobody decides at the end', refused(() => match.botMove('greedy'), 'over') && match.actor === null && match.legalMoves().length === 0);
match.close();
match.close();
check('and a match that is closed', refused(() => match.position(), 'unknown') && refused(() => match.branch(0), 'unknown') &&
  refused(() => match.play('take'), 'unknown'));

check('the network of a game comes with it', (await core.loadWeights('yspahan')) === true);
check('once', (await core.loadWeights('yspahan')) === false);
const damaged = await core.loadWeights('merv', new Uint8Array(500)).catch(wrong('broken'));
check('a damaged one is refused', damaged === true);
check('a file that is missing is told', await load('/nowhere/serai.wasm').catch((e) => e.code === 'ENOENT'));
check('an address that is wrong', await load('data:,hello').catch((e) => e instanceof WebAssembly.CompileError));
const bytes = await (await import('node:fs/promises')).readFile(files.module);
const forms = [bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), files.module, String(files.module), files.module.pathname,
  await WebAssembly.compile(bytes)];
check('bytes, addresses, paths, a compiled module', (await Promise.all(forms.map((f) => load(f)))).every((c) => c.games().length === games.length));
check('a module as it is', (await Module.load(bytes)).call('games', {}).length === games.length);
const lab = await loadLab();
check('the lab', lab.call('numbers', { game: 'tadmor' }).numbers.length > 20);
const example = { case: 'C1', game: 'blank', players: 2, seed: 1, when: ['take'], then: { actor: 1 } };
const untrue = { ...example, case: 'C2', then: { actor: 0 } };
const checked = lab.call('verify', { cases: [example, untrue, { ...example, thn: {} }] });
check('cases', checked.passed === 1 && checked.failed === 2 && checked.differences[0].case === 'C2' && checked.differences[0].path === 'actor');
check('one case', lab.call('verify', { cases: example }).passed === 1 && refused(() => lab.call('verify', {}), 'key'));
check('a seed of 64 bits', core.newMatch({ game: 'blank', players: 2, seed: 2n ** 64n - 1n }).save().seed === '18446744073709551615');

// Matches that nobody closed: their tables come back.
setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc');
let most = 0;
const open = () => core.newMatch({ game: 'blank', players: 2 });
for (let round = 0; round < 4; round++) {
  for (let i = 0; i < 1000; i++) open();
  for (let tries = 0; tries < 50 && most < round + 1; tries++) {
    collect();
    await new Promise((done) => setTimeout(done, 10));
    const kept = [];
    try {
      while (kept.length < 1000) kept.push(open());
      most = round + 1;
    } catch { /* not yet */ }
    for (const one of kept) one.close();
  }
}
check('forgotten matches are closed some time', most === 4);
const kept = [];
check('tables that run out are told', refused(() => { for (;;) kept.push(open()); }, 'space') && kept.length <= 1024);
for (const one of kept) one.close();

// A worker.
const remote = new Remote(new Worker(new URL('./worker.js', import.meta.url)));
const asked = { game: 'yspahan', view: core.newMatch({ game: 'yspahan', players: 2, seed: 5 }).view(0), bot: 'vizier', seed: 2, visits: 40 };
const [there, list] = await Promise.all([remote.call('ideas', asked), remote.call('games', {})]);
check('a worker thinks as one thinks here, with the network', same(there, core.call('ideas', asked)) && list.length === games.length);
check('and refuses as one does here', (await remote.call('edition', { game: 'chess' }).catch(wrong('unknown'))) === true);
const slow = remote.call('ideas', { ...asked, visits: 100000, seed: 9 }).catch(wrong('io'));
remote.end();
check('a worker that is ended answers nobody', (await slow) === true);
const broken = new Remote(new Worker(new URL('data:text/javascript,throw new Error("my own fault")')));
check('one that fails says why', (await broken.call('games', {}).catch((e) => wrong('io')(e) && e.message)) === 'my own fault');
check('and is asked in vain from then on', (await broken.call('games', {}).catch(wrong('io'))) === true && (await remote.call('games', {}).catch(wrong('io'))) === true);
