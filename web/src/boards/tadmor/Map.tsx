/* The map of the kingdom: seven regions with their spaces, the pawns on them, the bandits. */
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { Place } from "../Place";
import { Draw, symbolOf } from "./glyphs";
import { AT, GOODS, HEIGHT, REGIONS, WIDTH } from "./layout";

interface Side {
    action: Record<string, string>;
    region: Record<string, string>;
    shape: Record<string, string>;
}

const EMBLEMS = ["e-star", "e-fruit", "e-sun", "e-wave"];

/** How much a resource or gift space gives in the present era. */
function amount(props: BoardProps, action: string, shape: string): number | null {
    const era = `era_${props.view.era}`;
    const by = shape === "boat" ? "boat" : "camel";
    if (action === "gift") return props.edition[`gift_${by}`][era];
    if (!GOODS.includes(action)) return null;
    return props.edition[`${by}_${action === "wood" || action === "stone" ? "base" : "superior"}`][
        era
    ];
}

function Pawn({ pawn, x, y }: { pawn: string; x: number; y: number }) {
    const seat = Number(pawn[1]) - 1;
    const kind = pawn.slice(3);
    return (
        <g style={{ color: `var(--seat-${seat})` }} pointer-events="none" class="pawn">
            <Draw id={kind} x={x - 23} y={y - 24} w={46} h={42} />
            <circle cx={x} cy={y + 2} r="9" fill="currentColor" stroke="#FFF8EA" />
            <g style={{ color: "#FFF8EA" }}>
                <Draw id={EMBLEMS[seat]} x={x - 7} y={y - 5} w={14} />
            </g>
        </g>
    );
}

function Space({ name, side, props }: { name: string; side: Side; props: BoardProps }) {
    const action = side.action[name];
    const shape = side.shape[name];
    const [x, y] = AT[name];
    const pawn: string | null = props.view.board[name];
    const moves = props.legal.filter((m) => m.place === name || m.own === name || m.other === name);
    const n = amount(props, action, shape);
    const slot = /^improve_(\d)/.exec(action)?.[1];
    const glyph = symbolOf(action) ?? "eight";
    const label = wordText(props.game, "place", name);
    return (
        <Place moves={moves} props={props} id={`space-${name}`} state={pawn} label={label}>
            {shape === "camel" ? (
                <circle cx={x} cy={y} r="24" class="space" />
            ) : (
                <rect
                    x={x - 33}
                    y={y - 23}
                    width="66"
                    height="46"
                    rx={shape === "either" ? 22 : 7}
                    class="space"
                />
            )}
            {!pawn && (
                <Draw id={glyph} x={n === null && !slot ? x - 14 : x - 20} y={y - 14} w={28} />
            )}
            {!pawn && (n !== null || slot) && (
                <text x={x + 14} y={y + 7} class="space-number">
                    {n ?? slot}
                </text>
            )}
            {pawn && <Pawn pawn={pawn} x={x} y={y} />}
            {n === null && (
                <text x={x} y={y + 37} class="space-name">
                    {wordText(props.game, "action", action)}
                </text>
            )}
        </Place>
    );
}

export function KingdomMap({ props }: { props: BoardProps }) {
    const { view } = props;
    const side: Side = view.seats === 2 ? props.edition.board2 : props.edition.board4;
    const used = Object.keys(side.action).filter((s) => side.action[s] !== "none");
    return (
        <div class="pan">
            <svg
                class="tad-map"
                viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                role="group"
                aria-label={t("tadmor.page.map")}
            >
                <rect width={WIDTH} height={HEIGHT} rx="12" class="desert" />
                <path
                    d="M0 12Q0 0 12 0H196C206 90 176 180 190 265S178 430 196 530H12Q0 530 0 518Z"
                    class="sea"
                />
                <path
                    d="M500 0C540 60 640 70 650 150S560 300 640 380 700 470 620 530H788V420C740 410 720 360 740 300S790 200 740 120 690 40 640 0Z"
                    class="river"
                />
                <path d="M0 260C60 250 120 275 190 262" class="border" />
                <rect x="208" y="14" width="202" height="184" rx="18" class="land ebla" />
                <rect x="196" y="322" width="206" height="190" rx="18" class="land damascus" />
                <circle cx="494" cy="275" r="152" class="land palmyra" />
                <g class="star">
                    <Draw id="eight" x={434} y={215} w={120} />
                </g>
                {Object.entries(REGIONS).map(([region, [x, y]]) => (
                    <text
                        key={region}
                        x={x}
                        y={y}
                        class={
                            view.attacked === region || view.revealed === region
                                ? "region raided"
                                : "region"
                        }
                    >
                        {wordText(props.game, "region", region)}
                        {view.attacked === region || view.revealed === region ? " ⚔" : ""}
                    </text>
                ))}
                {used.map((s) => (
                    <Space key={s} name={s} side={side} props={props} />
                ))}
            </svg>
        </div>
    );
}
