/* All browser tests: node tests/all.mjs [--dist FOLDER] [--only TEXT] [--full]
 * Prints TAP and a last line "N passed, N failed". The quick set leaves out the whole games at
 * every number of seats (tests/play.mjs), which --full adds. Screenshots go to screenshots/. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, openPage, serve } from "./lib.mjs";
import { checks } from "./page.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const option = (name) => {
    const at = process.argv.indexOf(`--${name}`);
    return at < 0 ? undefined : process.argv[at + 1];
};
const dist = resolve(option("dist") ?? join(here, "..", "dist"));
const only = option("only");
const shots = join(here, "..", "screenshots");
mkdirSync(shots, { recursive: true });

const site = await serve(dist);
const browser = await launch();
const wanted = checks.filter((c) => !only || c.name.includes(only));
let passed = 0;
let failed = 0;

async function run(c, number) {
    const started = Date.now();
    const opened = await openPage(browser, site.url, c.options);
    try {
        await c.run({ ...opened, browser, site, dist, shots, url: site.url });
        if (opened.errors.length) throw new Error(opened.errors[0]);
        passed++;
        console.log(`ok ${number} - ${c.name} # ${((Date.now() - started) / 1000).toFixed(1)} s`);
    } catch (e) {
        failed++;
        await opened.page.screenshot({ path: join(shots, `failed-${number}.png`) }).catch(() => undefined);
        console.log(`not ok ${number} - ${c.name}\n# ${e.message.split("\n").slice(0, 3).join(" ")}`);
    }
    await opened.context.close();
}

let next = 0;
/* Two at a time: one draws while the other waits. */
await Promise.all(
    [0, 1].map(async () => {
        while (next < wanted.length) {
            const k = next++;
            await run(wanted[k], k + 1);
        }
    }),
);
await browser.close();
site.close();
console.log(`1..${wanted.length}`);
if (process.argv.includes("--full")) {
    const { status } = spawnSync(process.execPath, [join(here, "play.mjs"), dist], { stdio: "inherit" });
    if (status) failed++;
    else passed++;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
