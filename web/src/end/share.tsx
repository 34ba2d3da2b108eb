/* The result as a picture: the last board, the podium and the headline, drawn as SVG and given out as PNG (or as
 * SVG where that fails). A picture can fetch nothing: it carries rules and fonts of the page with it. */
import { type ComponentChildren, render } from "preact";
import { Logo } from "../art/icons";
import { star } from "../art/ornaments";
import type { BoardModule, BoardProps } from "../boards/board";
import type { Match } from "../core/match";
import { byTouch } from "../core/settings";
import { lang, t } from "../core/text";
import type { Position } from "../core/types";
import { letterSources, pageRules } from "./letters";
import { Podium } from "./Podium";
import { ranked, type Words } from "./words";

const [W, H] = [1200, 630];
/** The board as it is laid out for the picture. */
const BOARD = [860, 620];

interface Shared {
    match: Match;
    board: BoardModule | null;
    props: BoardProps;
    position: Position;
    words: Words;
    unit: string;
}

const drawn = () => new Promise((done) => setTimeout(done, 60));

/** A drawing within the picture is carried with it. */
async function carry(image: SVGImageElement): Promise<void> {
    const drawing = await (await fetch(image.href.baseVal)).text();
    image.setAttribute("href", `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`);
}

/** What a component draws, as text; it stands in the page for a moment, out of sight, for its rules to hold. Of a
 *  board only its drawing (`only`) and the symbols it is made of. */
async function markup(
    what: ComponentChildren,
    marks: string,
    only?: string,
): Promise<{ text: string; words: string }> {
    const host = document.createElement("div");
    host.className = marks;
    host.inert = true;
    host.ariaHidden = "true";
    document.body.append(host);
    try {
        render(what, host);
        await drawn();
        const part = only ? host.querySelector(only) : null;
        const root = host.firstElementChild;
        if (part && root) root.replaceChildren(...root.querySelectorAll(".sheet"), part);
        for (const face of host.querySelectorAll("image")) await carry(face);
        return {
            text: new XMLSerializer().serializeToString(host),
            words: host.textContent ?? "",
        };
    } finally {
        render(null, host);
        host.remove();
    }
}

/** The board in the end, or where a game clears it for the last count, just before. */
async function boardOf({ match, board, props, position }: Shared) {
    if (!board) return { text: "", words: "" };
    const p = board.clears ? await match.at(Math.max(0, position.ply - 1)) : position;
    const { Board } = board;
    return markup(
        <Board {...props} view={p.view} position={p} legal={[]} pointed={null} told={undefined} />,
        `picture-board game-${match.game.id}`,
        board.drawing,
    );
}

/** Letters as large as a line has room for. */
const size = (text: string, most: number, room: number) =>
    Math.min(most, Math.floor(room / (0.47 * Math.max(1, text.length))));

const plain = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

