/* Yspahan on the page. */
import { t, wordText } from "../../core/text";
import type { Move } from "../../core/types";
import { type BoardProps, byVerb, type MoveGroup } from "../board";
import { Spot, Tally } from "../Place";
import { BUILDINGS } from "./brief";
import { City } from "./City";
import { Hand } from "./Hand";
import { Inline } from "./Piece";
import symbols from "./symbols.svg?raw";
import { Tower } from "./Tower";
import "./yspahan.css";

export { about } from "./about";
export { brief, clears, drawing, order, progress, sign, sounds, spot, when } from "./brief";
export { guide } from "./guide";
export { rite } from "./rite";

export const loud = ["week_end", "full", "complete"];
export const dates = ["day"];

/** By days and their turns. */
export function far({ view, edition }: Pick<BoardProps, "view" | "edition">): number {
    const days = (view.week - 1) * edition.days + view.day - 1 + view.turn_index / view.turns;
    return days / (edition.weeks * edition.days);
}

/** A card is used. */
export const secret = (m: Move): boolean => m.verb.startsWith("play_") || !!m.boost || !!m.discount;

/** Weeks as dots, days as a row of leaves. */
export function Bar(props: BoardProps) {
    const { week, day } = props.view;
    const past = (i: number, now: number) => (i < now ? "past" : i === now ? "now" : "");
    return (
        <div class="ysp-calendar" data-about="date">
            <b>{t("yspahan.page.week", { n: week })}</b>
            {Array.from({ length: props.edition.weeks }, (_, i) => (
                <u key={i} class={past(i + 1, week)} />
            ))}
            <b>{t("yspahan.page.day", { n: day })}</b>
            <span class="leaves">
                {Array.from({ length: props.edition.days }, (_, i) => (
                    <i key={i} class={past(i + 1, day)}>
                        {i + 1}
                    </i>
                ))}
            </span>
        </div>
    );
}

export function Board(props: BoardProps) {
    const values = props.game.words.souk.map((s) => props.edition.souks[s].value as number);
    return (
        <div class="ysp">
            {/* Our own drawings, from the file beside this one. */}
            <div class="sheet" dangerouslySetInnerHTML={{ __html: symbols }} />
            <City props={props} values={values} />
            <Tower props={props} />
            <Hand props={props} />
        </div>
    );
}

/** Camels, gold and cards in a line, for a chip. */
export function ChipArea({ seat, ...props }: BoardProps & { seat: number }) {
    const p = props.view.players[seat];
    return (
        <>
            <Inline id="g-camel" wide /> {p.camels} <Inline id="g-gold" /> {p.gold}{" "}
            <Inline id="g-card" /> {p.cards}
        </>
    );
}

/** Gold, camels, cards and buildings of a seat. */
export function SeatArea({ seat, ...props }: BoardProps & { seat: number }) {
    const p = props.view.players[seat];
    const first = props.view.order[0] === seat;
    const mine = seat === props.position.actor;
    return (
        <div class="ysp-seat">
            <div class="stock">
                <Tally
                    id={`camels-${seat}`}
                    n={p.camels}
                    about="camels"
                    label={t("yspahan.board.camels")}
                >
                    <Inline id="g-camel" wide />
                </Tally>
                <Tally id={`gold-${seat}`} n={p.gold} about="gold" label={t("yspahan.board.gold")}>
                    <Inline id="g-gold" />
                </Tally>
                <Tally
                    id={`cards-${seat}`}
                    n={p.cards}
                    about="cards"
                    label={t("yspahan.board.cards")}
                >
                    <Inline id="g-card" />
                </Tally>
                {first && (
                    <span data-about="first" data-piece="first">
                        <Inline id="g-first" label={t("yspahan.page.first")} />
                    </span>
                )}
            </div>
            <div class="buildings">
                {BUILDINGS.map((b, i) => {
                    const built = p.buildings.includes(b);
                    return (
                        <Spot
                            key={b}
                            moves={
                                mine && !built ? props.legal.filter((m) => m.building === b) : []
                            }
                            props={props}
                            id={`building-${b}-${seat}`}
                            about={`building-${b}`}
                            state={Number(built)}
                            class={`building${built ? " built" : ""}`}
                            label={wordText(props.game, "building", b)}
                        >
                            <svg viewBox="0 0 32 32" aria-hidden="true">
                                <use href={`#ysp-b${i}`} width="32" height="32" />
                            </svg>
                        </Spot>
                    );
                })}
            </div>
        </div>
    );
}

/** What a group of dice is used for: the tower's action goes by what it brings. */
function purpose(m: Move, props: BoardProps): string {
    if (m.building) return wordText(props.game, "building", String(m.building));
    if (m.action !== "tower") return wordText(props.game, "action", String(m.action));
    if (m.level === "camel") return t("yspahan.page.take_camels");
    return t(m.level === "gold" ? "yspahan.page.take_gold" : "yspahan.page.place_goods");
}

