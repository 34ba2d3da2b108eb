/* Making a decision: what a move would do is looked up before it is made. One that can be taken back is
 * simply made; where something hidden comes to light, and at a table with others where the turn
 * passes on, it is asked about once more, beside the place where it was chosen. */
import { type ReadonlySignal, signal, useComputed, useSignalEffect } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { core } from "../core/engine";
import type { Match } from "../core/match";
import { careful } from "../core/settings";
import type { GameEvent, Move, Position } from "../core/types";

/** What a move certainly costs and brings: the key of a text, and how many. */
export interface Effect {
    key: string;
    n: number;
}

/** What a move would do. Of one that rolls, draws or reveals only that it does. */
export interface Outcome {
    move: string;
    reveals: boolean;
    actor: number | null;
    events: GameEvent[];
    effects: Effect[];
}

/** What is said of a position: it holds as long as the position stands, and no longer. An effect that
 *  took it back would run a frame after the next table is drawn, and undo what was clicked there. */
export class Passing<T> {
    private readonly said = signal<{ at: Position | null; value: T } | null>(null);

    constructor(private readonly position: ReadonlySignal<Position | null>) {}

    get value(): T | null {
        const said = this.said.value;
        return said && said.at === this.position.value ? said.value : null;
    }

    set value(to: T | null) {
        this.said.value = to === null ? null : { at: this.position.peek(), value: to };
    }
}

export function usePassing<T>(match: Match): Passing<T> {
    return useMemo(() => new Passing<T>(match.position), [match]);
}

/** Uses that are offered together beside a place; of more the list shows those of the place alone. */
export const MOST_USES = 5;

/** What was chosen and waits for more: a place with its uses, or one move that needs a word. */
export interface Choice {
    /** The element that was clicked. */
    at: Element | null;
    uses: Move[];
    /** The use that ✓ carries out. */
    use: Move;
    /** It was not asked for, but follows from what was chosen there. */
    follows?: boolean;
}

export interface Decision {
    readonly choice: Passing<Choice>;
    /** Of what is chosen or pointed at. */
    readonly outcome: ReadonlySignal<Outcome | null>;
    /** Makes a move, or puts it up for confirmation; a second choice of the same confirms it. */
    choose: (m: Move, at?: Element | null) => void;
    /** Offers the uses of a place; a second click there carries out the one that is chosen. */
    offer: (uses: Move[], at: Element | null, follows?: boolean) => void;
    confirm: () => void;
    cancel: () => void;
    /** Where a move was last chosen: what belongs to it is asked there. */
    last: () => Element | null;
}

const seen = new WeakMap<Position, Map<string, Promise<Outcome>>>();

/** Looks a move up in the rules, each once. */
export function peek(match: Match, p: Position, { move }: Move): Promise<Outcome> {
    const known = seen.get(p) ?? new Map<string, Promise<Outcome>>();
    seen.set(p, known);
    let outcome = known.get(move);
    if (!outcome) {
        const { game, edition } = match;
        outcome = core
            .call("peek", { game: game.id, edition, view: p.view, move })
            .then((o) => ({ ...o, move }));
        known.set(move, outcome);
    }
    return outcome;
}

/** Only what is played on this device can be played again. */
export const withOthers = (match: Match): boolean => match.redo === undefined;

/** At a real table the page does not ask twice: the box is asked for, or all look at what is tapped. */
const asksElsewhere = (match: Match): boolean => match.way === "box" || match.way === "middle";

/** Whether a move waits for a word before it is made. */
export function needsWord(match: Match, p: Position, o: Outcome): boolean {
    // What the box on the table brings to light is asked for anyhow.
    if (!careful.peek() || p.legal.length < 2 || asksElsewhere(match)) return false;
    return o.reveals || (withOthers(match) && o.actor !== p.actor);
}

export function useDecision(match: Match, pointed: Passing<Move>): Decision {
    const choice = usePassing<Choice>(match);
    const found = usePassing<Outcome>(match);
    const where = useMemo(() => ({ last: null as Element | null }), [match]);
    const asked = useComputed(() => choice.value?.use ?? pointed.value);
    const outcome = useComputed(() =>
        found.value?.move === asked.value?.move ? found.value : null,
    );
    const play = (m: Move, at: Element | null) => {
        where.last = at;
        choice.value = null;
        void match.play(m.move);
    };
    useSignalEffect(() => {
        const m = asked.value;
        const p = match.position.value;
        if (!m || !p || p.actor !== p.view.viewer) return;
        let gone = false;
        peek(match, p, m)
            .then((o) => {
                if (!gone) found.value = o;
            })
            .catch(() => undefined); // nothing to show: the move itself will tell what is wrong
        return () => {
            gone = true;
        };
    });
    const confirm = () => {
        const c = choice.value;
        if (c) play(c.use, c.at);
    };
    const choose = (m: Move, at: Element | null = null) => {
        const p = match.position.peek();
        const c = choice.value;
        if (!p || !careful.peek() || p.legal.length < 2 || asksElsewhere(match)) return play(m, at);
        if (c?.uses.length === 1 && c.use.move === m.move) return confirm();
        peek(match, p, m).then(
            (o) => {
                if (match.position.peek() !== p) return;
                if (!needsWord(match, p, o)) return play(m, c?.at ?? at);
                const now = choice.value;
                const among = now?.uses.some((u) => u.move === m.move);
                choice.value = now && among ? { ...now, use: m } : { at, uses: [m], use: m };
            },
            () => play(m, at),
        );
    };
    return {
        choice,
        outcome,
        choose,
        offer: (uses, at, follows) => {
            if (choice.value?.at === at && at) confirm();
            else choice.value = { at, uses, use: uses[0], follows };
        },
        confirm,
        cancel: () => {
            choice.value = null;
        },
        last: () => where.last,
    };
}
