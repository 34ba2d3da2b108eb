/* A match at a server: follows what happens there and asks for what the player wants.
 *
 * Messages are applied in order, one after the other; the core in this page turns a view into what
 * the table draws (moves as objects, points). Nothing is assumed: what is on the screen is what the
 * server has stored. */
import { batch, computed, signal } from "@preact/signals";
import { core } from "../core/engine";
import {
    branchOf,
    type Ceremony,
    type Deep,
    type Edition,
    type Idea,
    type LogEntry,
    lookBack,
    type Match,
    type Moment,
    type SavedGame,
    viziersIdeas,
} from "../core/match";
import { recall } from "../core/settings";
import { has, t } from "../core/text";
import type { GameEvent, GameInfo, Look, Position, ScoreLine, Seat, View } from "../core/types";
import { call, explain, ServerError } from "./api";
import { isMuted } from "./circle";
import { partToShow, promiseAgain } from "./dice";
import { type Doubt, verify } from "./fair";
import { Line } from "./line";
import { keepTable, kept, tell } from "./mine";
import type {
    ChatLine,
    Decision,
    GalleryLine,
    GivenUp,
    Happening,
    LoggedMove,
    MoveMessage,
    News,
    Prefs,
    Question,
    Reveal,
    Standing,
    TableMessage,
    WholeInfo,
} from "./protocol";

/** A view changed by a delta: objects member by member, arrays by index, all else whole. */
export function patched(value: unknown, delta: unknown): unknown {
    if (typeof delta !== "object" || delta === null || Array.isArray(delta)) return delta;
    if (typeof value !== "object" || value === null) return delta;
    const out: Record<string, unknown> | unknown[] = Array.isArray(value)
        ? [...value]
        : { ...value };
    for (const [key, change] of Object.entries(delta)) {
        const at = out as Record<string, unknown>;
        at[key] = patched(at[key], change);
    }
    return out;
}

/** What is known of the present: the view, and what is asked there. */
interface Present {
    view: View;
    decision: Decision | null;
    legal?: string[];
}

/** More changes than this at once are not shown one by one. */
const SHOWN_ONE_BY_ONE = 10;

export class RemoteMatch implements Match {
    readonly position = signal<Position | null>(null);
    readonly log = signal<LogEntry[]>([]);
    readonly recent = signal<GameEvent[]>([]);
    readonly mover = signal<number | null>(null);
    readonly trouble = signal<string | null>(null);
    readonly viewer = signal<number | null>(null);
    readonly curtain = signal(false);
    readonly shown = signal<number | null>(null);
    readonly ideas = signal<Idea[] | null>(null);
    readonly advising = signal(false);

    readonly info = signal<WholeInfo | null>(null);
    readonly spectators = signal(0);
    readonly chat = signal<ChatLine[]>([]);
    /** Number of the last line of chat that was looked at. */
    readonly readTo = signal(0);
    /** Words of those who watch, as far as they were told; and how far they were read. */
    readonly gallery = signal<GalleryLine[]>([]);
    readonly galleryRead = signal(0);
    readonly question = signal<Question | null>(null);
    readonly prefs = signal<Prefs>({ step: false, standing: [] });
    /** Something to know for a moment: an answer, a seat taken over. */
    readonly word = signal<string | null>(null);
    /** What the check of the dice has found; undefined while it goes on. */
    readonly doubt = signal<Doubt | "unknown" | null | undefined>(undefined);
    /** Where it goes on, for those who were here when it was agreed. */
    readonly next = signal<string | null>(null);
    /** By how much the server's clock is ahead of ours. */
    readonly ahead = signal(0);
    /** A move is on its way. */
    readonly sending = signal(false);

    ceremony?: Ceremony;
    readonly line: Line;
    edition: Edition = {};

    readonly unread = computed(
        () =>
            this.chat.value.filter(
                (c) =>
                    c.seq > this.readTo.value &&
                    c.seat !== this.viewer.value &&
                    !isMuted(c.seat === null ? undefined : this.info.value?.seats[c.seat]?.name),
            ).length,
    );
    readonly unreadGallery = computed(
        () =>
            this.gallery.value.filter((l) => l.number > this.galleryRead.value && !isMuted(l.name))
                .length,
    );
    readonly thinking = computed(() => {
        const actor = this.position.value?.actor ?? null;
        const seat = actor === null ? null : this.info.value?.seats[actor];
        return seat?.kind === "bot" || seat?.stand_in ? actor : null;
    });
    private readonly seated = computed<Seat[]>(() =>
        (this.info.value?.seats ?? []).map((s, i) => {
            if (s.kind === "bot") {
                // Programs may have put other bots there than those of the page.
                const known = has(`web.level.${s.bot}`);
                const level = known ? t(`web.level.${s.bot}`) : t("web.bot");
                const name = t("web.bot_name", { level, n: i + 1 });
                return { kind: "bot", bot: known ? s.bot : undefined, name };
            }
            return { kind: i === this.viewer.value ? "human" : "remote", name: s.name ?? "" };
        }),
    );

