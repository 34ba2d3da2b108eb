/* Shows what changed and whose doing it was. Boards only mark what they draw:
 *
 *   data-piece="good-2"     a piece; those of one kind are alike. What left one place and what came
 *                           to another are the same piece, and it flies. The number is its seat.
 *   data-place, data-state  where pieces lie; a place whose contents are others lights up
 *   data-home="good-2"      where pieces of a kind come from and go to; else the seat (data-seat)
 *   data-from="die"         where they come from only
 *   data-via="square-C0"    a place the way leads through if it lies between
 *   data-spin               tumbles on its way
 *   data-count, data-n      a number; what it grew or shrank by rises from it
 *
 * Everything is drawn in a layer of its own over the table, so that the table itself is always in
 * its new state, can be used at once, and the next change simply cuts the show short. */
import { effect, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { seatColour } from "../art/emblems";
import type { BoardModule } from "../boards/board";
import type { Match } from "../core/match";
import { lively, narrow } from "../core/settings";
import { eventSentence, type Speaker } from "../core/text";
import type { Position } from "../core/types";
import { faceOf, sight } from "./near";
import { counted } from "./rite";

const FLIGHT = 380;
const SPREAD = 70;
const RIBBON = 1700;
/** More pieces than this at once is a jump to another moment, not a move. */
const MOST = 30;
/** Unless everything goes home after a count. */
const MOST_HOME = 120;

interface Piece {
    at: string;
    box: DOMRect;
    element: Element;
}

interface Look {
    pieces: Map<string, Piece[]>;
    states: Map<string, string>;
    counts: Map<string, number>;
}

function look(table: Element): Look {
    const seen: Look = { pieces: new Map(), states: new Map(), counts: new Map() };
    for (const element of table.querySelectorAll<HTMLElement>("[data-piece]")) {
        const box = element.getBoundingClientRect();
        const kind = element.dataset.piece ?? "";
        const at = element.closest<HTMLElement>("[data-place]")?.dataset.place ?? "";
        if (box.width)
            seen.pieces.set(kind, [...(seen.pieces.get(kind) ?? []), { at, box, element }]);
    }
    for (const { dataset } of table.querySelectorAll<HTMLElement>("[data-state]"))
        seen.states.set(dataset.place ?? "", dataset.state ?? "");
    for (const { dataset } of table.querySelectorAll<HTMLElement>("[data-count]"))
        seen.counts.set(dataset.count ?? "", Number(dataset.n));
    return seen;
}

const middle = (b: DOMRect) => [b.x + b.width / 2, b.y + b.height / 2];

function distance(a: DOMRect, b: DOMRect): number {
    const [[ax, ay], [bx, by]] = [middle(a), middle(b)];
    return Math.hypot(ax - bx, ay - by);
}

/** A box as large as a piece, in the middle of another one. */
function sized(home: DOMRect | null, piece: DOMRect): DOMRect | null {
    if (!home) return null;
    const [x, y] = middle(home);
    return new DOMRect(x - piece.width / 2, y - piece.height / 2, piece.width, piece.height);
}

interface Flight {
    kind: string;
    from: DOMRect;
    to: DOMRect;
    /** The piece at its end, hidden as long as it is under way. */
    end: Element | null;
    /** Places it left and came to. */
    places: string[];
}

/** Which pieces are elsewhere now. */
function flights(
    was: Look,
    is: Look,
    home: (kind: string, coming: boolean) => DOMRect | null,
): Flight[] {
    const out: Flight[] = [];
    for (const kind of new Set([...was.pieces.keys(), ...is.pieces.keys()])) {
        const gone = [...(was.pieces.get(kind) ?? [])];
        const come: Piece[] = [];
        for (const piece of is.pieces.get(kind) ?? []) {
            const same = gone.findIndex((o) => o.at === piece.at);
            if (same < 0) come.push(piece);
            else gone.splice(same, 1);
        }
        for (const piece of come) {
            const [near] = [...gone].sort(
                (a, b) => distance(a.box, piece.box) - distance(b.box, piece.box),
            );
            if (near) gone.splice(gone.indexOf(near), 1);
            const from = near?.box ?? sized(home(kind, true), piece.box);
            const places = [piece.at, near?.at ?? ""];
            if (from) out.push({ kind, from, to: piece.box, end: piece.element, places });
        }
        for (const { box, at } of gone) {
            const to = sized(home(kind, false), box);
            if (to) out.push({ kind, from: box, to, end: null, places: [at] });
        }
    }
    return out;
}

type Drawn = HTMLElement | SVGElement;

/** A deep copy. The page's policy forbids style attributes, also those that come by copying: styles
 *  are taken off for the moment and put on again one by one. */
function twin<T extends Drawn>(original: T): T {
    const styled = (root: Drawn) => [root, ...root.querySelectorAll<Drawn>("*")];
    const styles = styled(original).map((e) => e.style.cssText);
    for (const e of styled(original)) e.removeAttribute("style");
    const copy = original.cloneNode(true) as T;
    for (const root of [original, copy])
        styled(root).forEach((e, i) => {
            if (styles[i]) e.style.cssText = styles[i];
        });
    return copy;
}

/** A copy of a piece that can stand anywhere at any size. */
function copyOf(element: Element): Drawn {
    const copy = twin(element as Drawn);
    for (const mark of ["data-piece", "data-home", "id"]) copy.removeAttribute(mark);
    if (!(element instanceof SVGGraphicsElement) || element instanceof SVGSVGElement) return copy;
    copy.removeAttribute("transform");
    copy.style.transform = "none";
    const { x, y, width, height } = element.getBBox();
    const stage = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    stage.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    stage.append(copy);
    return stage;
}

export function Changes(o: { match: Match; board: BoardModule | null; speaker: Speaker }) {
    const layer = useRef<HTMLDivElement>(null);
    const was = useRef<Look | null>(null);
    const plyBefore = useRef(-1);
    const drawn = useRef<Position | null>(null);
    const copies = useRef(new Map<string, HTMLElement | SVGElement>());
    const hidden = useRef<Animation[]>([]);
    const ribbon = useSignal<ComponentChildren[] | null>(null);
    const position = o.match.position.value;
    const table = () => layer.current?.closest(".table");
    const touched = useRef(true);
    useEffect(() => {
        const touch = () => {
            touched.current = true;
        };
        const ways = ["scroll", "resize", "wheel", "pointerdown", "keydown"];
        for (const way of ways) addEventListener(way, touch, { capture: true, passive: true });
        return () => {
            for (const way of ways) removeEventListener(way, touch, { capture: true });
        };
    }, []);

    const put = (e: HTMLElement | SVGElement, b: DOMRect, marks: string) => {
        e.setAttribute("class", `${e.getAttribute("class") ?? ""} ${marks}`);
        const [left, top, width, height] = [b.x, b.y, b.width, b.height].map((n) => `${n}px`);
        Object.assign(e.style, { left, top, width, height });
        layer.current?.append(e);
        return e;
    };
    const vanish = (a: Animation, e: Element) => {
        a.onfinish = () => e.remove();
    };

    function fly(root: Element, { kind, from, to, end }: Flight, delay: number): void {
        if (end) copies.current.set(kind, copyOf(end));
        const model = copies.current.get(kind);
        if (!model) return;
        const e = put(twin(model), to, "flying");
        const path = [from];
        const via = end?.getAttribute("data-via");
        const corner = via && root.querySelector(`[data-place="${via}"]`)?.getBoundingClientRect();
        if (corner && between(from, corner, to)) path.push(corner);
        path.push(to);
        const spin = end?.hasAttribute("data-spin") ? " rotate(540deg)" : "";
        const keys = path.map((b, i) => {
            const [[x, y], [tx, ty]] = [middle(b), middle(to)];
            const scale = i === path.length - 1 ? 1 : b.width / Math.max(1, to.width);
            const size = b === corner ? 1 : Math.min(3, Math.max(0.2, scale));
            return {
                transform: `translate(${x - tx}px, ${y - ty}px) scale(${size})${i ? "" : spin}`,
            };
        });
        const timing = {
            duration: FLIGHT,
            delay,
            easing: "cubic-bezier(.3,.1,.2,1)",
            fill: "backwards" as const,
        };
        vanish(e.animate(keys, timing), e);
        if (end)
            hidden.current.push(
                // Not in sight, but there to be clicked.
                end.animate({ opacity: [0, 0] }, { duration: delay + FLIGHT }),
            );
    }

    // What has been scrolled out of sight does not light up over what lies there instead.
    const inSight = (e: Element) => sight(e).width > 0 && sight(e).height > 0;

    function ring(place: Element): void {
        const box = place.getBoundingClientRect();
        if (!inSight(place)) return;
        const e = put(document.createElement("div"), box, "change-ring");
        vanish(e.animate({ opacity: [0, 1, 1, 0] }, 800), e);
    }

    function rise(number: Element, by: number): void {
        const box = number.getBoundingClientRect();
        if (!inSight(number)) return;
        const e = document.createElement("b");
        e.textContent = by > 0 ? `+${by}` : `−${-by}`;
        put(e, new DOMRect(box.right - 4, box.y, 0, 0), `change-by${by < 0 ? " less" : ""}`);
        Object.assign(e.style, { width: "auto", height: "auto" });
        // Above its row, where it hides no other number.
        const up = "translateY(-16px)";
        const from = lively() ? "none" : up;
        vanish(e.animate({ opacity: [0, 1, 1, 0], transform: [from, up, up, up] }, 1100), e);
    }

    useLayoutEffect(() => {
        const root = table();
        const p = o.match.position.value;
        if (!root || !p || !layer.current) return;
        drawn.current = p;
        if (plyBefore.current < 0) {
            // Just opened: where everything lies is looked at before the first change.
            plyBefore.current = p.ply;
            showChoices(root);
            return;
        }
        const before = was.current;
        const is = look(root);
        was.current = is;
        touched.current = false;
        const by = p.ply - plyBefore.current;
        plyBefore.current = p.ply;
        layer.current.replaceChildren();
        for (const a of hidden.current.splice(0)) a.cancel();
        showChoices(root);
        if (!before || by === 0) return;
        const seat = o.match.mover.value;
        layer.current.style.setProperty(
            "--seat",
            seat === null ? "var(--chosen)" : seatColour(seat),
        );
        const home = (kind: string, coming: boolean): DOMRect | null => {
            const owner = /-(\d+)$/.exec(kind)?.[1] ?? seat;
            const e =
                (coming ? root.querySelector(`[data-from~="${kind}"]`) : null) ??
                root.querySelector(`[data-home~="${kind}"]`) ??
                faceOf(owner);
            return e?.getBoundingClientRect() ?? null;
        };
        const moved = lively() ? flights(before, is, home) : [];
        const gap = Math.min(SPREAD, 260 / Math.max(1, moved.length));
        const shown = counted.peek() === p;
        if (moved.length <= (shown ? MOST_HOME : MOST))
            for (const [i, f] of moved.entries()) fly(root, f, i * gap);
        // What dice decide is not shown before they have come to rest.
        const rolled = moved.some((f) => f.end?.hasAttribute("data-spin"));
        root.classList.toggle("rolling", rolled);
        const landed = setTimeout(
            () => root.classList.remove("rolling"),
            FLIGHT + gap * moved.length,
        );
        const flown = new Set(moved.flatMap((f) => f.places));
        for (const [id, state] of is.states) {
            const old = before.states.get(id);
            if (old === undefined || old === state || flown.has(id) || Math.abs(by) > MOST)
                continue;
            const place = root.querySelector(`[data-place="${id}"]`);
            if (place) ring(place);
        }
        for (const [id, n] of is.counts) {
            const old = before.counts.get(id);
            if (shown && id.startsWith("score-")) continue;
            const place =
                old !== undefined && old !== n && root.querySelector(`[data-count="${id}"]`);
            if (place) rise(place, n - (old as number));
        }
        const told =
            by === 1 ? (o.match.log.value.find((e) => e.ply === p.ply - 1)?.events ?? []) : [];
        const loud = shown ? [] : told.filter((e) => o.board?.loud?.includes(e.event));
        ribbon.value = loud.length
            ? loud.slice(-2).flatMap((e) => [eventSentence(o.speaker, e), ". "])
            : null;
        const timer = setTimeout(() => {
            ribbon.value = null;
        }, RIBBON);
        return () => {
            clearTimeout(timer);
            clearTimeout(landed);
        };
    }, [position]);
    // Runs before the table is drawn anew (useSignalEffect would run after): everything still lies where
    // it lay. Unless somebody may have moved it since, that was looked at after the last change.
    useLayoutEffect(
        () =>
            effect(() => {
                const p = o.match.position.value;
                const root = table();
                if (root && p !== drawn.current && touched.current) was.current = look(root);
            }),
        [o.match],
    );
    return (
        <>
            <div class="flights" ref={layer} aria-hidden="true" />
            {ribbon.value && (
                <p class="ribbon" aria-hidden="true">
                    {ribbon.value}
                </p>
            )}
        </>
    );
}

/** Whether a corner lies between two boxes, so that a way can lead through it. */
function between(a: DOMRect, corner: DOMRect, b: DOMRect): boolean {
    const [[ax, ay], [x, y], [bx, by]] = [middle(a), middle(corner), middle(b)];
    const slack = corner.width * 0.8;
    const within = (v: number, p: number, q: number) =>
        v >= Math.min(p, q) - slack && v <= Math.max(p, q) + slack;
    return within(x, ax, bx) && within(y, ay, by);
}

/** On a small screen what may be chosen comes into sight by itself. */
function showChoices(root: Element): void {
    const board = root.querySelector(".board");
    const choices = [...(board?.querySelectorAll(".choice") ?? [])];
    if (!narrow.value || !board || !choices.length) return;
    const frame = board.getBoundingClientRect();
    const inSight = (e: Element) => {
        const [x, y] = middle(e.getBoundingClientRect());
        return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    };
    if (!choices.some(inSight)) choices[0].scrollIntoView({ block: "center", inline: "center" });
}
