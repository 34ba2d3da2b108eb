/* The card beside the board: what is pointed at (held down, focused) and which rule says so, what
 * the move pointed at would do, and the question before a move that cannot be taken back.
 *
 * Elements carry data-about="<id>"; the board of the game knows what that is. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../art/icons";
import type { BoardModule, BoardProps } from "../boards/board";
import { byKeyboard } from "../core/settings";
import { eventSentence, moveSentence, type Speaker, t } from "../core/text";
import { walkByArrows } from "./arrows";
import type { Decision } from "./decide";

/** How long the pointer rests before the card follows it: on its way to the card it may cross others. */
const REST = 140;
const LINGER = 900;
const HOLD = 450;

/** Which element is explained; null for none. */
function useAbout() {
    const about = useSignal<string | null>(null);
    const card = useRef<HTMLElement>(null);
    useEffect(() => {
        const table = card.current?.closest<HTMLElement>(".table");
        if (!table) return;
        let timer = 0;
        let held = false;
        const after = (ms: number, id: string | null) => {
            clearTimeout(timer);
            timer = window.setTimeout(() => {
                about.value = id;
            }, ms);
        };
        const idOf = (e: Event) =>
            (e.target as Element | null)?.closest?.<HTMLElement>("[data-about]")?.dataset.about ??
            null;
        const inCard = (e: Event) => card.current?.contains(e.target as Node) ?? false;
        // Boards grow and lists change under a pointer at rest; that is not pointing at something.
        let at = "";
        const moved = (e: PointerEvent) => {
            const was = at;
            at = `${e.clientX} ${e.clientY}`;
            return at !== was;
        };
        const over = (e: PointerEvent) => {
            if (e.pointerType === "touch" || (!moved(e) && byKeyboard())) return;
            if (inCard(e)) return clearTimeout(timer);
            const id = idOf(e);
            if (id !== about.value) after(id ? REST : LINGER, id);
            else clearTimeout(timer);
        };
        const focus = (e: Event) => {
            if (!byKeyboard() || inCard(e)) return;
            clearTimeout(timer);
            about.value = idOf(e);
        };
        let since = 0;
        const down = (e: PointerEvent) => {
            held = false;
            since = e.timeStamp;
            if (e.pointerType !== "touch" || inCard(e)) return;
            const id = idOf(e);
            about.value = null;
            if (!id) return;
            clearTimeout(timer);
            timer = window.setTimeout(() => {
                held = true;
                about.value = id;
            }, HOLD);
        };
        const up = (e: PointerEvent) => {
            if (e.pointerType !== "touch") return;
            clearTimeout(timer);
            // The page may have been busy meanwhile: a short touch is none the longer for it.
            if (e.type === "pointercancel" || e.timeStamp - since < HOLD) held = false;
        };
        const click = (e: Event) => {
            // What was held down to be explained was not chosen.
            if (held) e.stopPropagation();
            held = false;
        };
        const menu = (e: Event) => {
            if (idOf(e) && matchMedia("(pointer: coarse)").matches) e.preventDefault();
        };
        const away = () => after(LINGER, null);
        const keys = (e: KeyboardEvent) => {
            held = false;
            walkByArrows(e, table);
            if (e.key === "Escape") about.value = null;
            if (e.key === "?" && about.value) card.current?.querySelector("a")?.focus();
        };
        table.addEventListener("pointerover", over);
        table.addEventListener("pointermove", moved);
        table.addEventListener("pointerleave", away);
        table.addEventListener("focusin", focus);
        table.addEventListener("pointerdown", down);
        table.addEventListener("pointerup", up);
        table.addEventListener("pointercancel", up);
        table.addEventListener("click", click, true);
        table.addEventListener("contextmenu", menu);
        addEventListener("keydown", keys);
        return () => {
            clearTimeout(timer);
            table.removeEventListener("pointerover", over);
            table.removeEventListener("pointermove", moved);
            table.removeEventListener("pointerleave", away);
            table.removeEventListener("focusin", focus);
            table.removeEventListener("pointerdown", down);
            table.removeEventListener("pointerup", up);
            table.removeEventListener("pointercancel", up);
            table.removeEventListener("click", click, true);
            table.removeEventListener("contextmenu", menu);
            removeEventListener("keydown", keys);
        };
    }, []);
    return { about, card };
}

/** The question before a move that cannot be taken back: one key or one click. */
function Question({ decision, speaker }: { decision: Decision; speaker: Speaker }) {
    const yes = useRef<HTMLButtonElement>(null);
    const m = decision.chosen.value;
    useEffect(() => {
        if (byKeyboard()) yes.current?.focus();
        const keys = (e: KeyboardEvent) => {
            if (e.key === "Escape") decision.cancel();
            const busy = (e.target as Element | null)?.closest?.(
                "button, a, input, select, [role=button]",
            );
            if (e.key === "Enter" && !busy) decision.confirm();
        };
        addEventListener("keydown", keys);
        return () => removeEventListener("keydown", keys);
    }, [m]);
    if (!m) return null;
    const reveals = decision.outcome.value?.reveals;
    return (
        <div class="question" role="alertdialog" aria-label={t("web.really")}>
            <p>
                <b>{moveSentence(speaker, m)}</b>
            </p>
            <Outcomes decision={decision} speaker={speaker} />
            <p class="soft">{t(reveals ? "web.no_way_back" : "web.passes_on")}</p>
            <div class="row">
                <button type="button" class="outline" onClick={decision.cancel}>
                    {t("web.cancel")}
                </button>
                <button type="button" class="confirm" ref={yes} onClick={decision.confirm}>
                    {t("web.confirm")}
                </button>
            </div>
        </div>
    );
}

/** What the move would do, in sentences. */
function Outcomes({ decision, speaker }: { decision: Decision; speaker: Speaker }) {
    const events = decision.outcome.value?.events ?? [];
    if (!events.length) return null;
    return (
        <p class="outcome">
            <Icon name="forward" />
            {events.slice(0, 5).map((e, i) => (
                <span key={`${i}${e.event}`}>{eventSentence(speaker, e)}. </span>
            ))}
        </p>
    );
}

export function Explain(o: {
    board: BoardModule | null;
    props: BoardProps;
    decision: Decision;
    speaker: Speaker;
}) {
    const { about, card } = useAbout();
    const { props, decision } = o;
    const what = about.value ? (o.board?.about?.(about.value, props) ?? null) : null;
    const asked = decision.chosen.value !== null;
    const told = !asked && (decision.outcome.value?.events.length ?? 0) > 0;
    return (
        <section
            class="panel detail"
            ref={card}
            hidden={!what && !asked && !told}
            aria-label={t("web.detail")}
        >
            {what && (
                <div class="about-card" data-of={about.value}>
                    <h3>{what.title}</h3>
                    <p>
                        {what.text}{" "}
                        {what.rule && (
                            <a href={`#/rules/${props.game.id}/R${what.rule}`}>
                                {t("web.rule", { rule: what.rule })}
                            </a>
                        )}
                    </p>
                </div>
            )}
            {told && <Outcomes decision={decision} speaker={o.speaker} />}
            <Question decision={decision} speaker={o.speaker} />
        </section>
    );
}
