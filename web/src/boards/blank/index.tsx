/* The template game on the page: a market, the deck, the viewer's cards. Small, but with one of
 * everything a board needs: places to choose, things to ask about, pieces that fly. */
import { t, wordText } from "../../core/text";
import type { About, BoardProps } from "../board";
import { Spot, Tally } from "../Place";
import "./blank.css";

export const loud = ["end"];
export const dates = ["round"];

const say = (word: string) => t(`blank.board.${word}`);

/** The round, in the bar above the table. */
export function Bar({ view, edition }: BoardProps) {
    return (
        <b class="blank-round" data-about="round">
            {say("round")} {view.round} / {edition.rounds}
        </b>
    );
}

function Market(props: BoardProps) {
    const { game, view, edition } = props;
    return (
        <table class="panel blank-market">
            <thead>
                <tr>
                    <th />
                    <th>{say("points")}</th>
                    <th>{say("sold")}</th>
                </tr>
            </thead>
            <tbody>
                {game.words.ware.map((ware) => (
                    <tr key={ware} data-about={`ware-${ware}`} data-home={`ware-${ware}`}>
                        <th scope="row">{wordText(game, "ware", ware)}</th>
                        <td>{edition.price[ware]}</td>
                        <td>
                            <Tally
                                id={`sold-${ware}`}
                                n={view.sold[ware]}
                                about={`ware-${ware}`}
                                label={say("sold")}
                            />
                        </td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Hand(props: BoardProps) {
    const { game, view, viewer, legal } = props;
    const hand: Record<string, number> = viewer === null ? {} : view.players[viewer].hand;
    return (
        <div class="panel blank-hand">
            <h2>{say("hand")}</h2>
            {game.words.ware
                .filter((ware) => hand[ware] > 0)
                .map((ware) => (
                    <Spot
                        key={ware}
                        moves={legal.filter((m) => m.verb === "sell" && m.ware === ware)}
                        props={props}
                        id={`card-${ware}`}
                        about={`ware-${ware}`}
                        state={hand[ware]}
                        class="blank-card"
                    >
                        <b>{wordText(game, "ware", ware)}</b> × {hand[ware]}
                    </Spot>
                ))}
        </div>
    );
}

export function Board(props: BoardProps) {
    return (
        <div class="blank-board">
            <Market {...props} />
            <Spot
                moves={props.legal.filter((m) => m.verb === "take")}
                props={props}
                id="deck"
                state={props.view.deck_count}
                class="panel blank-deck"
            >
                <b>{say("deck")}</b> {props.view.deck_count}
            </Spot>
            <Hand {...props} />
        </div>
    );
}

/** How many cards a seat holds. */
export function SeatArea({ seat, view }: BoardProps & { seat: number }) {
    return (
        <Tally
            id={`hand-${seat}`}
            n={view.players[seat].hand_count}
            about="hand"
            label={say("hand")}
            text={`${say("hand")} ${view.players[seat].hand_count}`}
        />
    );
}

export function about(id: string, { game, edition }: BoardProps): About | null {
    const [kind, what] = id.split("-");
    const text = (key: string, args: Record<string, number> = {}) => t(`blank.about.${key}`, args);
    switch (kind) {
        case "ware":
            return {
                title: wordText(game, "ware", what),
                text: text("ware", { n: edition.price[what], copies: edition.copies[what] }),
                rule: "2.1",
            };
        case "deck":
            return { title: say("deck"), text: text("deck"), rule: "2.1" };
        case "hand":
            return { title: say("hand"), text: text("hand"), rule: "4.1" };
        case "round":
            return { title: say("round"), text: text("round", { n: edition.rounds }), rule: "2.3" };
    }
    return null;
}
