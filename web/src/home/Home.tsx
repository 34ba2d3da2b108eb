/* The start page: what was left open, the four games, what was played, and at the bottom, always in sight, the
 * table that Play begins. What only those need who have been here before, or who change their table, is
 * fetched when it is wanted. */
import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Portrait } from "../art/faces";
import { Icon, Logo } from "../art/icons";
import { loadBoard } from "../boards/board";
import { readJson } from "../core/engine";
import { sweep } from "../core/history";
import { freshId, LocalMatch, type SavedGame } from "../core/match";
import { recall, recallKeys } from "../core/settings";
import { loadTexts, t } from "../core/text";
import type { GameInfo } from "../core/types";
import { chairs, Later, lobby, memory, table } from "../ui/Later";
import { Settings } from "../ui/Settings";
import { Covers } from "./parts";
import { coverOf, type Form, firstForm, keepForm, seatsOf, setupOf } from "./setup";

/** Takes a match from a file. */
function Import({ games, told }: { games: GameInfo[]; told: (trouble: string) => void }) {
    const take = async (file: File | undefined) => {
        if (!file) return;
        try {
            const save = readJson<SavedGame>(await file.text());
            const match = await LocalMatch.load(games, freshId(), save);
            match.save();
            match.close();
            location.hash = `#/play/${match.id}`;
        } catch (e) {
            told(t("web.import_failed", { why: e instanceof Error ? e.message : String(e) }));
        }
    };
    return (
        <label class="plain" title={t("web.import")}>
            <Icon name="open" />
            <input
                class="hidden-text"
                type="file"
                aria-label={t("web.import")}
                accept=".json,application/json"
                onChange={(e) => void take(e.currentTarget.files?.[0])}
            />
        </label>
    );
}

/** The table that Play begins, as faces; a click changes it. */
function Company({ form, open, toggle }: { form: Form; open: boolean; toggle: () => void }) {
    const seats = seatsOf(form);
    const people = seats.filter((s) => s.kind === "human").length;
    const you = t("web.you").replace(/^./u, (c) => c.toUpperCase());
    return (
        <button
            type="button"
            class="to-seats"
            aria-expanded={open}
            aria-controls="chairs"
            onClick={toggle}
        >
            <span class="company">
                {seats.map((seat, line) => {
                    const other = people > 1 ? t("seat.player", { n: line + 1 }) : you;
                    const name = seat.name || other;
                    return (
                        <span key={`${line}${seat.bot}`}>
                            <Portrait {...{ seat, name, line }} seats={seats.length} size={42} />
                            <b>{name}</b>
                        </span>
                    );
                })}
            </span>
            <span class="change">
                <Icon name="gear" /> <span>{t("web.change")}</span>
            </span>
        </button>
    );
}

export function Home({ games }: { games: GameInfo[] }) {
    const form = useSignal<Form>(firstForm(games.find((g) => g.id === recall("game")) ?? games[0]));
    const game = useComputed(() => games.find((g) => g.id === form.value.game) ?? games[0]);
    const busy = useSignal(false);
    const open = useSignal(false);
    const trouble = useSignal<string | null>(null);
    const known = useSignal(recallKeys("save.").length > 0 || recall("results") !== null);
    const past = known.value ? memory.now.value : null;
    useEffect(() => {
        if (!known.value) return;
        sweep();
        void memory.load().then(() => memory.now.value?.look(games));
    }, []);
    const play = async () => {
        busy.value = true;
        keepForm(form.value);
        // What the match is played with comes while it is set up.
        void Promise.allSettled([table.load(), loadBoard(game.value.id), loadTexts(game.value.id)]);
        const match = await LocalMatch.start(game.value, setupOf(game.value, form.value));
        match.save();
        match.close();
        location.hash = `#/play/${match.id}`;
    };
    const change = (f: Form) => {
        form.value = f;
    };
    const turns = lobby.now.value?.turns.value ?? 0;
    return (
        <main class={`home${known.value ? " known" : ""}`}>
            <header>
                <Logo />
                <div class="title">
                    <h1>Caravanserai</h1>
                    <p>{t("web.subtitle")}</p>
                </div>
                <Import
                    games={games}
                    told={(why) => {
                        trouble.value = why;
                    }}
                />
                <Settings />
            </header>
            {trouble.value && (
                <p class="panel trouble" role="alert">
                    {trouble.value}
                </p>
            )}
            {past && <past.Continue games={games} />}
            {past && <past.Puzzle game={game.value.id} />}
            <Covers
                games={games}
                chosen={form.value.game}
                choose={(g) => change(firstForm(g))}
                foot={(g) => (
                    <>
                        {past && <past.Played game={g.id} />}
                        <a class="learn" href={`#/learn/${g.id}`}>
                            <Icon name="book" /> {t("web.learn")}
                            <span class="hidden-text">{t(`${g.id}.title`)}</span>
                        </a>
                    </>
                )}
            />
            {past && <past.Recent games={games} />}
            {past && <past.Record />}
            <section class="play-bar" aria-label={t("web.play")}>
                <div>
                    <img src={coverOf(game.value.id)} alt="" />
                    <h2>{t(`${game.value.id}.title`)}</h2>
                    <Company
                        form={form.value}
                        open={open.value}
                        toggle={() => {
                            open.value = !open.value;
                        }}
                    />
                    <a class="outline to-others" href="#/online">
                        <Icon name="people" /> <span>{t("web.where_online")}</span>
                        {turns > 0 && <b class="mark">{turns}</b>}
                    </a>
                    <button
                        type="button"
                        class="big-play"
                        disabled={busy.value}
                        onClick={() => void play()}
                    >
                        <svg viewBox="0 0 24 24" aria-hidden="true">
                            <path d="M6 3v18l15-9Z" />
                        </svg>
                        {t("web.play")}
                    </button>
                </div>
            </section>
            <section
                id="chairs"
                class="panel chairs"
                hidden={!open.value}
                aria-label={t("web.change")}
            >
                {open.value && (
                    <Later part={chairs}>
                        {(p) => (
                            <p.Chairs
                                game={game.value}
                                form={form.value}
                                change={change}
                                close={() => {
                                    open.value = false;
                                }}
                            />
                        )}
                    </Later>
                )}
            </section>
        </main>
    );
}
