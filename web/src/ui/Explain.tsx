/* A card beside what is pointed at (held down, focused): what it is, which rule says so, and what
 * the move pointed at would do. It catches no clicks, unless what it explains was clicked: then it stays.
 *
 * Elements carry data-about="<id>"; the board of the game knows what that is. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../art/icons";
import type { BoardModule, BoardProps } from "../boards/board";
import { byKeyboard } from "../core/settings";
import { eventSentence, type Speaker, t } from "../core/text";
import { walkByArrows } from "./arrows";
import type { Decision } from "./decide";
import { beside } from "./near";
import { Effects, Meaning } from "./Popover";

/** How long the pointer rests before the card follows it: on its way to the card it may cross others. */
const REST = 140;
const LINGER = 900;
const HOLD = 450;

/** Which element is explained; null for none. */
function useAbout() {
    const about = useSignal<string | null>(null);
    const pinned = useSignal(false);
    const at = useRef<Element | null>(null);
    const card = useRef<HTMLElement>(null);
    useEffect(() => {
        const table = card.current?.closest<HTMLElement>(".table");
        if (!table) return;
        let timer = 0;
        let held = false;
        /** What is explained, and beside which element; also a move of the list stands somewhere. */
        const tell = (e: Event, id: string | null) => {
            const over = (e.target as Element | null)?.closest?.("[data-about], [data-move]");
            if (over || !id) at.current = over ?? null;
            about.value = id;
            if (!id) pinned.value = false;
        };
        const after = (ms: number, e: Event, id: string | null) => {
            clearTimeout(timer);
            timer = window.setTimeout(() => tell(e, id), ms);
        };
        const idOf = (e: Event) =>
            (e.target as Element | null)?.closest?.<HTMLElement>("[data-about]")?.dataset.about ??
            null;
        const inCard = (e: Event) => card.current?.contains(e.target as Node) ?? false;
        // Boards grow and lists change under a pointer at rest; that is not pointing at something.
        let place = "";
        const moved = (e: PointerEvent) => {
            const was = place;
            place = `${e.clientX} ${e.clientY}`;
            return place !== was;
        };
        const over = (e: PointerEvent) => {
            if (e.pointerType === "touch" || (!moved(e) && byKeyboard())) return;
            if (inCard(e) || pinned.value) return clearTimeout(timer);
            const id = idOf(e);
            const entry = (e.target as Element | null)?.closest?.("[data-move]");
            if (entry && !id) at.current = entry;
            if (id !== about.value) after(id ? REST : LINGER, e, id);
            else clearTimeout(timer);
        };
        const focus = (e: Event) => {
            if (!byKeyboard() || inCard(e)) return;
            clearTimeout(timer);
            tell(e, idOf(e));
        };
        let since = 0;
        const down = (e: PointerEvent) => {
            held = false;
            since = e.timeStamp;
            if (e.pointerType !== "touch" || inCard(e)) return;
            const id = idOf(e);
            tell(e, null);
            if (!id) return;
            clearTimeout(timer);
            timer = window.setTimeout(() => {
                held = true;
                tell(e, id);
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
            else if (!inCard(e)) {
                // No click does nothing: what cannot be chosen explains itself, and stays.
                const id = idOf(e);
                const free = !(e.target as Element).closest?.(
                    ".choice, summary, a, .chip, .log, .moves",
                );
                clearTimeout(timer);
                if (id && free) {
                    tell(e, id);
                    pinned.value = true;
                } else if (pinned.value) tell(e, null);
            }
            held = false;
        };
        const menu = (e: Event) => {
            if (idOf(e) && matchMedia("(pointer: coarse)").matches) e.preventDefault();
        };
        const away = (e: Event) => {
            if (!pinned.value) after(LINGER, e, null);
        };
        const keys = (e: KeyboardEvent) => {
            held = false;
            walkByArrows(e, table);
            if (e.key === "Escape") tell(e, null);
            if (e.key === "?" && about.value) {
                pinned.value = true;
                card.current?.querySelector("a")?.focus();
            }
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
    return { about, card, at, pinned };
}

/** What the move would do: what it costs and brings, and in sentences. */
function Outcomes(o: ExplainProps) {
    const found = o.decision.outcome.value;
    const events = found?.events ?? [];
    if (!found || (!events.length && !found.effects.length)) return null;
    return (
        <p class="outcome">
            <Effects outcome={found} board={o.board} game={o.props.game.id} />
            {events.length > 0 && <Icon name="forward" />}
            {events.slice(0, 3).map((e, i) => (
                <span key={`${i}${e.event}`}>{eventSentence(o.speaker, e)}. </span>
            ))}
        </p>
    );
}

interface ExplainProps {
    board: BoardModule | null;
    props: BoardProps;
    decision: Decision;
    speaker: Speaker;
}

export function Explain(o: ExplainProps) {
    const { about, card, at, pinned } = useAbout();
    const { props, decision } = o;
    const open = decision.choice.value !== null;
    const what = about.value && !open ? (o.board?.about?.(about.value, props) ?? null) : null;
    const found = decision.outcome.value;
    const told = !open && found && (found.events.length > 0 || found.effects.length > 0);
    const shown = (what !== null || !!told) && (at.current?.isConnected ?? false);
    useLayoutEffect(() => {
        if (!shown || !card.current || !at.current) return;
        const box = card.current.getBoundingClientRect();
        const boxes = (what: string) =>
            [...document.querySelectorAll(what)]
                .filter((e) => !e.contains(at.current))
                .map((e) => e.getBoundingClientRect());
        const { left, top } = beside(at.current.getBoundingClientRect(), box.width, box.height, {
            avoid: boxes(".board .choice"),
            never: boxes(".desk, .bar"),
            gap: 12,
        });
        Object.assign(card.current.style, { left: `${left}px`, top: `${top}px` });
    });
    return (
        <section
            class={`panel detail${pinned.value ? " pinned" : ""}`}
            ref={card}
            hidden={!shown}
            aria-label={t("web.detail")}
        >
            {what && (
                <div class="about-card" data-of={about.value}>
                    <h3>{what.title}</h3>
                    <p>
                        <Meaning what={what} game={props.game.id} />
                    </p>
                </div>
            )}
            {told && <Outcomes {...o} />}
        </section>
    );
}
