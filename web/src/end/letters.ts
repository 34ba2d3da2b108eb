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

const sheets = () =>
    [...document.styleSheets].flatMap((sheet) =>
        [...sheet.cssRules].map((rule) => ({ rule, base: sheet.href ?? location.href })),
    );

/** Rules for the letters of a text, in all faces of the page. */
export async function letterSources(text: string): Promise<string> {
    const letters = new Set([...text].map((c) => c.codePointAt(0) ?? 0));
    const wanted = await Promise.all(
        sheets().map(async ({ rule, base }) => {
            if (!(rule instanceof CSSFontFaceRule)) return "";
            const get = (name: string) => rule.style.getPropertyValue(name);
            const range = get("unicode-range");
            if (!covers(range, letters)) return "";
            const file = /url\(["']?([^"')]+)/.exec(get("src"))?.[1] ?? "";
            const source = await dataUrl(new URL(file, base).href);
            return `@font-face{font-family:${get("font-family")};font-weight:${get("font-weight")};src:url(${source});unicode-range:${range}}`;
        }),
    );
    return wanted.join("");
}

/** The other rules of the page. */
export function pageRules(): string {
    return sheets()
        .filter(({ rule }) => !(rule instanceof CSSFontFaceRule))
        .map(({ rule }) => rule.cssText)
        .join("\n");
}
