/* What one thinks of somebody: friend, not to be read, not to be met; and a report to those who look after the
 * server. */
import { useSignal } from "@preact/signals";
import { Icon } from "../art/icons";
import { t } from "../core/text";
import { call, explain } from "./api";
import { type Kind, kindOf, setKind } from "./circle";
import { session } from "./mine";

const KINDS: (Kind | "none")[] = ["none", "friend", "muted", "blocked"];
const REASONS = ["chat", "cheating", "stalling", "name", "other"];

export function Knows({ name }: { name: string }) {
    const trouble = useSignal<string | null>(null);
    if (!session.value || session.value.name === name) return null;
    const change = async (kind: Kind | "none") => {
        trouble.value = null;
        await setKind(name, kind).catch((e: unknown) => {
            trouble.value = explain(e);
        });
    };
    return (
        <span class="knows">
            <select
                aria-label={t("online.knows", { name })}
                value={kindOf(name)}
                onChange={(e) => void change(e.currentTarget.value as Kind | "none")}
            >
                {KINDS.map((k) => (
                    <option key={k} value={k}>
                        {t(`online.knows.${k}`)}
                    </option>
                ))}
            </select>
            {trouble.value && <span role="alert">{trouble.value}</span>}
        </span>
    );
}

/** Tells operators of somebody at a table; his words there go along. */
export function Report({
    table,
    seat,
    gallery,
    name,
}: {
    table: string;
    seat?: number;
    /** The number of a line of those who watch. */
    gallery?: number;
    name: string;
}) {
    const reason = useSignal(REASONS[0]);
    const text = useSignal("");
    const said = useSignal<string | null>(null);
    if (!session.value || session.value.name === name) return null;
    const send = async () => {
        try {
            await call("POST", `tables/${table}/report`, {
                body: { seat, gallery, reason: reason.value, text: text.value.trim() },
                token: session.value?.token,
            });
            said.value = t("online.report.sent");
        } catch (e) {
            said.value = explain(e);
        }
    };
    return (
        <details class="report">
            <summary class="soft">
                <Icon name="flag" /> {t("online.report")}
            </summary>
            {said.value ? (
                <p role="status">{said.value}</p>
            ) : (
                <form
                    class="sign-in"
                    onSubmit={(e) => {
                        e.preventDefault();
                        void send();
                    }}
                >
                    <p class="soft">{t("online.report.help", { name })}</p>
                    <label>
                        {t("online.report.reason")}
                        <select
                            value={reason.value}
                            onChange={(e) => {
                                reason.value = e.currentTarget.value;
                            }}
                        >
                            {REASONS.map((r) => (
                                <option key={r} value={r}>
                                    {t(`online.report.${r}`)}
                                </option>
                            ))}
                        </select>
                    </label>
                    <label>
                        {t("online.report.text")}
                        <input
                            maxLength={300}
                            value={text.value}
                            onInput={(e) => {
                                text.value = e.currentTarget.value;
                            }}
                        />
                    </label>
                    <button type="submit" class="outline">
                        {t("online.report.send")}
                    </button>
                </form>
            )}
        </details>
    );
}
