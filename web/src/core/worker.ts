/* The tables of the page, in a thread of their own (src/wasm/calls.h). */
import wasmUrl from "../generated/start.wasm?url";
import { answer } from "./module";

answer(wasmUrl);
