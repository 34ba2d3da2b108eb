/* The operator's page: what players have reported, a person at a time, what can be decided, and the log of what was.
 * It opens by a token that is kept for this tab alone (docs/server.md, --operator-token). */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import { lang, t } from "../core/text";
import { Settings } from "../ui/Settings";
import { call, explain, ServerError } from "./api";
import "../styles/players.css";
import "../styles/operator.css";

interface Line {
    at: number;
    text: string;
}
interface Listed {
    report: string;
    at: number;
    reason: string;
    name: string;
    table: string;
    seat: number;
}
interface Told extends Listed {
    by: string;
    account: string;
    text: string;
    lines: Line[];
    state: string;
    decision: string;
}
interface Person {
    name: string;
    since: number;
    tables: number;
    games: number;
    reports: { report: string; at: number; reason: string; state: string; decision: string }[];
    sanctions: { kind: string; until: number; why: string; at: number }[];
}
interface Deed {
    at: number;
    who: string;
    what: string;
    about: string;
    note: string;
}

const DECISIONS = ["dismiss", "warn", "silence", "suspend"];
const OTHERS = ["lift", "unrate", "rename", "delete"];

const day = (at: number) =>
    new Intl.DateTimeFormat(lang.value, { dateStyle: "medium", timeStyle: "short" }).format(at);

function ago(at: number): string {
    const minutes = Math.max(0, Math.round((Date.now() - at) / 60_000));
    const form = new Intl.RelativeTimeFormat(lang.value, { numeric: "auto", style: "short" });
    if (minutes < 60) return form.format(-minutes, "minute");
    if (minutes < 48 * 60) return form.format(-Math.round(minutes / 60), "hour");
    return form.format(-Math.round(minutes / 1440), "day");
}

interface Desk {
    token: Signal<string>;
    by: Signal<string>;
    trouble: Signal<string | null>;
    ask: <T>(method: "GET" | "POST", path: string, body?: unknown) => Promise<T | null>;
}

function useDesk(): Desk {
    const token = useSignal(sessionStorage.getItem("serai.operator") ?? "");
    const by = useSignal(sessionStorage.getItem("serai.operator.by") ?? "");
    const trouble = useSignal<string | null>(null);
    const ask = async <T,>(method: "GET" | "POST", path: string, body?: object) => {
        trouble.value = null;
        try {
            const said = body && { ...body, by: by.value };
            const options = { body: said, token: token.value };
            return (await call<T>(method, `operator/${path}`, options)) ?? ({} as T);
        } catch (e) {
            trouble.value = explain(e);
            if (e instanceof ServerError && e.code === "token") {
                token.value = "";
                sessionStorage.removeItem("serai.operator");
            }
            return null;
        }
    };
    return { token, by, trouble, ask: ask as Desk["ask"] };
}

function Enter({ desk, enter }: { desk: Desk; enter: () => void }) {
    const token = useSignal("");
    return (
        <form
            class="panel sign-in"
            onSubmit={(e) => {
                e.preventDefault();
                desk.token.value = token.value.trim();
                sessionStorage.setItem("serai.operator", desk.token.value);
                sessionStorage.setItem("serai.operator.by", desk.by.value);
                enter();
            }}
        >
            <p class="soft">{t("operator.enter_help")}</p>
            <label>
                {t("operator.token")}
                <input
                    type="password"
                    autocomplete="off"
                    value={token.value}
                    onInput={(e) => {
                        token.value = e.currentTarget.value;
                    }}
                />
            </label>
            <label>
                {t("operator.by")}
                <input
                    value={desk.by.value}
                    maxLength={39}
                    onInput={(e) => {
                        desk.by.value = e.currentTarget.value;
                    }}
                />
            </label>
            <button type="submit" class="confirm">
                {t("operator.enter")}
            </button>
        </form>
    );
}

function Queue(o: { list: Listed[]; chosen: string | null; choose: (id: string) => void }) {
    if (!o.list.length) return <p class="panel soft empty">{t("operator.none")}</p>;
    return (
        <ul class="panel queue" aria-label={t("operator.reports")}>
            {o.list.map((r) => (
                <li key={r.report}>
                    <button
                        type="button"
                        class="plain"
                        aria-pressed={o.chosen === r.report}
                        onClick={() => o.choose(r.report)}
                    >
                        <b>{r.name}</b> <span class="soft">{ago(r.at)}</span>
                        <span class="reason">{t(`operator.reason.${r.reason}`)}</span>
                    </button>
                </li>
            ))}
        </ul>
    );
}

