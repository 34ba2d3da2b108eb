import type { Calls, Op } from './calls.js';

/** Bytes, or an address; for node also a path. */
export type Bytes = string | URL | ArrayBuffer | ArrayBufferView;
/** The same, or a module that is compiled already. */
export type Source = Bytes | WebAssembly.Module;
type Ops<C> = { [K in keyof C]: Op<any, any> };

/** What the rules refuse; `code` is one of the library's error codes ("illegal", "range", ...). */
export class SeraiError extends Error {
  constructor(code: string, text: string);
  readonly code: string;
}

/** The bytes at an address. */
export function bytesOf(source: Bytes): Promise<Uint8Array>;

/** One WebAssembly module: serai.wasm (Calls) or lab.wasm (LabCalls). */
export class Module<C extends Ops<C> = Calls> {
  private constructor();
  static load<C extends Ops<C> = Calls>(source: Source): Promise<Module<C>>;
  /** Throws SeraiError where the module refuses. */
  call<K extends keyof C & string>(op: K, ask: C[K]['ask']): C[K]['answer'];
  /** A request as text to its answer as text. */
  answer(request: string): string;
  /** A file of weights; false: its game has some already. Throws where it is damaged. */
  takeWeights(bytes: Uint8Array): boolean;
}
