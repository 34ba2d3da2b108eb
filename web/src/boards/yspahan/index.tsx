/* Yspahan on the page. */
import { t, wordText } from "../../core/text";
import type { Move } from "../../core/types";
import type { BoardProps } from "../board";
import { City } from "./City";
import { Hand } from "./Hand";
import { Inline } from "./Piece";
import symbols from "./symbols.svg?raw";
import { Tower } from "./Tower";
import "./yspahan.css";

const BUILDINGS = ["paddock", "booth", "hammam", "caravanserai", "bazaar", "hoist"];

function Calendar({ props }: { props: BoardProps }) {
    return (
        <p class="ysp-calendar">
            {t("yspahan.board.date", {
                week: props.view.week,
                weeks: props.edition.weeks,
                day: props.view.day,
                days: props.edition.days,
            })}
        </p>
    );
}

export function Board(props: BoardProps) {
    const values = props.game.words.souk.map((s) => props.edition.souks[s].value as number);
    return (
        <div class="ysp">
            {/* Our own drawings, from the file beside this one. */}
            <div class="sheet" dangerouslySetInnerHTML={{ __html: symbols }} />
            <Calendar props={props} />
            <City props={props} values={values} />
            <div class="ysp-strip">
                <Tower props={props} />
                <Hand props={props} />
            </div>
        </div>
    );
}

/** Gold, camels, cards and buildings of a seat. */
export function SeatArea({ seat, ...props }: BoardProps & { seat: number }) {
    const p = props.view.players[seat];
    const first = props.view.order[0] === seat;
    return (
        <div class="ysp-seat">
            <div class="stock">
                <span>
                    <Inline id="g-camel" wide label={t("yspahan.board.camels")} /> {p.camels}
                </span>
                <span>
                    <Inline id="g-gold" label={t("yspahan.board.gold")} /> {p.gold}
                </span>
                <span>
                    <Inline id="g-card" label={t("yspahan.board.cards")} /> {p.cards}
                </span>
                {first && <Inline id="g-first" label={t("yspahan.page.first")} />}
            </div>
            <div class="buildings">
                {BUILDINGS.map((b, i) => {
                    const built = p.buildings.includes(b);
                    const moves: Move[] =
                        seat === props.position.actor
                            ? props.legal.filter((m) => m.building === b && !built)
                            : [];
                    return (
                        <button
                            type="button"
                            key={b}
                            data-building={b}
                            class={`building${built ? " built" : ""}${moves.length ? " choice" : ""}`}
                            disabled={!moves.length}
                            title={wordText(props.game, "building", b)}
                            aria-label={wordText(props.game, "building", b)}
                            onClick={() => props.pick(moves)}
                        >
                            <svg viewBox="0 0 32 32" aria-hidden="true">
                                <use href={`#ysp-b${i}`} width="32" height="32" />
                            </svg>
                        </button>
                    );
                })}
            </div>
        </div>
    );
}
