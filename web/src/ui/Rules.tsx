/* The rules of a game, in the language of the page; a number in the address scrolls to its rule. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lang, t } from "../core/text";
import { Settings } from "./Settings";

export function RulesPage({ game }: { game: string }) {
    const html = useSignal("");
    useEffect(() => {
        const load = (l: string) =>
            fetch(`./rules/${game}.${l}.html`).then((r) => (r.ok ? r.text() : Promise.reject()));
        load(lang.value)
            .catch(() => load("en"))
            .then((text) => {
                html.value = text;
                const rule = location.hash.split("/")[3];
                requestAnimationFrame(() => document.getElementById(rule)?.scrollIntoView());
            })
            .catch(() => {
                html.value = `<p>${t("web.no_rules")}</p>`;
            });
    }, [game, lang.value]);
    return (
        <main class="rules">
            <header class="bar">
                <button type="button" class="outline" onClick={() => history.back()}>
                    {t("web.back")}
                </button>
                <span class="grow" />
                <Settings />
            </header>
            {/* Our own text, built from docs/rules by tools/build-web. */}
            <article class="panel" dangerouslySetInnerHTML={{ __html: html.value }} />
        </main>
    );
}
