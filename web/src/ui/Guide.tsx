/* The guided first game: real moves of a real match, each step pointing at what it is about and
 * proposing a move. Whoever plays something else is not held up, and may leave at any time.
 *
 * A first-time visitor is guided in the match just started; the button above a table starts one with
 * a fixed seed, which the steps were written for. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../art/icons";
import type { BoardModule, BoardProps } from "../boards/board";
import { LocalMatch, type Match } from "../core/match";
import { forget, keep, recall } from "../core/settings";
import { t } from "../core/text";
import type { GameInfo, Move } from "../core/types";
import { beside, sight } from "./near";

/** Starts the match that a guide was written for, and goes there. */
export async function startGuide(game: GameInfo, board: BoardModule | null): Promise<void> {
    if (!board?.guide) return;
    const { seed, players } = board.guide;
    const options = Object.fromEntries(
        game.options.map((o) => [o.id, o.names ? game.words[o.names][o.default] : o.default]),
    );
    const seats = Array.from({ length: players }, (_, i) =>
        i === 0
            ? { kind: "human" as const, name: "" }
            : { kind: "bot" as const, bot: "apprentice", name: t("web.level.apprentice") },
    );
    const match = await LocalMatch.start(game, { game: game.id, players, seed, options, seats });
    match.save();
    match.close();
    keep("guiding", match.id);
    forget(`guide.${match.id}`);
    location.hash = `#/play/${match.id}`;
}

/** Asks, then starts the guided first game. */
export function GuideButton({ game, board }: { game: GameInfo; board: BoardModule }) {
    const box = useRef<HTMLDialogElement>(null);
    return (
        <>
            <button
                type="button"
                class="plain"
                aria-label={t("web.guide")}
                title={t("web.guide")}
                onClick={() => box.current?.showModal()}
            >
                <Icon name="guide" />
            </button>
            <dialog class="panel guide-ask" ref={box} aria-label={t("web.guide")}>
                <p>{t("web.guide_ask")}</p>
                <div class="row">
                    <button type="button" class="outline" onClick={() => box.current?.close()}>
                        {t("web.close")}
                    </button>
                    <button
                        type="button"
                        class="confirm"
                        onClick={() => {
                            box.current?.close();
                            void startGuide(game, board);
                        }}
                    >
                        {t("web.guide")}
                    </button>
                </div>
            </dialog>
        </>
    );
}

/** Which step a match is at, kept for when the page is opened again; null: it is not guided. */
function useStep(match: Match, ready: boolean): Signal<number | null> {
    const step = useSignal<number | null>(null);
    useEffect(() => {
        const { game, id } = match;
        const newcomer = recall("plays") === null && recall(`guided.${game.id}`) === null;
        const fresh = match.position.value?.ply === 0 && match.redo !== undefined;
        if (recall("guiding") === id) step.value = Number(recall(`guide.${id}`) ?? 0);
        else if (ready && newcomer && fresh) {
            keep("guiding", id);
            step.value = 0;
        }
    }, [match]);
    useEffect(() => {
        if (step.value !== null) keep(`guide.${match.id}`, String(step.value));
    }, [step.value]);
    return step;
}

function find(selectors: string): Element | undefined {
    return selectors
        .split(", ")
        .map((s) => document.querySelector(s))
        .find((e) => e && e.getClientRects().length > 0) as Element | undefined;
}

/** Lays the ring around what a step is about, and the card where it covers none of it, and no place that may be
 *  chosen. */
function lay(ring: HTMLElement, card: HTMLElement, target: Element | undefined): void {
    const place = target && sight(target, 5);
    ring.hidden = !place || place.width < 12 || place.height < 12;
    if (!place) return;
    Object.assign(ring.style, {
        top: `${place.top}px`,
        left: `${place.left}px`,
        width: `${place.width}px`,
        height: `${place.height}px`,
    });
    const { width, height } = card.getBoundingClientRect();
    const seen = (selectors: string) =>
        [...document.querySelectorAll(selectors)]
            .filter((e) => !e.contains(target))
            .map((e) => sight(e))
            .filter((b) => b.width > 0 && b.height > 0);
    const at = beside(place, width, height, {
        // Not over what may be chosen; rather not over what is asked, the list and the bar, nor where dice are
        // about to land.
        never: seen(".board .choice, .seat-card .choice, .popover"),
        avoid: seen(".prompt, .moves button, .bar, .zoom, .seats > *, [data-guide]"),
        gap: 12,
        away: true,
    });
    Object.assign(card.style, { left: `${at.left}px`, top: `${at.top}px` });
}

