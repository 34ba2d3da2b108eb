// The caravan games as a module for node and browsers: index.d.ts says what there is.
import { Module, bytesOf, SeraiError } from './module.js';

export { SeraiError };

/** What the package brings along, written so that bundlers find it. */
export const files = {
  module: new URL('./serai.wasm', import.meta.url),
  lab: new URL('./lab.wasm', import.meta.url),
  weights: (game) => new URL(`./weights/${game}.srw`, import.meta.url),
};

export async function load(source = files.module) {
  return new Core(await Module.load(source));
}

export const loadLab = (source = files.lab) => Module.load(source);

export class Core {
  #module;
  /** Closes the tables of matches that were forgotten. */
  #forgotten = new FinalizationRegistry((table) => this.call('close', { table }));

  constructor(module) {
    this.#module = module;
  }

  call(op, ask) {
    return this.#module.call(op, ask);
  }

  games() {
    return this.call('games', {});
  }

  edition(game) {
    return this.call('edition', { game }).edition;
  }

  async loadWeights(game, source = files.weights(game)) {
    return this.#module.takeWeights(await bytesOf(source));
  }

  #open(table, game, edition) {
    const match = new Match(this, table, game, edition, () => this.#forgotten.unregister(match));
    this.#forgotten.register(match, table, match);
    return match;
  }

  newMatch(setup) {
    return this.#open(this.call('new', { seed: 1, ...setup }).table, setup.game, setup.edition);
  }

  loadMatch(save) {
    return this.#open(this.call('load', { save }).table, save.game, save.edition);
  }

  branchMatch(table, ply, game, edition) {
    return this.#open(this.call('branch', { table, ply }).table, game, edition);
  }

  look(game, view, edition) {
    return this.call('look', { game, view, edition });
  }

  peek(game, view, move, edition) {
    return this.call('peek', { game, view, move, edition });
  }

  botMove(game, view, bot, { seed = 1, visits, edition } = {}) {
    return this.call('bot', { game, view, bot, seed, visits, edition }).move;
  }

  ideas(game, view, bot, { seed = 1, visits, most, edition } = {}) {
    return this.call('ideas', { game, view, bot, seed, visits, most, edition });
  }
}

export class Match {
  #core;
  #table;
  #of;
  #closed;
  /** Everything about the present moment. */
  #now;

  constructor(core, table, game, edition, closed) {
    this.#core = core;
    this.#table = table;
    this.#of = { game, edition };
    this.#closed = closed;
    this.#now = this.position();
  }

  #ask(op, more) {
    if (this.#table === null) throw new SeraiError('unknown', 'the match is closed');
    return this.#core.call(op, { table: this.#table, ...more });
  }

  #change(op, more) {
    const { position, events } = this.#ask(op, { viewer: null, ...more });
    this.#now = position;
    return events;
  }

  get game() {
    return this.#of.game;
  }

  get ply() {
    return this.#now.ply;
  }

  get actor() {
    return this.#now.actor;
  }

  get over() {
    return this.actor === null;
  }

  position(viewer = null, ply) {
    return this.#ask('position', { viewer, ply });
  }

  legalMoves() {
    return this.#now.legal.map(({ move }) => move);
  }

  view(viewer) {
    return this.position(viewer).view;
  }

  play(move) {
    return this.#change('play', { move });
  }

  undo() {
    this.#change('undo');
  }

  redo() {
    return this.#change('redo');
  }

  rewind(ply) {
    this.#change('rewind', { ply });
  }

  log(viewer = null, from = 0) {
    return this.#ask('log', { viewer, from });
  }

  scores() {
    return structuredClone(this.#now.scores);
  }

  save() {
    return this.#ask('save');
  }

  branch(ply = this.ply) {
    this.#ask('seats'); // not of a closed match
    return this.#core.branchMatch(this.#table, ply, this.#of.game, this.#of.edition);
  }

  #thought(more) {
    if (this.over) throw new SeraiError('over', 'the match is over');
    return { edition: this.#of.edition, ...more };
  }

  botMove(bot, more) {
    const thought = this.#thought(more);
    return this.#core.botMove(this.#of.game, this.view(this.actor), bot, thought);
  }

  ideas(bot, more) {
    const thought = this.#thought(more);
    return this.#core.ideas(this.#of.game, this.view(this.actor), bot, thought);
  }

  review(ply, bot = 'vizier', visits = 60) {
    return this.#ask('review', { ply, bot, visits });
  }

  close() {
    if (this.#table === null) return;
    this.#ask('close');
    this.#closed();
    this.#table = null;
  }
}
