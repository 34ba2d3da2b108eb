/* The result as a picture: drawn as SVG, given out as PNG (or as SVG where that fails). A picture cannot
 * fetch the fonts of the page: it carries those of its letters with it. */

import { letterSources } from "./letters";

interface Result {
    title: string;
    headline: string;
    file: string;
    lines: { line: number; name: string; total: number; rank: number }[];
    seats: number;
    curves: number[][];
}

const COLOURS = ["#24507f", "#a12b3a", "#d9952b", "#2b8c7e", "#6a3d73", "#6e7a2e", "#566270"];
const W = 1200;
const H = 630;

const plain = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

export function resultSvg(r: Result, faces = ""): string {
    const colour = (line: number) => (line < r.seats ? COLOURS[line] : "#8a8071");
    const top = Math.max(10, ...r.curves.flat());
    const low = Math.min(0, ...r.curves.flat());
    const curve = (values: number[]) =>
        values
            .map((v, i) => {
                const x = 560 + (570 * i) / Math.max(1, values.length - 1);
                const y = 540 - (330 * (v - low)) / Math.max(1, top - low);
                return `${x.toFixed(1)},${y.toFixed(1)}`;
            })
            .join(" ");
    const rows = [...r.lines]
        .sort((a, b) => a.rank - b.rank)
        .map((l, i) => {
            const y = 240 + i * 48;
            return `<g><rect x="70" y="${y - 27}" width="12" height="36" rx="4" fill="${colour(l.line)}"/>
<text x="98" y="${y}" font-size="28">${l.rank}. ${plain(l.name)}</text>
<text x="500" y="${y}" font-size="32" font-weight="700" text-anchor="end">${l.total}</text></g>`;
        });
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}"
 font-family="Alegreya, Georgia, 'Palatino Linotype', serif" font-weight="700" fill="#2c2420">
<style>${faces}</style>
<rect width="${W}" height="${H}" fill="#f3ebdd"/>
<rect x="24" y="24" width="${W - 48}" height="${H - 48}" rx="22" fill="#fffbf2" stroke="#d8c9ae" stroke-width="2"/>
<g transform="translate(64 52) scale(.86)"><path d="M17 17h66v66h-66Z M50 3.3L96.7 50L50 96.7L3.3 50Z" fill="#0e7c86"/>
<circle cx="50" cy="50" r="27" fill="#FBF0D6"/><path d="M33 60V45c0-9 7-15 17-22 10 7 17 13 17 22v15h-7V47c0-5.500-4-9.500-10-14-6 4.500-10 8.500-10 14v13Z" fill="#24507F"/></g>
<text x="170" y="92" font-size="44" font-weight="700">${plain(r.title)}</text>
<text x="170" y="130" font-size="26" fill="#6f604f">${plain(r.headline)}</text>
${rows.join("\n")}
<path d="M560 540H1130" stroke="#d8c9ae" stroke-width="2"/>
${r.curves.map((v, line) => `<polyline points="${curve(v)}" fill="none" stroke="${colour(line)}" stroke-width="4" stroke-linejoin="round"/>`).join("\n")}
<text x="1130" y="588" font-size="20" text-anchor="end" fill="#6f604f">Caravanserai</text>
</svg>`;
}

function give(blob: Blob, name: string): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export async function sharePicture(r: Result): Promise<void> {
    const words = [r.title, r.headline, ...r.lines.map((l) => l.name), "0123456789. Caravanserai"];
    const faces = await letterSources(words.join(" ")).catch(() => "");
    const svg = new Blob([resultSvg(r, faces)], { type: "image/svg+xml" });
    const url = URL.createObjectURL(svg);
    try {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = W;
        canvas.height = H;
        canvas.getContext("2d")?.drawImage(image, 0, 0);
        const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
        give(png ?? svg, png ? r.file : r.file.replace(/png$/, "svg"));
    } catch {
        give(svg, r.file.replace(/png$/, "svg"));
    } finally {
        URL.revokeObjectURL(url);
    }
}
