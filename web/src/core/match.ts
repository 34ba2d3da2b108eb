/* What the components of a table draw from, and the match that is played on this device.
 *
 * A local match (hot seat and bots) lives in the core's worker; here are its signals. Every change
 * is saved at once, so that closing the tab loses nothing. A match at a server is in
 * online/remote.ts. */
import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { bots, CoreError, core, readJson } from "./engine";
import { noteBranch, noteMatch } from "./history";
import { keep, recall } from "./settings";
import type {
    LogEntry as CoreLogEntry,
    Draw,
    Edition,
    GameEvent,
    GameInfo,
    Idea,
    Moment,
    Move,
    Position,
    Save,
    Seat,
    Telling,
    Thought,
    View,
} from "./types";

export type { Draw, Edition, Idea, Moment, Thought };

export interface LogEntry extends CoreLogEntry {
    /** At a server: who chose, "player" for the one in the seat. */
    by?: string;
}

export interface Setup {
    game: string;
    players: number;
    seed: number;
    options: Record<string, string | number>;
    seats: Seat[];
    edition?: unknown;
    way?: Way;
}

/** An analysis made elsewhere, as `serai analyse --json` writes it; moves in notation. */
export interface Deep {
    decisions: {
        ply: number;
        seat: number;
        choices: number;
        win: number[];
        better?: string;
        cost?: number;
        reason?: string;
    }[];
    final: number[];
    cost: number[];
}

/** Shows how something is counted before the table goes on to a position: the table meanwhile, and when it is
 *  over. Null: there is nothing to show. */
export type Ceremony = (
    events: GameEvent[],
    next: Position,
) => { between: Position; over: Promise<void> } | null;

/** A match as seen from one place, wherever it is played. What cannot be done here and now is
 *  undefined. */
export interface Match {
    /** An analysis made elsewhere, once there is one: the look back goes by it. */
    readonly deep?: Signal<Deep | null>;
    readonly id: string;
    readonly game: GameInfo;
    /** "human" is whoever plays at this screen. */
    readonly seats: Seat[];
    readonly edition: Edition;
    readonly position: ReadonlySignal<Position | null>;
    readonly log: ReadonlySignal<LogEntry[]>;
    readonly recent: ReadonlySignal<GameEvent[]>;
    /** Who made the last change, for the colour it is shown in. */
    readonly mover: ReadonlySignal<number | null>;
    readonly thinking: ReadonlySignal<number | null>;
    readonly trouble: Signal<string | null>;
    /** Who looks at the screen; null for one who only watches. */
    readonly viewer: ReadonlySignal<number | null>;
    readonly curtain: Signal<boolean>;
    /** Ply shown in replay, or null for the present. */
    readonly shown: ReadonlySignal<number | null>;
    /** What the vizier would do, when asked; belongs to the position shown. */
    readonly ideas: ReadonlySignal<Idea[] | null>;
    readonly advising: ReadonlySignal<boolean>;
    /** With the box on the table: what was rolled or drawn there, as long as it is asked. */
    readonly box?: ReadonlySignal<Draws | null>;
    readonly way?: Way;
    /** Lays it elsewhere. */
    lay?: (way: Way) => void;
    /** A decision is on its way to where the match is played. */
    readonly sending?: ReadonlySignal<boolean>;

    /** The table's own way to show what is counted. */
    ceremony?: Ceremony;

    play(move: string): Promise<boolean>;
    undo(): Promise<boolean>;
    reset(): Promise<boolean>;
    /** Shows an earlier moment without changing the match; null returns to the present. */
    show(ply: number | null): Promise<void>;
    /** The same moment, to be looked at elsewhere. */
    at(ply: number | null): Promise<Position>;
    /** Looks back at every moment with the bots' eyes; calls `found` as it goes on. */
    review(
        found: (ply: number, m: Moment, plies: number) => void,
        stop: () => boolean,
    ): Promise<void>;
    close(): void;

    redo?: () => Promise<boolean>;
    /** Asks the vizier for ideas. */
    advise?: () => Promise<void>;
    /** Goes on from a moment in a local game of its own: this one stays as it is. Its name. */
    branch?: (ply: number) => Promise<string>;
    /** The match as a file. */
    export?: () => Promise<string>;
    /** Moments that were looked back at so far. */
    readonly judged?: ReadonlySignal<Map<number, Moment>>;
    /** Looks back at one moment. */
    judge?: (ply: number) => Promise<void>;
}

