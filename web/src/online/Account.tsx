/* An account is optional: it carries one's tables from one device to another, and counts results. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { recallKeys } from "../core/settings";
import { lang, t } from "../core/text";
import { call, explain } from "./api";
import { kept, leaveSeats, refresh, type Session, session, setSession, stopPush } from "./mine";
import { PasskeyEntry, Passkeys } from "./Passkeys";
import { Codes, Export, Recover } from "./Safe";

interface Stats {
    game: string;
    games: number;
    wins: number;
    best: number;
    points: number;
}

interface Sanction {
    kind: string;
    until: number;
    at: number;
}

interface Me {
    stats: Stats[];
    codes: number;
    sanctions: Sanction[];
}

/** How many tables of this browser an account takes over at once: the server counts. */
const CLAIMED = 10;

/** Tables that were begun without the account belong to it from now on. */
async function claimAll(token: string): Promise<void> {
    const tables = recallKeys("table.").map((key) => key.slice("table.".length));
    const own = tables.filter((table) => kept(table)?.token).slice(0, CLAIMED);
    for (const table of own)
        await call("POST", `tables/${table}/claim`, {
            body: { token: kept(table)?.token },
            token,
        }).catch(() => undefined);
    await refresh();
}

function SignIn() {
    const name = useSignal("");
    const passphrase = useSignal("");
    const trouble = useSignal<string | null>(null);
    const busy = useSignal(false);
    const enter = async (path: "account" | "session") => {
        busy.value = true;
        trouble.value = null;
        try {
            const body = { name: name.value.trim(), passphrase: passphrase.value };
            const found = await call<Session>("POST", path, { body });
            setSession({ name: found.name, token: found.token });
            await claimAll(found.token);
        } catch (e) {
            trouble.value = explain(e);
            busy.value = false;
        }
    };
    return (
        <form
            class="sign-in"
            onSubmit={(e) => {
                e.preventDefault();
                void enter("session");
            }}
        >
            <p class="soft">{t("online.account_help")}</p>
            <label>
                {t("online.account_name")}
                <input
                    required
                    autocomplete="username"
                    maxLength={24}
                    value={name.value}
                    onInput={(e) => {
                        name.value = e.currentTarget.value;
                    }}
                />
            </label>
            <label>
                {t("online.passphrase")}
                <input
                    required
                    type="password"
                    minLength={8}
                    maxLength={100}
                    autocomplete="current-password"
                    value={passphrase.value}
                    onInput={(e) => {
                        passphrase.value = e.currentTarget.value;
                    }}
                />
            </label>
            {trouble.value && <p role="alert">{trouble.value}</p>}
            <div class="row">
                <button type="submit" class="outline" disabled={busy.value}>
                    {t("online.log_in")}
                </button>
                <button
                    type="button"
                    class="plain"
                    disabled={busy.value || !name.value.trim() || passphrase.value.length < 8}
                    onClick={() => void enter("account")}
                >
                    {t("online.sign_up")}
                </button>
            </div>
        </form>
    );
}

/** What operators have decided, said to the one it is about. */
function Sanctions({ list }: { list: Sanction[] }) {
    const day = new Intl.DateTimeFormat(lang.value, { dateStyle: "long" });
    const now = Date.now();
    return (
        <>
            {list
                .filter((s) => !s.until || s.until > now)
                .map((s) => (
                    <p key={s.kind} role="status">
                        {t(`online.sanction.${s.kind}`, { date: day.format(s.until || s.at) })}
                    </p>
                ))}
        </>
    );
}

function Passphrase({ who }: { who: Session }) {
    const old = useSignal("");
    const fresh = useSignal("");
    const said = useSignal<string | null>(null);
    const change = async () => {
        try {
            const body = { old: old.value, new: fresh.value };
            await call("POST", "me/passphrase", { body, token: who.token });
            old.value = "";
            fresh.value = "";
            said.value = t("online.passphrase_changed");
        } catch (e) {
            said.value = explain(e);
        }
    };
    const field = (value: Signal<string>, label: string, kind: string) => (
        <label>
            {label}
            <input
                required
                type="password"
                minLength={8}
                maxLength={100}
                autocomplete={kind}
                value={value.value}
                onInput={(e) => {
                    value.value = e.currentTarget.value;
                }}
            />
        </label>
    );
    return (
        <details>
            <summary>{t("online.passphrase_change")}</summary>
            <form
                class="sign-in"
                onSubmit={(e) => {
                    e.preventDefault();
                    void change();
                }}
            >
                {field(old, t("online.passphrase_old"), "current-password")}
                {field(fresh, t("online.passphrase"), "new-password")}
                {said.value && <p role="alert">{said.value}</p>}
                <div class="row">
                    <button type="submit" class="outline">
                        {t("online.passphrase_change")}
                    </button>
                </div>
            </form>
        </details>
    );
}

function SignedIn({ who }: { who: Session }) {
    const me = useSignal<Me>({ stats: [], codes: 0, sanctions: [] });
    const stats = me.value.stats;
    const sure = useSignal(false);
    const trouble = useSignal<string | null>(null);
    useEffect(() => {
        call<Me>("GET", "me", { token: who.token }).then(
            (found) => {
                me.value = found;
            },
            (e: unknown) => {
                trouble.value = explain(e);
            },
        );
    }, [who.token]);
    const leave = async (path: "session" | "me") => {
        try {
            await stopPush().catch(() => undefined);
            await leaveSeats();
            await call("DELETE", path, { token: who.token });
            setSession(null);
            await refresh();
        } catch (e) {
            trouble.value = explain(e);
        }
    };
    return (
        <div class="sign-in">
            <Sanctions list={me.value.sanctions} />
            {stats.length > 0 && (
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{t("online.results")}</th>
                            <th scope="col">{t("online.played")}</th>
                            <th scope="col">{t("online.won")}</th>
                            <th scope="col">{t("online.best")}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {stats.map((s) => (
                            <tr key={s.game}>
                                <th scope="row">{t(`${s.game}.title`)}</th>
                                <td>{s.games}</td>
                                <td>{s.wins}</td>
                                <td>{s.best}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
            <Passphrase who={who} />
            <Codes who={who} left={me.value.codes} />
            <Passkeys who={who} />
            {trouble.value && <p role="alert">{trouble.value}</p>}
            {sure.value && <p role="alert">{t("online.forget_sure")}</p>}
            <div class="row out">
                <button type="button" class="outline" onClick={() => void leave("session")}>
                    {t("online.log_out")}
                </button>
                <Export who={who} />
                <button
                    type="button"
                    class="plain"
                    onClick={() => {
                        if (sure.value) void leave("me");
                        sure.value = true;
                    }}
                >
                    {t(sure.value ? "online.forget_yes" : "online.forget_me")}
                </button>
            </div>
        </div>
    );
}

export function Account() {
    const who = session.value;
    return (
        <details class="account">
            <summary>
                {who ? t("online.signed_in", { name: who.name }) : t("online.account")}
            </summary>
            {who ? (
                <SignedIn who={who} />
            ) : (
                <>
                    <SignIn />
                    <PasskeyEntry then={claimAll} />
                    <Recover then={claimAll} />
                </>
            )}
        </details>
    );
}
