/* The map of the kingdom: seven regions with their spaces, the pawns on them, the bandits and the
 * piles of rare goods. */
import { phone } from "../../core/settings";
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { Pan } from "../Pan";
import { Place } from "../Place";
import { Draw, EMBLEMS, symbolOf } from "./glyphs";
import wideLand from "./land.svg?raw";
import tallLand from "./land-tall.svg?raw";
import { GOODS, type Layout, PILES, TALL, WIDE } from "./layout";

export interface Side {
    action: Record<string, string>;
    region: Record<string, string | null>;
    shape: Record<string, string>;
}

export function sideOf(props: BoardProps): Side {
    return props.view.seats === 2 ? props.edition.board2 : props.edition.board4;
}

/** How much a resource or gift space gives in the present era. */
export function amount(props: BoardProps, action: string, shape: string): number | null {
    const era = `era_${props.view.era}`;
    const by = shape === "boat" ? "boat" : "camel";
    if (action === "gift") return props.edition[`gift_${by}`][era];
    if (!GOODS.includes(action)) return null;
    return props.edition[`${by}_${action === "wood" || action === "stone" ? "base" : "superior"}`][
        era
    ];
}

/** What a space does, drawn: a glyph and what stands beside it. */
function mark(props: BoardProps, action: string, shape: string): { glyph: string; text: string } {
    const n = amount(props, action, shape);
    const glyph = symbolOf(action) ?? "eight";
    if (n !== null) return { glyph, text: String(n) };
    if (action.startsWith("improve")) return { glyph, text: action.slice(-1) };
    if (action.startsWith("rare")) {
        const pile = action.slice(5);
        return {
            glyph: props.view.top[pile] ?? "rare",
            text: String(props.edition.rare_price[pile]),
        };
    }
    const extra: Record<string, string> = {
        floors: "+",
        series: "+2",
        caravan: "+1",
        shipyard: "+1",
        market_up: "↑",
        market: "↕",
        traitor: `−${props.edition.traitor[`era_${props.view.era}`]}`,
    };
    return { glyph, text: extra[action] ?? "" };
}

function Pawn({ pawn, x, y, ghost }: { pawn: string; x: number; y: number; ghost?: boolean }) {
    const seat = Number(pawn[1]) - 1;
    const kind = pawn.slice(3);
    return (
        <g
            style={{ color: `var(--seat-${seat})` }}
            pointer-events="none"
            class={ghost ? "pawn ghost" : "pawn"}
            data-piece={ghost ? undefined : `${kind}-${seat}`}
        >
            <Draw id={kind} x={x - 23} y={y - 24} w={46} h={42} />
            <circle
                cx={kind === "boat" ? x : x - 4}
                cy={kind === "boat" ? y - 9 : y - 3}
                r="8.500"
            />
            <Draw
                id={EMBLEMS[seat]}
                x={(kind === "boat" ? x : x - 4) - 6}
                y={(kind === "boat" ? y - 9 : y - 3) - 6}
                w={12}
            />
        </g>
    );
}

/** Under a pawn its space is still known. */
function Badge({ x, y, glyph, text }: { x: number; y: number; glyph: string; text: string }) {
    const w = text ? 30 : 19;
    return (
        <g pointer-events="none" class="badge" aria-hidden="true">
            <rect x={x - 4} y={y + 6} width={w} height="17" rx="8.500" />
            <Draw id={glyph} x={x - 1} y={y + 8} w={13} />
            {text && (
                <text x={x + 18.5} y={y + 18.5}>
                    {text}
                </text>
            )}
        </g>
    );
}

/** What an empty space shows: a glyph, a number beside or inside it, what is paid. */
function Face(o: {
    x: number;
    y: number;
    glyph: string;
    text: string;
    shape: string;
    inside: boolean;
    pays: string | null;
}) {
    const { x, y, text } = o;
    const round = o.shape === "camel";
    const alone = !text || o.inside;
    const [left, size] = alone ? [14, 28] : o.pays ? [31, 25] : round ? [20, 21] : [25, 28];
    const beside = o.inside ? 0 : o.pays ? 2 : round ? 11 : 16;
    return (
        <g class="face-up" aria-hidden="true">
            <Draw id={o.glyph} x={x - left} y={y - size / 2} w={size} />
            {text && (
                <text
                    x={x + beside}
                    y={y + 6.5}
                    class={o.inside ? "space-number inside" : "space-number"}
                >
                    {text}
                </text>
            )}
            {o.pays && <Draw id={o.pays} x={x + 9} y={y - 9} w={18} />}
        </g>
    );
}

