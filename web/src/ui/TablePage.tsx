/* A table: seats on the left, the board in the middle, prompt, moves and log on the right. A table
 * at a server adds its own parts (Room), filled in by online/. */
import { type Signal, useComputed, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../art/icons";
import { type BoardModule, type BoardProps, loadBoard } from "../boards/board";
import { LocalMatch, type Match, type Moment } from "../core/match";
import { narrow } from "../core/settings";
import { eventSentence, loadTexts, type Speaker, seatName, t } from "../core/text";
import type { GameInfo, Move, Position } from "../core/types";
import { Ceremony } from "./Ceremony";
import { Changes } from "./Changes";
import { Curtain } from "./Curtain";
import { MOST_USES, peek, useDecision, usePassing } from "./decide";
import { Explain } from "./Explain";
import { Final, Result } from "./Final";
import { Guide, GuideButton } from "./Guide";
import { box, cited, Later, middle } from "./Later";
import { Log } from "./Log";
import { TableSettings } from "./Menu";
import { MoveList, percent } from "./MoveList";
import { PastBar, PastCard, usePastKeys } from "./Past";
import { PlainBoard } from "./PlainBoard";
import { Popover } from "./Popover";
import { Prompt } from "./Prompt";
import { useCeremony } from "./rite";
import { SeatCard, SeatChip, SeatSheet } from "./SeatCard";
import { SeatTag } from "./SeatTag";
import { Shortcuts } from "./Shortcuts";
import { Since, since, sinceWays } from "./Since";
import { useSounds } from "./sound";
import { useFingers } from "./touch";
import { spotOf, stretches } from "./turns";
import { type Way, Ways } from "./Ways";
import "../styles/table.css";

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
    /** Nothing is left to decide here, though the game is not over. */
    settled?: boolean;
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
    /** A place that is lit up from the log. */
    const light = useSignal<string | null>(null);
    /** A table that is opened is drawn in two steps, so that the page answers between them: all around the board,
     *  then the board. */
    const laidOut = useSignal(false);
    useEffect(() => {
        const timer = setTimeout(() => {
            laidOut.value = true;
        });
        return () => clearTimeout(timer);
    }, []);
    const position = useComputed(() => match.position.value);
    /** Whose hand lies open on a screen in the middle. */
    const bare = usePassing<number>(match);
    const decision = useDecision(match, pointed);
    /** What was asked when a place was last clicked. */
    const clicked = useRef("");
    /** Once the match is over its result lies over the board, until somebody wants to see that. */
    const over = useSignal(true);
    /** It was still being played here: its end is a surprise. */
    const played = useRef(false);
    const ended = useRef(false);
    const drawn = useRef<BoardProps | null>(null);
    const held = useCeremony(match, board, drawn);
    useSounds(match, board);
    useFingers();
    usePastKeys(match);
    const p = position.value;
    const at = match.shown.value;
    const moment = at === null ? null : (match.judged?.value.get(at) ?? null);
    // What a person decided is judged when it is looked at.
    const decider = at === null ? null : (match.log.value.find((e) => e.ply === at)?.seat ?? null);
    useEffect(() => {
        if (at === null || decider === null || match.seats[decider]?.kind !== "human") return;
        const timer = setTimeout(() => void match.judge?.(at).catch(() => undefined), 250);
        return () => clearTimeout(timer);
    }, [at]);
    if (!p) return null;
    if (at === null) {
        ended.current = p.view.over;
        if (!p.view.over) {
            played.current = true;
            over.value = true;
        }
    }
    const speaker: Speaker = {
        game: match.game,
        seats: match.seats,
        seat: (seat) => <SeatTag match={match} seat={seat} />,
        word: board?.Word
            ? (names, word, text) => {
                  const Word = board.Word as NonNullable<typeof board.Word>;
                  return <Word {...{ names, word, text }} />;
              }
            : undefined,
        name: (names, word) => board?.name?.(names, word, props) ?? null,
    };
    const told = at === null ? undefined : toldOf(match, p, moment);
    /** In the middle of a table hands are covered, and what they can do. */
    const laid = match.way === "middle" && !p.view.over && at === null;
    const covered = laid && bare.value !== p.actor;
    const props: BoardProps = {
        game: match.game,
        view: p.view,
        position: p,
        seats: match.seats,
        edition: match.edition,
        log: match.log.value,
        viewer: typeof p.view.viewer === "number" && !covered ? p.view.viewer : null,
        legal: told
            ? [told.made, told.better].filter((m) => m !== null)
            : mayChoose(match, p)
              ? p.legal.filter((m) => !covered || !board?.secret?.(m))
              : [],
        told,
        choose: (m, from) => {
            if (told) return;
            seat.value = null;
            sheet.value = "open";
            decision.choose(m, from);
        },
        pick: (moves, from, again) => {
            seat.value = null;
            sheet.value = "open";
            // The second click of two, where the first has played and something else is asked by now, means no
            // more than the first.
            const asks = `${p.actor} ${p.decision}`;
            if (again && decision.choice.value?.at !== from && clicked.current !== asks) return;
            clicked.current = asks;
            if (moves.length === 1) decision.choose(moves[0], from);
            else if (laid) narrowed.value = moves;
            else if (moves.length <= MOST_USES) decision.offer(moves, from);
            else {
                decision.cancel();
                narrowed.value = moves;
                tab.value = narrow.value ? "moves" : tab.value;
            }
        },
        pointed: pointed.value ?? decision.choice.value?.use ?? null,
        point: (m) => {
            // Said after the table was drawn, it may come too late.
            if (match.position.peek() === p) pointed.value = m;
        },
        peek: (m) => peek(match, p, m),
    };
    drawn.current = props;
    const lit = (place: string | null) => {
        light.value = place;
    };
    const turns = p.view.over ? [] : since(match, props);
    const best = match.ideas.value?.[0];
    const ways: Way[] = told
        ? pastWays(match, board, props, moment)
        : best && pointed.value?.move === best.move && p.actor !== null
          ? [{ seat: p.actor, to: ".choice.pointed", kind: "hint", text: percent(best.win) }]
          : sinceWays(turns, board, props);
    const Board = board?.Board ?? PlainBoard;
    const opened = p.scores.find((line) => line.line === seat.value);
    const result = p.view.over && at === null && over.value && !match.curtain.value;
    const main = ended.current ? (
        <>
            {!result && room?.end}
            {p.view.over && <Final {...{ match, speaker, board, props, over }} position={p} />}
        </>
    ) : (
        <MoveList {...{ match, narrowed, props, speaker, board }} />
    );
    const moves: Tab = { name: "moves", title: t("web.moves"), body: () => main };
    const tabs: Tab[] = [
        ...(narrow.value && !room?.settled ? [moves] : []),
        {
            name: "log",
            title: t("web.log"),
            body: () => <Log {...{ match, speaker, board, props }} light={lit} />,
        },
        ...(room?.tabs ?? []),
    ];
    const open = tabs.find((one) => one.name === tab.value) ?? tabs[0];
    return (
        <>
            <main
                inert={result}
                class={`table game-${match.game.id}${match.sending?.value ? " sending" : ""}${told ? " past" : ""}${laid ? " middle" : ""}`}
            >
                {laid && (
                    <Later part={middle}>
                        {(m) => (
                            <m.Ring {...{ match, board, props, bare, over: p }}>
                                <Prompt
                                    match={match}
                                    position={p}
                                    progress={board?.progress?.(props) ?? null}
                                />
                                {main}
                            </m.Ring>
                        )}
                    </Later>
                )}
                <header class="bar">
                    <a class="plain" href="#/" aria-label={t("web.home")}>
                        <Icon name="home" />
                    </a>
                    {!laid && <h1>{t(`${match.game.id}.title`)}</h1>}
                    {board?.Bar && <board.Bar {...props} />}
                    {match.way === "box" && !narrow.value && (
                        <span class="way soft">{t("web.way.box")}</span>
                    )}
                    {room?.bar}
                    <span class="grow" />
                    <a class="plain" href={`#/rules/${match.game.id}`} aria-label={t("web.rules")}>
                        <Icon name="book" />
                    </a>
                    {board?.guide && <GuideButton game={match.game} board={board} />}
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
                    <TableSettings match={match} />
                </header>
                {told && !narrow.value && <PastBar match={match} />}
                <section class="seats" aria-label={t("web.players")} hidden={laid}>
                    {(laid ? [] : p.scores).map((line) =>
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
                    data-ply={laidOut.value ? p.ply : undefined}
                    tabIndex={narrow.value ? 0 : undefined}
                >
                    {laidOut.value && (
                        <>
                            <Board {...props} />
                            <Changes {...{ match, board, speaker }} />
                        </>
                    )}
                </section>
                {opened && narrow.value && (
                    <SeatSheet
                        {...{ match, line: opened, board, props }}
                        close={() => {
                            seat.value = null;
                        }}
                    />
                )}
                {!laid && (
                    <div class="flank">
                        {!result && room?.notices}
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
                            {told && narrow.value && <PastBar match={match} />}
                            {told ? (
                                <PastCard {...{ match, board, props, speaker, moment }} />
                            ) : (
                                !room?.settled && (
                                    <Prompt
                                        match={match}
                                        position={p}
                                        progress={board?.progress?.(props) ?? null}
                                    />
                                )
                            )}
                            {!narrow.value && !told && (
                                <Since {...{ turns, match, board, props }} light={lit} />
                            )}
                            {!narrow.value && (!told || ended.current) && !room?.settled && main}
                            <div class={`panel tabs${tabs.length < 2 ? " single" : ""}`}>
                                <div
                                    role="tablist"
                                    class="tab-row"
                                    aria-label={t("web.moves_and_log")}
                                    hidden={tabs.length < 2}
                                >
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
                                            {!!one.mark && open !== one && (
                                                <b class="mark">{one.mark}</b>
                                            )}
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
                            </div>
                            {narrow.value && (
                                <Popover {...{ match, board, props, decision, speaker }} />
                            )}
                        </aside>
                    </div>
                )}
                {!narrow.value && !laid && (
                    <Popover {...{ match, board, props, decision, speaker }} />
                )}
                {!laid && <Explain {...{ board, props, decision, speaker }} />}
                <Ways ways={ways} seats={match.seats.length} light={light.value} />
                <Shortcuts match={match} />
                <p class="hidden-text" aria-live="polite">
                    {news(match, speaker)}
                </p>
                <Guide
                    {...{ match, board, props }}
                    ready={!match.curtain.value && !p.view.over && !laid}
                />
                {held.value && <Ceremony match={match} held={held.value} />}
                <Curtain match={match} />
                {match.box?.value && (
                    <Later part={box}>{(b) => <b.Tell match={match} props={props} />}</Later>
                )}
                <Later part={cited}>{(p) => <p.CitedHere />}</Later>
            </main>
            {result && (
                <Result
                    {...{ match, speaker, board, props, over }}
                    position={p}
                    fresh={played.current}
                    room={room?.end}
                    notices={room?.notices}
                />
            )}
        </>
    );
}

/** What was decided at a moment that is past, as far as the one who looks may know. */
function toldOf(match: Match, p: Position, moment: Moment | null): BoardProps["told"] {
    const entry = match.log.value.find((e) => e.ply === p.ply);
    const made = moment?.move ?? entry?.move ?? null;
    const better = moment?.better ?? null;
    return { made, better: better && better.move !== made?.move ? better : null };
}

/** The same as arrows. */
function pastWays(
    match: Match,
    board: BoardModule | null,
    props: BoardProps,
    moment: Moment | null,
): Way[] {
    const entry = match.log.value.find((e) => e.ply === props.position.ply);
    if (!entry || !props.told) return [];
    const { made, better } = props.told;
    const [turn] = stretches([entry], []).flatMap((s) => s.turns);
    const spot = turn ? spotOf(turn, board, props) : null;
    const win = moment?.seat === undefined ? undefined : moment.win[moment.seat];
    const label = (key: string, chance: number | undefined) =>
        chance === undefined ? undefined : `${t(key)} ${percent(chance)}`;
    const cost = better ? (moment?.cost ?? 0) : 0;
    const to = made ? ".made" : spot;
    return [
        ...(to
            ? [
                  {
                      seat: entry.seat,
                      to,
                      kind: "made" as const,
                      text: label(
                          "web.made",
                          win === undefined ? undefined : Math.max(0, win - cost),
                      ),
                  },
              ]
            : []),
        ...(better
            ? [
                  {
                      seat: entry.seat,
                      to: ".better",
                      kind: "better" as const,
                      text: label("web.better", win),
                  },
              ]
            : []),
    ];
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
function news(match: Match, { name }: Speaker): string {
    const last = match.log.value.at(-1);
    if (!last || last.seat === match.viewer.value) return "";
    const plain: Speaker = { game: match.game, seats: match.seats, name };
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
