/* A seat beside the board: who, points with their sources, and the seat's own area. */
import { Emblem, seatColour } from "../art/emblems";
import type { BoardModule, BoardProps } from "../boards/board";
import type { LocalMatch } from "../core/match";
import { seatName, t } from "../core/text";
import type { ScoreLine } from "../core/types";

export function SeatCard(o: {
    match: LocalMatch;
    line: ScoreLine;
    board: BoardModule | null;
    props: BoardProps;
}) {
    const { match, line, props } = o;
    const seat = line.line;
    const automated = seat >= match.seats.length;
    const active = match.position.value?.actor === seat;
    const Area = o.board?.SeatArea;
    return (
        <article
            class={`panel seat-card${active ? " active" : ""}`}
            style={{ "--seat": automated ? "var(--neutral)" : seatColour(seat) }}
        >
            <details class="score">
                <summary>
                    <Emblem seat={automated ? 7 : seat} />
                    <b>{seatName(match.game, match.seats, seat)}</b>
                    <strong>
                        {line.total}
                        <span class="hidden-text"> {t("web.points")}</span>
                    </strong>
                </summary>
                <dl>
                    {match.game.score_parts.map((part) => (
                        <div key={part}>
                            <dt>{t(`${match.game.id}.score.${part}`)}</dt>
                            <dd>{line.parts[part]}</dd>
                        </div>
                    ))}
                </dl>
            </details>
            {Area && !automated && <Area {...props} seat={seat} />}
        </article>
    );
}
