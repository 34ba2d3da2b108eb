/* Tables with others: one's own, those that are open, and the way to a new one. */

import type { ComponentChildren } from "preact";
import { Icon } from "../art/icons";
import { t } from "../core/text";
import { Settings } from "../ui/Settings";

export function OthersPage({ children }: { children: ComponentChildren }) {
    return (
        <main class="others-page">
            <header class="bar">
                <a class="plain" href="#/" aria-label={t("web.home")}>
                    <Icon name="home" />
                </a>
                <h1>{t("web.others")}</h1>
                <span class="grow" />
                <Settings />
            </header>
            <div class="others">{children}</div>
        </main>
    );
}
