/* A game in five minutes: what you want, a turn, the scoring, each on a screen and on a sheet of paper. All three
 * are in the page, one is shown; print shows them all. */
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../art/icons";
import { star } from "../art/ornaments";
import { has, lang, t } from "../core/text";
import type { GameInfo } from "../core/types";
import { startGuide } from "../ui/Guide";
import { Settings } from "../ui/Settings";
import { Aid, stepsOf } from "./Aid";
import { useCited } from "./Cited";
import { cutAll, sheetOf } from "./cut";
import { Cut, Film } from "./Film";
import { type Card, type Lesson, openLesson, type Picture, type Screen, type Told } from "./lesson";
import "./lesson.css";

const SCREENS = ["aim", "turn", "score"] as const;

interface Open {
    lesson: Lesson;
    told: Told;
    screens: Screen[];
    numbers: Record<string, number | string>;
    sheet: string;
    lang: string;
}

/** A text of the lesson with the numbers of the game in it. */
const say = (o: Open, key: string) => t(`learn.${o.told.game.id}.${key}`, o.numbers);

export const picturesOf = (screen: Screen): Picture[] =>
    screen.rows.flat().flatMap((c) => [...(c.picture ? [c.picture] : []), ...(c.film ?? [])]);

function Step({ n }: { n: number }) {
    return <span class="step-disc">{n}</span>;
}

function CardView({ card, name, o, drawn }: CardProps) {
    const title = say(o, `${name}.${card.key}`);
    const text = `learn.${o.told.game.id}.${name}.${card.key}.text`;
    return (
        <article class={`panel lesson-card${card.picture || card.row ? "" : " bare"}`}>
            {card.film ? (
                <Film frames={card.film.flatMap((p) => drawn.get(p) ?? [])} label={title} />
            ) : card.picture ? (
                <div class="drawing" role="img" aria-label={title}>
                    <Cut of={drawn.get(card.picture)} />
                </div>
            ) : (
                card.row && (
                    <div class={`drawing row game-${o.told.game.id}`} aria-hidden="true">
                        {card.row}
                    </div>
                )
            )}
            <div class="words">
                <h2>
                    {card.step && <Step n={card.step} />}
                    {title}
                </h2>
                {has(text) && <p>{say(o, `${name}.${card.key}.text`)}</p>}
            </div>
        </article>
    );
}

interface CardProps {
    card: Card;
    name: string;
    o: Open;
    drawn: Map<Picture, Element>;
}

/** A sum as it came about in the example. */
function SumView({ screen, o }: { screen: Screen; o: Open }) {
    if (!screen.sum) return null;
    const { terms, total } = screen.sum;
    const came = terms.reduce((n, term) => n + term.n, 0);
    if (came !== total) throw new Error(`${o.told.game.id}: ${came} is not ${total}`);
    return (
        <ol class={`panel lesson-sum game-${o.told.game.id}`}>
            {terms.map((term, i) => (
                <li key={`${i}${term.label}`}>
                    {i > 0 && <b class="plus">+</b>}
                    <div>
                        <span class="sign" aria-hidden="true">
                            {term.sign}
                        </span>
                        <small class="how">{term.how ?? "\u00a0"}</small>
                        <strong>{term.n}</strong>
                        <small>{term.label}</small>
                    </div>
                </li>
            ))}
            <li>
                <b class="plus">=</b>
                <div class="total">
                    <strong>{total}</strong>
                    <small>{say(o, `${screen.key}.total`)}</small>
                </div>
            </li>
        </ol>
    );
}

function ScreenView({ screen, o, shown, drawn }: ScreenProps) {
    const name = screen.key;
    const end = `learn.${o.told.game.id}.${name}.end`;
    return (
        <section class={`lesson-screen${shown ? "" : " off"}`} data-screen={name}>
            <header>
                <h1>{say(o, `${name}.title`)}</h1>
                <p class="lead">{say(o, `${name}.lead`)}</p>
            </header>
            <SumView screen={screen} o={o} />
            {screen.rows.map((row, i) => (
                <div key={i} class={`lesson-row of-${row.length}`}>
                    {row.map((card) => (
                        <CardView key={card.key} {...{ card, name, o, drawn }} />
                    ))}
                </div>
            ))}
            {has(end) && <p class="end">{say(o, `${name}.end`)}</p>}
        </section>
    );
}

