/* Puzzles: positions of games by bots in which one move is clearly the best and not the obvious one (tools/puzzles).
 * Each game has one a day, the same for everybody; a number in the address leads to any of them. */
import { keep, recall } from "../core/settings";

export interface Puzzle {
    seed: number;
    players: number;
    /** Who is to find the move. */
    seat: number;
    options: Record<string, string | number>;
    /** What was played before. */
    moves: string[];
    best: string;
    /** What looks best one move ahead. */
    obvious: string;
    /** What speaks for the best one: a key of the catalogue, ai.<game>.<reason>. */
    reason: string;
    /** How the turn goes on after the best one, and after the obvious one. */
    then: string[];
    else: string[];
    /** Moves and the chance to win they leave, in thousandths, best first. */
    ideas: [string, number][];
}

const files = import.meta.glob("../generated/puzzles/*.json", { import: "default" }) as Record<
    string,
    () => Promise<Puzzle[]>
>;

export const hasPuzzles = (game: string): boolean => `../generated/puzzles/${game}.json` in files;

export function loadPuzzles(game: string): Promise<Puzzle[]> {
    return files[`../generated/puzzles/${game}.json`]?.() ?? Promise.resolve([]);
}

const DAY = 86_400_000;

/** Days since the first of 2026, by the calendar of this device. */
export function today(now = new Date()): number {
    const day = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
    return Math.round((day - Date.UTC(2026, 0, 1)) / DAY);
}

/** Which of `count` puzzles a day has, from 0: all of them in turn, in an order that a glance at the file does not
 *  tell. */
export function puzzleOf(day: number, count: number): number {
    const steps = [17, 19, 23, 29, 31, 37, 41, 43];
    const gcd = (a: number, b: number): number => (b ? gcd(b, a % b) : a);
    const step = steps.find((s) => gcd(s, count) === 1) ?? 1;
    return (((day * step) % count) + count) % count;
}

/** Days on which a puzzle was solved, the last ones; and how long the longest row of them was. */
interface Solved {
    days: number[];
}

function solved(): number[] {
    try {
        const kept = JSON.parse(recall("puzzles") ?? "") as Solved;
        return kept.days.filter((d) => Number.isInteger(d));
    } catch {
        return [];
    }
}

export function solvedOn(day: number): boolean {
    return solved().includes(day);
}

export function noteSolved(day = today()): void {
    const days = new Set(solved());
    days.add(day);
    keep("puzzles", JSON.stringify({ days: [...days].sort((a, b) => a - b).slice(-400) }));
}

/** Days in a row, up to today or, as long as today's is open, to yesterday. */
export function streak(day = today()): number {
    const days = new Set(solved());
    let n = 0;
    for (let d = days.has(day) ? day : day - 1; days.has(d); d--) n++;
    return n;
}