async function picture(s: Shared): Promise<string> {
    const { match, position, words, unit } = s;
    const lines = ranked(position);
    const title = `${t(`${match.game.id}.title`)}, ${t("unit.player", { n: match.seats.length })}`;
    const date = new Intl.DateTimeFormat(lang.value, { dateStyle: "long" }).format(new Date());
    const below = words.chain.length ? words.why : `${words.lead} ${words.why}`.trim();
    const board = await boardOf(s);
    const podium = await markup(<Podium {...{ match, lines, unit }} label="" />, "picture-podium");
    const logo = await markup(<Logo />, "picture-logo");
    const text = [title, date, below, words.headline, board.words, podium.words];
    const said = ["Caravanserai 0123456789", t("web.subtitle"), t("end.tagline"), ...text].join(
        " ",
    );
    const faces = await letterSources(said).catch(() => "");
    const scale = 552 / BOARD[0];
    const [bw, bh] = [BOARD[0] * scale, BOARD[1] * scale];
    const stars = star(40, 40, 34, 0.62);
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}" font-family="Alegreya Sans, sans-serif">
<style>${plain(pageRules())}
${faces}
.serif{font-family:Alegreya,serif;font-weight:700}</style>
<defs><radialGradient id="shade" gradientUnits="userSpaceOnUse" cx="912" cy="265" r="760"><stop offset="0" stop-color="#2d6b74"/><stop offset=".58" stop-color="#173f4a"/><stop offset="1" stop-color="#0f2b35"/></radialGradient>
<pattern id="stars" width="80" height="80" patternUnits="userSpaceOnUse"><polygon points="${stars}" fill="none" stroke="#fff3d8" stroke-width="2"/><path d="M80 0L64 16M0 0L16 16M0 80L16 64M80 80L64 64" stroke="#fff3d8" stroke-width="2"/></pattern></defs>
<rect width="${W}" height="${H}" fill="url(#shade)"/>
<rect width="${W}" height="${H}" fill="url(#stars)" opacity=".11"/>
<foreignObject x="44" y="28" width="68" height="68">${logo.text}</foreignObject>
<text x="124" y="64" class="serif" font-size="38" fill="#fff3d8">Caravanserai</text>
<text x="124" y="90" font-size="19" fill="#d9cba7">${plain(title)}</text>
<g transform="translate(44 128) rotate(-2 ${bw / 2} ${bh / 2})">
<rect x="-3" y="2" width="${bw + 20}" height="${bh + 22}" rx="16" fill="#000" opacity=".35"/>
<rect x="-2" y="-2" width="${bw + 18}" height="${bh + 18}" rx="15" fill="#f3e2b8" stroke="#a98a4d" stroke-width="2"/>
<rect x="7" y="7" width="${bw}" height="${bh}" rx="7" fill="#f3ebdd"/>
<foreignObject x="0" y="0" width="${BOARD[0]}" height="${BOARD[1]}" transform="translate(7 7) scale(${scale})">${board.text}</foreignObject></g>
<text x="905" y="78" class="serif" font-size="${size(words.headline, 48, 540)}" text-anchor="middle" fill="#fff8ea">${plain(words.headline)}</text>
<text x="905" y="112" font-size="${size(below, 21, 540)}" text-anchor="middle" fill="#f6e3bb">${plain(below)}</text>
<foreignObject x="628" y="140" width="552" height="400" style="overflow:visible">${podium.text}</foreignObject>
<rect y="574" width="${W}" height="56" fill="#0c232b"/><rect y="573" width="${W}" height="3" fill="#f0c456"/>
<text x="44" y="609" font-size="19" fill="#e9d7ae"><tspan font-weight="700" fill="#fff3d8">${plain(t("web.subtitle"))}</tspan><tspan dx="12">${plain(t("end.tagline"))}</tspan></text>
<text x="1156" y="609" font-size="19" text-anchor="end" fill="#e9d7ae">${plain(date)}</text>
</svg>`;
}

function give(blob: Blob, name: string): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** To another program where fingers are used and there is such a way; else as a file. */
async function handOut(blob: Blob, name: string): Promise<void> {
    const files = [new File([blob], name, { type: blob.type })];
    if (byTouch() && navigator.canShare?.({ files }))
        try {
            await navigator.share({ files });
            return;
        } catch (e) {
            if (e instanceof DOMException && e.name === "AbortError") return;
        }
    give(blob, name);
}

/** Draws a picture whose letters come a moment after it is there: until the line at the bottom can be read. */
async function drawWhole(image: HTMLImageElement, canvas: HTMLCanvasElement): Promise<void> {
    const ground = canvas.getContext("2d", { willReadFrequently: true });
    if (!ground) throw new Error("no canvas");
    for (let tries = 0; tries < 40; tries++) {
        ground.drawImage(image, 0, 0);
        const { data } = ground.getImageData(44, 594, 260, 18);
        if (data.some((v, i) => i % 4 === 0 && v > 160)) return;
        await drawn();
    }
}

export async function sharePicture(s: Shared): Promise<void> {
    const svg = await picture(s);
    const name = `${s.match.game.id}-${s.match.id.slice(0, 8)}`;
    try {
        const image = new Image();
        // An address of its own would make the canvas refuse to give the picture out.
        image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
        await image.decode();
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [W, H];
        await drawWhole(image, canvas);
        const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
        if (!png) throw new Error("no picture");
        await handOut(png, `${name}.png`);
    } catch {
        await handOut(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`);
    }
}
