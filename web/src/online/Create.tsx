/* Opening a table. Everything has a sensible choice already: the button is all one needs. */
import { useComputed, useSignal } from "@preact/signals";
import { Emblem } from "../art/emblems";
import { LEVELS } from "../art/faces";
import { Icon } from "../art/icons";
import { keep, recall } from "../core/settings";
import { lang, t } from "../core/text";
import type { GameInfo } from "../core/types";
import { OptionsForm, Stepper } from "../home/options";
import { Covers } from "../home/parts";
import { firstOptions, optionsOf } from "../home/setup";
import { Settings } from "../ui/Settings";
import { call, explain } from "./api";
import { freshPart, promise } from "./dice";
import { keepSeat, keepTable, session } from "./mine";
import { NameField, sittingName } from "./Name";
import type { Seated } from "./protocol";
import { duration, lateText } from "./terms";

/** Thinking time for the match and what each decision adds, in seconds; null is without a clock. */
const CLOCKS: ([number, number] | null)[] = [null, [600, 5], [1200, 10], [2700, 20]];
/** How long a decision may take by turns; 0 is for ever. */
/** By how much those who watch are told late. */
const DELAYS: ({ moves: number } | { minutes: number } | null)[] = [
    null,
    { moves: 5 },
    { moves: 20 },
    { minutes: 3 },
    { minutes: 15 },
];
const PATIENCE = [86400, 3 * 86400, 7 * 86400, 0];

interface Form {
    game: string;
    players: number;
    /** "open", "link" or "bot:<level>" for each seat but the first, which is one's own. */
    seats: string[];
    options: string[];
    live: boolean;
    clock: number;
    patience: number;
    listed: boolean;
    rated: boolean;
    delay: number;
}

function firstForm(game: GameInfo): Form {
    return {
        game: game.id,
        players: Math.max(2, game.seats[0]),
        seats: Array.from({ length: game.seats[1] }, () => "open"),
        options: firstOptions(game),
        live: true,
        clock: 0,
        patience: 1,
        listed: true,
        rated: false,
        delay: 0,
    };
}

function bodyOf(game: GameInfo, f: Form, dice: string): unknown {
    const clock = f.live ? CLOCKS[f.clock] : null;
    return {
        game: game.id,
        options: optionsOf(game, f.options),
        seats: f.seats.slice(0, f.players).map((kind, i) => {
            if (i === 0) return { kind: "me", name: sittingName(), dice };
            const [what, bot] = kind.split(":");
            return bot ? { kind: what, bot } : { kind: what };
        }),
        live: f.live,
        listed: f.listed,
        rated: f.rated,
        language: lang.value,
        ...(f.live ? {} : { patience: PATIENCE[f.patience] }),
        ...(DELAYS[f.delay] ? { delay: DELAYS[f.delay] } : {}),
        ...(clock ? { clock: { total: clock[0], add: clock[1] } } : {}),
    };
}

/** A rated match cannot wait for ever. */
function ratedTerms(form: Form, rated: boolean): Partial<Form> {
    return rated && !PATIENCE[form.patience] ? { rated, patience: 1 } : { rated };
}

function Seats({ form, change }: { form: Form; change: (seats: string[]) => void }) {
    return (
        <ul class="seats-form">
            {form.seats.slice(0, form.players).map((kind, i) => (
                <li key={`${form.game}${i}`}>
                    <Emblem seat={i} />
                    {i === 0 ? (
                        <b class="grow">{t("online.me")}</b>
                    ) : (
                        <select
                            aria-label={t("web.who_plays", { n: i + 1 })}
                            value={kind}
                            onChange={(e) => {
                                const to = e.currentTarget.value;
                                change(form.seats.map((old, k) => (k === i ? to : old)));
                            }}
                        >
                            <option value="open">{t("online.seat.open")}</option>
                            <option value="link">{t("online.seat.link")}</option>
                            {LEVELS.map((l) => (
                                <option key={l} value={`bot:${l}`}>
                                    {t("online.seat.bot", { level: t(`web.level.${l}`) })}
                                </option>
                            ))}
                        </select>
                    )}
                </li>
            ))}
        </ul>
    );
}

