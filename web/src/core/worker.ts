/* The rules core in its own thread (src/wasm/calls.h). Two workers are started: one keeps the tables, one
 * thinks for the bots. */
import wasmUrl from "../generated/serai.wasm?url";
import { answer } from "./module";

answer(wasmUrl);
