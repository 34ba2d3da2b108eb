// A module in a thread of its own, so that a search never holds up a page: `serve` in the worker,
// `Remote` where it is asked from. worker.d.ts says what there is.
import { bytesOf, Module, SeraiError } from './module.js';

/** Listening and speaking to a worker or to those outside, in browsers and in node. */
const listen = (port, heard) => {
  if (port.on) port.on('message', heard);
  else port.onmessage = ({ data }) => heard(data);
};

const isBots = (request) => request.game && (request.bot || request.bots);

export function serve(source, weights = () => undefined) {
  const loading = Module.load(source);
  loading.catch(() => undefined); // who asks is told
  const trained = new Map();

  /** The network of a game, before its bots think for the first time. Without it they judge by hand-written rules. */
  async function train(module, game) {
    const address = weights(game);
    if (address === undefined) return;
    try {
      module.takeWeights(await bytesOf(address));
    } catch (error) {
      if (!(error instanceof SeraiError)) trained.delete(game); // no network at the moment: tried again
    }
  }

  async function carryOut({ id, request }) {
    const module = await loading;
    if (isBots(request)) {
      if (!trained.has(request.game)) trained.set(request.game, train(module, request.game));
      await trained.get(request.game);
    }
    const { op, ...ask } = request;
    return { id, ok: module.call(op, ask) };
  }

  const open = (port) => listen(port, (message) => {
    carryOut(message)
      .catch((e) => ({ id: message.id, error: { code: e.code ?? 'io', text: e instanceof SeraiError ? e.message : String(e) } }))
      .then((answer) => port.postMessage(answer));
  });
  if (typeof WorkerGlobalScope !== 'undefined') open(self); // at once: what is asked meanwhile would be lost
  else import('node:worker_threads').then(({ parentPort }) => open(parentPort));
}

const ENDED = 'the worker has ended';

export class Remote {
  #worker;
  #waiting = new Map();
  #next = 1;
  #over = false;

  constructor(worker) {
    this.#worker = worker;
    listen(worker, ({ id, ok, error }) => {
      const asker = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) asker?.reject(new SeraiError(error.code, error.text));
      else asker?.resolve(ok);
      this.#rest();
    });
    const failed = (e) => this.#fail(e.message);
    if (worker.on) worker.on('error', failed).on('exit', () => this.#ended()).unref();
    else worker.onerror = failed;
  }

  #rest() {
    if (!this.#waiting.size) this.#worker.unref?.(); // node may end when nothing is asked
  }

  #fail(why) {
    for (const { reject } of this.#waiting.values()) reject(new SeraiError('io', why));
    this.#waiting.clear();
  }

  call(op, ask) {
    const id = this.#next++;
    if (this.#over) return Promise.reject(new SeraiError('io', ENDED));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.ref?.();
      this.#worker.postMessage({ id, request: { ...ask, op } });
    });
  }

  #ended() {
    this.#over = true;
    this.#fail(ENDED);
  }

  end() {
    this.#ended();
    this.#worker.terminate();
  }
}
