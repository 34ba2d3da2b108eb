/* The module as a program: node lines.mjs serai.wasm [WEIGHTS...]
 * A request a line in, an answer a line out, as lines.c does natively. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { load } from "./module.mjs";

const [file, ...trained] = process.argv.slice(2);
const { call, weights } = await load(file);
for (const name of trained) if (!weights(readFileSync(name))) throw new Error(`${name}: refused`);
for await (const line of createInterface({ input: process.stdin })) process.stdout.write(`${call(line)}\n`);