interface ScreenProps {
    screen: Screen;
    o: Open;
    shown: boolean;
    drawn: Map<Picture, Element>;
}

function Steps({ game, now }: { game: string; now: string }) {
    return (
        <nav class="lesson-steps" aria-label={t("learn.steps")}>
            {SCREENS.map((key, i) => (
                <a
                    key={key}
                    href={`#/rules/${game}/${key}`}
                    aria-current={key === now ? "step" : undefined}
                >
                    <svg viewBox="0 0 30 30" aria-hidden="true">
                        <polygon points={star(15, 15, 14, 0.76)} />
                        <text x="15" y="20">
                            {i + 1}
                        </text>
                    </svg>
                    <span>{t(`learn.${key}`)}</span>
                </a>
            ))}
        </nav>
    );
}

/** From one screen to the next by arrow keys, and by a finger drawn across. */
function useTurning(game: string, at: number): void {
    useEffect(() => {
        const go = (by: number) => {
            const to = SCREENS[at + by];
            if (to) location.hash = `#/rules/${game}/${to}`;
        };
        const keys = (e: KeyboardEvent) => {
            if (document.querySelector("dialog[open]") || e.altKey || e.ctrlKey || e.metaKey)
                return;
            if (e.key === "ArrowRight") go(1);
            if (e.key === "ArrowLeft") go(-1);
        };
        let from: Touch | null = null;
        const down = (e: TouchEvent) => {
            from = e.touches.length === 1 ? e.touches[0] : null;
        };
        const up = (e: TouchEvent) => {
            const to = e.changedTouches[0];
            if (!from || !to) return;
            const [dx, dy] = [to.clientX - from.clientX, to.clientY - from.clientY];
            if (Math.abs(dx) > 60 && Math.abs(dx) > 2 * Math.abs(dy)) go(dx < 0 ? 1 : -1);
        };
        addEventListener("keydown", keys);
        addEventListener("touchstart", down, { passive: true });
        addEventListener("touchend", up);
        return () => {
            removeEventListener("keydown", keys);
            removeEventListener("touchstart", down);
            removeEventListener("touchend", up);
        };
    }, [game, at]);
}

/** Paper is white, whatever the hour. */
function useDaylightOnPaper(): void {
    useEffect(() => {
        const root = document.documentElement;
        let was: string | undefined;
        const before = () => {
            was = root.dataset.theme;
            root.dataset.theme = "light";
        };
        const after = () => {
            root.dataset.theme = was;
        };
        addEventListener("beforeprint", before);
        addEventListener("afterprint", after);
        return () => {
            removeEventListener("beforeprint", before);
            removeEventListener("afterprint", after);
        };
    }, []);
}

function Bar({ game, now, children }: { game: string; now: string; children: ComponentChildren }) {
    return (
        <header class="bar">
            <a class="plain" href="#/" aria-label={t("web.home")}>
                <Icon name="home" />
            </a>
            <b class="lesson-game">{t(`${game}.title`)}</b>
            <span class="soft lesson-motto">{t(now === "aid" ? "learn.aid" : "learn.motto")}</span>
            <span class="grow" />
            {children}
            <Settings />
        </header>
    );
}

function Feet({ o, at, cite }: { o: Open; at: number; cite: (rule: string) => void }) {
    const { game, board } = o.told;
    const { rules } = o.screens[at];
    const [back, next] = [SCREENS[at - 1], SCREENS[at + 1]];
    return (
        <footer class="lesson-feet">
            <p class="lesson-more">
                <span>
                    {t("learn.reference")}{" "}
                    {rules.map((r) => (
                        <a
                            key={r}
                            href={`#/rules/${game.id}/R${r}`}
                            onClick={(e) => {
                                e.preventDefault();
                                cite(`R${r}`);
                            }}
                        >
                            R{r}
                        </a>
                    ))}
                </span>
                <a href={`#/rules/${game.id}/all`}>{t("learn.all")}</a>
                <a href={`#/rules/${game.id}/aid`}>{t("learn.aid")}</a>
                <button type="button" class="plain link" onClick={() => print()}>
                    {t("learn.print")}
                </button>
            </p>
            <div class="lesson-go">
                {back && (
                    <a class="outline back" href={`#/rules/${game.id}/${back}`}>
                        <Icon name="back" /> {t("learn.back")}
                    </a>
                )}
                <button
                    type="button"
                    class="confirm lesson-try"
                    onClick={() => void startGuide(game, board)}
                >
                    <Icon name="play" /> {t("learn.try")}
                </button>
                {next && (
                    <a class="outline" href={`#/rules/${game.id}/${next}`}>
                        {t("learn.next")} <Icon name="forward" />
                    </a>
                )}
            </div>
        </footer>
    );
}

