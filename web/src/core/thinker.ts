/* Where bots think: rules and search, in a thread of its own. Fetched when a bot is first wanted. */
import { serve } from "@caravanserai/core/worker";
import wasmUrl from "../generated/serai.wasm?url";
import { weights } from "./weights";

serve(wasmUrl, weights);
