/* A WebAssembly module in a worker: loads it and answers requests one by one. */

interface Exports {
    memory: WebAssembly.Memory;
    _initialize(): void;
    sr_call_buffer(): number;
    sr_call(len: number): number;
    sr_call_weights(len: number): number;
}

const weights = import.meta.glob("../generated/weights/*.srw", {
    query: "?url",
    import: "default",
    eager: true,
}) as Record<string, string>;

async function load(url: string): Promise<Exports> {
    const response = await fetch(url);
    const bytes = await response.arrayBuffer();
    const { instance } = await WebAssembly.instantiate(bytes, {});
    const exports = instance.exports as unknown as Exports;
    exports._initialize();
    return exports;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function put(x: Exports, bytes: Uint8Array): number {
    const at = x.sr_call_buffer();
    // The memory may have grown since the last call: make the view anew each time.
    new Uint8Array(x.memory.buffer).set(bytes, at);
    return at;
}

const trained = new Map<string, Promise<void>>();

/** What a game's network has learned, before its bots think for the first time. Without it (no
 *  network, a damaged file) they judge by hand-written rules. */
function train(x: Exports, game: string): Promise<void> {
    const url = weights[`../generated/weights/${game}.srw`];
    let done = trained.get(game);
    if (!done) {
        done = url
            ? fetch(url)
                  .then((r) => (r.ok ? r.arrayBuffer() : Promise.reject(new Error(url))))
                  .then((file) => {
                      put(x, new Uint8Array(file));
                      x.sr_call_weights(file.byteLength);
                  })
                  .catch(() => {
                      trained.delete(game);
                  })
            : Promise.resolve();
        trained.set(game, done);
    }
    return done;
}

interface Request {
    op: string;
    game?: string;
    bot?: string;
    bots?: string[];
}

/** Answers what is sent to this worker, by the module at this address. */
export function answer(url: string): void {
    const core = load(url);
    self.onmessage = async (message: MessageEvent<{ id: number; request: Request }>) => {
        const { id, request } = message.data;
        try {
            const x = await core;
            if ((request.bot || request.bots) && request.game) await train(x, request.game);
            const bytes = encoder.encode(JSON.stringify(request));
            const at = put(x, bytes);
            const n = x.sr_call(bytes.length);
            const text = decoder.decode(new Uint8Array(x.memory.buffer, at, n));
            self.postMessage({ id, ...JSON.parse(text) });
        } catch (e) {
            self.postMessage({ id, error: { code: "io", text: String(e) } });
        }
    };
}