function Space({
    name,
    side,
    props,
    map,
}: {
    name: string;
    side: Side;
    props: BoardProps;
    map: Layout;
}) {
    const action = side.action[name];
    const shape = side.shape[name];
    const [x, y] = map.at[name];
    const pawn: string | null = props.view.board[name];
    const moves = props.legal.filter((m) => m.place === name || m.own === name || m.other === name);
    const { glyph, text } = mark(props, action, shape);
    const inside = action.startsWith("improve");
    const rare = action.startsWith("rare");
    const pays: string = props.edition.rare_good[action.slice(5)];
    const [bw, bh] = map.boat;
    const what = wordText(props.game, "action", action);
    const label = `${wordText(props.game, "place", name)}: ${what}${text ? ` ${text}` : ""}`;
    const { pointed, position } = props;
    const coming =
        pointed?.place === name && !pawn && (pointed.verb === "camel" || pointed.verb === "boat")
            ? `p${(position.actor ?? 0) + 1}_${pointed.verb}`
            : null;
    const shown = pawn ?? coming;
    return (
        <Place moves={moves} props={props} id={`space-${name}`} state={pawn} label={label}>
            {shape === "camel" ? (
                <circle cx={x} cy={y} r={map.camel} class="space" />
            ) : (
                <rect
                    x={x - bw}
                    y={y - bh}
                    width={2 * bw}
                    height={2 * bh}
                    rx={shape === "either" ? 20 : 7}
                    class="space"
                />
            )}
            {!shown && <Face {...{ x, y, glyph, text, shape, inside }} pays={rare ? pays : null} />}
            {shown && <Pawn pawn={shown} x={x} y={y} ghost={shown === coming} />}
            {shown && <Badge x={x} y={y} glyph={glyph} text={text} />}
        </Place>
    );
}

/** Names under the spaces, for what a glyph alone does not say. */
function Names({ side, props, map }: { side: Side; props: BoardProps; map: Layout }) {
    const named = Object.keys(side.action).filter(
        (s) => side.action[s] !== "none" && amount(props, side.action[s], side.shape[s]) === null,
    );
    return (
        <g aria-hidden="true">
            {named.map((s) => (
                <text key={s} x={map.at[s][0]} y={map.at[s][1] + 38} class="space-name">
                    {wordText(props.game, "action", side.action[s]).replace(/ [1-4↑↕]$/, "")}
                </text>
            ))}
        </g>
    );
}

/** The outline of a region, for what concerns all of it. */
function Outline({ region, map, mood }: { region: string; map: Layout; mood: string }) {
    if (region === "ebla" || region === "damascus") return <path d={map[region]} class={mood} />;
    if (region === "palmyra") return <ellipse {...map.palmyra} class={mood} />;
    const north = region.startsWith("north");
    const sea = region.endsWith("sea");
    const at = sea ? map.parting.sea : map.parting.river;
    const half = `tad-half-${region}`;
    return (
        <>
            <clipPath id={half}>
                <rect
                    x="0"
                    y={north ? 0 : at}
                    width={map.width}
                    height={north ? at : map.height - at}
                />
            </clipPath>
            <g clip-path={`url(#${half})`}>
                {sea ? (
                    <path d={map.sea} class={mood} />
                ) : (
                    <path
                        d={map.river.path}
                        class={`${mood} stream`}
                        stroke-width={map.river.breadth}
                    />
                )}
            </g>
        </>
    );
}

function Region({ region, props, map }: { region: string; props: BoardProps; map: Layout }) {
    const [x, y] = map.regions[region];
    const { view } = props;
    const now = view.revealed === region;
    const last = view.attacked === region && !now;
    const name = wordText(props.game, "region", region);
    const moves = props.legal.filter((m) => m.region === region);
    return (
        <Place
            moves={moves}
            props={props}
            id={`region-${region}`}
            state={now ? 2 : Number(last)}
            label={name}
        >
            <Outline region={region} map={map} mood={moves.length ? "realm open" : "realm"} />
            {(now || last) && (
                <Outline region={region} map={map} mood={now ? "raid" : "raid past"} />
            )}
            <text x={x} y={y} class={now ? "region raided" : "region"} aria-hidden="true">
                {phone.value ? t(`tadmor.board.${region}`) : name}
            </text>
        </Place>
    );
}

