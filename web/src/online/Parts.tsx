/* Small things around a table in play: presence, clocks, what is asked, the end. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import { seatName, t } from "../core/text";
import { Analysis } from "./Analysis";
import { call } from "./api";
import { Link, tableLink } from "./Link";
import { type Change, signed } from "./rating";
import type { RemoteMatch } from "./remote";
import { clockText } from "./terms";

/** Whether someone is there; not by colour alone. */
export function Dot({ here }: { here: boolean }) {
    const text = t(here ? "online.here" : "online.away_now");
    return (
        <i class={here ? "dot here" : "dot"} title={text}>
            <span class="hidden-text">{text}</span>
        </i>
    );
}

function Clock({ match, seat }: { match: RemoteMatch; seat: number }) {
    const tick = useSignal(0);
    const info = match.info.value;
    const running = info?.status === "playing" && info.actor === seat;
    useEffect(() => {
        if (!running) return;
        const timer = setInterval(() => {
            tick.value++;
        }, 500);
        return () => clearInterval(timer);
    }, [running]);
    const left = info?.seats[seat]?.clock;
    if (!info || left === undefined || !info.clock) return null;
    void tick.value;
    const used = running ? Date.now() + match.ahead.value - info.since : 0;
    const now = left - used;
    return (
        <span class={`seat-clock${running && now < 30_000 ? " short" : ""}`} role="timer">
            {clockText(now)}
        </span>
    );
}

/** Beside a player's name: there or not, who plays for him, his clock. */
export function SeatMark({ match, seat }: { match: RemoteMatch; seat: number }) {
    const s = match.info.value?.seats[seat];
    if (!s) return null;
    const bot = s.kind === "bot" || !!s.stand_in;
    return (
        <span class="seat-mark">
            <Clock match={match} seat={seat} />
            {bot ? (
                <i class="of-bot" title={t("web.bot")}>
                    <Icon name="bot" />
                    <span class="hidden-text">{t("web.bot")}</span>
                </i>
            ) : (
                <Dot here={!!s.here} />
            )}
        </span>
    );
}

function Notice(o: { icon?: string; children: ComponentChildren }) {
    return (
        <div class="panel notice" role="status">
            {o.icon && <Icon name={o.icon} />}
            <div>{o.children}</div>
        </div>
    );
}

/** A drop that mends itself at once is not worth a word. */
const UNNOTICED = 1_000;

function Lost({ match }: { match: RemoteMatch }) {
    const late = useSignal(false);
    const lost = match.line.state.value === "lost";
    useEffect(() => {
        late.value = false;
        if (!lost) return;
        const timer = setTimeout(() => {
            late.value = true;
        }, UNNOTICED);
        return () => clearTimeout(timer);
    }, [lost]);
    if (!lost || !late.value) return null;
    return (
        <Notice icon="away">
            <p class="lost">{t("online.lost")}</p>
        </Notice>
    );
}

function Asked({ match }: { match: RemoteMatch }) {
    const q = match.question.value;
    const you = match.viewer.value;
    if (!q) return null;
    const name = seatName(match.game, match.seats, q.seat);
    const n = Math.max(1, (match.info.value?.ply ?? 0) - (q.to ?? 0));
    if (you === null || q.agreed.includes(you))
        return (
            <Notice icon="why">
                <p>
                    {q.seat === you
                        ? t(`online.ask.${q.what}.own`)
                        : t(`online.ask.${q.what}`, { name, n })}{" "}
                    {you !== null && t("online.ask.wait")}
                </p>
            </Notice>
        );
    const answer = (yes: boolean) => void match.answer(yes);
    return (
        <Notice icon="why">
            <p>{t(`online.ask.${q.what}`, { name, n })}</p>
            <div class="row">
                <button type="button" class="outline" onClick={() => answer(true)}>
                    {t("online.yes")}
                </button>
                <button type="button" class="plain" onClick={() => answer(false)}>
                    {t("online.no")}
                </button>
            </div>
        </Notice>
    );
}

function StoodIn({ match }: { match: RemoteMatch }) {
    const you = match.viewer.value;
    const seat = you === null ? undefined : match.info.value?.seats[you];
    if (!seat?.stand_in || seat.resigned || match.info.value?.status !== "playing") return null;
    return (
        <Notice icon="bot">
            <p>{t("online.stood_in")}</p>
            <button type="button" class="outline" onClick={() => void match.ask({ type: "back" })}>
                {t("online.take_back_seat")}
            </button>
        </Notice>
    );
}

