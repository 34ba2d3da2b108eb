/* The past: a bar over the bar of the table says which moment is shown and leads back, and a card tells what was
 * decided there, and what was better. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import type { BoardModule, BoardProps } from "../boards/board";
import type { Match, Moment } from "../core/match";
import { lively } from "../core/settings";
import { has, moveSentence, type Speaker, t } from "../core/text";
import type { Move } from "../core/types";
import { percent } from "./MoveList";
import { SeatTag } from "./SeatTag";
import { stretches, TurnLine } from "./turns";

/** A decision that cost a fiftieth of the chances is worth a mark. */
const COSTLY = 20;

const own = (match: Match, m: Moment | undefined) =>
    m?.seat !== undefined && match.seats[m.seat]?.kind === "human";

/** The next moment with a mark, in a direction; else the one beside. */
function marked(match: Match, at: number, by: number): number {
    const known = match.judged?.value;
    if (known)
        for (let ply = at + by; ply >= 0 && ply < match.log.value.length; ply += by)
            if (own(match, known.get(ply)) && (known.get(ply)?.cost ?? 0) >= COSTLY) return ply;
    return at + by;
}

/** Keys of the past, and the one that leads into it. */
export function usePastKeys(match: Match): void {
    useEffect(() => {
        const keys = (e: KeyboardEvent) => {
            const target = e.target as Element;
            const last = match.log.value.length;
            const at = match.shown.value;
            if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector(".popover, .curtain"))
                return;
            const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
            const busy =
                "input, select, textarea, [role=tab], [data-about], .pan-view, .car-map svg, .guide, .shortcuts";
            if (by && !target.closest?.(busy)) {
                if (at === null && by > 0) return;
                const to = e.shiftKey ? marked(match, at ?? last, by) : (at ?? last) + by;
                goTo(match, to);
            } else if (e.key === "Escape" && at !== null) void match.show(null);
            else if (
                e.key.toLowerCase() === "p" &&
                at !== null &&
                !target.closest?.("input, textarea")
            )
                playOn(match);
            else return;
            e.preventDefault();
        };
        addEventListener("keydown", keys);
        return () => removeEventListener("keydown", keys);
    }, [match]);
}

export function goTo(match: Match, ply: number): void {
    const last = match.log.value.length;
    if (last) void match.show(ply >= last ? null : Math.max(0, ply));
}

/** Goes on from the moment shown in a game of its own. */
function playOn(match: Match): void {
    void match.branch?.(match.shown.value ?? 0).then((id) => {
        location.hash = `#/play/${id}`;
    });
}

export function PastBar({ match }: { match: Match }) {
    const running = useSignal(false);
    const last = match.log.value.length;
    const at = match.shown.value ?? last;
    useEffect(() => {
        if (!running.value) return;
        const timer = setInterval(() => {
            const now = match.shown.value;
            if (now === null) running.value = false;
            else goTo(match, now + 1);
        }, 700);
        return () => clearInterval(timer);
    }, [running.value, last]);
    const known = [...(match.judged?.value ?? [])].filter(
        ([, m]) => own(match, m) && (m.cost ?? 0) >= COSTLY,
    );
    const steps: [string, string, () => void][] = [
        ["first", t("web.to_start"), () => goTo(match, 0)],
        ["back", t("web.back"), () => goTo(match, at - 1)],
        [
            running.value ? "pause" : "play",
            t(running.value ? "web.pause" : "web.autoplay"),
            () => {
                running.value = !running.value;
            },
        ],
        ["forward", t("web.forward"), () => goTo(match, at + 1)],
    ];
    return (
        <section class={`past-bar${lively() ? " lively" : ""}`} aria-label={t("web.replay")}>
            <b class="moment">{t("web.moment_of", { n: at + 1, all: last })}</b>
            <span class="steps">
                {steps.map(([icon, name, run]) => (
                    <button
                        type="button"
                        key={icon}
                        class="plain"
                        aria-label={name}
                        title={name}
                        onClick={run}
                    >
                        <Icon name={icon} />
                    </button>
                ))}
            </span>
            <span class="rail">
                {known.map(([ply, m]) => (
                    <i
                        key={ply}
                        style={{ left: `${(100 * ply) / Math.max(1, last)}%` }}
                        title={`−${percent(m.cost ?? 0)}`}
                    />
                ))}
                <input
                    type="range"
                    min={0}
                    max={last}
                    value={at}
                    aria-label={t("web.moment")}
                    onInput={(e) => goTo(match, Number(e.currentTarget.value))}
                />
            </span>
            {match.branch && (
                <button type="button" class="on" onClick={() => playOn(match)}>
                    <Icon name="branch" /> {t("web.play_on")} <kbd>P</kbd>
                </button>
            )}
            <button type="button" class="now" onClick={() => void match.show(null)}>
                {t("web.to_now")} <kbd>Esc</kbd>
            </button>
        </section>
    );
}

/** What was decided at the moment shown, and what was better. */
export function PastCard(o: {
    match: Match;
    board: BoardModule | null;
    props: BoardProps;
    speaker: Speaker;
    moment: Moment | null;
}) {
    const { match, moment, speaker, props } = o;
    const at = match.shown.value ?? 0;
    const entry = match.log.value.find((e) => e.ply === at);
    const [turn] = entry ? stretches([entry], []).flatMap((s) => s.turns) : [];
    const cost = moment?.cost ?? 0;
    const row = (kind: string, m: Move | undefined, win: number | undefined) => (
        <div class={`judged ${kind}`}>
            <span>
                <em>{t(`web.${kind}`)}</em> {m && moveSentence(speaker, m)}
            </span>
            {win !== undefined && (
                <>
                    <b>{percent(win)}</b>
                    <span class="gauge">
                        <i style={{ width: `${win / 10}%` }} />
                    </span>
                </>
            )}
        </div>
    );
    const better =
        moment?.better && moment.better.move !== moment.move?.move ? moment.better : null;
    const win = moment?.seat === undefined ? undefined : moment.win[moment.seat];
    const why = `ai.${match.game.id}.${moment?.reason}`;
    return (
        <section class="panel past-card" aria-live="polite" aria-label={t("web.past_decision")}>
            {entry ? (
                <p class="who">
                    <SeatTag match={match} seat={entry.seat} />
                </p>
            ) : null}
            {better && cost >= COSTLY ? (
                <h2>{t("web.costly", { n: percent(cost) })}</h2>
            ) : (
                <h2>{t("web.past_title")}</h2>
            )}
            {moment?.move ? (
                row(
                    "made",
                    moment.move,
                    better && win !== undefined ? Math.max(0, win - cost) : win,
                )
            ) : turn ? (
                <p class="did">
                    <TurnLine turn={turn} match={match} board={o.board} props={props} />
                </p>
            ) : (
                entry?.move && <p>{moveSentence(speaker, entry.move)}</p>
            )}
            {better && row("better", better, win)}
            {better && moment?.reason && has(why) && <p class="soft">{t(why)}</p>}
        </section>
    );
}