function Use({ m, props }: { m: Move; props: BoardProps }) {
    const action = String(m.action);
    const glyph: Record<string, string> = {
        tower: `g-${m.level}`,
        supervisor: "g-sup",
        card: "g-card",
    };
    const building = m.building ? `b${BUILDINGS.indexOf(String(m.building))}` : undefined;
    const card = m.boost ?? m.discount;
    return (
        <>
            <Inline
                id={building ?? glyph[action] ?? "b3"}
                wide={action === "tower" && m.level === "camel"}
            />{" "}
            {purpose(m, props)}
            {card && (
                <>
                    {" + "}
                    <Inline id="g-card" /> {wordText(props.game, "card", String(card))}
                </>
            )}
        </>
    );
}

/** Walks by what they cost, shops by their souk, levels by what they are used for. */
export function groups(moves: Move[], props: BoardProps): MoveGroup[] {
    return byVerb(moves).flatMap((g): MoveGroup[] => {
        if (g.key === "move") {
            const costs = [...new Set(g.moves.map((m) => Number(m.cost ?? 0)))].sort(
                (a, b) => a - b,
            );
            return costs.map((cost) => ({
                key: `walk-${cost}`,
                title: cost ? (
                    <>
                        {cost} <Inline id="g-gold" label={t("yspahan.board.gold")} />
                    </>
                ) : (
                    t("yspahan.page.free")
                ),
                moves: g.moves.filter((m) => Number(m.cost ?? 0) === cost),
                short: (m) => m.square,
            }));
        }
        if (g.key === "put") {
            const souks = [...new Set(g.moves.map((m) => String(m.souk)))];
            // Shops of a souk in the order they stand.
            const first = (m: Move) => props.edition.souks[String(m.souk)].first;
            const nth = (m: Move) => t(`yspahan.page.shop_nth.${Number(m.shop) - first(m) + 1}`);
            return souks.map((souk) => ({
                key: souk,
                title: wordText(props.game, "souk", souk),
                moves: g.moves.filter((m) => m.souk === souk),
                short: (m) => nth(m),
                say: (m) => `${wordText(props.game, "souk", souk)}, ${nth(m)}`,
            }));
        }
        if (g.key === "sel") {
            const levels = [...new Set(g.moves.map((m) => String(m.level)))];
            return levels.map((level) => {
                const { white, yellow, value } = props.view.tower[level];
                const name = wordText(props.game, "level", level);
                return {
                    key: level,
                    title: (
                        <>
                            <Inline id={`g-${level}`} wide={level === "camel"} />{" "}
                            {t("yspahan.page.level_label", {
                                level: name,
                                n: white + yellow,
                                value,
                            })}
                        </>
                    ),
                    moves: g.moves.filter((m) => m.level === level),
                    short: (m) => <Use m={m} props={props} />,
                    use: (m) => <Use m={m} props={props} />,
                };
            });
        }
        return [g];
    });
}

/** Levels and buildings are drawn in the log and in the list of moves. */
export function Word({ names, word, text }: { names: string; word: string; text: string }) {
    if (names === "level")
        return (
            <span class="word">
                <Inline id={`g-${word}`} wide={word === "camel"} /> {text}
            </span>
        );
    if (names === "building")
        return (
            <span class="word">
                <svg class="glyph" viewBox="0 0 32 32" aria-hidden="true">
                    <use href={`#ysp-b${BUILDINGS.indexOf(word)}`} width="32" height="32" />
                </svg>{" "}
                {text}
            </span>
        );
    return <>{text}</>;
}

/** A souk that lacks one good, the dearest first; else the dearest building that can be paid. */
export function aim(seat: number, { view, edition, game }: BoardProps): string | null {
    const souks = Object.values(
        edition.souks as Record<string, { first: number; size: number; value: number }>,
    );
    const near = souks
        .filter(({ first, size }) => {
            const shops: (number | null)[] = view.shops.slice(first, first + size);
            const own = shops.filter((owner) => owner === seat).length;
            return own > 0 && own === size - 1 && shops.includes(null);
        })
        .map((s) => s.value);
    if (near.length) return t("yspahan.page.aim_souk", { n: Math.max(...near) });
    const { gold, camels, buildings } = view.players[seat];
    const payable = Object.entries(
        edition.buildings as Record<string, { camels: number; gold: number }>,
    ).filter(
        ([name, price]) =>
            !buildings.includes(name) && price.camels <= camels && price.gold <= gold,
    );
    const best = payable.toSorted(([, a], [, b]) => b.camels + b.gold - (a.camels + a.gold))[0];
    if (!best) return null;
    return t("yspahan.page.aim_building", { what: wordText(game, "building", best[0]) });
}
