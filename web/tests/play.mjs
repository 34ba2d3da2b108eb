/* Whole games from the start page to the final score by clicks of the mouse: against bots, and with --full
 * also of the long ones, by taps on a phone, and with people alone at every number of seats by both. */
import { playOut, SEATS, start } from "./lib.mjs";

export const checks = [];

function whole(game, seats, full, touch = false) {
    const people = seats.filter((kind) => kind === "human").length;
    const name = people === seats.length ? `${people} at one screen` : `against ${seats.length - people} bots`;
    checks.push({
        name: `${game}: a whole game by ${touch ? "taps on a phone" : "clicks"}, ${name}`,
        full,
        options: touch ? { width: 390, height: 844, touch } : {},
        run: async ({ page, shots }) => {
            await start(page, game, seats);
            const count = await playOut(page, 7 * seats.length + people, touch);
            const lines = await page.locator(".final tbody tr").count();
            if (lines < seats.length) throw new Error(`${lines} lines of scores`);
            if (count.board < count.list / 4) throw new Error(`hardly anything on the board: ${JSON.stringify(count)}`);
            const mute = await page.locator(".log button").evaluateAll((all) => all.filter((e) => !e.textContent.trim()).length);
            if (mute) throw new Error(`${mute} entries of the log say nothing`);
            await page.screenshot({ path: `${shots}/${game}-${seats.length}-${people}${touch ? "-touch" : ""}-end.png` });
            return `${count.board} on the board, ${count.list} in the list, ${count.hidden} out of reach`;
        },
    });
}

// The longest first: the others are played beside it.
const GAMES = Object.keys(SEATS).reverse();
// One of them in `make test`; two take more time than all the others together.
for (const game of GAMES) whole(game, ["human", "bot:apprentice", "bot:trader"], game !== "caravans");
for (const game of GAMES) whole(game, ["human", "bot:apprentice", "bot:trader"], true, true);
for (const [game, counts] of Object.entries(SEATS))
    for (const n of counts)
        for (const touch of [false, true]) whole(game, Array.from({ length: n }, () => "human"), true, touch);
