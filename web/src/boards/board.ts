/* What a board of a game is given, and how boards are found. A board draws the whole visible
 * state and lets its places be chosen; the list of moves beside it is always enough to play. */
import type { ComponentChildren, ComponentType } from "preact";
import type { Edition, LogEntry } from "../core/match";
import type { GameEvent, GameInfo, Move, Position, Seat, View } from "../core/types";
import type { Outcome } from "../ui/decide";
import type { Sound } from "../ui/sound";

export interface BoardProps {
    game: GameInfo;
    view: View;
    position: Position;
    seats: Seat[];
    edition: Edition;
    /** Seat that looks, or null when everything is shown. */
    viewer: number | null;
    /** What happened so far, as the viewer saw it; may go beyond the position in replay. */
    log: LogEntry[];
    /** Moves the viewer may choose now; empty when someone else decides. Of a moment that is past
     *  those that are told of it. */
    legal: Move[];
    /** A moment that is past is shown: the move that was made there, and one that was better. */
    told?: { made: Move | null; better: Move | null };
    choose: (m: Move, at?: Element | null) => void;
    /** A place was chosen: plays its only move, or offers its uses there; `again` by the second click of
     *  two. */
    pick: (moves: Move[], at: Element, again?: boolean) => void;
    /** The move pointed at, here or in the list, to preview its result; null for none. */
    pointed: Move | null;
    point: (m: Move | null) => void;
    /** What a move would do. */
    peek: (m: Move) => Promise<Outcome>;
}

/** What an element is, what it does, and the number of the rule that says so. */
export interface About {
    title: string;
    text: ComponentChildren;
    rule: string;
}

/** Moves that belong together in the list. */
export interface MoveGroup {
    key: string;
    title?: ComponentChildren;
    moves: Move[];
    /** What tells the moves of the group apart: they stand side by side as chips. */
    short?: (m: Move) => ComponentChildren;
    /** A move as a row of its own, drawn; its sentence is said. */
    row?: (m: Move) => ComponentChildren;
    /** What is said of a move instead of its sentence. */
    say?: (m: Move) => string;
    /** A move by its use alone, where its place is known already. */
    use?: (m: Move) => ComponentChildren;
}

/** A piece of what a turn did, in short: those of one key in a turn are added up. */
export interface Brief {
    key: string;
    /** Drawn; a number and a sign stand before it. */
    sign: ComponentChildren;
    n?: number;
    /** "+", "−", "→"; nothing for a mere mention. */
    how?: string;
}

export function byVerb(moves: Move[]): MoveGroup[] {
    const groups = new Map<string, Move[]>();
    for (const m of moves) groups.set(m.verb, [...(groups.get(m.verb) ?? []), m]);
    return [...groups].map(([key, list]) => ({ key, moves: list }));
}

/** Something that is counted when a large part of the game ends: it lights up, and its number flies to its seat.
 *  Those of one step do so together. */
export interface Count {
    step: string;
    seat: number;
    /** Points; 0 where there are none: it only lights up. */
    n: number;
    /** What lights up: a selector. */
    at: string;
    /** What it is, without whose it is and how much it brings. */
    text: ComponentChildren;
    /** It is lost. */
    lost?: boolean;
}

/** How the end of a week, a year, an era or a game is shown, before its pieces leave. */
export interface Rite {
    chapters: { title: ComponentChildren; counts: Count[] }[];
    /** The table as it is counted, where the decision that led here changed it before. */
    view?: View;
}

/** Which of how many is decided now; `of` is a text with {n} and {all}. */
export interface Progress {
    n: number;
    all: number;
    of: string;
}

/** A step of the guided first game: a text (<game>.guide.<text>), what it points at, and the moves it
 *  proposes; without moves it is only read. */
export interface GuideStep {
    text: string;
    /** Selectors, the first that is there counts; for the move proposed, if there is one. */
    at: (m: Move | undefined) => string;
    /** Moves that go on with the story, best first; it stands as long as there are any. */
    moves?: (props: BoardProps) => Move[];
    /** It is left out when its moves are not there. */
    optional?: boolean;
}

