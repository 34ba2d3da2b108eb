/* Pictures for a lesson, cut out of the real table: the board of a moment is drawn out of sight, what is wanted of
 * it is copied with the marks that a caption speaks of, and the rest is thrown away. */
import { render } from "preact";
import type { BoardProps } from "../boards/board";
import { narrow, phone } from "../core/settings";
import type { Picture, Told } from "./lesson";

interface Box {
    x: number;
    y: number;
    w: number;
    h: number;
}

/** What the board of a moment is given. */
export function propsOf(told: Told, { at, open }: Pick<Picture, "at" | "open">): BoardProps {
    const position = told.at[at];
    if (!position) throw new Error(`no moment ${at}`);
    const nothing = () => undefined;
    return {
        game: told.game,
        view: position.view,
        position,
        seats: told.seats,
        edition: told.edition,
        viewer: 0,
        log: told.log,
        legal: open ? position.legal : [],
        choose: nothing,
        pick: nothing,
        pointed: null,
        point: nothing,
        peek: () => new Promise(() => undefined),
    };
}

/** Draws a whole table out of sight, as on a wide screen, for as long as it is looked at. */
function onStage<T>(told: Told, picture: Picture, look: (stage: HTMLElement) => T): T {
    const stage = document.createElement("div");
    stage.className = `lesson-stage game-${told.game.id}`;
    stage.inert = true;
    stage.ariaHidden = "true";
    document.body.append(stage);
    const was = [narrow.peek(), phone.peek()];
    [narrow.value, phone.value] = [false, false];
    const props = propsOf(told, picture);
    const { Board, SeatArea, Bar } = told.board;
    try {
        render(
            <>
                <div class="stage-bar">{Bar && <Bar {...props} />}</div>
                <div class="board">
                    <Board {...props} />
                </div>
                {SeatArea &&
                    told.seats.map((_, seat) => (
                        <div
                            key={seat}
                            class={`stage-seat seat-${seat}`}
                            style={{ "--seat": `var(--seat-${seat})` }}
                        >
                            <SeatArea {...props} seat={seat} />
                        </div>
                    ))}
            </>,
            stage,
        );
        return look(stage);
    } finally {
        render(null, stage);
        stage.remove();
        [narrow.value, phone.value] = was;
    }
}

