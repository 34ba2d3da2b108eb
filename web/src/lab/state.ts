/* What a visit to the lab is about: the numbers as they are now, who plays, and what was found. */
import { computed, signal } from "@preact/signals";
import { freshSeed, LocalMatch } from "../core/match";
import { keep, playerName } from "../core/settings";
import { t } from "../core/text";
import type { GameInfo, Seat } from "../core/types";
import {
    Hall,
    type Known,
    type Look,
    type NumberInfo,
    type Place,
    type Plan,
    type Use,
} from "./hall";

/** How far a game of the lab goes on: so many games, or until places are known to so many points. */
export const AMOUNTS = ["100", "400", "2000", "10000", "±2", "±1"];

export interface Moment {
    games: number;
    places: Place[];
}

/** What was found by a run, and what it was about. */
export interface Found {
    plan: Plan;
    look: Look;
    /** As games came in, for the last arm. */
    course: Moment[];
    uses: Use[];
    /** Of the printed edition, where another one is looked at. */
    before: Use[];
}

/** What is used is counted over and over while somebody looks at it, not more often than this. */
const NEXT_USES = 800;

export interface Sweep {
    number: NumberInfo;
    values: string[];
    /** Values that cannot be played. */
    out: string[];
    plan: Plan;
    look: Look | null;
}

interface Checked {
    changes: string;
    count: number;
    edition: Record<string, unknown>;
    options: Record<string, string | number>;
}

const reason = (e: unknown) =>
    (e as { detail?: string }).detail ?? (e instanceof Error ? e.message : String(e));

const written = (changes: Map<string, string>) =>
    [...changes].map(([path, value]) => `${path}=${value}`).join(",");

export class Lab {
    readonly hall = new Hall();
    readonly known = signal<Known | null>(null);
    readonly changes = signal<Map<string, string>>(new Map());
    readonly players = signal(2);
    readonly bots = signal<string[]>([]);
    readonly seed = signal(1);
    readonly amount = signal("400");
    readonly unlocked = signal(false);
    /** Somebody looks at what is used. */
    readonly uses = signal(false);
    readonly found = signal<Found | null>(null);
    readonly sweep = signal<Sweep | null>(null);
    /** Why these numbers cannot be played. */
    readonly broken = signal<string | null>(null);
    readonly trouble = signal<string | null>(null);
    /** Games of each arm that are known of what runs or ran last, and how many arms it has. */
    readonly done = signal(0);
    readonly arms = signal(1);

    readonly text = computed(() => written(this.changes.value));
    /** What is shown was played with other numbers, or by others. */
    readonly stale = computed(() => {
        const f = this.found.value;
        if (!f) return false;
        const now = this.plan();
        return (
            f.plan.arms.at(-1) !== now.arms.at(-1) ||
            f.plan.players !== now.players ||
            f.plan.seed !== now.seed ||
            f.plan.bots.join() !== now.bots.join()
        );
    });

    constructor(readonly info: GameInfo) {
        this.players.value = Math.min(4, info.seats[1]);
    }

    async open(changes: string): Promise<void> {
        try {
            const known = await this.hall.known(this.info.id);
            this.known.value = known;
            this.bots.value = Array(this.info.seats[1]).fill(known.house);
            await this.take({ changes });
        } catch (e) {
            this.trouble.value = reason(e);
        }
    }

    /** Changes that came as text or as a file: all of them, or none. */
    async take(from: { changes?: string; edition?: unknown; options?: unknown }): Promise<void> {
        const known = this.known.value;
        if (!known) return;
        const checked = await this.ask(from);
        const changes = new Map<string, string>();
        for (const part of checked.changes.split(",").filter(Boolean)) {
            const [path, value] = part.split("=");
            changes.set(path, value);
            const mark = known.numbers.find((n) => n.path === path)?.mark;
            if (mark === "S" || mark === "W") this.unlocked.value = true;
        }
        this.changes.value = changes;
        this.broken.value = null;
        this.show();
    }

    ask(from: { changes?: string; edition?: unknown; options?: unknown }): Promise<Checked> {
        const { id: game } = this.info;
        return this.hall.desk.engine.call("edition", {
            game,
            players: this.players.value,
            ...from,
        });
    }

    set(n: NumberInfo, value: string): void {
        const changes = new Map(this.changes.value);
        if (value === n.value) changes.delete(n.path);
        else changes.set(n.path, value);
        this.changes.value = changes;
        this.show();
        void this.check();
    }

    get(n: NumberInfo): string {
        return this.changes.value.get(n.path) ?? n.value;
    }

    clear(): void {
        this.changes.value = new Map();
        this.broken.value = null;
        this.show();
    }

    async check(): Promise<void> {
        const text = this.text.value;
        let broken: string | null = null;
        try {
            await this.ask({ changes: text });
        } catch (e) {
            broken = reason(e);
        }
        if (text === this.text.value) this.broken.value = broken;
    }

