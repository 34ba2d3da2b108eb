/* A place on a drawn board: it tells what it is, and may be chosen by mouse, touch or keyboard. */
import type { ComponentChildren } from "preact";
import { byTouch } from "../core/settings";
import type { Move } from "../core/types";
import type { BoardProps } from "./board";

/** What makes an element point at a move, to preview it. */
export function pointer(m: Move, props: BoardProps) {
    const point = () => {
        if (!byTouch()) props.point(m);
    };
    const leave = () => props.point(null);
    return { onFocus: point, onBlur: leave, onMouseEnter: point, onMouseLeave: leave };
}

/** What makes an element choose among moves: pointing previews, choosing picks. */
export function chooser(moves: Move[], props: BoardProps) {
    if (!moves.length || props.told) return {};
    return {
        onClick: (e: MouseEvent) => props.pick(moves, e.currentTarget as Element, e.detail > 1),
        ...pointer(moves[0], props),
    };
}

export function isPointed(moves: Move[], { pointed }: BoardProps): boolean {
    return pointed !== null && moves.some((m) => m.move === pointed.move);
}

/** Classes of a place: whether it may be chosen, whether it is pointed at; of a moment that is past,
 *  whether it was chosen there, and whether it would have been better. */
export function marks(moves: Move[], props: BoardProps): string {
    const { told } = props;
    if (told) {
        const is = (m: Move | null | undefined) => m && moves.some((one) => one.move === m.move);
        return `${is(told.made) ? " made" : ""}${is(told.better) ? " better" : ""}`;
    }
    return `${moves.length ? " choice" : ""}${isPointed(moves, props) ? " pointed" : ""}`;
}

export function Place(o: {
    moves: Move[];
    props: BoardProps;
    label: string;
    id: string;
    /** What is explained here, if not the place by its id. */
    about?: string;
    /** What lies here, in short: a change of it is shown. */
    state?: string | number | null;
    class?: string;
    children: ComponentChildren;
}) {
    const { moves, props } = o;
    const open = moves.length > 0 && !props.told;
    return (
        // biome-ignore lint/a11y/noStaticElementInteractions: its role is set below, when it has one
        <g
            data-place={o.id}
            data-about={o.about ?? o.id}
            data-state={o.state === undefined ? undefined : String(o.state)}
            class={`${o.class ?? ""}${marks(moves, props)}`}
            role={open ? "button" : "img"}
            // In small letters: in a drawing the other is another word.
            tabindex={open ? 0 : undefined}
            aria-label={o.label}
            {...chooser(moves, props)}
            onKeyDown={(e) => {
                if (!open || (e.key !== "Enter" && e.key !== " ")) return;
                e.preventDefault();
                props.pick(moves, e.currentTarget);
            }}
        >
            {o.children}
        </g>
    );
}

/** The same as a button, for places that are no part of a drawing. A label is said instead of what
 *  is seen. */
export function Spot(o: {
    moves: Move[];
    props: BoardProps;
    label?: string;
    id: string;
    about?: string;
    state?: string | number | null;
    class?: string;
    style?: Record<string, string>;
    children: ComponentChildren;
}) {
    const { moves, props } = o;
    return (
        <button
            type="button"
            data-place={o.id}
            data-about={o.about ?? o.id}
            data-state={o.state === undefined ? undefined : String(o.state)}
            class={`spot${o.class ? ` ${o.class}` : ""}${marks(moves, props)}`}
            style={o.style}
            // Not disabled: what cannot be chosen can still be asked about.
            aria-disabled={!moves.length || !!props.told}
            tabIndex={moves.length && !props.told ? 0 : -1}
            {...chooser(moves, props)}
        >
            {o.label && <span class="hidden-text">{o.label}</span>}
            {o.label ? (
                <span class="face" aria-hidden="true">
                    {o.children}
                </span>
            ) : (
                o.children
            )}
        </button>
    );
}

/** A counted thing: what it is can be asked, what it changed by is shown. */
export function Tally(o: {
    id: string;
    n: number;
    about: string;
    label: string;
    home?: string;
    /** What is shown for the number, if not the number. */
    text?: string;
    children?: ComponentChildren;
}) {
    return (
        <span
            class={o.n ? "tally" : "tally zero"}
            data-about={o.about}
            data-count={o.id}
            data-n={o.n}
            data-home={o.home}
        >
            {o.children}
            <span class="hidden-text">{o.label} </span>
            {o.text ?? o.n}
        </span>
    );
}
