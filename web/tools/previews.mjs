/* Pictures for links to tables, drawn from public/covers: node tools/previews.mjs
 * Programs that show what a link leads to want a picture of 1200 x 630 that is no drawing. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launch, ROOT } from "../tests/lib.mjs";

const folder = join(ROOT, "web/public/preview");
mkdirSync(folder, { recursive: true });
const browser = await launch();
const page = await browser.newPage();
await page.setViewportSize({ width: 1200, height: 630 });
const emblem = readFileSync(join(ROOT, "web/public/icon.svg"), "utf8");
for (const game of ["yspahan", "merv", "tadmor", "caravans", "blank"]) {
    const cover = readFileSync(join(ROOT, `web/public/covers/${game}.svg`), "utf8");
    await page.setContent(
        `<style>html,body{margin:0;height:100%}body{background:#F3EBDD;display:grid;place-items:center}
        .cover svg{display:block;width:1200px;height:630px}
        .sign{position:absolute;right:36px;bottom:30px;padding:14px;border-radius:24px;background:#F3EBDD;line-height:0}
        .sign svg{width:84px;height:84px}</style><div class="cover">${cover.replace("<svg", '<svg preserveAspectRatio="xMidYMid slice"')}</div><div class="sign">${emblem}</div>`,
    );
    await page.screenshot({ path: join(folder, `${game}.png`) });
}
await browser.close();