/** Opens the lesson, and cuts its pictures: first those that are to be seen, then the others when there is time. */
function useLesson(game: GameInfo, now: string) {
    const open = useSignal<Open | null>(null);
    const drawn = useSignal(new Map<Picture, Element>());
    const trouble = useSignal(false);
    const l = lang.value;
    useEffect(() => {
        let gone = false;
        const load = async () => {
            const { lesson, told } = await openLesson(game);
            if (gone) return;
            const screens = lesson.screens(told);
            const sheet = sheetOf(told, Object.keys(lesson.moments)[0]);
            drawn.value = new Map();
            const numbers = lesson.numbers(told);
            open.value = { lesson, told, screens, numbers, sheet, lang: l };
        };
        load().catch((e: unknown) => {
            console.error(e);
            trouble.value = true;
        });
        return () => {
            gone = true;
        };
    }, [game, l]);
    useEffect(() => {
        const o = open.value;
        if (!o) return;
        const order = [...o.screens].sort((a, b) => Number(b.key === now) - Number(a.key === now));
        let timer = 0;
        const draw = () => {
            const screen = order.shift();
            if (!screen || open.value !== o) return;
            const wanted = picturesOf(screen).filter((p) => !drawn.value.has(p));
            if (wanted.length) drawn.value = new Map([...drawn.value, ...cutAll(o.told, wanted)]);
            timer = window.setTimeout(draw, 30);
        };
        draw();
        return () => clearTimeout(timer);
    }, [open.value, now]);
    return { open, drawn, trouble };
}

export function LessonPage({ info, part }: { info: GameInfo; part?: string }) {
    const now = part === "aid" ? "aid" : (SCREENS.find((s) => s === part) ?? "aim");
    const at = Math.max(0, (SCREENS as readonly string[]).indexOf(now));
    const { open, drawn, trouble } = useLesson(info, now);
    const top = useRef<HTMLElement>(null);
    const [cite, cited] = useCited(info.id);
    useTurning(info.id, at);
    useDaylightOnPaper();
    useEffect(() => {
        top.current?.scrollTo?.(0, 0);
        scrollTo(0, 0);
    }, [now]);
    // The address is the way to the whole text, where pictures could not be made.
    if (trouble.value) return <Failure game={info.id} />;
    const o = open.value;
    return (
        <main class="lesson" ref={top} data-ready={ready(o, now, drawn)}>
            <Bar game={info.id} now={now}>
                <Steps game={info.id} now={now} />
            </Bar>
            {o && (
                <>
                    <div
                        class="lesson-sheet"
                        aria-hidden="true"
                        dangerouslySetInnerHTML={{ __html: o.sheet }}
                    />
                    {now === "aid" ? (
                        <Aid game={info.id} parts={aidOf(o)} />
                    ) : (
                        <>
                            {o.screens.map((screen) => (
                                <ScreenView
                                    key={screen.key}
                                    {...{ screen, o, drawn: drawn.value }}
                                    shown={screen.key === now}
                                />
                            ))}
                            <Feet o={o} at={at} cite={cite} />
                        </>
                    )}
                </>
            )}
            {cited}
        </main>
    );
}

/** A turn, the signs, the scoring. */
function aidOf({ lesson, told, screens, numbers }: Open) {
    const [, turn, score] = screens.map((screen) => stepsOf(told, screen, numbers));
    return [turn, ...lesson.aid(told), score];
}

/** The language whose pictures are all there. */
function ready(o: Open | null, now: string, drawn: Signal<Map<Picture, Element>>) {
    if (!o) return undefined;
    const all = now === "aid" || o.screens.flatMap(picturesOf).every((p) => drawn.value.has(p));
    return all ? o.lang : undefined;
}

function Failure({ game }: { game: string }) {
    return (
        <main class="failure">
            <p role="alert">{t("web.not_loaded")}</p>
            <a href={`#/rules/${game}/all`}>{t("learn.all")}</a>
        </main>
    );
}
