/* Where bots think: rules and search, in a thread of its own. Fetched when a bot is first wanted. */
import wasmUrl from "../generated/serai.wasm?url";
import { answer } from "./module";

answer(wasmUrl);
