/* Passkeys: a device that knows its owner opens the account, without a passphrase and in place of a lost one. Shown
 * where the browser has them. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import { lang, t } from "../core/text";
import { call, explain, ServerError } from "./api";
import { type Session, setSession } from "./mine";

const possible = typeof PublicKeyCredential === "function" && isSecureContext;
const ES256 = -7;
const EDDSA = -8;

function text(data: ArrayBuffer): string {
    const letters = String.fromCharCode(...new Uint8Array(data));
    return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
    const letters = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(letters, (c) => c.charCodeAt(0));
}

interface Offer {
    challenge: string;
    site: string;
    user: string;
    name: string;
    exclude: string[];
}

/** Made by the browser and its owner, then told to the server. */
async function make(token: string): Promise<void> {
    const offer = await call<Offer>("POST", "me/passkeys/new", { token });
    const made = (await navigator.credentials.create({
        publicKey: {
            challenge: bytes(offer.challenge),
            rp: { id: offer.site, name: "Caravanserai" },
            user: { id: bytes(offer.user), name: offer.name, displayName: offer.name },
            pubKeyCredParams: [ES256, EDDSA].map((alg) => ({ type: "public-key", alg })),
            authenticatorSelection: { residentKey: "required", userVerification: "required" },
            excludeCredentials: offer.exclude.map((id) => ({ type: "public-key", id: bytes(id) })),
            attestation: "none",
        },
    })) as PublicKeyCredential;
    const shown = made.response as AuthenticatorAttestationResponse;
    const label = /\(([^;)]*)/.exec(navigator.userAgent)?.[1]?.slice(0, 40) ?? "";
    const body = {
        id: text(made.rawId),
        client: text(shown.clientDataJSON),
        attestation: text(shown.attestationObject),
        label,
    };
    await call("POST", "me/passkeys", { body, token });
}

async function enter(passphrase: string): Promise<Session> {
    const offer = await call<Offer>("POST", "session/passkey/new");
    const used = (await navigator.credentials.get({
        publicKey: {
            challenge: bytes(offer.challenge),
            rpId: offer.site,
            userVerification: "required",
        },
    })) as PublicKeyCredential;
    const shown = used.response as AuthenticatorAssertionResponse;
    const body = {
        id: text(used.rawId),
        client: text(shown.clientDataJSON),
        data: text(shown.authenticatorData),
        signature: text(shown.signature),
        ...(passphrase ? { passphrase } : {}),
    };
    return call<Session>("POST", "session/passkey", { body });
}

/** Who changes his mind before the browser's question is told nothing. */
const why = (e: unknown) =>
    e instanceof DOMException && e.name === "NotAllowedError" ? null : explain(e);

/** In place of name and passphrase; with a new passphrase where the old one is lost. */
export function PasskeyEntry({ then }: { then: (token: string) => Promise<void> }) {
    const trouble = useSignal<string | null>(null);
    const lost = useSignal(false);
    const fresh = useSignal("");
    if (!possible) return null;
    const go = async () => {
        trouble.value = null;
        try {
            const found = await enter(lost.value ? fresh.value : "");
            setSession({ name: found.name, token: found.token });
            await then(found.token);
        } catch (e) {
            trouble.value = why(e);
        }
    };
    return (
        <form
            class="sign-in passkey"
            onSubmit={(e) => {
                e.preventDefault();
                void go();
            }}
        >
            <label class="check">
                <input
                    type="checkbox"
                    checked={lost.value}
                    onChange={(e) => {
                        lost.value = e.currentTarget.checked;
                    }}
                />{" "}
                {t("online.passkey_lost")}
            </label>
            {lost.value && (
                <label>
                    {t("online.passphrase")}
                    <input
                        required
                        type="password"
                        minLength={8}
                        maxLength={100}
                        autocomplete="new-password"
                        value={fresh.value}
                        onInput={(e) => {
                            fresh.value = e.currentTarget.value;
                        }}
                    />
                </label>
            )}
            {trouble.value && <p role="alert">{trouble.value}</p>}
            <div class="row">
                <button type="submit" class="outline">
                    <Icon name="seal" /> {t("online.passkey_enter")}
                </button>
            </div>
        </form>
    );
}

interface Known {
    id: string;
    label: string;
    created: number;
    used: number;
}

export function Passkeys({ who }: { who: Session }) {
    const list = useSignal<Known[] | null>(null);
    const trouble = useSignal<string | null>(null);
    const { token } = who;
    const look = async () => {
        try {
            list.value = (
                await call<{ passkeys: Known[] }>("GET", "me/passkeys", { token })
            ).passkeys;
        } catch (e) {
            // a server that does not know its own address takes none
            if (!(e instanceof ServerError && e.code === "not_found")) trouble.value = explain(e);
        }
    };
    useEffect(() => {
        if (possible) void look();
    }, [token]);
    if (!possible || !list.value) return null;
    const done = async (doing: Promise<unknown>) => {
        trouble.value = null;
        try {
            await doing;
            await look();
        } catch (e) {
            trouble.value = why(e);
        }
    };
    const day = new Intl.DateTimeFormat(lang.value, { dateStyle: "medium" });
    return (
        <details class="passkeys">
            <summary>{t("online.passkeys")}</summary>
            <div class="sign-in">
                <p class="soft">{t("online.passkeys_help")}</p>
                <ul>
                    {list.value.map((k) => (
                        <li key={k.id} class="row">
                            <span class="grow">
                                {k.label || "–"}{" "}
                                <span class="soft">{day.format(k.used || k.created)}</span>
                            </span>
                            <button
                                type="button"
                                class="plain"
                                aria-label={t("online.passkey_drop")}
                                onClick={() =>
                                    void done(call("DELETE", `me/passkeys/${k.id}`, { token }))
                                }
                            >
                                <Icon name="close" />
                            </button>
                        </li>
                    ))}
                </ul>
                {trouble.value && <p role="alert">{trouble.value}</p>}
                <div class="row">
                    <button type="button" class="outline" onClick={() => void done(make(token))}>
                        <Icon name="plus" /> {t("online.passkey_make")}
                    </button>
                </div>
            </div>
        </details>
    );
}
