/* A line of settings. */
import type { ComponentChildren } from "preact";
import { Icon } from "../art/icons";

/** A line with a switch, as a phone's settings have it. */
export function Row(p: {
    icon: Parameters<typeof Icon>[0]["name"];
    title: string;
    on: boolean;
    off?: boolean;
    flip: (on: boolean) => void;
    children?: ComponentChildren;
}) {
    return (
        <div class="notice-row">
            <Icon name={p.icon} />
            <label>
                <b>{p.title}</b>
                <input
                    type="checkbox"
                    class="switch"
                    checked={p.on}
                    disabled={p.off}
                    onChange={(e) => p.flip(e.currentTarget.checked)}
                />
            </label>
            {p.children && <div class="soft">{p.children}</div>}
        </div>
    );
}
