/* Language and light: the two switches that stand on every page. */
import { Icon } from "../art/icons";
import { keep, setTheme, theme } from "../core/settings";
import { LANGS, lang, t, useLang } from "../core/text";

export function Settings() {
    return (
        <div class="settings">
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
            <button
                type="button"
                class="plain"
                aria-label={t(theme.value === "night" ? "web.day" : "web.night")}
                onClick={() => setTheme(theme.value === "night" ? "light" : "night")}
            >
                <Icon name={theme.value === "night" ? "sun" : "moon"} />
            </button>
        </div>
    );
}
