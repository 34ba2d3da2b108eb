/* Tables of this browser: the secrets of their seats, where it is one's turn, and how one is told.
 * The account (if there is one) knows its tables itself; both lists become one here. */
import { computed, effect, signal } from "@preact/signals";
import { forget, keep, playerName, recall, recallKeys } from "../core/settings";
import { t } from "../core/text";
import { call, ServerError } from "./api";
import type { Seated, TableInfo } from "./protocol";

/** What is kept of a table in this browser. */
export interface Kept {
    game: string;
    seat: number | null;
    token?: string;
    /** The seal of its dice when it was first seen. */
    commit: string;
    invites: { seat: number; invite: string }[];
    /** What one gives to its dice, and to those of its rematch. */
    part?: string;
    again?: string;
    at: number;
}

export interface Session {
    name: string;
    token: string;
}

export interface MyTable {
    info: TableInfo;
    seat: number;
}

export const session = signal<Session | null>(read<Session>("session"));
export const mine = signal<MyTable[]>([]);
/** Title of what is shown, before the count of turns. */
export const title = signal("Caravanserai");

function read<T>(key: string): T | null {
    try {
        return JSON.parse(recall(key) ?? "null");
    } catch {
        return null;
    }
}

export function setSession(to: Session | null): void {
    session.value = to;
    if (to) keep("session", JSON.stringify(to));
    else forget("session");
}

export function setName(name: string): void {
    playerName.value = name;
    keep("name", name);
}

export const kept = (table: string): Kept | null => read<Kept>(`table.${table}`);

export function keepTable(table: string, change: Partial<Kept>): void {
    const old = kept(table) ?? { game: "", seat: null, commit: "", invites: [], at: 0 };
    keep(`table.${table}`, JSON.stringify({ ...old, ...change, at: Date.now() }));
}

/** Remembers the seat one was given; its secret will not be told again. */
export function keepSeat(game: string, s: Seated): void {
    keepTable(s.table, { ...s, game });
}

export function forgetTable(table: string): void {
    forget(`table.${table}`);
    mine.value = mine.value.filter((m) => m.info.table !== table);
}

/** What opens a table for us: the secret of a seat, else the account's. */
export function tokenFor(table: string): string | undefined {
    return kept(table)?.token ?? session.value?.token;
}

/* ---- whose turn it is --------------------------------------------------------------------- */

export function isMyTurn({ info, seat }: MyTable): boolean {
    return info.status === "playing" && info.actor === seat && !info.seats[seat]?.stand_in;
}

export const turns = computed(() => mine.value.filter(isMyTurn).length);

/** Not more than these are asked about one by one. */
const MOST = 24;

async function lookAt(table: string): Promise<MyTable[]> {
    const seat = kept(table)?.seat;
    if (seat === null || seat === undefined) return [];
    try {
        return [{ info: await call<TableInfo>("GET", `tables/${table}`), seat }];
    } catch (e) {
        if (e instanceof ServerError && e.code === "not_found") forgetTable(table);
        return mine.value.filter((m) => m.info.table === table);
    }
}

async function ofAccount(): Promise<MyTable[]> {
    if (!session.value) return [];
    try {
        const { token } = session.value;
        return (await call<{ tables: MyTable[] }>("GET", "me", { token })).tables;
    } catch (e) {
        if (e instanceof ServerError && e.code === "token") setSession(null);
        return [];
    }
}

/** Who signs out leaves nothing in this browser that opens the seats of the account. */
export async function leaveSeats(): Promise<void> {
    for (const { info } of await ofAccount())
        if (kept(info.table)) keepTable(info.table, { token: undefined, invites: [] });
}

export async function refresh(): Promise<void> {
    const theirs = await ofAccount();
    const known = new Set(theirs.map((m) => m.info.table));
    const own = recallKeys("table.")
        .map((key) => key.slice("table.".length))
        .filter((table) => !known.has(table))
        .sort((a, b) => (kept(b)?.at ?? 0) - (kept(a)?.at ?? 0));
    const found = await Promise.all(own.slice(0, MOST).map(lookAt));
    const all = [...theirs, ...found.flat()];
    const rank = (m: MyTable) => (isMyTurn(m) ? 0 : m.info.status === "over" ? 2 : 1);
    const sorted = all.sort((a, b) => rank(a) - rank(b) || b.info.updated - a.info.updated);
    for (const m of sorted) notice(m);
    mine.value = sorted;
}

/** The table that is open tells at once what the others only tell when asked. */
export function tell(info: TableInfo, seat: number): void {
    const m = { info, seat };
    notice(m);
    const others = mine.value.filter((o) => o.info.table !== info.table);
    mine.value = [...others, m];
}

/* ---- telling ------------------------------------------------------------------------------ */

const secure = typeof isSecureContext === "boolean" && isSecureContext;
const possible = secure && typeof Notification === "function";
/** "ask" when a button may ask for it, "off" when it cannot be had. */
export const notifying = signal<"on" | "ask" | "off">(
    !possible || Notification.permission === "denied"
        ? "off"
        : Notification.permission === "granted" && recall("notify")
          ? "on"
          : "ask",
);

export async function allowNotifications(): Promise<void> {
    const answer = await Notification.requestPermission();
    notifying.value = answer === "granted" ? "on" : answer === "denied" ? "off" : "ask";
    if (answer === "granted") keep("notify", "1");
}

export function stopNotifications(): void {
    forget("notify");
    notifying.value = "ask";
}

const told = new Map<string, number>();

/** Says once that it is one's turn, when nobody is looking. */
function notice(m: MyTable): void {
    const { table, ply, game } = m.info;
    if (!isMyTurn(m) || told.get(table) === ply) return;
    told.set(table, ply);
    if (!document.hidden || notifying.value !== "on") return;
    const data = `#/table/${table}`;
    const options = { body: t(`${game}.title`), tag: table, icon: "./icon.svg", data };
    // Phones show notifications of a service worker only; sw.js opens the table.
    navigator.serviceWorker?.getRegistration().then(
        (worker) => {
            const said = t("online.your_turn");
            if (worker?.active) return worker.showNotification(said, options);
            new Notification(said, options).onclick = () => {
                focus();
                location.hash = data;
            };
        },
        () => undefined,
    );
}

effect(() => {
    const n = turns.value;
    document.title = n ? `(${n}) ${title.value}` : title.value;
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    icon?.setAttribute("href", n ? "./icon-turn.svg" : "./icon.svg");
    // The number on the icon of the installed page.
    if (n) navigator.setAppBadge?.(n).catch(() => undefined);
    else navigator.clearAppBadge?.().catch(() => undefined);
});

/** A browser that listens for push messages tells the server when something about it has changed. */
async function renewPush(): Promise<void> {
    if (recall("push")) await (await import("../notices/listen")).renew();
}

/** Who leaves a device hears no more on it. */
export async function stopPush(): Promise<void> {
    if (recall("push")) await (await import("../notices/listen")).stopListening();
}

/** How often tables are asked about, looked at or not. */
const EVERY = 20_000;
const HIDDEN = 60_000;

async function round(): Promise<void> {
    if (session.value || recallKeys("table.").length) await refresh().catch(() => undefined);
    await renewPush().catch(() => undefined);
    setTimeout(() => void round(), document.hidden ? HIDDEN : EVERY);
}
void round();
document.addEventListener("visibilitychange", () => {
    if (!document.hidden && recallKeys("table.").length) void refresh().catch(() => undefined);
});
