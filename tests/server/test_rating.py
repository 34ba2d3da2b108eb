#!/usr/bin/env python3
"""Resigning, ends by agreement, ratings, leaderboards and profiles."""
import asyncio
import math
import os
import random
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import TWO, Case, catch_up, pair, play_out
from serai_client import Closed, ProtocolError, Table, call, create, join
from serai_server import SERAI

BOT = {"kind": "bot", "bot": "random"}


def expected(skills, places):
    """The formula once more, as Weng and Lin write it: [(mean, sigma)] after a match, unit 1500 / 200."""
    s = [(m, math.hypot(d, 2)) for m, d in skills]
    c = math.sqrt(sum(d * d + 100 ** 2 for _, d in s))
    gone = [math.exp(m / c) for m, _ in s]
    out = []
    for i, (m, d) in enumerate(s):
        omega = delta = 0
        for q in range(len(s)):
            if places[q] > places[i]:
                continue
            share = gone[i] / sum(g for g, p in zip(gone, places) if p >= places[q])
            ties = places.count(places[q])
            omega += (1 - share if i == q else -share) / ties
            delta += share * (1 - share) / ties
        out.append((m + d * d / c * omega, d * math.sqrt(max(1 - d / c * d * d / c / c * delta, 1e-4))))
    return out


class Rated(Case):
    async def account(self, name):
        me = await call(self.port, "POST", "/account", {"name": name, "passphrase": "open sesame"})
        return me["token"]

    async def people(self, *names):
        return {name: await self.account(name) for name in names}

    async def match(self, tokens, bots=(), game="blank", **terms):
        """A rated table of these people, all connected, in the order of their seats."""
        first, *others = tokens
        seats = [{"kind": "me"}] + [{"kind": "open"} for _ in others] + [{"kind": "bot", "bot": b} for b in bots]
        t = await create(self.port, game, seats, token=first, rated=True, **terms)
        for token in others:
            await join(self.port, t["table"], "", token=token)
        return [await Table(self.port, t["table"], token).connect() for token in tokens]

    async def rated(self, table):
        """What the match did to the ratings, as soon as that is known."""
        while True:
            rows = (await call(self.port, "GET", f"/ratings?table={table}"))["rated"]
            if rows:
                return rows
            await asyncio.sleep(0.05)

    async def rating(self, name, game="blank"):
        found = await call(self.port, "GET", f"/players/{name}")
        return next((r for r in found["ratings"] if r["game"] == game), None)


