/* The lab's module in a thread of its own (src/wasm/lab_calls.h): one keeps what is known, the others play. */
import { answer } from "../core/module";
import wasmUrl from "../generated/lab.wasm?url";

answer(wasmUrl);
