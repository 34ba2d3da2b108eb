/* The fonts of the page for a picture of its own: as @font-face rules that hold the fonts themselves. */

async function dataUrl(url: string): Promise<string> {
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    let text = "";
    for (let i = 0; i < bytes.length; i += 0x8000)
        text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
    return `data:font/woff2;base64,${btoa(text)}`;
}

/** Whether a range such as "U+20-7E, U+2192" has one of some letters. */
function covers(range: string, letters: Set<number>): boolean {
    return range.split(",").some((part) => {
        const [from, to = from] = part
            .trim()
            .slice(2)
            .split("-")
            .map((hex) => Number.parseInt(hex, 16));
        return [...letters].some((c) => c >= from && c <= to);
    });
}

/** Rules for the bold letters of a text, in the serif face of the page. */
export async function letterSources(text: string): Promise<string> {
    const letters = new Set([...text].map((c) => c.codePointAt(0) ?? 0));
    const faces = [...document.styleSheets]
        .flatMap((sheet) => [...sheet.cssRules].map((rule) => ({ rule, sheet })))
        .filter(({ rule }) => rule instanceof CSSFontFaceRule);
    const wanted = await Promise.all(
        faces.map(async ({ rule, sheet }) => {
            const { style } = rule as CSSFontFaceRule;
            const get = (name: string) => style.getPropertyValue(name);
            const family = get("font-family").replaceAll(/["']/g, "");
            const range = get("unicode-range");
            if (family !== "Alegreya" || !covers(range, letters)) return "";
            const file = /url\(["']?([^"')]+)/.exec(get("src"))?.[1] ?? "";
            const url = new URL(file, sheet.href ?? location.href).href;
            return `@font-face{font-family:Alegreya;font-weight:700;src:url(${await dataUrl(url)});unicode-range:${range}}`;
        }),
    );
    return wanted.join("");
}
