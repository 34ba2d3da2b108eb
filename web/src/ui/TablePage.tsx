/* A table: seats on the left, the board in the middle, prompt, moves and log on the right. A table
 * at a server adds its own parts (Room), filled in by online/. */
import { type Signal, useComputed, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import { type BoardModule, type BoardProps, loadBoard } from "../boards/board";
import { LocalMatch, type Match } from "../core/match";
import { narrow } from "../core/settings";
import { eventSentence, loadTexts, type Speaker, seatName, t, wordText } from "../core/text";
import type { GameInfo, Move, Position } from "../core/types";
import { Changes } from "./Changes";
import { Curtain } from "./Curtain";
import { peek, useDecision, usePassing } from "./decide";
import { Explain } from "./Explain";
import { Final } from "./Final";
import { Guide, startGuide } from "./Guide";
import { Log } from "./Log";
import { MoveList } from "./MoveList";
import { PlainBoard } from "./PlainBoard";
import { Prompt } from "./Prompt";
import { Replay } from "./Replay";
import { SeatCard, SeatChip, SeatSheet } from "./SeatCard";
import { SeatTag } from "./SeatTag";
import { Settings } from "./Settings";

/** A tab beside the moves; `mark` counts what is new in it. */
export interface Tab {
    name: string;
    title: string;
    mark?: number;
    body: () => ComponentChildren;
}

/** What other people add to a table. */
export interface Room {
    tabs: Tab[];
    bar: ComponentChildren;
    /** Above the prompt: questions, a lost connection. */
    notices: ComponentChildren;
    /** Above the result. */
    end: ComponentChildren;
    /** Beside a player's name. */
    seat: (seat: number) => ComponentChildren;
}

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
                [board.value] = await Promise.all([loadBoard(m.game.id), loadTexts(m.game.id)]);
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

export function Table({
    match,
    board,
    room,
}: {
    match: Match;
    board: BoardModule | null;
    room?: Room;
}) {
    const pointed = usePassing<Move>(match);
    const narrowed = usePassing<Move[]>(match);
    /** As chosen; at first the first: on a narrow screen the moves. */
    const tab = useSignal<string | null>(null);
    const sheet = useSignal<"open" | "low">("open");
    const seat = useSignal<number | null>(null);
    const position = useComputed(() => match.position.value);
    const decision = useDecision(match, pointed);
    const p = position.value;
    if (!p) return null;
    const speaker: Speaker = {
        game: match.game,
        seats: match.seats,
        seat: (seat) => <SeatTag match={match} seat={seat} />,
        word: board?.Word
            ? (names, word) => {
                  const Word = board.Word as NonNullable<typeof board.Word>;
                  return (
                      <Word names={names} word={word} text={wordText(match.game, names, word)} />
                  );
              }
            : undefined,
    };
    const props: BoardProps = {
        game: match.game,
        view: p.view,
        position: p,
        seats: match.seats,
        edition: match.edition,
        log: match.log.value,
        viewer: typeof p.view.viewer === "number" ? p.view.viewer : null,
        legal: mayChoose(match, p) ? p.legal : [],
        choose: (m) => {
            seat.value = null;
            decision.choose(m);
        },
        pick: (moves) => {
            seat.value = null;
            if (moves.length === 1) decision.choose(moves[0]);
            else {
                narrowed.value = moves;
                tab.value = narrow.value ? "moves" : tab.value;
                sheet.value = "open";
            }
        },
        pointed: pointed.value ?? decision.chosen.value,
        point: (m) => {
            // Said after the table was drawn, it may come too late.
            if (match.position.peek() === p) pointed.value = m;
        },
        peek: (m) => peek(match, p, m),
    };
    const Board = board?.Board ?? PlainBoard;
    const opened = p.scores.find((line) => line.line === seat.value);
    const main = p.view.over ? (
        <>
            {room?.end}
            <Final match={match} position={p} speaker={speaker} />
        </>
    ) : (
        <MoveList {...{ match, narrowed, props, speaker, board }} />
    );
    const moves: Tab = { name: "moves", title: t("web.moves"), body: () => main };
    const tabs: Tab[] = [
        ...(narrow.value ? [moves] : []),
        {
            name: "log",
            title: t("web.log"),
            body: () => <Log match={match} speaker={speaker} board={board} />,
        },
        ...(room?.tabs ?? []),
        { name: "replay", title: t("web.replay"), body: () => <Replay match={match} /> },
    ];
    const open = tabs.find((one) => one.name === tab.value) ?? tabs[0];
    return (
        <main class={`table game-${match.game.id}${match.sending?.value ? " sending" : ""}`}>
            <header class="bar">
                <a class="plain" href="#/" aria-label={t("web.home")}>
                    <Icon name="home" />
                </a>
                <h1>{t(`${match.game.id}.title`)}</h1>
                {board?.Bar && <board.Bar {...props} />}
                {room?.bar}
                <span class="grow" />
                <a class="plain" href={`#/rules/${match.game.id}`} aria-label={t("web.rules")}>
                    <Icon name="book" />
                </a>
                {board?.guide && (
                    <button
                        type="button"
                        class="plain"
                        aria-label={t("web.guide")}
                        title={t("web.guide")}
                        onClick={() => void startGuide(match.game, board)}
                    >
                        <Icon name="guide" />
                    </button>
                )}
                {match.export && (
                    <button
                        type="button"
                        class="plain"
                        title={t("web.export")}
                        aria-label={t("web.export")}
                        onClick={() => void download(match)}
                    >
                        <Icon name="save" />
                    </button>
                )}
                <Settings table />
            </header>
            <section class="seats" aria-label={t("web.players")}>
                {p.scores.map((line) =>
                    narrow.value ? (
                        <SeatChip
                            key={line.line}
                            {...{ match, line, board, props }}
                            open={seat.value === line.line}
                            toggle={() => {
                                seat.value = seat.value === line.line ? null : line.line;
                            }}
                        >
                            {room?.seat(line.line)}
                        </SeatChip>
                    ) : (
                        <SeatCard key={line.line} {...{ match, line, board, props }}>
                            {room?.seat(line.line)}
                        </SeatCard>
                    ),
                )}
            </section>
            <section
                class="board"
                aria-label={t("web.board")}
                data-ply={p.ply}
                tabIndex={narrow.value ? 0 : undefined}
            >
                <Board {...props} />
                <Changes {...{ match, board, speaker }} />
            </section>
            {opened && narrow.value && (
                <SeatSheet
                    {...{ match, line: opened, board, props }}
                    close={() => {
                        seat.value = null;
                    }}
                />
            )}
            <aside class={`desk ${sheet.value}`} aria-label={t("web.desk")}>
                {narrow.value && (
                    <button
                        type="button"
                        class="handle"
                        aria-expanded={sheet.value === "open"}
                        aria-label={t("web.moves_and_log")}
                        onClick={() => {
                            sheet.value = sheet.value === "open" ? "low" : "open";
                        }}
                    >
                        <Icon name={sheet.value === "open" ? "down" : "up"} />
                    </button>
                )}
                {room?.notices}
                <Prompt match={match} position={p} />
                {!narrow.value && main}
                <div class="panel tabs">
                    <div role="tablist" class="tab-row" aria-label={t("web.moves_and_log")}>
                        {tabs.map((one) => (
                            <button
                                type="button"
                                key={one.name}
                                role="tab"
                                id={`tab-${one.name}`}
                                aria-controls="tab-panel"
                                aria-selected={open === one}
                                tabIndex={open === one ? 0 : -1}
                                onKeyDown={(e) => turnTab(e, tabs, one, tab)}
                                onClick={() => {
                                    tab.value = one.name;
                                    sheet.value = "open";
                                }}
                            >
                                {one.title}
                                {!!one.mark && open !== one && <b class="mark">{one.mark}</b>}
                            </button>
                        ))}
                    </div>
                    <div
                        role="tabpanel"
                        id="tab-panel"
                        class="tab-panel"
                        aria-labelledby={`tab-${open.name}`}
                    >
                        {open.body()}
                    </div>
                    <Explain {...{ board, props, decision, speaker }} />
                </div>
            </aside>
            <p class="hidden-text" aria-live="polite">
                {news(match)}
            </p>
            <Guide {...{ match, board, props }} ready={!match.curtain.value && !p.view.over} />
            <Curtain match={match} />
        </main>
    );
}

/** Arrows move between tabs, as is the custom. */
function turnTab(e: KeyboardEvent, tabs: Tab[], from: Tab, tab: Signal<string | null>): void {
    const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    e.preventDefault();
    const { name } = tabs[(tabs.indexOf(from) + by + tabs.length) % tabs.length];
    tab.value = name;
    requestAnimationFrame(() => document.getElementById(`tab-${name}`)?.focus());
}

/** What others did, for those who do not see the board. */
function news(match: Match): string {
    const last = match.log.value.at(-1);
    if (!last || last.seat === match.viewer.value) return "";
    const plain: Speaker = { game: match.game, seats: match.seats };
    const told = last.events.map((e) => eventSentence(plain, e).join(""));
    return told.length ? told.join(". ") : seatName(match.game, match.seats, last.seat);
}

/** The present is played, the past is looked at; a person decides for people only. */
function mayChoose(match: Match, p: Position): boolean {
    if (match.shown.value !== null || p.actor === null || match.curtain.value) return false;
    return match.seats[p.actor].kind === "human" && p.actor === p.view.viewer;
}

async function download(match: Match): Promise<void> {
    const text = await match.export?.();
    if (!text) return;
    const blob = new Blob([text], { type: "application/json" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${match.game.id}-${match.id.slice(0, 8)}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
}
