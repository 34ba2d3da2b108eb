/* Pages around tables at a server, by the first word of their address; each is fetched when it is wanted. */
import type { GameInfo } from "../core/types";
import { Later, part } from "../ui/Later";
import { CreatePage } from "./Create";

const notices = part(() => import("../notices"), "notices");
const operator = part(() => import("./Operator"), "operator", "players");
const players = part(() => import("./players"), "players");

export function OtherPage({ games, what, id }: { games: GameInfo[]; what: string; id?: string }) {
    if (what === "notices")
        return <Later part={notices}>{(p) => <p.NoticesPage link={id} />}</Later>;
    if (what === "ratings")
        return <Later part={players}>{(p) => <p.RatingsPage games={games} id={id} />}</Later>;
    if (what === "cups") return <Later part={players}>{(p) => <p.CupsPage games={games} />}</Later>;
    if (what === "cup" && id)
        return <Later part={players}>{(p) => <p.CupPage key={id} id={id} />}</Later>;
    if (what === "leagues")
        return <Later part={players}>{(p) => <p.LeaguesPage games={games} />}</Later>;
    if (what === "league" && id)
        return <Later part={players}>{(p) => <p.LeaguePage key={id} id={id} />}</Later>;
    if (what === "player" && id)
        return (
            <Later part={players}>
                {(p) => <p.PlayerPage key={id} games={games} name={decodeURIComponent(id)} />}
            </Later>
        );
    if (what === "operator") return <Later part={operator}>{(p) => <p.OperatorPage />}</Later>;
    return <CreatePage games={games} rated={id === "rated"} />;
}
