/* Words of those who watch, among themselves: who plays reads them when the match is over. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../art/icons";
import { lang, t } from "../core/text";
import { isMuted } from "./circle";
import { Report } from "./Knows";
import { session } from "./mine";
import type { RemoteMatch } from "./remote";

export function Gallery({ match }: { match: RemoteMatch }) {
    const text = useSignal("");
    const list = useRef<HTMLDivElement>(null);
    const over = match.info.value?.status === "over";
    const reads = over || !!session.value;
    const lines = match.gallery.value.filter((l) => !isMuted(l.name));
    const last = lines.at(-1)?.number ?? 0;
    useEffect(() => {
        if (reads) void match.ask({ type: "gallery" });
    }, [reads]);
    useEffect(() => {
        match.galleryRead.value = Math.max(match.galleryRead.value, last);
        list.current?.scrollTo(0, list.current.scrollHeight);
    }, [last]);
    const send = async () => {
        const words = text.value.trim();
        if (!words) return;
        text.value = "";
        if (!(await match.ask({ type: "gallery", text: words }))) text.value = words;
    };
    const time = new Intl.DateTimeFormat(lang.value, { hour: "2-digit", minute: "2-digit" });
    return (
        <div class="chat gallery">
            <p class="soft">{t(over ? "online.gallery.over" : "online.gallery.help")}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
            <div ref={list} class="said" role="log" aria-label={t("online.gallery")} tabIndex={0}>
                <ol>
                    {!lines.length && <li class="soft">{t("online.gallery.empty")}</li>}
                    {lines.map((l) => (
                        <li key={l.number}>
                            <time class="soft">{time.format(l.at)}</time> <b>{l.name}</b> {l.text}
                            <Report table={match.id} gallery={l.number} name={l.name} />
                        </li>
                    ))}
                </ol>
            </div>
            {session.value ? (
                <form
                    onSubmit={(e) => {
                        e.preventDefault();
                        void send();
                    }}
                >
                    <input
                        aria-label={t("online.gallery.write")}
                        placeholder={t("online.gallery.write")}
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
            ) : (
                <p class="soft">{t("online.gallery.account")}</p>
            )}
        </div>
    );
}
