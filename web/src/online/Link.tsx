/* A link to give to someone: shown, copied by a button, shared where the device can. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Icon } from "../art/icons";
import { lang, t } from "../core/text";
import { kept, session } from "./mine";

/** The address of a table; with an invite the seat it is for. The secret stands behind the #, which
 *  browsers do not send. */
export function tableLink(table: string, invite?: string): string {
    const url = new URL(location.href);
    // By these the server says what the link leads to, to programs that show it (docs/protocol.md, 2.9).
    url.search = `?t=${table}&l=${lang.value}${/^[a-z0-9]{32}$/.test(invite ?? "") ? "&i=1" : ""}`;
    url.hash = invite ? `#/table/${table}/${invite}` : `#/table/${table}`;
    return url.href;
}

export function Link({ href, label }: { href: string; label: string }) {
    const copied = useSignal(false);
    const field = useRef<HTMLInputElement>(null);
    const copy = async () => {
        field.current?.select();
        try {
            await navigator.clipboard.writeText(href);
        } catch {
            // Over plain HTTP there is no clipboard, but the older way works.
            document.execCommand("copy");
        }
        copied.value = true;
        setTimeout(() => {
            copied.value = false;
        }, 2000);
    };
    return (
        <span class="link-row">
            <input
                ref={field}
                readOnly
                value={href}
                aria-label={label}
                onFocus={(e) => e.currentTarget.select()}
            />
            <button type="button" class="outline" onClick={() => void copy()}>
                <Icon name={copied.value ? "check" : "copy"} />{" "}
                {t(copied.value ? "online.copied" : "online.copy")}
            </button>
            {"share" in navigator && (
                <button
                    type="button"
                    class="outline"
                    aria-label={t("online.share")}
                    onClick={() =>
                        void navigator.share({ title: label, url: href }).catch(() => undefined)
                    }
                >
                    <Icon name="share" />
                </button>
            )}
        </span>
    );
}

/** A guest's seat is a secret of this browser: how to take it along to another one. */
export function SeatLink({ table }: { table: string }) {
    const token = kept(table)?.token;
    const open = useSignal(false);
    if (!token || session.value) return null;
    return (
        <details
            class="seat-link"
            onToggle={(e) => {
                open.value = e.currentTarget.open;
            }}
        >
            <summary>{t("online.seat_along")}</summary>
            {open.value && (
                <>
                    <p class="soft">{t("online.seat_along_help")}</p>
                    <Link href={tableLink(table, token)} label={t("online.seat_along")} />
                </>
            )}
        </details>
    );
}
