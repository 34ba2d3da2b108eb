/* Any earlier moment by slider; from there a game of its own can go on differently. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import type { Match } from "../core/match";
import { t } from "../core/text";

export function Replay({ match }: { match: Match }) {
    const running = useSignal(false);
    const last = match.log.value.length;
    const at = match.shown.value ?? last;
    const go = (ply: number) => void match.show(ply >= last ? null : Math.max(0, ply));
    useEffect(() => {
        if (!running.value) return;
        const timer = setInterval(() => {
            const now = match.shown.value;
            if (now === null) running.value = false;
            else go(now + 1);
        }, 700);
        return () => clearInterval(timer);
    }, [running.value, last]);
    return (
        <div class="replay">
            <input
                type="range"
                min={0}
                max={last}
                value={at}
                aria-label={t("web.moment")}
                onInput={(e) => go(Number(e.currentTarget.value))}
            />
            <div class="tools">
                <button
                    type="button"
                    class="plain"
                    aria-label={t("web.to_start")}
                    onClick={() => go(0)}
                >
                    <Icon name="first" />
                </button>
                <button
                    type="button"
                    class="plain"
                    aria-label={t("web.back")}
                    onClick={() => go(at - 1)}
                >
                    <Icon name="back" />
                </button>
                <button
                    type="button"
                    class="plain"
                    aria-label={t(running.value ? "web.pause" : "web.autoplay")}
                    onClick={() => {
                        running.value = !running.value;
                        if (running.value && match.shown.value === null) go(0);
                    }}
                >
                    <Icon name={running.value ? "pause" : "play"} />
                </button>
                <button
                    type="button"
                    class="plain"
                    aria-label={t("web.forward")}
                    onClick={() => go(at + 1)}
                >
                    <Icon name="forward" />
                </button>
                <button
                    type="button"
                    class="plain"
                    aria-label={t("web.to_end")}
                    onClick={() => go(last)}
                >
                    <Icon name="last" />
                </button>
                <span class="soft">
                    {at} / {last}
                </span>
            </div>
            {match.shown.value !== null && match.branch && (
                <button
                    type="button"
                    class="outline"
                    onClick={() =>
                        void match.branch?.(at).then((id) => {
                            location.hash = `#/play/${id}`;
                        })
                    }
                >
                    <Icon name="branch" /> {t("web.what_if")}
                </button>
            )}
        </div>
    );
}
