/* Decide where you click: what was chosen is offered beside the place itself, with what each use
 * costs and brings, and ✓ and ✕. On a narrow screen it takes the place of the desk. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../art/icons";
import { type About, type BoardModule, type BoardProps, byVerb } from "../boards/board";
import type { Match } from "../core/match";
import { byKeyboard, narrow } from "../core/settings";
import { eventSentence, has, moveSentence, type Speaker, t } from "../core/text";
import type { Move } from "../core/types";
import { type Decision, MOST_USES, needsWord, type Outcome } from "./decide";
import { beside, type Laid } from "./near";

/** Where the bar above the table ends. */
const BAR = 62;

/** What a move costs and brings, each as a sign and a number. */
export function Effects({
    outcome,
    board,
    game,
}: {
    outcome: Pick<Outcome, "effects">;
    board: BoardModule | null;
    game: string;
}) {
    const list = outcome.effects.filter((e) => has(e.key));
    if (!list.length) return null;
    return (
        <span class="effects">
            {list.map(({ key, n }) => {
                const sign = board?.sign?.(key.slice(game.length + 1));
                const text = t(key, { n: Math.abs(n) });
                return (
                    <span key={key} class={n < 0 ? "cost" : "gain"} title={text}>
                        {sign ? (
                            <>
                                {n < 0 ? "−" : "+"}
                                {Math.abs(n)}
                                {sign}
                                <span class="hidden-text"> {text}</span>
                            </>
                        ) : (
                            `${n < 0 ? "−" : "+"}${text}`
                        )}
                    </span>
                );
            })}
        </span>
    );
}

/** A move as it stands in the list: drawn where its game draws it, else as a sentence. */
function Name({ m, o }: { m: Move; o: PopoverProps }): ComponentChildren {
    const [group] = (o.board?.groups ?? byVerb)([m], o.props);
    const drawn = group?.use;
    return drawn ? (
        <>
            <span aria-hidden="true">{drawn(m)}</span>
            <span class="hidden-text">{moveSentence(o.speaker, m)}</span>
        </>
    ) : (
        moveSentence(o.speaker, m)
    );
}

/** One use of the place. A click makes it where it can be taken back; else it is chosen, for ✓. */
function Use({ m, n, chosen, o }: { m: Move; n: number; chosen: boolean; o: PopoverProps }) {
    const outcome = useSignal<Outcome | null>(null);
    useEffect(() => {
        let gone = false;
        o.props.peek(m).then(
            (found) => {
                if (!gone) outcome.value = found;
            },
            () => undefined,
        );
        return () => {
            gone = true;
        };
    }, [m]);
    const told = outcome.value;
    const events = told?.effects.length ? [] : (told?.events ?? []).slice(0, 2);
    return (
        <button
            type="button"
            class={`use${chosen ? " chosen" : ""}`}
            aria-pressed={chosen}
            data-move={m.move}
            onMouseEnter={() => o.props.point(m)}
            onFocus={() => o.props.point(m)}
            onClick={() => o.decision.choose(m)}
        >
            {!narrow.value && <kbd>{n}</kbd>}
            <span class="use-name">
                <b>
                    <Name m={m} o={o} />
                </b>
                {told?.reveals && <small>{t("web.reveals")}</small>}
                {events.length > 0 && (
                    <small>
                        {events.flatMap((e, i) => [i ? ". " : "", ...eventSentence(o.speaker, e)])}
                    </small>
                )}
            </span>
            {told && <Effects outcome={told} board={o.board} game={o.props.game.id} />}
        </button>
    );
}

/** What a thing is, with the way to its rule. */
export function Meaning({ what, game }: { what: About; game: string }) {
    return (
        <>
            {what.text}{" "}
            {what.rule && (
                <a href={`#/rules/${game}/R${what.rule}`}>{t("web.rule", { rule: what.rule })}</a>
            )}
        </>
    );
}

export interface PopoverProps {
    match: Match;
    board: BoardModule | null;
    props: BoardProps;
    decision: Decision;
    speaker: Speaker;
}

/** The element a choice belongs to, found anew where the table was drawn anew. */
function standing(at: Element | null): Element | null {
    if (!at || (at.isConnected && at.getClientRects().length)) return at;
    const { place, move } = (at as HTMLElement).dataset;
    const same = place ? `[data-place="${place}"]` : move ? `.moves [data-move="${move}"]` : "";
    return same ? document.querySelector(same) : null;
}

