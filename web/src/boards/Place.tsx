/* A place on a drawn board that may be chosen by mouse, touch or keyboard. */
import type { ComponentChildren } from "preact";
import type { Move } from "../core/types";
import type { BoardProps } from "./board";

export function Place(o: {
    moves: Move[];
    props: BoardProps;
    label: string;
    id: string;
    children: ComponentChildren;
}) {
    const { moves, props } = o;
    const open = moves.length > 0;
    const chosen = open && moves.some((m) => m.move === props.pointed?.move);
    if (!open)
        return (
            <g data-place={o.id}>
                <title>{o.label}</title>
                {o.children}
            </g>
        );
    return (
        // biome-ignore lint/a11y/useSemanticElements: SVG has no button
        <g
            data-place={o.id}
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
            onMouseEnter={() => props.point(moves[0])}
            onMouseLeave={() => props.point(null)}
        >
            {o.children}
        </g>
    );
}
