/* What the page remembers about its user, kept in the browser. Storage may be missing or full:
 * the page then works on, and says so once. */
import { effect, signal } from "@preact/signals";

export const storageTrouble = signal(false);

export function recall(key: string): string | null {
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
        return true;
    } catch {
        storageTrouble.value = true;
        return false;
    }
}

export function forget(key: string): void {
    try {
        localStorage.removeItem(`serai.${key}`);
    } catch {
        // nothing was kept
    }
}

export function recallKeys(prefix: string): string[] {
    try {
        return Object.keys(localStorage)
            .filter((k) => k.startsWith(`serai.${prefix}`))
            .map((k) => k.slice("serai.".length));
    } catch {
        return [];
    }
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

let keys = false;
addEventListener("keydown", () => {
    keys = true;
});
addEventListener("pointerdown", () => {
    keys = false;
});
/** Whether the page is being used by keyboard. */
export function byKeyboard(): boolean {
    return keys;
}

const small = typeof matchMedia === "function" ? matchMedia("(max-width: 1099px)") : null;
/** Too narrow for three columns. */
export const narrow = signal(small?.matches ?? false);
small?.addEventListener("change", (e) => {
    narrow.value = e.matches;
});