function About({ person }: { person: Person }) {
    return (
        <>
            <p class="soft">
                {t("operator.since", {
                    ago: ago(person.since),
                    games: person.games,
                    tables: person.tables,
                    n: person.reports.length,
                })}
            </p>
            {!!(person.sanctions.length + person.reports.length) && (
                <>
                    <h3>{t("operator.so_far")}</h3>
                    <table>
                        <tbody>
                            {person.sanctions.map((s) => (
                                <tr key={s.kind}>
                                    <td>{day(s.at)}</td>
                                    <td>
                                        {t(`operator.done.${s.kind}`)}
                                        {s.until > Date.now() &&
                                            ` ${t("operator.until", { date: day(s.until) })}`}
                                    </td>
                                </tr>
                            ))}
                            {person.reports.map((r) => (
                                <tr key={r.report}>
                                    <td>{day(r.at)}</td>
                                    <td>
                                        {t(`operator.reason.${r.reason}`)}
                                        {r.decision && ` · ${t(`operator.done.${r.decision}`)}`}
                                    </td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </>
            )}
        </>
    );
}

function Evidence({ told, person, desk }: { told: Told; person?: Person; desk: Desk }) {
    const closed = useSignal(false);
    const close = async () => {
        if (await desk.ask("POST", `tables/${told.table}`, {})) closed.value = true;
    };
    return (
        <section class="panel evidence" aria-label={told.name}>
            <h2>{told.name}</h2>
            {person ? <About person={person} /> : <p class="soft">{t("operator.guest")}</p>}
            <p>
                <span class="table-badge odd">
                    <Icon name="flag" /> {t(`operator.reason.${told.reason}`)}
                </span>{" "}
                <span class="soft">
                    {told.by ? t("operator.reported_by", { name: told.by }) : ""} {day(told.at)}
                </span>
            </p>
            {told.text && <blockquote>{told.text}</blockquote>}
            <h3>{t("operator.talk")}</h3>
            {!told.lines.length && <p class="soft">{t("operator.no_talk")}</p>}
            <ul class="lines">
                {told.lines.map((l, i) => (
                    <li key={i}>
                        <time class="soft">{day(l.at)}</time> {l.text}
                    </li>
                ))}
            </ul>
            <p class="row">
                <a class="outline" href={`#/table/${told.table}`}>
                    {t("operator.to_table")}
                </a>
                <button
                    type="button"
                    class="plain"
                    disabled={closed.value}
                    onClick={() => void close()}
                >
                    {t(closed.value ? "operator.table_closed" : "operator.close_table")}
                </button>
            </p>
        </section>
    );
}

function Decide(o: { choices: string[]; done: (what: string, days: number, to: string) => void }) {
    const what = useSignal(o.choices[0]);
    const days = useSignal(7);
    const to = useSignal("");
    const sure = useSignal(false);
    const timed = what.value === "silence" || what.value === "suspend";
    const grave = what.value === "delete";
    return (
        <form
            class="panel decide"
            onSubmit={(e) => {
                e.preventDefault();
                if (grave && !sure.value) sure.value = true;
                else o.done(what.value, days.value, to.value.trim());
            }}
        >
            <h2>{t("operator.decide")}</h2>
            {o.choices.map((c) => (
                <label key={c} class={what.value === c ? "chosen" : ""}>
                    <input
                        type="radio"
                        name="decision"
                        checked={what.value === c}
                        onChange={() => {
                            what.value = c;
                            sure.value = false;
                        }}
                    />
                    <span>
                        <b>{t(`operator.do.${c}`)}</b>{" "}
                        <span class="soft">{t(`operator.help.${c}`)}</span>
                    </span>
                </label>
            ))}
            {timed && (
                <label>
                    {t("operator.days")}
                    <input
                        type="number"
                        min={1}
                        max={3650}
                        value={days.value}
                        onInput={(e) => {
                            days.value = Number(e.currentTarget.value);
                        }}
                    />
                </label>
            )}
            {what.value === "rename" && (
                <label>
                    {t("operator.new_name")}
                    <input
                        maxLength={39}
                        value={to.value}
                        onInput={(e) => {
                            to.value = e.currentTarget.value;
                        }}
                    />
                </label>
            )}
            <button type="submit" class="confirm">
                {t(grave && sure.value ? "operator.really" : "operator.confirm")}
            </button>
            <p class="soft">{t("operator.kept")}</p>
        </form>
    );
}

function Reports({ desk }: { desk: Desk }) {
    const list = useSignal<Listed[] | null>(null);
    const chosen = useSignal<string | null>(null);
    const one = useSignal<{ report: Told[]; person?: Person } | null>(null);
    const look = async () => {
        list.value = (await desk.ask<{ reports: Listed[] }>("GET", "reports"))?.reports ?? null;
        await choose(list.value?.[0]?.report ?? null);
    };
    const choose = async (id: string | null) => {
        chosen.value = id;
        one.value = id ? await desk.ask("GET", `reports/${id}`) : null;
    };
    useEffect(() => void look(), []);
    const told = one.value?.report[0];
    const person = one.value?.person;
    return (
        <div class="three">
            {list.value && (
                <Queue list={list.value} chosen={chosen.value} choose={(id) => void choose(id)} />
            )}
            {told && <Evidence key={told.report} {...{ told, person, desk }} />}
            {told && (
                <Decide
                    key={`${told.report}!`}
                    choices={person ? DECISIONS : DECISIONS.slice(0, 1)}
                    done={(what, days) =>
                        void desk
                            .ask("POST", `reports/${told.report}`, { do: what, days })
                            .then((ok) => ok && look())
                    }
                />
            )}
        </div>
    );
}

function People({ desk }: { desk: Desk }) {
    const name = useSignal("");
    const person = useSignal<Person | null>(null);
    const look = async (who: string) => {
        const path = `people/${encodeURIComponent(who)}`;
        person.value = (await desk.ask<{ person: Person }>("GET", path))?.person ?? null;
    };
    const decide = async (what: string, days: number, to: string) => {
        const who = person.value?.name ?? "";
        const body = { do: what, days, to };
        if (!(await desk.ask("POST", `people/${encodeURIComponent(who)}`, body))) return;
        if (what === "delete") person.value = null;
        else await look(what === "rename" ? to : who);
    };
    return (
        <div class="three">
            <form
                class="panel sign-in"
                onSubmit={(e) => {
                    e.preventDefault();
                    void look(name.value.trim());
                }}
            >
                <label>
                    {t("operator.find")}
                    <input
                        value={name.value}
                        onInput={(e) => {
                            name.value = e.currentTarget.value;
                        }}
                    />
                </label>
                <button type="submit" class="outline">
                    {t("operator.look")}
                </button>
            </form>
            {person.value && (
                <section class="panel evidence" aria-label={person.value.name}>
                    <h2>{person.value.name}</h2>
                    <About person={person.value} />
                </section>
            )}
            {person.value && (
                <Decide
                    key={person.value.name}
                    choices={[...DECISIONS.slice(1), ...OTHERS]}
                    done={(...a) => void decide(...a)}
                />
            )}
        </div>
    );
}

function Audit({ desk }: { desk: Desk }) {
    const list = useSignal<Deed[]>([]);
    useEffect(() => {
        void desk.ask<{ audit: Deed[] }>("GET", "audit").then((found) => {
            list.value = found?.audit ?? [];
        });
    }, []);
    return (
        <div class="panel">
            {!list.value.length && <p class="soft">{t("operator.no_deeds")}</p>}
            <table class="deeds">
                <tbody>
                    {list.value.map((d, i) => (
                        <tr key={i}>
                            <td>{day(d.at)}</td>
                            <td>{d.who}</td>
                            <td>{t(`operator.done.${d.what}`)}</td>
                            <td>
                                {d.about} {d.note}
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

const TABS = ["reports", "people", "audit"] as const;

export function OperatorPage() {
    const desk = useDesk();
    const tab = useSignal<(typeof TABS)[number]>("reports");
    const inside = useSignal(!!desk.token.value);
    const Part = { reports: Reports, people: People, audit: Audit }[tab.value];
    if (!desk.token.value && inside.value) inside.value = false;
    return (
        <main class="players operator">
            <header class="bar">
                <a class="plain" href="#/" aria-label={t("web.home")}>
                    <Icon name="home" />
                </a>
                <h1>{t("operator.title")}</h1>
                <span class="grow" />
                <Settings />
            </header>
            {desk.trouble.value && <p role="alert">{desk.trouble.value}</p>}
            {inside.value ? (
                <>
                    <div class="segments" role="group" aria-label={t("operator.title")}>
                        {TABS.map((one) => (
                            <button
                                type="button"
                                key={one}
                                aria-pressed={tab.value === one}
                                onClick={() => {
                                    tab.value = one;
                                }}
                            >
                                {t(`operator.${one}`)}
                            </button>
                        ))}
                    </div>
                    <Part key={tab.value} desk={desk} />
                </>
            ) : (
                <Enter
                    desk={desk}
                    enter={() => {
                        inside.value = true;
                    }}
                />
            )}
        </main>
    );
}
