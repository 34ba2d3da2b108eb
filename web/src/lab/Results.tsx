/* What came of the games: who won, what the changes did, what was used. */
import { Emblem } from "../art/emblems";
import { t } from "../core/text";
import type { GameInfo } from "../core/types";
import { Funnel, Pair, Share } from "./charts";
import type { Change, Known, Use } from "./hall";
import { botLabel, half, kindLabel, measureLabel, number, plusMinus, useLabel } from "./labels";
import type { Found } from "./state";

/** A measure that says more than the others, for the table that is seen first. */
const FIRST = /^(place|winner|margin|length|leads|decided|stuck|choices)/;
const THINGS = 40;

/** What can be said in a sentence, most important first. */
export function sentences(
    found: Found,
    known: Known,
    game: string,
): { good: boolean; text: string }[] {
    const { look } = found;
    const last = look.arms[look.arms.length - 1];
    const out: { good: boolean; text: string }[] = [];
    const name = known.opener ? "place" : "seat";
    last.places.forEach((p, i) => {
        if (p.is !== "more" && p.is !== "less") return;
        const share = plusMinus(p.won);
        const args = { who: t(`lab.${name}_n`, { n: i + 1 }), share, fair: number(p.fair, 1) };
        out.push({ good: false, text: t(`lab.${p.leans ? "leans" : "say"}.${p.is}`, args) });
    });
    if (!out.length && last.places.length > 1) {
        const even = last.places.every((p) => p.is === "even");
        out.push({ good: true, text: t(even ? "lab.say.even" : "lab.say.unclear") });
    }
    if (look.changes && look.others === 0)
        out.push({ good: false, text: t("lab.say.inert", { n: look.games }) });
    const changes = (look.changes ?? []).filter((c) => c.is.startsWith("clearly"));
    for (const c of changes.filter((m) => FIRST.test(m.id)).slice(0, 5)) {
        const args = {
            what: measureLabel(game, c.id, known.opener),
            from: number(c.a.value, 1),
            to: number(c.b.value, 1),
            by: plusMinus(c.difference),
        };
        out.push({
            good: true,
            text: t(`lab.say.${c.difference.value > 0 ? "rises" : "falls"}`, args),
        });
    }
    if (look.changes && look.others && !changes.length)
        out.push({ good: true, text: t("lab.say.no_change", { n: look.games }) });
    return out;
}

export function Verdict({ found, known, game }: { found: Found; known: Known; game: string }) {
    return (
        <ul class="lab-verdict">
            {sentences(found, known, game).map((s) => (
                <li key={s.text} class={s.good ? "good" : "bad"}>
                    <span aria-hidden="true">{s.good ? "✓" : "△"}</span> {s.text}
                </li>
            ))}
        </ul>
    );
}

/** Before anything is played: how exactly so many games will tell what each place wins, were all alike. */
export function Ghost(o: { players: number; games: number; within: number; known: Known }) {
    const fair = 100 / o.players;
    const spread = 1.96 * Math.sqrt(fair * (100 - fair));
    const games = o.games || Math.ceil((spread / o.within) ** 2);
    const moment = (n: number) => {
        const by = spread / Math.sqrt(n);
        const won = { value: fair, low: Math.max(0, fair - by), high: Math.min(100, fair + by) };
        return { games: n, places: [{ won, fair }] };
    };
    const course = Array.from({ length: 13 }, (_, i) =>
        moment(Math.round(20 * (Math.max(games, 21) / 20) ** (i / 12))),
    );
    const by = number(spread / Math.sqrt(games), 1);
    return (
        <section class="panel lab-ghost">
            <h2>{t(o.known.opener ? "lab.won_by_place" : "lab.won_by_seat")}</h2>
            <p class="soft">{t("lab.ghost", { n: number(games, 0), by })}</p>
            <div class="lab-funnels" aria-hidden="true">
                {Array.from({ length: o.players }, (_, i) => (
                    <figure key={i}>
                        <figcaption>
                            {!o.known.opener && <Emblem seat={i} />}{" "}
                            {t(`lab.${o.known.opener ? "place" : "seat"}_n`, { n: i + 1 })}
                        </figcaption>
                        <Funnel course={course} place={0} wanted={games} printed={null} label="" />
                    </figure>
                ))}
            </div>
        </section>
    );
}

