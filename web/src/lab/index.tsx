/* The lab of a game: change a number, see what it does, play it. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Icon, Logo } from "../art/icons";
import { loadTexts, t } from "../core/text";
import type { GameInfo } from "../core/types";
import { Settings } from "../ui/Settings";
import { Files } from "./Files";
import { Heat } from "./Heat";
import { botLabel, number, whyText } from "./labels";
import { Numbers } from "./Numbers";
import { Changes, Ghost, Seats, Uses, Verdict } from "./Results";
import { Sweep } from "./Sweep";
import { AMOUNTS, Lab } from "./state";
import "./lab.css";

const TABS = ["edition", "use", "board", "sweep", "files"] as const;
type Tab = (typeof TABS)[number];

/** Who can be chosen: the lab's own player first, then scripted ones, then those who sit at tables. */
const SHOWN =
    /^(\w+:(?!.*-(deep|meek|keen|pure))|greedy|learned|apprentice|trader|merchant|random)/;

function Players({ lab }: { lab: Lab }) {
    const known = lab.known.value;
    const own = useSignal(false);
    if (!known) return null;
    const [min, max] = lab.info.seats;
    const bots = lab.bots.value;
    const choices = known.bots.filter((b) => SHOWN.test(b));
    const options = choices.map((b) => (
        <option key={b} value={b}>
            {botLabel(b)}
        </option>
    ));
    const set = (i: number | null, bot: string) => {
        lab.bots.value = bots.map((old, k) => (i === null || i === k ? bot : old));
    };
    return (
        <>
            <label>
                {t("lab.seats")}
                <select
                    class="lab-players"
                    value={lab.players.value}
                    onChange={(e) => {
                        lab.players.value = Number(e.currentTarget.value);
                        void lab.check();
                    }}
                >
                    {Array.from({ length: max - min + 1 }, (_, i) => (
                        <option key={min + i} value={min + i}>
                            {min + i}
                        </option>
                    ))}
                </select>
            </label>
            <label>
                {t("lab.who_plays")}
                <select
                    class="lab-bots"
                    value={own.value ? "own" : bots[0]}
                    onChange={(e) => {
                        const to = e.currentTarget.value;
                        own.value = to === "own";
                        if (to !== "own") set(null, to);
                    }}
                >
                    {options}
                    <option value="own">{t("lab.each_own")}</option>
                </select>
            </label>
            {own.value &&
                bots.slice(0, lab.players.value).map((b, i) => (
                    <label key={i}>
                        {t("lab.player_n", { n: i + 1 })}
                        <select value={b} onChange={(e) => set(i, e.currentTarget.value)}>
                            {options}
                        </select>
                    </label>
                ))}
        </>
    );
}

function RunBar({ lab }: { lab: Lab }) {
    const running = lab.hall.running.value;
    const games = lab.done.value;
    const wanted = lab.hall.wanted.value;
    const { speed } = lab.hall;
    const left = speed.value ? Math.ceil(((wanted - games) * lab.arms.value) / speed.value) : 0;
    return (
        <div class="panel lab-run">
            <button
                type="button"
                class={running ? "confirm lab-stop" : "confirm lab-go"}
                disabled={!running && !!lab.broken.value}
                onClick={() => void (running ? lab.stop() : lab.run())}
            >
                {t(running ? "lab.stop" : "lab.run")}
            </button>
            <div class="lab-progress" role="status">
                {games || running ? (
                    <>
                        <b>
                            {running && wanted
                                ? t("lab.of", { n: number(games, 0), m: number(wanted, 0) })
                                : t("lab.games_n", { n: number(games, 0) })}
                        </b>{" "}
                        {running && speed.value > 0 && (
                            <small class="soft">
                                {t("lab.speed", { n: number(speed.value, 0) })}
                                {left > 1 ? ` · ${t("lab.left", { n: left })}` : ""}
                            </small>
                        )}
                        <progress max={Math.max(1, wanted)} value={games} />
                    </>
                ) : (
                    <span class="soft">{t("lab.not_run")}</span>
                )}
            </div>
            <Players lab={lab} />
            <label>
                {t("lab.amount")}
                <select
                    class="lab-amount"
                    value={lab.amount.value}
                    onChange={(e) => {
                        lab.amount.value = e.currentTarget.value;
                    }}
                >
                    {AMOUNTS.map((a) => (
                        <option key={a} value={a}>
                            {a.startsWith("±")
                                ? t("lab.until", { points: a })
                                : t("lab.games_n", { n: number(Number(a), 0) })}
                        </option>
                    ))}
                </select>
            </label>
            <label>
                {t("lab.seed_word")}
                <input
                    type="number"
                    class="lab-seed"
                    min="1"
                    value={lab.seed.value}
                    onChange={(e) => {
                        const v = e.currentTarget.valueAsNumber;
                        if (Number.isSafeInteger(v) && v > 0) lab.seed.value = v;
                    }}
                />
            </label>
            <Notes lab={lab} />
        </div>
    );
}

