/* Language and light above a table, and how it plays and sounds. On a narrow screen all of it is behind one
 * button. */
import { useSignal } from "@preact/signals";
import { Icon } from "../art/icons";
import type { Match } from "../core/match";
import { careful, keep, narrow, reasons, recall } from "../core/settings";
import { t } from "../core/text";
import { useClosing } from "./closing";
import { Languages, Light } from "./Settings";
import { audible, loudness, sound } from "./sound";

/** Milliseconds that a bot takes at least, so that its move is seen. */
const PACES = {
    slow: 900,
    normal: 350,
    quick: 60,
};

/** Whether the table is heard, and how loud: what is chosen is heard at once. */
function Loudness() {
    return (
        <>
            <label>
                <input
                    type="checkbox"
                    checked={audible.value}
                    onChange={(e) => {
                        audible.value = e.currentTarget.checked;
                        sound("coin");
                    }}
                />
                {t("table.sound")}
            </label>
            <label>
                {t("table.loudness")}
                <input
                    type="range"
                    class="loudness"
                    min="0"
                    max="100"
                    step="5"
                    disabled={!audible.value}
                    value={loudness.value}
                    onInput={(e) => {
                        loudness.value = Number(e.currentTarget.value);
                    }}
                    onChange={() => sound("coin")}
                />
            </label>
        </>
    );
}

function Preferences() {
    const pace = useSignal(Number(recall("pace") ?? PACES.normal));
    return (
        <>
            {[
                { on: careful, text: t("web.careful") },
                { on: reasons, text: t("web.reasons") },
            ].map(({ on, text }) => (
                <label key={text}>
                    <input
                        type="checkbox"
                        checked={on.value}
                        onChange={(e) => {
                            on.value = e.currentTarget.checked;
                        }}
                    />
                    {text}
                </label>
            ))}
            <Loudness />
            <label>
                {t("web.pace")}
                <select
                    value={pace.value}
                    onChange={(e) => {
                        pace.value = Number(e.currentTarget.value);
                        keep("pace", e.currentTarget.value);
                    }}
                >
                    {Object.entries(PACES).map(([name, ms]) => (
                        <option key={name} value={ms}>
                            {t(`web.pace.${name}`)}
                        </option>
                    ))}
                </select>
            </label>
        </>
    );
}

/** A button that opens what is behind it, until something else is pressed. */
function Menu({ whole, match }: { whole: boolean; match?: Match }) {
    const menu = useClosing();
    return (
        <details class="menu" ref={menu}>
            <summary class="plain" aria-label={t("web.preferences")} title={t("web.preferences")}>
                <Icon name="gear" />
            </summary>
            <div class="panel">
                {whole && (
                    <div class="row">
                        <Languages />
                        <Light />
                    </div>
                )}
                <Preferences />
                {match?.lay && match.way !== "box" && (
                    <label>
                        <input
                            type="checkbox"
                            class="to-middle"
                            checked={match.way === "middle"}
                            onChange={(e) =>
                                match.lay?.(e.currentTarget.checked ? "middle" : "screen")
                            }
                        />
                        {t("table.middle")}
                    </label>
                )}
            </div>
        </details>
    );
}

export function TableSettings({ match }: { match?: Match }) {
    return (
        <div class="settings">
            {!narrow.value && match?.way !== "middle" && <Languages />}
            {!narrow.value && match?.way !== "middle" && <Light />}
            <Menu whole={narrow.value || match?.way === "middle"} match={match} />
        </div>
    );
}
