/* Merv on the page. */
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { City } from "./City";
import { COLOURS, Glyph, OWNERS, symbolOf, wood } from "./glyphs";
import { Mosque } from "./Mosque";
import { Contracts, Library, Palace, Reserve, Row, Tracks, TradeMap } from "./Panels";
import symbols from "./symbols.svg?raw";
import "./merv.css";

export function Board(props: BoardProps) {
    return (
        <div class="mrv">
            {/* Our own drawings, from the file beside this one. */}
            <div class="sheet" dangerouslySetInnerHTML={{ __html: symbols }} />
            <Tracks props={props} />
            <div class="mrv-left">
                <Palace props={props} />
                <Library props={props} />
                <Reserve props={props} />
            </div>
            <section class="mrv-middle">
                <p class="when">
                    {t("merv.page.when", { year: props.view.year, round: props.view.round })}
                </p>
                <City props={props} />
            </section>
            <Mosque props={props} />
            <div class="mrv-bottom">
                <TradeMap props={props} />
                <Row props={props} />
                <Contracts props={props} />
            </div>
        </div>
    );
}

function Count({
    id,
    n,
    label,
    locked,
}: {
    id: string;
    n: number;
    label: string;
    locked?: number;
}) {
    return (
        <span class={n ? "count" : "count zero"} title={label}>
            <Glyph id={id} label={label} /> {n}
            {locked ? <small> 🔒{locked}</small> : null}
        </span>
    );
}

/** Cubes, goods, spices and pieces of a seat. */
export function SeatArea({ seat, ...props }: BoardProps & { seat: number }) {
    const owner = OWNERS[seat];
    const p = props.view.players[owner];
    const ed = props.edition;
    const w = (names: string, word: string) => wordText(props.game, names, word);
    const courtiers = Object.values(p.courtiers as Record<string, number>).reduce(
        (a, b) => a + b,
        0,
    );
    return (
        <div class="mrv-seat" style={wood(owner)}>
            <div class="counts cubes">
                {COLOURS.map((c) => (
                    <Count
                        key={c}
                        id={symbolOf("colour", c) ?? ""}
                        n={p.cubes[c]}
                        label={w("colour", c)}
                    />
                ))}
            </div>
            <div class="counts">
                <Count id="camel" n={p.camels} label={t("merv.page.camel")} />
                <Count
                    id="scroll"
                    n={p.scrolls}
                    locked={p.scrolls_locked}
                    label={t("merv.page.scrolls")}
                />
                <Count
                    id="common"
                    n={p.common}
                    locked={p.common_locked}
                    label={w("goods", "common")}
                />
                <Count id="rare" n={p.rare} locked={p.rare_locked} label={w("goods", "rare")} />
            </div>
            <div class="counts">
                {props.game.words.spice.map((s) => (
                    <Count
                        key={s}
                        id={symbolOf("spice", s) ?? ""}
                        n={p.cards[s]}
                        label={w("spice", s)}
                    />
                ))}
            </div>
            <div class="counts">
                <Count
                    id="house"
                    n={ed.buildings - p.sites.length}
                    label={t("merv.page.buildings_left")}
                />
                <Count
                    id="servant"
                    n={ed.servants - p.soldiers.length - courtiers}
                    label={t("merv.page.servants_left")}
                />
                {p.tile && (
                    <Glyph id={symbolOf("action", p.tile) ?? ""} label={w("action", p.tile)} />
                )}
            </div>
        </div>
    );
}

/** Cubes, actions, spices and gains are drawn in the log and in the list of moves. */
export function Word({ names, word, text }: { names: string; word: string; text: string }) {
    const id = symbolOf(names, word);
    return id ? (
        <span class="word">
            <Glyph id={id} /> {text}
        </span>
    ) : (
        text
    );
}
