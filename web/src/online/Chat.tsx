/* Words between those who sit at a table; those who watch read along. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../art/icons";
import { lang, t } from "../core/text";
import { SeatTag } from "../ui/SeatTag";
import { isMuted } from "./circle";
import type { RemoteMatch } from "./remote";

export function Chat({ match }: { match: RemoteMatch }) {
    const text = useSignal("");
    const list = useRef<HTMLDivElement>(null);
    const said = (seat: number | null) =>
        seat === null ? undefined : match.info.value?.seats[seat]?.name;
    const lines = match.chat.value.filter(
        (c) => c.seat === match.viewer.value || !isMuted(said(c.seat)),
    );
    const last = lines.at(-1)?.seq ?? 0;
    useEffect(() => {
        match.readTo.value = Math.max(match.readTo.value, last);
        list.current?.scrollTo(0, list.current.scrollHeight);
    }, [last]);
    const send = async () => {
        const words = text.value.trim();
        if (!words) return;
        text.value = "";
        if (!(await match.ask({ type: "chat", text: words }))) text.value = words;
    };
    const time = new Intl.DateTimeFormat(lang.value, { hour: "2-digit", minute: "2-digit" });
    return (
        <div class="chat">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
            <div ref={list} class="said" role="log" aria-label={t("online.chat")} tabIndex={0}>
                <ol>
                    {!lines.length && <li class="soft">{t("online.chat_empty")}</li>}
                    {lines.map((c) => (
                        <li key={c.seq}>
                            <time class="soft">{time.format(c.at)}</time>{" "}
                            {c.seat !== null && <SeatTag match={match} seat={c.seat} />} {c.text}
                        </li>
                    ))}
                </ol>
            </div>
            {match.viewer.value !== null && (
                <form
                    onSubmit={(e) => {
                        e.preventDefault();
                        void send();
                    }}
                >
                    <input
                        aria-label={t("online.chat_write")}
                        placeholder={t("online.chat_write")}
                        maxLength={200}
                        enterkeyhint="send"
                        value={text.value}
                        onInput={(e) => {
                            text.value = e.currentTarget.value;
                        }}
                    />
                    <button type="submit" class="plain" aria-label={t("online.send")}>
                        <Icon name="send" />
                    </button>
                </form>
            )}
        </div>
    );
}
