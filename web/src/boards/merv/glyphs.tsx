/* Merv's drawings by the names the rules use. */
import { EmblemMark } from "../../art/emblems";
import type { View } from "../../core/types";

export const COLOURS = ["purple", "beige", "green", "orange", "white"];
const LETTER: Record<string, string> = {
    purple: "P",
    beige: "B",
    green: "G",
    orange: "O",
    white: "W",
};

const SYMBOLS: Record<string, Record<string, string>> = {
    action: {
        caravanserai: "aC",
        palace: "aP",
        library: "aL",
        trade: "aT",
        mosque: "aM",
        walls: "aW",
    },
    spice: { cinnamon: "sCin", ginger: "sGin", juniper: "sJun", pepper: "sPep" },
    goods: { common: "common", rare: "rare" },
    gain: {
        camel: "camel",
        white_upgrade: "uW",
        bonus_upgrade: "uX",
        scoring_tile: "vp",
        favour: "fav",
        soldier: "soldier",
        courtier: "courtier",
        wall: "aW",
        mosque_sites: "aM",
        white_cube: "qW",
        scroll: "scroll",
        card: "card",
        rare_good: "rare",
        mosque_step: "aM",
    },
    hall: { knowledge: "scroll", spices: "card", trade: "common", faith: "aM" },
};

/** Symbol of a word of a vocabulary, if it has one. */
export function symbolOf(names: string, word: string): string | undefined {
    return names === "colour" ? `q${LETTER[word]}` : SYMBOLS[names]?.[word];
}

export function upgradeOf(colour: string): string {
    return `u${LETTER[colour]}`;
}

/** The mark of a colour, so that colour is never alone. */
export function markOf(colour: string): string {
    return `m${LETTER[colour]}`;
}

/** A drawing inside an SVG. */
export function Draw({
    id,
    x,
    y,
    size,
    h,
    dim,
}: {
    id: string;
    x: number;
    y: number;
    size: number;
    h?: number;
    dim?: boolean;
}) {
    return (
        <use
            href={`#mrv-${id}`}
            x={x}
            y={y}
            width={size}
            height={h ?? size}
            opacity={dim ? 0.26 : 1}
            pointer-events="none"
        />
    );
}

/** A drawing in running text or in a panel. */
export function Glyph({ id, label, size = 18 }: { id: string; label?: string; size?: number }) {
    return (
        <svg
            class="mrv-glyph"
            viewBox="0 0 24 24"
            width={size}
            height={size}
            role={label ? "img" : undefined}
            aria-label={label}
            aria-hidden={label ? undefined : true}
        >
            <use href={`#mrv-${id}`} width="24" height="24" />
        </svg>
    );
}

export const OWNERS = ["p1", "p2", "p3", "p4", "magistrate", "courtier"];

/** What a view says of a master: of a player, or of one that nobody plays. */
export const master = (view: View, owner: string) =>
    view.players[OWNERS.indexOf(owner)] ?? view.neutrals[owner];

export const mastersOf = (view: View) => OWNERS.filter((o) => master(view, o));

/** Emblem of an owner: people have their seat's, the automated masters those after. */
export function emblemSeat(owner: string): number {
    return owner[0] === "p" ? Number(owner[1]) - 1 : owner === "magistrate" ? 4 : 7;
}

/** CSS variables of an owner's wood: plain, light, dark. */
export function wood(owner: string): Record<string, string> {
    const seat = OWNERS.indexOf(owner);
    const plain =
        owner === "magistrate"
            ? "var(--seat-4)"
            : owner === "courtier"
              ? "var(--neutral)"
              : `var(--seat-${seat})`;
    return {
        "--s1": plain,
        "--s2": `color-mix(in srgb, ${plain} 70%, white)`,
        "--s3": `color-mix(in srgb, ${plain} 65%, black)`,
        "--e": "#FFF6E2",
        "--pat": "transparent",
    };
}

/** A disc of an owner, with the emblem. */
export function Disc({
    owner,
    x,
    y,
    r,
    piece,
}: {
    owner: string;
    x: number;
    y: number;
    r: number;
    piece: string;
}) {
    return (
        <g
            style={wood(owner)}
            class="disc"
            data-piece={`${piece}-${emblemSeat(owner)}`}
            pointer-events="none"
        >
            <circle cx={x} cy={y + 1} r={r} class="under" />
            <circle cx={x} cy={y} r={r} class="top" />
            <EmblemMark
                seat={emblemSeat(owner)}
                x={x - r * 0.66}
                y={y - r * 0.66}
                size={r * 1.32}
            />
        </g>
    );
}

/** A pawn of an owner: master, courtier, soldier. Its size is its height. */
export function Figure({
    owner,
    kind,
    x,
    y,
    h,
}: {
    owner: string;
    kind: "master" | "servant" | "soldier";
    x: number;
    y: number;
    h: number;
}) {
    const w = { master: 26 / 36, servant: 18 / 23, soldier: 1 }[kind] * h;
    const seat = emblemSeat(owner);
    return (
        <g style={wood(owner)} class="figure" data-piece={`${kind}-${seat}`} pointer-events="none">
            <Draw id={kind} x={x - w / 2} y={y - h / 2} size={w} h={h} />
            {kind !== "soldier" && (
                <EmblemMark seat={seat} x={x - h * 0.18} y={y + h * 0.05} size={h * 0.36} />
            )}
        </g>
    );
}
