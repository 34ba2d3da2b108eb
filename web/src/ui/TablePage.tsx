/* A table: seats on the left, the board in the middle, prompt, moves and log on the right. */
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import { type BoardModule, type BoardProps, loadBoard } from "../boards/board";
import { LocalMatch } from "../core/match";
import { type Speaker, t, wordText } from "../core/text";
import type { GameInfo, Move, Position } from "../core/types";
import { Curtain } from "./Curtain";
import { Final } from "./Final";
import { Log } from "./Log";
import { MoveList } from "./MoveList";
import { PlainBoard } from "./PlainBoard";
import { Prompt } from "./Prompt";
import { Replay } from "./Replay";
import { SeatCard } from "./SeatCard";
import { SeatTag } from "./SeatTag";
import { Settings } from "./Settings";

export function TablePage({ games, id }: { games: GameInfo[]; id: string }) {
    const match = useSignal<LocalMatch | null>(null);
    const board = useSignal<BoardModule | null>(null);
    const trouble = useSignal<string | null>(null);
    useEffect(() => {
        let open: LocalMatch | null = null;
        LocalMatch.resume(games, id)
            .then(async (m) => {
                if (!m) throw new Error(t("web.no_such_game"));
                open = m;
                board.value = await loadBoard(m.game.id);
                match.value = m;
            })
            .catch((e: unknown) => {
                trouble.value = e instanceof Error ? e.message : String(e);
            });
        return () => open?.close();
    }, [games, id]);
    if (trouble.value)
        return (
            <main class="failure">
                <p role="alert">{t("web.cannot_open", { why: trouble.value })}</p>
                <a href="#/">{t("web.home")}</a>
            </main>
        );
    return match.value ? <Table match={match.value} board={board.value} /> : null;
}

function Table({ match, board }: { match: LocalMatch; board: BoardModule | null }) {
    const pointed = useSignal<Move | null>(null);
    const narrowed = useSignal<Move[] | null>(null);
    const tab = useSignal<"log" | "replay">("log");
    const position = useComputed(() => match.position.value);
    useSignalEffect(() => {
        void match.position.value;
        pointed.value = null;
        narrowed.value = null;
    });
    const p = position.value;
    if (!p) return null;
    const speaker: Speaker = {
        game: match.game,
        seats: match.seats,
        seat: (seat) => <SeatTag match={match} seat={seat} />,
        word: board?.Word
            ? (names, word) => {
                  const Word = board.Word as NonNullable<typeof board.Word>;
                  return <Word names={names} word={word} text={wordText(match.game, names, word)} />;
              }
            : undefined,
    };
    const props: BoardProps = {
        game: match.game,
        view: p.view,
        position: p,
        seats: match.seats,
        edition: match.edition,
        viewer: typeof p.view.viewer === "number" ? p.view.viewer : null,
        legal: mayChoose(match, p) ? p.legal : [],
        choose: (m) => void match.play(m.move),
        pick: (moves) => {
            if (moves.length === 1) void match.play(moves[0].move);
            else narrowed.value = moves;
        },
        pointed: pointed.value,
        point: (m) => {
            pointed.value = m;
        },
    };
    const Board = board?.Board ?? PlainBoard;
    return (
        <main class={`table game-${match.game.id}`}>
            <header class="bar">
                <a class="plain" href="#/" aria-label={t("web.home")}>
                    <Icon name="home" />
                </a>
                <h1>{t(`${match.game.id}.title`)}</h1>
                <span class="grow" />
                <a class="plain" href={`#/rules/${match.game.id}`} aria-label={t("web.rules")}>
                    <Icon name="book" />
                </a>
                <button
                    type="button"
                    class="plain"
                    aria-label={t("web.export")}
                    onClick={() => void download(match)}
                >
                    <Icon name="save" />
                </button>
                <Settings />
            </header>
            <section class="seats" aria-label={t("web.players")}>
                {p.scores.map((line) => (
                    <SeatCard key={line.line} match={match} line={line} board={board} props={props} />
                ))}
            </section>
            <section class="board" aria-label={t("web.board")}>
                <Board {...props} />
            </section>
            <aside class="desk">
                <Prompt match={match} position={p} />
                {p.view.over ? (
                    <Final match={match} position={p} />
                ) : (
                    <MoveList narrowed={narrowed} props={props} speaker={speaker} board={board} />
                )}
                <div class="panel tabs">
                    <div role="tablist" class="tab-row">
                        {(["log", "replay"] as const).map((name) => (
                            <button
                                type="button"
                                key={name}
                                role="tab"
                                aria-selected={tab.value === name}
                                onClick={() => {
                                    tab.value = name;
                                }}
                            >
                                {t(`web.${name}`)}
                            </button>
                        ))}
                    </div>
                    {tab.value === "log" ? (
                        <Log match={match} speaker={speaker} />
                    ) : (
                        <Replay match={match} />
                    )}
                </div>
            </aside>
            <Curtain match={match} />
        </main>
    );
}

/** The present is played, the past is looked at; a person decides for people only. */
function mayChoose(match: LocalMatch, p: Position): boolean {
    if (match.shown.value !== null || p.actor === null || match.curtain.value) return false;
    return match.seats[p.actor].kind === "human" && p.actor === p.view.viewer;
}

async function download(match: LocalMatch): Promise<void> {
    const blob = new Blob([await match.export()], { type: "application/json" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${match.game.id}-${match.id.slice(0, 8)}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
}
