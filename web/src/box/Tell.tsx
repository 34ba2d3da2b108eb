/* With the box on the table: what was rolled, which card was drawn. The table behind stays in sight; who draws
 * a card of his own enters it while the others look away. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Emblem } from "../art/emblems";
import type { BoardProps } from "../boards/board";
import type { Draw, Draws, Match } from "../core/match";
import { seatName, t } from "../core/text";
import { type Dealt, type Dice, type Pick, type Reader, readerOf } from "./ask";
import "./box.css";

const FACES = [1, 2, 3, 4, 5, 6];

interface Part<T> {
    asked: T;
    reader: Reader;
    q: Draws;
    props: BoardProps;
}

/** What stands below every question: no, let the page do it, and yes where a tap is not the answer itself. */
function Foot(o: { q: Draws; yes: Draw[] | null; text?: string; page: string; bot: boolean }) {
    return (
        <div class="foot">
            {!o.bot && (
                <button type="button" class="outline" onClick={() => o.q.answer(null)}>
                    {t("box.back")}
                </button>
            )}
            <button type="button" class="outline" onClick={() => o.q.answer("page")}>
                {o.page}
            </button>
            {o.text && (
                <button
                    type="button"
                    class="confirm"
                    disabled={!o.yes}
                    onClick={() => o.yes && o.q.answer(o.yes)}
                >
                    {o.text}
                </button>
            )}
        </div>
    );
}

function Rolled({ asked, reader, q, props }: Part<Dice>) {
    /** By colour, in the order in which they were tapped. */
    const dice = useSignal<number[][]>(asked.groups.map(() => []));
    const full = asked.groups.every((g, i) => dice.value[i].length === g.count);
    const change = (group: number, to: number[]) => {
        dice.value = dice.value.map((old, i) => (i === group ? to : old));
    };
    const sorted = dice.value.flatMap((d) => d.toSorted((a, b) => a - b));
    const Face = reader.Face as NonNullable<Reader["Face"]>;
    const now = useRef((_: KeyboardEvent) => {});
    now.current = (e) => {
        const open = asked.groups.findIndex((g, i) => dice.value[i].length < g.count);
        const value = Number(e.key);
        if (FACES.includes(value) && open >= 0) change(open, [...dice.value[open], value]);
        else if (e.key === "Backspace") {
            const last = dice.value.findLastIndex((d) => d.length > 0);
            if (last >= 0) change(last, dice.value[last].slice(0, -1));
        } else return;
        e.preventDefault();
    };
    useEffect(() => {
        const keys = (e: KeyboardEvent) => now.current(e);
        addEventListener("keydown", keys);
        return () => removeEventListener("keydown", keys);
    }, []);
    return (
        <>
            {asked.groups.map(({ colour, count }, i) => (
                <fieldset key={colour} class="dice">
                    <legend>
                        {t(`box.dice.${colour}`)}{" "}
                        <span class="count-pill" aria-live="polite">
                            {t("box.so_many", { n: dice.value[i].length, all: count })}
                        </span>
                    </legend>
                    <div class="faces">
                        {FACES.map((value) => (
                            <button
                                type="button"
                                key={value}
                                class="face"
                                data-face={value}
                                disabled={dice.value[i].length >= count}
                                aria-label={t("box.face", { n: value })}
                                onClick={() => change(i, [...dice.value[i], value])}
                            >
                                <Face colour={colour} value={value} />
                            </button>
                        ))}
                    </div>
                    <div class="tray">
                        {Array.from({ length: count }, (_, k) =>
                            k < dice.value[i].length ? (
                                <button
                                    type="button"
                                    key={k}
                                    aria-label={t("box.take_back", { n: dice.value[i][k] })}
                                    onClick={() =>
                                        change(
                                            i,
                                            dice.value[i].filter((_, at) => at !== k),
                                        )
                                    }
                                >
                                    <Face colour={colour} value={dice.value[i][k]} />
                                </button>
                            ) : (
                                <i key={k} />
                            ),
                        )}
                    </div>
                </fieldset>
            ))}
            <Foot
                q={q}
                yes={full ? sorted.map((value): Draw => [value - 1, 6]) : null}
                text={t("box.rolled")}
                page={t("box.page_rolls")}
                bot={props.seats[q.seat].kind === "bot"}
            />
        </>
    );
}

