/* The page of notices: this device, what one is told of, quiet hours, a notice to try it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import { t } from "../core/text";
import { call, explain } from "../online/api";
import { session } from "../online/mine";
import { Settings } from "../ui/Settings";
import { type Address, Email } from "./Email";
import { clock, minutes, offsets, zone } from "./hours";
import { listen, state, stopListening } from "./listen";
import { Row } from "./Row";

const KINDS = ["turn", "start", "round", "invite", "friend", "season"] as const;

export interface Wish {
    key: string | null;
    kinds: string[];
    quiet: { from: number; to: number } | null;
    zone: string;
    devices: number;
    /** Missing where the server sends no e-mail. */
    email?: Address | null;
}

function Device({ possible, trouble }: { possible: boolean; trouble: (e: unknown) => void }) {
    const busy = useSignal(false);
    const now = possible ? state.value : "off";
    const flip = async (on: boolean) => {
        busy.value = true;
        await (on ? listen() : stopListening()).catch(trouble);
        busy.value = false;
    };
    return (
        <Row
            icon="bell"
            title={t("notices.device")}
            on={now === "on"}
            off={busy.value || now === "off" || now === "blocked"}
            flip={(on) => void flip(on)}
        >
            {t(`notices.device.${possible ? now : "none"}`)}
            {!session.value && possible && ` ${t("notices.guest")}`}
        </Row>
    );
}

function Quiet({ wish, set }: { wish: Wish; set: (quiet: Wish["quiet"]) => void }) {
    const { quiet } = wish;
    const field = (end: "from" | "to") =>
        quiet && (
            <label>
                {t(`notices.${end}`)}{" "}
                <input
                    type="time"
                    value={clock(quiet[end])}
                    onChange={(e) => {
                        const at = minutes(e.currentTarget.value);
                        if (at !== null) set({ ...quiet, [end]: at });
                    }}
                />
            </label>
        );
    return (
        <Row
            icon="moon"
            title={t("notices.quiet")}
            on={!!quiet}
            flip={(on) => set(on ? { from: 22 * 60 + 30, to: 7 * 60 + 30 } : null)}
        >
            {quiet && (
                <div class="hours">
                    {field("from")} {field("to")} <span>{zone()}</span>
                </div>
            )}
            {t("notices.quiet_help")}
        </Row>
    );
}

function Kinds({ wish, set }: { wish: Wish; set: (kinds: string[]) => void }) {
    return (
        <fieldset class="kinds">
            <legend>{t("notices.kinds")}</legend>
            {KINDS.map((kind) => (
                <label key={kind} class="check">
                    <input
                        type="checkbox"
                        checked={wish.kinds.includes(kind)}
                        onChange={(e) => {
                            const others = wish.kinds.filter((k) => k !== kind);
                            set(e.currentTarget.checked ? [...others, kind] : others);
                        }}
                    />{" "}
                    {t(`notices.kind.${kind}`)}
                </label>
            ))}
        </fieldset>
    );
}

let saving: Promise<unknown> = Promise.resolve();

/** Links in e-mail: "confirm.CODE" and "stop.CODE". */
async function follow(link: string): Promise<string> {
    const [what, code] = link.split(".");
    try {
        if (what === "confirm") await call("POST", "notices/email/confirm", { body: { code } });
        else await call("POST", "notices/email/stop", { body: { stop: code } });
        return t(what === "confirm" ? "notices.email.confirmed" : "notices.email.stopped");
    } catch (e) {
        return explain(e);
    }
}

export function NoticesPage({ link }: { link?: string }) {
    const wish = useSignal<Wish | null>(null);
    const said = useSignal<string | null>(null);
    const token = session.value?.token;
    const trouble = (e: unknown) => {
        said.value = explain(e);
    };
    useEffect(() => {
        call<Wish>("GET", "notices", { token }).then((found) => {
            wish.value = found;
        }, trouble);
    }, [token, state.value]);
    useEffect(() => {
        if (!link) return;
        void follow(link).then((words) => {
            said.value = words;
            history.replaceState(null, "", "#/notices");
        });
    }, [link]);
    const change = async (to: Partial<Wish>) => {
        if (!wish.value) return;
        const now = { ...wish.value, ...to, zone: zone() };
        wish.value = now;
        const body = { kinds: now.kinds, quiet: now.quiet, zone: now.zone, offsets: offsets() };
        // One after the other: the last wish is the one that stays.
        saving = saving.then(() => call("POST", "notices", { body, token }).catch(trouble));
        await saving;
    };
    const test = async () => {
        try {
            await call("POST", "notices/test", { token });
            said.value = t("notices.tested");
        } catch (e) {
            trouble(e);
        }
    };
    const now = wish.value;
    return (
        <main class="notices-page">
            <header class="bar">
                <a class="plain" href="#/online" aria-label={t("notices.back")}>
                    <Icon name="back" />
                </a>
                <h1>{t("notices.title")}</h1>
                <span class="grow" />
                <Settings />
            </header>
            {now && (
                <section class="panel">
                    <Device possible={!!now.key} trouble={trouble} />
                    {token && (
                        <>
                            {now.email !== undefined && (
                                <Email
                                    email={now.email}
                                    token={token}
                                    changed={(email) => {
                                        wish.value = { ...now, email };
                                    }}
                                />
                            )}
                            <Kinds wish={now} set={(kinds) => void change({ kinds })} />
                            <hr />
                            <Quiet wish={now} set={(quiet) => void change({ quiet })} />
                            <hr />
                            <button
                                type="button"
                                class="outline"
                                disabled={!now.key || now.devices === 0}
                                onClick={() => void test()}
                            >
                                <Icon name="bell" /> {t("notices.test")}
                            </button>
                        </>
                    )}
                    {said.value && <p role="status">{said.value}</p>}
                </section>
            )}
            {!now && said.value && <p role="alert">{said.value}</p>}
        </main>
    );
}
