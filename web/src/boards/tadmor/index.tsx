/* Tadmor on the page. */
import type { ComponentChildren } from "preact";
import { t, wordText } from "../../core/text";
import type { Move } from "../../core/types";
import type { BoardProps } from "../board";
import { Glyph, symbolOf } from "./glyphs";
import { GOODS } from "./layout";
import { KingdomMap } from "./Map";
import symbols from "./symbols.svg?raw";
import "./tadmor.css";

const STEPS = ["place", "bandit", "improve", "build", "kingdom"];
/** Which step of the round a phase belongs to. */
const STEP_OF: Record<string, string> = {
    redirect: "bandit",
    swap: "bandit",
    late: "improve",
    take: "improve",
};

function Calendar({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    const now = STEP_OF[view.phase] ?? view.phase;
    return (
        <div class="tad-calendar">
            {[1, 2, 3].map((era) => (
                <span key={era} class={view.era === era ? "era now" : "era"}>
                    <b>{"I".repeat(era)}</b>
                    {Array.from({ length: edition.era_rounds }, (_, i) => {
                        const round = (era - 1) * edition.era_rounds + i + 1;
                        return (
                            <span key={round} class={round === view.round ? "round now" : "round"}>
                                {round}
                            </span>
                        );
                    })}
                </span>
            ))}
            <span class="steps">
                {STEPS.filter((s) => props.game.words.phase.includes(s)).map((s) => (
                    <span key={s} class={s === now ? "step now" : "step"}>
                        {wordText(props.game, "phase", s)}
                    </span>
                ))}
            </span>
        </div>
    );
}

function Choice({
    moves,
    props,
    name,
    children,
    kind,
}: {
    moves: Move[];
    props: BoardProps;
    name: string;
    kind: string;
    children: ComponentChildren;
}) {
    return (
        <button
            type="button"
            class={`${kind}${moves.length ? " choice" : ""}`}
            disabled={!moves.length}
            data-place={name}
            onClick={() => props.pick(moves)}
            onMouseEnter={() => moves.length && props.point(moves[0])}
            onMouseLeave={() => props.point(null)}
        >
            {children}
        </button>
    );
}

function Offer({ props }: { props: BoardProps }) {
    const tiles = Object.entries(props.view.tile as Record<string, string>).filter(
        ([, where]) => where === "display",
    );
    const price = props.edition.price[`era_${props.view.era}`];
    return (
        <section class="panel tad-offer">
            <h3>
                {t("tadmor.page.offer")}{" "}
                <small class="soft">{t("tadmor.page.price", { n: price })}</small>
            </h3>
            <div class="cards">
                {tiles.map(([tile]) => (
                    <Choice
                        key={tile}
                        kind="tile"
                        name={`tile-${tile}`}
                        props={props}
                        moves={props.legal.filter((m) => m.tile === tile)}
                    >
                        <b>{tile.toUpperCase()}</b>
                        <span>{wordText(props.game, "tile", tile)}</span>
                    </Choice>
                ))}
            </div>
        </section>
    );
}

function Cost({ cost }: { cost: Record<string, number> }) {
    return (
        <span class="cost">
            {GOODS.flatMap((g) =>
                Array.from({ length: cost[g] }, (_, i) => (
                    <Glyph key={`${g}${i}`} id={g} size={16} />
                )),
            )}
        </span>
    );
}

function Missions({ props }: { props: BoardProps }) {
    if (props.viewer === null) return null;
    const me = props.view.player[props.viewer];
    const list: [string, string][] = [
        ...(me.hand as string[]).map((k): [string, string] => [k, "hand"]),
        ...(me.done as string[]).map((k): [string, string] => [k, "done"]),
        ...(me.flipped as string[]).map((k): [string, string] => [k, "flipped"]),
    ];
    return (
        <section class="panel tad-missions">
            <h3>{t("tadmor.page.missions")}</h3>
            <div class="cards">
                {list.map(([k, where]) => (
                    <Choice
                        key={k}
                        kind={`mission ${where}`}
                        name={`mission-${k}`}
                        props={props}
                        moves={props.legal.filter((m) => m.mission === k)}
                    >
                        <b>
                            {where === "hand" ? (
                                <Cost cost={props.edition.mission_cost[k]} />
                            ) : (
                                t(`tadmor.page.${where}`)
                            )}{" "}
                            <Glyph id="pp" size={16} /> {props.edition.mission_value[k]}
                        </b>
                        <span>{wordText(props.game, "mission", k)}</span>
                    </Choice>
                ))}
            </div>
        </section>
    );
}

export function Board(props: BoardProps) {
    return (
        <div class="tad">
            {/* Our own drawings, from the file beside this one. */}
            <div class="sheet" dangerouslySetInnerHTML={{ __html: symbols }} />
            <Calendar props={props} />
            <KingdomMap props={props} />
            <Offer props={props} />
            <Missions props={props} />
        </div>
    );
}

/** Pawns, goods, tower, temples, rare goods and improvements of a seat. */
export function SeatArea({ seat, ...props }: BoardProps & { seat: number }) {
    const p = props.view.player[seat];
    const tiles = Object.entries(props.view.tile as Record<string, string>).filter(
        ([, where]) => where === `p${seat + 1}`,
    );
    const w = (names: string, word: string) => wordText(props.game, names, word);
    const rares = Object.entries(p.rare as Record<string, number>).filter(([, n]) => n > 0);
    return (
        <div class="tad-seat" style={{ color: "var(--ink)" }}>
            <div class="line" style={{ color: `var(--seat-${seat})` }}>
                {["camel", "boat"].map((kind) => (
                    <span key={kind} title={w("kind", kind)}>
                        {Array.from({ length: p.owned[kind] }, (_, i) => (
                            <Glyph key={i} id={i < p.reserve[kind] ? kind : `${kind}o`} size={20} />
                        ))}
                    </span>
                ))}
                {props.view.first === seat && <Glyph id="first" label={t("tadmor.page.first")} />}
                {props.view.holder === seat && (
                    <Glyph id="bcard" label={t("tadmor.page.bandit_card")} />
                )}
            </div>
            <div class="line">
                {GOODS.map((g) => (
                    <span
                        key={g}
                        class={p.goods[g] + p.exchanged[g] ? "count" : "count zero"}
                        title={w("good", g)}
                    >
                        <Glyph id={g} label={w("good", g)} /> {p.goods[g]}
                        {p.exchanged[g] > 0 && <small>+{p.exchanged[g]}</small>}
                    </span>
                ))}
            </div>
            <div class="line">
                <span title={t("tadmor.page.floors")}>
                    <Glyph id="tower" label={t("tadmor.page.floors")} /> {p.tower}
                </span>
                <span>
                    <Glyph id="mission" label={t("tadmor.page.missions")} /> {p.cards}
                    {p.done.length > 0 && ` ✓${p.done.length}`}
                    {p.flipped.length > 0 && ` ↻${p.flipped.length}`}
                </span>
                {props.game.words.section.map((s) =>
                    p.temples[s] > 0 ? (
                        <span key={s} title={w("section", s)}>
                            <Glyph id="temple" label={w("section", s)} /> {w("section", s)}
                            {p.temples[s] > 1 ? ` ×${p.temples[s]}` : ""}
                        </span>
                    ) : null,
                )}
            </div>
            {rares.length > 0 && (
                <div class="line">
                    {rares.map(([r, n]) => (
                        <span key={r} title={w("rare", r)}>
                            <Glyph id={r} label={w("rare", r)} />
                            {n > 1 ? n : ""}
                        </span>
                    ))}
                </div>
            )}
            {tiles.length > 0 && (
                <ul class="owned">
                    {tiles.map(([tile]) => (
                        <li key={tile} title={w("tile", tile)}>
                            {w("tile", tile)}
                        </li>
                    ))}
                </ul>
            )}
        </div>
    );
}

/** Goods, rare goods and pawns are drawn in the log and in the list of moves. */
export function Word({ names, word, text }: { names: string; word: string; text: string }) {
    const id = ["good", "rare", "kind"].includes(names) ? symbolOf(word) : undefined;
    return id ? (
        <span class="word">
            <Glyph id={id} /> {text}
        </span>
    ) : (
        text
    );
}
