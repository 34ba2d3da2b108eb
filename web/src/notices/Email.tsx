/* E-mail: an address that its owner confirms by a link, for a digest at most once a day. */
import { useSignal } from "@preact/signals";
import { lang, t } from "../core/text";
import { call, explain } from "../online/api";
import { Row } from "./Row";

export interface Address {
    address: string;
    confirmed: boolean;
}

export function Email({
    email,
    token,
    changed,
}: {
    email: Address | null;
    token: string;
    changed: (to: Address | null) => void;
}) {
    const open = useSignal(false);
    const field = useSignal(email?.address ?? "");
    const trouble = useSignal<string | null>(null);
    const attempt = async (doing: Promise<unknown>, to: Address | null) => {
        trouble.value = null;
        try {
            await doing;
            changed(to);
            open.value = false;
        } catch (e) {
            trouble.value = explain(e);
        }
    };
    const flip = (on: boolean) => {
        open.value = on;
        if (!on && email) void attempt(call("DELETE", "notices/email", { token }), null);
    };
    const name = () => {
        const address = field.value.trim();
        const body = { address, language: lang.value };
        void attempt(call("POST", "notices/email", { body, token }), { address, confirmed: false });
    };
    return (
        <Row icon="send" title={t("notices.email")} on={open.value || !!email} flip={flip}>
            {email &&
                t(email.confirmed ? "notices.email.on" : "notices.email.new", {
                    address: email.address,
                })}
            {!email && !open.value && t("notices.email.help")}
            {open.value && !email && (
                <form
                    class="hours"
                    onSubmit={(e) => {
                        e.preventDefault();
                        name();
                    }}
                >
                    <input
                        required
                        type="email"
                        autocomplete="email"
                        maxLength={190}
                        aria-label={t("notices.email.address")}
                        placeholder={t("notices.email.address")}
                        value={field.value}
                        onInput={(e) => {
                            field.value = e.currentTarget.value;
                        }}
                    />
                    <button type="submit" class="outline">
                        {t("notices.email.confirm")}
                    </button>
                </form>
            )}
            {trouble.value && <p role="alert">{trouble.value}</p>}
        </Row>
    );
}
