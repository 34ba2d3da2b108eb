// One WebAssembly module of Caravanserai (its tables, its bots, its lab): loading it, and its calls.
// All who ask one go through here: the package, the workers of the page, the tests. module.d.ts says
// what there is.

/** What the rules refuse; `code` is one of the library's error codes. */
export class SeraiError extends Error {
  constructor(code, text) {
    super(text);
    this.name = 'SeraiError';
    this.code = code;
  }
}

/** Numbers that JSON has no place for, seeds above all, travel as text. */
const exact = (_, value) => (typeof value === 'bigint' ? String(value) : value);

const inNode = typeof process !== 'undefined' && Boolean(process.versions?.node);

/** Bytes as they are, or what is at an address: for node also a path. */
export async function bytesOf(source) {
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  const address = String(source);
  if (inNode && !/^(https?|data|blob):/.test(address)) {
    const { readFile } = await import('node:fs/promises');
    return readFile(address.startsWith('file:') ? new URL(address) : address);
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${answer.statusText}`.trim());
  return new Uint8Array(await answer.arrayBuffer());
}

export class Module {
  #exports;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder('utf-8', { fatal: true });

  constructor(instance) {
    this.#exports = instance.exports;
    this.#exports._initialize?.();
  }

  static async load(source) {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(await bytesOf(source));
    return new Module(await WebAssembly.instantiate(module, {}));
  }

  #put(bytes) {
    const { memory, sr_call_buffer, sr_call_room } = this.#exports;
    if (bytes.length > sr_call_room()) throw new SeraiError('space', 'the request is too long');
    const at = sr_call_buffer();
    // The memory may have grown since the last call: its view is made anew each time.
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  answer(text) {
    const bytes = this.#encoder.encode(text);
    const at = this.#put(bytes);
    const length = this.#exports.sr_call(bytes.length);
    return this.#decoder.decode(new Uint8Array(this.#exports.memory.buffer, at, length));
  }

  call(op, ask) {
    const { ok, error } = JSON.parse(this.answer(JSON.stringify({ ...ask, op }, exact)));
    if (error) throw new SeraiError(error.code, error.text);
    return ok;
  }

  takeWeights(bytes) {
    this.#put(bytes);
    const taken = this.#exports.sr_call_weights(bytes.length);
    if (!taken) throw new SeraiError('broken', 'these are no weights for the bots of this version');
    return taken === 1;
  }
}
