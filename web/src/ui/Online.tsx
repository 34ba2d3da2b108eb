/* The parts of the page for tables at a server are fetched when they are first wanted, with their
 * texts. */
import { type Signal, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { loadTexts, t } from "../core/text";

interface Part<T> {
    now: Signal<T | null>;
    failed: Signal<boolean>;
    load: () => Promise<void>;
}

function part<T>(fetch: () => Promise<T>): Part<T> {
    const now = signal<T | null>(null);
    const failed = signal(false);
    const load = async () => {
        try {
            [now.value] = await Promise.all([fetch(), loadTexts("online")]);
        } catch {
            failed.value = true;
        }
    };
    return { now, failed, load };
}

/** What the start page shows of tables with others. */
export const lobby = part(() => import("../online"));
/** Opening a table and playing there. */
export const room = part(() => import("../online/room"));

export function Online<T>({
    part: { now, failed, load },
    children,
}: {
    part: Part<T>;
    children: (loaded: T) => ComponentChildren;
}) {
    useEffect(() => {
        if (!now.value) void load();
    }, []);
    if (now.value) return <>{children(now.value)}</>;
    return failed.value ? <p class="soft">{t("web.online_unavailable")}</p> : null;
}
