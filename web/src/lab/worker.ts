/* The lab's module in a thread of its own (src/wasm/lab_calls.h): one keeps what is known, the others play. */
import { serve } from "@caravanserai/core/worker";
import { weights } from "../core/weights";
import wasmUrl from "../generated/lab.wasm?url";

serve(wasmUrl, weights);
