/* Language and light, on every page. */
import { Icon } from "../art/icons";
import { keep, setTheme, theme } from "../core/settings";
import { LANGS, lang, t, useLang } from "../core/text";

export function Languages() {
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

export function Light() {
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

export function Settings() {
    return (
        <div class="settings">
            <Languages />
            <Light />
        </div>
    );
}
