/* The first load: what a browser fetches to show the start page, as `serai serve` sends it.
 *   node tests/size.mjs          prints every file and the sums */
import { launch } from "./lib.mjs";
import { Server } from "./server.mjs";

const LANGUAGES = { en: "en-US", fr: "fr-FR", ru: "ru-RU" };

/** Bytes on the way of each file that the start page asks for, packed by gzip and by brotli. */
async function firstLoad(browser, url, locale) {
    const context = await browser.newContext({ locale, serviceWorkers: "block" });
    const page = await context.newPage();
    const files = new Set();
    let stands = false;
    page.on("request", (r) => {
        if (!stands || ["font", "image"].includes(r.resourceType())) files.add(r.url());
    });
    await page.goto(url);
    await page.waitForSelector(".big-play");
    stands = true;
    // What it shows comes yet; what else it fetches when it has rested is another matter.
    await page.evaluate(() => document.fonts.ready);
    await page.waitForFunction(() => [...document.images].every((i) => i.complete));
    await context.close();
    const sent = async (file, coding) => {
        const answer = await fetch(file, { headers: { "accept-encoding": coding } });
        if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
        return Number(answer.headers.get("content-length"));
    };
    return Promise.all(
        [...files].map(async (file) => ({
            path: new URL(file).pathname,
            gzip: await sent(file, "gzip"),
            brotli: await sent(file, "br, gzip"),
        })),
    );
}

const sum = (files, coding) => files.reduce((n, f) => n + f[coding], 0);

export const checks = [
    {
        name: "first load under 250 kB gzipped in every language",
        run: async ({ browser, url }) => {
            const told = [];
            for (const [lang, locale] of Object.entries(LANGUAGES)) {
                const total = sum(await firstLoad(browser, url, locale), "gzip");
                if (!(total > 50_000 && total < 250_000)) throw new Error(`${lang}: ${total} bytes`);
                told.push(`${lang} ${total}`);
            }
            return told.join(", ");
        },
    },
];

if (process.argv[1]?.endsWith("size.mjs")) {
    const site = await new Server().start();
    const browser = await launch();
    for (const [lang, locale] of Object.entries(LANGUAGES)) {
        const files = await firstLoad(browser, site.url, locale);
        for (const f of [...files, { path: `sum, ${lang}`, gzip: sum(files, "gzip"), brotli: sum(files, "brotli") }])
            console.log(`${String(f.gzip).padStart(8)} ${String(f.brotli).padStart(8)}  ${f.path}`);
    }
    await browser.close();
    await site.remove();
}
