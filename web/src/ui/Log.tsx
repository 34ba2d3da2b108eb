/* What happened, in sentences, newest first; a click shows that moment. */
import type { LocalMatch } from "../core/match";
import { eventSentence, type Speaker, t } from "../core/text";

export function Log({ match, speaker }: { match: LocalMatch; speaker: Speaker }) {
    const entries = match.log.value.slice(-120).reverse();
    return (
        <ol class="log" aria-label={t("web.log")} tabIndex={0}>
            {entries.map((e) => (
                <li
                    key={e.ply}
                    class={match.shown.value === e.ply + 1 ? "shown" : ""}
                    style={{ borderColor: `var(--seat-${e.seat})` }}
                >
                    <button type="button" class="plain" onClick={() => void match.show(e.ply + 1)}>
                        {e.events.map((ev, i) => (
                            <span key={`${e.ply}.${i}`} class="event">
                                {eventSentence(speaker, ev)}.{" "}
                            </span>
                        ))}
                    </button>
                </li>
            ))}
        </ol>
    );
}
