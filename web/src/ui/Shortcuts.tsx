/* Keys of a table, and the page that lists them. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Match } from "../core/match";
import { arrowsShown } from "../core/settings";
import { t } from "../core/text";

const LIST: [string[], string][] = [
    [["Enter"], "choose"],
    [["1", "…", "5"], "use"],
    [["Esc"], "escape"],
    [["Ctrl", "Z"], "undo"],
    [["Ctrl", "Y"], "redo"],
    [["H"], "hint"],
    [["←", "→"], "step"],
    [["⇧", "←"], "mark"],
    [["P"], "play_on"],
    [["A"], "arrows"],
    [["↑", "↓", "←", "→"], "walk"],
    [["?"], "list"],
];

export function Shortcuts({ match }: { match: Match }) {
    const open = useSignal(false);
    const box = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        const keys = (e: KeyboardEvent) => {
            if ((e.target as Element).closest?.("input, select, textarea")) return;
            if (document.querySelector(".curtain")) return;
            const key = e.key.toLowerCase();
            const present = match.shown.value === null;
            const command = e.ctrlKey || e.metaKey;
            if (command && key === "z" && !e.shiftKey && present) void match.undo();
            else if (command && (key === "y" || (key === "z" && e.shiftKey)) && present)
                void match.redo?.();
            else if (command || e.altKey) return;
            else if (key === "h" && present && !document.querySelector(".popover"))
                void match.advise?.();
            else if (key === "a") arrowsShown.value = !arrowsShown.value;
            else if (key === "?" && !document.querySelector(".detail:not([hidden])"))
                open.value = true;
            else return;
            e.preventDefault();
        };
        addEventListener("keydown", keys);
        return () => removeEventListener("keydown", keys);
    }, [match]);
    // At once: Escape, pressed as soon as it is seen, must find it open.
    useLayoutEffect(() => {
        if (open.value) box.current?.showModal();
    }, [open.value]);
    if (!open.value) return null;
    return (
        <dialog
            class="panel shortcuts"
            ref={box}
            aria-label={t("web.shortcuts")}
            onClose={() => {
                open.value = false;
            }}
        >
            <h2>{t("web.shortcuts")}</h2>
            <dl>
                {LIST.map(([keys, what]) => (
                    <div key={what}>
                        <dt>
                            {keys.map((k, i) => (
                                <kbd key={i}>{k}</kbd>
                            ))}
                        </dt>
                        <dd>{t(`web.key.${what}`)}</dd>
                    </div>
                ))}
            </dl>
            <button type="button" class="outline" onClick={() => box.current?.close()}>
                {t("web.close")}
            </button>
        </dialog>
    );
}
