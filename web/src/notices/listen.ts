/* This browser and push messages: it subscribes with the server's key and tells the server where it can be
 * reached, for the account or for each seat it holds as a guest. Nothing is asked of anybody but at a click. */
import { signal } from "@preact/signals";
import { forget, keep, recall, recallKeys } from "../core/settings";
import { lang } from "../core/text";
import { call } from "../online/api";
import { kept, session } from "../online/mine";

/** What is kept of a subscription: the codes that end it, who it is for, in which language. */
interface Listening {
    stop: string[];
    who: string;
    language: string;
    at: number;
}

const DAY = 86_400_000;

function stored(): Listening | null {
    try {
        return JSON.parse(recall("push") ?? "null");
    } catch {
        return null;
    }
}

/** "blocked" when the browser has been told never to, "off" where there is no such thing. */
export type State = "on" | "ask" | "blocked" | "off";

const possible =
    typeof isSecureContext === "boolean" &&
    isSecureContext &&
    "serviceWorker" in navigator &&
    "PushManager" in globalThis &&
    typeof Notification === "function";

function now(): State {
    if (!possible) return "off";
    if (Notification.permission === "denied") return "blocked";
    return Notification.permission === "granted" && stored() ? "on" : "ask";
}

export const state = signal<State>(now());

function bytes(base64: string): Uint8Array<ArrayBuffer> {
    const text = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

/** Who listens here: the account, else the seats this browser holds. */
const who = () => session.value?.name ?? recallKeys("table.").sort().join();

async function hand(subscription: PushSubscription): Promise<string[]> {
    const body = { ...subscription.toJSON(), language: lang.value };
    if (session.value) {
        const { token } = session.value;
        return [(await call<{ stop: string }>("POST", "notices/push", { body, token })).stop];
    }
    const stops: string[] = [];
    for (const key of recallKeys("table.")) {
        const table = key.slice("table.".length);
        const token = kept(table)?.token;
        if (!token) continue;
        const found = await call<{ stop: string }>("POST", `tables/${table}/notices`, {
            body,
            token,
        }).catch(() => null);
        if (found) stops.push(found.stop);
    }
    return stops;
}

async function subscribe(): Promise<void> {
    const { key } = await call<{ key: string | null }>("GET", "notices");
    if (!key) throw new Error("no key");
    const worker = await navigator.serviceWorker.ready;
    const subscription = await worker.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: bytes(key),
    });
    const stop = await hand(subscription);
    keep(
        "push",
        JSON.stringify({ stop, who: who(), language: lang.value, at: Date.now() } as Listening),
    );
}

/** At a click: asks the browser, then the server. */
export async function listen(): Promise<void> {
    if ((await Notification.requestPermission()) === "granted") await subscribe();
    state.value = now();
}

export async function stopListening(): Promise<void> {
    const old = stored();
    forget("push");
    state.value = now();
    for (const stop of old?.stop ?? [])
        await call("POST", "notices/stop", { body: { stop } }).catch(() => undefined);
    const worker = await navigator.serviceWorker.getRegistration();
    await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

/** Now and then: another account or seat, another language, keys the browser has changed. */
export async function renew(): Promise<void> {
    const old = stored();
    if (now() !== "on" || !old) return;
    const same = old.who === who() && old.language === lang.value;
    if (same && Date.now() - old.at < DAY) return;
    if (old.who !== who() && old.who)
        for (const stop of old.stop)
            await call("POST", "notices/stop", { body: { stop } }).catch(() => undefined);
    await subscribe();
}
