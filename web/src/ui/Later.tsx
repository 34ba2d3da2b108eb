/* Parts of the page that are fetched when they are first wanted: the start page needs none of them. The
 * service worker keeps them all, so that later is not too late without a network. */
import { type Signal, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { loadTexts, t } from "../core/text";

interface Part<T> {
    now: Signal<T | null>;
    failed: Signal<boolean>;
    load: () => Promise<void>;
}

export function part<T>(fetch: () => Promise<T>, ...texts: string[]): Part<T> {
    const now = signal<T | null>(null);
    const failed = signal(false);
    const load = async () => {
        if (now.value) return;
        try {
            [now.value] = await Promise.all([fetch(), ...texts.map(loadTexts)]);
        } catch {
            failed.value = true;
        }
    };
    return { now, failed, load };
}

/** What the start page shows to those who have been there before. */
export const memory = part(() => import("../home/Memory"), "home");
/** Who plays, on the start page. */
export const chairs = part(() => import("../home/Chairs"), "home", "setup");
/** "Find the move". */
export const puzzle = part(() => import("../puzzle/PuzzlePage"), "puzzle", "table");
/** A match on this device. */
export const table = part(() => import("./TablePage"), "table");
export const rules = part(() => import("./Rules"), "learn");
/** Rules that are cited at a table, opened there. */
export const cited = part(() => import("../rules/Cited"), "learn");
/** Tables with others, and how many wait for one's move. */
export const lobby = part(() => import("../online"), "online");
/** Opening a table with others and playing there. */
export const room = part(() => import("../online/room"), "online", "setup", "table");
/** The box of a game on the table: telling the page what was rolled and drawn. */
export const box = part(() => import("../box/Tell"), "box");
/** A table in a frame of another page. */
export const embed = part(() => import("../online/embed"), "online", "table");
/** The screen in the middle of a table. */
export const middle = part(() => import("./Middle"), "box");
/** Changing the numbers of a game. */
export const lab = part(() => import("../lab"), "lab");

export function Later<T>({
    part: { now, failed, load },
    children,
}: {
    part: Part<T>;
    children: (loaded: T) => ComponentChildren;
}) {
    useEffect(() => void load(), [load]);
    if (now.value) return <>{children(now.value)}</>;
    return failed.value ? (
        <p class="soft" role="alert">
            {t("web.not_loaded")}
        </p>
    ) : null;
}
