/* What happened, in sentences, newest first and turn by turn; a click shows that moment. */
import type { LogEntry, Match } from "../core/match";
import { eventSentence, type Speaker, t } from "../core/text";

/** Entries in a row by the same seat, newest first; what nobody needs to read is left out. */
function turns(log: LogEntry[]): LogEntry[][] {
    const out: LogEntry[][] = [];
    for (const e of log) {
        if (!e.events.length) continue;
        const last = out.at(-1);
        if (last && last[0].seat === e.seat && last.length < 12) last.push(e);
        else out.push([e]);
    }
    return out.reverse();
}

export function Log({ match, speaker }: { match: Match; speaker: Speaker }) {
    const groups = turns(match.log.value.slice(-160));
    return (
        <ol class="log" aria-label={t("web.log")} tabIndex={0}>
            {groups.map((group) => (
                <li key={group[0].ply} style={{ borderColor: `var(--seat-${group[0].seat})` }}>
                    {group.map((e) => (
                        <button
                            type="button"
                            key={e.ply}
                            class={`plain${match.shown.value === e.ply + 1 ? " shown" : ""}`}
                            onClick={() => void match.show(e.ply + 1)}
                        >
                            {e.events.map((ev, i) => (
                                <span key={`${e.ply}.${i}`} class="event">
                                    {eventSentence(speaker, ev)}.{" "}
                                </span>
                            ))}
                        </button>
                    ))}
                </li>
            ))}
        </ol>
    );
}
