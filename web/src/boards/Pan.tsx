/* A drawing larger than a phone: it is shown close enough to be read, moves under a finger, and two
 * fingers or the buttons make it larger and smaller. On wide screens it does nothing. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { narrow } from "../core/settings";
import { t } from "../core/text";

const MOST = 4;
/** A finger needs so many pixels to meet what it means. */
const FINGER = 44;

export function Pan({ width, children }: { width: number; children: ComponentChildren }) {
    const view = useRef<HTMLDivElement>(null);
    const zoom = useSignal(1);
    const fingers = useRef(new Map<number, [number, number]>());
    const spread = () => {
        const [a, b] = fingers.current.values();
        return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
    };
    /** Zooms so that what lies at a point of the window stays there. */
    const scale = (by: number, at?: [number, number]) => {
        const v = view.current;
        if (!v) return;
        const to = Math.min(MOST, Math.max(1, zoom.value * by));
        const x = (at ? at[0] - v.getBoundingClientRect().x : v.clientWidth / 2) + v.scrollLeft;
        const grown = to / zoom.value;
        zoom.value = to;
        v.style.setProperty("--zoom", String(to));
        v.scrollLeft += x * (grown - 1);
    };
    // As close as its letters need, when the screen is too narrow to show all of it.
    useLayoutEffect(() => {
        const v = view.current;
        if (!v || !narrow.value || !v.clientWidth) return;
        zoom.value = Math.max(1, width / v.clientWidth);
        v.style.setProperty("--zoom", String(zoom.value));
    }, [width, narrow.value]);
    // What a finger is to choose is made large enough for it; when that is over, all is as it was.
    const chosen = useRef("");
    const base = useRef(1);
    useLayoutEffect(() => {
        const v = view.current;
        if (!v || !narrow.value || !v.clientWidth) return;
        const choices = [...v.querySelectorAll<SVGGElement>(".choice[data-place]")];
        const key = choices.map((e) => e.dataset.place).join();
        if (key === chosen.current) return;
        if (!chosen.current) base.current = zoom.value;
        chosen.current = key;
        const sizes = choices.map((e) => e.getBoundingClientRect());
        const least = Math.min(...sizes.map((b) => Math.min(b.width, b.height)));
        const want = choices.length ? (zoom.value * FINGER) / least : base.current;
        const to = Math.min(MOST, Math.max(base.current, want));
        if (Math.abs(to - zoom.value) < 0.05) return;
        zoom.value = to;
        v.style.setProperty("--zoom", String(to));
        choices[0]?.scrollIntoView({ block: "nearest", inline: "center" });
    });
    return (
        <div class="pan">
            <div
                class="pan-view"
                // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
                tabIndex={0}
                ref={view}
                onPointerDown={(e) => {
                    if (e.pointerType === "touch")
                        fingers.current.set(e.pointerId, [e.clientX, e.clientY]);
                }}
                onPointerMove={(e) => {
                    if (fingers.current.size < 2 || !fingers.current.has(e.pointerId)) return;
                    const before = spread();
                    fingers.current.set(e.pointerId, [e.clientX, e.clientY]);
                    scale(spread() / Math.max(1, before), [e.clientX, e.clientY]);
                }}
                onPointerUp={(e) => fingers.current.delete(e.pointerId)}
                onPointerCancel={(e) => fingers.current.delete(e.pointerId)}
                onPointerLeave={(e) => fingers.current.delete(e.pointerId)}
            >
                {children}
            </div>
            {narrow.value && (
                <div class="zoom pan-tools">
                    <button type="button" aria-label={t("web.zoom_in")} onClick={() => scale(1.4)}>
                        +
                    </button>
                    <button
                        type="button"
                        aria-label={t("web.zoom_out")}
                        onClick={() => scale(1 / 1.4)}
                    >
                        −
                    </button>
                </div>
            )}
        </div>
    );
}
