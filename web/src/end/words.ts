/* The result in words: who won and by how much, what made the difference, what decided a tie. */
import type { BoardModule, BoardProps } from "../boards/board";
import type { Match } from "../core/match";
import { eventSentence, seatName, t } from "../core/text";
import type { Position, ScoreLine } from "../core/types";

export const ranked = (position: Position): ScoreLine[] =>
    [...position.scores].sort((a, b) => a.rank - b.rank);

/** A number of points with what they are called: "5 points", and "points" alone. */
export function points(unit: string, n: number): { text: string; label: string } {
    const text = t(`unit.${unit}`, { n });
    return { text, label: text.replace(String(n), "").trim() };
}

/** What equal points were decided by: each comparison in turn, and which of them did. */
export interface Link {
    text: string;
    state: "equal" | "won" | "off";
}

export interface Words {
    headline: string;
    /** "84 to 79." */
    lead: string;
    /** What made the difference, or what decided the tie. */
    why: string;
    chain: Link[];
}

function chainOf(
    first: ScoreLine,
    second: ScoreLine,
    board: BoardModule | null,
    props: BoardProps,
): { chain: Link[]; why: string } | null {
    if (Math.max(first.line, second.line) >= props.seats.length) return null;
    const chain: Link[] = [
        { text: `${t("web.points")} ${first.total} = ${second.total}`, state: "equal" },
    ];
    let why = "";
    for (const { name, of, mute } of board?.ties ?? []) {
        const [a, b] = [of(first.line, props), of(second.line, props)];
        const what = t(name);
        if (why) chain.push({ text: what, state: "off" });
        else if (a === b) chain.push({ text: mute ? what : `${what} ${a} = ${b}`, state: "equal" });
        else {
            chain.push({ text: mute ? what : `${what} ${a} > ${b}`, state: "won" });
            why = t(mute ? "end.tie_place" : "end.tie", { points: first.total, what, a, b });
        }
    }
    return why ? { chain, why } : null;
}

/** The part of the score in which the winner is furthest ahead of the second. */
function difference(match: Match, first: ScoreLine, second: ScoreLine): string {
    const ahead = (p: string) => first.parts[p] - second.parts[p];
    const [most] = [...match.game.score_parts].sort((a, b) => ahead(b) - ahead(a));
    if (!most || ahead(most) <= 0 || match.game.score_parts.length < 3) return "";
    return t("end.difference", {
        part: t(`${match.game.id}.score.${most}`),
        a: first.parts[most],
        b: second.parts[most],
    });
}

/** Who plays alone has reached the goal or not: the game's own sentence says so. */
function alone(match: Match): string {
    const last = match.log.value.at(-1)?.events.at(-1);
    if (!last) return t("web.game_over");
    return eventSentence({ game: match.game, seats: match.seats }, last).join("");
}

export function wordsOf(
    match: Match,
    position: Position,
    board: BoardModule | null,
    props: BoardProps,
): Words {
    const [first, second] = ranked(position);
    const name = (l: ScoreLine) => seatName(match.game, match.seats, l.line);
    if (!second) return { headline: alone(match), lead: "", why: "", chain: [] };
    const winners = position.scores.filter((l) => l.rank === 1);
    const lead = t("end.lead", { a: first.total, b: second.total });
    if (winners.length > 1) {
        const names = winners.map(name).join(", ");
        return { headline: t("end.shared", { names }), lead, why: "", chain: [] };
    }
    const tie = first.total === second.total ? chainOf(first, second, board, props) : null;
    if (tie) return { headline: t("end.win_tie", { name: name(first) }), lead: "", ...tie };
    const by = points(board?.unit ?? "point", first.total - second.total).text;
    const headline =
        first.total > second.total
            ? t("end.win_by", { name: name(first), by })
            : t("end.win", { name: name(first) });
    return { headline, lead, why: difference(match, first, second), chain: [] };
}
