/* Between two people at one screen: hides the table until the next one says so. */
import type { Match } from "../core/match";
import { seatName, t } from "../core/text";

export function Curtain({ match }: { match: Match }) {
    if (!match.curtain.value || match.viewer.value === null) return null;
    const name = seatName(match.game, match.seats, match.viewer.value);
    return (
        <div
            class="curtain"
            role="dialog"
            aria-modal="true"
            aria-label={t("web.pass_screen", { name })}
        >
            <div class="panel">
                <h2>{t("web.pass_screen", { name })}</h2>
                <button
                    type="button"
                    class="confirm"
                    ref={(b) => b?.focus()}
                    onKeyDown={(e) => {
                        if (e.key === "Tab") e.preventDefault(); // nothing else is there now
                    }}
                    onClick={() => {
                        match.curtain.value = false;
                    }}
                >
                    {t("web.i_am", { name })}
                </button>
            </div>
        </div>
    );
}
