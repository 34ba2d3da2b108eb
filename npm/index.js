// The caravan games as a module for node and browsers: index.d.ts says what there is.

/** What the rules refuse; `code` is one of the library's error codes. */
export class SeraiError extends Error {
  constructor(code, text) {
    super(text);
    this.name = 'SeraiError';
    this.code = code;
  }
}

const inNode = typeof process !== 'undefined' && Boolean(process.versions?.node);

async function bytesOf(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  const url = new URL(source, import.meta.url);
  if (inNode && url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return readFile(url);
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Loads the module: its own file, or bytes or an address of your own. */
export async function load(source = './serai.wasm') {
  const { instance } = await WebAssembly.instantiate(await bytesOf(source), {});
  instance.exports._initialize?.();
  return new Core(instance.exports);
}

export class Core {
  #exports;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  constructor(exports) {
    this.#exports = exports;
  }

  #put(bytes) {
    const at = this.#exports.sr_call_buffer();
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  call(request) {
    const bytes = this.#encoder.encode(JSON.stringify(request));
    const at = this.#put(bytes);
    const length = this.#exports.sr_call(bytes.length);
    const answer = JSON.parse(this.#decoder.decode(new Uint8Array(this.#exports.memory.buffer, at, length)));
    if (answer.error) throw new SeraiError(answer.error.code, answer.error.text);
    return answer.ok;
  }

  games() {
    return this.call({ op: 'games' });
  }

  edition(game) {
    return this.call({ op: 'edition', game }).edition;
  }

  async loadWeights(game, source = `./weights/${game}.srw`) {
    const bytes = new Uint8Array(await bytesOf(source));
    this.#put(bytes);
    return this.#exports.sr_call_weights(bytes.length) === 1;
  }

  newMatch(setup) {
    return new Match(this, this.call({ op: 'new', seed: 1, ...setup }).table, setup);
  }

  loadMatch(save) {
    const { table } = this.call({ op: 'load', save });
    return new Match(this, table, { game: save.game, edition: save.edition });
  }

  look(game, view, edition) {
    return this.call({ op: 'look', game, view, edition });
  }

  botMove(game, view, bot, { seed = 1, visits, edition } = {}) {
    return this.call({ op: 'bot', game, view, bot, seed, visits, edition }).move;
  }

  ideas(game, view, bot, { seed = 1, visits, most, edition } = {}) {
    return this.call({ op: 'ideas', game, view, bot, seed, visits, most, edition });
  }
}

export class Match {
  #core;
  #table;
  #setup;

  constructor(core, table, setup) {
    this.#core = core;
    this.#table = table;
    this.#setup = setup;
  }

  #ask(op, more = {}) {
    if (this.#table === null) throw new SeraiError('unknown', 'the match is closed');
    return this.#core.call({ op, table: this.#table, ...more });
  }

  position(viewer = null, ply) {
    return this.#ask('position', { viewer, ply });
  }

  get actor() {
    return this.position('spectator').actor;
  }

  get over() {
    return this.actor === null;
  }

  legalMoves() {
    return this.position(null).legal.map((m) => m.move);
  }

  view(viewer) {
    return this.position(viewer).view;
  }

  play(move) {
    return this.#ask('play', { move, viewer: null }).events;
  }

  undo() {
    this.#ask('undo', { viewer: null });
  }

  redo() {
    this.#ask('redo', { viewer: null });
  }

  rewind(ply) {
    this.#ask('rewind', { ply, viewer: null });
  }

  log(viewer = null, from = 0) {
    return this.#ask('log', { viewer, from });
  }

  scores() {
    return this.position(null).scores;
  }

  save() {
    return this.#ask('save');
  }

  branch(ply) {
    return new Match(this.#core, this.#ask('branch', { ply }).table, this.#setup);
  }

  /** What a bot would play for the seat that decides; it gets that seat's view and no more. */
  botMove(bot, more = {}) {
    const { game, edition } = this.#setup;
    return this.#core.botMove(game, this.view(this.actor), bot, { edition, ...more });
  }

  close() {
    if (this.#table !== null) this.#ask('close');
    this.#table = null;
  }
}
