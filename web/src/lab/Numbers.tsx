/* The numbers of an edition: what each is called, where it comes from, and a handle to move it. */
import { useSignal } from "@preact/signals";
import { t } from "../core/text";
import type { NumberInfo } from "./hall";
import { type Field, grouped, labelOf, partOf, valueText } from "./labels";
import type { Lab } from "./state";

/** More of a kind than this are folded away; of those that stay as they are any more than one. */
const FEW = 4;
const folded = (lab: Lab, f: Field) =>
    f.numbers.length > (f.numbers.every((n) => locked(lab, n)) ? 1 : FEW);

export function Mark({ mark }: { mark: NumberInfo["mark"] }) {
    if (mark === "O") return <span class="lab-mark" />;
    return (
        <span class={`lab-mark is-${mark}`} title={t(`lab.mark.${mark}`)}>
            {mark}
        </span>
    );
}

function Lock() {
    return (
        <svg class="icon lab-lock" viewBox="0 0 24 24" role="img" aria-label={t("lab.locked")}>
            <path d="M6 11h12v9H6Zm2.500 0V8a3.500 3.500 0 0 1 7 0v3" />
        </svg>
    );
}

const locked = (lab: Lab, n: NumberInfo) => "SW".includes(n.mark) && !lab.unlocked.value;

/** What a handle reaches: around the printed value, as far as the number may go. */
function reach(n: NumberInfo, now: number): [number, number] {
    const printed = Number(n.value);
    const span = Math.max(3, Math.abs(printed));
    return [
        Math.max(n.min, Math.min(now, printed - span)),
        Math.min(n.max, Math.max(now, printed + span)),
    ];
}

function Slider({ lab, n, label }: { lab: Lab; n: NumberInfo; label: string }) {
    const now = lab.get(n);
    const fixed = locked(lab, n);
    const [low, high] = reach(n, Number(now));
    const at = (v: string) => (high > low ? (Number(v) - low) / (high - low) : 0.5);
    const place = { "--at": at(now), "--printed": at(n.value) };
    return (
        <span class="lab-slider" style={place}>
            <i class="bar" aria-hidden="true" />
            <i class="printed" aria-hidden="true" />
            {!fixed && (
                <input
                    type="range"
                    aria-label={label}
                    min={low}
                    max={high}
                    value={now}
                    onInput={(e) => lab.set(n, e.currentTarget.value)}
                    onDblClick={() => lab.set(n, n.value)}
                    onKeyDown={(e) => {
                        if (e.key === "Delete") lab.set(n, n.value);
                    }}
                />
            )}
        </span>
    );
}

/** A word among others, a switch, or a number to be typed. */
function Entry({ lab, n, label }: { lab: Lab; n: NumberInfo; label: string }) {
    const { id: game } = lab.info;
    const now = lab.get(n);
    if (locked(lab, n))
        return (
            <span class="lab-value">
                {valueText(game, n, now)} <Lock />
            </span>
        );
    const words = n.words ?? (n.switch ? ["0", "1"] : null);
    if (words)
        return (
            <select
                aria-label={label}
                value={now}
                onChange={(e) => lab.set(n, e.currentTarget.value)}
            >
                {[...(n.none ? ["null"] : []), ...words].map((w) => (
                    <option key={w} value={w}>
                        {valueText(game, n, w)}
                    </option>
                ))}
            </select>
        );
    return (
        <input
            class="lab-value"
            type="number"
            aria-label={label}
            min={n.min}
            max={n.max}
            value={now === "null" ? "" : now}
            onChange={(e) => {
                const { value, valueAsNumber: v } = e.currentTarget;
                if (n.none && value === "") lab.set(n, "null");
                else if (Number.isInteger(v))
                    lab.set(n, String(Math.min(n.max, Math.max(n.min, v))));
                else e.currentTarget.value = now;
            }}
        />
    );
}

function Row({ lab, n, label }: { lab: Lab; n: NumberInfo; label: string }) {
    const changed = lab.changes.value.has(n.path);
    const whole = labelOf(lab.info.id, n);
    const plain = !n.names && !n.switch && !n.none;
    return (
        <li
            class={`lab-number ${changed ? "changed" : ""} ${locked(lab, n) ? "locked" : ""}`}
            data-path={n.path}
        >
            <Mark mark={n.mark} />
            <span class="label">{label}</span>
            {plain ? <Slider lab={lab} n={n} label={whole} /> : <span />}
            <Entry lab={lab} n={n} label={whole} />
            <button
                type="button"
                class="plain lab-back"
                disabled={!changed}
                title={t("lab.back_one")}
                onClick={() => lab.set(n, n.value)}
            >
                {changed && t("lab.printed_value", { value: valueText(lab.info.id, n, n.value) })}
            </button>
        </li>
    );
}

