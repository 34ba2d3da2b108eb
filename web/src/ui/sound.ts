/* When something is heard: pieces, dice, cards and coins of a decision, one's own turn, what is counted. Never
 * before the page was first clicked, and never the only sign of anything. The sounds themselves are fetched when
 * one is first wanted. */
import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { BoardModule } from "../boards/board";
import type { Match } from "../core/match";
import { keep, recall, used } from "../core/settings";
import type { GameEvent, Position } from "../core/types";

export type Sound = "dice" | "wood" | "coin" | "card" | "turn" | "score" | "gong";

/** How loud it is, 0 to 100, and whether it is on at all. */
export const loudness = signal(Number(recall("loudness") ?? 50));
export const audible = signal(recall("sound") !== "off");

effect(() => {
    if (loudness.value !== 50 || recall("loudness") !== null)
        keep("loudness", String(loudness.value));
});
effect(() => {
    if (!audible.value || recall("sound") !== null) keep("sound", audible.value ? "on" : "off");
});

/** Makes a sound, so many seconds from now. `step`: which of those counted in a row. */
export function sound(name: Sound, delay = 0, step = 0): void {
    if (!audible.peek() || !loudness.peek() || document.hidden || !used()) return;
    import("../sound/synth").then(
        ({ play }) => play(name, loudness.peek() / 100, delay, step),
        () => undefined, // without it the table is silent, no more
    );
}

/** Most at once: a decision with many consequences is no concert. */
const MOST = 2;
const RANK: Sound[] = ["dice", "score", "card", "coin", "wood"];

/** What events sound like, most telling first. */
export function heard(events: GameEvent[], of: Record<string, Sound>): Sound[] {
    const found = new Set(events.flatMap((e) => of[e.event] ?? []));
    return RANK.filter((s) => found.has(s)).slice(0, MOST);
}

/** Lets a table be heard. */
export function useSounds(match: Match, board: BoardModule | null): void {
    useEffect(() => {
        let before: Position | null = match.position.peek();
        return match.position.subscribe((p) => {
            const was = before;
            before = p;
            if (!p || !was || match.shown.peek() !== null || p.ply !== was.ply + 1) return;
            const list = heard(match.recent.peek(), board?.sounds ?? {});
            for (const [i, name] of list.entries()) sound(name, 0.14 * i);
            const mine = p.actor !== null && match.seats[p.actor]?.kind === "human";
            const people = match.seats.filter((s) => s.kind === "human").length;
            if (mine && people === 1 && was.actor !== p.actor) sound("turn", 0.3);
        });
    }, [match, board]);
}
