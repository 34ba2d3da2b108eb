/* A guided first look at a game: a few steps, each pointing at a part of the board; the game can
 * be played on at any time. The texts are <game>.guide.1, .2, ... of the catalogue. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { keep, recall } from "../core/settings";
import { has, t } from "../core/text";

/** Where each step points: the first of the selectors that is there. */
const TARGETS: Record<string, string[]> = {
    yspahan: [
        ".prompt",
        "[data-guide=tower]",
        "[data-guide=city]",
        "[data-guide=supervisor]",
        "[data-guide=caravan]",
        ".seats",
        ".ysp-hand, .moves",
        ".tools",
    ],
    merv: [
        ".prompt",
        ".mrv-city",
        ".mrv-tracks",
        ".mrv-left",
        ".mrv-mosque",
        ".mrv-bottom",
        ".seats",
        ".tools",
    ],
    tadmor: [
        ".prompt",
        ".tad-map",
        ".tad-calendar",
        ".tad-offer",
        ".tad-missions",
        ".seats",
        ".tools",
    ],
    caravans: [
        ".prompt",
        ".car-map",
        ".car-tiles",
        ".seats",
        ".car-race",
        ".moves, .tabs",
        ".tools",
    ],
};

const step = signal<number | null>(null);

export function guideWanted(game: string): boolean {
    return game in TARGETS && has(`${game}.guide.1`);
}

export function startGuide(game: string): void {
    if (guideWanted(game)) step.value = 0;
}

export function Guide({ game, ready }: { game: string; ready: boolean }) {
    const card = useRef<HTMLElement>(null);
    const ring = useRef<HTMLDivElement>(null);
    const targets = TARGETS[game] ?? [];
    const at = step.value;
    useEffect(() => {
        if (
            ready &&
            recall(`guided.${game}`) === null &&
            recall("plays") === null &&
            guideWanted(game)
        )
            step.value = 0;
        return () => {
            step.value = null;
        };
    }, [game]);
    const end = () => {
        keep(`guided.${game}`, "1");
        step.value = null;
    };
    const shown = at !== null && ready;
    // The table changes below the ring: it is laid anew as long as the step stands.
    useEffect(() => {
        if (!shown) return;
        const target = () =>
            targets[at]
                .split(", ")
                .map((s) => document.querySelector(s))
                .find((e) => e);
        const lay = () => {
            const box = target()?.getBoundingClientRect();
            if (!box || !card.current || !ring.current) return;
            const top = Math.max(2, box.top - 4);
            const left = Math.max(2, box.left - 4);
            Object.assign(ring.current.style, {
                top: `${top}px`,
                left: `${left}px`,
                width: `${Math.min(innerWidth - 4, box.right + 4) - left}px`,
                height: `${Math.min(innerHeight - 4, box.bottom + 4) - top}px`,
            });
            const upper = box.top + box.height / 2 < innerHeight / 2;
            card.current.style.top = upper ? "auto" : "70px";
            card.current.style.bottom = upper ? "20px" : "auto";
        };
        target()?.scrollIntoView({ block: "nearest" });
        lay();
        const timer = setInterval(lay, 250);
        card.current?.querySelector<HTMLButtonElement>(".confirm")?.focus();
        return () => clearInterval(timer);
    }, [at, shown]);
    if (at === null || !ready) return null;
    const last = at === targets.length - 1;
    return (
        <>
            <div class="guide-ring" ref={ring} aria-hidden="true" />
            <section
                class="panel guide"
                ref={card}
                aria-label={t("web.guide")}
                aria-live="polite"
                onKeyDown={(e) => {
                    if (e.key === "Escape") end();
                }}
            >
                <p class="soft">
                    {t("web.guide")} · {at + 1} / {targets.length}
                </p>
                <p>{t(`${game}.guide.${at + 1}`)}</p>
                <div class="row">
                    <button type="button" class="plain" onClick={end}>
                        {t("web.guide_end")}
                    </button>
                    <button
                        type="button"
                        class="confirm"
                        onClick={() => {
                            if (last) end();
                            else step.value = at + 1;
                        }}
                    >
                        {t(last ? "web.play" : "web.next")}
                    </button>
                </div>
            </section>
        </>
    );
}
