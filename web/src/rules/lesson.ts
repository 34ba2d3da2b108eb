/* What a lesson is: three screens that tell a game in five minutes. Their pictures are moments of a match that
 * was played once and is kept beside the lesson; numbers come from the edition and from what the core says
 * happened there. */
import type { ComponentChildren } from "preact";
import { type BoardModule, loadBoard } from "../boards/board";
import { core } from "../core/engine";
import type { Edition, LogEntry } from "../core/match";
import { loadTexts } from "../core/text";
import type { GameEvent, GameInfo, Position, Seat } from "../core/types";

/** A match as it is kept: who moved, and what. */
export interface Played {
    players: number;
    seed: number;
    moves: [number, string][];
}

/** What a picture shows and what is drawn over it. A thing is the name of a place, or a selector. */
export interface Picture {
    /** Which moment of the lesson. */
    at: string;
    /** What must be seen whole; around it the table goes on. */
    of: string[];
    /** Room around it, in pixels of the table. */
    pad?: number;
    /** Whether what may be chosen there glows. */
    open?: boolean;
    rings?: string[];
    arrows?: [from: string, to: string][];
    steps?: [number: number, thing: string][];
    badges?: [text: string | number, thing: string][];
}

export interface Card {
    key: string;
    /** The same number twice: one of these. */
    step?: number;
    picture?: Picture;
    /** Instead of a picture: things side by side. */
    row?: ComponentChildren;
    /** A short example that plays: moments after each other. */
    film?: Picture[];
}

/** A part of a sum: what it is, how it comes about, what it brings. */
export interface Term {
    label: string;
    sign: ComponentChildren;
    how?: string;
    n: number;
}

export interface Sum {
    terms: Term[];
    /** What the core counted: the terms must come to it. */
    total: number;
}

export interface Screen {
    key: "aim" | "turn" | "score";
    /** The numbered rules that say it in full. */
    rules: string[];
    rows: Card[][];
    sum?: Sum;
}

/** A part of the sheet with everything at a glance: signs and what they are. */
export interface AidPart {
    title: string;
    items: { sign?: ComponentChildren; text: ComponentChildren }[];
    /** Its entries are short: two stand side by side. */
    short?: boolean;
}

export interface Lesson {
    /** Moments by name. */
    moments: Record<string, number>;
    /** Numbers that the texts may name. */
    numbers: (told: Told) => Record<string, number | string>;
    screens: (told: Told) => Screen[];
    aid: (told: Told) => AidPart[];
}

/** Everything a lesson draws from. */
export interface Told {
    game: GameInfo;
    board: BoardModule;
    edition: Edition;
    seats: Seat[];
    log: LogEntry[];
    at: Record<string, Position>;
    /** What happened in the move made at a moment. */
    events: (moment: string) => GameEvent[];
}

const lessons = import.meta.glob<{ lesson: Lesson }>("./lessons/*.tsx");
const matches = import.meta.glob<Played>("./lessons/*.json", { import: "default" });

export const hasLesson = (game: string): boolean => `./lessons/${game}.tsx` in lessons;

/** Replays the match of a lesson and looks at its moments. */
export async function openLesson(game: GameInfo): Promise<{ lesson: Lesson; told: Told }> {
    const [{ lesson }, played, board] = await Promise.all([
        lessons[`./lessons/${game.id}.tsx`](),
        matches[`./lessons/${game.id}.json`](),
        loadBoard(game.id),
        loadTexts(game.id),
    ]);
    if (!board) throw new Error(game.id);
    const { edition } = await core.call("edition", { game: game.id });
    const seats = Array.from({ length: played.players }, () => ({
        kind: "human" as const,
        name: "",
    }));
    const save = {
        caravanserai: 1,
        game: game.id,
        rules_version: game.rules_version,
        ...{ ...played, options: {}, edition_name: "", edition, seats },
    };
    const { table } = await core.call("load", { save });
    const look = ([name, ply]: [string, number]) =>
        core
            .call("position", { table, viewer: 0, ply })
            .then((position) => [name, position] as const);
    const at = Object.fromEntries(await Promise.all(Object.entries(lesson.moments).map(look)));
    const log = await core.call("log", { table, viewer: 0 });
    await core.call("close", { table });
    const events = (moment: string) =>
        log.find((e) => e.ply === lesson.moments[moment])?.events ?? [];
    return { lesson, told: { game, board, edition, seats, log, at, events } };
}
