/* Shows what changed: places whose contents are other than a moment ago light up in the colour of
 * the one who changed them. A place tells its contents in data-state. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { seatColour } from "../art/emblems";
import { narrow } from "../core/settings";
import type { Position } from "../core/types";

export function Changes({ position, seat }: { position: Position; seat: number | null }) {
    const mark = useRef<HTMLSpanElement>(null);
    const before = useRef<Map<string, string> | null>(null);
    useLayoutEffect(() => {
        const board = mark.current?.parentElement;
        if (!board) return;
        const now = new Map<string, string>();
        for (const place of board.querySelectorAll<SVGElement | HTMLElement>("[data-state]")) {
            const id = place.dataset.place ?? "";
            const state = place.dataset.state ?? "";
            now.set(id, state);
            const old = before.current?.get(id);
            if (old === undefined || old === state) continue;
            const by = seat === null ? "var(--chosen)" : seatColour(seat);
            const lit = `drop-shadow(0 0 4px ${by}) drop-shadow(0 0 7px ${by})`;
            place.animate({ filter: ["none", lit, lit, "none"] }, 700);
        }
        before.current = now;
        // On a small screen what may be chosen comes into sight by itself.
        const choices = [...board.querySelectorAll(".choice")];
        const frame = board.getBoundingClientRect();
        const inSight = (e: Element) => {
            const box = e.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
        };
        if (narrow.value && choices.length && !choices.some(inSight))
            choices[0].scrollIntoView({ block: "center", inline: "center" });
    }, [position]);
    return <span ref={mark} hidden />;
}