function Notes({ lab }: { lab: Lab }) {
    const bots = lab.bots.value.slice(0, lab.players.value);
    const learned = /^(learned|apprentice|trader|merchant|vizier|storyteller)/;
    return (
        <>
            {lab.broken.value && (
                <p class="lab-note bad" role="alert">
                    {t("lab.broken", { why: whyText(lab.broken.value) })}
                </p>
            )}
            {lab.trouble.value && (
                <p class="lab-note bad" role="alert">
                    {whyText(lab.trouble.value)}
                </p>
            )}
            {bots.includes("random") && <p class="lab-note">{t("lab.note_random")}</p>}
            {lab.text.value && bots.some((b) => learned.test(b)) && (
                <p class="lab-note">{t("lab.note_learned")}</p>
            )}
            {lab.stale.value && <p class="lab-note">{t("lab.stale")}</p>}
        </>
    );
}

function Shown({ lab, tab }: { lab: Lab; tab: Tab }) {
    const known = lab.known.value;
    const found = lab.found.value;
    const { id: game } = lab.info;
    if (!known) return null;
    if (tab === "files") return <Files lab={lab} />;
    if (tab === "sweep") return <Sweep lab={lab} />;
    if (!found?.look.games) {
        if (tab === "board") return <p class="soft">{t("lab.heat.run")}</p>;
        const amount = lab.amount.value;
        const within = amount.startsWith("±") ? Number(amount.slice(1)) : 0;
        const players = lab.players.value;
        return tab === "edition" && players > 1 ? (
            <Ghost {...{ players, within, known }} games={within ? 0 : Number(amount)} />
        ) : null;
    }
    const last = found.look.arms[found.look.arms.length - 1];
    if (tab === "board") return <Heat found={found} info={lab.info} />;
    if (tab === "use")
        return found.uses.length ? (
            <Uses uses={found.uses} info={lab.info} lines={100 / last.places[0].fair} />
        ) : (
            <p class="soft">{t("lab.use_later")}</p>
        );
    return (
        <>
            <Verdict found={found} known={known} game={game} />
            {last.places.length > 1 && <Seats found={found} known={known} />}
            <Changes found={found} known={known} game={game} />
        </>
    );
}

export function LabPage({ info, changes }: { info: GameInfo; changes?: string }) {
    const lab = useMemo(() => new Lab(info), [info]);
    const tab = useSignal<Tab>("edition");
    const ready = useSignal(false);
    useEffect(() => {
        void Promise.all([loadTexts(info.id), lab.open(decodeURIComponent(changes ?? ""))])
            .catch(() => undefined)
            .then(() => {
                ready.value = true;
            });
        return () => lab.hall.close();
    }, [lab]);
    const count = lab.changes.value.size;
    return (
        <main class={`lab ${lab.stale.value ? "stale" : ""}`}>
            <header class="lab-head">
                <a class="plain" href="#/" aria-label={t("web.home")}>
                    <Logo />
                </a>
                <h1>
                    {t(`${info.id}.title`)} <small>{t("lab.lab")}</small>
                </h1>
                {count > 0 && <b class="lab-count">{t("lab.changed", { n: count })}</b>}
                <span class="grow" />
                <button
                    type="button"
                    class="outline lab-play"
                    disabled={!ready.value || !!lab.broken.value}
                    onClick={() =>
                        void lab.match().then((to) => {
                            location.hash = to;
                        })
                    }
                >
                    <Icon name="play" /> {t("lab.play")}
                </button>
                <Settings />
            </header>
            {ready.value && (
                <div class="lab-body">
                    <Numbers lab={lab} />
                    <div class="lab-results">
                        <div class="segments lab-tabs" role="group" aria-label={t("lab.show")}>
                            {TABS.map((name) => (
                                <button
                                    type="button"
                                    key={name}
                                    aria-pressed={tab.value === name}
                                    onClick={() => {
                                        tab.value = name;
                                        lab.uses.value = name === "use" || name === "board";
                                    }}
                                >
                                    {t(`lab.tab.${name}`)}
                                </button>
                            ))}
                        </div>
                        <RunBar lab={lab} />
                        <Shown lab={lab} tab={tab.value} />
                    </div>
                </div>
            )}
        </main>
    );
}