    private known: GameInfo | null = null;
    private present: Present | null = null;
    private now: Position | null = null;
    private scores: ScoreLine[] | null = null;
    private reveal: Reveal | null = null;
    private saved: Promise<SavedGame> | null = null;
    readonly deep = signal<Deep | null>(null);
    private readonly reviewed = new Map<number, Moment>();
    private judgedBy: Deep | null = null;
    private readonly queue: News[] = [];
    private pumping: Promise<void> | null = null;
    private moved = 0;

    constructor(
        readonly id: string,
        private readonly games: GameInfo[],
        private readonly token: string | undefined,
        /** Whether this browser is to remember the table. */
        private readonly keeps = true,
    ) {
        this.line = new Line(id, token, (m) => {
            this.queue.push(m);
            this.pumping ??= this.pump();
        });
    }

    get game(): GameInfo {
        if (!this.known) throw new Error("the table is not known yet");
        return this.known;
    }

    get seats(): Seat[] {
        return this.seated.value;
    }

    close(): void {
        this.line.close();
        this.queue.length = 0;
    }

    /* ---- what the server says ------------------------------------------------------------- */

    private async pump(): Promise<void> {
        try {
            for (let m = this.queue.shift(); m; m = this.queue.shift()) await this.take(m);
        } catch (e) {
            this.trouble.value = explain(e);
            if (e instanceof ServerError) {
                this.queue.length = 0;
                this.line.restart();
            }
        } finally {
            this.pumping = null;
        }
        const { info, viewer } = this;
        if (info.value && viewer.value !== null) tell(info.value, viewer.value);
    }

    private async take(m: News): Promise<void> {
        if (m.type === "presence") this.see(m.here, m.spectators);
        else if (m.type === "gallery") this.overhear(m.lines);
        else if (m.type === "table") await this.begin(m);
        else await this.happen(m);
    }

    private overhear(lines: GalleryLine[]): void {
        const all = new Map([...this.gallery.value, ...lines].map((l) => [l.number, l]));
        this.gallery.value = [...all.values()].sort((a, b) => a.number - b.number);
    }

    /** Since when each seat is away, as far as this page has seen. */
    readonly awaySince = new Map<number, number>();

    private see(here: boolean[], spectators: number): void {
        here.forEach((there, seat) => {
            if (there) this.awaySince.delete(seat);
            else if (!this.awaySince.has(seat)) this.awaySince.set(seat, Date.now());
        });
        this.change({ seats: this.info.value?.seats.map((s, i) => ({ ...s, here: here[i] })) });
        this.spectators.value = spectators;
    }

    private change(to: Partial<WholeInfo>): void {
        if (this.info.value) this.info.value = { ...this.info.value, ...to };
    }

    private changeSeat(seat: number, to: Partial<WholeInfo["seats"][number]>): void {
        this.change({
            seats: this.info.value?.seats.map((s, i) => (i === seat ? { ...s, ...to } : s)),
        });
    }

    private async begin(m: TableMessage): Promise<void> {
        const game = this.games.find((g) => g.id === m.info.game);
        if (!game) throw new Error(m.info.game);
        if (!this.known) {
            this.edition =
                m.info.edition ?? (await core.call("edition", { game: game.id })).edition;
            this.known = game;
        }
        // The seal as first seen is the one that counts.
        const seal = kept(this.id)?.commit || m.info.commit;
        if (this.keeps) keepTable(this.id, { game: game.id, seat: m.you, commit: seal });
        const started = m.info.status !== "waiting";
        const log = started ? await this.fetchLog() : [];
        batch(() => {
            this.info.value = m.info;
            this.viewer.value = m.you;
            this.ahead.value = m.now - Date.now();
            this.chat.value = m.chat;
            this.readTo.value ||= m.chat.at(-1)?.seq ?? 0;
            this.question.value = m.ask ?? null;
            if (m.prefs) this.prefs.value = m.prefs;
            // Moves that were made meanwhile are told next.
            this.setLog(log.filter((e) => e.ply < m.info.ply).map((e) => ({ ...e, move: null })));
        });
        this.scores = m.scores ?? null;
        this.reveal = m.reveal ?? null;
        this.showPart();
        if (m.view) await this.look({ view: m.view, decision: m.decision, legal: m.legal });
        if (m.info.status === "over") void this.check();
    }