export function Guide(o: {
    match: Match;
    board: BoardModule | null;
    props: BoardProps;
    ready: boolean;
}) {
    const { match, props } = o;
    const card = useRef<HTMLElement>(null);
    const ring = useRef<HTMLDivElement>(null);
    /** Folded up by who wants to see what it lies over; every step unfolds it. */
    const folded = useSignal(false);
    const step = useStep(match, o.ready);
    /** Whether a move of the step was made: it is over when none is left. */
    const begun = useRef(false);
    const steps = o.board?.guide?.steps ?? [];
    const at = step.value;
    const now = at === null || !o.ready ? undefined : steps[at];
    const mine = props.legal.length > 0;
    const proposed: Move[] = (mine && now?.moves?.(props)) || [];
    const best = proposed[0];
    const go = (to: number) => {
        begun.current = false;
        step.value = to < steps.length ? to : null;
        if (to >= steps.length) finish();
    };
    const finish = () => {
        keep(`guided.${match.game.id}`, "1");
        forget("guiding");
        step.value = null;
    };
    useEffect(() => {
        if (at === null || !now?.moves || proposed.length) return;
        // Its moves are behind us, or never came.
        if (begun.current || (mine && now.optional)) go(at + 1);
    }, [props.position, mine, at]);
    useEffect(() => {
        if (!best) return;
        begun.current = true;
        // Forgotten with every position, and when the mouse has come by: it is proposed again.
        if (!props.pointed) props.point(best);
    }, [props.position, props.pointed === null, best?.move, at]);
    useEffect(() => {
        if (!now) return;
        const draw = () => {
            if (ring.current && card.current) lay(ring.current, card.current, find(now.at(best)));
        };
        draw();
        // The table changes below the ring: it is laid anew as long as the step stands.
        const timer = setInterval(draw, 200);
        folded.value = false;
        if (!now.moves) card.current?.querySelector<HTMLButtonElement>(".confirm")?.focus();
        return () => clearInterval(timer);
    }, [at, now, best?.move]);
    // Into sight, also where others have moved on since, and the table is laid out anew.
    useEffect(() => {
        if (now) find(now.at(best))?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }, [at, now, best?.move, props.position]);
    if (at === null || !now) return null;
    const waiting = now.moves && !best;
    const text = waiting
        ? t(mine ? "web.guide_free" : "web.guide_wait")
        : t(`${match.game.id}.guide.${now.text}`);
    const last = at === steps.length - 1;
    return (
        <>
            <div class="guide-ring" ref={ring} aria-hidden="true" />
            <section
                class="panel guide"
                ref={card}
                aria-label={t("web.guide")}
                aria-live="polite"
                onKeyDown={(e) => {
                    if (e.key === "Escape") finish();
                }}
            >
                <div class="row">
                    <p class="soft">
                        {t("web.guide")} · {at + 1} / {steps.length}
                    </p>
                    <button
                        type="button"
                        class="plain"
                        aria-expanded={!folded.value}
                        aria-label={t("web.guide_text")}
                        onClick={() => {
                            folded.value = !folded.value;
                        }}
                    >
                        <Icon name={folded.value ? "up" : "down"} />
                    </button>
                </div>
                <p hidden={folded.value}>{text}</p>
                <div class="row" hidden={folded.value}>
                    <button type="button" class="plain" onClick={finish}>
                        {t("web.guide_end")}
                    </button>
                    {best ? (
                        <button
                            type="button"
                            class="confirm"
                            onClick={() => void match.play(best.move)}
                        >
                            {t("web.guide_do")}
                        </button>
                    ) : (
                        <button
                            type="button"
                            class="confirm"
                            disabled={waiting && !mine}
                            onClick={() => go(at + 1)}
                        >
                            {t(last ? "web.play" : "web.next")}
                        </button>
                    )}
                </div>
            </section>
        </>
    );
}
