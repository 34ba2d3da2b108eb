/* A place on a drawn board that may be chosen by mouse, touch or keyboard. */
import type { ComponentChildren } from "preact";
import type { Move } from "../core/types";
import type { BoardProps } from "./board";

export function Place(o: {
    moves: Move[];
    props: BoardProps;
    label: string;
    id: string;
    /** What lies here, in short: a change of it is shown. */
    state?: string | number | null;
    children: ComponentChildren;
}) {
    const { moves, props } = o;
    const open = moves.length > 0;
    const chosen = open && moves.some((m) => m.move === props.pointed?.move);
    if (!open)
        return (
            <g data-place={o.id} data-state={o.state === undefined ? undefined : String(o.state)}>
                <title>{o.label}</title>
                {o.children}
            </g>
        );
    return (
        <g
            data-place={o.id}
            data-state={o.state === undefined ? undefined : String(o.state)}
            class={`choice${chosen ? " pointed" : ""}`}
            role="button"
            tabIndex={0}
            aria-label={o.label}
            onClick={() => props.pick(moves)}
            onKeyDown={(e) => {
                if (e.key === "Enter" || e.key === " ") {
                    e.preventDefault();
                    props.pick(moves);
                }
            }}
            onFocus={() => props.point(moves[0])}
            onBlur={() => props.point(null)}
            onMouseEnter={() => props.point(moves[0])}
            onMouseLeave={() => props.point(null)}
        >
            {o.children}
        </g>
    );
}
