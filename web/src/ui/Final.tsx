/* The end: ranks and where the points came from. */
import { Emblem } from "../art/emblems";
import type { LocalMatch } from "../core/match";
import { seatName, t } from "../core/text";
import type { Position } from "../core/types";

export function Final({ match, position }: { match: LocalMatch; position: Position }) {
    const lines = [...position.scores].sort((a, b) => a.rank - b.rank);
    const winners = lines.filter((l) => l.rank === 1).map((l) => seatName(match.game, match.seats, l.line));
    return (
        <section class="panel final">
            <h2>{t(winners.length > 1 ? "web.shared_win" : "web.win", { names: winners.join(", ") })}</h2>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{t("web.players")}</th>
                        {match.game.score_parts.map((p) => (
                            <th key={p} scope="col">
                                {t(`${match.game.id}.score.${p}`)}
                            </th>
                        ))}
                        <th scope="col">{t("web.total")}</th>
                    </tr>
                </thead>
                <tbody>
                    {lines.map((l) => (
                        <tr key={l.line}>
                            <th scope="row">
                                {l.rank}. <Emblem seat={l.line < match.seats.length ? l.line : 7} size={18} />{" "}
                                {seatName(match.game, match.seats, l.line)}
                            </th>
                            {match.game.score_parts.map((p) => (
                                <td key={p}>{l.parts[p]}</td>
                            ))}
                            <td>
                                <b>{l.total}</b>
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}
