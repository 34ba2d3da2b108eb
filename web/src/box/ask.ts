/* What the page has to be told, in terms of people: dice of some colours, or one thing out of several. Each game has a
 * reader that makes one out of the draws of its rules. */
import type { ComponentChildren } from "preact";
import type { BoardProps } from "../boards/board";
import type { Draws } from "../core/match";
import type { GameEvent } from "../core/types";

export interface Dice {
    kind: "dice";
    /** In the order in which the rules roll them. */
    groups: { colour: string; count: number }[];
}

export interface Thing {
    name: string;
    text: string;
    /** The draw that gives it; none: there is no more of it. */
    value: number | null;
    /** How many are left; null: there is one of each. */
    left: number | null;
}

export interface Pick {
    kind: "pick";
    /** The text of the question. */
    ask: string;
    /** Who draws, where nobody else may see it. */
    owner: number | null;
    things: Thing[];
}

/** What the page does for the whole table, and the table does as the page shows it. */
export interface Dealt {
    kind: "dealt";
    ask: string;
    help: string;
}

export type Asked = Dice | Pick | Dealt;

export interface Reader {
    read: (q: Draws, props: BoardProps) => Asked;
    Face?: (o: { colour: string; value: number }) => ComponentChildren;
    Thing: (o: { name: string; props: BoardProps }) => ComponentChildren;
}

/** The event that the next draw brings about, for each way it can come out: the first in which the ways differ. Where
 *  they do not, as much was told as events were brought about. */
export function nextEvents({ ways, told }: Draws, kinds: string[]): (GameEvent | undefined)[] {
    const lists = ways.map((events) => events.filter((e) => kinds.includes(e.event)));
    const texts = lists.map((list) => list.map((e) => JSON.stringify(e)));
    const longest = Math.max(...lists.map((l) => l.length));
    for (let i = 0; i < longest; i++)
        if (texts.some((list) => list[i] !== texts[0][i])) return lists.map((list) => list[i]);
    return lists.map((list) => list[told.length]);
}

/** Things by name, with the first draw that gives each and how many do. */
export function things(
    all: string[],
    text: (name: string) => string,
    drawn: (string | undefined)[],
): Thing[] {
    return all.map((name) => {
        const value = drawn.indexOf(name);
        return {
            name,
            text: text(name),
            value: value < 0 ? null : value,
            left: drawn.filter((d) => d === name).length,
        };
    });
}

const readers: Record<string, () => Promise<{ reader: Reader }>> = {
    yspahan: () => import("./yspahan"),
    merv: () => import("./merv"),
    tadmor: () => import("./tadmor"),
    caravans: () => import("./caravans"),
};

export async function readerOf(game: string): Promise<Reader> {
    return (await readers[game]()).reader;
}
