/* How a table is played, in words. */
import { t } from "../core/text";
import type { TableInfo, WholeInfo } from "./protocol";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration in its two largest units: "3 days", "2 h 30 min". */
export function duration(seconds: number): string {
    const units: [string, number][] = [
        ["day", DAY],
        ["hour", HOUR],
        ["minute", MINUTE],
        ["second", 1],
    ];
    const first = units.findIndex(([, size]) => seconds >= size);
    if (first < 0) return t("online.time.second", { n: 0 });
    return units
        .slice(first, first + 2)
        .map(([name, size], i) => {
            const n = Math.floor((i ? seconds % units[first][1] : seconds) / size);
            return n || !i ? t(`online.time.${name}`, { n }) : "";
        })
        .filter((text) => text)
        .join(" ");
}

/** Time left on a clock: minutes and seconds, or days and hours. */
export function clockText(ms: number): string {
    const s = Math.max(0, Math.ceil(ms / 1000));
    if (s >= DAY) return duration(Math.floor(s / HOUR) * HOUR);
    const two = (n: number) => String(n).padStart(2, "0");
    const rest = `${two(Math.floor((s % HOUR) / 60))}:${two(s % 60)}`;
    return s >= HOUR ? `${Math.floor(s / HOUR)}:${rest}` : rest;
}

/** By how much those who watch are told late. */
export function lateText(delay: { moves?: number; minutes?: number }): string {
    return delay.moves
        ? t("online.late.moves", { n: delay.moves })
        : t("online.late.minutes", { n: delay.minutes ?? 0 });
}

/** Live or by turns, with its clock. */
export function paceText(info: TableInfo & Partial<WholeInfo>): string {
    const pace = t(info.live ? "online.live" : "online.by_turns");
    if (info.clock)
        return `${pace}, ${t("online.clock_of", { total: duration(info.clock), add: duration(info.add ?? 0) })}`;
    if (!info.live && info.patience)
        return `${pace}, ${t("online.patience_of", { time: duration(info.patience) })}`;
    return pace;
}

/** The same in a few words: "20 min + 10 s", "By turns, 1 day". */
export function shortPace(info: TableInfo & Partial<WholeInfo>): string {
    if (info.clock)
        return [info.clock, info.add ?? 0]
            .filter(Boolean)
            .map((s) => duration(s))
            .join(" + ");
    const pace = t(info.live ? "online.live" : "online.by_turns");
    return !info.live && info.patience ? `${pace}, ${duration(info.patience)}` : pace;
}

export function seatsTaken(info: TableInfo): { n: number; all: number } {
    const n = info.seats.filter((s) => s.kind === "human" || s.kind === "bot").length;
    return { n, all: info.seats.length };
}
