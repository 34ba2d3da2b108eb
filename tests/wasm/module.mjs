/* The WebAssembly module under Node. It has no imports: what it exports is all there is. */
import { readFileSync } from "node:fs";

export async function load(file) {
    const module = await WebAssembly.compile(readFileSync(file));
    const imports = WebAssembly.Module.imports(module).map((i) => i.name);
    const { exports } = await WebAssembly.instantiate(module, {});
    exports._initialize?.();

    function put(bytes) {
        const at = exports.sr_call_buffer();
        new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
        return at;
    }

    /** A request as text to its answer as text. */
    function call(text) {
        const bytes = new TextEncoder().encode(text);
        const at = put(bytes);
        const length = exports.sr_call(bytes.length);
        const answer = new Uint8Array(exports.memory.buffer, at, length);
        return new TextDecoder("utf-8", { fatal: true }).decode(answer);
    }

    /** A file of weights; false when the module refuses it. */
    function weights(bytes) {
        put(bytes);
        return exports.sr_call_weights(bytes.length) === 1;
    }

    return { imports, call, weights };
}