function Pile({ pile, props, map }: { pile: string; props: BoardProps; map: Layout }) {
    const [x, y] = map.piles[pile];
    const top: string | null = props.view.top[pile];
    const left = PILES[pile].reduce((n, r) => n + (props.view.rare_left[r] ?? 0), 0);
    const name = top ? wordText(props.game, "rare", top) : t("tadmor.board.empty");
    const moves = props.legal.filter(
        (m) => m.pile === pile || (m.rare && PILES[pile].includes(String(m.rare))),
    );
    const r = phone.value ? 15 : 19;
    return (
        <Place
            moves={moves}
            props={props}
            id={`pile-${pile}`}
            state={left}
            label={`${name} ${t("tadmor.page.left", { n: left })}`}
        >
            <rect
                x={x - r}
                y={y - r}
                width={2 * r}
                height={2 * r}
                rx="5"
                class={`rare-tile ${pile}`}
            />
            {left > 1 && (
                <rect
                    x={x - r + 2}
                    y={y - r - 3}
                    width={2 * r - 4}
                    height={2 * r}
                    rx="5"
                    class={`rare-tile ${pile}`}
                />
            )}
            <rect
                x={x - r}
                y={y - r}
                width={2 * r}
                height={2 * r}
                rx="5"
                class={`rare-tile ${pile}`}
            />
            {top && (
                <g data-piece={`rare-${top}`}>
                    <Draw id={top} x={x - r + 4} y={y - r + 4} w={2 * r - 8} />
                </g>
            )}
            {phone.value ? (
                <text x={x} y={y + r + 13} class="space-name" aria-hidden="true">
                    {left}
                </text>
            ) : (
                <text x={x} y={y + r + 14} class="space-name" aria-hidden="true">
                    <tspan x={x}>{name}</tspan>
                    <tspan x={x} dy="13">
                        {t("tadmor.page.left", { n: left })}
                    </tspan>
                </text>
            )}
        </Place>
    );
}

/** The cards of the bandits: how many are left to choose, and where they struck last. */
function Bandits({ props, map }: { props: BoardProps; map: Layout }) {
    const { view, game } = props;
    const [x, y] = map.deck;
    const [rx, ry] = map.raided;
    const struck: string | null = view.revealed ?? view.attacked;
    const left =
        game.words.region.length - Number(view.attacked !== null) - Number(view.holder !== null);
    return (
        <g data-about="deck" data-place="bandit-cards" data-state={struck ?? ""}>
            {[4, 2, 0].map((d) => (
                <rect
                    key={d}
                    x={x - 14 - d}
                    y={y - 20 + d}
                    width="28"
                    height="40"
                    rx="4"
                    class="bandit-back"
                />
            ))}
            <Draw id="eight" x={x - 9} y={y - 9} w={18} />
            <text x={x} y={y + 35} class="space-name" aria-hidden="true">
                {left}
            </text>
            {struck && (
                <>
                    <rect
                        x={rx - 33}
                        y={ry - 20}
                        width="66"
                        height="40"
                        rx="4"
                        class="bandit-front"
                    />
                    <g class="sabres">
                        <Draw id="sab" x={rx - 9} y={ry - 18} w={18} />
                    </g>
                    <text x={rx} y={ry + 14} class="struck">
                        {t(`tadmor.board.${struck}`)}
                    </text>
                    <text x={rx} y={ry + 35} class="space-name" aria-hidden="true">
                        {t(view.revealed ? "tadmor.page.raided" : "tadmor.page.safe")}
                    </text>
                </>
            )}
        </g>
    );
}

export function KingdomMap({ props }: { props: BoardProps }) {
    const side = sideOf(props);
    const map = phone.value ? TALL : WIDE;
    const used = Object.keys(side.action).filter((s) => side.action[s] !== "none");
    return (
        <Pan width={0}>
            <svg
                class={phone.value ? "tad-map tall" : "tad-map"}
                viewBox={`0 0 ${map.width} ${map.height}`}
                role="group"
                aria-label={t("tadmor.page.map")}
            >
                <clipPath id="tad-edge">
                    <rect width={map.width} height={map.height} rx="10" />
                </clipPath>
                <g clip-path="url(#tad-edge)">
                    {/* Our own drawing, from the file beside this one. */}
                    <g dangerouslySetInnerHTML={{ __html: phone.value ? tallLand : wideLand }} />
                    <path d={map.ebla} class="land ebla" />
                    <path d={map.damascus} class="land damascus" />
                    <rect width={map.width} height={map.height} class="veil" />
                    {Object.keys(map.regions).map((region) => (
                        <Region key={region} region={region} props={props} map={map} />
                    ))}
                </g>
                {Object.keys(PILES).map((pile) => (
                    <Pile key={pile} pile={pile} props={props} map={map} />
                ))}
                <Bandits props={props} map={map} />
                {!phone.value && <Names side={side} props={props} map={map} />}
                {used.map((s) => (
                    <Space key={s} name={s} side={side} props={props} map={map} />
                ))}
            </svg>
        </Pan>
    );
}
