/* The guided first game of Merv: a turn of two players. */
import type { BoardProps, GuideStep } from "../board";
import { yields } from "./City";

const verb = (name: string) => (props: BoardProps) => props.legal.filter((m) => m.verb === name);
const place = (id: string) => `[data-place="${id}"]`;
const gain = (site: unknown) => yields.value.get(String(site))?.[0]?.colours.length ?? 0;

const steps: GuideStep[] = [
    { text: "aim", at: () => ".prompt" },
    {
        text: "slot",
        at: (m) => `.choice[data-place$="-${m?.slot}"][data-place^=slot]`,
        moves: (props) =>
            verb("slot")(props).sort((a, b) => Number(a.slot === 3) - Number(b.slot === 3)),
    },
    {
        text: "site",
        at: (m) => place(`site-${m?.site}`),
        moves: (props) => verb("site")(props).sort((a, b) => gain(b.site) - gain(a.site)),
    },
    {
        text: "act",
        at: () => ".moves",
        moves: (props) => [...verb("act")(props), ...verb("favour")(props)],
    },
    {
        text: "action",
        at: () => ".moves",
        moves: (props) => (props.view.phase === "action" ? props.legal : []),
        optional: true,
    },
    { text: "tracks", at: () => ".mrv-tracks" },
    { text: "houses", at: () => ".mrv-left" },
    { text: "trade", at: () => ".mrv-bottom" },
    { text: "danger", at: () => ".mrv-city" },
    { text: "tools", at: () => ".tools" },
];

export const guide = { seed: 5, players: 2, steps };
