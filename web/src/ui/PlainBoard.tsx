/* The state as a readable outline, for a game that has no drawn board. */
import type { BoardProps } from "../boards/board";

function Node({ value }: { value: unknown }) {
    if (Array.isArray(value) && value.every((v) => typeof v !== "object" || v === null))
        return <>{value.map((v) => String(v ?? "–")).join(" ")}</>;
    if (value !== null && typeof value === "object")
        return (
            <dl class="outline-list">
                {Object.entries(value).map(([k, v]) => (
                    <div key={k}>
                        <dt>{k}</dt>
                        <dd>
                            <Node value={v} />
                        </dd>
                    </div>
                ))}
            </dl>
        );
    return <>{String(value ?? "–")}</>;
}

export function PlainBoard({ view }: BoardProps) {
    return (
        <div class="panel plain-board">
            <Node value={view} />
        </div>
    );
}
