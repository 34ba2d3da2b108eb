/* A seat's own board: tower, pawns, warehouse, temple, missions, rare goods, improvements. */
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { Spot, Tally } from "../Place";
import { Glyph } from "./glyphs";
import { GOODS, PILES } from "./layout";
import { TileArt } from "./Tile";

/** The tower as it stands: a course for each floor, a darker one every five. */
function Tower({ floors, seat, card }: { floors: number; seat: number; card: number }) {
    const most = Math.max(10, Math.min(24, floors));
    const step = 70 / most;
    const y = (n: number) => 88 - step * n;
    const shown = Math.min(floors, most);
    return (
        <span class="tower" data-about="tower" data-count={`tower-${seat}`} data-n={floors}>
            <svg
                viewBox="0 0 44 96"
                role="img"
                aria-label={`${t("tadmor.page.floors")}: ${floors}`}
            >
                {[5, 10, 15, 20]
                    .filter((n) => n <= most)
                    .map((n) => (
                        <g key={n}>
                            <path d={`M4 ${y(n)}h27`} class="mark" />
                            <text x="31.500" y={y(n) + 4}>
                                {n}
                            </text>
                        </g>
                    ))}
                <path d="M2 89h32" class="soil" />
                {Array.from({ length: shown }, (_, i) => (
                    <rect
                        key={i}
                        x="8"
                        y={y(i + 1)}
                        width="20"
                        height={step}
                        class={(i + 1) % card ? (i % 2 ? "course" : "course light") : "course ring"}
                    />
                ))}
                {shown > 0 && (
                    <path d={`M6 ${y(shown)}v-7h4v3h4v-3h8v3h4v-3h4v7z`} class="course light" />
                )}
            </svg>
            <b>{floors}</b>
        </span>
    );
}

const SECTIONS = ["foundations", "colonnade", "roof", "statues"];

/** A temple with the sections it has; the others are hinted at. */
function Temple({ upTo }: { upTo: number }) {
    const on = (n: number) => (upTo >= n ? "built" : "planned");
    return (
        <svg viewBox="0 0 34 28" width="34" height="28" class="temple" aria-hidden="true">
            <path d="M2 22.500h30v4H2z" class={on(1)} />
            <path
                d="M5 12h4v10H5zM12 12h4v10h-4zM18.500 12h4v10h-4zM25 12h4v10h-4z"
                class={on(2)}
            />
            <path d="M2.500 11.500 17 4l14.500 7.500z" class={on(3)} />
            <path d="M15.500 4.500 17 1l1.500 3.500z" class={on(4)} />
        </svg>
    );
}

function Temples({ seat, props }: { seat: number; props: BoardProps }) {
    const temples: Record<string, number> = props.view.players[seat].temples;
    const list = SECTIONS.flatMap((s, i) => Array.from({ length: temples[s] }, () => i + 1));
    const names = SECTIONS.filter((s) => temples[s] > 0).map((s) =>
        wordText(props.game, "section", s),
    );
    return (
        <span
            class="temples"
            data-about="temple"
            data-place={`temple-${seat}`}
            data-state={list.join()}
        >
            <span class="hidden-text">
                {t("tadmor.page.temple")}: {names.join(", ") || t("tadmor.board.empty")}
            </span>
            {(list.length ? list : [0]).map((n, i) => (
                <Temple key={i} upTo={n} />
            ))}
        </span>
    );
}

function Improvements({ seat, props }: { seat: number; props: BoardProps }) {
    const tiles = Object.entries(props.view.tile as Record<string, string>).filter(
        ([, where]) => where === `p${seat + 1}`,
    );
    const post: Record<string, string | null> = props.view.post;
    if (!tiles.length) return null;
    return (
        <div class="owned">
            {tiles.map(([tile]) => {
                const pawn = post[tile];
                return (
                    <Spot
                        key={tile}
                        moves={props.legal.filter((m) => m.place === tile)}
                        props={props}
                        id={`tile-${tile}`}
                        state={pawn ?? ""}
                        label={wordText(props.game, "tile", tile)}
                    >
                        <TileArt tile={tile} edition={props.edition} size={16} />
                        {tile in post && (
                            <span class="stand" style={{ color: `var(--seat-${seat})` }}>
                                {pawn && (
                                    <span data-piece={`${pawn.slice(3)}-${seat}`}>
                                        <Glyph id={pawn.slice(3)} size={17} />
                                    </span>
                                )}
                            </span>
                        )}
                    </Spot>
                );
            })}
        </div>
    );
}

