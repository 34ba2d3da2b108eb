/* A finger needs 44 px. Where something that may be chosen is drawn smaller, a tap beside it counts for it, as far as
 * nothing else is meant: the nearest one within reach gets it. */
import { useEffect } from "preact/hooks";
import { byTouch } from "../core/settings";

const FINGER = 44;
/** What a tap may mean, the more important first. */
const AIMS = [
    ".choice",
    ".bar :is(a, button, summary), .flank :is(button, a), .seats button, .mrv-signs button",
];
const CONTROLS = "button, a, summary, input, select, label, .choice";

/** Whether a tap at a point counts for a box, and how far from it that is; Infinity: not at all. */
function reach({ left, right, top, bottom, width, height }: DOMRect, x: number, y: number): number {
    const [more, higher] = [width, height].map((n) => Math.max(0, FINGER - n) / 2);
    const within =
        width > 0 &&
        x >= left - more &&
        x <= right + more &&
        y >= top - higher &&
        y <= bottom + higher;
    if (!within) return Number.POSITIVE_INFINITY;
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** Whether something is in sight, so that it can be meant. */
function shown(e: Element): boolean {
    const { left, top, width, height } = e.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return at !== null && (e.contains(at) || at.contains(e));
}

/** What a tap beside everything is meant for. */
function meant(x: number, y: number): Element | null {
    for (const aims of AIMS) {
        const near = [...document.querySelectorAll(`.table :is(${aims})`)]
            .map((e) => ({ e, far: reach(e.getBoundingClientRect(), x, y) }))
            .filter(({ e, far }) => far < FINGER && shown(e))
            .sort((a, b) => a.far - b.far);
        if (near.length) return near[0].e;
    }
    return null;
}

/** Lets fingers be as wide as they are. */
export function useFingers(): void {
    useEffect(() => {
        const tap = (e: MouseEvent) => {
            const hit = e.target as Element | null;
            if (!e.isTrusted || !byTouch() || !hit?.closest?.(".table")) return;
            if (hit.closest(CONTROLS) || hit.closest(".popover, .guide, .rite, .curtain")) return;
            const to = meant(e.clientX, e.clientY);
            if (!to) return;
            e.preventDefault();
            e.stopImmediatePropagation();
            const { clientX, clientY, detail } = e;
            const more = { bubbles: true, cancelable: true, clientX, clientY, detail };
            to.dispatchEvent(new MouseEvent("click", more));
        };
        addEventListener("click", tap, true);
        return () => removeEventListener("click", tap, true);
    }, []);
}
