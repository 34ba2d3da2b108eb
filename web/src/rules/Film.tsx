/* A picture that was cut out, and an example that plays: the table before, the choice, the table after, again and
 * again. Who wants less motion sees the last picture. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { lively } from "../core/settings";

/** How long a picture stands; the last one longer. */
const STAND = 1600;

export function Cut({ of }: { of: Element | undefined }) {
    const place = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        place.current?.replaceChildren(...(of ? [of] : []));
    }, [of]);
    return <div class="cut-place" ref={place} />;
}

export function Film({ frames, label }: { frames: Element[]; label: string }) {
    const at = useSignal<number | null>(null);
    useEffect(() => {
        if (!lively() || frames.length < 2) return;
        at.value = 0;
        let timer = 0;
        const next = () => {
            const to = ((at.value ?? 0) + 1) % frames.length;
            at.value = to;
            timer = window.setTimeout(next, to === frames.length - 1 ? STAND * 2 : STAND);
        };
        timer = window.setTimeout(next, STAND);
        return () => clearTimeout(timer);
    }, [frames.length]);
    const now = at.value ?? frames.length - 1;
    return (
        <div class="drawing film" role="img" aria-label={label}>
            {frames.map((frame, i) => (
                <div key={i} class={i === now ? "frame now" : "frame"}>
                    <Cut of={frame} />
                </div>
            ))}
        </div>
    );
}