export function Popover(o: PopoverProps) {
    const { decision, props } = o;
    const choice = decision.choice.value;
    const card = useRef<HTMLElement>(null);
    const laid = useSignal<Laid | null>(null);
    const at = standing(choice?.at ?? null);
    const sheet = narrow.value;

    // What follows from a click on a place and has no place of its own is asked there, too. The past asks nothing.
    useEffect(() => {
        const last = standing(decision.last());
        const { legal, told } = props;
        if (told || !last || sheet || legal.length < 2 || legal.length > MOST_USES || choice)
            return;
        if (!last.closest(".board, .seat-card")) return;
        if (document.querySelector(".board .choice, .seat-card .choice")) return;
        decision.offer(legal, last, true);
    }, [props.position, legal(props)]);

    useLayoutEffect(() => {
        const lay = () => {
            const box = card.current?.getBoundingClientRect();
            if (!box || sheet) return;
            const place = (at ?? document.querySelector(".prompt"))?.getBoundingClientRect();
            if (!place) return;
            const avoid = [...document.querySelectorAll(".board .choice")]
                .filter((e) => e !== at)
                .map((e) => e.getBoundingClientRect());
            const never = [...document.querySelectorAll(".notice, .prompt, .moves, .since, .tabs")]
                .filter((e) => !e.contains(at))
                .map((e) => e.getBoundingClientRect());
            laid.value = beside(place, box.width, box.height, { avoid, never, top: BAR });
        };
        lay();
        if (!choice) return;
        if (sheet) at?.scrollIntoView({ block: "nearest", inline: "nearest" });
        const watch = new ResizeObserver(lay);
        if (card.current) watch.observe(card.current);
        const ways = ["resize", "scroll"];
        for (const way of ways) addEventListener(way, lay, { capture: true, passive: true });
        return () => {
            watch.disconnect();
            for (const way of ways) removeEventListener(way, lay, { capture: true });
        };
    }, [choice, at, sheet]);

    useEffect(() => {
        if (!choice) return;
        if (byKeyboard())
            card.current?.querySelector<HTMLElement>(".use.chosen, .confirm")?.focus();
        const close = () => {
            decision.cancel();
            if (at instanceof HTMLElement || at instanceof SVGElement) at.focus();
        };
        const keys = (e: KeyboardEvent) => {
            const uses = [...(card.current?.querySelectorAll<HTMLElement>(".use") ?? [])];
            const inside = card.current?.contains(e.target as Node) ?? false;
            const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
            if (e.key === "Escape") close();
            else if (/^[1-9]$/.test(e.key) && uses[Number(e.key) - 1])
                uses[Number(e.key) - 1].click();
            else if (step && inside && uses.length > 1) {
                const now = uses.indexOf(document.activeElement as HTMLElement);
                uses[(now + step + uses.length) % uses.length].focus();
            } else if (
                e.key === "Enter" &&
                !(e.target as Element).closest?.("button, a, input, select")
            )
                decision.confirm();
            else if (e.key === "Tab" && inside) {
                const all = [...(card.current?.querySelectorAll<HTMLElement>("button, a") ?? [])];
                const end = e.shiftKey ? all[0] : all.at(-1);
                if (document.activeElement !== end) return;
                (e.shiftKey ? all.at(-1) : all[0])?.focus();
            } else return;
            e.preventDefault();
            e.stopPropagation();
        };
        const away = (e: PointerEvent) => {
            const target = e.target as Element;
            if (card.current?.contains(target) || at?.contains(target)) return;
            // What is chosen next closes it by itself; a click beside everything does, too.
            if (!target.closest?.(".choice, .moves, .notice, button, a")) decision.cancel();
        };
        addEventListener("keydown", keys, true);
        addEventListener("pointerdown", away);
        return () => {
            removeEventListener("keydown", keys, true);
            removeEventListener("pointerdown", away);
        };
    }, [choice, at]);

    if (!choice) return null;
    const id = (at as HTMLElement | null)?.closest<HTMLElement>("[data-about]")?.dataset.about;
    // What follows from a click is a question of its own.
    const what = choice.follows
        ? { title: t(`${props.game.id}.ask.${props.position.decision}`), text: "", rule: "" }
        : id && at?.closest(".board, .seats")
          ? o.board?.about?.(id, props)
          : null;
    const outcome = decision.outcome.value;
    const asks = outcome && props.position && needsWord(o.match, props.position, outcome);
    const l = laid.value;
    return (
        <section
            class={`popover${sheet ? " sheet" : ""}${l && !sheet ? ` ${l.side}` : ""}`}
            role="dialog"
            aria-label={what?.title ?? t("web.really")}
            ref={card}
            style={
                sheet || !l
                    ? {}
                    : { left: `${l.left}px`, top: `${l.top}px`, "--tail": `${l.tail}px` }
            }
        >
            {what && (
                <header>
                    <h3>{what.title}</h3>
                    <p class="soft">
                        <Meaning what={what} game={props.game.id} />
                    </p>
                </header>
            )}
            <div class="uses">
                {choice.uses.map((m, i) => (
                    <Use key={m.move} m={m} n={i + 1} chosen={m.move === choice.use.move} o={o} />
                ))}
            </div>
            {asks && (
                <p class="soft note">{t(outcome.reveals ? "web.no_way_back" : "web.passes_on")}</p>
            )}
            <div class="row">
                <button type="button" class="outline cancel" onClick={decision.cancel}>
                    <Icon name="close" />{" "}
                    <span class={sheet ? "" : "hidden-text"}>{t("web.cancel")}</span>
                    {!sheet && <kbd>Esc</kbd>}
                </button>
                <button type="button" class="confirm" onClick={decision.confirm}>
                    <Icon name="check" />
                    <span class="says">
                        <Name m={choice.use} o={o} />
                    </span>
                    {!sheet && <kbd>⏎</kbd>}
                </button>
            </div>
        </section>
    );
}

/** Changes when other moves may be chosen. */
const legal = (props: BoardProps) => props.legal.length;
