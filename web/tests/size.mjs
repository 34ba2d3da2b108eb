/* The first load, gzipped: what a browser fetches to show the start page, measured by counting.
 *   node tests/size.mjs [DIST]          prints the files and the sum; fails over the bar */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { launch, serve } from "./lib.mjs";

const BAR = 250_000;

/** Files fetched before the start page stands, in each language; covers are pictures, told apart. */
export async function firstLoad(browser, site, dist, locale) {
    const context = await browser.newContext({ locale, serviceWorkers: "block" });
    const page = await context.newPage();
    const files = new Set();
    page.on("request", (r) => files.add(new URL(r.url()).pathname));
    await page.goto(site.url);
    await page.waitForSelector(".big-play");
    await page.waitForTimeout(300);
    const ready = await page.evaluate(() => Math.round(performance.now()));
    await context.close();
    const sizes = [...files].map((path) => {
        const file = join(dist, path.endsWith("/") ? `${path}index.html` : path);
        return { path, bytes: gzipSync(readFileSync(file), { level: 9 }).length };
    });
    const sum = (list) => list.reduce((n, f) => n + f.bytes, 0);
    const pictures = sizes.filter((f) => f.path.endsWith(".svg"));
    return { sizes, ready, pictures: sum(pictures), total: sum(sizes) - sum(pictures) };
}

if (process.argv[1]?.endsWith("size.mjs")) {
    const dist = resolve(process.argv[2] ?? "dist");
    const site = await serve(dist);
    const browser = await launch();
    let worst = 0;
    for (const locale of ["en-US", "fr-FR", "ru-RU"]) {
        const { sizes, pictures, total } = await firstLoad(browser, site, dist, locale);
        if (locale === "en-US") for (const f of sizes) console.log(`# ${String(f.bytes).padStart(7)} ${f.path}`);
        console.log(`# ${locale}: ${total} bytes gzipped (and ${pictures} of pictures)`);
        worst = Math.max(worst, total);
    }
    console.log(`${worst < BAR ? "ok" : "not ok"} 1 - first load under ${BAR} bytes\n1..1`);
    await browser.close();
    site.close();
    process.exit(worst < BAR ? 0 : 1);
}
