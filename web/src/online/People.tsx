/* The table itself: who is there, what can be done about those who are not, answers in advance, the
 * way out. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import { factsOf } from "../boards/board";
import { moveSentence, type Speaker, t } from "../core/text";
import type { Move } from "../core/types";
import { SeatTag } from "../ui/SeatTag";
import { Badges } from "./Badges";
import { Bell } from "./Bell";
import { Knows, Report } from "./Knows";
import { Link, SeatLink, tableLink } from "./Link";
import { Dot } from "./Parts";
import type { Standing } from "./protocol";
import type { RemoteMatch } from "./remote";
import { duration, paceText } from "./terms";

/** Seconds after which others may vote, where the table itself waits for ever. */
const LIVE = 180;
const TURNS = 3 * 86400;

function SeatRow({ match, seat }: { match: RemoteMatch; seat: number }) {
    const info = match.info.value;
    const s = info?.seats[seat];
    const you = match.viewer.value;
    if (!info || !s) return null;
    const person = s.kind === "human" && !s.stand_in;
    const away = person && !s.here && you !== null && seat !== you && info.status === "playing";
    const agreed = (info.patience || (info.live ? LIVE : TURNS)) * 1000;
    const from = info.live ? match.awaySince.get(seat) : info.since;
    const mayVote = away && from !== undefined && Date.now() - from >= agreed;
    return (
        <li>
            <SeatTag match={match} seat={seat} />{" "}
            <span class="soft">
                {s.kind === "bot" && t("web.bot")}
                {s.resigned && `${t("online.has_resigned")} `}
                {s.stand_in && t("online.stand_in", { level: t(`web.level.${s.stand_in}`) })}
                {person && !s.member && `${t("online.guest")} `}
                {person && <Dot here={!!s.here} />}
                {person && ` ${t(s.here ? "online.here" : "online.away_now")}`}
            </span>
            {s.kind === "human" && s.name && seat !== you && s.member && <Knows name={s.name} />}
            {s.kind === "human" && s.name && seat !== you && (
                <Report table={info.table} seat={seat} name={s.name} />
            )}
            {away && !mayVote && (
                <span class="soft">
                    {" "}
                    {t("online.vote_later", { time: duration(agreed / 1000) })}
                </span>
            )}
            {mayVote && (
                <button
                    type="button"
                    class="plain"
                    onClick={() => void match.ask({ type: "vote", for: seat })}
                >
                    {t("online.vote")}
                </button>
            )}
        </li>
    );
}

/** "Always ..." for decisions that others' turns bring. */
function StandingAnswers({ match }: { match: RemoteMatch }) {
    const asks = factsOf(match.game.id).standing;
    if (!asks || match.viewer.value === null) return null;
    const rules = match.prefs.value.standing;
    const set = (ask: string, verb: string) => {
        const others: Standing[] = rules.filter((r) => r.ask !== ask);
        void match.standing(verb ? [...others, { ask, verb }] : others);
    };
    const speaker: Speaker = { game: match.game, seats: match.seats };
    const verbText = (verb: string) => moveSentence(speaker, { move: verb, verb } as Move).join("");
    return (
        <>
            <h3>{t("online.standing")}</h3>
            <p class="soft">{t("online.standing_help")}</p>
            <div class="options-form">
                {Object.entries(asks).map(([ask, verbs]) => (
                    <label key={ask}>
                        {t(`${match.game.id}.ask.${ask}`)}
                        <select
                            value={rules.find((r) => r.ask === ask)?.verb ?? ""}
                            onChange={(e) => set(ask, e.currentTarget.value)}
                        >
                            <option value="">{t("online.standing_ask")}</option>
                            {verbs.map((verb) => (
                                <option key={verb} value={verb}>
                                    {t("online.always", { what: verbText(verb) })}
                                </option>
                            ))}
                        </select>
                    </label>
                ))}
            </div>
        </>
    );
}

/** Ways to end it early: giving up, or leaving it by common consent. */
function GiveUp({ match }: { match: RemoteMatch }) {
    const sure = useSignal(false);
    const you = match.viewer.value;
    const info = match.info.value;
    if (you === null || info?.status !== "playing" || info.seats[you].resigned) return null;
    const others = info.seats.some((s, i) => i !== you && s.kind === "human" && !s.stand_in);
    return (
        <>
            {(others || !info.rated) && (
                <div class="row">
                    <button
                        type="button"
                        class="plain"
                        disabled={!!match.question.value}
                        onClick={() => void match.ask({ type: "end" })}
                    >
                        <Icon name="people" /> {t(others ? "online.offer_end" : "online.end_alone")}
                    </button>
                </div>
            )}
            <div class="row">
                <button
                    type="button"
                    class="plain"
                    onClick={() => {
                        if (sure.value) void match.ask({ type: "resign" });
                        sure.value = !sure.value;
                    }}
                >
                    <Icon name="flag" /> {t(sure.value ? "online.resign_sure" : "online.resign")}
                </button>
            </div>
        </>
    );
}

function Leave({ match }: { match: RemoteMatch }) {
    const sure = useSignal(false);
    const you = match.viewer.value;
    const info = match.info.value;
    if (you === null || info?.status !== "playing" || info.seats[you].left) return null;
    const leave = async () => {
        if (await match.ask({ type: "leave" })) location.hash = "#/";
    };
    return (
        <div class="row">
            <button
                type="button"
                class="plain"
                onClick={() => {
                    if (sure.value) void leave();
                    sure.value = true;
                }}
            >
                <Icon name="leave" /> {t(sure.value ? "online.leave_sure" : "online.leave")}
            </button>
        </div>
    );
}

export function People({ match }: { match: RemoteMatch }) {
    const info = match.info.value;
    const tick = useSignal(0);
    useEffect(() => {
        const timer = setInterval(() => {
            tick.value++;
        }, 1000);
        return () => clearInterval(timer);
    }, []);
    void tick.value;
    if (!info) return null;
    const { step } = match.prefs.value;
    return (
        <div class="people">
            <ul>
                {info.seats.map((_, seat) => (
                    <SeatRow key={seat} match={match} seat={seat} />
                ))}
            </ul>
            <p class="soft">
                {paceText(info)}
                {info.live && info.patience > 0 && (
                    <> · {t("online.absence", { time: duration(info.patience) })}</>
                )}
                {match.spectators.value > 0 && (
                    <> · {t("online.watching", { n: match.spectators.value })}</>
                )}
            </p>
            <Badges info={info} />
            <StandingAnswers match={match} />
            {match.viewer.value !== null && info.status === "playing" && (
                <label class="check">
                    <input
                        type="checkbox"
                        checked={step}
                        onChange={(e) =>
                            void match.ask({ type: "prefs", step: e.currentTarget.checked })
                        }
                    />{" "}
                    {t("online.step")}
                </label>
            )}
            {match.viewer.value !== null && <Bell />}
            <h3>{t("online.watch_link")}</h3>
            <Link href={tableLink(info.table)} label={t("online.watch_link")} />
            {match.viewer.value !== null && <SeatLink table={info.table} />}
            <GiveUp match={match} />
            <Leave match={match} />
        </div>
    );
}
