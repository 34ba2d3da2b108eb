/* Quiet hours by the clock of the place: the server knows no time zones, so it is told when the clocks there change. */
const HOUR = 3_600_000;
const DAYS = 400;

export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const offset = (at: number): number => -new Date(at).getTimezoneOffset();

/** [from when, minutes from UTC], from now to more than a year ahead. */
export function offsets(now = Date.now()): [number, number][] {
    const found: [number, number][] = [[0, offset(now)]];
    for (let at = now; at < now + DAYS * 24 * HOUR && found.length < 8; at += 24 * HOUR) {
        if (offset(at) === offset(at + 24 * HOUR)) continue;
        // the hour of that day, then the minute of that hour
        let low = at;
        for (const step of [HOUR, HOUR / 60]) while (offset(low + step) === offset(at)) low += step;
        const when = Math.ceil(low / (HOUR / 60)) * (HOUR / 60);
        found.push([when, offset(at + 24 * HOUR)]);
    }
    return found;
}

export const clock = (minutes: number): string =>
    `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

export function minutes(text: string): number | null {
    const found = /^(\d\d):(\d\d)/.exec(text);
    return found ? Number(found[1]) * 60 + Number(found[2]) : null;
}