    private async fetchLog(): Promise<LoggedMove[]> {
        const { token } = this;
        const log: LoggedMove[] = [];
        for (;;) {
            const last = log.at(-1);
            const from = last ? `?from=${last.ply + 1}` : "";
            const path = `tables/${this.id}/log${from}`;
            const more = await call<{ ply: number; log: LoggedMove[] }>("GET", path, { token });
            log.push(...more.log);
            if (!more.log.length || (log.at(-1)?.ply ?? 0) + 1 >= more.ply) return log;
        }
    }

    private setLog(to: LogEntry[]): void {
        this.log.value = to;
        this.mover.value = to.at(-1)?.seat ?? null;
    }

    private async happen(m: Happening): Promise<void> {
        this.change({ ply: m.ply, updated: m.at });
        switch (m.type) {
            case "sit":
                this.changeSeat(m.seat, {
                    kind: m.kind,
                    name: m.name,
                    bot: m.bot,
                    dice: m.dice,
                    member: m.member,
                    stand_in: undefined,
                    left: false,
                });
                this.chooseHost();
                this.showPart();
                break;
            case "resign":
            case "end":
                await this.givenUp(m);
                break;
            case "lock":
                this.change({ locked: m.yes });
                break;
            case "start":
                this.change({ status: "playing", since: m.at });
                await this.look(m);
                break;
            case "move":
                await this.follow(m);
                break;
            case "undo":
                this.rewind(m.to);
                this.change({ since: m.at });
                await this.look(m);
                break;
            case "ask":
                this.question.value = { ...m, agreed: [m.seat] };
                break;
            case "answer":
                this.answered(m.seat, m.yes);
                break;
            case "chat":
                this.chat.value = [...this.chat.value, m];
                break;
            case "leave":
                this.changeSeat(m.seat, { left: true });
                this.say("online.word.left", m.seat);
                break;
            case "back":
                this.changeSeat(m.seat, { left: false, stand_in: undefined });
                this.change({ since: m.at });
                this.say("online.word.back", m.seat);
                break;
            case "vote":
                this.say("online.word.vote", m.seat, m.for);
                break;
            case "stand_in":
                this.changeSeat(m.seat, { stand_in: m.bot });
                this.change({ since: m.at });
                this.say(`online.word.stand_in.${m.why === "engine" ? "left" : m.why}`, m.seat);
                break;
            case "prefs": {
                const { step = this.prefs.value.step, standing = this.prefs.value.standing } = m;
                if (m.seat === this.viewer.value) this.prefs.value = { step, standing };
                break;
            }
            case "rematch":
                this.question.value = null;
                this.change({ rematch: m.table });
                this.next.value = m.table;
                break;
        }
    }

    /** The first to sit down, and when he has gone the next in order (docs/protocol.md, 3.4). */
    private chooseHost(): void {
        const info = this.info.value;
        if (!info || (info.host !== null && info.seats[info.host]?.kind === "human")) return;
        const next = info.seats.findIndex((s) => s.kind === "human");
        this.change({ host: next < 0 ? null : next });
    }

    /** When all seats are taken everybody shows what he has promised to the dice. */
    private showPart(): void {
        const info = this.info.value;
        const part = info && partToShow(info, this.viewer.value);
        // Who comes too late is left out; the match goes on all the same.
        if (part) void this.line.ask({ type: "dice", part }).catch(() => undefined);
    }

    private async follow(m: MoveMessage): Promise<void> {
        const view = m.view ?? (patched(this.present?.view, m.delta) as View);
        batch(() => {
            const { seat, by, events } = m;
            if (by === "stand_in" && !this.info.value?.seats[seat]?.stand_in)
                this.say("online.word.late", seat);
            const entry = { ply: m.ply - 1, seat, by, events, move: null };
            this.setLog([...this.log.value.filter((e) => e.ply < entry.ply), entry]);
            this.question.value = null;
            this.recent.value = events;
        });
        this.change({
            since: m.at,
            status: m.over ? "over" : "playing",
            ended: m.over ? "played" : undefined,
        });
        if (m.clock !== undefined) this.changeSeat(m.seat, { clock: m.clock });
        if (m.over) {
            this.scores = m.scores ?? null;
            this.reveal = m.reveal ?? null;
        }
        await this.look({ view, decision: m.decision, legal: m.legal }, m.seat);
        if (m.over) void this.check();
    }

