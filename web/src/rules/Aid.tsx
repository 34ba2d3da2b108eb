/* Everything at a glance, on one sheet of paper: every sign that a player can meet, with its noun. */
import { t } from "../core/text";
import { propsOf } from "./cut";
import type { AidPart, Screen, Told } from "./lesson";

/** What the board says of its elements, by their names: title and text. */
export function abouts(told: Told, at: string, ids: string[]) {
    const props = propsOf(told, { at });
    return ids.map((id) => {
        const found = told.board.about?.(id, props);
        if (!found) throw new Error(`nothing is told of ${id}`);
        return found;
    });
}

/** The steps of a screen as entries: their numbers, and what its captions say. */
export function stepsOf(
    told: Told,
    screen: Screen,
    numbers: Record<string, number | string>,
): AidPart {
    const key = `learn.${told.game.id}.${screen.key}`;
    return {
        title: t(`learn.${screen.key}`),
        items: screen.rows.flat().map((card) => ({
            sign: card.step ? <span class="step-disc">{card.step}</span> : undefined,
            text: (
                <>
                    <b>{t(`${key}.${card.key}`, numbers)}</b>{" "}
                    {t(`${key}.${card.key}.text`, numbers)}
                </>
            ),
        })),
    };
}

export function Aid({ game, parts }: { game: string; parts: AidPart[] }) {
    return (
        <section class={`lesson-aid game-${game}`}>
            <header>
                <h1>{t(`${game}.title`)}</h1>
                <p class="lead">{t("learn.aid_lead")}</p>
                <button type="button" class="plain link" onClick={() => print()}>
                    {t("learn.print")}
                </button>
                <a href={`#/rules/${game}`}>{t("learn.motto")}</a>
            </header>
            <div class="aid-parts">
                {parts.map((part) => (
                    <section key={part.title} class={`panel${part.short ? " short" : ""}`}>
                        <h2>{part.title}</h2>
                        <ul>
                            {part.items.map((item, i) => (
                                <li key={i}>
                                    {item.sign && (
                                        <span class="sign" aria-hidden="true">
                                            {item.sign}
                                        </span>
                                    )}
                                    <span>{item.text}</span>
                                </li>
                            ))}
                        </ul>
                    </section>
                ))}
            </div>
        </section>
    );
}