function find(stage: HTMLElement, thing: string): Element {
    const found = stage.querySelector(/^[.[#]/.test(thing) ? thing : `[data-place="${thing}"]`);
    if (!found) throw new Error(`nothing on the table is called ${thing}`);
    return found;
}

/** The drawing that an element is part of. */
function drawingOf(e: Element): SVGSVGElement | null {
    let svg = e.closest("svg");
    for (let up = svg; up; up = up.parentElement?.closest("svg") ?? null) svg = up;
    return svg;
}

/** What holds all of some elements. */
function holder(things: Element[]): Element {
    let e = things[0];
    while (!things.every((one) => e.contains(one))) e = e.parentElement as Element;
    return e;
}

const union = (boxes: Box[], pad: number): Box => {
    const x = Math.min(...boxes.map((b) => b.x)) - pad;
    const y = Math.min(...boxes.map((b) => b.y)) - pad;
    const right = Math.max(...boxes.map((b) => b.x + b.w)) + pad;
    const bottom = Math.max(...boxes.map((b) => b.y + b.h)) + pad;
    return { x, y, w: right - x, h: bottom - y };
};

const n = (v: number) => v.toFixed(2);
const mid = (b: Box): [number, number] => [b.x + b.w / 2, b.y + b.h / 2];

function disc(x: number, y: number, r: number, text: string | number, kind: string): string {
    const size = r * (String(text).length > 2 ? 1 : 1.3);
    return `<g class="mark-${kind}"><circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}"/><text x="${n(x)}" y="${n(y + size * 0.35)}" font-size="${n(size)}">${text}</text></g>`;
}

/** A bent arrow from one place to another, short of both. */
function arrow(from: Box, to: Box, u: number): string {
    const [[ax, ay], [bx, by]] = [mid(from), mid(to)];
    const far = Math.hypot(bx - ax, by - ay) || 1;
    const [dx, dy] = [(bx - ax) / far, (by - ay) / far];
    const bend = far * 0.16 * (dx < 0 ? -1 : 1);
    const [cx, cy] = [(ax + bx) / 2 + dy * bend, (ay + by) / 2 - dx * bend];
    const end = Math.atan2(by - cy, bx - cx);
    const [tx, ty] = [bx - Math.cos(end) * u * 3, by - Math.sin(end) * u * 3];
    const wing = (a: number) =>
        `${n(tx - Math.cos(end + a) * u * 5)},${n(ty - Math.sin(end + a) * u * 5)}`;
    return `<g class="mark-arrow"><path d="M${n(ax)} ${n(ay)}Q${n(cx)} ${n(cy)} ${n(tx - Math.cos(end) * u * 3)} ${n(ty - Math.sin(end) * u * 3)}" stroke-width="${n(u * 1.6)}"/><polygon points="${n(tx)},${n(ty)} ${wing(0.5)} ${wing(-0.5)}"/></g>`;
}

/** The marks of a picture, in the coordinates of the drawing; `u` is a hundredth of its width. */
function marks(picture: Picture, where: (thing: string) => Box, u: number): string {
    const out = (picture.rings ?? []).map((thing) => {
        const b = union([where(thing)], u * 0.8);
        return `<rect class="mark-ring" x="${n(b.x)}" y="${n(b.y)}" width="${n(b.w)}" height="${n(b.h)}" rx="${n(u * 2)}" stroke-width="${n(u * 1.4)}"/>`;
    });
    for (const [from, to] of picture.arrows ?? []) out.push(arrow(where(from), where(to), u));
    for (const [text, thing] of picture.badges ?? []) {
        const b = where(thing);
        out.push(disc(b.x + b.w, b.y, u * 6, text, "badge"));
    }
    for (const [number, thing] of picture.steps ?? []) {
        const b = where(thing);
        out.push(disc(b.x, b.y, u * 5.4, number, "step"));
    }
    return out.join("");
}

/** A copy without what belongs to a table that is played at. */
function copyOf(e: Element): Element {
    const copy = e.cloneNode(true) as Element;
    for (const one of [copy, ...copy.querySelectorAll("*")])
        for (const { name } of [...one.attributes])
            if (/^(role|tabindex|aria-.*|data-about|data-guide|data-home|data-from)$/.test(name))
                one.removeAttribute(name);
    for (const old of copy.querySelectorAll(".hidden-text, .sheet")) old.remove();
    for (const button of copy.querySelectorAll("button")) button.replaceWith(plain(button));
    return copy instanceof HTMLButtonElement ? plain(copy) : copy;
}

/** A button that cannot be pressed. */
function plain(button: HTMLButtonElement): HTMLElement {
    const span = document.createElement("span");
    span.className = button.className;
    span.style.cssText = button.style.cssText;
    span.append(...button.childNodes);
    return span;
}

/** What stands around an element, so that the same rules hold for its copy, without taking room. Styles are set by
 *  their own names: the page allows none that are written out. */
function shelled(e: Element, stage: HTMLElement, inner: Element): Element {
    let out = inner;
    for (let up = e.parentElement; up; up = up === stage ? null : up.parentElement) {
        const shell = up.cloneNode(false) as HTMLElement;
        for (const { name } of [...shell.attributes])
            if (name !== "class" && name !== "style") shell.removeAttribute(name);
        shell.classList.remove("lesson-stage");
        shell.style.display = "contents";
        shell.append(out);
        out = shell;
    }
    return out;
}

/** Lets a drawing fill the place it is given, whatever it does at the table. */
function fill(svg: SVGSVGElement): SVGSVGElement {
    Object.assign(svg.style, {
        display: "block",
        position: "static",
        width: "100%",
        height: "100%",
        margin: "0",
        minWidth: "0",
        minHeight: "0",
        maxWidth: "none",
        maxHeight: "none",
        transform: "none",
        filter: "none",
    });
    return svg;
}

function svgOf(view: string): SVGSVGElement {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "cut");
    svg.setAttribute("viewBox", view);
    return svg;
}

function cut(stage: HTMLElement, picture: Picture): Element {
    const things = picture.of.map((thing) => find(stage, thing));
    const svg = drawingOf(things[0]);
    const drawn = svg && things.every((e) => svg.contains(e)) ? svg : null;
    const whole = drawn ?? holder(things);
    const frame = whole.getBoundingClientRect();
    const matrix = drawn?.getScreenCTM()?.inverse();
    const where = (thing: string | Element): Box => {
        const r = (typeof thing === "string" ? find(stage, thing) : thing).getBoundingClientRect();
        if (!matrix) return { x: r.x - frame.x, y: r.y - frame.y, w: r.width, h: r.height };
        const a = new DOMPoint(r.left, r.top).matrixTransform(matrix);
        const b = new DOMPoint(r.right, r.bottom).matrixTransform(matrix);
        return { x: a.x, y: a.y, w: b.x - a.x, h: b.y - a.y };
    };
    const pad = (picture.pad ?? 10) * (matrix?.a ?? 1);
    const box = union(things.map(where), pad);
    if (!(box.w > 0 && box.h > 0)) throw new Error(`${picture.of} cannot be seen`);
    const over = marks(picture, where, Math.max(box.w, box.h * 1.3) / 100);
    const view = `${n(box.x)} ${n(box.y)} ${n(box.w)} ${n(box.h)}`;
    const copy = copyOf(whole);
    if (drawn) {
        copy.setAttribute("viewBox", view);
        copy.setAttribute("class", `${drawn.getAttribute("class") ?? ""} cut`);
        copy.removeAttribute("width");
        copy.removeAttribute("height");
        copy.insertAdjacentHTML("beforeend", over);
        return shelled(drawn, stage, fill(copy as SVGSVGElement));
    }
    const around = svgOf(view);
    around.innerHTML = `<foreignObject width="${n(frame.width)}" height="${n(frame.height)}"></foreignObject>${over}`;
    const { style } = copy as HTMLElement;
    style.width = `${n(frame.width)}px`;
    style.height = `${n(frame.height)}px`;
    style.margin = "0";
    around.firstElementChild?.append(shelled(whole, stage, copy));
    return fill(around);
}

/** The symbols that all drawings of a game are made of. */
export function sheetOf(told: Told, moment: string): string {
    return onStage(told, { at: moment, of: [] }, (stage) => {
        return stage.querySelector(".sheet")?.innerHTML ?? "";
    });
}

/** Pictures for the page; those of one moment are cut from one table. */
export function cutAll(told: Told, pictures: Picture[]): Map<Picture, Element> {
    const out = new Map<Picture, Element>();
    const moments = new Map<string, Picture[]>();
    for (const p of pictures) {
        const key = `${p.at} ${p.open ?? false}`;
        moments.set(key, [...(moments.get(key) ?? []), p]);
    }
    for (const same of moments.values())
        onStage(told, same[0], (stage) => {
            for (const p of same) out.set(p, cut(stage, p));
        });
    return out;
}
