/* Caravans on the page. */
import type { ComponentChildren } from "preact";
import { Emblem, EmblemMark } from "../../art/emblems";
import { narrow } from "../../core/settings";
import { seatName, t, wordText } from "../../core/text";
import type { Move } from "../../core/types";
import { type BoardProps, byVerb, type MoveGroup } from "../board";
import { Spot } from "../Place";
import { KINDS, printed } from "./hex";
import { CaravanMap, letter } from "./Map";
import { InlineToken, Sign, TileDrawing } from "./Piece";
import symbols from "./symbols.svg?raw";
import "./caravans.css";

export { about } from "./about";
export { brief, drawing, progress, sign, sounds, spot, ties, unit, when } from "./brief";
export { guide } from "./guide";
export { rite } from "./rite";

export const loud = ["complete", "expertise", "invest", "win", "accept"];
export const dates = ["round"];

/** The round, and how many actions are left in the turn. */
export function Bar(props: BoardProps) {
    const { view, edition } = props;
    const n: number = edition.actions_per_turn;
    return (
        <div class="car-bar" data-about="round">
            <b>
                {view.round
                    ? t("caravans.board.round", { n: view.round })
                    : t("caravans.board.first")}
            </b>
            {view.round > 0 && (
                <span class="dots">
                    <span class="hidden-text">
                        {t("caravans.page.actions", { n: view.actions })}
                    </span>
                    {Array.from({ length: n }, (_, i) => (
                        <u key={i} class={i < n - view.actions ? "past" : ""} />
                    ))}
                </span>
            )}
        </div>
    );
}

/** By the influence of the first. */
export function far({ view, edition }: Pick<BoardProps, "view" | "edition">): number {
    const all = (view.players as { influence: number }[]).map((p) => p.influence);
    return Math.min(1, Math.max(0, ...all) / edition.win_influence);
}

/** The race: everybody's influence on the way to the goal. */
function Race({ props }: { props: BoardProps }) {
    const goal: number = props.edition.win_influence;
    const at = (n: number) => 24 + (752 * Math.min(n, goal)) / goal;
    const runners = (props.view.players as { influence: number }[]).slice(0, props.view.seats);
    return (
        <svg
            class="car-race"
            viewBox="0 0 800 56"
            role="img"
            aria-label={t("caravans.board.influence")}
            data-about="race"
        >
            <path d={`M${at(0)} 42H${at(goal)}`} class="road" />
            {Array.from({ length: goal + 1 }, (_, i) => (
                <g key={i} class={i === goal ? "stop goal" : "stop"}>
                    <circle cx={at(i)} cy="42" r={i === goal ? 13 : 10} />
                    <text x={at(i)} y="46.500">
                        {i}
                    </text>
                </g>
            ))}
            {runners.map((p, seat, all) => {
                const same = all.flatMap((o, i) => (o.influence === p.influence ? [i] : []));
                // Who stand together stand side by side, all of them on the paper.
                const half = ((same.length - 1) / 2) * 15;
                const centre = Math.min(Math.max(at(p.influence), half + 13), 787 - half);
                const x = centre + same.indexOf(seat) * 15 - half;
                return (
                    <g key={seat} data-place={`influence-${p.influence}`}>
                        <g
                            class="runner"
                            data-piece={`runner-${seat}`}
                            style={{ color: `var(--seat-${seat})` }}
                        >
                            <path d={`M${x - 5} 24h10l-5 7Z`} fill="currentColor" />
                            <circle cx={x} cy="15" r="11" fill="currentColor" />
                            <g style={{ color: "#fff8ea" }}>
                                <EmblemMark seat={seat} x={x - 8} y={7} size={16} />
                            </g>
                        </g>
                    </g>
                );
            })}
        </svg>
    );
}