function Terms({ form, change }: { form: Form; change: (to: Partial<Form>) => void }) {
    const clockName = (c: [number, number] | null) =>
        c
            ? t("online.clock_of", { total: duration(c[0]), add: duration(c[1]) })
            : t("online.no_clock");
    return (
        <div class="options-form">
            <div class="segments" role="group" aria-label={t("online.pace")}>
                {[true, false].map((live) => (
                    <button
                        type="button"
                        key={String(live)}
                        aria-pressed={form.live === live}
                        onClick={() => change({ live })}
                    >
                        {t(live ? "online.live" : "online.by_turns")}
                    </button>
                ))}
            </div>
            <p class="soft">{t(form.live ? "online.live_help" : "online.by_turns_help")}</p>
            {form.live ? (
                <label>
                    {t("online.clock")}
                    <select
                        value={form.clock}
                        onChange={(e) => change({ clock: Number(e.currentTarget.value) })}
                    >
                        {CLOCKS.map((c, i) => (
                            <option key={i} value={i}>
                                {clockName(c)}
                            </option>
                        ))}
                    </select>
                </label>
            ) : (
                <label>
                    {t("online.patience")}
                    <select
                        value={form.patience}
                        onChange={(e) => change({ patience: Number(e.currentTarget.value) })}
                    >
                        {PATIENCE.map((p, i) => (
                            <option key={p} value={i} disabled={!p && form.rated}>
                                {p ? duration(p) : t("online.for_ever")}
                            </option>
                        ))}
                    </select>
                </label>
            )}
            <label>
                {t("online.listed")}
                <input
                    type="checkbox"
                    checked={form.listed}
                    onChange={(e) => change({ listed: e.currentTarget.checked })}
                />
            </label>
            <label>
                {t("online.delay")}
                <select
                    value={form.delay}
                    onChange={(e) => change({ delay: Number(e.currentTarget.value) })}
                >
                    {DELAYS.map((d, i) => (
                        <option key={i} value={i}>
                            {d ? lateText(d) : t("online.late.none")}
                        </option>
                    ))}
                </select>
            </label>
            <label>
                {t("online.rated")}
                <input
                    type="checkbox"
                    disabled={!session.value}
                    checked={form.rated}
                    onChange={(e) => change(ratedTerms(form, e.currentTarget.checked))}
                />
            </label>
            <p class="soft">{t(session.value ? "online.rated_help" : "online.rated_account")}</p>
        </div>
    );
}

export function CreatePage({ games, rated }: { games: GameInfo[]; rated: boolean }) {
    const form = useSignal({
        ...firstForm(games.find((g) => g.id === recall("game")) ?? games[0]),
        rated: rated && !!session.value,
    });
    const game = useComputed(() => games.find((g) => g.id === form.value.game) ?? games[0]);
    const trouble = useSignal<string | null>(null);
    const busy = useSignal(false);
    const change = (to: Partial<Form>) => {
        form.value = { ...form.value, ...to };
    };
    const open = async () => {
        busy.value = true;
        trouble.value = null;
        keep("game", game.value.id);
        const part = freshPart();
        try {
            const seated = await call<Seated>("POST", "tables", {
                body: bodyOf(game.value, form.value, promise(part, form.value.live)),
                token: session.value?.token,
            });
            keepSeat(game.value.id, seated);
            keepTable(seated.table, { part });
            location.hash = `#/table/${seated.table}`;
        } catch (e) {
            trouble.value = explain(e);
            busy.value = false;
        }
    };
    return (
        <main class="create">
            <header class="bar">
                <a class="plain" href="#/" aria-label={t("web.home")}>
                    <Icon name="home" />
                </a>
                <h1>{t("online.create")}</h1>
                <span class="grow" />
                <Settings />
            </header>
            <Covers
                games={games}
                chosen={form.value.game}
                choose={(g) => {
                    form.value = { ...firstForm(g), rated: form.value.rated };
                }}
            />
            <section class="panel setup">
                <div class="row">
                    <h2>{t(`${game.value.id}.title`)}</h2>
                    <Stepper
                        game={game.value}
                        players={form.value.players}
                        change={(players) => change({ players })}
                    />
                </div>
                <NameField />
                <Seats form={form.value} change={(seats) => change({ seats })} />
                <Terms form={form.value} change={change} />
                <OptionsForm
                    game={game.value}
                    values={form.value.options}
                    change={(options) => change({ options })}
                />
                {trouble.value && <p role="alert">{trouble.value}</p>}
                <button
                    type="button"
                    class="big-play"
                    disabled={busy.value}
                    onClick={() => void open()}
                >
                    {t("online.open_table")}
                </button>
            </section>
        </main>
    );
}