class Ends(Rated):
    def test_resign_two(self):
        """The other has won, whatever the points say; a rematch can follow; the dice are shown."""
        async def run():
            a, b = await pair(self.port)
            await play_out(a, b, stop=lambda: a.ply >= 3)
            await a.ask({"type": "resign"})
            await catch_up(a, b)
            self.assertTrue(a.over and b.over)
            last = b.log[-1]
            self.assertEqual((last["type"], last["seat"], last["ended"], last["decision"]),
                             ("resign", 0, "resigned", None))
            self.assertEqual([line["rank"] for line in last["scores"]], [2, 1])
            self.assertIn("salt", b.reveal)
            for what in ("resign", "end", "undo"):
                await self.assert_code("over", b.ask({"type": what, "ply": b.ply}))
            again = await Table(self.port, a.table, b.token).connect()
            self.assertEqual((again.info["status"], again.info["ended"], again.decision), ("over", "resigned", None))
            self.assertTrue(again.info["seats"][0]["resigned"])
            self.assertEqual([line["rank"] for line in again.scores], [2, 1])
            file = await call(self.port, "GET", f"/tables/{a.table}/file")
            self.assertEqual(len(file["moves"]), a.ply)
            self.server.stop()
            self.server.start()
            self.port = a.port = b.port = self.server.port
            b = await Table(self.port, b.table, b.token).connect()
            self.assertEqual((b.over, b.info["ended"]), (True, "resigned"))
            a = await Table(self.port, a.table, a.token).connect()
            await a.ask({"type": "rematch"})
            await b.next()
            await b.ask({"type": "answer", "yes": True})
            while not any(m["type"] == "rematch" for m in b.log):
                await b.next()
            info = await call(self.port, "GET", f"/tables/{b.log[-1]['table']}")
            self.assertEqual((info["status"], "ended" in info), ("playing", False))
        self.run_async(run())

    def test_resign_three(self):
        """Where others play on a bot does so for the one who gave up; he is behind them, and does not come back."""
        async def run():
            t = await create(self.port, "blank", TWO + [{"kind": "open"}], takeover="random")
            seats = [await Table(self.port, t["table"], t["token"]).connect()]
            for name in ("Boris", "Clara"):
                j = await join(self.port, t["table"], name)
                seats.append(await Table(self.port, t["table"], j["token"]).connect())
            a, b, c = seats
            await b.ask({"type": "resign"})
            await catch_up(*seats)
            self.assertEqual([m["type"] for m in a.log[-2:]], ["resign", "stand_in"])
            self.assertEqual(a.log[-1]["why"], "resigned")
            self.assertFalse(a.over)
            await self.assert_code("resigned", b.ask({"type": "back"}))
            await self.assert_code("resigned", b.ask({"type": "resign"}))
            await play_out(a, c)
            rank = [line["rank"] for line in a.scores]
            self.assertEqual(rank[1], 3)
            self.assertEqual(min(rank[0], rank[2]), 1)
            self.assertEqual((await call(self.port, "GET", f"/tables/{a.table}"))["ended"], "played")
        self.run_async(run())

    def test_all_but_one_resign(self):
        async def run():
            t = await create(self.port, "blank", TWO + [{"kind": "open"}], takeover="random")
            seats = [await Table(self.port, t["table"], t["token"]).connect()]
            for name in ("Boris", "Clara"):
                j = await join(self.port, t["table"], name)
                seats.append(await Table(self.port, t["table"], j["token"]).connect())
            await seats[2].ask({"type": "resign"})
            await catch_up(*seats)
            await seats[0].ask({"type": "resign"})
            await catch_up(*seats)
            self.assertTrue(seats[1].over)
            self.assertEqual([line["rank"] for line in seats[1].scores], [2, 1, 3])  # who held out longer
        self.run_async(run())

    def test_agreed(self):
        """All agree to leave it: it is over, without places in the results."""
        async def run():
            a, b = await pair(self.port)
            await a.ask({"type": "end"})
            await b.next()
            self.assertEqual((b.log[-1]["type"], b.log[-1]["what"]), ("ask", "end"))
            await self.assert_code("asked", b.ask({"type": "end"}))
            again = await Table(self.port, a.table, b.token).connect()
            self.assertEqual(again.info["status"], "playing")
            await b.ask({"type": "answer", "yes": False})
            await catch_up(a, b)
            self.assertFalse(a.over)
            await b.ask({"type": "end"})
            await a.next()
            await a.ask({"type": "answer", "yes": True})
            await catch_up(a, b)
            self.assertEqual((b.log[-1]["type"], b.log[-1]["ended"], b.over), ("end", "agreed", True))
            self.assertEqual((await call(self.port, "GET", "/stats?game=blank"))["results"], [])
            alone = await create(self.port, "blank", [TWO[0], BOT])  # nobody to ask
            c = await Table(self.port, alone["table"], alone["token"]).connect()
            await c.ask({"type": "end"})
            self.assertTrue(c.over)
        self.run_async(run())


