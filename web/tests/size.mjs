/* The first load: what a browser fetches to show the start page, as `serai serve` sends it, and how long the page is busy
 * with it and with its tables.
 *   node tests/size.mjs          prints every file and the sums */
import { GAMES, launch, need } from "./lib.mjs";
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

/** What the page's own thread did meanwhile, as the browser notes it: milliseconds of processor time, of all of it and of
 *  its longest task. The clock would count the neighbours of a busy machine, too. */
async function busy(browser, page, act) {
    await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
    await act();
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    const mains = new Set(traceEvents.filter((e) => e.args?.name === "CrRendererMain").map((e) => `${e.pid} ${e.tid}`));
    const threads = new Map();
    for (const e of traceEvents) {
        const of = `${e.pid} ${e.tid}`;
        if (e.name === "RunTask" && mains.has(of)) threads.set(of, [...(threads.get(of) ?? []), (e.tdur ?? 0) / 1000]);
    }
    const sums = [...threads.values()].map((list) => ({ all: list.reduce((a, b) => a + b, 0), longest: Math.max(...list) }));
    const most = sums.sort((a, b) => b.all - a.all)[0];
    need(most?.all > 5, "nothing was measured");
    return most;
}

/** No page is busy for longer in one go; and this is how soon the first one answers. */
const TASK = 50;
const INTERACTIVE = 1500;

async function quickly({ url }) {
    const browser = await launch(); // one trace at a time
    const told = [];
    /** Three tries: a processor that is shared with many costs more time for the same work. */
    const best = async (name, limit, once) => {
        let least = { all: Number.POSITIVE_INFINITY, longest: Number.POSITIVE_INFINITY };
        for (let i = 0; i < 3 && !(least.longest <= TASK && least.all <= limit); i++) {
            const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block" });
            context.setDefaultTimeout(5 * 60_000);
            const page = await context.newPage();
            await page.addInitScript(() => localStorage.setItem("serai.plays", "1"));
            const { all, longest } = await once(page);
            least = { all: Math.min(all, least.all), longest: Math.min(longest, least.longest) };
            await context.close();
        }
        need(least.longest <= TASK && least.all <= limit, `${name}: ${least.all.toFixed()} ms in all, a task of ${least.longest.toFixed()} ms`);
        told.push(`${name} ${least.all.toFixed()} (${least.longest.toFixed()})`);
    };
    const stands = (page) => page.waitForSelector(".big-play");
    await best("start", INTERACTIVE, (page) => busy(browser, page, () => page.goto(url).then(() => stands(page))));
    for (const game of GAMES) {
        const open = async (page) => {
            await page.click(".big-play");
            await page.waitForSelector(".moves ul button");
            await page.waitForSelector(".board[data-ply]");
            await page.waitForTimeout(200);
        };
        const choose = async (page) => {
            await page.goto(url);
            await stands(page);
            await page.click(`[data-game=${game}]`);
        };
        await best(game, INTERACTIVE, async (page) => {
            await choose(page);
            return busy(browser, page, () => open(page));
        });
        await best(`${game}, a move`, INTERACTIVE, async (page) => {
            await choose(page);
            await open(page);
            return busy(browser, page, async () => {
                await page.locator(".moves ul button").first().click();
                await page.waitForFunction(() => document.querySelector(".board").dataset.ply !== "0" || document.querySelector(".popover"));
                await page.waitForTimeout(300);
            });
        });
    }
    await browser.close();
    return `milliseconds in all and of the longest task: ${told.join(", ")}`;
}

export const checks = [
    {
        name: `no task over ${TASK} ms of processor time: the start page, tables, moves`,
        full: true,
        run: quickly,
    },
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
