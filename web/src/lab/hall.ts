/* The workers of the lab: a desk that knows all games, and as many players as there are cores. Games are played
 * piece by piece; a piece is the same whoever plays it (src/lab/trial.h), so that nothing here changes a figure. */
import type {
    Change,
    Figures,
    Known,
    LabCalls,
    NumberInfo,
    Place,
    Range,
    Use,
} from "@caravanserai/core";
import { signal } from "@preact/signals";
import { Engine } from "../core/engine";

export type { Change, Known, NumberInfo, Place, Range, Use };
export type Look = Figures;

/** What is to be played. */
export interface Plan {
    game: string;
    players: number;
    seed: number;
    bots: string[];
    /** Changes of each arm to the printed edition, "" for itself. */
    arms: string[];
    uses: boolean;
    /** So many games of each arm; 0: until places are known to `within` points. */
    games: number;
    within: number;
}

/** Bots that look far ahead are asked for fewer games at a time, so that there is something to see. */
const pieceOf = (plan: Plan) =>
    plan.bots.some((b) => /trader|merchant|vizier|story/.test(b)) ? 2 : 20;

type ArmOf = Pick<Plan, "game" | "players" | "seed" | "bots" | "uses"> & { changes: string };

/** A worker that knows arms by what they are. */
class Hand {
    private readonly worker = new Worker(new URL("./worker.ts", import.meta.url), {
        type: "module",
    });
    readonly engine = new Engine<LabCalls>(this.worker);
    private readonly arms = new Map<string, Promise<number>>();

    arm(of: ArmOf, piece: number): Promise<number> {
        const key = JSON.stringify([of, piece]);
        let found = this.arms.get(key);
        if (!found) {
            found = this.engine.call("arm", { ...of, piece }).then((a) => a.arm);
            this.arms.set(key, found);
        }
        return found;
    }

    end(): void {
        this.worker.terminate();
    }
}

const NEXT_LOOK = 200;

export class Hall {
    readonly desk = new Hand();
    private players: Hand[] = [];
    /** Pieces that the desk has, by arm. */
    private readonly have = new Map<string, Set<number>>();
    private generation = 0;
    private stopped: () => void = () => undefined;

    readonly running = signal(false);
    /** Games of each arm that were asked for; grows where intervals decide. */
    readonly wanted = signal(0);
    readonly speed = signal(0);

    constructor(
        private readonly cores = Math.max(1, Math.min(32, navigator.hardwareConcurrency)),
    ) {}

    /** Ends what is under way at once: players in the middle of a long piece, too. */
    stop(): void {
        this.generation++;
        if (!this.running.value) return;
        for (const p of this.players) p.end();
        this.players = [];
        this.running.value = false;
        this.stopped();
    }

    close(): void {
        this.stop();
        for (const p of [...this.players, this.desk]) p.end();
        this.players = [];
    }

    /** Plays, and tells again and again what is known so far. The last answer is the whole. */
    async play(plan: Plan, told: (look: Look) => void): Promise<Look | null> {
        this.stop();
        const generation = this.generation;
        const over = () => generation !== this.generation;
        const stop = new Promise<void>((done) => {
            this.stopped = done;
        });
        this.running.value = true;
        this.speed.value = 0;
        const began = performance.now();
        let played = 0;
        const look = async () => {
            const arms = await Promise.all(
                plan.arms.map((c) => this.desk.arm({ ...of(c) }, piece)),
            );
            const within = plan.games ? undefined : Math.round(plan.within * 10);
            return this.desk.engine.call("look", { arms, within });
        };
        const piece = pieceOf(plan);
        const of = (changes: string): ArmOf => {
            const { game, players, seed, bots, uses } = plan;
            return { game, players, seed, bots, uses, changes };
        };
        try {
            for (let games = plan.games || 200; ; ) {
                this.wanted.value = games;
                let last = performance.now();
                const all = this.pieces(plan.arms.map(of), piece, games, over, async () => {
                    played += piece;
                    const now = performance.now();
                    this.speed.value = (1000 * played) / Math.max(1, now - began);
                    if (now - last < NEXT_LOOK || over()) return;
                    last = now;
                    const seen = await look();
                    if (!over() && seen.games) told(seen);
                });
                await Promise.race([all, stop]);
                if (over()) return null;
                const seen = await look();
                if (over()) return null;
                told(seen);
                if (plan.games || !seen.more) return seen;
                games = Math.ceil(seen.more / 20) * 20;
            }
        } finally {
            if (!over()) this.running.value = false;
        }
    }

    /** Has the first games of every arm played; arms advance together. */
    private async pieces(
        arms: ArmOf[],
        piece: number,
        games: number,
        over: () => boolean,
        done: () => Promise<void>,
    ): Promise<void> {
        const jobs: [ArmOf, number, Set<number>][] = [];
        for (let n = 0; n * piece < games; n++)
            for (const arm of arms) {
                const key = JSON.stringify([arm, piece]);
                const have = this.have.get(key) ?? new Set();
                this.have.set(key, have);
                if (!have.has(n)) jobs.push([arm, n, have]);
            }
        await Promise.all(arms.map((a) => this.desk.arm(a, piece)));
        let next = 0;
        const work = async (player: Hand) => {
            while (next < jobs.length && !over()) {
                const [arm, number, have] = jobs[next++];
                const { line } = await player.engine.call("piece", {
                    arm: await player.arm(arm, piece),
                    number,
                });
                if (over()) return;
                await this.desk.engine.call("take", { line });
                have.add(number);
                await done();
            }
        };
        while (this.players.length < Math.min(this.cores, jobs.length))
            this.players.push(new Hand());
        await Promise.all(this.players.map(work));
    }

    known(game: string): Promise<Known> {
        return this.desk.engine.call("numbers", { game });
    }

    async uses(plan: Plan, changes: string): Promise<Use[]> {
        const { game, players, seed, bots, uses } = plan;
        const arm = await this.desk.arm(
            { game, players, seed, bots, uses, changes },
            pieceOf(plan),
        );
        return this.desk.engine.call("uses", { arm });
    }

    /** Every game of an arm, a line each. */
    async table(plan: Plan, changes: string, games: number): Promise<string[]> {
        const { game, players, seed, bots, uses } = plan;
        const of = { game, players, seed, bots, uses, changes };
        const arm = await this.desk.arm(of, pieceOf(plan));
        const lines: string[] = [];
        for (let from = 0; from < games; from += 1000) {
            const { columns, rows } = await this.desk.engine.call("rows", {
                arm,
                from,
                count: Math.min(1000, games - from),
            });
            if (!lines.length) lines.push(["arm", "game", "seed", ...columns].join(","));
            rows.forEach((row, i) => {
                lines.push(
                    [`"${changes || "printed"}"`, from + i, seed + from + i, ...row].join(","),
                );
            });
        }
        return lines;
    }
}
