/* What is unusual at a table, said before one sits down: by an icon and words, never by colour alone. */
import { Icon } from "../art/icons";
import { has, lang, t } from "../core/text";
import type { TableInfo } from "./protocol";
import { lateText } from "./terms";

export function languageName(code: string): string {
    return has(`online.language.${code}`) ? t(`online.language.${code}`) : code;
}

/** `usual`: also that nothing is at stake, where that is so. */
export function Badges({ info, usual }: { info: TableInfo; usual?: boolean }) {
    return (
        <span class="badges">
            {usual && !info.rated && <span class="table-badge">{t("online.filter.friendly")}</span>}
            {info.rated && (
                <span class="table-badge rated">
                    <Icon name="cup" /> {t("online.badge.rated")}
                </span>
            )}
            {info.language && info.language !== lang.value && (
                <span class="table-badge">{languageName(info.language)}</span>
            )}
            {info.changed > 0 && (
                <span class="table-badge odd">
                    <Icon name="why" /> {t("online.badge.changed", { n: info.changed })}
                </span>
            )}
            {info.open_dice && (
                <span class="table-badge odd">
                    <Icon name="eye" /> {t("online.badge.open_dice")}
                </span>
            )}
            {info.delay && (
                <span class="table-badge late">
                    <Icon name="eye" /> {lateText(info.delay)}
                </span>
            )}
            {info.locked && <span class="table-badge">{t("online.badge.locked")}</span>}
        </span>
    );
}
