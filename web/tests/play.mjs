/* Every game, at every number of seats, from the start page to the final score by clicks.
 *   node tests/play.mjs [DIST] [game]          prints TAP */
import { resolve } from "node:path";
import { launch, openPage, playOut, serve, start } from "./lib.mjs";

const dist = resolve(process.argv[2] ?? "dist");
const only = process.argv[3];
const GAMES = { yspahan: [2, 3, 4], merv: [1, 2, 3, 4], tadmor: [2, 3, 4], caravans: [1, 2, 4, 7] };

const site = await serve(dist);
const browser = await launch();
let number = 0;
let failed = 0;
for (const [game, counts] of Object.entries(GAMES)) {
    if (only && only !== game) continue;
    for (const seats of counts) {
        const name = `${game}, ${seats} at one screen, played by clicks`;
        const { page, errors, context } = await openPage(browser, site.url);
        try {
            await start(page, game, Array.from({ length: seats }, () => "human"));
            const count = await playOut(page, 7 * seats + 1);
            if (errors.length) throw new Error(errors[0]);
            const shown = await page.locator(".final tbody tr").count();
            if (shown < seats) throw new Error(`${shown} lines of scores`);
            console.log(`ok ${++number} - ${name} (${count.board} on the board, ${count.list} in the list)`);
        } catch (e) {
            failed++;
            await page.screenshot({ path: `screenshots/${game}-${seats}-failed.png` }).catch(() => undefined);
            console.log(`not ok ${++number} - ${name}\n# ${e.message.split("\n")[0]}`);
        }
        await context.close();
    }
}
console.log(`1..${number}`);
await browser.close();
site.close();
process.exit(failed ? 1 : 0);
