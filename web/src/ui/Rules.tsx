/* The rules of a game: a lesson of three screens, or the whole numbered text in the language of the page, with the
 * table itself as a figure; a number in the address scrolls to its rule. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type BoardModule, type BoardProps, hasBoard, loadBoard } from "../boards/board";
import { core } from "../core/engine";
import { lang, loadTexts, t } from "../core/text";
import type { GameInfo } from "../core/types";
import { rulesText } from "../rules/Cited";
import { LessonPage } from "../rules/LessonPage";
import { hasLesson } from "../rules/lesson";
import { Settings } from "./Settings";
import "../styles/table.css";

/** The table as a match begins, drawn by its own board: to be looked at. */
function Figure({ game }: { game: GameInfo }) {
    const drawn = useSignal<{ board: BoardModule; props: BoardProps } | null>(null);
    useEffect(() => {
        let gone = false;
        const draw = async () => {
            const [board] = await Promise.all([loadBoard(game.id), loadTexts(game.id)]);
            if (!board?.guide) return;
            const { seed, players } = board.guide;
            const seats = Array.from({ length: players }, () => ({
                kind: "human" as const,
                name: "",
            }));
            const setup = { game: game.id, players, seed, options: {}, seats };
            const { table } = await core.call("new", setup);
            const { edition } = await core.call("save", { table });
            const position = await core.call("position", { table, viewer: 0 });
            await core.call("close", { table });
            if (gone) return;
            const nothing = () => undefined;
            drawn.value = {
                board,
                props: {
                    game,
                    view: position.view,
                    position,
                    seats,
                    edition,
                    viewer: 0,
                    log: [],
                    legal: [],
                    choose: nothing,
                    pick: nothing,
                    pointed: null,
                    point: nothing,
                    peek: () => Promise.reject(new Error("nothing is played here")),
                },
            };
        };
        draw().catch(() => undefined); // the text is complete without it
        return () => {
            gone = true;
        };
    }, [game]);
    // The frame stands from the beginning, so that the text below stays where it is.
    return (
        <figure class={`game-${game.id}`}>
            <div class="board">
                {drawn.value && <drawn.value.board.Board key={lang.value} {...drawn.value.props} />}
            </div>
            <figcaption class="soft">{t("web.at_start")}</figcaption>
        </figure>
    );
}

/** Links to the chapters of a text that was built from docs/rules; the way back leads past them. */
function Chapters({ game, html }: { game: string; html: string }) {
    const found = [...html.matchAll(/<h2 id="(R\d+)">([^<]*)/g)];
    return (
        <nav class="chapters" aria-label={t("web.rules")}>
            {found.map(([, id, title]) => (
                <a
                    key={id}
                    href={`#/rules/${game}/${id}`}
                    onClick={(e) => {
                        e.preventDefault();
                        location.replace(e.currentTarget.href);
                    }}
                >
                    {title}
                </a>
            ))}
        </nav>
    );
}

/** `part`: a screen of the lesson, "all" for the text, or the number of a rule. */
export function RulesPage({ info, part }: { info: GameInfo; part?: string }) {
    if (!hasLesson(info.id) || part === "all" || part?.startsWith("R")) {
        const rule = part === "all" ? location.hash.split("/")[4] : part;
        return <Reference info={info} rule={rule} />;
    }
    return <LessonPage key={info.id} info={info} part={part} />;
}

function Reference({ info, rule }: { info: GameInfo; rule?: string }) {
    const game = info.id;
    const html = useSignal("");
    const spoken = useSignal<string>(lang.value);
    const article = useRef<HTMLElement>(null);
    useEffect(() => {
        rulesText(game)
            .then((text) => {
                html.value = text.html;
                spoken.value = text.lang;
            })
            .catch(() => {
                html.value = `<p>${t("web.no_rules")}</p>`;
            });
    }, [game, lang.value]);
    useEffect(() => {
        for (const old of article.current?.querySelectorAll(".here") ?? [])
            old.classList.remove("here");
        // The number may be of a part (R5.3.1) that has no anchor of its own.
        let id = rule ?? "";
        while (id && !document.getElementById(id)) id = id.replace(/\.?[^.]*$/, "");
        const at = id ? document.getElementById(id) : null;
        at?.classList.add("here");
        at?.scrollIntoView({ block: "start" });
    }, [html.value, rule]);
    const begin = html.value.indexOf("<h2");
    const first = begin < 0 ? html.value : html.value.slice(0, begin);
    const rest = begin < 0 ? "" : html.value.slice(begin);
    return (
        <main class="rules">
            <header class="bar">
                <button type="button" class="outline" onClick={() => history.back()}>
                    {t("web.back")}
                </button>
                <a class="plain" href="#/">
                    {t("web.home")}
                </a>
                {hasLesson(game) && <a href={`#/rules/${game}`}>{t("learn.motto")}</a>}
                <span class="grow" />
                <Settings />
            </header>
            {/* Our own text, built from docs/rules by tools/build-web. */}
            <article ref={article} lang={spoken.value}>
                <div class="panel" dangerouslySetInnerHTML={{ __html: first }} />
                <Chapters game={game} html={rest} />
                {rest && hasBoard(game) && <Figure game={info} />}
                <div
                    class="panel"
                    // biome-ignore lint/a11y/noNoninteractiveTabindex: its tables scroll sideways
                    tabIndex={0}
                    dangerouslySetInnerHTML={{ __html: rest }}
                />
            </article>
        </main>
    );
}
