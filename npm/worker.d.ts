import type { Calls, Op } from './calls.js';
import type { Bytes, Source } from './module.js';

/** In a worker: answers what a Remote asks, by the module there. `weights` says where the network of a game is,
 *  which is brought before its bots think for the first time; undefined: they judge by hand. */
export function serve(source: Source, weights?: (game: string) => Bytes | undefined): void;

/** A worker of browsers or of node:worker_threads. */
export interface AnyWorker {
  postMessage(message: any): void;
  terminate(): unknown;
}

/** Asks a worker that serves. */
export class Remote<C extends { [K in keyof C]: Op<any, any> } = Calls> {
  constructor(worker: AnyWorker);
  /** Rejects with SeraiError where the module refuses, and with its code "io" where the worker fails. */
  call<K extends keyof C & string>(op: K, ask: C[K]['ask']): Promise<C[K]['answer']>;
  /** Ends the worker at once; what is being asked is refused. */
  end(): void;
}