function Many({ lab, field }: { lab: Lab; field: Field }) {
    const open = useSignal(false);
    const changed = field.numbers.filter((n) => lab.changes.value.has(n.path)).length;
    return (
        <li class="lab-many">
            <details
                open={open.value}
                onToggle={(e) => {
                    open.value = e.currentTarget.open;
                }}
            >
                <summary>
                    <Mark mark={field.numbers[0].mark} />
                    <span class="label">{field.label}</span>
                    <small class="soft">
                        {t("lab.so_many", { n: field.numbers.length })}
                        {changed ? ` · ${t("lab.changed", { n: changed })}` : ""}
                    </small>
                </summary>
                {open.value && (
                    <ul>
                        {field.numbers.map((n) => (
                            <Row key={n.path} lab={lab} n={n} label={partOf(lab.info.id, n)} />
                        ))}
                    </ul>
                )}
            </details>
        </li>
    );
}

export function Numbers({ lab }: { lab: Lab }) {
    const wanted = useSignal("");
    const asking = useSignal(false);
    const known = lab.known.value;
    if (!known) return null;
    const { id: game } = lab.info;
    const word = wanted.value.trim().toLowerCase();
    const fits = (n: NumberInfo) =>
        labelOf(game, n).toLowerCase().includes(word) || n.path.includes(word);
    const groups = grouped(game, known);
    const all = known.numbers.length;
    const found = word ? known.numbers.filter(fits).slice(0, 60) : null;
    const fixed = known.numbers.some((n) => "SW".includes(n.mark));
    return (
        <section class="panel lab-numbers" aria-label={t("lab.numbers")}>
            <header>
                <h2>{t("lab.numbers")}</h2>
                <input
                    type="search"
                    placeholder={t("lab.find")}
                    aria-label={t("lab.find")}
                    value={wanted.value}
                    onInput={(e) => {
                        wanted.value = e.currentTarget.value;
                    }}
                />
                <button
                    type="button"
                    class="plain"
                    disabled={!lab.changes.value.size}
                    onClick={() => lab.clear()}
                >
                    {t("lab.back")}
                </button>
            </header>
            <p class="lab-legend soft">
                {(["S", "W", "I", "R"] as const).map((m) => (
                    <span key={m}>
                        <Mark mark={m} /> {t(`lab.mark.${m}`)}
                    </span>
                ))}
            </p>
            {found ? (
                <ul>
                    {found.map((n) => (
                        <Row key={n.path} lab={lab} n={n} label={labelOf(game, n)} />
                    ))}
                </ul>
            ) : (
                groups.map((g) => (
                    <div key={g.id} role="group" aria-label={t(`lab.group.${g.id}`)}>
                        <h3>{t(`lab.group.${g.id}`)}</h3>
                        <ul>
                            {g.fields.map((f) =>
                                folded(lab, f) ? (
                                    <Many key={f.id} lab={lab} field={f} />
                                ) : (
                                    f.numbers.map((n) => (
                                        <Row
                                            key={n.path}
                                            lab={lab}
                                            n={n}
                                            label={labelOf(game, n)}
                                        />
                                    ))
                                ),
                            )}
                        </ul>
                    </div>
                ))
            )}
            <footer class="soft">
                <span>
                    <i class="lab-diamond" /> {t("lab.printed_mark")} ·{" "}
                    {t("lab.so_many", { n: all })}
                </span>
                {fixed && !lab.unlocked.value && !asking.value && (
                    <button
                        type="button"
                        class="plain lab-unlock"
                        onClick={() => {
                            asking.value = true;
                        }}
                    >
                        {t("lab.unlock")}
                    </button>
                )}
                {asking.value && (
                    <p class="lab-ask" role="alert">
                        {t("lab.unlock_ask")}
                        <button
                            type="button"
                            class="outline lab-unlock-yes"
                            onClick={() => {
                                lab.unlocked.value = true;
                                asking.value = false;
                            }}
                        >
                            {t("lab.unlock_yes")}
                        </button>
                        <button
                            type="button"
                            class="plain"
                            onClick={() => {
                                asking.value = false;
                            }}
                        >
                            {t("lab.unlock_no")}
                        </button>
                    </p>
                )}
            </footer>
        </section>
    );
}
