/* The tables of the page, in a thread of their own (src/wasm/calls.h). */
import { serve } from "@caravanserai/core/worker";
import wasmUrl from "../generated/start.wasm?url";

serve(wasmUrl);
