/* "Find the move": a position at a table of its own, what became of the moves tried, and why the best one is. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import { type BoardModule, loadBoard } from "../boards/board";
import { playerName } from "../core/settings";
import { has, loadTexts, moveSentence, type Speaker, t } from "../core/text";
import type { GameInfo, Move } from "../core/types";
import { percent } from "../ui/MoveList";
import { type Room, Table } from "../ui/TablePage";
import { PuzzleMatch } from "./match";
import { loadPuzzles, noteSolved, puzzleOf, streak, today } from "./puzzles";
import "./puzzle.css";

function Sentence({
    match,
    move,
    of,
}: {
    match: PuzzleMatch;
    move: string;
    of: Map<string, Move>;
}) {
    const speaker: Speaker = { game: match.game, seats: match.seats };
    const known = of.get(move);
    return <b>{known ? moveSentence(speaker, known) : move}</b>;
}

/** What is asked, what became of it, and where to go from here. */
function Task(o: {
    match: PuzzleMatch;
    moves: Map<string, Move>;
    number: number;
    count: number;
    daily: boolean;
}) {
    const { match, moves } = o;
    const copied = useSignal(false);
    const { done, wrong } = match.state.value;
    const { best, obvious, reason } = match.puzzle;
    const chance = (move: string) => match.chance(move);
    const last = wrong.at(-1);
    const why = `ai.${match.game.id}.${reason}`;
    const address = `${location.href.replace(/#.*/, "")}#/puzzle/${match.game.id}/${o.number + 1}`;
    const share = async () => {
        const text = t("puzzle.share_text", { game: t(`${match.game.id}.title`), n: o.number + 1 });
        try {
            if (navigator.share) await navigator.share({ text, url: address });
            else {
                await navigator.clipboard.writeText(address);
                copied.value = true;
            }
        } catch {
            // thought better of it
        }
    };
    const row = streak();
    return (
        <section
            class={`panel puzzle ${done}`}
            data-puzzle={o.number}
            aria-label={t("puzzle.title")}
        >
            <p class="kicker">
                {o.daily ? t("puzzle.of_the_day") : t("puzzle.number", { n: o.number + 1 })}
            </p>
            <h2>
                {t(done === "no" ? "puzzle.find" : `puzzle.${done}`)}
                {o.daily && row > 0 && <small>{t("puzzle.streak", { n: row })}</small>}
            </h2>
            <div role="status">
                {done === "no" && !last && <p>{t("puzzle.task")}</p>}
                {done === "no" && last && (
                    <p class="wrong">
                        <Sentence {...{ match }} move={last} of={moves} />
                        {". "}
                        {chance(last) === undefined
                            ? t("puzzle.worse")
                            : t("puzzle.leaves", { chance: percent(chance(last) as number) })}
                    </p>
                )}
                {done !== "no" && (
                    <>
                        <p>
                            <Sentence {...{ match }} move={best} of={moves} />
                            {". "}
                            {t("puzzle.gains", {
                                chance: percent(chance(best) ?? 0),
                                other: percent(chance(obvious) ?? 0),
                            })}
                        </p>
                        <p class="soft">
                            {t("puzzle.instead")}{" "}
                            <Sentence {...{ match }} move={obvious} of={moves} />.{" "}
                            {reason && has(why) && t(why)}
                        </p>
                    </>
                )}
            </div>
            <div class="row">
                {done === "no" && (
                    <button
                        type="button"
                        class={wrong.length ? "outline tell" : "plain tell"}
                        onClick={() => void match.tell()}
                    >
                        {t("puzzle.show")}
                    </button>
                )}
                {done !== "no" && (
                    <a
                        class="outline next"
                        href={`#/puzzle/${match.game.id}/${((o.number + 1) % o.count) + 1}`}
                    >
                        {t("puzzle.next")}
                    </a>
                )}
                <button type="button" class="plain share" onClick={() => void share()}>
                    <Icon name={copied.value ? "check" : "share"} />{" "}
                    {t(copied.value ? "puzzle.copied" : "puzzle.share")}
                </button>
            </div>
        </section>
    );
}

/** `number`: from 1; without one that of the day. */
export function PuzzlePage({ info, number }: { info: GameInfo; number?: string }) {
    const match = useSignal<PuzzleMatch | null>(null);
    const board = useSignal<BoardModule | null>(null);
    const moves = useSignal(new Map<string, Move>());
    const at = useSignal({ n: 0, count: 1, daily: false });
    const trouble = useSignal<string | null>(null);
    useEffect(() => {
        let open: PuzzleMatch | null = null;
        let gone = false;
        const load = async () => {
            const list = await loadPuzzles(info.id);
            if (!list.length) throw new Error(t("puzzle.none"));
            const day = puzzleOf(today(), list.length);
            const asked = Number(number) - 1;
            const n = asked >= 0 && asked < list.length ? asked : day;
            at.value = { n, count: list.length, daily: n === day };
            const own = playerName.value || t("web.you").replace(/^./u, (c) => c.toUpperCase());
            const texts = [loadBoard(info.id), loadTexts(info.id)] as const;
            [board.value] = await Promise.all(texts);
            open = await PuzzleMatch.open(info, list[n], `puzzle-${info.id}-${n}`, own);
            if (gone) return open.close();
            if (n === day) open.solved = () => noteSolved();
            moves.value = new Map(open.position.value?.legal.map((m) => [m.move, m]));
            match.value = open;
        };
        load().catch((e: unknown) => {
            trouble.value = e instanceof Error ? e.message : String(e);
        });
        return () => {
            gone = true;
            open?.close();
        };
    }, [info, number]);
    if (trouble.value)
        return (
            <main class="failure">
                <p role="alert">{trouble.value}</p>
                <a href="#/">{t("web.home")}</a>
            </main>
        );
    if (!match.value) return null;
    const { n, count, daily } = at.value;
    const room: Room = {
        tabs: [],
        bar: null,
        notices: (
            <Task match={match.value} moves={moves.value} number={n} count={count} daily={daily} />
        ),
        end: null,
        seat: () => null,
    };
    return <Table match={match.value} board={board.value} room={room} />;
}
