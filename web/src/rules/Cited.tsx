/* A rule by its number, opened where it is cited: the text around it stays where it is. */
import { type Signal, signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../art/icons";
import { lang, t } from "../core/text";
import "./cited.css";

/** The text of a game's rules, built from docs/rules; in English where there is no other. */
export async function rulesText(game: string): Promise<{ html: string; lang: string }> {
    const fetched = async (l: string) => {
        const response = await fetch(`./rules/${game}.${l}.html`);
        // A server may answer a missing file with the start page.
        const html = response.ok ? await response.text() : "";
        if (!html || html.startsWith("<!doctype")) throw new Error(l);
        return { html, lang: l };
    };
    return fetched(lang.value).catch(() => fetched("en"));
}

/** The element of a rule; its number may be of a part (R5.3.1) that has none of its own. */
function elementOf(root: ParentNode, rule: string): Element | null {
    for (let id = rule; id; id = id.replace(/\.?[^.]*$/, "")) {
        const found = root.querySelector(`[id="${id}"]`);
        if (found) return found;
    }
    return null;
}

const level = (e: Element) => (/^H\d$/.test(e.tagName) ? Number(e.tagName[1]) : 9);

/** A rule as HTML: its paragraph and what belongs to it, up to the next rule. */
export function ruleOf(html: string, rule: string): string {
    const page = new DOMParser().parseFromString(html, "text/html");
    const at = elementOf(page, rule);
    if (!at) return "";
    if (at.tagName === "LI" || at.tagName === "TD") {
        const list = at.closest("ul, ol, table");
        const row = at.closest("tr");
        return row
            ? `<table>${row.outerHTML}</table>`
            : `<ul>${at.outerHTML}</ul>${after(list, at)}`;
    }
    let out = at.outerHTML;
    for (let e = at.nextElementSibling; e; e = e.nextElementSibling) {
        const next = e.id || e.querySelector(":scope > [id]");
        if (level(e) <= level(at) || (level(at) === 9 && next)) break;
        out += e.outerHTML;
    }
    return out;
}

/** A table that stands behind the last entry of a list belongs to it. */
function after(list: Element | null, at: Element): string {
    const next = list?.nextElementSibling;
    return list?.lastElementChild === at && next?.tagName === "TABLE" ? next.outerHTML : "";
}

function Note({ game, rule, close }: { game: string; rule: string; close: () => void }) {
    const box = useRef<HTMLDialogElement>(null);
    const text = useSignal<{ html: string; lang: string } | null>(null);
    const now: Signal<string> = useSignal(rule);
    useEffect(() => {
        if (!box.current?.open) box.current?.showModal();
        let gone = false;
        rulesText(game).then(
            (found) => {
                if (!gone) text.value = { ...found, html: ruleOf(found.html, now.value) };
            },
            () => {
                if (!gone) text.value = { html: `<p>${t("web.no_rules")}</p>`, lang: lang.value };
            },
        );
        return () => {
            gone = true;
        };
    }, [game, now.value, lang.value]);
    return (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys have Escape, and links of their own
        <dialog
            class="panel cited"
            ref={box}
            aria-label={t("web.rule", { rule: now.value.slice(1) })}
            onClose={close}
            onClick={(e) => {
                if (e.target === box.current) box.current?.close();
                // A rule that this one names opens here as well.
                const to = (e.target as Element).closest("a")?.hash.split("/")[3];
                if (!to?.startsWith("R")) return;
                e.preventDefault();
                now.value = to;
            }}
        >
            <button
                type="button"
                class="plain cited-close"
                aria-label={t("web.close")}
                onClick={() => box.current?.close()}
            >
                <Icon name="close" />
            </button>
            <div
                class="cited-text"
                lang={text.value?.lang}
                dangerouslySetInnerHTML={{ __html: text.value?.html ?? "" }}
            />
            <p class="cited-more">
                <a href={`#/rules/${game}/all/${now.value}`}>{t("learn.all")}</a>
            </p>
        </dialog>
    );
}

/** Opens a rule in place, and what is to be drawn for it. */
export function useCited(game: string): [(rule: string) => void, ComponentChildren] {
    const rule = useSignal<string | null>(null);
    useEffect(() => {
        const away = () => {
            rule.value = null;
        };
        addEventListener("hashchange", away);
        return () => removeEventListener("hashchange", away);
    }, []);
    return [
        (r) => {
            rule.value = r;
        },
        rule.value && (
            <Note
                key={rule.value}
                game={game}
                rule={rule.value}
                close={() => {
                    rule.value = null;
                }}
            />
        ),
    ];
}

const open = signal<{ game: string; rule: string } | null>(null);

/** At a table: links to a rule open it there, and the table stays. */
export function CitedHere() {
    useEffect(() => {
        const click = (e: MouseEvent) => {
            const link = (e.target as Element | null)?.closest?.("a");
            const [, what, game, rule] = link?.hash.split("/") ?? [];
            if (what !== "rules" || !rule?.startsWith("R") || e.ctrlKey || e.metaKey || e.shiftKey)
                return;
            if (link?.closest(".cited")) return;
            e.preventDefault();
            open.value = { game, rule };
        };
        const away = () => {
            open.value = null;
        };
        addEventListener("click", click);
        addEventListener("hashchange", away);
        return () => {
            away();
            removeEventListener("click", click);
            removeEventListener("hashchange", away);
        };
    }, []);
    const now = open.value;
    if (!now) return null;
    return (
        <Note
            key={now.rule}
            {...now}
            close={() => {
                open.value = null;
            }}
        />
    );
}
