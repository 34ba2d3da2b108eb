/* What the rules core tells the page: shapes of its JSON (docs/formats.md). */

export type Lang = "en" | "fr" | "ru";

export interface ArgInfo {
    key: string;
    type: "int" | "signed" | "name" | "seat" | "set";
    names: string | null;
    optional: boolean;
}

export interface VerbInfo {
    name: string;
    rule: string;
    reveals: boolean;
    args: ArgInfo[];
}

export interface OptionInfo {
    id: string;
    rule: string;
    min: number;
    max: number;
    default: number;
    /** What to propose to somebody who sets up a game: the choice for a first game. */
    first: number;
    names: string | null;
}

/** A game described as data (sr_game_write). */
export interface GameInfo {
    id: string;
    rules_version: number;
    seats: [number, number];
    state_bytes: number;
    options: OptionInfo[];
    moves: VerbInfo[];
    events: VerbInfo[];
    decisions: { name: string; rule: string }[];
    score_parts: string[];
    words: Record<string, string[]>;
}

export type Value = string | number | string[] | null;

/** A legal move: its notation, its verb, and its arguments by name. */
export interface Move {
    move: string;
    verb: string;
    [arg: string]: Value;
}

/** Something that happened; hidden arguments are "?". */
export interface GameEvent {
    event: string;
    seat: number | null;
    [arg: string]: Value;
}

export interface ScoreLine {
    line: number;
    total: number;
    rank: number;
    parts: Record<string, number>;
}

/** State as one viewer sees it; every game adds its own members. */
// biome-ignore lint/suspicious/noExplicitAny: boards know the members of their game
export type View = Record<string, any> & {
    game: string;
    viewer: number | "spectator" | null;
    seats: number;
    ply: number;
    turn: number;
    over: boolean;
};

/** Everything the table shows at one moment, for one viewer. */
export interface Position {
    ply: number;
    actor: number | null;
    decision: string | null;
    rule: string;
    view: View;
    legal: Move[];
    scores: ScoreLine[];
    undo: number;
    redo: number;
    reset: number;
}

export type SeatKind = "human" | "bot" | "remote";

export interface Seat {
    kind: SeatKind;
    name: string;
    bot?: string;
}
