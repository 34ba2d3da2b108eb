/* How long a test waits for what must come: in processor time that its programs were given, not by the
 * clock. On a machine with many busy neighbours everything takes ten times as long and is still right; what
 * hangs is found all the same, because waiting costs processor time too. */
import { readdirSync, readFileSync } from "node:fs";

const TICK = 100; // of the kernel's counters in a second

/** Processor seconds that this program and all it started have used so far. */
export function worked() {
    const of = new Map();
    for (const pid of readdirSync("/proc")) {
        if (!/^\d+$/.test(pid)) continue;
        try {
            const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
            const rest = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
            of.set(Number(pid), { parent: Number(rest[1]), ticks: rest.slice(11, 15).reduce((sum, n) => sum + Number(n), 0) });
        } catch {
            // It has ended meanwhile.
        }
    }
    let sum = 0;
    for (const [pid, { ticks }] of of) {
        let up = pid;
        while (up !== process.pid && of.has(up)) up = of.get(up).parent;
        if (up === process.pid) sum += ticks;
    }
    return sum / TICK;
}

export class Patience {
    /** Out after `seconds` of processor time, or after `hours` by the clock: then nothing moves at all. */
    constructor(seconds, hours = 1) {
        this.seconds = seconds;
        this.hours = hours;
        this.renew();
    }

    /** Something went on. */
    renew() {
        this.since = Date.now();
        this.before = undefined;
    }

    out() {
        const waited = (Date.now() - this.since) / 1000;
        // Asked only when it may be out: to look through all processes costs something.
        this.before ??= waited > this.seconds / 4 ? worked() : undefined;
        if (this.before === undefined || waited < this.seconds) return false;
        return waited > this.hours * 3600 || worked() - this.before > this.seconds;
    }
}
