/* The browser tests: node tests/all.mjs [--full] [--night] [--seed N] [--only TEXT] [--again] [page|home|rules|table|boards|play|lab|size|online|people|notices|box|watch...]
 * Prints TAP. Without names all of them; --full adds whole games at every number of seats; every check
 * draws its games from the seed, --night looks at everything by night. With --again a check that fails is tried a second time, and what was wrong with the
 * first is told beside its "ok".
 * SERAI names the program (build/serai); pictures go to screenshots/ beside it. */
import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launch, openPage, SHOTS } from "./lib.mjs";
import { Patience } from "./patience.mjs";
import { Server } from "./server.mjs";

const { values, positionals } = parseArgs({
    options: { full: { type: "boolean", default: false }, night: { type: "boolean", default: false }, again: { type: "boolean", default: false }, only: { type: "string", default: "" }, seed: { type: "string", default: "1" } },
    allowPositionals: true,
});
// What takes longest comes first, so that two go on side by side to the end.
const names = positionals.length ? positionals : ["play", "online", "people", "page", "home", "rules", "table", "boards", "lab", "size", "notices", "box", "watch"];
const parts = await Promise.all(names.map((name) => import(`./${name}.mjs`)));
const wanted = parts
    .flatMap((part) => part.checks)
    .filter((c) => (values.full || !c.full) && c.name.includes(values.only));
mkdirSync(SHOTS, { recursive: true });
console.log(`1..${wanted.length}`);

const site = await new Server().start();
const browser = await launch();
/** No check takes more, in processor seconds of both that run at a time: what does not end is a fault. */
const LONGEST = values.full ? 60 * 60 : 10 * 60;
const HOURS = values.full ? 12 : 1;
let number = 0;
let failed = 0;

/** What is wrong with it, or null; and what it tells. */
async function tried(c) {
    const opened = await openPage(browser, site.url, { seed: Number(values.seed), ...c.options });
    const patience = new Patience(LONGEST, HOURS);
    let limit = 0;
    try {
        const told = await Promise.race([
            c.run({ ...opened, browser, site, shots: SHOTS, url: site.url }),
            new Promise((_, fail) => {
                limit = setInterval(() => patience.out() && fail(new Error("it does not end")), 10_000);
            }),
        ]);
        if (opened.errors.length) throw new Error(opened.errors[0]);
        return { wrong: null, told };
    } catch (e) {
        const picture = join(SHOTS, `failed-${names.join("-")}-${number + 1}.png`);
        await opened.page.screenshot({ path: picture }).catch(() => undefined);
        return { wrong: [...e.message.split("\n").slice(0, 12), ...opened.errors.slice(0, 2), picture] };
    } finally {
        clearInterval(limit);
        await opened.context.close();
    }
}

async function run(c) {
    const started = Date.now();
    let { wrong, told } = await tried(c);
    const first = wrong;
    if (wrong && values.again) ({ wrong, told } = await tried(c));
    number++;
    if (wrong) {
        failed++;
        console.log([`not ok ${number} - ${c.name}`, ...wrong].join("\n# "));
        return;
    }
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`ok ${number} - ${c.name} (${told ? `${told}; ` : ""}${seconds} s)`);
    if (first) console.log(["# at the second try; at the first:", ...first].join("\n# "));
}

let next = 0;
async function lane() {
    while (next < wanted.length) await run(wanted[next++]);
}
/* One draws while the other waits. */
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
await browser.close();
await site.remove();
process.exit(failed ? 1 : 0);
