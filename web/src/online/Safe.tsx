/* An account that is not lost: codes to recover it, and a copy of all the server knows. */
import { useSignal } from "@preact/signals";
import { t } from "../core/text";
import { call, explain } from "./api";
import { type Session, setSession } from "./mine";

/** Codes on paper: each opens the account once. */
export function Codes({ who, left }: { who: Session; left: number }) {
    const codes = useSignal<string[]>([]);
    const trouble = useSignal<string | null>(null);
    const make = async () => {
        try {
            const made = await call<{ codes: string[] }>("POST", "me/codes", { token: who.token });
            codes.value = made.codes;
        } catch (e) {
            trouble.value = explain(e);
        }
    };
    return (
        <details>
            <summary>{t("online.codes")}</summary>
            <div class="sign-in">
                <p class="soft">{t("online.codes_help")}</p>
                {!codes.value.length && <p>{t("online.codes_left", { n: left })}</p>}
                {codes.value.length > 0 && (
                    <ul class="codes">
                        {codes.value.map((c) => (
                            <li key={c}>
                                <code>{c}</code>
                            </li>
                        ))}
                    </ul>
                )}
                {trouble.value && <p role="alert">{trouble.value}</p>}
                <div class="row">
                    <button type="button" class="outline" onClick={() => void make()}>
                        {t("online.codes_make")}
                    </button>
                </div>
            </div>
        </details>
    );
}

/** Everything the server keeps of the account, as a file. */
export function Export({ who }: { who: Session }) {
    const trouble = useSignal<string | null>(null);
    const save = async () => {
        try {
            const all = await call<unknown>("GET", "me/export", { token: who.token });
            const link = document.createElement("a");
            link.href = URL.createObjectURL(
                new Blob([JSON.stringify(all, null, 1)], { type: "application/json" }),
            );
            link.download = "caravanserai.json";
            link.click();
            URL.revokeObjectURL(link.href);
        } catch (e) {
            trouble.value = explain(e);
        }
    };
    return (
        <>
            <button type="button" class="plain" onClick={() => void save()}>
                {t("online.export")}
            </button>
            {trouble.value && <p role="alert">{trouble.value}</p>}
        </>
    );
}

/** For one who has lost the passphrase and kept a code. */
export function Recover({ then }: { then: (token: string) => Promise<void> }) {
    const fields = useSignal({ name: "", code: "", passphrase: "" });
    const trouble = useSignal<string | null>(null);
    const enter = async () => {
        try {
            const found = await call<Session>("POST", "session/recover", { body: fields.value });
            setSession({ name: found.name, token: found.token });
            await then(found.token);
        } catch (e) {
            trouble.value = explain(e);
        }
    };
    const field = (key: keyof typeof fields.value, label: string, more = {}) => (
        <label>
            {label}
            <input
                required
                value={fields.value[key]}
                onInput={(e) => {
                    fields.value = { ...fields.value, [key]: e.currentTarget.value };
                }}
                {...more}
            />
        </label>
    );
    return (
        <details>
            <summary class="soft">{t("online.recover")}</summary>
            <form
                class="sign-in"
                onSubmit={(e) => {
                    e.preventDefault();
                    void enter();
                }}
            >
                {field("name", t("online.account_name"), { autocomplete: "username" })}
                {field("code", t("online.code"), {
                    autocomplete: "off",
                    placeholder: "0000-0000-0000-0000",
                })}
                {field("passphrase", t("online.passphrase"), {
                    type: "password",
                    minLength: 8,
                    maxLength: 100,
                    autocomplete: "new-password",
                })}
                {trouble.value && <p role="alert">{trouble.value}</p>}
                <button type="submit" class="outline">
                    {t("online.recover_do")}
                </button>
            </form>
        </details>
    );
}
