/* A match on this device: hot seat and bots, played by the core in its worker.
 *
 * The table lives in the worker; here are signals that the components draw from. Every change is
 * saved at once, so that closing the tab loses nothing. */
import { batch, computed, signal } from "@preact/signals";
import { bots, core } from "./engine";
import { keep, recall } from "./settings";
import type { GameEvent, GameInfo, Move, Position, Seat } from "./types";

export interface LogEntry {
    ply: number;
    seat: number;
    move: Move | null;
    events: GameEvent[];
}

/** The numbers of the game as played; boards know the members of their game. */
// biome-ignore lint/suspicious/noExplicitAny: every game has its own
export type Edition = Record<string, any>;

export interface Setup {
    game: string;
    players: number;
    seed: number;
    options: Record<string, string | number>;
    seats: Seat[];
    edition?: unknown;
}

interface Step {
    events: GameEvent[];
    position: Position;
}

type SavedGame = { game: string; seats: Seat[]; seed: number | string; edition: Edition };

/** A seed below 2^53 from the browser's generator. */
export function freshSeed(): number {
    const words = crypto.getRandomValues(new Uint32Array(2));
    return (words[0] & 0x1fffff) * 2 ** 32 + words[1];
}

export class LocalMatch {
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

    readonly humans = computed(() =>
        this.seats.flatMap((s, i) => (s.kind === "human" ? [i] : [])),
    );

    private generation = 0;

    private constructor(
        readonly id: string,
        readonly table: number,
        readonly game: GameInfo,
        readonly seats: Seat[],
        readonly seed: number,
        readonly edition: Edition,
    ) {}

    static async start(game: GameInfo, setup: Setup): Promise<LocalMatch> {
        const { table } = await core.call<{ table: number }>("new", { ...setup });
        const { edition } = await core.call<SavedGame>("save", { table });
        const id = crypto.randomUUID();
        const m = new LocalMatch(id, table, game, setup.seats, setup.seed, edition);
        await m.begin();
        return m;
    }

    static async load(games: GameInfo[], id: string, save: SavedGame): Promise<LocalMatch> {
        const { table } = await core.call<{ table: number }>("load", { save });
        const game = games.find((g) => g.id === save.game);
        if (!game) throw new Error(save.game);
        const full = await core.call<SavedGame>("save", { table });
        const m = new LocalMatch(id, table, game, full.seats, Number(full.seed), full.edition);
        await m.begin();
        return m;
    }

    static async resume(games: GameInfo[], id: string): Promise<LocalMatch | null> {
        const text = recall(`save.${id}`);
        return text ? LocalMatch.load(games, id, JSON.parse(text)) : null;
    }

    private async begin(): Promise<void> {
        this.viewer.value = this.humans.value[0] ?? 0;
        await this.refresh();
        this.goOn();
    }

    private get seen(): number | null {
        return this.humans.value.length ? this.viewer.value : null;
    }

    /** Reads position and log anew for a viewer, who sees the table from then on. */
    async refresh(viewer = this.viewer.value, curtain = false): Promise<void> {
        const seen = this.humans.value.length ? viewer : null;
        const [position, log] = await Promise.all([
            core.call<Position>("position", { table: this.table, viewer: seen }),
            core.call<LogEntry[]>("log", { table: this.table, viewer: seen }),
        ]);
        batch(() => {
            this.viewer.value = viewer;
            this.curtain.value ||= curtain;
            this.position.value = position;
            this.log.value = log;
        });
    }

    private busy = false;

    /** One change of the table; what is asked while another is under way is dropped. */
    private async step(op: string, more: Record<string, unknown>): Promise<boolean> {
        if (this.busy) return false;
        this.busy = true;
        this.generation++;
        this.thinking.value = null;
        this.trouble.value = null;
        try {
            const step = await core.call<Step>(op, {
                table: this.table,
                viewer: this.seen,
                ...more,
            });
            this.recent.value = step.events;
            this.shown.value = null;
            await this.refresh();
            await this.save();
            queueMicrotask(() => this.goOn());
            return true;
        } catch (e) {
            this.trouble.value = e instanceof Error ? e.message : String(e);
            return false;
        } finally {
            this.busy = false;
        }
    }

    play(move: string): Promise<boolean> {
        return this.step("play", { move });
    }
    undo(): Promise<boolean> {
        return this.step("undo", {});
    }
    redo(): Promise<boolean> {
        return this.step("redo", {});
    }
    reset(): Promise<boolean> {
        return this.step("reset", {});
    }
    rewind(ply: number): Promise<boolean> {
        return this.step("rewind", { ply });
    }

    /** Shows an earlier moment without changing the match; null returns to the present. */
    async show(ply: number | null): Promise<void> {
        this.shown.value = ply;
        const more = ply === null ? {} : { ply };
        this.position.value = await core.call<Position>("position", {
            table: this.table,
            viewer: this.seen,
            ...more,
        });
    }

    /** Lets the next one decide: a bot thinks, another person takes the screen. */
    private goOn(): void {
        const actor = this.position.value?.actor;
        if (actor === null || actor === undefined) return;
        const seat = this.seats[actor];
        if (seat.kind === "bot") {
            void this.think(actor, seat.bot ?? "random");
        } else if (actor !== this.viewer.value) {
            void this.refresh(actor, this.humans.value.length > 1);
        }
    }

    private async think(seat: number, bot: string): Promise<void> {
        const mine = ++this.generation;
        this.thinking.value = seat;
        const started = performance.now();
        const view = await core.call<Position>("position", { table: this.table, viewer: seat });
        const { move } = await bots().call<{ move: string }>("bot", {
            game: this.game.id,
            view: view.view,
            bot,
            seed: this.seed + view.ply,
        });
        // A person wants to see what happened: bots are not faster than the eye.
        const wait = 350 - (performance.now() - started);
        if (wait > 0) await new Promise((done) => setTimeout(done, wait));
        if (mine === this.generation) await this.step("play", { move });
    }

    async save(): Promise<void> {
        const save = await core.call("save", { table: this.table });
        keep(`save.${this.id}`, JSON.stringify(save));
        keep("last", this.id);
    }

    async export(): Promise<string> {
        return JSON.stringify(await core.call("save", { table: this.table }));
    }

    close(): void {
        this.generation++;
        void core.call("close", { table: this.table });
    }
}
