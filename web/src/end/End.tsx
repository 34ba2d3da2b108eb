/* The end: a result over the whole board with podium, where the points came from, how the game went and which
 * decisions mattered; and a small panel that leads back to it while the board is looked at. */
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Icon } from "../art/icons";
import type { BoardModule, BoardProps } from "../boards/board";
import { LocalMatch, type Match, type Moment, type Setup } from "../core/match";
import { lively } from "../core/settings";
import { type Speaker, seatName, t } from "../core/text";
import type { Position } from "../core/types";
import { Bars, Breakdown } from "./Bars";
import { Curve, CurveLegend } from "./Curve";
import { calmed, chapters, turnings } from "./course";
import { Decisions } from "./Decisions";
import { Others, Podium } from "./Podium";
import { sharePicture } from "./share";
import { ranked, wordsOf } from "./words";
import "./end.css";

export interface EndProps {
    match: Match;
    position: Position;
    speaker: Speaker;
    board: BoardModule | null;
    props: BoardProps;
    /** Whether the result lies over the board. */
    over: Signal<boolean>;
}

/** The same people and levels at a new table, everybody one seat on, so that another one begins. */
async function rematch(match: Match): Promise<void> {
    const text = await match.export?.();
    if (!text) return;
    const { seats, options, edition } = JSON.parse(text) as Setup;
    const next = await LocalMatch.start(match.game, {
        game: match.game.id,
        players: seats.length,
        seed: Number(crypto.getRandomValues(new Uint32Array(1))[0]),
        options,
        seats: [...seats.slice(1), seats[0]],
        edition,
    });
    next.save();
    next.close();
    location.hash = `#/play/${next.id}`;
}

