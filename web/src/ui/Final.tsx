/* The end: ranks, where the points came from, how the game went, what could have been better, and
 * a picture to share. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Emblem, emblemOf, seatColour } from "../art/emblems";
import { Icon } from "../art/icons";
import type { BoardModule, BoardProps } from "../boards/board";
import type { Match, Moment } from "../core/match";
import { moveSentence, type Speaker, seatName, t } from "../core/text";
import type { Move, Position, ScoreLine } from "../core/types";
import { Chart } from "./Chart";
import { percent } from "./MoveList";
import { SeatTag } from "./SeatTag";
import { sharePicture } from "./share";

/** Who came where, with a bar of what the points were made of; it is as long as the total. */
function Ranking({ match, lines }: { match: Match; lines: ScoreLine[] }) {
    const most = Math.max(1, ...lines.map((l) => l.total));
    const bars = lines.map((l) => {
        const parts = match.game.score_parts.map((p) => Math.max(0, l.parts[p]));
        const sum = parts.reduce((a, b) => a + b, 0) || 1;
        return { l, widths: parts.map((n) => (100 * n * Math.max(0, l.total)) / sum / most) };
    });
    return (
        <table class="ranking">
            <thead class="hidden-text">
                <tr>
                    <th scope="col">{t("web.players")}</th>
                    <th scope="col">{t("web.total")}</th>
                </tr>
            </thead>
            <tbody>
                {bars.map(({ l, widths }) => (
                    <tr key={l.line} style={{ "--seat": seatColour(l.line, match.seats.length) }}>
                        <th scope="row">
                            {l.rank}.{" "}
                            <Emblem seat={emblemOf(l.line, match.seats.length)} size={22} />{" "}
                            {seatName(match.game, match.seats, l.line)}
                            <span class="bar-of-parts" aria-hidden="true">
                                {widths.map((w, i) => (
                                    <i
                                        key={match.game.score_parts[i]}
                                        class={i % 2 ? "odd" : ""}
                                        style={{ width: `${w}%` }}
                                    />
                                ))}
                            </span>
                        </th>
                        <td>
                            <b>{l.total}</b>
                        </td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

/** Where the points came from: a line for each source, a column for each player. */
function Breakdown({ match, lines }: { match: Match; lines: ScoreLine[] }) {
    return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
        <div class="breakdown" tabIndex={0} role="group" aria-label={t("web.total")}>
            <table>
                <thead>
                    <tr>
                        <td />
                        {lines.map((l) => (
                            <th key={l.line} scope="col">
                                <Emblem seat={emblemOf(l.line, match.seats.length)} size={20} />
                                <span class="hidden-text">
                                    {seatName(match.game, match.seats, l.line)}
                                </span>
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {match.game.score_parts.map((p) => (
                        <tr key={p}>
                            <th scope="row">{t(`${match.game.id}.score.${p}`)}</th>
                            {lines.map((l) => (
                                <td key={l.line} class={l.parts[p] ? "" : "soft"}>
                                    {String(l.parts[p]).replace("-", "−")}
                                </td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

/** The decisions of people that gave most away, and the best of those that were hard. */
function Decisions({
    match,
    moments,
    speaker,
}: {
    match: Match;
    moments: Moment[];
    speaker: Speaker;
}) {
    const judged = moments.flatMap((m, ply) =>
        m.seat !== undefined && match.seats[m.seat]?.kind === "human" ? [{ ...m, ply }] : [],
    );
    const worst = judged
        .filter((m) => (m.cost ?? 0) >= 20)
        .sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0));
    const gain = (ply: number, seat: number) =>
        (moments[ply + 1]?.win[seat] ?? 0) - (moments[ply]?.win[seat] ?? 0);
    const best = judged
        .filter((m) => (m.choices ?? 0) > 2 && m.cost === 0 && gain(m.ply, m.seat ?? 0) >= 10)
        .sort((a, b) => gain(b.ply, b.seat ?? 0) - gain(a.ply, a.seat ?? 0));
    const sentence = (m: Move | undefined) => (m ? moveSentence(speaker, m) : null);
    return (
        <>
            {best.length > 0 && <h3>{t("web.best_decisions")}</h3>}
            <ol class="decisions">
                {best.slice(0, 2).map((m) => (
                    <li key={m.ply}>
                        <button type="button" class="plain" onClick={() => void match.show(m.ply)}>
                            <b class="good">+{percent(gain(m.ply, m.seat ?? 0))}</b>{" "}
                            <SeatTag match={match} seat={m.seat ?? 0} />
                            {": "}
                            {sentence(m.move)}
                        </button>
                    </li>
                ))}
            </ol>
            {worst.length > 0 && <h3>{t("web.worst_decisions")}</h3>}
            <ol class="decisions">
                {worst.slice(0, 3).map((m) => (
                    <li key={m.ply}>
                        <button type="button" class="plain" onClick={() => void match.show(m.ply)}>
                            <b class="bad">−{percent(m.cost ?? 0)}</b>{" "}
                            <SeatTag match={match} seat={m.seat ?? 0} />
                            {": "}
                            {sentence(m.move)}. <em>{t("web.better")}</em> {sentence(m.better)}
                        </button>
                    </li>
                ))}
            </ol>
        </>
    );
}

/** How a tie on points was decided, in words; null where there was none. */
export function tieOf(
    position: Position,
    board: BoardModule | null,
    props: BoardProps,
): string | null {
    const [first, ...others] = [...position.scores].sort((a, b) => a.rank - b.rank);
    const second = others.find((l) => l.total === first.total && l.rank > 1);
    if (!second || Math.max(first.line, second.line) >= props.seats.length) return null;
    for (const { name, of, mute } of board?.ties ?? []) {
        const [a, b] = [of(first.line, props), of(second.line, props)];
        if (a !== b)
            return t(mute ? "web.tie_place" : "web.tie", {
                points: first.total,
                what: t(name),
                a,
                b,
            });
    }
    return null;
}

export function Final({
    match,
    position,
    speaker,
    board,
    props,
}: {
    match: Match;
    position: Position;
    speaker: Speaker;
    board: BoardModule | null;
    props: BoardProps;
}) {
    const moments = useSignal<Moment[]>([]);
    const plies = useSignal(0);
    const kind = useSignal<"points" | "chances">("points");
    useEffect(() => {
        let gone = false;
        const found: Moment[] = [];
        match
            .review(
                (ply, m, all) => {
                    found[ply] = m;
                    // Redrawing for every moment would cost more than looking at it.
                    if (ply % 16 === 0 || ply === all) moments.value = [...found];
                    plies.value = all;
                },
                () => gone,
            )
            .catch((e: unknown) => {
                match.trouble.value = e instanceof Error ? e.message : String(e);
            });
        return () => {
            gone = true;
        };
    }, [match]);
    const lines = [...position.scores].sort((a, b) => a.rank - b.rank);
    const names = position.scores.map((l) => seatName(match.game, match.seats, l.line));
    const winners = position.scores.filter((l) => l.rank === 1).map((l) => names[l.line]);
    const headline = t(winners.length > 1 ? "web.shared_win" : "web.win", {
        names: winners.join(", "),
    });
    const tie = position.view.over ? tieOf(position, board, props) : null;
    const series = (of: (m: Moment) => number[]) =>
        position.scores.map((l) => moments.value.map((m) => of(m)[l.line] ?? 0));
    const points = series((m) => m.scores);
    const done = plies.value > 0 && moments.value.length > plies.value;
    return (
        <section class="panel final" aria-label={t("web.game_over")}>
            <h2>{headline}</h2>
            {tie && <p class="tie">{tie}</p>}
            <Ranking match={match} lines={lines} />
            <div class="tools">
                <button
                    type="button"
                    class="plain"
                    onClick={() =>
                        void sharePicture({
                            title: t(`${match.game.id}.title`),
                            headline,
                            file: `${match.game.id}-${match.id.slice(0, 8)}.png`,
                            lines: position.scores.map((l) => ({ ...l, name: names[l.line] })),
                            seats: match.seats.length,
                            curves: points,
                        })
                    }
                >
                    <Icon name="picture" /> {t("web.share_picture")}
                </button>
                <a class="outline" href="#/">
                    {t("web.play_again")}
                </a>
            </div>
            <Breakdown match={match} lines={lines} />
            <div class="segments" role="group" aria-label={t("web.course")}>
                {(["points", "chances"] as const).map((k) => (
                    <button
                        type="button"
                        key={k}
                        aria-pressed={kind.value === k}
                        onClick={() => {
                            kind.value = k;
                        }}
                    >
                        {t(`web.curve_${k}`)}
                    </button>
                ))}
            </div>
            <Chart
                label={t(`web.curve_${kind.value}`)}
                names={names}
                seats={match.seats.length}
                values={kind.value === "points" ? points : series((m) => m.win.map((w) => w / 10))}
                top={kind.value === "points" ? Math.max(10, ...points.flat()) : 100}
                unit={kind.value === "points" ? "" : " %"}
                at={match.shown.value}
                choose={(ply) => void match.show(ply >= plies.value ? null : Math.max(0, ply))}
            />
            {!done && (
                <progress
                    value={moments.value.length}
                    max={Math.max(1, plies.value)}
                    aria-label={t("web.looking_back")}
                />
            )}
            {done && <Decisions match={match} moments={moments.value} speaker={speaker} />}
        </section>
    );
}