function Drawn({ asked, reader, q, props }: Part<Pick>) {
    const chosen = useSignal<number | null>(null);
    const { Thing } = reader;
    return (
        <>
            <div class="things">
                {asked.things.map(({ name, text, value, left }) => (
                    <button
                        type="button"
                        key={name}
                        data-thing={name}
                        disabled={value === null}
                        aria-pressed={value !== null && chosen.value === value}
                        onClick={() => {
                            // What all see is told by one tap: a slip is taken back.
                            if (asked.owner === null && value !== null) q.answer([[value, q.of]]);
                            else chosen.value = value;
                        }}
                    >
                        <Thing {...{ name, props }} />
                        <b>{text}</b>
                        {left !== null && <small class="soft">{t("box.left", { n: left })}</small>}
                    </button>
                ))}
            </div>
            <Foot
                q={q}
                yes={chosen.value === null ? null : [[chosen.value, q.of]]}
                text={asked.owner === null ? undefined : t("box.drawn")}
                page={t("box.page_draws")}
                bot={props.seats[q.seat].kind === "bot"}
            />
        </>
    );
}

/** What the page does itself. */
function Done({ asked, q }: { asked: Dealt; q: Draws }) {
    return (
        <div class="away">
            <p>{t(asked.help)}</p>
            <button
                type="button"
                class="confirm"
                ref={(b) => b?.focus()}
                onClick={() => q.answer("page")}
            >
                {t("box.go_on")}
            </button>
        </div>
    );
}

/** The others look away before a hand is told. */
function Away({ name, bot, ready }: { name: string; bot: boolean; ready: () => void }) {
    return (
        <div class="away">
            <p>{t(bot ? "box.away_bot" : "box.away", { name })}</p>
            <button type="button" class="confirm" ref={(b) => b?.focus()} onClick={ready}>
                {bot ? t("box.go_on") : t("web.i_am", { name })}
            </button>
        </div>
    );
}

export function Tell({ match, props }: { match: Match; props: BoardProps }) {
    const box = useRef<HTMLDialogElement>(null);
    const reader = useSignal<Reader | null>(null);
    /** The question for which the others look away. */
    const away = useSignal<Draws | null>(null);
    const q = match.box?.value ?? null;
    useEffect(() => {
        void readerOf(match.game.id).then((r) => {
            reader.value = r;
        });
    }, [match.game.id]);
    useLayoutEffect(() => {
        if (!box.current?.open) box.current?.showModal();
    }, [q !== null, reader.value !== null]);
    if (!q || !reader.value) return null;
    const asked = reader.value.read(q, props);
    const name = (seat: number) => seatName(match.game, match.seats, seat);
    const part = { reader: reader.value, q, props };
    const owner = asked.kind === "pick" ? asked.owner : null;
    const people = match.seats.filter((s) => s.kind === "human").length;
    const open = owner === null || people < 2 || away.value === q;
    const who = owner ?? q.seat;
    return (
        <dialog
            class="panel tell"
            ref={box}
            aria-labelledby="tell-title"
            data-told={q.told.length}
            onCancel={(e) => {
                e.preventDefault();
                if (match.seats[q.seat].kind !== "bot") q.answer(null);
            }}
        >
            <header>
                <Emblem seat={who} size={26} />
                <h2 id="tell-title">
                    <span class="soft">{name(who)}</span>
                    {t(asked.kind === "dice" ? "box.ask_dice" : asked.ask)}
                </h2>
            </header>
            {!open && owner !== null ? (
                <Away
                    name={name(owner)}
                    bot={match.seats[owner].kind === "bot"}
                    ready={() => {
                        away.value = q;
                    }}
                />
            ) : asked.kind === "dealt" ? (
                <Done q={q} asked={asked} />
            ) : asked.kind === "dice" ? (
                <Rolled key={q.told.length} {...part} asked={asked} />
            ) : (
                <Drawn key={q.told.length} {...part} asked={asked} />
            )}
        </dialog>
    );
}
