/* Making a decision: what a move would do is looked up before it is made, and one that cannot be
 * taken back is asked about once more. */
import { type ReadonlySignal, signal, useComputed, useSignalEffect } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { core } from "../core/engine";
import type { Match } from "../core/match";
import { careful } from "../core/settings";
import type { GameEvent, Move, Position } from "../core/types";

/** What a move would do. Of one that rolls, draws or reveals only that it does. */
export interface Outcome {
    move: string;
    reveals: boolean;
    actor: number | null;
    events: GameEvent[];
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

export interface Decision {
    /** Chosen, and waiting for the word. */
    readonly chosen: Passing<Move>;
    /** Of what is chosen or pointed at. */
    readonly outcome: ReadonlySignal<Outcome | null>;
    /** Makes a move, or puts it up for confirmation; a second choice of the same confirms it. */
    choose: (m: Move) => void;
    confirm: () => void;
    cancel: () => void;
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
            .call<Omit<Outcome, "move">>("peek", { game: game.id, edition, view: p.view, move })
            .then((o) => ({ ...o, move }));
        known.set(move, outcome);
    }
    return outcome;
}

export function useDecision(match: Match, pointed: Passing<Move>): Decision {
    const chosen = usePassing<Move>(match);
    const found = usePassing<Outcome>(match);
    const asked = useComputed(() => chosen.value ?? pointed.value);
    const outcome = useComputed(() =>
        found.value?.move === asked.value?.move ? found.value : null,
    );
    const play = (m: Move) => {
        chosen.value = null;
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
    const choose = (m: Move) => {
        const p = match.position.peek();
        const same = chosen.value?.move === m.move;
        if (!p || !careful.peek() || same || p.legal.length < 2) return play(m);
        peek(match, p, m).then(
            (o) => {
                if (match.position.peek() !== p) return;
                if (o.reveals || o.actor !== p.actor) chosen.value = m;
                else play(m);
            },
            () => play(m),
        );
    };
    return {
        chosen,
        outcome,
        choose,
        confirm: () => {
            if (chosen.value) play(chosen.value);
        },
        cancel: () => {
            chosen.value = null;
        },
    };
}