export function Seats({ found, known }: { found: Found; known: Known }) {
    const { look, course, plan } = found;
    const arm = look.arms[look.arms.length - 1];
    const printed = look.arms.length > 1 ? look.arms[0] : null;
    const name = known.opener ? "place" : "seat";
    return (
        <section class="panel lab-seats">
            <header>
                <h2>{t(known.opener ? "lab.won_by_place" : "lab.won_by_seat")}</h2>
                <span class="lab-key">
                    <i class="key-band" /> {t("lab.yours95")}
                </span>
                {printed && (
                    <span class="lab-key">
                        <i class="key-was" /> {t("lab.printed_word")}
                    </span>
                )}
                <span class="lab-key">
                    <i class="key-fair" /> {t("lab.fair")}
                </span>
                <span class="soft">{t("lab.across")}</span>
            </header>
            <div class="lab-funnels">
                {arm.places.map((p, i) => {
                    const who = t(`lab.${name}_n`, { n: i + 1 });
                    return (
                        <figure key={i}>
                            <figcaption>
                                {!known.opener && <Emblem seat={i} />} {who}{" "}
                                <b class="lab-won" data-place={i}>
                                    {number(p.won.value, 1)}{" "}
                                    <small>± {number(half(p.won), 1)}</small>
                                </b>
                            </figcaption>
                            <Funnel
                                course={course}
                                place={i}
                                wanted={plan.games}
                                printed={printed?.places[i].won ?? null}
                                label={`${who}: ${plusMinus(p.won)} %`}
                            />
                        </figure>
                    );
                })}
            </div>
            {arm.bots && (
                <table class="lab-table">
                    <thead>
                        <tr>
                            <th>{t("lab.player")}</th>
                            <th>{t("lab.won")}</th>
                            <th />
                        </tr>
                    </thead>
                    <tbody>
                        {arm.bots.map((b, i) => (
                            <tr key={i}>
                                <th scope="row">{botLabel(b.bot)}</th>
                                <td>{plusMinus(b.won)}</td>
                                <td>
                                    <Share at={b.won} most={100} />
                                </td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
        </section>
    );
}

function ChangeRow({ c, game, opener }: { c: Change; game: string; opener: boolean }) {
    return (
        <tr class={c.is} data-measure={c.id}>
            <th scope="row">
                {measureLabel(game, c.id, opener)}
                {c.percent ? ", %" : ""}
            </th>
            <td class="soft">{plusMinus(c.a)}</td>
            <td>{plusMinus(c.b)}</td>
            <td>
                <Pair a={c.a} b={c.b} />
            </td>
            <td>{plusMinus(c.difference, 2)}</td>
            <td class="said">{t(`lab.is.${c.is}`)}</td>
        </tr>
    );
}

export function Changes({
    found,
    known,
    game,
    all,
}: {
    found: Found;
    known: Known;
    game: string;
    all?: boolean;
}) {
    const { look } = found;
    const list = look.changes?.filter((c) => all || FIRST.test(c.id));
    const measures = Object.entries(look.arms[0].measures).filter(([id]) => all || FIRST.test(id));
    return (
        <section class="panel lab-changes">
            <header>
                <h2>{t(list ? "lab.compared" : "lab.figures")}</h2>
                {list ? (
                    <>
                        <span class="lab-key">
                            <i class="lab-diamond" /> {t("lab.printed_word")}
                        </span>
                        <span class="lab-key">
                            <i class="lab-dot" /> {t("lab.yours_bars")}
                        </span>
                    </>
                ) : (
                    <span class="soft">{t("lab.this_is_printed")}</span>
                )}
            </header>
            <div class="lab-wide">
                <table class="lab-table">
                    <thead>
                        <tr>
                            <th />
                            <th>{t("lab.printed_word")}</th>
                            {list && (
                                <>
                                    <th>{t("lab.yours")}</th>
                                    <th />
                                    <th>{t("lab.difference")}</th>
                                    <th>{t("lab.can_be_said")}</th>
                                </>
                            )}
                        </tr>
                    </thead>
                    <tbody>
                        {list
                            ? list.map((c) => (
                                  <ChangeRow key={c.id} c={c} game={game} opener={known.opener} />
                              ))
                            : measures.map(([id, r]) => (
                                  <tr key={id} data-measure={id}>
                                      <th scope="row">{measureLabel(game, id, known.opener)}</th>
                                      <td>{plusMinus(r)}</td>
                                  </tr>
                              ))}
                    </tbody>
                </table>
            </div>
            {list && <p class="soft">{t("lab.compared_note")}</p>}
        </section>
    );
}

/** An interval that says nothing. */
const WIDE = 15;
const worth = (u: Use) => (half(u.won) > WIDE ? -1 : u.won.value);
const WORTH_A_WORD = ["must", "strong", "dead", "weak"];

export function Uses({ uses, info, lines }: { uses: Use[]; info: GameInfo; lines: number }) {
    const things = uses
        .filter((u) => u.kind === "word" || u.kind === "verb")
        .filter((u) => u.is !== "few" && u.is !== "never")
        .sort((a, b) => worth(b) - worth(a));
    const said = things.filter((u) => WORTH_A_WORD.includes(u.is));
    const shown =
        things.length > THINGS
            ? [...things.slice(0, THINGS / 2), ...things.slice(-THINGS / 2)]
            : things;
    const rows = [...shown, ...said.filter((u) => !shown.includes(u))];
    return (
        <section class="panel lab-uses">
            <header>
                <h2>{t("lab.used")}</h2>
                <span class="soft">
                    {t("lab.used_note", { n: things.length, fair: number(100 / lines, 1) })}
                </span>
            </header>
            <div class="lab-wide">
                <table class="lab-table">
                    <thead>
                        <tr>
                            <th />
                            <th class="lab-roomy">{t("lab.could")}</th>
                            <th>{t("lab.chosen")}</th>
                            <th class="lab-roomy" />
                            <th>{t("lab.won_when")}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {rows.map((u) => (
                            <tr key={`${u.kind}${u.verb}${u.names}${u.word}`} class={u.is}>
                                <th scope="row">
                                    {useLabel(info, u)}
                                    {kindLabel(u) && <small class="soft"> {kindLabel(u)}</small>}
                                    {WORTH_A_WORD.includes(u.is) && (
                                        <b class={`lab-tag ${u.is}`}>{t(`lab.use.${u.is}`)}</b>
                                    )}
                                </th>
                                <td class="soft lab-roomy">{number(u.could, 0)}</td>
                                <td>{plusMinus(u.chosen)}</td>
                                <td class="lab-roomy">
                                    <Share at={u.chosen} most={100} />
                                </td>
                                <td>{half(u.won) > WIDE ? t("lab.too_few") : plusMinus(u.won)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
        </section>
    );
}
