/* Language and light, on every page; at a table also how it plays. On a narrow screen all of it is
 * behind one button. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../art/icons";
import { careful, keep, narrow, reasons, recall, setTheme, theme } from "../core/settings";
import { LANGS, lang, t, useLang } from "../core/text";

/** Milliseconds that a bot takes at least, so that its move is seen. */
const PACES = {
    slow: 900,
    normal: 350,
    quick: 60,
};

function Languages() {
    return (
        <div class="segments" role="group" aria-label={t("web.language")}>
            {LANGS.map((l) => (
                <button
                    type="button"
                    key={l}
                    aria-pressed={lang.value === l}
                    onClick={() => {
                        keep("lang", l);
                        void useLang(l);
                    }}
                >
                    {l}
                </button>
            ))}
        </div>
    );
}

function Light() {
    const night = theme.value === "night";
    return (
        <button
            type="button"
            class="plain"
            aria-label={t(night ? "web.day" : "web.night")}
            onClick={() => setTheme(night ? "light" : "night")}
        >
            <Icon name={night ? "sun" : "moon"} />
        </button>
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
function Menu({ whole }: { whole: boolean }) {
    const menu = useRef<HTMLDetailsElement>(null);
    useEffect(() => {
        const close = (e: Event) => {
            const out =
                e instanceof KeyboardEvent
                    ? e.key === "Escape"
                    : !menu.current?.contains(e.target as Node);
            if (out && menu.current) menu.current.open = false;
        };
        addEventListener("pointerdown", close);
        addEventListener("keydown", close);
        return () => {
            removeEventListener("pointerdown", close);
            removeEventListener("keydown", close);
        };
    }, []);
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
            </div>
        </details>
    );
}

/** `table`: stands above a table. */
export function Settings({ table }: { table?: boolean }) {
    const folded = table && narrow.value;
    return (
        <div class="settings">
            {!folded && <Languages />}
            {!folded && <Light />}
            {table && <Menu whole={narrow.value} />}
        </div>
    );
}
