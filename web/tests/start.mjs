/* How soon a visitor plays: node tests/start.mjs [TIMES]
 * From the address to a start page whose button works, and from pressing it to the first board, each
 * time with a new browser that has nothing cached. Milliseconds: the middle and the slowest. */
import { launch } from "./lib.mjs";
import { Server } from "./server.mjs";

const times = Number(process.argv[2] ?? 9);

/** Runs in the page before it: notes when the button works, presses it, and notes the board. */
function watch() {
    const now = () => Math.round(performance.now());
    const seen = {};
    new MutationObserver(() => {
        const button = document.querySelector(".big-play");
        if (button && !button.disabled && !seen.button) {
            seen.button = now();
            setTimeout(() => button.click());
        }
        if (document.querySelector(".board .choice, .moves ul button") && !seen.board) {
            seen.board = now();
            globalThis.seraiSeen = seen;
        }
    }).observe(document, { childList: true, subtree: true });
}

const site = await new Server().start();
const found = { button: [], board: [] };
for (let i = 0; i < times; i++) {
    const browser = await launch();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(watch);
    await page.goto(site.url);
    const seen = await (await page.waitForFunction(() => globalThis.seraiSeen)).jsonValue();
    found.button.push(seen.button);
    found.board.push(seen.board - seen.button);
    await browser.close();
}
await site.remove();
for (const [what, list] of Object.entries(found)) {
    list.sort((a, b) => a - b);
    console.log(`${what}: ${list[times >> 1]} ms, slowest ${list.at(-1)} ms of ${times}`);
}
