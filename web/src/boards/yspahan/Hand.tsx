/* The viewer's cards; a card that can be played now glows. */
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";

const ART: Record<string, string[]> = {
    three_camels: ["g-camel", "g-camel", "g-camel"],
    three_gold: ["g-gold", "g-gold", "g-gold"],
    build_no_camel: ["b3", "g-gold"],
    build_no_gold: ["b3", "g-camel"],
    load_caravan: ["g-chest", "g-camel"],
    place_good: ["g-bag", "g-vase"],
    gold_to_vp: ["g-gold", "g-vp"],
    camels_to_vp: ["g-camel", "g-vp"],
    exchange: ["g-camel", "g-gold"],
};

export function CardArt({ kind }: { kind: string }) {
    return (
        <svg viewBox="0 0 104 60" class="card-art" aria-hidden="true">
            {(ART[kind] ?? []).map((id, i, all) => (
                <use
                    key={i}
                    href={`#ysp-${id}`}
                    x={52 - all.length * 16 + i * 32}
                    y="14"
                    width="32"
                    height="32"
                    style={{ color: "var(--ink)" }}
                />
            ))}
        </svg>
    );
}

export function Hand({ props }: { props: BoardProps }) {
    const { view, viewer } = props;
    const cards: string[] = viewer === null ? [] : view.players[viewer].hand;
    return (
        <div class="panel ysp-hand">
            <div class="hand-head">
                <h2>{t("yspahan.board.hand")}</h2>
                <span class="soft">
                    {t("yspahan.board.deck")} {deckSize(props)} · {t("yspahan.board.discard")}{" "}
                    {sum(view.discard)}
                </span>
            </div>
            <div class="cards">
                {cards.map((kind, i) => {
                    const moves = props.legal.filter((m) => m.verb === `play_${kind}`);
                    return (
                        <button
                            type="button"
                            key={`${kind}${i}`}
                            class={moves.length ? "card choice" : "card"}
                            data-card={kind}
                            disabled={!moves.length}
                            onClick={() => props.pick(moves)}
                        >
                            <CardArt kind={kind} />
                            <b>{wordText(props.game, "card", kind)}</b>
                        </button>
                    );
                })}
            </div>
        </div>
    );
}

function sum(counts: Record<string, number>): number {
    return Object.values(counts).reduce((a, b) => a + b, 0);
}

/** All cards less those in hands and on the pile: the deck itself is hidden. */
function deckSize({ view, edition }: BoardProps): number {
    const held = view.players.reduce((n: number, p: { cards: number }) => n + p.cards, 0);
    return sum(edition.copies) - held - sum(view.discard);
}
