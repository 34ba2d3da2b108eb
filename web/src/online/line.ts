/* The connection to a table (docs/protocol.md, 3): one WebSocket after the other, as often as it
 * takes. A drop goes unnoticed: what was missed comes by number, and what was not answered is asked
 * again under the same id, so that nothing is lost and nothing happens twice. */
import { signal } from "@preact/signals";
import { freshId } from "../core/match";
import { ServerError, socketAddress } from "./api";
import type { Message, News } from "./protocol";

interface Waiting {
    text: string;
    resolve: () => void;
    reject: (e: ServerError) => void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 15_000;
/** Silence after which the other side is asked whether it is still there: sooner while somebody
 *  looks; and how long it has. A lost connection is told within three seconds of what shows it. */
const SILENCE = 15_000;
const SILENCE_SEEN = 4_000;
const ANSWER = 1_500;
/** A connection that is not ready by then is given up for a new one. */
const READY = 10_000;
/** Codes after which trying again would be of no use. */
const FINAL = ["hello", "token", "not_found", "damaged"];

export class Line {
    /** "open" once everything missed has been told; "closed" when it is over for good. */
    readonly state = signal<"connecting" | "open" | "lost" | "closed">("connecting");
    /** Why the server will have nothing to do with us. */
    readonly refused = signal<string | null>(null);

    private socket: WebSocket | null = null;
    private seq = -1;
    private until = Number.POSITIVE_INFINITY;
    private failures = 0;
    private timer = 0;
    private heard = 0;
    private probing: WebSocket | null = null;
    private readonly watch: ReturnType<typeof setInterval>;
    private readonly waiting = new Map<string, Waiting>();
    private readonly mark = freshId().slice(0, 12);
    private count = 0;

    constructor(
        private readonly table: string,
        private readonly token: string | undefined,
        private readonly take: (m: News) => void,
    ) {
        addEventListener("online", this.hurry);
        addEventListener("offline", this.probe);
        document.addEventListener("visibilitychange", this.hurry);
        this.watch = setInterval(() => {
            const most = document.hidden ? SILENCE : SILENCE_SEEN;
            if (performance.now() - this.heard > most) this.probe();
        }, SILENCE_SEEN / 2);
        this.connect();
    }

    close(): void {
        this.state.value = "closed";
        removeEventListener("online", this.hurry);
        removeEventListener("offline", this.probe);
        document.removeEventListener("visibilitychange", this.hurry);
        clearInterval(this.watch);
        clearTimeout(this.timer);
        this.socket?.close();
        this.socket = null;
        for (const w of this.waiting.values()) w.reject(new ServerError("closed"));
        this.waiting.clear();
    }

    /** Sends a request; resolves when it is stored and its consequences have been taken. */
    ask(message: { type: string; [key: string]: unknown }): Promise<void> {
        if (this.state.value === "closed") return Promise.reject(new ServerError("closed"));
        const id = `${this.mark}.${++this.count}`;
        const text = JSON.stringify({ ...message, id });
        return new Promise((resolve, reject) => {
            this.waiting.set(id, { text, resolve, reject });
            if (this.state.value !== "open") return;
            this.socket?.send(text);
            this.expect();
        });
    }

    /** Begins anew with the whole table, when what was told could not be followed. */
    restart(): void {
        this.seq = -1;
        this.failures = Math.max(this.failures, 3); // there is no hurry: it has just failed
        this.drop(0);
    }

    private connect(): void {
        clearTimeout(this.timer);
        const socket = new WebSocket(socketAddress(this.table), "serai.table.v1");
        this.socket = socket;
        this.until = Number.POSITIVE_INFINITY;
        this.heard = performance.now();
        socket.onopen = () => {
            const resume = this.seq >= 0 ? { resume: this.seq } : {};
            socket.send(JSON.stringify({ type: "hello", token: this.token, ...resume }));
        };
        socket.onmessage = (e) => {
            if (this.socket !== socket) return;
            this.heard = performance.now();
            this.hear(JSON.parse(e.data));
        };
        socket.onclose = (e) => {
            if (this.socket === socket) this.drop(e.code);
        };
        setTimeout(() => {
            if (this.socket === socket && this.state.value !== "open") this.drop(0);
        }, READY);
    }

    private drop(code: number): void {
        const socket = this.socket;
        this.socket = null;
        socket?.close();
        if (this.state.value === "closed") return;
        // The seat is somebody else's: one may still watch.
        if (code === 4001) {
            this.refused.value ??= "token";
            this.close();
            return;
        }
        // A rule was broken: the same again would end the same.
        if (code === 1008 || code === 1009 || code === 1003) {
            this.refused.value ??= "limited";
            this.close();
            return;
        }
        this.state.value = "lost";
        clearTimeout(this.timer);
        const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures++);
        // Not all at once, after a restart.
        this.timer = setTimeout(() => this.connect(), wait * (0.5 + Math.random()));
    }

    /** Signs that the network is back, or that someone is looking: no more waiting. */
    readonly hurry = (): void => {
        if (document.hidden || this.state.value === "closed") return;
        if (!this.socket) this.connect();
        else if (performance.now() - this.heard > ANSWER) this.probe();
    };

    /** Is anybody there? Without an answer the connection is dead, whatever it says. */
    private readonly probe = (): void => {
        const socket = this.socket;
        if (!socket) return;
        const asked = performance.now();
        if (this.probing === socket) return;
        this.probing = socket;
        if (socket.readyState === WebSocket.OPEN && this.state.value === "open")
            socket.send(JSON.stringify({ type: "ping", id: "ping" }));
        setTimeout(() => {
            this.probing = null;
            if (this.socket === socket && this.heard < asked) this.drop(0);
        }, ANSWER);
    };

    /** Something was asked: silence for a second is looked into. */
    private expect(): void {
        const socket = this.socket;
        const asked = performance.now();
        setTimeout(() => {
            if (socket && this.socket === socket && this.heard < asked) this.probe();
        }, 1_000);
    }

    private hear(m: Message): void {
        switch (m.type) {
            case "ok":
                this.answered(m.id);
                return;
            case "error":
                this.fail(m.code, m.text, m.id);
                return;
            case "bye":
                return; // the connection closes, and comes back
            case "resumed":
                this.until = m.seq;
                break;
            case "table":
                this.seq = m.seq;
                this.until = m.seq;
                this.take(m);
                break;
            case "presence":
                this.take(m);
                return;
            case "gallery":
                this.take(m);
                this.answered(m.id);
                return;
            default:
                if (m.seq !== this.seq + 1) {
                    this.restart(); // not what was promised
                    return;
                }
                this.seq = m.seq;
                this.take(m);
                // One's own move that comes back is as good as its answer.
                if (m.type === "move") this.answered(m.id);
        }
        if (this.state.value !== "open" && this.seq >= this.until) this.ready();
    }

    private answered(id = ""): void {
        this.waiting.get(id)?.resolve();
        this.waiting.delete(id);
    }

    private ready(): void {
        this.failures = 0;
        this.state.value = "open";
        for (const w of this.waiting.values()) this.socket?.send(w.text);
    }

    private fail(code: string, text: string, id?: string): void {
        // Not saved: it is asked again when the connection is back.
        if (code === "store") return;
        if (this.state.value !== "open" && FINAL.includes(code)) {
            this.refused.value = code;
            this.close();
            return;
        }
        this.waiting.get(id ?? "")?.reject(new ServerError(code, text));
        this.waiting.delete(id ?? "");
    }
}
