/* The rules core in its own thread: loads the WebAssembly module and answers requests one by one
 * (src/wasm/session.h). Two workers are started: one keeps the tables, one thinks for the bots. */
import wasmUrl from "../generated/serai.wasm?url";

interface Exports {
    memory: WebAssembly.Memory;
    _initialize(): void;
    sr_session_buffer(): number;
    sr_session_call(len: number): number;
}

async function load(): Promise<Exports> {
    const response = await fetch(wasmUrl);
    const bytes = await response.arrayBuffer();
    const { instance } = await WebAssembly.instantiate(bytes, {});
    const exports = instance.exports as unknown as Exports;
    exports._initialize();
    return exports;
}

const core = load();
const encoder = new TextEncoder();
const decoder = new TextDecoder();

self.onmessage = async (message: MessageEvent<{ id: number; request: unknown }>) => {
    const { id, request } = message.data;
    try {
        const x = await core;
        const bytes = encoder.encode(JSON.stringify(request));
        const at = x.sr_session_buffer();
        // The memory may have grown since the last call: make the view anew each time.
        new Uint8Array(x.memory.buffer).set(bytes, at);
        const n = x.sr_session_call(bytes.length);
        const text = decoder.decode(new Uint8Array(x.memory.buffer, at, n));
        self.postMessage({ id, ...JSON.parse(text) });
    } catch (e) {
        self.postMessage({ id, error: { code: "io", text: String(e) } });
    }
};
