/* Under which name one sits down; remembered in this browser. */
import { playerName } from "../core/settings";
import { t } from "../core/text";
import { setName } from "./mine";

const encoder = new TextEncoder();

/** The name to sit down with: as the server allows, never empty. */
export function sittingName(): string {
    const letters = [...(playerName.value.trim() || t("online.guest"))];
    while (encoder.encode(letters.join("")).length > 39) letters.pop();
    return letters.join("");
}

export function NameField() {
    return (
        <label class="name-field">
            <span class="soft">{t("online.your_name")}</span>
            <input
                autocomplete="nickname"
                maxLength={24}
                placeholder={t("online.guest")}
                value={playerName.value}
                onInput={(e) => setName(e.currentTarget.value)}
            />
        </label>
    );
}