/** How a match is played on this device: on the screen, with the box of the game on the table and the screen beside
 *  it, or with the screen in the middle of the table. */
export type Way = "screen" | "box" | "middle";

/** What the page has to be told: the next draws of a move that is about to be played. */
export interface Draws {
    move: Move;
    seat: number;
    /** What was told of this move so far. */
    told: Draw[];
    of: number;
    /** What each way in which the next draw can come out brings to light. */
    ways: GameEvent[][];
    /** Answers with the next draws; null: the move is not made after all; "page": the page draws. */
    answer: (draws: Draw[] | null | "page") => void;
}

type Change = "play" | "undo" | "redo" | "reset" | "rewind";

/** A saved match as the page keeps it. */
export interface SavedGame extends Save {
    /** The page's own; missing: on the screen. */
    way?: Way;
}

/** Bots that search. */
const SEARCHES = ["vizier", "storyteller"];

/** A seed below 2^53 from the browser's generator. */
export function freshSeed(): number {
    const words = crypto.getRandomValues(new Uint32Array(2));
    return (words[0] & 0x1fffff) * 2 ** 32 + words[1];
}

/** A name nobody else uses. (crypto.randomUUID is missing where the page comes over plain HTTP.) */
export function freshId(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/** As many whole characters of a name as the core has room for: 47 bytes. */
function fitting(name: string): string {
    const encoder = new TextEncoder();
    let out = "";
    for (const c of name) {
        if (encoder.encode(out + c).length > 47) break;
        out += c;
    }
    return out;
}

/** Lets a bot think as long as it may. */
async function ponder<K extends "bot" | "ideas">(op: K, request: Thought) {
    return (await import("./ponder")).ponder(op, request);
}

/** What a vizier would do, best first. */
export async function viziersIdeas(request: Thought): Promise<Idea[]> {
    const ideas = await ponder("ideas", request);
    return ideas.slice(0, 3);
}

/** What a vizier thinks of a moment of a table in the bots' worker. */
function judgement(save: SavedGame, table: number, ply: number, brief: boolean): Promise<Moment> {
    const seat = save.moves[ply]?.[0];
    const person = seat !== undefined && save.seats[seat]?.kind === "human";
    const visits = person && !brief ? 60 : 0;
    return bots().call("review", { table, ply, game: save.game, bot: "vizier", visits });
}

/** A moment with what an analysis made elsewhere says of it. */
async function deepened(m: Moment, deep: Deep, table: number, ply: number): Promise<Moment> {
    const d = deep.decisions[ply];
    if (!d) return { ...m, win: deep.final };
    const { win, choices, cost = 0, reason = "" } = d;
    const told = { ...m, win, choices, cost, reason, better: m.move };
    if (!d.better) return told;
    const then = await bots().call("position", { table, viewer: null, ply });
    return { ...told, better: then.legal.find((l) => l.move === d.better) ?? m.move };
}

/** Looks back at a saved match, move by move. `known` keeps what was found between calls. */
export async function lookBack(
    save: SavedGame,
    known: Map<number, Moment>,
    found: (ply: number, m: Moment, plies: number) => void,
    stop: () => boolean,
    deep: Deep | null = null,
): Promise<void> {
    const { table, ply: plies } = await bots().call("load", {
        save,
    });
    try {
        for (let ply = 0; ply <= plies && !stop(); ply++) {
            const before = known.get(ply);
            if (before) {
                found(ply, before, plies);
                continue;
            }
            const own = await judgement(save, table, ply, deep !== null);
            const m = deep ? await deepened(own, deep, table, ply) : own;
            known.set(ply, m);
            found(ply, m, plies);
        }
    } finally {
        await bots().call("close", { table });
    }
}

/** Keeps a copy of a table of the core, up to a moment, as a game on this device. Its name. */
export async function branchOf(table: number, ply: number): Promise<string> {
    const branch = await core.call("branch", { table, ply });
    const save = await core.call("save", { table: branch.table });
    await core.call("close", { table: branch.table });
    const id = freshId();
    keep(`save.${id}`, JSON.stringify(save));
    noteBranch(id);
    return id;
}

export class LocalMatch implements Match {
    readonly position = signal<Position | null>(null);
    readonly log = signal<LogEntry[]>([]);
    readonly recent = signal<GameEvent[]>([]);
    readonly thinking = signal<number | null>(null);
    readonly trouble = signal<string | null>(null);
    /** Who looks at the screen; with several people the one who decides, behind a curtain. */
    readonly viewer = signal(0);
    readonly curtain = signal(false);
    /** Ply shown in replay, or null for the present. */
    readonly shown = signal<number | null>(null);

    readonly humans = computed(() => this.seats.flatMap((s, i) => (s.kind === "human" ? [i] : [])));

    /** What the vizier would do, when asked; belongs to the position shown. */
    readonly ideas = signal<Idea[] | null>(null);
    readonly advising = signal(false);
    /** Who made the last change, for the colour it is shown in. */
    readonly mover = signal<number | null>(null);

    ceremony?: Ceremony;

    /** What was rolled or drawn on the table beside the screen, as long as it is asked. */
    readonly box = signal<Draws | null>(null);
    private readonly laid = signal<Way>("screen");
    get way(): Way {
        return this.laid.value;
    }

    lay(way: Way): void {
        this.laid.value = way;
        this.curtain.value = false;
        if (way === "screen") delete this.kept.way;
        else this.kept.way = way;
        this.save();
    }

    private generation = 0;

    readonly seats: Seat[];
    readonly seed: number;
    readonly edition: Edition;

    private constructor(
        readonly id: string,
        readonly table: number,
        readonly game: GameInfo,
        /** The match as it is kept; brought up to date by every change. */
        private readonly kept: SavedGame,
    ) {
        this.seats = kept.seats;
        this.seed = Number(kept.seed);
        this.edition = kept.edition;
        this.laid.value = kept.way ?? "screen";
    }

    static async start(game: GameInfo, setup: Setup): Promise<LocalMatch> {
        const seats = setup.seats.map((s) => ({ ...s, name: fitting(s.name) }));
        const { way, ...rest } = setup;
        const { table } = await core.call("new", { ...rest, seats });
        return LocalMatch.open(freshId(), table, game, way);
    }

    static async load(games: GameInfo[], id: string, save: SavedGame): Promise<LocalMatch> {
        const { table } = await core.call("load", { save });
        const game = games.find((g) => g.id === save.game);
        if (!game) throw new CoreError("unknown", save.game);
        return LocalMatch.open(id, table, game, save.way);
    }

    private static async open(
        id: string,
        table: number,
        game: GameInfo,
        way?: Way,
    ): Promise<LocalMatch> {
        const save: SavedGame = await core.call("save", { table });
        if (way && way !== "screen") save.way = way;
        const m = new LocalMatch(id, table, game, save);
        await m.begin();
        return m;
    }

    static async resume(games: GameInfo[], id: string): Promise<LocalMatch | null> {
        const text = recall(`save.${id}`);
        return text ? LocalMatch.load(games, id, readJson<SavedGame>(text)) : null;
    }

    private async begin(): Promise<void> {
        this.viewer.value = this.humans.value[0] ?? 0;
        const { table, asking } = this;
        const told = await core.call("tell", { table, ...asking });
        this.take(told, [], this.secret(told));
        this.goOn();
    }

    private get seen(): number | null {
        return this.humans.value.length ? this.viewer.value : null;
    }

    /** Who looks at the screen, and who may look next. */
    private get asking() {
        return { viewer: this.seen, people: this.humans.value };
    }

    /** Shows what was told; another person than before gets the screen behind a curtain. */
    private take(told: Telling, events: GameEvent[] = [], covered = true): void {
        const viewer = typeof told.viewer === "number" ? told.viewer : this.viewer.value;
        const other = viewer !== this.viewer.value;
        const known = other ? [] : this.log.value.slice(0, told.log.from);
        this.asked = told.view ?? null;
        batch(() => {
            this.viewer.value = viewer;
            this.curtain.value ||= other && covered && this.humans.value.length > 1;
            this.ideas.value = null;
            this.shown.value = null;
            this.recent.value = events;
            this.position.value = this.atTable(told.position);
            this.log.value = [...known, ...told.log.moves];
            this.mover.value = this.log.value.at(-1)?.seat ?? null;
        });
    }

    /** The last decision of a person, which those at a real table take back whatever it has brought to light. */
    private get last(): number {
        return this.kept.moves.findLastIndex(([seat]) => this.seats[seat]?.kind === "human");
    }

    private atTable(p: Position): Position {
        if (this.way !== "box") return p;
        const back = this.last;
        return { ...p, undo: back < 0 ? 0 : this.kept.moves.length - back, redo: 0, reset: 0 };
    }

    /** Whether the next one to look holds cards that the others must not see. With the box at hand the screen lies
     *  open otherwise. */
    private secret({ position, viewer }: Telling): boolean {
        if (this.way === "middle") return false; // hands are covered there until their owner asks
        if (this.way === "screen" || typeof viewer !== "number") return true;
        return (position.view.players?.[viewer]?.hand?.length ?? 0) > 0;
    }

    /** How the draws of a move came out on the table, one question after the other; null: it is not made. */
    private async drawn(move: string): Promise<Draw[] | "page" | null> {
        const { table } = this;
        const told: Draw[] = [];
        const p = this.position.peek();
        const seat = p?.actor ?? 0;
        for (;;) {
            const next = await core.call("chance", {
                table,
                move,
                told,
            });
            if (!next.of) return told;
            const known = p?.legal.find((m) => m.move === move) ?? {
                move,
                verb: move.split(" ")[0],
            };
            const draws = await new Promise<Draw[] | null | "page">((answer) => {
                this.box.value = { ...next, move: known, seat, told: [...told], answer };
            });
            this.box.value = null;
            if (!draws || draws === "page") return draws;
            told.push(...draws);
        }
    }

    /** What the bot sees that is to decide now. */
    private asked: View | null = null;
    private under: Promise<unknown> = Promise.resolve();

    /** Changes of the table come one after the other, as they were asked for. A move is for the position
     *  it was chosen in: a second one from there comes too late. Who takes back twice means it. */
    private step(op: Change, more: Record<string, unknown> = {}): Promise<boolean> {
        const from = this.position.peek();
        if (op === "play" && this.shown.peek() !== null) return Promise.resolve(false); // the past is not played
        const turn = this.under.then(() => {
            const now = this.position.peek();
            const may = op === "play" ? now === from : now?.[op === "rewind" ? "undo" : op];
            return may ? this.change(op, more) : false;
        });
        this.under = turn;
        return turn;
    }

    /** One change. It is kept before it is shown. */
    private async change(op: Change, more: Record<string, unknown>): Promise<boolean> {
        this.generation++;
        this.thinking.value = null;
        this.trouble.value = null;
        try {
            const { table, asking } = this;
            const told =
                op === "play" && this.way === "box" ? await this.drawn(String(more.move)) : "page";
            if (!told) return false;
            const step = await core.call(op, {
                table,
                ...asking,
                ...more,
                ...(told === "page" ? {} : { told }),
            });
            this.reviewed.clear();
            this.judged.value = new Map();
            this.kept.moves.splice(step.save.from, Number.POSITIVE_INFINITY, ...step.save.moves);
            this.save(step.position);
            const show = op === "play" && this.ceremony?.(step.events, step.position);
            if (show) {
                this.position.value = show.between;
                await show.over;
            }
            this.take(step, step.events, this.secret(step));
            queueMicrotask(() => this.goOn());
            return true;
        } catch (e) {
            this.trouble.value = e instanceof Error ? e.message : String(e);
            return false;
        }
    }

    play(move: string): Promise<boolean> {
        return this.step("play", { move });
    }
    undo(): Promise<boolean> {
        if (this.way !== "box") return this.step("undo");
        this.box.value?.answer(null);
        return this.step("rewind", { ply: this.last });
    }
    redo(): Promise<boolean> {
        return this.step("redo");
    }
    reset(): Promise<boolean> {
        return this.step("reset");
    }

    private wanted: number | null = null;

    /** Shows an earlier moment without changing the match; null returns to the present. */
    async show(ply: number | null): Promise<void> {
        this.wanted = ply;
        // The past cannot be played, neither on the way there nor on the way back.
        if (ply !== null) this.shown.value = ply;
        this.ideas.value = null;
        const position = await this.at(ply);
        // Someone who drags the slider wants the last moment, not all between.
        if (this.wanted !== ply) return;
        batch(() => {
            this.shown.value = ply;
            this.position.value = position;
        });
    }

    at(ply: number | null): Promise<Position> {
        const more = ply === null ? {} : { ply };
        return core
            .call("position", { table: this.table, viewer: this.seen, ...more })
            .then((p) => (ply === null ? this.atTable(p) : p));
    }

    /** Lets a bot think whose turn it is. */
    private goOn(): void {
        const actor = this.position.value?.actor;
        if (actor === null || actor === undefined) return;
        const seat = this.seats[actor];
        if (seat.kind === "bot" && this.asked) {
            void this.think(actor, seat.bot ?? "random", this.asked);
        }
    }

    /** What a bot in that seat is asked. One that searches keeps what it knows by the seed. */
    private thought(seat: number, bot: string, view: View): Thought {
        const seed = this.seed + (SEARCHES.includes(bot) ? seat : view.ply);
        return { game: this.game.id, edition: this.edition, view, bot, seed };
    }

    private async think(seat: number, bot: string, view: View): Promise<void> {
        const mine = ++this.generation;
        this.thinking.value = seat;
        const started = performance.now();
        try {
            const asked = this.thought(seat, bot, view);
            const { move } = await ponder("bot", asked);
            // A person wants to see what happened: bots are not faster than the eye.
            const wait = this.pace - (performance.now() - started);
            if (wait > 0) await new Promise((done) => setTimeout(done, wait));
            await this.present();
            if (mine === this.generation) await this.step("play", { move });
        } catch (e) {
            if (mine !== this.generation) return;
            this.thinking.value = null;
            this.trouble.value = e instanceof Error ? e.message : String(e);
        }
    }

    /** Until the present is shown: who looks at the past is not thrown out of it by a bot's move. */
    private present(): Promise<void> {
        return new Promise((done) => {
            const stop = effect(() => {
                if (this.shown.value !== null) return;
                done();
                queueMicrotask(() => stop());
            });
        });
    }

    private get pace(): number {
        return this.humans.value.length ? Number(recall("pace") ?? 350) : 60;
    }

    /** What would a vizier do? */
    async advise(): Promise<void> {
        const p = this.position.value;
        if (!p || p.actor === null || this.advising.value) return;
        this.advising.value = true;
        try {
            const { view } = await core.call("position", {
                table: this.table,
                viewer: p.actor,
            });
            const ideas = await viziersIdeas(this.thought(p.actor, "vizier", view));
            if (this.position.value === p) this.ideas.value = ideas;
        } catch (e) {
            this.trouble.value = e instanceof Error ? e.message : String(e);
        } finally {
            this.advising.value = false;
        }
    }

    branch(ply: number): Promise<string> {
        return branchOf(this.table, ply);
    }

    private reviewed = new Map<number, Moment>();
    readonly judged = signal(new Map<number, Moment>());

    async judge(ply: number): Promise<void> {
        if (this.reviewed.has(ply) || ply >= this.kept.moves.length) return;
        const save = this.kept;
        const { table } = await bots().call("load", { save });
        try {
            this.reviewed.set(ply, await judgement(save, table, ply, false));
            this.judged.value = new Map(this.reviewed);
        } finally {
            await bots().call("close", { table });
        }
    }

    async review(
        found: (ply: number, m: Moment, plies: number) => void,
        stop: () => boolean,
    ): Promise<void> {
        const save = await core.call("save", { table: this.table });
        const tell = (ply: number, m: Moment, plies: number) => {
            found(ply, m, plies);
            if (ply === plies) this.judged.value = new Map(this.reviewed);
        };
        await lookBack(save, this.reviewed, tell, stop);
    }

    /** Keeps the match on this device, as it stands at a position. */
    save(position = this.position.value): void {
        keep(`save.${this.id}`, JSON.stringify(this.kept));
        keep("last", this.id);
        if (position) noteMatch(this.id, this.kept, position);
    }

    async export(): Promise<string> {
        const save = await core.call("save", { table: this.table });
        return JSON.stringify({ ...save, way: this.kept.way });
    }

    close(): void {
        this.generation++;
        this.shown.value = null;
        this.box.value?.answer(null);
        void core.call("close", { table: this.table });
    }
}
