/* What is taken away from the lab: the edition as a file or a link, the report, the games one by one. */
import { useSignal } from "@preact/signals";
import { render } from "preact";
import { readJson } from "../core/engine";
import { lang, t } from "../core/text";
import { boardOf, countsOf, type HeatBoard, HeatMap } from "./Heat";
import css from "./lab.css?inline";
import { botLabel, labelOf, valueText, whyText } from "./labels";
import { Changes, Seats, Uses, Verdict } from "./Results";
import type { Found, Lab } from "./state";

function give(name: string, text: string, type: string): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The numbers that are not as printed, in words. */
export function What({ lab }: { lab: Lab }) {
    const { id: game } = lab.info;
    const changed = (lab.known.value?.numbers ?? []).filter((n) => lab.changes.value.has(n.path));
    if (!changed.length) return <p class="soft">{t("lab.this_is_printed")}</p>;
    return (
        <ul class="lab-what">
            {changed.map((n) => (
                <li key={n.path}>
                    {labelOf(game, n)}: <s>{valueText(game, n, n.value)}</s>{" "}
                    <b>{valueText(game, n, lab.get(n))}</b> <code>{n.path}</code>
                </li>
            ))}
        </ul>
    );
}

/** How the games were played: stands on every report. */
function How({ lab, found }: { lab: Lab; found: Found }) {
    const { plan, look } = found;
    const who = [...new Set(plan.bots)].map(botLabel).join(", ");
    return (
        <p class="soft">
            {t("lab.how", { n: look.games, players: plan.players, who, seed: plan.seed })}
            <br />
            <code>{lab.command(plan, "compare")}</code>
        </p>
    );
}

function Report({ lab, found, board }: { lab: Lab; found: Found; board: HeatBoard | null }) {
    const known = lab.known.value;
    const { id: game } = lab.info;
    if (!known) return null;
    const last = found.look.arms[found.look.arms.length - 1];
    return (
        <main class="lab lab-paper">
            <h1>
                {t(`${game}.title`)}: {t("lab.report")}
            </h1>
            <How lab={lab} found={found} />
            <What lab={lab} />
            <Verdict found={found} known={known} game={game} />
            <Seats found={found} known={known} />
            <Changes found={found} known={known} game={game} all />
            {board && found.uses.length > 0 && (
                <section class="panel lab-heat">
                    <header>
                        <h2>{t("lab.tab.board")}</h2>
                    </header>
                    <HeatMap
                        board={board}
                        counts={countsOf(found, "times")}
                        info={lab.info}
                        chosen={null}
                    />
                    <p class="soft">{t("lab.heat.note")}</p>
                </section>
            )}
            {found.uses.length > 0 && (
                <Uses uses={found.uses} info={lab.info} lines={100 / last.places[0].fair} />
            )}
        </main>
    );
}

/** Colours of the page for a file that stands alone. */
const COLOURS = [
    "paper card ink soft line choice choice-fill chosen on-choice shade serif sans",
    "seat-0 seat-1 seat-2 seat-3 seat-4 seat-5 seat-6 gilt ground lit dim",
];

export async function reportText(lab: Lab, found: Found): Promise<string> {
    const host = document.createElement("div");
    const board = await boardOf(lab.info.id);
    render(<Report lab={lab} found={found} board={board} />, host);
    const style = getComputedStyle(document.documentElement);
    const root = COLOURS.flatMap((line) => line.split(" "))
        .map((name) => `--${name}:${style.getPropertyValue(`--${name}`)}`)
        .join(";");
    const title = `${t(`${lab.info.id}.title`)}: ${t("lab.report")}`;
    const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`;
    const own = `:root{${root}}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.35 var(--sans)}`;
    const text = `<!doctype html><html lang="${lang.value}"><head>${head}<style>${own}${css}</style></head><body>${host.innerHTML}</body></html>\n`;
    render(null, host);
    return text;
}

export function Files({ lab }: { lab: Lab }) {
    const told = useSignal<string | null>(null);
    const trouble = useSignal<string | null>(null);
    const { id: game } = lab.info;
    const found = lab.found.value;
    const edition = async () => {
        const { edition: numbers } = await lab.ask({ changes: lab.text.value });
        give(`${game}-edition.json`, `${JSON.stringify(numbers, null, 1)}\n`, "application/json");
    };
    const take = async (file: File | undefined) => {
        if (!file) return;
        try {
            trouble.value = null;
            await lab.take({ edition: readJson(await file.text()) });
        } catch (e) {
            const why = (e as { detail?: string }).detail ?? String(e);
            trouble.value = t("lab.file_bad", { why: whyText(why) });
        }
    };
    const copy = async () => {
        const link = new URL(lab.link(), location.href).href;
        try {
            await navigator.clipboard.writeText(link);
            told.value = t("lab.link_copied");
        } catch {
            told.value = link; // to be copied by hand
        }
    };
    const games = async (f: Found) => {
        const tables = await Promise.all(
            f.plan.arms.map((c) => lab.hall.table(f.plan, c, f.look.games)),
        );
        const lines = tables.flatMap((lines, i) => (i ? lines.slice(1) : lines));
        const text = [`# ${lab.command(f.plan, "compare")}`, ...lines, ""].join("\n");
        give(`${game}-games.csv`, text, "text/csv");
    };
    return (
        <section class="panel lab-files" aria-label={t("lab.tab.files")}>
            <h2>{t("lab.edition")}</h2>
            <What lab={lab} />
            <p>
                <button
                    type="button"
                    class="outline lab-save"
                    disabled={!!lab.broken.value}
                    onClick={() => void edition()}
                >
                    {t("lab.edition_save")}
                </button>
                <label class="outline">
                    {t("lab.edition_open")}
                    <input
                        class="hidden-text"
                        type="file"
                        accept=".json,application/json"
                        onChange={(e) => void take(e.currentTarget.files?.[0])}
                    />
                </label>
                <button type="button" class="outline" onClick={() => void copy()}>
                    {t("lab.link")}
                </button>
            </p>
            {told.value && <p role="status">{told.value}</p>}
            {trouble.value && <p role="alert">{trouble.value}</p>}
            <p class="soft">{t("lab.edition_note", { game })}</p>
            <h2>{t("lab.report")}</h2>
            {found ? (
                <>
                    <How lab={lab} found={found} />
                    <p>
                        <button
                            type="button"
                            class="outline lab-report"
                            onClick={() =>
                                void reportText(lab, found).then((text) =>
                                    give(`${game}-lab.html`, text, "text/html"),
                                )
                            }
                        >
                            {t("lab.report_save")}
                        </button>
                        <button type="button" class="outline" onClick={() => void games(found)}>
                            {t("lab.games_save")}
                        </button>
                    </p>
                </>
            ) : (
                <p class="soft">{t("lab.not_run")}</p>
            )}
        </section>
    );
}