/** What is left in the regions. */
function Stacks({ props }: { props: BoardProps }) {
    return (
        <ul class="stacks" aria-label={t("caravans.page.tiles_left")}>
            {Object.entries(props.view.stacks as Record<string, { size: number }>).map(
                ([name, s]) => {
                    const region = Number(name.slice(-1));
                    return (
                        <li key={name} class={`stack q${region}`} data-about={`stack-${name}`}>
                            <svg viewBox="0 0 60 62" aria-hidden="true">
                                {[32, 29, 26].map((y) => (
                                    <path
                                        key={y}
                                        transform={`translate(30 ${y})`}
                                        d="M0 0V14.500L-12.600 21.800-25.100 14.500V0L-12.600-7.300ZM12.600-21.800V-7.300L0 0-12.600-7.300V-21.800L0-29ZM25.100 0V14.500L12.600 21.800 0 14.500V0L12.600-7.300Z"
                                    />
                                ))}
                                <Sign region={region} x={30} y={26} r={4.2} />
                            </svg>
                            <b>{s.size}</b>
                            <span class="hidden-text">{wordText(props.game, "region", name)}</span>
                        </li>
                    );
                },
            )}
        </ul>
    );
}

/** Drawn tiles to choose from. */
function Drawn({ props }: { props: BoardProps }) {
    const drawn = (props.view.drawn as string[]).slice(0, props.view.drawn_count);
    if (!drawn.length || props.view.taken) return null;
    return (
        <div class="drawn-tiles">
            {drawn.map((tile) => (
                <Spot
                    key={tile}
                    moves={props.legal.filter((m) => m.verb === "tile" && m.tile === tile)}
                    props={props}
                    id={`tile-${tile}`}
                    about="tile"
                    label={t("caravans.page.take_tile")}
                >
                    <TileDrawing {...printed(props.edition, tile)} />
                </Spot>
            ))}
        </div>
    );
}

/** Units as a row of tokens. */
function Units({ counts }: { counts: Record<string, number> }) {
    const list = KINDS.filter((k) => counts[k] > 0);
    if (!list.length) return <span class="soft">{t("caravans.page.nothing")}</span>;
    return (
        <>
            {list.map((k) => (
                <span key={k} class="unit">
                    {counts[k]} <InlineToken kind={k} />
                </span>
            ))}
        </>
    );
}

/** Buttons for the moves without arguments that belong to a dialogue. */
function Answers({ verbs, props }: { verbs: string[]; props: BoardProps }) {
    return (
        <span class="answers">
            {props.legal
                .filter((m) => verbs.includes(m.verb))
                .map((m) => (
                    <Spot
                        key={m.move}
                        moves={[m]}
                        props={props}
                        id={`answer-${m.verb}`}
                        about="offer"
                    >
                        {t(`caravans.move.${m.verb}`)}
                    </Spot>
                ))}
        </span>
    );
}

/** An offer between two caravans: what each would give. */
function Offer({ props }: { props: BoardProps }) {
    const { view, game, seats } = props;
    if (view.partner === null || !["give", "ask", "reply"].includes(view.phase)) return null;
    const sides = [
        { seat: Number(view.active), units: view.give },
        { seat: Number(view.partner), units: view.want },
    ];
    return (
        <section class="panel car-offer" data-about="offer" aria-live="polite">
            {sides.map(({ seat, units }, i) => (
                <div key={seat} class="party">
                    {i > 0 && (
                        <span class="swap" aria-hidden="true">
                            ⇄
                        </span>
                    )}
                    <Emblem seat={seat} size={26} />
                    <span>{t("caravans.page.gives", { name: seatName(game, seats, seat) })}</span>
                    <Units counts={units} />
                </div>
            ))}
            <Answers verbs={["next", "send", "withdraw", "accept", "decline"]} props={props} />
        </section>
    );
}

