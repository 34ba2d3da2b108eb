// What users of the package write, for `tsc --strict`: shapes are known, mistakes are seen.
import { type Calls, type Core, files, type Idea, load, loadLab, type Match, type Save, SeraiError } from '@caravanserai/core';
import { Module } from '@caravanserai/core/module';
import { Remote, serve } from '@caravanserai/core/worker';

const core: Core = await load(files.module);
const match: Match = core.newMatch({ game: 'merv', players: 2, seed: '18446744073709551615', options: { market: 'fixed' } });
const actor: number | null = match.actor;
const gold: number = match.view(0).players[0].gold;
const save: Save = match.save();
const ideas: Idea[] = match.ideas('vizier', { visits: 50, most: 3 });
const decided: string | null = match.position('spectator').decision;
const total: number = match.scores()[0].total + gold + save.moves.length + ideas[0].win + (actor ?? 0) + (decided?.length ?? 0);
try {
  match.play('fly');
} catch (e) {
  if (e instanceof SeraiError) console.log(e.code.toUpperCase(), total);
}
declare const worker: Worker;
const remote = new Remote(worker);
const { reveals }: Calls['peek']['answer'] = await remote.call('peek', { game: 'merv', view: match.view(0), move: 'end' });
const lab = await loadLab();
const value: string = lab.call('numbers', { game: 'merv' }).numbers[0].value;
serve(files.module, (game) => (game === 'merv' ? files.weights(game) : undefined));
const own: Module = await Module.load(new Uint8Array());
console.log(reveals, value, own.takeWeights(new Uint8Array()));
// @ts-expect-error an operation that does not exist
core.call('dance', {});
// @ts-expect-error a member is missing
core.call('branch', { table: 1 });
// @ts-expect-error the lab has no tables
lab.call('position', { table: 1, viewer: null });
// @ts-expect-error players is a number
core.newMatch({ game: 'merv', players: '2' });
// @ts-expect-error matches are made by newMatch
new core.constructor.Match();
// @ts-expect-error nobody is called so
match.view('everybody');
