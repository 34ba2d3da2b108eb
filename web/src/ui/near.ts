/* Where to put what belongs to a place: beside it, inside the window, over as little else as may be. */

/** Where a seat shows who sits there: a portrait, or an emblem alone. */
export const faceOf = (seat: number | string | null): Element | null =>
    document.querySelector(
        `.seats [data-seat="${seat}"] .portrait, .seats [data-seat="${seat}"] .emblem-disc`,
    );

export type Side = "right" | "left" | "below" | "above";

export interface Laid {
    left: number;
    top: number;
    side: Side;
    /** How far along its edge the tail points at the place. */
    tail: number;
}

const EDGE = 8;

const clamp = (n: number, low: number, high: number) => Math.max(low, Math.min(n, high));

const overlap = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Parts of the table that scroll, or show a part of a drawing. */
const WINDOWS = ".board, .pan-view, .car-map, .seats, .desk, .moves";

/** What of an element, and so much around it, is in sight; empty where it has been scrolled out. */
export function sight(e: Element, around = 0): DOMRect {
    const box = e.getBoundingClientRect();
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (
        let part = e.parentElement?.closest(WINDOWS);
        part;
        part = part.parentElement?.closest(WINDOWS)
    ) {
        // On a wide screen some of them have no box of their own.
        if (!part.getClientRects().length) continue;
        const pane = part.getBoundingClientRect();
        [left, top] = [Math.max(left, pane.left), Math.max(top, pane.top)];
        [right, bottom] = [Math.min(right, pane.right), Math.min(bottom, pane.bottom)];
    }
    left = Math.max(2, left - around);
    top = Math.max(2, top - around);
    right = Math.min(innerWidth - 2, right + around);
    bottom = Math.min(innerHeight - 2, bottom + around);
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
}

/** How fine the window is searched for a free place. */
const STRIDE = 16;

/** How far apart two boxes are. */
const apart = (a: DOMRect, b: DOMRect) =>
    Math.hypot(
        Math.max(a.left - b.right, b.left - a.right, 0),
        Math.max(a.top - b.bottom, b.top - a.bottom, 0),
    );

/** Lays a box of a size beside a place. `avoid` are boxes it would rather not cover, `never` those it covers
 *  only where nothing else is left, `top` is where the window begins for it. `away`: rather than cover any of them
 *  it lies elsewhere in the window, no farther from the place than it must. */
export function beside(
    place: DOMRect,
    width: number,
    height: number,
    {
        avoid = [],
        never = [],
        gap = 16,
        top = EDGE,
        away = false,
    }: { avoid?: DOMRect[]; never?: DOMRect[]; gap?: number; top?: number; away?: boolean } = {},
): Laid {
    const x = place.left + place.width / 2;
    const y = place.top + place.height / 2;
    const right = Math.max(EDGE, innerWidth - EDGE - width);
    const bottom = innerHeight - EDGE - height;
    const low = Math.min(top, Math.max(EDGE, bottom));
    const along = clamp(y - height / 2, low, Math.max(low, bottom));
    const across = clamp(x - width / 2, EDGE, right);
    const ways: [Side, number, number][] = [
        ["right", place.right + gap, along],
        ["left", place.left - gap - width, along],
        ["below", across, place.bottom + gap],
        ["above", across, place.top - gap - height],
    ];
    let best = null as Laid | null;
    let least = Number.POSITIVE_INFINITY;
    const lie = (side: Side, wantX: number, wantY: number, far = 0) => {
        const left = clamp(wantX, EDGE, right);
        const up = clamp(wantY, low, Math.max(low, bottom));
        const box = new DOMRect(left, up, width, height);
        // What has to be pushed back into the window may lie over the place itself: the worst.
        const cost =
            (overlap(box, place) ? 1000 + Math.abs(left - wantX) + Math.abs(up - wantY) : 0) +
            50 * never.filter((a) => overlap(box, a)).length +
            avoid.filter((a) => overlap(box, a)).length +
            far * apart(box, place);
        if (cost >= least) return;
        least = cost;
        const tail =
            side === "right" || side === "left"
                ? clamp(y - up, 18, height - 18)
                : clamp(x - left, 18, width - 18);
        best = { left, top: up, side, tail };
    };
    for (const way of ways) lie(...way);
    if (away && least >= 1)
        for (let up = low; up < bottom + STRIDE; up += STRIDE)
            for (let left = EDGE; left < right + STRIDE; left += STRIDE)
                lie("below", left, up, 0.01);
    return best as Laid;
}
