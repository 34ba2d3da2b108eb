/* Pictures of the four tables for the README: node tools/pictures.mjs (SERAI names the program).
 * Each shows a game in the middle, played by bots from a fixed seed. */
import { join } from "node:path";
import { GUIDED, launch, openPage, playSome, ROOT, start } from "../tests/lib.mjs";
import { Server } from "../tests/server.mjs";

const MOVES = { yspahan: 60, merv: 60, tadmor: 70, caravans: 90 };
const site = await new Server().start();
const browser = await launch();
for (const game of GUIDED) {
    const { page, context } = await openPage(browser, site.url, { width: 1280, height: 800 });
    await start(page, game, ["human", "human", "human"]);
    await playSome(page, MOVES[game] ?? 40, 11);
    await page.keyboard.press("Escape");
    await page.mouse.move(0, 0);
    await page.waitForTimeout(1200);
    await page.screenshot({ path: join(ROOT, `docs/pictures/${game}.png`) });
    await context.close();
}
await browser.close();
await site.remove();
