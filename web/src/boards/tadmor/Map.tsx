/* The map of the kingdom: seven regions with their spaces, the pawns on them, the bandits. */
import { phone } from "../../core/settings";
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { Place } from "../Place";
import { Draw, symbolOf } from "./glyphs";
import {
    AT,
    GOODS,
    HEIGHT,
    REGIONS,
    TALL_AT,
    TALL_HEIGHT,
    TALL_REGIONS,
    TALL_WIDTH,
    WIDTH,
} from "./layout";

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
    const [x, y] = (phone.value ? TALL_AT : AT)[name];
    const pawn: string | null = props.view.board[name];
    const moves = props.legal.filter((m) => m.place === name || m.own === name || m.other === name);
    const n = amount(props, action, shape);
    const glyph = symbolOf(action) ?? "eight";
    const what = wordText(props.game, "action", action);
    const label = `${wordText(props.game, "place", name)}: ${what}${n === null ? "" : ` ${n}`}`;
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
            {!pawn && <Draw id={glyph} x={n === null ? x - 14 : x - 20} y={y - 14} w={28} />}
            {!pawn && n !== null && (
                <text x={x + 14} y={y + 7} class="space-number" aria-hidden="true">
                    {n}
                </text>
            )}
            {pawn && <Pawn pawn={pawn} x={x} y={y} />}
            {n === null && !phone.value && (
                <text x={x} y={y + 37} class="space-name" aria-hidden="true">
                    {wordText(props.game, "action", action)}
                </text>
            )}
        </Place>
    );
}

/** Land and water, wide. */
function Ground() {
    return (
        <>
            <rect width={WIDTH} height={HEIGHT} rx="12" class="desert" />
            <path
                d="M0 12Q0 0 12 0H196C206 90 176 180 190 265S178 430 196 530H12Q0 530 0 518Z"
                class="sea"
            />
            <path
                d="M500 0C540 60 640 70 650 150S560 300 640 380 700 470 620 530H776Q788 530 788 518V420C740 410 720 360 740 300S790 200 740 120 690 40 640 0Z"
                class="river"
            />
            <path d="M0 260C60 250 120 275 190 262" class="border" />
            <rect x="208" y="14" width="202" height="184" rx="18" class="land ebla" />
            <rect x="196" y="322" width="206" height="190" rx="18" class="land damascus" />
            <circle cx="494" cy="275" r="152" class="land palmyra" />
            <g class="star">
                <Draw id="eight" x={434} y={215} w={120} />
            </g>
        </>
    );
}

/** Land and water, upright. */
function TallGround() {
    return (
        <>
            <rect width={TALL_WIDTH} height={TALL_HEIGHT} rx="12" class="desert" />
            <path
                d="M12 0H84C92 90 78 190 86 290S78 480 86 590H12Q0 590 0 578V12Q0 0 12 0Z"
                class="sea"
            />
            <path
                d="M306 0H378Q390 0 390 12V578Q390 590 378 590H304C312 480 300 390 308 290S298 90 306 0Z"
                class="river"
            />
            <path d="M0 260H86M306 260H390" class="border" />
            <rect x="93" y="12" width="204" height="148" rx="16" class="land ebla" />
            <rect x="93" y="378" width="204" height="146" rx="16" class="land damascus" />
            <circle cx="195" cy="270" r="106" class="land palmyra" />
            <g class="star">
                <Draw id="eight" x={161} y={236} w={68} />
            </g>
        </>
    );
}

/** The name of a region; in the narrow columns at the sides on two lines. */
function Region({ region, props }: { region: string; props: BoardProps }) {
    const [x, y] = (phone.value ? TALL_REGIONS : REGIONS)[region];
    const { view } = props;
    const raided = view.attacked === region || view.revealed === region;
    const name = wordText(props.game, "region", region) + (raided ? " ⚔" : "");
    const lines = phone.value && (x < 90 || x > 300) ? name.split(" ") : [name];
    return (
        <text class={`region${raided ? " raided" : ""}${lines.length > 1 ? " small" : ""}`}>
            {lines.map((line, i) => (
                <tspan key={line} x={x} y={y + 15 * i}>
                    {line}
                </tspan>
            ))}
        </text>
    );
}

export function KingdomMap({ props }: { props: BoardProps }) {
    const { view } = props;
    const side: Side = view.seats === 2 ? props.edition.board2 : props.edition.board4;
    const used = Object.keys(side.action).filter((s) => side.action[s] !== "none");
    const tall = phone.value;
    return (
        <div class="pan">
            <svg
                class={tall ? "tad-map tall" : "tad-map"}
                viewBox={tall ? `0 0 ${TALL_WIDTH} ${TALL_HEIGHT}` : `0 0 ${WIDTH} ${HEIGHT}`}
                role="group"
                aria-label={t("tadmor.page.map")}
            >
                {tall ? <TallGround /> : <Ground />}
                {Object.keys(REGIONS).map((region) => (
                    <Region key={region} region={region} props={props} />
                ))}
                {used.map((s) => (
                    <Space key={s} name={s} side={side} props={props} />
                ))}
            </svg>
        </div>
    );
}
