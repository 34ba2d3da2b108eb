/* "Find the move": a position at a table of its own, what became of the moves tried, and why the best one is. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import { type BoardModule, type BoardProps, loadBoard } from "../boards/board";
import { playerName } from "../core/settings";
import { has, loadTexts, moveSentence, t } from "../core/text";
import type { GameInfo, Move, View } from "../core/types";
import { percent } from "../ui/MoveList";
import { Effects } from "../ui/Popover";
import { type Room, Table } from "../ui/TablePage";
import { type Course, PuzzleMatch } from "./match";
import { loadPuzzles, noteSolved, puzzleOf, streak, today } from "./puzzles";
import "./puzzle.css";

/** A move in words of people. */
function said({ game, seats, edition }: PuzzleMatch, board: BoardModule, move: Move, view: View) {
    const props = { game, seats, edition, view } as BoardProps;
    const name = (names: string, word: string) => board.name?.(names, word, props) ?? null;
    return moveSentence({ game, seats, name }, move).join("");
}

/** How a turn goes on after its first move, and what it costs and brings in the end. */
function Turn(o: { match: PuzzleMatch; course: Course; board: BoardModule }) {
    const runs: { text: string; n: number }[] = [];
    for (const { move, view } of o.course.moves.slice(1)) {
        const text = said(o.match, o.board, move, view);
        const last = runs.at(-1);
        if (last?.text === text) last.n++;
        else runs.push({ text, n: 1 });
    }
    return (
        <p class="turn">
            {runs.length > 0 && (
                <>
                    {t("puzzle.then")}{" "}
                    {runs.map(({ text, n }) => (n > 1 ? `${text} (${n}×)` : text)).join(" · ")}{" "}
                </>
            )}
            <Effects outcome={o.course} board={o.board} game={o.match.game.id} />
        </p>
    );
}

/** What is asked, what became of it, and where to go from here. */
function Task(o: {
    match: PuzzleMatch;
    board: BoardModule;
    number: number;
    count: number;
    daily: boolean;
}) {
    const { match, board } = o;
    const copied = useSignal(false);
    const { done, wrong } = match.state.value;
    const courses = match.courses.value;
    const { best, obvious, reason } = match.puzzle;
    const sentence = (move: string) => {
        const known = match.first.legal.find((m) => m.move === move);
        return known ? said(match, board, known, match.first.view) : move;
    };
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
                        <b>{sentence(last)}</b>
                        {". "}
                        {chance(last) === undefined
                            ? t("puzzle.worse")
                            : t("puzzle.leaves", { chance: percent(chance(last) as number) })}
                    </p>
                )}
                {done !== "no" && (
                    <>
                        <p>
                            <b>{sentence(best)}</b>
                            {". "}
                            {t("puzzle.gains", {
                                chance: percent(chance(best) ?? 0),
                                other: percent(chance(obvious) ?? 0),
                            })}
                        </p>
                        {courses && <Turn {...{ match, board }} course={courses.best} />}
                        {reason && has(why) && <p>{t("puzzle.why", { why: t(why) })}</p>}
                        <p class="soft">
                            {t("puzzle.instead")} <b>{sentence(obvious)}</b>.
                        </p>
                        {courses && <Turn {...{ match, board }} course={courses.obvious} />}
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
    if (!match.value || !board.value) return null;
    const { n, count, daily } = at.value;
    const room: Room = {
        tabs: [],
        bar: null,
        notices: (
            <Task match={match.value} board={board.value} number={n} count={count} daily={daily} />
        ),
        end: null,
        seat: () => null,
        settled: match.value.state.value.done !== "no",
    };
    return <Table match={match.value} board={board.value} room={room} />;
}
