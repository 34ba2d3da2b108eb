/* The rules of a game, in the language of the page; a number in the address scrolls to its rule. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { lang, t } from "../core/text";
import { Settings } from "./Settings";

async function fetchRules(game: string, l: string): Promise<string> {
    const response = await fetch(`./rules/${game}.${l}.html`);
    // A server may answer a missing file with the start page.
    const text = response.ok ? await response.text() : "";
    if (!text || text.startsWith("<!doctype")) throw new Error(l);
    return text;
}

export function RulesPage({ game, rule }: { game: string; rule?: string }) {
    const html = useSignal("");
    const spoken = useSignal<string>(lang.value);
    const article = useRef<HTMLElement>(null);
    useEffect(() => {
        const wanted = lang.value;
        fetchRules(game, wanted)
            .then((text) => [text, wanted])
            .catch(async () => [await fetchRules(game, "en"), "en"])
            .then(([text, l]) => {
                html.value = text;
                spoken.value = l;
            })
            .catch(() => {
                html.value = `<p>${t("web.no_rules")}</p>`;
            });
    }, [game, lang.value]);
    useEffect(() => {
        for (const old of article.current?.querySelectorAll(".here") ?? [])
            old.classList.remove("here");
        // The number may be of a part (R5.3.1) that has no anchor of its own.
        let id = rule ?? "";
        while (id && !document.getElementById(id)) id = id.replace(/\.?[^.]*$/, "");
        const at = id ? document.getElementById(id) : null;
        at?.classList.add("here");
        at?.scrollIntoView({ block: "start" });
    }, [html.value, rule]);
    return (
        <main class="rules">
            <header class="bar">
                <button type="button" class="outline" onClick={() => history.back()}>
                    {t("web.back")}
                </button>
                <a class="plain" href="#/">
                    {t("web.home")}
                </a>
                <span class="grow" />
                <Settings />
            </header>
            {/* Our own text, built from docs/rules by tools/build-web. */}
            <article
                class="panel"
                ref={article}
                lang={spoken.value}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: its tables scroll sideways
                tabIndex={0}
                dangerouslySetInnerHTML={{ __html: html.value }}
            />
        </main>
    );
}
