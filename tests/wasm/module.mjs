/* The WebAssembly module under Node, through the package's own reader. It has no imports: what it exports is all
 * there is. */
import { readFileSync } from "node:fs";
import { Module } from "../../npm/module.js";

export async function load(file) {
    const compiled = await WebAssembly.compile(readFileSync(file));
    const module = await Module.load(compiled);

    /** A file of weights; false when the module refuses it. */
    function weights(bytes) {
        try {
            return module.takeWeights(bytes);
        } catch {
            return false;
        }
    }

    return {
        imports: WebAssembly.Module.imports(compiled).map((i) => i.name),
        /** A request as text to its answer as text. */
        call: (text) => module.answer(text),
        weights,
    };
}