/** An investment under way: the bribe, and what is put in. */
function Investment({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    if (!["bribe", "stake"].includes(view.phase)) return null;
    const stake: string[] = view.stake;
    const sum = stake.reduce((n, k) => n + edition.values[edition.classes[k]], 0);
    return (
        <section class="panel car-offer" data-about="invest" aria-live="polite">
            <div class="party">
                <b>{t("caravans.page.bribe")}</b> <Units counts={view.bribe} />
            </div>
            <div class="party">
                <b>{t("caravans.page.puts_in")}</b>
                <Units counts={Object.fromEntries(stake.map((k) => [k, 1]))} />
                {sum > 0 && <strong>+{sum}</strong>}
            </div>
            <Answers verbs={["finish"]} props={props} />
        </section>
    );
}

function Legend({ props }: { props: BoardProps }) {
    return (
        <ul class="car-legend" aria-hidden="true">
            {KINDS.slice(1).map((k) => (
                <li key={k} data-about={`kind-${k}`}>
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                        <use
                            href={`#car-g${KINDS.indexOf(k)}`}
                            class={`k${KINDS.indexOf(k)}`}
                            width="24"
                            height="24"
                        />
                    </svg>
                    {wordText(props.game, "kind", k)}
                </li>
            ))}
        </ul>
    );
}

export function Board(props: BoardProps) {
    const mine = props.viewer;
    return (
        <div class="car">
            {/* Our own drawings, from the file beside this one. */}
            <div class="sheet" dangerouslySetInnerHTML={{ __html: symbols }} />
            <Race props={props} />
            <Offer props={props} />
            <Investment props={props} />
            {narrow.value && mine !== null && props.legal.some((m) => m.kind) && (
                <Caravan seat={chosenFrom(props) ?? mine} props={props} />
            )}
            <div class="car-middle">
                <CaravanMap props={props} />
                <Drawn props={props} />
            </div>
            <div class="car-foot">
                <Stacks props={props} />
                <Legend props={props} />
            </div>
        </div>
    );
}

/** Whose units are chosen from: what is asked for lies in the partner's caravan. */
const chosenFrom = (props: BoardProps): number | null =>
    props.view.phase === "ask" ? props.view.partner : props.position.actor;

/** What a caravan carries: a token for each unit and a place for each it may keep. */
function Caravan({ seat, props }: { seat: number; props: BoardProps }) {
    const counts: Record<string, number> = props.view.players[seat].units;
    const total = KINDS.reduce((n, k) => n + counts[k], 0);
    const room: number = props.edition.caravan_max;
    const single = total <= room + 2;
    const active = seat === chosenFrom(props);
    const list = KINDS.filter((k) => counts[k] > 0).flatMap((k) =>
        single
            ? Array.from({ length: counts[k] }, (_, i) => ({ k, i, n: 1 }))
            : [{ k, i: 0, n: counts[k] }],
    );
    return (
        <div class="units">
            <span class="hidden-text">{t("caravans.page.units")}: </span>
            {list.map(({ k, i, n }) => (
                <Spot
                    key={`${k}${i}`}
                    moves={
                        active
                            ? props.legal.filter((m) => m.kind === k && m.from === undefined)
                            : []
                    }
                    props={props}
                    id={`unit-${seat}-${k}-${i}`}
                    about={`kind-${k}`}
                    class="unit"
                    label={`${wordText(props.game, "kind", k)}${n > 1 ? ` ${n}` : ""}`}
                >
                    <InlineToken kind={k} />
                    {n > 1 && <b>{n}</b>}
                </Spot>
            ))}
            {Array.from({ length: single ? Math.max(0, room - total) : 0 }, (_, i) => (
                <span key={i} class="unit empty" data-about="kind-ecu" />
            ))}
        </div>
    );
}

/** What a caravan carries in a line, for a chip. */
export function ChipArea({ seat, ...props }: BoardProps & { seat: number }) {
    const counts: Record<string, number> = props.view.players[seat].units;
    return (
        <>
            {KINDS.flatMap((k) =>
                Array.from({ length: counts[k] }, (_, i) => <InlineToken key={k + i} kind={k} />),
            )}
        </>
    );
}

function Fact({
    about,
    name,
    children,
}: {
    about: string;
    name: string;
    children: ComponentChildren;
}) {
    return (
        <div data-about={about}>
            <dt>{name}</dt>
            <dd>{children}</dd>
        </div>
    );
}

/** Units of a caravan, expertises, own-city trades and cities left. */
export function SeatArea({ seat, ...props }: BoardProps & { seat: number }) {
    const p = props.view.players[seat];
    const cities: number = props.edition.cities_per_player;
    return (
        <div class="car-seat">
            <Caravan seat={seat} props={props} />
            <dl class="facts">
                <Fact about="expertise" name={t("caravans.page.expertise")}>
                    {p.expertise.length
                        ? p.expertise.map((k: string) => (
                              <InlineToken
                                  key={k}
                                  kind={k}
                                  label={wordText(props.game, "kind", k)}
                              />
                          ))
                        : "–"}
                </Fact>
                <Fact about="own_trades" name={t("caravans.page.own_trades")}>
                    {p.own_trades}
                </Fact>
                <Fact about="cities_left" name={t("caravans.page.cities_left")}>
                    <span class="hidden-text">{p.cities}</span>
                    <span class="towns" aria-hidden="true">
                        {Array.from({ length: cities }, (_, i) => (
                            <svg
                                key={i}
                                viewBox="0 0 16 14"
                                class={i < p.cities ? "" : "gone"}
                                aria-hidden="true"
                            >
                                <path d="M1 13V6.500L4.500 3 8 6.500 11.500 3 15 6.500V13Z" />
                            </svg>
                        ))}
                    </span>
                </Fact>
            </dl>
        </div>
    );
}

/** Steps, spots, turns and units as chips; the rest as sentences. */
export function groups(moves: Move[], props: BoardProps): MoveGroup[] {
    const spots = props.legal.filter((m) => m.verb === "spot");
    const arrows: Record<string, string> = { e: "→", se: "↘", sw: "↙", w: "←", nw: "↖", ne: "↗" };
    const kinds = ["pick", "give", "ask", "bribe", "stake", "drop", "produce"];
    return byVerb(moves).map((g): MoveGroup => {
        if (g.key === "spot")
            return {
                ...g,
                short: (m) => letter(spots.indexOf(m)),
                say: (m) => t("caravans.page.spot", { letter: letter(spots.indexOf(m)) }),
            };
        if (g.key === "move")
            return {
                ...g,
                short: (m) =>
                    `${arrows[String(m.dir)]} ${wordText(props.game, "dir", String(m.dir))}`,
            };
        if (g.key === "turn")
            return {
                ...g,
                short: (m) => (
                    <TileDrawing
                        {...printed(props.edition, props.view.taken)}
                        turn={Number(m.turn)}
                    />
                ),
            };
        if (g.key === "tile")
            return {
                ...g,
                short: (m) => <TileDrawing {...printed(props.edition, String(m.tile))} />,
            };
        if (kinds.includes(g.key))
            return {
                ...g,
                title: t(`caravans.ask.${props.position.decision}`),
                short: (m) => (
                    <>
                        <InlineToken kind={String(m.kind)} />{" "}
                        {wordText(props.game, "kind", String(m.kind))}
                    </>
                ),
            };
        return g;
    });
}

/** Tiles by what is printed on them. */
export function name(names: string, word: string, props: BoardProps): string | null {
    if (names !== "tile") return null;
    const { kinds } = printed(props.edition, word);
    return kinds.map((k) => wordText(props.game, "kind", k)).join(", ");
}

/** Resources are drawn in the log and in the list of moves. */
export function Word({ names, word, text }: { names: string; word: string; text: string }) {
    if (names !== "kind") return <>{text}</>;
    return (
        <span class="word">
            <InlineToken kind={word} /> {text}
        </span>
    );
}

/** The last steps of influence. */
export function aim(seat: number, { view, edition }: BoardProps): string | null {
    const left: number = edition.win_influence - view.players[seat].influence;
    return left > 0 && left <= 5 ? t("caravans.page.aim_goal", { n: left }) : null;
}
