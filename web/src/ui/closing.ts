/* What opens by a button and is shut by whatever else is pressed. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function useClosing(): RefObject<HTMLDetailsElement | null> {
    const menu = useRef<HTMLDetailsElement>(null);
    useEffect(() => {
        const close = (e: Event) => {
            const out =
                e instanceof KeyboardEvent
                    ? e.key === "Escape"
                    : !menu.current?.contains(e.target as Node);
            if (out && menu.current) menu.current.open = false;
        };
        addEventListener("pointerdown", close);
        addEventListener("keydown", close);
        return () => {
            removeEventListener("pointerdown", close);
            removeEventListener("keydown", close);
        };
    }, []);
    return menu;
}
