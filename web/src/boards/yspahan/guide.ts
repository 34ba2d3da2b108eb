/* The guided first game of Yspahan: a day of two players. */
import type { BoardProps, GuideStep } from "../board";

const AREAS = ["bag", "barrel", "chest", "vase"];
const verb = (name: string) => (props: BoardProps) => props.legal.filter((m) => m.verb === name);
const place = (id: string) => `[data-place="${id}"]`;

/** Dice on a level. */
function dice({ view }: BoardProps, level: unknown): number {
    const { white, yellow } = view.tower[String(level)];
    return white + yellow;
}

const size = ({ edition }: BoardProps, souk: unknown): number => edition.souks[String(souk)].size;

const steps: GuideStep[] = [
    { text: "aim", at: () => ".prompt" },
    { text: "buy", at: (m) => place(`buy-${m?.n}`), moves: verb("buy") },
    {
        text: "group",
        at: (m) => place(`level-${m?.level}`),
        moves: (props) =>
            props.legal
                .filter(
                    (m) =>
                        m.verb === "sel" &&
                        m.action === "tower" &&
                        !m.boost &&
                        AREAS.includes(String(m.level)),
                )
                .sort((a, b) => dice(props, b.level) - dice(props, a.level)),
    },
    {
        text: "put",
        at: (m) => place(`shop-${m?.shop}`),
        // The smallest souk is full first.
        moves: (props) =>
            verb("put")(props).sort((a, b) => size(props, a.souk) - size(props, b.souk)),
        optional: true,
    },
    { text: "others", at: () => ".log, #tab-log" },
    {
        text: "walk",
        at: (m) => place(`level-${m?.level}`),
        moves: (props) => props.legal.filter((m) => m.verb === "sel" && m.action === "supervisor"),
    },
    {
        text: "square",
        at: (m) => place(`square-${m?.square}`),
        moves: (props) =>
            props.legal
                .filter((m) => m.verb === "move")
                .sort((a, b) => Number(a.cost ?? 0) - Number(b.cost ?? 0)),
    },
    { text: "caravan", at: () => "[data-guide=caravan]" },
    { text: "buildings", at: () => ".buildings, .seats" },
    { text: "tools", at: () => ".tools" },
];

export const guide = { seed: 11, players: 2, steps };
