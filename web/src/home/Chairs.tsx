/* Who plays: a row for each seat, with a face for everybody who may sit there. */
import { useEffect, useRef } from "preact/hooks";
import { LEVELS, Portrait } from "../art/faces";
import { Icon } from "../art/icons";
import type { Way } from "../core/match";
import { t } from "../core/text";
import type { GameInfo, Seat } from "../core/types";
import { OptionsForm, Stepper } from "./options";
import { boxed, type Form, seatsOf } from "./setup";
import "./chairs.css";

interface ChairProps {
    form: Form;
    at: number;
    seat: Seat;
    change: (list: "seats" | "names", to: string) => void;
}

function Chair({ form, at, seat, change }: ChairProps) {
    const seats = form.players;
    const player = t("seat.player", { n: at + 1 });
    const name = seat.name || player;
    return (
        <li>
            <Portrait {...{ seat, name, seats }} line={at} size={54} />
            <div class="whom">
                {seat.kind === "human" ? (
                    <input
                        aria-label={t("web.name_of", { n: at + 1 })}
                        placeholder={player}
                        maxLength={24}
                        value={form.names[at]}
                        onInput={(e) => change("names", e.currentTarget.value)}
                    />
                ) : (
                    <>
                        <b>{seat.name}</b>
                        <small class="soft">{t(`home.level.${seat.bot}`)}</small>
                    </>
                )}
            </div>
            <fieldset>
                <legend class="hidden-text">{t("web.who_plays", { n: at + 1 })}</legend>
                {["human", ...LEVELS.map((l) => `bot:${l}`)].map((kind) => {
                    const bot = kind.split(":")[1];
                    const title = bot ? t(`web.level.${bot}`) : t("web.human");
                    const sitter = bot ? { kind: "bot" as const, bot } : { kind: "human" as const };
                    return (
                        <label key={kind} title={title}>
                            <input
                                type="radio"
                                name={`chair-${at}`}
                                value={kind}
                                checked={form.seats[at] === kind}
                                onChange={() => change("seats", kind)}
                            />
                            <Portrait
                                seat={sitter}
                                name={bot ? title : form.names[at] || player}
                                line={at}
                                seats={seats}
                                size={36}
                                bare
                            />
                            <span class="hidden-text">{title}</span>
                        </label>
                    );
                })}
            </fieldset>
        </li>
    );
}

/** Where the pieces lie: on the screen, or on the table beside it. */
function Where({ form, change }: { form: Form; change: (f: Form) => void }) {
    const ways: Way[] = boxed(form.game) ? ["screen", "middle", "box"] : ["screen", "middle"];
    return (
        <fieldset class="where">
            <legend>{t("home.way")}</legend>
            {ways.map((way) => (
                <label key={way}>
                    <input
                        type="radio"
                        name="way"
                        value={way}
                        checked={form.way === way}
                        onChange={() => change({ ...form, way })}
                    />
                    <span>
                        <b>{t(`home.way.${way}`)}</b>
                        <small class="soft">{t(`home.way.${way}.help`)}</small>
                    </span>
                </label>
            ))}
        </fieldset>
    );
}

export function Chairs(o: {
    game: GameInfo;
    form: Form;
    change: (f: Form) => void;
    close: () => void;
}) {
    const { game, form, change } = o;
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const keys = (e: KeyboardEvent) => {
            if (e.key === "Escape") o.close();
        };
        addEventListener("keydown", keys);
        return () => removeEventListener("keydown", keys);
    }, []);
    const set = (i: number) => (list: "seats" | "names", to: string) =>
        change({ ...form, [list]: form[list].map((old, k) => (k === i ? to : old)) });
    return (
        <div ref={box}>
            <header>
                <h2>{t("home.who_plays", { game: t(`${game.id}.title`) })}</h2>
                <Stepper
                    game={game}
                    players={form.players}
                    change={(players) => change({ ...form, players })}
                />
                <button
                    type="button"
                    class="plain close"
                    aria-label={t("web.close")}
                    onClick={o.close}
                >
                    <Icon name="close" />
                </button>
            </header>
            <ul>
                {seatsOf(form).map((seat, at) => (
                    <Chair key={`${form.game}${at}`} {...{ form, at, seat }} change={set(at)} />
                ))}
            </ul>
            <Where form={form} change={change} />
            <OptionsForm
                game={game}
                values={form.options}
                change={(options) => change({ ...form, options })}
            />
            <a class="to-lab" href={`#/lab/${game.id}`}>
                {t("web.lab")}
            </a>
        </div>
    );
}