    private async givenUp(m: GivenUp): Promise<void> {
        this.question.value = null;
        if (m.type === "resign") {
            this.changeSeat(m.seat, { resigned: true });
            this.say("online.word.resigned", m.seat);
        }
        if (!m.over || !this.present) return;
        this.scores = m.scores ?? null;
        this.reveal = m.reveal ?? null;
        this.change({ status: "over", ended: m.ended });
        await this.look({ view: this.present.view, decision: null });
        void this.check();
    }

    private rewind(to: number): void {
        this.setLog(this.log.value.filter((e) => e.ply < to));
        this.question.value = null;
        this.reviewed.clear();
        if ((this.shown.value ?? 0) > to) this.shown.value = null;
    }

    private answered(seat: number, yes: boolean): void {
        const q = this.question.value;
        if (!q) return;
        if (yes) this.question.value = { ...q, agreed: [...q.agreed, seat] };
        else {
            this.question.value = null;
            this.say("online.word.no", seat);
        }
    }

    private say(key: string, seat: number, other?: number): void {
        const name = (i: number) => this.info.value?.seats[i]?.name ?? "";
        this.word.value = t(key, {
            name: name(seat),
            other: other === undefined ? "" : name(other),
        });
    }

    /** Takes over a new present. Changes of others are shown one after the other. */
    private async look(to: Present, by: number | null = null): Promise<void> {
        this.present = to;
        this.change({ actor: to.decision?.seat ?? null });
        const waiting = this.queue.filter((m) => m.type === "move" || m.type === "undo").length;
        if (waiting > SHOWN_ONE_BY_ONE) return;
        const wait = this.moved + Number(recall("pace") ?? 350) - performance.now();
        if (wait > 0 && by !== null && by !== this.viewer.value && !document.hidden)
            await new Promise((done) => setTimeout(done, wait));
        const found = await this.seen(to.view);
        const told = new Set(waiting ? [] : to.legal);
        const own = (e?: LogEntry) => e?.seat === this.viewer.value && e.by === "player";
        const still = to.decision?.seat === this.viewer.value && own(this.log.value.at(-1));
        const now = {
            ...found,
            ...this.ending(to.view),
            legal: found.legal.filter((l) => told.has(l.move)),
            scores: this.scores ?? found.scores,
            undo: to.decision && this.log.value.some(own) ? 1 : 0,
            redo: 0,
            reset: still ? 1 : 0,
        };
        // The same again, after a lost connection, stays what it was: whoever was choosing goes on.
        if (JSON.stringify(now) !== JSON.stringify(this.now)) this.now = now;
        // Whoever comes back after a while, or is behind, is shown what stands now.
        const counted = by !== null && !waiting && !document.hidden && this.shown.value === null;
        const show = counted && this.ceremony?.(this.recent.value, now);
        if (show) {
            this.position.value = show.between;
            await show.over;
        }
        this.moved = performance.now();
        if (this.shown.value === null)
            batch(() => {
                this.ideas.value = null;
                this.position.value = this.now;
            });
    }

    /** A match may be over though its rules would have it go on. Without a result there is none to show. */
    private ending(view: View): Pick<Position, "view"> | Position {
        const { status, ended } = this.info.value ?? {};
        if (status !== "over" || ended === "played") return { view };
        const none = { actor: null, decision: null } as Position;
        return { ...none, view: { ...view, over: ended === "resigned" } };
    }

    private seen(view: View): Promise<Look> {
        const { edition } = this;
        return core.call("look", { game: this.game.id, edition, view });
    }

    /* ---- what the player wants -------------------------------------------------------------- */

    /** Sends a request; false (and the reason in `trouble`) when it was refused. */
    async ask(message: { type: string; [key: string]: unknown }): Promise<boolean> {
        this.trouble.value = null;
        try {
            await this.line.ask(message);
            return true;
        } catch (e) {
            this.trouble.value = explain(e);
            return false;
        }
    }

    async play(move: string): Promise<boolean> {
        if (this.sending.value || !this.now) return false;
        this.sending.value = true;
        this.word.value = null;
        const done = await this.ask({ type: "move", ply: this.now.ply, move });
        // What follows from it is shown before the next one can be chosen.
        await this.pumping;
        this.sending.value = false;
        return done;
    }

    undo(): Promise<boolean> {
        return this.ask({ type: "undo", ply: this.now?.ply });
    }