/** A place for each kind of rare good, once there is one. */
function Rares({ seat, props }: { seat: number; props: BoardProps }) {
    const rare: Record<string, number> = props.view.players[seat].rare;
    if (!Object.values(rare).some((n) => n > 0)) return null;
    return (
        <div class="rares" data-about="set">
            {Object.entries(PILES).flatMap(([pile, kinds]) =>
                kinds.map((r) => (
                    <span key={r} class={rare[r] ? `rare ${pile}` : "rare none"}>
                        {rare[r] > 0 && (
                            <Glyph id={r} size={13} label={wordText(props.game, "rare", r)} />
                        )}
                        {rare[r] > 1 && <b>{rare[r]}</b>}
                    </span>
                )),
            )}
        </div>
    );
}

/** Pawns in reserve in a line, for a chip. */
export function ChipArea({ seat, ...props }: BoardProps & { seat: number }) {
    const p = props.view.players[seat];
    return (
        <>
            <Glyph id="camel" size={15} /> {p.reserve.camel} <Glyph id="boat" size={15} />{" "}
            {p.reserve.boat}
        </>
    );
}

export function SeatArea({ seat, ...props }: BoardProps & { seat: number }) {
    const p = props.view.players[seat];
    const { view, edition } = props;
    const w = (names: string, word: string) => wordText(props.game, names, word);
    const limit: number = view.tile.i33 === `p${seat + 1}` ? edition.limit_large : edition.limit;
    const stored = GOODS.reduce((n, g) => n + p.goods[g] + p.exchanged[g], 0);
    return (
        <div class="tad-seat">
            <Tower floors={p.tower} seat={seat} card={edition.card_floors} />
            <div class="line pawns" style={{ color: `var(--seat-${seat})` }} data-about="pawns">
                {["camel", "boat"].map((kind) => (
                    <span key={kind} data-home={`${kind}-${seat}`}>
                        <span class="hidden-text">
                            {w("kind", kind)}: {p.reserve[kind]} / {p.owned[kind]}
                        </span>
                        {Array.from({ length: p.owned[kind] }, (_, i) => (
                            <Glyph key={i} id={i < p.reserve[kind] ? kind : `${kind}o`} size={20} />
                        ))}
                    </span>
                ))}
                {view.first === seat && (
                    <span data-about="first" data-piece="first">
                        <Glyph id="first" label={t("tadmor.page.first")} />
                    </span>
                )}
                {view.holder === seat && (
                    <span data-about="bandit_card" data-piece="bandit-card">
                        <Glyph id="bcard" label={t("tadmor.page.bandit_card")} />
                    </span>
                )}
            </div>
            <div class="line goods">
                {GOODS.map((g) => (
                    <Tally
                        key={g}
                        id={`${g}-${seat}`}
                        n={p.goods[g] + p.exchanged[g]}
                        about={`good-${g}`}
                        label={w("good", g)}
                        text={p.exchanged[g] ? `${p.goods[g]}+${p.exchanged[g]}` : undefined}
                    >
                        <Glyph id={g} size={17} />
                    </Tally>
                ))}
                <span class={stored > limit ? "limit over" : "limit"} data-about="good-wood">
                    {stored}/{limit}
                </span>
            </div>
            <div class="line">
                <Temples seat={seat} props={props} />
                <span class="missions" data-about="cards">
                    <Tally
                        id={`cards-${seat}`}
                        n={p.cards}
                        about="cards"
                        label={t("tadmor.page.missions")}
                    >
                        <Glyph id="card" />
                    </Tally>
                    {p.done.length > 0 && (
                        <span class="tally">
                            <Glyph id="mission" label={t("tadmor.page.done")} /> {p.done.length}
                        </span>
                    )}
                    {p.flipped.length > 0 && (
                        <span class="tally zero">
                            <Glyph id="mission" label={t("tadmor.page.flipped")} />{" "}
                            {p.flipped.length}
                        </span>
                    )}
                </span>
            </div>
            <Rares seat={seat} props={props} />
            <Improvements seat={seat} props={props} />
        </div>
    );
}
