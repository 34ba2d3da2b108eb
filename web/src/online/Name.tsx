/* Under which name one sits down; remembered in this browser. */
import { playerName } from "../core/settings";
import { t } from "../core/text";
import { session, setName } from "./mine";

const encoder = new TextEncoder();

/** The name to sit down with: the account's, else as the server allows, never empty. */
export function sittingName(behind = ""): string {
    if (session.value) return session.value.name;
    const name = playerName.value.trim().replace(/\s+/g, " ");
    const letters = [...(name || t("online.guest"))];
    while (encoder.encode(letters.join("") + behind).length > 39) letters.pop();
    return letters.join("").trim() + behind;
}

export function NameField() {
    if (session.value)
        return <p class="name-field soft">{t("online.signed_in", { name: session.value.name })}</p>;
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
