/* Ratings as the server tells them (docs/protocol.md, 2.6), and what can be read from them. */
export interface Rating {
    rating: number;
    /** Half of the band that holds the strength 19 times out of 20. */
    band: number;
    games: number;
    wins: number;
}

export interface Listed extends Rating {
    place: number;
    name?: string;
    bot?: string;
}

export interface Board {
    game: string;
    listed_from: number;
    ratings: Listed[];
    /** The one asked for, if it is over; those that are. */
    season?: string;
    seasons?: string[];
    you?: Rating & { place?: number };
}

export interface Change {
    seat: number;
    rating: number;
    band: number;
    change: number;
}

export interface Course {
    game: string;
    at: number;
    rating: number;
    band: number;
}

export interface Past {
    /** Missing where the table was for friends alone, to others than those. */
    table?: string;
    seat: number;
    game: string;
    place: number;
    total: number;
    at: number;
    rating?: number;
    change?: number;
    seats: { name?: string; bot?: string; place: number }[];
}

export interface Profile {
    name: string;
    since: number;
    ratings: (Rating & { game: string; listed: boolean })[];
    course: Course[];
    results: { game: string; seats: number; games: number; wins: number; places: number[] }[];
    history: Past[];
    /** Where older ones go on, when there may be some. */
    before?: number;
}

/** First and last place somebody might have: where bands overlap, the order is not certain. */
export function couldBe(all: Rating[], one: Rating): [number, number] {
    const others = all.filter((o) => o !== one);
    const better = others.filter((o) => o.rating - o.band > one.rating + one.band).length;
    const perhaps = others.filter((o) => o.rating + o.band >= one.rating - one.band).length;
    return [better + 1, perhaps + 1];
}

/** A number with its sign, with a true minus. */
export function signed(n: number): string {
    return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
}

/** Round values between two, for an axis. */
export function ticks(from: number, to: number, most = 6): number[] {
    const step = [25, 50, 100, 200, 500, 1000].find((s) => (to - from) / s <= most) ?? 2000;
    const first = Math.ceil(from / step) * step;
    return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => first + i * step);
}