class Ratings(Rated):
    def test_figures(self):
        """A series of matches of two and three, bots among them: every rating as the formula has it."""
        async def run():
            who = await self.people("Ada", "Bea", "Cyd")
            known = {n: (1500.0, 200.0) for n in ("Ada", "Bea", "Cyd", "random")}
            rng = random.Random(5)
            for names, bots in ((["Ada", "Bea"], []), (["Bea", "Ada", "Cyd"], []), (["Cyd", "Ada"], ["random"]),
                                (["Ada", "Cyd"], [])):
                tables = await self.match([who[n] for n in names], bots)
                await play_out(*tables, rng=rng)
                places = [line["rank"] for line in tables[0].scores][:len(names) + len(bots)]
                rows = await self.rated(tables[0].table)
                players = names + bots
                after = expected([known[n] for n in players], places)
                for seat, name in enumerate(players):
                    self.assertAlmostEqual(rows[seat]["rating"], after[seat][0], delta=0.6)
                    self.assertAlmostEqual(rows[seat]["band"], 1.96 * after[seat][1], delta=0.6)
                    change = after[seat][0] - known[name][0]
                    self.assertAlmostEqual(rows[seat]["change"], change, delta=1.1)
                    known[name] = after[seat]
            self.assertEqual((await self.rating("ada"))["games"], 4)
            for name in who:
                self.assertAlmostEqual((await self.rating(name))["rating"], known[name][0], delta=0.6)
        self.run_async(run())

    def test_only_like_with_like(self):
        async def run():
            who = await self.people("Ada", "Bea")
            seats = [{"kind": "me"}, {"kind": "open"}]
            ask = {"token": who["Ada"], "rated": True}
            edition = (await call(self.port, "GET", "/games/blank")).get("edition", {})
            number = next((k for k, v in edition.items() if isinstance(v, int)), None)
            if number:
                await self.assert_code("range", create(self.port, "blank", seats,
                                                       edition={number: edition[number] + 1}, **ask))
            await self.assert_code("range", create(self.port, "blank", seats, open_dice=True, **ask))
            await self.assert_code("range", create(self.port, "blank", seats, live=False, patience=0, **ask))
            await self.assert_code("range", create(self.port, "blank", TWO, rated=True))
            t = await create(self.port, "blank", seats, **ask)
            await self.assert_code("account", join(self.port, t["table"], "Guest"))
            await self.assert_code("name", join(self.port, t["table"], "Ada", token=who["Ada"]))
            await join(self.port, t["table"], "", token=who["Bea"])
            a = await Table(self.port, t["table"], t["token"]).connect()
            self.assertTrue(a.info["rated"])
            await self.assert_code("taken", call(self.port, "POST", f"/tables/{t['table']}/claim",
                                                 {"token": t["token"]}, who["Bea"]))
            alone = await create(self.port, "blank", [{"kind": "me"}, BOT], **ask)
            c = await Table(self.port, alone["table"], who["Ada"]).connect()
            await self.assert_code("rated", c.ask({"type": "end"}))
            await c.ask({"type": "resign"})
            self.assertTrue(c.over)
            file = await call(self.port, "GET", f"/tables/{alone['table']}/file")
            with self.assertRaises(ProtocolError) as e:
                await call(self.port, "POST", "/tables", {"file": file, "seats": seats, "rated": True}, who["Ada"])
            self.assertEqual(e.exception.code, "range")
        self.run_async(run())

    def test_what_is_seen_stands(self):
        """Nothing is taken back at a rated table once others have answered, not even against a bot."""
        async def run():
            who = await self.people("Ada")
            t = await create(self.port, "blank", [{"kind": "me"}, BOT], token=who["Ada"], rated=True)
            a = await Table(self.port, t["table"], who["Ada"]).connect()
            while a.ply < 4 and not a.over:
                if a.mine:
                    await a.move(a.legal[0])
                else:
                    await a.next()
            while not a.mine:
                await a.next()
            await self.assert_code("rated", a.ask({"type": "undo", "ply": a.ply}))
        self.run_async(run())

    def test_who_leaves_has_lost(self):
        async def run():
            who = await self.people("Ada", "Bea")
            a, b = await self.match([who["Ada"], who["Bea"]], takeover="random")
            await self.assert_code("range", b.ask({"type": "vote", "for": 9}))
            await a.ask({"type": "leave"})
            await self.assert_code("replaced", b.ask({"type": "end"}))
            while not b.over:
                if b.mine:
                    await b.move(b.legal[0])
                else:
                    await b.next()
            rows = await self.rated(b.table)
            self.assertLess(rows[0]["change"], 0)
            self.assertGreater(rows[1]["change"], 0)
        self.run_async(run())

    def test_board_and_profile(self):
        async def run():
            who = await self.people("Ада", "Bea d'Or")
            for i in range(10):
                a, b = await self.match(list(who.values()))
                await (b if i < 8 else a).ask({"type": "resign"})
                await self.rated(a.table)
            board = await call(self.port, "GET", "/ratings?game=blank", None, who["Bea d'Or"])
            self.assertEqual([(r["place"], r["name"], r["games"], r["wins"]) for r in board["ratings"]],
                             [(1, "Ада", 10, 8), (2, "Bea d'Or", 10, 2)])
            self.assertEqual((board["you"]["place"], board["you"]["rating"]), (2, board["ratings"][1]["rating"]))
            self.assertNotIn("you", await call(self.port, "GET", "/ratings?game=blank"))
            await self.assert_code("unknown", call(self.port, "GET", "/ratings?game=chess"))
            p = await call(self.port, "GET", "/players/%D0%90%D0%B4%D0%B0")
            self.assertEqual((p["name"], len(p["history"]), len(p["course"])), ("Ада", 10, 10))
            self.assertEqual([(r["game"], r["seats"], r["games"], r["wins"], r["places"]) for r in p["results"]],
                             [("blank", 2, 10, 8, [8, 2])])
            first = p["history"][0]
            self.assertEqual((first["place"], [s["name"] for s in first["seats"]]), (2, ["Ада", "Bea d'Or"]))
            self.assertEqual(first["rating"], p["ratings"][0]["rating"])
            self.assertEqual(p["course"][-1]["rating"], p["ratings"][0]["rating"])
            await self.assert_code("not_found", call(self.port, "GET", "/players/nobody"))
            # forgotten: no name anywhere, the other's rating is untouched
            await call(self.port, "DELETE", "/me", None, who["Ада"])
            board = await call(self.port, "GET", "/ratings?game=blank")
            self.assertEqual([r["name"] for r in board["ratings"]], ["Bea d'Or"])
            p = await call(self.port, "GET", "/players/Bea%20d'Or")
            self.assertEqual([s["name"] for s in p["history"][0]["seats"]], ["", "Bea d'Or"])
            await self.assert_code("not_found", call(self.port, "GET", "/players/%D0%90%D0%B4%D0%B0"))
        self.run_async(run())

    def test_a_cheat_is_taken_off_the_board(self):
        """Who is suspended is not listed meanwhile; unrated he begins anew, and what he did to others stays."""
        async def run():
            who = await self.people("Ada", "Bea")
            for _ in range(10):
                a, b = await self.match(list(who.values()))
                await b.ask({"type": "resign"})
                await self.rated(a.table)
                a.close(), b.close()

            async def board():
                return [r["name"] for r in (await call(self.port, "GET", "/ratings?game=blank"))["ratings"] if "name" in r]

            async def admin(*words):
                where = ["--store", self.store] if self.store else ["--data", self.server.data]
                command = [SERAI, "admin", *words, *where]
                return (await asyncio.to_thread(subprocess.run, command, capture_output=True)).returncode
            self.assertEqual(await board(), ["Ada", "Bea"])
            hers = await self.rating("Bea")
            what = {"seat": 0, "reason": "cheating"}
            report = (await call(self.port, "POST", f"/tables/{a.table}/report", what, who["Bea"]))["report"]
            for words in (("decide", report, "suspend", "1"), ("unrate", "nobody")):
                self.assertEqual(await admin(*words), 0 if words[0] == "decide" else 2)
            self.assertEqual(await board(), ["Bea"])
            for words in (("lift", "ada"), ("unrate", "Ada")):
                self.assertEqual(await admin(*words), 0)
            self.assertEqual((await board(), await self.rating("Ada"), await self.rating("Bea")), (["Bea"], None, hers))
            ada = (await call(self.port, "POST", "/session", {"name": "Ada", "passphrase": "open sesame"}))["token"]
            a, b = await self.match([ada, who["Bea"]])
            await b.ask({"type": "resign"})
            row = (await self.rated(a.table))[0]
            self.assertEqual((row["rating"] - row["change"], (await self.rating("Ada"))["games"]), (1500, 1))
        self.run_async(run())

    def test_once_whatever_happens(self):
        """Killed at any moment after a match: it is rated once, and not a second time."""
        async def run():
            who = await self.people("Ada", "Bea")
            for i in range(1, 5):
                a, b = await self.match(list(who.values()))
                await b.ask({"type": "resign"})
                await asyncio.sleep(i % 3 * 0.004)
                await asyncio.to_thread(self.server.kill)
                await asyncio.to_thread(self.server.start)
                self.port = self.server.port
                await self.rated(a.table)
                self.assertEqual([(await self.rating(n))["games"] for n in who], [i, i])
                self.assertEqual([(await self.rating(n))["wins"] for n in who], [i, 0])
        self.run_async(run(), 120)


if __name__ == "__main__":
    unittest.main()
