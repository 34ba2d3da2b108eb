/* What the page remembers about its user, kept in the browser. Storage may be missing or full:
 * the page then works on, and says so once. */
import { effect, type Signal, signal } from "@preact/signals";

export const storageTrouble = signal(false);

/** What the browser would not keep: lasts as long as the page is open. */
const memory = new Map<string, string>();

export function recall(key: string): string | null {
    const held = memory.get(key);
    if (held !== undefined) return held;
    try {
        return localStorage.getItem(`serai.${key}`);
    } catch {
        return null;
    }
}

/** Keeps a text; false when the browser would not. */
export function keep(key: string, text: string): boolean {
    try {
        localStorage.setItem(`serai.${key}`, text);
        memory.delete(key);
        return true;
    } catch {
        memory.set(key, text);
        storageTrouble.value = true;
        return false;
    }
}

export function forget(key: string): void {
    memory.delete(key);
    try {
        localStorage.removeItem(`serai.${key}`);
    } catch {
        // nothing was kept
    }
}

export function recallKeys(prefix: string): string[] {
    let kept: string[] = [];
    try {
        kept = Object.keys(localStorage)
            .filter((k) => k.startsWith("serai."))
            .map((k) => k.slice("serai.".length));
    } catch {
        // only what is held in memory
    }
    return [...new Set([...kept, ...memory.keys()])].filter((k) => k.startsWith(prefix));
}

export type Theme = "light" | "night";

const prefersNight =
    typeof matchMedia === "function" && matchMedia("(prefers-color-scheme: dark)").matches;

export const theme = signal<Theme>(
    (recall("theme") as Theme) || (prefersNight ? "night" : "light"),
);
export const playerName = signal<string>(recall("name") ?? "");

effect(() => {
    document.documentElement.dataset.theme = theme.value;
});

export function setTheme(to: Theme): void {
    theme.value = to;
    keep("theme", to);
}

/** What the page was last used with, and where. A table that changes under a mouse at rest, or where a
 *  finger was, is no use of the mouse. */
let way: "keys" | "touch" | "mouse" | null = null;
let at = [0, 0];
addEventListener("keydown", () => {
    way = "keys";
});
addEventListener("pointerdown", (e: PointerEvent) => {
    way = e.pointerType === "touch" ? "touch" : "mouse";
    at = [e.clientX, e.clientY];
});
addEventListener("pointermove", (e: PointerEvent) => {
    const slipped = Math.hypot(e.clientX - at[0], e.clientY - at[1]) > 2;
    if (way === "touch" && e.pointerType === "mouse" && slipped) way = "mouse";
});
/** Whether anything was clicked or pressed yet. */
export function used(): boolean {
    return way !== null;
}
/** Whether the page is being used by keyboard. */
export function byKeyboard(): boolean {
    return way === "keys";
}
/** Whether by fingers: they choose, and do not point. */
export function byTouch(): boolean {
    return way === "touch";
}

/** Whether the window is at most so wide, now and as it changes. */
function atMost(width: number) {
    const query = typeof matchMedia === "function" ? matchMedia(`(max-width: ${width}px)`) : null;
    const is = signal(query?.matches ?? false);
    query?.addEventListener("change", (e) => {
        is.value = e.matches;
    });
    return is;
}

/** Whether pieces fly: not for those who asked their system for less motion. */
export function lively(): boolean {
    return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Too narrow for three columns. */
export const narrow = atMost(1099);
/** As narrow as a phone held upright. */
export const phone = atMost(599);

/** A switch that the browser remembers. */
function remembered(key: string, otherwise: boolean): Signal<boolean> {
    const is = signal(otherwise ? recall(key) !== "off" : recall(key) === "on");
    effect(() => {
        if (is.value !== otherwise || recall(key) !== null) keep(key, is.value ? "on" : "off");
    });
    return is;
}

/** Asks before a move that cannot be taken back. */
export const careful = remembered("careful", true);
/** Tells with every question why it is asked. */
export const reasons = remembered("reasons", false);
/** Draws what others did since one's last turn as arrows on the board. */
export const arrowsShown = remembered("arrows", true);
