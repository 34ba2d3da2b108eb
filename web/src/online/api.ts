/* Requests to the server that the page came from. There may be none: the page also works from any
 * plain host and without a network. */
import { signal } from "@preact/signals";
import { has, t } from "../core/text";

export class ServerError extends Error {
    constructor(
        readonly code: string,
        text = code,
    ) {
        super(text);
    }
}

/** Whether there is a server: "missing" where something else answers, "away" where nothing does. */
export const server = signal<"unknown" | "there" | "missing" | "away">("unknown");

const base = new URL("./api/v1/", document.baseURI);

export function socketAddress(table: string): string {
    const url = new URL(`tables/${table}/socket`, base);
    url.protocol = url.protocol.replace("http", "ws");
    return url.href;
}

async function send(method: string, path: string, body: unknown, token?: string) {
    try {
        return await fetch(new URL(path, base), {
            method,
            headers: token ? { Authorization: `Bearer ${token}` } : {},
            body: body === undefined ? undefined : JSON.stringify(body),
            cache: "no-store",
        });
    } catch {
        server.value = "away";
        throw new ServerError("away");
    }
}

/** One request; the JSON of its answer, or a ServerError. */
export async function call<T>(
    method: "GET" | "POST" | "DELETE",
    path: string,
    o: { body?: unknown; token?: string } = {},
): Promise<T> {
    const response = await send(method, path, o.body, o.token);
    if (response.status === 204) return undefined as T;
    let answer: { error?: string; text?: string } | null = null;
    try {
        answer = await response.json();
    } catch {
        // another kind of server: it has a page for everything, or none for this
    }
    if (!answer || (!response.ok && !answer.error)) {
        server.value = "missing";
        throw new ServerError("missing");
    }
    server.value = "there";
    if (!response.ok) throw new ServerError(answer.error ?? "", answer.text);
    return answer as T;
}

/** What went wrong, in the language of the page. */
export function explain(e: unknown): string {
    const code = e instanceof ServerError ? e.code : "other";
    const why = e instanceof Error ? e.message : String(e);
    return has(`online.error.${code}`)
        ? t(`online.error.${code}`)
        : t("online.error.other", { why });
}
