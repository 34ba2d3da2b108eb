/* The guided first game of Tadmor: a round of two players. */
import type { BoardProps, GuideStep } from "../board";

const verb = (name: string) => (props: BoardProps) => props.legal.filter((m) => m.verb === name);
const place = (id: string) => `[data-place="${id}"]`;

/** Placements of a kind of pawn, those on some spaces first. */
function placed(kind: string, ...first: string[]) {
    const rank = (space: unknown) => {
        const at = first.indexOf(String(space));
        return at < 0 ? first.length : at;
    };
    return (props: BoardProps) =>
        props.legal.filter((m) => m.verb === kind).sort((a, b) => rank(a.place) - rank(b.place));
}

const steps: GuideStep[] = [
    { text: "aim", at: () => ".prompt" },
    { text: "bonus", at: () => ".moves", moves: verb("bonus"), optional: true },
    { text: "start", at: (m) => place(`tile-${m?.tile}`), moves: verb("start"), optional: true },
    {
        text: "camel",
        at: (m) => place(`space-${m?.place}`),
        moves: placed("camel", "dam_series", "pal_mission1"),
    },
    { text: "bandits", at: () => `${place("space-bandits")}` },
    {
        text: "boat",
        at: (m) => place(`space-${m?.place}`),
        moves: placed("boat", "sse_stone1", "nse_wood1", "sse_stone2"),
    },
    { text: "others", at: () => ".tad-calendar, .log, #tab-log" },
    { text: "missions", at: () => ".tad-missions" },
    { text: "offer", at: () => ".tad-offer" },
    { text: "tools", at: () => ".tools" },
];

/* With this seed the learner plays first, so that nobody has taken the space of the first step. */
export const guide = { seed: 3, players: 2, steps };
