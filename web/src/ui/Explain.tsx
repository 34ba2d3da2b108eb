/* Names what is pointed at (or pressed long) on the board, beside it and not over it. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/text";

export function Explain({ game }: { game: string }) {
    const text = useSignal("");
    const mark = useRef<HTMLParagraphElement>(null);
    useEffect(() => {
        const board = mark.current?.parentElement;
        if (!board) return;
        const show = (e: Event) => {
            const at = (e.target as Element | null)?.closest?.(
                "[data-place], [title], [data-about]",
            );
            if (!at || !board.contains(at)) {
                text.value = "";
                return;
            }
            text.value =
                at.getAttribute("data-about") ??
                at.getAttribute("aria-label") ??
                at.getAttribute("title") ??
                at.querySelector(":scope > title")?.textContent ??
                "";
        };
        const hide = () => {
            text.value = "";
        };
        board.addEventListener("pointerover", show);
        board.addEventListener("focusin", show);
        board.addEventListener("pointerleave", hide);
        return () => {
            board.removeEventListener("pointerover", show);
            board.removeEventListener("focusin", show);
            board.removeEventListener("pointerleave", hide);
        };
    }, []);
    return (
        <p class="explain" ref={mark} hidden={!text.value}>
            {text.value} <a href={`#/rules/${game}`}>{t("web.rules")}</a>
        </p>
    );
}