export interface BoardModule {
    Board: ComponentType<BoardProps>;
    /** A seat's own area, shown in its card beside the board. */
    SeatArea?: ComponentType<BoardProps & { seat: number }>;
    /** The most important of it in a line, in the chip of a narrow screen. */
    ChipArea?: ComponentType<BoardProps & { seat: number }>;
    /** What is drawn for a word of a vocabulary in the log and in the list of moves. */
    Word?: ComponentType<{ names: string; word: string; text: string }>;
    /** What people call a thing that the rules know by a number, an id or a coordinate; null: as it is. */
    name?: (names: string, word: string, props: BoardProps) => string | null;
    /** Explains the element marked data-about="<id>". */
    about?: (id: string, props: BoardProps) => About | null;
    /** The date, in the bar above the table. */
    Bar?: ComponentType<BoardProps>;
    /** Events that are shown large over the board as they happen. */
    loud?: string[];
    /** Events that begin a new stretch of the log. */
    dates?: string[];
    /** The guided first game: a match to play it in, and its steps. */
    guide?: { seed: number; players: number; steps: GuideStep[] };
    /** What is drawn for a number that a move changes: "stock.camels", "track.points". */
    sign?: (of: string) => ComponentChildren;
    /** What an event did, for a line that tells a whole turn; null: not worth the room. */
    brief?: (e: GameEvent, props: BoardProps) => Brief | null;
    /** The place (data-place) where an event happened. */
    spot?: (e: GameEvent, props: BoardProps) => string | null;
    /** Where a seat stands in the order of the day or round, from 1; null: there is none. */
    order?: (seat: number, props: BoardProps) => number | null;
    /** How far the present decision has come: "good 2 of 4". */
    progress?: (props: BoardProps) => Progress | null;
    /** What decides between equal points, in this order: the more the better. Without a number of its own
     *  (`mute`) only its name is told. */
    ties?: { name: string; of: (seat: number, props: BoardProps) => number; mute?: boolean }[];
    /** What a date begins: a large part of the game ("Week 2"), a small one within it ("Day 6"). */
    when?: (e: GameEvent) => { chapter?: string; part?: string } | null;
    /** What a seat is after, in a few words, from what everybody may see; null: nothing that shows. */
    aim?: (seat: number, props: BoardProps) => string | null;
    /** How far the game has come, 0 to 1, as far as it can be told. */
    far?: (props: Pick<BoardProps, "view" | "edition">) => number;
    /** What points are called, by their unit ("unit.<unit>"); default: point. */
    unit?: string;
    /** The board's own drawing within Board, for a picture of it: a selector. */
    drawing?: string;
    /** The last count takes the pieces off the board: a picture of the end shows it just before. */
    clears?: boolean;
    /** What is counted with great show among what a decision brought about; null: nothing. */
    rite?: (events: GameEvent[], props: BoardProps) => Rite | null;
    /** Whether a move tells what only its owner may know before it is made. */
    secret?: (m: Move) => boolean;
    /** What events sound like. */
    sounds?: Record<string, Sound>;
    /** Groups of the list of moves, in reading order; default: by verb. */
    groups?: (moves: Move[], props: BoardProps) => MoveGroup[];
}

/* A folder is a board: its index.tsx is loaded when it is wanted, its facts.json is there at once. */
const boards = import.meta.glob<BoardModule>("./*/index.tsx");
const facts = import.meta.glob<Facts>("./*/facts.json", { eager: true, import: "default" });

/** What the page knows of a game before its board is loaded. */
export interface Facts {
    /** How long a game takes, for the cover. */
    minutes: number;
    /** Decisions that come in another's turn, and the answers worth giving in advance, by verb. */
    standing?: Record<string, string[]>;
}

export const hasBoard = (game: string): boolean => `./${game}/index.tsx` in boards;

export const factsOf = (game: string): Facts => facts[`./${game}/facts.json`] ?? { minutes: 30 };

export async function loadBoard(game: string): Promise<BoardModule | null> {
    const load = boards[`./${game}/index.tsx`];
    return load ? load() : null;
}
