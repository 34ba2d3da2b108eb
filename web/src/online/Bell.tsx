/* Whether one is told of one's turn while looking elsewhere; asked for by this button only. */
import { Icon } from "../art/icons";
import { t } from "../core/text";
import { allowNotifications, notifying, stopNotifications } from "./mine";

export function Bell() {
    if (notifying.value === "off") return null;
    const on = notifying.value === "on";
    return (
        <button
            type="button"
            class="plain"
            aria-pressed={on}
            onClick={() => (on ? stopNotifications() : void allowNotifications())}
        >
            <Icon name="bell" /> {t(on ? "online.notify_on" : "online.notify")}
        </button>
    );
}