    reset(): Promise<boolean> {
        return this.ask({ type: "undo", ply: this.now?.ply, turn: true });
    }

    offerRematch(): Promise<boolean> {
        const dice = promiseAgain(this.id, this.info.value?.live ?? true);
        return this.ask({ type: "rematch", dice });
    }

    answer(yes: boolean): Promise<boolean> {
        const live = this.info.value?.live ?? true;
        const again = yes && this.question.value?.what === "rematch";
        const dice = again ? { dice: promiseAgain(this.id, live) } : {};
        return this.ask({ type: "answer", yes, ...dice });
    }

    standing(rules: Standing[]): Promise<boolean> {
        return this.ask({ type: "prefs", standing: rules });
    }

    private wanted: number | null = null;

    async show(ply: number | null): Promise<void> {
        this.wanted = ply;
        this.ideas.value = null;
        if (ply === null) {
            this.shown.value = null;
            this.position.value = this.now;
            return;
        }
        this.shown.value = ply;
        try {
            const position = await this.at(ply);
            // Someone who drags the slider wants the last moment, not all between.
            if (this.wanted === ply) this.position.value = position;
        } catch (e) {
            if (this.wanted === ply) this.trouble.value = explain(e);
        }
    }

    async at(ply: number | null): Promise<Position> {
        if (ply === null && this.now) return this.now;
        const { token } = this;
        const path = `tables/${this.id}/replay?ply=${ply}`;
        const then = await call<Present>("GET", path, { token });
        return { ...(await this.seen(then.view)), legal: [], undo: 0, redo: 0, reset: 0 };
    }

    /* Advice is for those who play alone: others at the table may count on their own wits. */
    get advise(): (() => Promise<void>) | undefined {
        const people = this.info.value?.seats.filter((s) => s.kind === "human").length ?? 0;
        return this.viewer.value !== null && people === 1 ? () => this.adviseNow() : undefined;
    }

    private async adviseNow(): Promise<void> {
        const p = this.now;
        if (!p || this.advising.value || p.actor !== this.viewer.value) return;
        this.advising.value = true;
        try {
            const { game, edition } = this;
            const asked = { game: game.id, edition, view: p.view, bot: "vizier", seed: p.ply };
            const ideas = await viziersIdeas(asked);
            if (this.position.value === p) this.ideas.value = ideas;
        } catch (e) {
            this.trouble.value = explain(e);
        } finally {
            this.advising.value = false;
        }
    }

    /* ---- the end ---------------------------------------------------------------------------- */

    /** The match as a file, once nothing in it is secret. */
    private file(): Promise<SavedGame> {
        this.saved ??= call<SavedGame>("GET", `tables/${this.id}/file`).catch((e: unknown) => {
            this.saved = null;
            throw e;
        });
        return this.saved;
    }

    private get over(): boolean {
        return this.info.value?.status === "over";
    }

    /** Somebody gave up, or all agreed to leave it: the places are not those of the points alone. */
    private get early(): boolean {
        const info = this.info.value;
        const given = info?.seats.some((s) => s.resigned || (info.rated && s.stand_in));
        return info?.ended !== "played" || !!given;
    }

    private async check(): Promise<void> {
        const { reveal, scores } = this;
        const commit = kept(this.id)?.commit || this.info.value?.commit;
        if (!reveal || !scores || !commit) return;
        try {
            this.doubt.value = await verify({
                game: this.game.id,
                commit,
                reveal,
                part: reveal.parts && kept(this.id)?.part,
                file: await this.file(),
                scores,
                early: this.early,
                log: this.log.value,
                viewer: this.viewer.value,
            });
        } catch {
            this.doubt.value = "unknown";
        }
    }

    async review(
        found: (ply: number, m: Moment, plies: number) => void,
        stop: () => boolean,
    ): Promise<void> {
        const deep = this.deep.value;
        if (deep !== this.judgedBy) this.reviewed.clear();
        this.judgedBy = deep;
        await lookBack(await this.file(), this.reviewed, found, stop, deep);
    }

    get export(): (() => Promise<string>) | undefined {
        return this.over ? async () => JSON.stringify(await this.file()) : undefined;
    }

    get branch(): ((ply: number) => Promise<string>) | undefined {
        if (!this.over) return undefined;
        return async (ply) => {
            const save = await this.file();
            const { table } = await core.call("load", { save });
            try {
                return await branchOf(table, ply);
            } finally {
                await core.call("close", { table });
            }
        };
    }
}
