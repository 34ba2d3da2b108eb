/* Tadmor's drawings by the names the rules use. */

const ACTIONS: Record<string, string> = {
    improve_1: "imp",
    improve_2: "imp",
    improve_3: "imp",
    improve_4: "imp",
    temple_card: "temple",
    temple: "temple",
    market: "market",
    market_up: "market",
    mission: "mission",
    first: "first",
    supply: "supply",
    floors: "tower",
    series: "tower",
    traitor: "traitor",
    caravan: "camel",
    shipyard: "boat",
    tax: "tax",
    gift: "gift",
    bandits: "bandits",
    rare_grey: "rare",
    rare_yellow: "rare",
    rare_red: "rare",
};
const SAME = [
    "wood",
    "stone",
    "marble",
    "gold",
    "glass",
    "incense",
    "myrrh",
    "jade",
    "ivory",
    "porcelain",
    "silk",
    "perfume",
    "oils",
    "camel",
    "boat",
];
export const EMBLEMS = ["e-star", "e-fruit", "e-sun", "e-wave"];

export function symbolOf(word: string): string | undefined {
    return SAME.includes(word) ? word : ACTIONS[word];
}

/** Pawns are wider than high. */
const WIDE = ["camel", "boat", "camelo", "boato"];

export function Draw({
    id,
    x,
    y,
    w,
    h,
}: {
    id: string;
    x: number;
    y: number;
    w: number;
    h?: number;
}) {
    return <use href={`#tad-${id}`} x={x} y={y} width={w} height={h ?? w} pointer-events="none" />;
}

export function Glyph({
    id,
    label,
    size = 18,
    ghost,
}: {
    id: string;
    label?: string;
    size?: number;
    /** Not there yet, or no longer. */
    ghost?: boolean;
}) {
    const wide = WIDE.includes(id);
    return (
        <svg
            class={ghost ? "tad-glyph ghost" : "tad-glyph"}
            viewBox={wide ? "0 0 52 46" : "0 0 24 24"}
            width={size}
            height={size}
            role={label ? "img" : undefined}
            aria-label={label}
            aria-hidden={label ? undefined : true}
        >
            <use href={`#tad-${id}`} width={wide ? 52 : 24} height={wide ? 46 : 24} />
        </svg>
    );
}
