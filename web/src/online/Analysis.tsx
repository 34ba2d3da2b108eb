/* The server's look back at a finished match: asked for here by anybody, kept there, shown to whoever opens the table.
 * When it is there, chances and decisions of the result are its own (match.deep). */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Deep } from "../core/match";
import { lang, seatName, t } from "../core/text";
import { call, explain, ServerError } from "./api";
import { session } from "./mine";
import type { RemoteMatch } from "./remote";

interface State {
    state: "none" | "waiting" | "working" | "done" | "failed";
    visits: number;
    ahead?: number;
    done?: number;
    count?: number;
    analysis?: Deep;
}

const EVERY = 2_000;

/** What each has given away for a decision with a choice, in hundredths of the chances. */
function Means({ match, deep }: { match: RemoteMatch; deep: Deep }) {
    const percent = new Intl.NumberFormat(lang.value, {
        style: "percent",
        maximumFractionDigits: 2,
    });
    return (
        <ul class="means">
            {match.seats.map((_, i) => {
                const made = deep.decisions.filter((d) => d.seat === i && d.choices > 1).length;
                return (
                    <li key={i}>
                        <span>{seatName(match.game, match.seats, i)}</span>{" "}
                        <b>{percent.format((deep.cost[i] ?? 0) / 1000 / Math.max(1, made))}</b>
                    </li>
                );
            })}
        </ul>
    );
}

export function Analysis({ match }: { match: RemoteMatch }) {
    const found = useSignal<State | null>(null);
    const trouble = useSignal<string | null>(null);
    const take = (to: State) => {
        found.value = to;
        if (to.analysis) match.deep.value = to.analysis;
    };
    const path = `tables/${match.id}/analysis`;
    useEffect(() => {
        let gone = false;
        const look = () =>
            call<State>("GET", path).then(
                (to) => {
                    if (!gone) take(to);
                },
                (e: unknown) => {
                    // A server that makes none says so; a lost connection is told elsewhere.
                    if (e instanceof ServerError && e.code === "not_found") gone = true;
                },
            );
        void look();
        const timer = setInterval(() => {
            const state = found.value?.state;
            if (!gone && !document.hidden && (state === "waiting" || state === "working"))
                void look();
        }, EVERY);
        return () => {
            gone = true;
            clearInterval(timer);
        };
    }, [match]);
    const ask = async () => {
        trouble.value = null;
        try {
            take(await call<State>("POST", path, { body: {}, token: session.value?.token }));
        } catch (e) {
            trouble.value = explain(e);
        }
    };
    const s = found.value;
    if (!s) return null;
    return (
        <section class="analysis" aria-label={t("online.analysis")} aria-live="polite">
            {s.state === "none" && (
                <>
                    <p class="soft">{t("online.analysis.help", { n: s.visits })}</p>
                    <button type="button" class="outline" onClick={() => void ask()}>
                        {t("online.analysis.ask")}
                    </button>
                </>
            )}
            {s.state === "waiting" && (
                <p>
                    {s.ahead
                        ? t("online.analysis.waiting", { n: s.ahead })
                        : t("online.analysis.next")}
                </p>
            )}
            {s.state === "working" && (
                <p>
                    {t("online.analysis.working")}{" "}
                    <progress
                        value={s.done}
                        max={s.count || 1}
                        aria-label={t("online.analysis.working")}
                    />
                </p>
            )}
            {s.state === "failed" && <p>{t("online.analysis.failed")}</p>}
            {s.state === "done" && s.analysis && (
                <>
                    <p>{t("online.analysis.done", { n: s.visits })}</p>
                    <p class="soft">{t("online.analysis.mean")}</p>
                    <Means match={match} deep={s.analysis} />
                </>
            )}
            {trouble.value && <p role="alert">{trouble.value}</p>}
        </section>
    );
}
