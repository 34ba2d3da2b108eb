/* A seat: beside the board as a card (who, points with their sources, own area), above it on a
 * narrow screen as a chip that opens the card. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Emblem, emblemOf, seatColour } from "../art/emblems";
import { Portrait } from "../art/faces";
import type { BoardModule, BoardProps } from "../boards/board";
import type { Match } from "../core/match";
import { seatName, t } from "../core/text";
import type { ScoreLine } from "../core/types";
import { tallies } from "./rite";
import { briefs, Signs, stretches, told } from "./turns";

interface SeatProps {
    match: Match;
    line: ScoreLine;
    board: BoardModule | null;
    props: BoardProps;
    /** Beside the name. */
    children?: ComponentChildren;
}

function colourOf(match: Match, seat: number): { "--seat": string } {
    return { "--seat": seatColour(seat, match.seats.length) };
}

/** Who sits there: you, a bot of a level, or somebody else. */
function sitter({ match, line }: Pick<SeatProps, "match" | "line">): string {
    const seat = match.seats[line.line];
    if (seat?.kind === "bot" && seat.bot) {
        const level = t(`web.level.${seat.bot}`);
        return seat.name?.startsWith(level) ? t("web.bot") : level;
    }
    return seat && line.line === match.viewer.value ? t("web.you") : "";
}

const NONE: string[] = [];

/** What a seat is about: it thinks, it is to move, what it did last, when its turn comes; else who sits
 *  there. */
function Status({ match, line, board, props }: Omit<SeatProps, "children">) {
    const seat = line.line;
    const { position } = props;
    if (match.thinking.value === seat)
        return <span class="thinking late">{t("web.thinking")}</span>;
    const order = position.actor === null ? null : (board?.order?.(seat, props) ?? null);
    const place = order ? t(`web.nth.${order}`) : "";
    const nth = place && t("web.today", { nth: place });
    if (position.actor === seat)
        return (
            <b class="ready" title={nth}>
                {place ? t("web.nth_to_move", { nth: place }) : t("web.to_move")}
            </b>
        );
    const log = match.log.value;
    const seen = match.shown.value === null ? log : log.filter((e) => e.ply < position.ply);
    const days = stretches(seen, board?.dates ?? NONE);
    // Where seats have an order of the day, that is told until they have had their turn in it.
    const turns = (nth ? days.slice(-1) : days).flatMap((day) => day.turns);
    const last = turns.findLast((turn) => turn.seat === seat);
    const did = last ? briefs(last, board, props) : [];
    if (last && did.length)
        return (
            <span class="did" title={told(last, match, board, props)}>
                <span aria-hidden="true">
                    <Signs list={did} />
                </span>
                <span class="hidden-text">{told(last, match, board, props)}</span>
            </span>
        );
    return <>{nth || sitter({ match, line })}</>;
}

/** A face with the seat's emblem; an automaton has the emblem alone. */
function Sitter({ match, line, name }: { match: Match; line: number; name: string }) {
    const seats = match.seats.length;
    if (line >= seats) return <Emblem seat={emblemOf(line, seats)} />;
    return <Portrait {...{ name, line, seats }} seat={match.seats[line]} size={36} />;
}

function Head(o: SeatProps & { face?: boolean }) {
    const { match, line, board, props } = o;
    const name = seatName(match.game, match.seats, line.line);
    return (
        <>
            {o.face ? (
                <Sitter {...{ match, name }} line={line.line} />
            ) : (
                <Emblem seat={emblemOf(line.line, match.seats.length)} />
            )}
            <span class="whose">
                <b>{name}</b>
                <small>
                    <Status {...{ match, line, board, props }} />
                </small>
            </span>
            {o.children}
            <strong data-count={`score-${line.line}`} data-n={line.total}>
                {tallies.value?.[line.line] ?? line.total}
                <span class="hidden-text"> {t("web.points")}</span>
            </strong>
        </>
    );
}

function Breakdown({ match, line }: { match: Match; line: ScoreLine }) {
    return (
        <dl>
            {match.game.score_parts.map((part) => (
                <div key={part}>
                    <dt>{t(`${match.game.id}.score.${part}`)}</dt>
                    <dd>{line.parts[part]}</dd>
                </div>
            ))}
        </dl>
    );
}

/** What one of the others is after, as far as everybody can see. */
function Aim({ match, line, board, props }: Omit<SeatProps, "children">) {
    const seat = line.line;
    if (props.view.over || seat >= match.seats.length || seat === match.viewer.value) return null;
    const aim = board?.aim?.(seat, props);
    return aim ? <p class="aim">{aim}</p> : null;
}

export function SeatCard({ match, line, board, props, children }: SeatProps) {
    const seat = line.line;
    const active = match.position.value?.actor === seat;
    const card = useRef<HTMLElement>(null);
    useEffect(() => {
        if (active) card.current?.scrollIntoView({ block: "nearest" });
    }, [active]);
    const Area = board?.SeatArea;
    return (
        <article
            class={`panel seat-card seat-${seat}${active ? " active" : ""}`}
            style={colourOf(match, seat)}
            data-seat={seat}
            ref={card}
            aria-label={seatName(match.game, match.seats, seat)}
        >
            <details class="score">
                <summary>
                    <Head face {...{ match, line, board, props }}>
                        {children}
                    </Head>
                </summary>
                <Breakdown match={match} line={line} />
            </details>
            {Area && seat < match.seats.length && <Area {...props} seat={seat} />}
            <Aim {...{ match, line, board, props }} />
        </article>
    );
}

export function SeatChip({
    match,
    line,
    board,
    props,
    open,
    toggle,
    children,
}: SeatProps & { open: boolean; toggle: () => void }) {
    const active = match.position.value?.actor === line.line;
    const Area = board?.ChipArea;
    const chip = useRef<HTMLButtonElement>(null);
    // Who decides is in sight, however many there are.
    useEffect(() => {
        if (active) chip.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }, [active]);
    return (
        <button
            type="button"
            ref={chip}
            class={`panel chip${active ? " active" : ""}`}
            style={colourOf(match, line.line)}
            data-seat={line.line}
            aria-expanded={open}
            onClick={toggle}
        >
            <Head {...{ match, line, board, props }}>{children}</Head>
            {Area && line.line < match.seats.length && (
                <span class="chip-area" aria-hidden="true">
                    <Area {...props} seat={line.line} />
                </span>
            )}
        </button>
    );
}

/** The opened chip, over the board. */
export function SeatSheet({ match, line, board, props, close }: SeatProps & { close: () => void }) {
    const Area = board?.SeatArea;
    return (
        <section
            class={`panel seat-sheet seat-card seat-${line.line}`}
            style={colourOf(match, line.line)}
            aria-label={seatName(match.game, match.seats, line.line)}
        >
            {Area && line.line < match.seats.length && <Area {...props} seat={line.line} />}
            <Aim {...{ match, line, board, props }} />
            <Breakdown match={match} line={line} />
            <button type="button" class="outline" onClick={close}>
                {t("web.close")}
            </button>
        </section>
    );
}
