/* The icons of the installed page, drawn from public/icon.svg: node tools/icons.mjs
 * A maskable one may be cut to a circle: its drawing keeps to the middle, on the ground of the page. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launch, ROOT } from "../tests/lib.mjs";

const svg = readFileSync(join(ROOT, "web/public/icon.svg"), "utf8");
const folder = join(ROOT, "web/public/icons");
mkdirSync(folder, { recursive: true });
const browser = await launch();
const page = await browser.newPage();
for (const [name, size, part, ground] of [
    ["180", 180, 0.88, "#F3EBDD"],
    ["192", 192, 1, "transparent"],
    ["512", 512, 1, "transparent"],
    ["maskable", 512, 0.74, "#F3EBDD"],
]) {
    await page.setViewportSize({ width: size, height: size });
    const inner = Math.round(size * part);
    await page.setContent(
        `<style>html,body{margin:0;height:100%}body{display:grid;place-items:center;background:${ground}}svg{width:${inner}px;height:${inner}px}</style>${svg}`,
    );
    await page.screenshot({ path: join(folder, `${name}.png`), omitBackground: true });
}
await browser.close();
