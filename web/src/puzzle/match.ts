/* A puzzle as a match: the table shows it like any other, but only one decision is made, and it is judged at once by
 * what the search found when the puzzle was made. Nothing is kept, nobody else plays. */
import { signal } from "@preact/signals";
import { core } from "../core/engine";
import type { Edition, Idea, LogEntry, Match } from "../core/match";
import { seatName } from "../core/text";
import type { GameEvent, GameInfo, Move, Position, Seat, View } from "../core/types";
import type { Effect } from "../ui/decide";
import type { Puzzle } from "./puzzles";

/** How it stands with the solver. */
export interface State {
    done: "no" | "solved" | "shown";
    /** Moves tried so far that are not the best. */
    wrong: string[];
}

/** A move, how its turn goes on, and what all of it certainly costs and brings. */
export interface Course {
    /** Each move with what is seen when it is made. */
    moves: { move: Move; view: View }[];
    effects: Effect[];
}

export class PuzzleMatch implements Match {
    readonly position = signal<Position | null>(null);
    readonly log = signal<LogEntry[]>([]);
    readonly recent = signal<GameEvent[]>([]);
    readonly mover = signal<number | null>(null);
    readonly thinking = signal<number | null>(null);
    readonly trouble = signal<string | null>(null);
    readonly viewer = signal<number | null>(null);
    readonly curtain = signal(false);
    readonly shown = signal<number | null>(null);
    readonly ideas = signal<Idea[] | null>(null);
    readonly advising = signal(false);
    readonly state = signal<State>({ done: "no", wrong: [] });
    /** The position that is asked about. */
    first!: Position;
    /** What became of the best move and of the obvious one, when the answer is known. */
    readonly courses = signal<{ best: Course; obvious: Course } | null>(null);
    /** Called when the move is found. */
    solved: () => void = () => undefined;

    private constructor(
        readonly id: string,
        readonly game: GameInfo,
        readonly seats: Seat[],
        readonly edition: Edition,
        private readonly table: number,
        readonly puzzle: Puzzle,
    ) {
        this.viewer.value = puzzle.seat;
    }

    static async open(
        game: GameInfo,
        puzzle: Puzzle,
        id: string,
        own: string,
    ): Promise<PuzzleMatch> {
        const { players, seed, options, seat } = puzzle;
        const seats = Array.from({ length: players }, (_, i): Seat => {
            return i === seat ? { kind: "human", name: own } : { kind: "bot", name: "" };
        });
        const named = seats.map((s, i) => ({ ...s, name: s.name || seatName(game, seats, i) }));
        const { table } = await core.call("new", {
            game: game.id,
            players,
            seed,
            options,
            seats: named.map((s) => ({ ...s, kind: "human" })),
        });
        for (const move of puzzle.moves) await core.call("play", { table, move, viewer: null });
        const { edition } = await core.call("save", { table });
        const match = new PuzzleMatch(id, game, named, edition, table, puzzle);
        await match.look();
        match.first = match.position.value as Position;
        return match;
    }

    /** Shows the table as it stands. What was decided is decided. */
    private async look(events: GameEvent[] = []): Promise<void> {
        const { table } = this;
        const viewer = this.puzzle.seat;
        const [p, log] = await Promise.all([
            core.call("position", { table, viewer }),
            core.call("log", { table, viewer }),
        ]);
        const done = this.state.value.done !== "no";
        this.recent.value = events;
        this.log.value = log;
        this.position.value = {
            ...p,
            legal: done ? [] : p.legal,
            undo: 0,
            redo: 0,
            reset: 0,
        };
    }

    /** The chance to win that a move leaves, in thousandths, where it is known. */
    chance(move: string): number | undefined {
        return this.puzzle.ideas.find(([m]) => m === move)?.[1];
    }

    async play(move: string): Promise<boolean> {
        const { done, wrong } = this.state.value;
        if (done !== "no") return false;
        if (move !== this.puzzle.best) {
            this.state.value = { done, wrong: [...wrong.filter((m) => m !== move), move] };
            // The same position anew: what was being decided is decided.
            const p = this.position.value;
            if (p) this.position.value = { ...p };
            return true;
        }
        this.solved();
        await this.make("solved");
        return true;
    }

    /** Plays on at a table of its own. */
    private async course(moves: string[]): Promise<Course> {
        const { game, edition, puzzle } = this;
        const { table } = await core.call("branch", {
            table: this.table,
            ply: puzzle.moves.length,
        });
        const played: Course["moves"] = [];
        const sum = new Map<string, number>();
        for (const move of moves) {
            const { view, legal } = await core.call("position", { table, viewer: puzzle.seat });
            const { effects } = await core.call("peek", {
                game: game.id,
                edition,
                view,
                move,
            });
            for (const { key, n } of effects) sum.set(key, (sum.get(key) ?? 0) + n);
            const known = legal.find((m) => m.move === move);
            if (known) played.push({ move: known, view });
            await core.call("play", { table, move, viewer: null });
        }
        await core.call("close", { table });
        const effects = [...sum].flatMap(([key, n]) => (n ? [{ key, n }] : []));
        return { moves: played, effects: effects.sort((a, b) => a.n - b.n) };
    }

    /** Makes the best move, found or told. */
    private async make(done: State["done"]): Promise<void> {
        this.state.value = { ...this.state.value, done };
        const { table, puzzle } = this;
        this.courses.value = {
            best: await this.course([puzzle.best, ...puzzle.then]),
            obvious: await this.course([puzzle.obvious, ...puzzle.else]),
        };
        const { events } = await core.call("play", {
            table,
            move: puzzle.best,
            viewer: puzzle.seat,
        });
        this.mover.value = puzzle.seat;
        await this.look(events);
    }

    async tell(): Promise<void> {
        if (this.state.value.done === "no") await this.make("shown");
    }

    async undo(): Promise<boolean> {
        return false;
    }
    async reset(): Promise<boolean> {
        return false;
    }
    async redo(): Promise<boolean> {
        return false;
    }
    async show(): Promise<void> {}
    async at(): Promise<Position> {
        return this.position.value as Position;
    }
    async review(): Promise<void> {}
    close(): void {
        void core.call("close", { table: this.table });
    }
}
