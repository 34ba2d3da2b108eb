/* One number at several values, with the same dice: what each measure does. */
import { useSignal } from "@preact/signals";
import { t } from "../core/text";
import { Lines } from "./charts";
import type { NumberInfo } from "./hall";
import { labelOf, measureLabel, plusMinus, valueText } from "./labels";
import type { Lab } from "./state";

const MEASURES = ["winner", "margin", "length", "leads", "decided"];
const MOST = 9;

/** Values to try: the words of a vocabulary, or numbers around the one that is printed. */
function around(n: NumberInfo, from: number, to: number): string[] {
    const words = n.words ?? (n.switch ? ["0", "1"] : null);
    if (words) return words.slice(0, MOST);
    const step = Math.max(1, Math.ceil((to - from + 1) / MOST));
    const out: string[] = [];
    for (let v = from; v <= to; v += step) out.push(String(v));
    return out;
}

export function Results({ lab }: { lab: Lab }) {
    const known = lab.known.value;
    const s = lab.sweep.value;
    if (!known || !s?.look?.games) return null;
    const { look, number: n, values, out, plan } = s;
    const { id: game } = lab.info;
    const ids = [...look.arms[0].places.map((_, i) => `place.${i + 1}`), ...MEASURES];
    return (
        <>
            <p class="soft">
                {t("lab.sweep_done", { values: values.length, n: look.games })} {t("lab.same_dice")}{" "}
                · {t("lab.seed", { seed: plan.seed })}
            </p>
            {out.length > 0 && (
                <p class="soft">
                    {t("lab.sweep_out", {
                        values: out.map((v) => valueText(game, n, v)).join(", "),
                    })}
                </p>
            )}
            <div class="lab-multiples">
                {ids.map((id) => {
                    const label = measureLabel(game, id, known.opener);
                    const points = values.map((v, i) => ({
                        label: valueText(game, n, v),
                        at: look.arms[i].measures[id],
                        printed: v === n.value,
                        yours: v === lab.get(n),
                    }));
                    const told = points.map((p) => `${p.label}: ${plusMinus(p.at)}`).join("; ");
                    const place = id.startsWith("place");
                    return (
                        <figure key={id} class="panel" data-measure={id}>
                            <figcaption>{label}</figcaption>
                            <Lines
                                points={points}
                                label={`${label}. ${told}`}
                                fair={place ? look.arms[0].places[0].fair : null}
                            />
                        </figure>
                    );
                })}
            </div>
        </>
    );
}

export function Sweep({ lab }: { lab: Lab }) {
    const known = lab.known.value;
    const chosen = useSignal<string | null>(null);
    const ends = useSignal<[number, number] | null>(null);
    if (!known) return null;
    const { id: game } = lab.info;
    const free = known.numbers.filter((n) => lab.unlocked.value || !"SW".includes(n.mark));
    const list = free.length ? free : known.numbers;
    const now =
        list.find((n) => n.path === chosen.value) ??
        list.find((n) => lab.changes.value.has(n.path)) ??
        list[0];
    const printed = Number(now.value);
    const plain = !now.words && !now.switch;
    const [from, to] = ends.value ?? [
        Math.max(now.min, printed - 2),
        Math.min(now.max, printed + 2),
    ];
    const end = (i: 0 | 1) => (e: { currentTarget: HTMLInputElement }) => {
        const v = e.currentTarget.valueAsNumber;
        if (!Number.isInteger(v)) return;
        const next: [number, number] = [from, to];
        next[i] = Math.min(now.max, Math.max(now.min, v));
        if (next[0] <= next[1]) ends.value = next;
    };
    return (
        <section class="lab-sweep" aria-label={t("lab.tab.sweep")}>
            <div class="panel lab-run">
                <label>
                    {t("lab.sweep_number")}
                    <select
                        value={now.path}
                        onChange={(e) => {
                            chosen.value = e.currentTarget.value;
                            ends.value = null;
                        }}
                    >
                        {list.map((n) => (
                            <option key={n.path} value={n.path}>
                                {labelOf(game, n)}
                            </option>
                        ))}
                    </select>
                </label>
                {plain && (
                    <>
                        <label>
                            {t("lab.from")}
                            <input
                                type="number"
                                value={from}
                                min={now.min}
                                max={now.max}
                                onChange={end(0)}
                            />
                        </label>
                        <label>
                            {t("lab.to")}
                            <input
                                type="number"
                                value={to}
                                min={now.min}
                                max={now.max}
                                onChange={end(1)}
                            />
                        </label>
                    </>
                )}
                <button
                    type="button"
                    class="confirm"
                    disabled={lab.hall.running.value}
                    onClick={() => void lab.runSweep(now, around(now, from, to))}
                >
                    {t("lab.sweep_run")}
                </button>
            </div>
            <Results lab={lab} />
        </section>
    );
}
