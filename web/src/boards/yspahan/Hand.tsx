/* The viewer's cards; a card that can be played now glows. */
import type { ComponentChildren } from "preact";
import { CardBack, star } from "../../art/ornaments";
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { Spot } from "../Place";

/** Drawings on a card: symbol, left, top, width, height. */
type Art = [string, number, number, number, number?];

const ART: Record<string, Art[]> = {
    three_camels: [
        ["g-camel", 28, 14, 48, 38],
        ["g-camel", 6, 56, 46, 36],
        ["g-camel", 52, 56, 46, 36],
    ],
    three_gold: [
        ["g-gold", 32, 15, 40],
        ["g-gold", 11, 53, 40],
        ["g-gold", 53, 53, 40],
    ],
    build_no_camel: [
        ["b3", 20, 10, 64],
        ["g-gold", 21, 76, 23],
        ["g-camel", 54, 77, 30, 24],
    ],
    build_no_gold: [
        ["b3", 20, 10, 64],
        ["g-camel", 17, 77, 30, 24],
        ["g-gold", 58, 76, 23],
    ],
    load_caravan: [["g-camel", 13, 38, 76, 60]],
    place_good: [["g-bag", 14, 56, 36]],
    gold_to_vp: [
        ["g-gold", 14, 36, 34],
        ["g-vp", 60, 34, 34],
    ],
    camels_to_vp: [
        ["g-camel", 8, 36, 44, 35],
        ["g-vp", 64, 18, 28],
        ["g-vp", 64, 54, 28],
    ],
    exchange: [
        ["g-camel", 8, 18, 46, 37],
        ["g-gold", 56, 56, 36],
    ],
};

/** What glyphs alone do not say: arrows, a crossed-out price, the good that is meant. */
const STROKES: Record<string, ComponentChildren> = {
    build_no_camel: <path d="M54 100 84 76" class="strike" />,
    build_no_gold: <path d="M56 100 84 74" class="strike" />,
    load_caravan: <path d="M78 20v18M71.500 32l6.500 7 6.500-7" class="arrow" />,
    place_good: (
        <path
            d="M72 20v30M65 43l7 8 7-8M56 96V76c0-9 8-13 16-18 8 5 16 9 16 18v20Z"
            class="arrow"
        />
    ),
    gold_to_vp: <path d="M48 53h9M53 48l5 5-5 5" class="arrow" />,
    camels_to_vp: <path d="M52 53h9M57 48l5 5-5 5" class="arrow" />,
    exchange: <path d="M62 24h16v16M72 34l6 7 6-7M42 80H26V64M32 70l-6-7-6 7" class="arrow" />,
};

export function CardArt({ kind }: { kind: string }) {
    return (
        <svg viewBox="0 0 104 112" class="card-art" aria-hidden="true">
            <rect x="3" y="3" width="98" height="106" rx="6" class="inlay" />
            {[10, 94].flatMap((cx) =>
                [10, 102].map((cy) => (
                    <polygon key={`${cx},${cy}`} points={star(cx, cy, 5, 0.5)} class="tip" />
                )),
            )}
            {ART[kind]?.map(([id, x, y, w, h], i) => (
                <use key={i} href={`#ysp-${id}`} x={x} y={y} width={w} height={h ?? w} />
            ))}
            {STROKES[kind]}
        </svg>
    );
}

function Pile({ n, about, children }: { n: number; about: string; children: ComponentChildren }) {
    return (
        <span class="pile" data-about={about} data-home={about === "deck" ? "card" : undefined}>
            {children}
            <small>
                {t(`yspahan.board.${about}`)} <b>{n}</b>
            </small>
        </span>
    );
}

export function Hand({ props }: { props: BoardProps }) {
    const { view, viewer } = props;
    const cards: string[] = viewer === null ? [] : view.players[viewer].hand;
    const gone = Object.entries(view.discard as Record<string, number>).filter(([, n]) => n > 0);
    return (
        <div class="panel ysp-hand">
            <h2>{t("yspahan.board.hand")}</h2>
            <div class="cards">
                {!cards.length && (
                    <p class="soft none">
                        {t(viewer === null ? "yspahan.page.not_yours" : "yspahan.page.no_cards")}
                    </p>
                )}
                {cards.map((kind, i) => (
                    <Spot
                        key={`${kind}${i}`}
                        moves={props.legal.filter(
                            (m) =>
                                m.verb === `play_${kind}` ||
                                m.boost === kind ||
                                m.discount === kind,
                        )}
                        props={props}
                        id={`card-${i}`}
                        about={`card-${kind}`}
                        class="card"
                    >
                        <CardArt kind={kind} />
                        <b>{wordText(props.game, "card", kind)}</b>
                    </Spot>
                ))}
            </div>
            <div class="piles">
                <Pile n={deckSize(props)} about="deck">
                    <CardBack />
                </Pile>
                <Pile n={sum(view.discard)} about="discard">
                    {gone.length > 0 ? (
                        <span class="top">
                            <CardArt kind={gone[gone.length - 1][0]} />
                        </span>
                    ) : (
                        <span class="top" />
                    )}
                </Pile>
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
