/* What a server says: shapes of its JSON (docs/protocol.md). */
import type { GameEvent, ScoreLine, View } from "../core/types";

export type Ended = "played" | "resigned" | "agreed" | "closed";

export interface SeatInfo {
    kind: "open" | "link" | "human" | "bot";
    name?: string;
    bot?: string;
    /** The bot that plays for a person. */
    stand_in?: string;
    left?: boolean;
    resigned?: boolean;
    /** The seat of an account: the name is its own. */
    member?: boolean;
    here?: boolean;
    /** What it has promised to give to the dice. */
    dice?: string;
    /** Thinking time left when the present decision began, in milliseconds. */
    clock?: number;
}

export interface TableInfo {
    table: string;
    game: string;
    status: "waiting" | "playing" | "over";
    ply: number;
    actor: number | null;
    live: boolean;
    options: Record<string, string | number>;
    edition_name: string;
    /** Numbers that are not those of the printed game. */
    changed: number;
    open_dice: boolean;
    rated?: boolean;
    /** The tournament it belongs to. */
    cup?: string;
    /** By how much those who watch are told late. */
    delay?: { moves?: number; minutes?: number };
    /** People at their seats and those who watched, when something last happened. */
    present?: number;
    watching?: number;
    /** What is spoken there. */
    language?: string;
    /** How it ended, when it has. */
    ended?: Ended;
    /** The seat that looks after the table before the start. */
    host: number | null;
    locked?: boolean;
    seats: SeatInfo[];
    created: number;
    updated: number;
}

/** INFO with what only one who looks at that table is told. */
export interface WholeInfo extends TableInfo {
    rules_version: number;
    patience: number;
    clock: number;
    add: number;
    since: number;
    listed: boolean;
    commit: string;
    takeover: string;
    rematch?: string;
    /** The seat of the one who asks; what his invitation is for, or was. */
    you?: number | null;
    invited?: number;
    used?: number;
    edition?: Record<string, unknown>;
}

export interface Decision {
    seat: number;
    ask: string;
    rule: string;
}

export interface Reveal {
    seed: number | string;
    salt: string;
    /** What each seat promised, and what went into the seed. */
    dice?: string[];
    parts?: string[];
}

export interface ChatLine {
    seq: number;
    at: number;
    seat: number | null;
    text: string;
}

/** A line of those who watch. */
export interface GalleryLine {
    number: number;
    at: number;
    name: string;
    text: string;
}

/** A question to the table; `agreed` are those who said yes, the asker among them. */
export interface Question {
    seat: number;
    what: "undo" | "rematch" | "end";
    to?: number;
    agreed: number[];
}

/** An answer given in advance (3.4). */
export interface Standing {
    ask: string;
    move?: string;
    verb?: string;
}

export interface Prefs {
    step: boolean;
    standing: Standing[];
}

/** The one who sat down, or opened a table: the secret is told once. */
export interface Seated {
    table: string;
    seat: number | null;
    token?: string;
    invites: { seat: number; invite: string }[];
    commit: string;
}

export interface LoggedMove {
    ply: number;
    seat: number;
    at: number;
    by: string;
    move?: string;
    events: GameEvent[];
}

interface Moment {
    view: View;
    decision: Decision | null;
    legal?: string[];
}

interface Numbered {
    seq: number;
    at: number;
    ply: number;
    seat: number;
}

export type TableMessage = Omit<Moment, "view"> & {
    type: "table";
    seq: number;
    now: number;
    you: number | null;
    info: WholeInfo;
    view: View | null;
    scores?: ScoreLine[];
    reveal?: Reveal;
    ask?: Question;
    prefs?: Prefs;
    chat: ChatLine[];
};

export type MoveMessage = Numbered & {
    type: "move";
    /** Of the request, to the one who made it. */
    id?: string;
    by: string;
    move?: string;
    events: GameEvent[];
    /** A change of the view, or in its place the whole of it. */
    delta?: unknown;
    view?: View;
    decision: Decision | null;
    legal?: string[];
    clock?: number;
    over?: boolean;
    scores?: ScoreLine[];
    reveal?: Reveal;
};

/** Somebody gives up, or all agree to leave it; the match may be over by that. */
export type GivenUp = Numbered & {
    type: "resign" | "end";
    over?: boolean;
    ended?: Ended;
    scores?: ScoreLine[];
    reveal?: Reveal;
};

/** Messages with a number: what happened at the table. */
export type Happening =
    | (Numbered & { type: "sit" } & Pick<SeatInfo, "kind" | "name" | "bot" | "dice" | "member">)
    | (Numbered & { type: "dice"; part: string })
    | (Numbered & { type: "start" } & Moment)
    | MoveMessage
    | GivenUp
    | (Numbered & { type: "undo"; to: number } & Moment)
    | (Numbered & { type: "ask"; what: "undo" | "rematch" | "end"; to?: number })
    | (Numbered & { type: "answer"; yes: boolean })
    | (Numbered & { type: "chat"; text: string })
    | (Numbered & { type: "leave" | "back" })
    | (Numbered & { type: "lock"; yes: boolean })
    | (Numbered & { type: "vote"; for: number })
    | (Numbered & { type: "stand_in"; bot: string; why: string })
    | (Numbered & { type: "prefs"; step?: boolean; standing?: Standing[] })
    | (Numbered & { type: "rematch"; table: string });

export type Presence = { type: "presence"; here: boolean[]; spectators: number };

export type Talk = { type: "gallery"; id?: string; lines: GalleryLine[] };

/** What a table's page follows; the rest is the business of the connection. */
export type News = TableMessage | Happening | Presence | Talk;

export type Message =
    | News
    | { type: "resumed"; from: number; seq: number; now: number; you: number | null }
    | { type: "ok"; id?: string; seq: number; again?: boolean }
    | { type: "error"; id?: string; code: string; text: string; ply?: number }
    | { type: "bye" };