/** Beside the board: who came where, and the way back to the result. */
export function Summary({ match, position, board, props, over }: EndProps) {
    const words = wordsOf(match, position, board, props);
    return (
        <section class="panel final" aria-label={t("web.game_over")}>
            <h2>{words.headline}</h2>
            {words.chain.length > 0 && <p class="tie">{words.why}</p>}
            <table class="ranking">
                <thead class="hidden-text">
                    <tr>
                        <th scope="col">{t("web.players")}</th>
                        <th scope="col">{t("web.total")}</th>
                    </tr>
                </thead>
                <tbody>
                    {ranked(position).map((l) => (
                        <tr key={l.line}>
                            <th scope="row">
                                {l.rank}. {seatName(match.game, match.seats, l.line)}
                            </th>
                            <td>
                                <b>{l.total}</b>
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
            <div class="tools">
                <button
                    type="button"
                    class="confirm"
                    onClick={() => {
                        void match.show(null);
                        over.value = true;
                    }}
                >
                    {t("end.result")}
                </button>
                <a class="outline" href="#/">
                    {t("end.new_game")}
                </a>
            </div>
        </section>
    );
}

/** Looks back at the match: its moments as far as they are known, and how many there are. */
function useReview(match: Match) {
    const moments = useSignal<Moment[]>([]);
    const done = useSignal(false);
    useEffect(() => {
        let gone = false;
        const found: Moment[] = [];
        done.value = false;
        match
            .review(
                (ply, m, all) => {
                    found[ply] = m;
                    // Redrawing for every moment would cost more than looking at it.
                    if (ply % 16 === 0 || ply === all) moments.value = [...found];
                    done.value = ply === all;
                },
                () => gone,
            )
            .catch((e: unknown) => {
                match.trouble.value = e instanceof Error ? e.message : String(e);
            });
        return () => {
            gone = true;
        };
    }, [match, match.deep?.value]);
    return { moments: moments.value, done: done.value };
}

export interface ResultProps extends EndProps {
    /** It has just ended, so the result comes with motion. */
    fresh: boolean;
    /** What other people add, and what they ask. */
    room?: ComponentChildren;
    notices?: ComponentChildren;
}

export function End(o: ResultProps) {
    const { match, position, board, props, speaker, over } = o;
    const dialog = useRef<HTMLElement>(null);
    const kind = useSignal<"points" | "chances">("chances");
    const table = useSignal(false);
    const still = useSignal(!o.fresh || !lively());
    const sharing = useSignal(false);
    const { moments, done } = useReview(match);
    const words = wordsOf(match, position, board, props);
    const lines = ranked(position);
    const names = position.scores.map((l) => seatName(match.game, match.seats, l.line));
    const unit = board?.unit ?? "point";
    const plies = match.log.value.length;
    const list = useMemo(() => (done ? turnings(match, moments) : null), [done, moments]);
    const people = match.seats.flatMap((s, i) => (s.kind === "human" ? [i] : []));
    const own = people.length === 1 ? people[0] : (lines[0]?.line ?? null);
    const values = position.scores.map((l) =>
        kind.value === "chances"
            ? calmed(moments.map((m) => m.win[l.line] / 10))
            : moments.map((m) => m.scores[l.line]),
    );
    const look = () => {
        over.value = false;
    };
    useEffect(() => dialog.current?.focus(), []);
    useEffect(() => {
        const keys = (e: Event) => {
            still.value = true;
            if (e instanceof KeyboardEvent && e.key === "Escape") {
                e.stopPropagation();
                look();
            }
        };
        addEventListener("keydown", keys, true);
        addEventListener("pointerdown", keys, true);
        return () => {
            removeEventListener("keydown", keys, true);
            removeEventListener("pointerdown", keys, true);
        };
    }, []);
    const analyse = () => {
        const first = list?.find((d) => d.by < 0) ?? list?.[0];
        void match.show(first?.ply ?? 0);
    };
    const share = async () => {
        sharing.value = true;
        try {
            await sharePicture({ match, board, props, position, words, unit });
        } finally {
            sharing.value = false;
        }
    };
    return (
        <section
            class={`end game-${match.game.id} lines-${lines.length}${still.value ? " still" : ""}`}
            role="dialog"
            aria-modal="true"
            aria-label={words.headline}
            tabIndex={-1}
            ref={dialog}
        >
            <div class="scrim" />
            <div class="leaf">
                <header>
                    <div class="words">
                        <small>
                            {t(`${match.game.id}.title`)} ·{" "}
                            {t("unit.player", { n: match.seats.length })}
                        </small>
                        <h2>{words.headline}</h2>
                        {(words.lead || words.why) && (
                            <p class="because">
                                <b>{words.lead}</b> {words.why}
                            </p>
                        )}
                        {words.chain.length > 0 && (
                            <ol class="chain" aria-hidden="true">
                                {words.chain.map((c) => (
                                    <li key={c.text} class={c.state}>
                                        {c.text}
                                    </li>
                                ))}
                            </ol>
                        )}
                    </div>
                    <a class="glass" href="#/" aria-label={t("web.home")} title={t("web.home")}>
                        <Icon name="home" />
                    </a>
                    <button type="button" class="glass look" onClick={look}>
                        <Icon name="eye" /> <span>{t("end.look")}</span>
                    </button>
                </header>
                <div class="winners">
                    <Podium
                        {...{ match, lines, unit }}
                        label={lines
                            .map((l) => `${l.rank}. ${names[l.line]} ${l.total}`)
                            .join(", ")}
                    />
                    <Others {...{ match, lines }} />
                </div>
                <div class="facts">
                    <section class="card" aria-labelledby="end-from">
                        <h3>
                            <span id="end-from">{t("end.from")}</span>
                            <button
                                type="button"
                                class="plain"
                                aria-pressed={table.value}
                                onClick={() => {
                                    table.value = !table.value;
                                }}
                            >
                                {t("end.table")}
                            </button>
                        </h3>
                        {table.value ? (
                            <Breakdown {...{ match, lines }} />
                        ) : (
                            <Bars {...{ match, lines }} />
                        )}
                    </section>
                    <section class="card course" aria-label={t("end.course")}>
                        <h3>
                            <span class="segments" role="group" aria-label={t("end.course")}>
                                {(["chances", "points"] as const).map((k) => (
                                    <button
                                        type="button"
                                        key={k}
                                        aria-pressed={kind.value === k}
                                        onClick={() => {
                                            kind.value = k;
                                        }}
                                    >
                                        {t(`end.${k}`)}
                                    </button>
                                ))}
                            </span>
                            {list && list.length > 0 && <small>{t("end.numbers")}</small>}
                        </h3>
                        <Curve
                            {...{ names, own, values, plies }}
                            kind={kind.value}
                            seats={match.seats.length}
                            chapters={chapters(match.log.value, board)}
                            marks={(list ?? []).map((d) => ({
                                ply: d.ply,
                                line: d.seat,
                                good: d.by > 0,
                            }))}
                            choose={(ply) => void match.show(Math.min(ply, plies - 1))}
                        />
                        {!done && (
                            <progress
                                value={moments.length}
                                max={plies + 1}
                                aria-label={t("end.looking_back")}
                            />
                        )}
                        <CurveLegend {...{ names, own }} seats={match.seats.length} />
                    </section>
                </div>
                <Decisions {...{ match, board, props, speaker, list }} />
                {o.room}
            </div>
            <div class="actions">
                {!o.room && match.export && (
                    <button type="button" class="go" onClick={() => void rematch(match)}>
                        <Icon name="reset" /> {t("end.rematch")}
                    </button>
                )}
                <button type="button" class="two" onClick={analyse}>
                    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
                        <path d="M4 4v16h16M8 15l4-5 3 3 5-7" />
                    </svg>{" "}
                    {t("end.analyse")}
                </button>
                <button
                    type="button"
                    class="two share"
                    disabled={sharing.value}
                    onClick={() => void share()}
                >
                    <Icon name="open" /> {t("end.share")}
                </button>
            </div>
            {o.notices}
        </section>
    );
}
