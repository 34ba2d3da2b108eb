/* Merv's drawings by the names the rules use. */

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
};

/** Symbol of a word of a vocabulary, if it has one. */
export function symbolOf(names: string, word: string): string | undefined {
    return names === "colour" ? `q${LETTER[word]}` : SYMBOLS[names]?.[word];
}

export function upgradeOf(colour: string): string {
    return `u${LETTER[colour]}`;
}

/** A drawing inside an SVG. */
export function Draw({
    id,
    x,
    y,
    size,
    dim,
}: {
    id: string;
    x: number;
    y: number;
    size: number;
    dim?: boolean;
}) {
    return (
        <use
            href={`#mrv-${id}`}
            x={x}
            y={y}
            width={size}
            height={size}
            opacity={dim ? 0.3 : 1}
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
    };
}
