/* Friends and others: whom one follows, whose words one does not read, with whom one does not play. The account
 * knows them, so that they are the same on every device. */
import { computed, effect, signal } from "@preact/signals";
import { call } from "./api";
import { session } from "./mine";
import type { TableInfo } from "./protocol";

export type Kind = "friend" | "muted" | "blocked";

interface Circle {
    people: { name: string; kind: Kind; at: number }[];
    /** Listed tables where friends sit. */
    tables: { name: string; info: TableInfo }[];
}

export const circle = signal<Circle>({ people: [], tables: [] });

const unread = computed(
    () => new Set(circle.value.people.filter((p) => p.kind !== "friend").map((p) => p.name)),
);

export function kindOf(name: string): Kind | "none" {
    return circle.value.people.find((p) => p.name === name)?.kind ?? "none";
}

/** Whether one does not want to read what somebody says. */
export const isMuted = (name: string | undefined) => !!name && unread.value.has(name);

export async function lookRound(): Promise<void> {
    if (!session.value) circle.value = { people: [], tables: [] };
    else circle.value = await call<Circle>("GET", "me/people", { token: session.value.token });
}

export async function setKind(name: string, kind: Kind | "none"): Promise<void> {
    await call("POST", "me/people", { body: { name, kind }, token: session.value?.token });
    await lookRound();
}

effect(() => {
    if (session.value?.token) void lookRound().catch(() => undefined);
});