    /** The address says which numbers these are, so that it can be sent on. */
    private show(): void {
        history.replaceState(null, "", this.link());
    }

    link(): string {
        const text = this.text.value;
        return `#/lab/${this.info.id}${text ? `/${encodeURIComponent(text)}` : ""}`;
    }

    plan(): Plan {
        const amount = this.amount.value;
        const within = amount.startsWith("±");
        const yours = this.text.value;
        return {
            game: this.info.id,
            players: this.players.value,
            seed: this.seed.value,
            bots: this.bots.value.slice(0, this.players.value),
            arms: yours ? ["", yours] : [""],
            uses: true,
            games: within ? 0 : Number(amount),
            within: within ? Number(amount.slice(1)) : 0,
        };
    }

    async run(): Promise<void> {
        const plan = this.plan();
        const course: Moment[] = [];
        this.found.value = null;
        this.begin(plan);
        let counted = 0;
        try {
            const last = await this.hall.play(plan, (look) => {
                this.done.value = look.games;
                const at = { games: look.games, places: look.arms[look.arms.length - 1].places };
                if (course.at(-1)?.games === look.games) course.pop();
                course.push(at);
                const { uses = [], before = [] } = this.found.value ?? {};
                this.found.value = { plan, look, course: [...course], uses, before };
                if (!this.uses.value || performance.now() < counted + NEXT_USES) return;
                counted = performance.now();
                void this.count(plan).catch(() => undefined);
            });
            if (last) await this.count(plan);
        } catch (e) {
            this.trouble.value = reason(e);
        }
    }

    /** What was used so far. */
    private async count(plan: Plan): Promise<void> {
        const counts = await Promise.all(plan.arms.map((a) => this.hall.uses(plan, a)));
        const f = this.found.value;
        if (f?.plan !== plan) return;
        const before = counts.length > 1 ? counts[0] : [];
        this.found.value = { ...f, uses: counts[counts.length - 1], before };
    }

    /** Stopped early: what was used until then. */
    async stop(): Promise<void> {
        this.hall.stop();
        if (this.found.value) await this.count(this.found.value.plan);
    }

    private begin(plan: Plan): void {
        this.trouble.value = null;
        this.done.value = 0;
        this.arms.value = plan.arms.length;
    }

    /** The edition as it is, with another value of one number. */
    private withValue(number: NumberInfo, value: string): string {
        const changes = new Map(this.changes.value).set(number.path, value);
        if (value === number.value) changes.delete(number.path);
        return written(changes);
    }

    async runSweep(number: NumberInfo, wanted: string[]): Promise<void> {
        const values: string[] = [];
        const out: string[] = [];
        let why = "";
        for (const v of wanted)
            await this.ask({ changes: this.withValue(number, v) }).then(
                () => values.push(v),
                (e) => {
                    out.push(v);
                    why = reason(e);
                },
            );
        const arms = values.map((v) => this.withValue(number, v));
        const plan = { ...this.plan(), arms, uses: false };
        this.begin(plan);
        this.sweep.value = { number, values, out, plan, look: null };
        if (!values.length) {
            this.trouble.value = why;
            return;
        }
        try {
            await this.hall.play(plan, (look) => {
                this.done.value = look.games;
                this.sweep.value = { number, values, out, plan, look };
            });
        } catch (e) {
            this.trouble.value = reason(e);
        }
    }

    /** A game with these numbers, against bots, at once; its address. */
    async match(): Promise<string> {
        const { edition, options } = await this.ask({ changes: this.text.value });
        const seats = Array.from({ length: this.players.value }, (_, i): Seat => {
            if (!i) return { kind: "human", name: playerName.value };
            const name = t("web.bot_name", { level: t("web.level.trader"), n: i + 1 });
            return { kind: "bot", bot: "trader", name };
        });
        const setup = {
            game: this.info.id,
            players: seats.length,
            seed: freshSeed(),
            options,
            seats,
            edition,
            edition_name: this.text.value ? "lab" : "",
        };
        const match = await LocalMatch.start(this.info, setup);
        match.save();
        match.close();
        keep("game", this.info.id);
        return `#/play/${match.id}`;
    }

    /** The same in a terminal. */
    command(plan: Plan, kind: "compare" | "report"): string {
        const same = plan.bots.every((b) => b === plan.bots[0]);
        const bots = same ? plan.bots[0] : plan.bots.join(",");
        const n = plan.games || `auto --within ${plan.within}`;
        const yours = plan.arms[plan.arms.length - 1];
        const what = yours && kind === "compare" ? `compare ${plan.game} ${yours}` : plan.game;
        return `serai lab ${what} -p ${plan.players} -b ${bots} -s ${plan.seed} -n ${n}`;
    }
}
