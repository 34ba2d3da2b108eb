/* The guided first game of Caravans: the first turn of two players. */
import type { BoardProps, GuideStep } from "../board";

const verb = (name: string) => (props: BoardProps) => props.legal.filter((m) => m.verb === name);
const place = (id: string) => `[data-place="${id}"]`;

/** Resources to pick, those the caravan has least of first. */
const picks = (props: BoardProps) => {
    const units: Record<string, number> = props.view.players[props.viewer ?? 0].units;
    return verb("pick")(props).sort((a, b) => units[String(a.kind)] - units[String(b.kind)]);
};

const steps: GuideStep[] = [
    { text: "aim", at: () => ".prompt" },
    { text: "place", at: (m) => place(`hex-${m?.q},${m?.r}`), moves: verb("place") },
    { text: "pick", at: () => ".moves", moves: picks },
    {
        text: "explore",
        at: () => ".moves",
        moves: (props) => [...verb("explore")(props), ...verb("move")(props)],
    },
    { text: "tile", at: (m) => place(`tile-${m?.tile}`), moves: verb("tile"), optional: true },
    { text: "spot", at: () => ".spot-target, .car-map", moves: verb("spot"), optional: true },
    { text: "turn", at: () => ".turn-handle, .car-map", moves: verb("turn"), optional: true },
    { text: "build", at: () => ".moves", moves: verb("build"), optional: true },
    { text: "invest", at: () => ".car-race" },
    { text: "tools", at: () => ".tools" },
];

export const guide = { seed: 3, players: 2, steps };
