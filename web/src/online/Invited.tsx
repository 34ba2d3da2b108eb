/* A link for a seat: who invites to what, how it is played and what is not as printed; a name, and one sits. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import { factsOf } from "../boards/board";
import { core } from "../core/engine";
import { has, loadTexts, t } from "../core/text";
import type { GameInfo } from "../core/types";
import { coverOf } from "../home/setup";
import { Settings } from "../ui/Settings";
import { Badges, languageName } from "./Badges";
import { NameField } from "./Name";
import type { WholeInfo } from "./protocol";
import { Sitter, sitterName } from "./TableCard";
import { paceText } from "./terms";

/** So many numbers that are not the printed ones are told one by one. */
const MOST = 6;

interface Change {
    label: string;
    from: string;
    to: string;
}

/** What a number of an edition is called: the name of the longest part of its way that has one, and the rest. */
function labelOf(game: string, way: string[]): string {
    for (let n = way.length; n > 0; n--) {
        const key = `lab.${game}.${way.slice(0, n).join(".")}`;
        if (!has(key)) continue;
        const rest = way.slice(n).map((w) => {
            const word = [`lab.${game}.word.${w}`, `lab.word.${w}`].find(has);
            return word
                ? t(word)
                : /^\d+$/.test(w)
                  ? String(Number(w) + 1)
                  : w.replaceAll("_", " ");
        });
        return [t(key), ...rest].join(" · ");
    }
    return way.join(" · ").replaceAll("_", " ");
}

/** Where two editions differ. */
function differences(game: string, printed: unknown, here: unknown, way: string[] = []): Change[] {
    if (typeof printed === "object" && printed && typeof here === "object" && here)
        return Object.entries(here).flatMap(([key, value]) =>
            differences(game, (printed as Record<string, unknown>)[key], value, [...way, key]),
        );
    if (printed === here || printed === undefined || way[0] === "name") return [];
    return [{ label: labelOf(game, way), from: String(printed), to: String(here) }];
}

function Changes({ info }: { info: WholeInfo }) {
    const list = useSignal<Change[]>([]);
    useEffect(() => {
        if (!info.edition) return;
        Promise.all([core.call("edition", { game: info.game }), loadTexts("lab")]).then(
            ([{ edition }]) => {
                list.value = differences(info.game, edition, info.edition);
            },
            () => undefined,
        );
    }, [info.table]);
    if (!info.changed) return null;
    const rest = list.value.length - MOST;
    return (
        <div class="changed-numbers">
            <p>
                <Icon name="why" /> <b>{t("online.table_changes", { n: info.changed })}</b>
            </p>
            <dl>
                {list.value.slice(0, MOST).map((c) => (
                    <div key={c.label}>
                        <dt>{c.label}</dt>
                        <dd>
                            <s>{c.from}</s> → <b>{c.to}</b>
                        </dd>
                    </div>
                ))}
            </dl>
            {rest > 0 && <p class="soft">{t("online.table_changes_more", { n: rest })}</p>}
        </div>
    );
}

export function Invitation(o: {
    info: WholeInfo;
    games: GameInfo[];
    busy: boolean;
    sit: () => void;
}) {
    const { info } = o;
    const { game, seats } = info;
    const title = t(`${game}.title`);
    const [least, most] = o.games.find((g) => g.id === game)?.seats ?? [seats.length, seats.length];
    const hosts = info.host === null ? undefined : seats[info.host];
    const host = hosts?.kind === "human" ? hosts : undefined;
    const terms = [
        { icon: "clock", name: "online.pace", value: paceText(info) },
        {
            icon: "cup",
            name: "online.term.counts",
            value: t(info.rated ? "online.term.rated" : "online.term.friendly"),
        },
        {
            icon: "seal",
            name: "online.term.dice",
            value: t(info.open_dice ? "online.badge.open_dice" : "online.term.sealed"),
        },
        ...(info.language
            ? [
                  {
                      icon: "people",
                      name: "online.filter.language",
                      value: languageName(info.language),
                  },
              ]
            : []),
    ];
    return (
        <main class="waiting-room">
            <header class="bar">
                <a class="plain" href="#/" aria-label={t("web.home")}>
                    <Icon name="home" />
                </a>
                <h1>{title}</h1>
                <span class="grow" />
                <Settings />
            </header>
            <section class="panel invited">
                <div class="cover-side">
                    <img src={coverOf(game)} alt="" />
                    <p>
                        <b>{title}</b>
                        <span>{t(`${game}.tagline`)}</span>
                        <span>
                            <Icon name="people" /> {least}–{most} <Icon name="clock" />{" "}
                            {t("web.minutes", { n: factsOf(game).minutes })}
                        </span>
                    </p>
                </div>
                <div class="invitation">
                    <div class="inviter">
                        {host && info.host !== null && (
                            <Sitter info={info} seat={info.host} size={52} />
                        )}
                        <h2>
                            {host
                                ? t("online.invited_by", { name: host.name ?? "", game: title })
                                : t("online.invited", { game: title })}
                        </h2>
                    </div>
                    <ul class="seats-there">
                        {seats.map((s, seat) => (
                            <li key={seat} class={seat === info.invited ? "yours" : ""}>
                                <Sitter {...{ info, seat }} size={38} />
                                <span>
                                    <b>
                                        {seat === info.invited
                                            ? t("online.your_seat")
                                            : sitterName(s) || t(`online.seat.${s.kind}`)}
                                    </b>
                                    {seat === info.invited && (
                                        <small class="soft">{t("online.held")}</small>
                                    )}
                                    {s.kind === "human" && seat === info.host && (
                                        <small class="soft">{t("online.host")}</small>
                                    )}
                                </span>
                            </li>
                        ))}
                    </ul>
                    <dl class="terms">
                        {terms.map(({ icon, name, value }) => (
                            <div key={name}>
                                <dt>
                                    <Icon name={icon} /> {t(name)}
                                </dt>
                                <dd>{value}</dd>
                            </div>
                        ))}
                    </dl>
                    {info.changed > 0 ? <Changes info={info} /> : <Badges info={info} />}
                    <NameField />
                    <div class="row">
                        <button type="button" class="confirm" disabled={o.busy} onClick={o.sit}>
                            {t("online.sit")}
                        </button>
                        <a class="outline" href={`#/table/${info.table}`}>
                            <Icon name="eye" /> {t("online.watch")}
                        </a>
                    </div>
                    <p class="soft">
                        <a href={`#/learn/${game}`}>{t("web.learn")}</a>
                    </p>
                </div>
            </section>
        </main>
    );
}