/** Something that happened to the table, for a while. */
const WORD = 8_000;

function Word({ match }: { match: RemoteMatch }) {
    const word = match.word.value;
    useEffect(() => {
        if (!word) return;
        const timer = setTimeout(() => {
            match.word.value = null;
        }, WORD);
        return () => clearTimeout(timer);
    }, [word]);
    return word ? (
        <Notice>
            <p>{word}</p>
        </Notice>
    ) : null;
}

/** The page and the server must know the same rules. */
function Old({ match }: { match: RemoteMatch }) {
    const info = match.info.value;
    if (!info || info.rules_version === match.game.rules_version) return null;
    return (
        <Notice icon="why">
            <p>{t("online.old_page")}</p>
            <button type="button" class="outline" onClick={() => location.reload()}>
                {t("online.reload")}
            </button>
        </Notice>
    );
}

/** Left by common consent: there is no result to be shown. */
function Agreed({ match }: { match: RemoteMatch }) {
    const ended = match.info.value?.ended;
    if (ended !== "agreed" && ended !== "closed") return null;
    return (
        <Notice icon="people">
            <p>{t(`online.${ended}`)}</p>
            <End match={match} />
        </Notice>
    );
}

export function Notices({ match }: { match: RemoteMatch }) {
    return (
        <div class="notices">
            <Agreed match={match} />
            <Lost match={match} />
            <Old match={match} />
            <StoodIn match={match} />
            <Asked match={match} />
            <Word match={match} />
        </div>
    );
}

const POLL = 400;
const POLLS = 15;

/** What the match did to the ratings of those who played it; known a moment after its end. */
function Ratings({ match }: { match: RemoteMatch }) {
    const found = useSignal<Change[]>([]);
    const rated = !!match.info.value?.rated && match.info.value.ended !== "agreed";
    useEffect(() => {
        let left = rated ? POLLS : 0;
        const look = async () => {
            const path = `ratings?table=${match.id}`;
            const answer = await call<{ rated: Change[] }>("GET", path).catch(() => null);
            if (answer?.rated.length) found.value = answer.rated;
            else if (--left > 0) setTimeout(() => void look(), POLL);
        };
        if (left) void look();
        return () => {
            left = 0;
        };
    }, [rated, match.id]);
    if (!found.value.length) return null;
    return (
        <ul class="rating-changes" aria-label={t("online.rating_changes")}>
            {found.value.map((c) => (
                <li key={c.seat}>
                    <span>{seatName(match.game, match.seats, c.seat)}</span> <b>{c.rating}</b>{" "}
                    <span class="soft">± {c.band}</span> <b>({signed(c.change)})</b>
                </li>
            ))}
        </ul>
    );
}

/** After the match: were the dice fair, and shall there be another? */
export function End({ match }: { match: RemoteMatch }) {
    const info = match.info.value;
    const doubt = match.doubt.value;
    const open = info?.open_dice;
    const again = info?.rematch;
    return (
        <section class="panel online-end" aria-label={t("online.after")}>
            {info?.ended === "resigned" && <p>{t("online.by_resigning")}</p>}
            <Ratings match={match} />
            {doubt === undefined && <p class="soft">{t("online.dice.checking")}</p>}
            {doubt === null && (
                <p class="verified">
                    <Icon name="seal" /> <b>{t("online.dice.verified")}</b>{" "}
                    <span class="soft">{t(open ? "online.dice.open" : "online.dice.how")}</span>
                </p>
            )}
            {doubt && (
                <p
                    role={doubt === "unknown" || doubt === "part" ? "status" : "alert"}
                    class="doubt"
                >
                    <Icon name="why" /> {t(`online.dice.${doubt}`)}
                </p>
            )}
            {info && <Analysis match={match} />}
            {info && (
                <>
                    <p class="soft replay-link">{t("online.replay_link")}</p>
                    <Link href={tableLink(info.table)} label={t("online.replay_link")} />
                </>
            )}
            {info?.cup ? (
                <a class="confirm" href={`#/cup/${info.cup}`}>
                    {t("online.to_cup")}
                </a>
            ) : again ? (
                <a class="confirm" href={`#/table/${again}`}>
                    {t("online.to_rematch")}
                </a>
            ) : (
                match.viewer.value !== null &&
                !match.question.value && (
                    <button type="button" class="confirm" onClick={() => void match.offerRematch()}>
                        {t("online.rematch")}
                    </button>
                )
            )}
        </section>
    );
}
