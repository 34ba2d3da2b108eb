/* The page: loads the games and the language, then shows what the address asks for. */
import { signal } from "@preact/signals";
import { render } from "preact";
import { core } from "./core/engine";
import { recall, recallKeys, storageTrouble } from "./core/settings";
import { preferredLang, t, useLang } from "./core/text";
import type { GameInfo } from "./core/types";
import { Home } from "./home/Home";
import { OthersPage } from "./home/Others";
import { embed, Later, lab, lobby, puzzle, room, rules, table } from "./ui/Later";
import "./generated/fonts/fonts.css";
import "./styles/theme.css";
import "./styles/home.css";

const games = signal<GameInfo[] | null>(null);
const failure = signal<string | null>(null);
const address = signal(location.hash);
/** A table to be shown in a frame of another page: then nothing else is. */
const framed = new URLSearchParams(location.search).get("embed");
addEventListener("hashchange", () => {
    address.value = location.hash;
});

function Page() {
    if (failure.value) return <p class="failure">{failure.value}</p>;
    if (!games.value) return null;
    const [, what, id, part] = address.value.split("/");
    const all = games.value;
    if (framed) return <Later part={embed}>{(p) => <p.EmbedPage games={all} id={framed} />}</Later>;
    const told = all.find((g) => g.id === id);
    const played = all.filter((g) => g.id !== "blank");
    const page =
        what === "play" && id ? (
            <Later part={table}>{(p) => <p.TablePage key={id} games={all} id={id} />}</Later>
        ) : what === "table" && id ? (
            <Later part={room}>{(p) => <p.RoomPage games={all} id={id} invite={part} />}</Later>
        ) : /^(new|ratings|player|cups?|leagues?|notices|operator)$/.test(what) ? (
            <Later part={room}>{(p) => <p.OtherPage games={played} what={what} id={id} />}</Later>
        ) : what === "online" ? (
            <OthersPage>
                <Later part={lobby}>{(p) => <p.Lobby />}</Later>
            </OthersPage>
        ) : (what === "rules" || what === "learn") && told ? (
            <Later part={rules}>{(p) => <p.RulesPage info={told} part={part} />}</Later>
        ) : what === "puzzle" && told ? (
            <Later part={puzzle}>
                {(p) => <p.PuzzlePage key={`${id}/${part}`} info={told} number={part} />}
            </Later>
        ) : what === "lab" && told ? (
            <Later part={lab}>{(p) => <p.LabPage key={id} info={told} changes={part} />}</Later>
        ) : (
            <Home games={played} />
        );
    return (
        <>
            {storageTrouble.value && (
                <p class="banner" role="status">
                    {t("web.storage_full")}
                </p>
            )}
            {page}
        </>
    );
}

const root = document.getElementById("app");
if (root) render(<Page />, root);

try {
    await useLang(preferredLang(recall("lang")));
    games.value = await core.call("games", {});
} catch (e) {
    failure.value = e instanceof Error ? e.message : String(e);
}

// Whoever sits at tables is told when it is his turn, wherever on the page he is.
if (recall("session") || recallKeys("table.").length) void lobby.load();

if ("serviceWorker" in navigator && import.meta.env.PROD)
    navigator.serviceWorker.register("./sw.js").catch(() => undefined);
