#!/usr/bin/env python3
"""A table of strangers: nobody is replaced, overtaken or seen through by a trick.

Run all: tests/server/test_fair.py; one: tests/server/test_fair.py CLASS.test_name. SERAI names the program."""
import asyncio
import os
import random
import sqlite3
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import TWO, Case, catch_up, pair, play_out
from serai_client import Closed, Table, call, create, join


class Seats(Case):
    """Stand-ins and taking back."""

    def test_who_is_there_is_not_replaced(self):
        async def run():
            a, b = await pair(self.port, patience=1, takeover="random")
            await self.assert_code("present", a.ask({"type": "vote", "for": 1}))
            await self.assert_code("present", b.ask({"type": "vote", "for": 0}))
            slow, quick = (b, a) if a.mine else (a, b)  # it is not his turn, he only leaves the room
            slow.close()
            await self.assert_code("present", quick.ask({"type": "vote", "for": slow.you}))
            await asyncio.sleep(1.3)
            await quick.ask({"type": "vote", "for": slow.you})
            await quick.ask({"type": "ping"})
            self.assertEqual([m["why"] for m in quick.log if m["type"] == "stand_in"], ["vote"])
        self.run_async(run())

    def test_nothing_is_taken_back_behind_ones_back(self):
        async def run():
            a, b = await pair(self.port, patience=1, takeover="random")
            first, other = (a, b) if a.mine else (b, a)
            await first.move("take")  # a card was drawn: the other would have to agree
            other.close()
            while not any(m["type"] == "stand_in" for m in first.log):
                await first.next()
            while not first.mine:
                await first.next()
            await self.assert_code("replaced", first.ask({"type": "undo", "ply": first.ply}))
        self.run_async(run())

    def test_who_has_gone_keeps_his_decisions(self):
        async def run():
            a, b = await pair(self.port, takeover="random")
            first, other = (a, b) if a.mine else (b, a)
            await first.move("take")
            await catch_up(a, b)
            await other.move("take")
            await other.ask({"type": "leave"})
            await catch_up(a, b)
            await self.assert_code("replaced", first.ask({"type": "undo", "ply": first.ply}))
            if not first.mine:
                await first.next()
            await first.move("take")  # what came after he left is between him and the bot
            while not first.mine:
                await first.next()
            await first.ask({"type": "undo", "ply": first.ply})
            self.assertEqual(first.log[-1]["type"], "undo")
        self.run_async(run())

    def test_the_next_holder_is_not_seen(self):
        """Who has left a seat does not hear what its next holder is told."""
        async def run():
            t = await create(self.port, "blank", TWO)
            b = await join(self.port, t["table"], "Boris")
            u = await create(self.port, "blank", TWO + [{"kind": "open"}])
            v = await join(self.port, u["table"], "Vera")
            y = await Table(self.port, u["table"], v["token"]).connect()
            await y.ask({"type": "leave"})
            with self.assertRaises(Closed) as e:
                while True:
                    await y.next()
            self.assertEqual(e.exception.code, 4001)
            self.assertTrue(b["token"])
        self.run_async(run())


class Clocks(Case):
    """Time is charged, and increments are granted, once for each decision finally made."""

    async def clock(self, t):
        return (await call(self.port, "GET", f"/tables/{t.table}"))["seats"][t.you]["clock"]

    def test_moving_to_and_fro_earns_nothing(self):
        async def run():
            a, b = await pair(self.port, clock={"total": 60, "add": 30})
            first = a if a.mine else b
            sell = next(m for m in first.legal if m.startswith("sell"))
            for _ in range(5):
                await first.move(sell)
                await first.ask({"type": "undo", "ply": first.ply})
            self.assertLessEqual(await self.clock(first), 60000)
            await first.move(sell)
            self.assertTrue(60000 < await self.clock(first) <= 90000)
        self.run_async(run())

    def test_thinking_before_taking_back_is_not_free(self):
        async def run():
            a, b = await pair(self.port, clock={"total": 60, "add": 0})
            first, other = (a, b) if a.mine else (b, a)
            sell = next(m for m in first.legal if m.startswith("sell"))
            await first.move(sell)
            await asyncio.sleep(1.2)  # on the other's time
            await first.ask({"type": "undo", "ply": first.ply})
            self.assertLess(await self.clock(first), 58900)
            self.assertEqual(await self.clock(other), 60000)
        self.run_async(run())


class Terms(Case):
    """What is unusual at a table is told before one sits down."""

    def test_announced(self):
        async def run():
            t = await create(self.port, "blank", TWO, listed=True, open_dice=True,
                             edition={"rounds": 2})
            for info in ((await call(self.port, "GET", "/lobby"))["tables"][0],
                         await call(self.port, "GET", f"/tables/{t['table']}")):
                self.assertTrue(info["open_dice"])
                self.assertEqual(info["changed"], 1)
            plain = await create(self.port, "blank", TWO)
            info = await call(self.port, "GET", f"/tables/{plain['table']}")
            self.assertEqual((info["open_dice"], info["changed"]), (False, 0))
        self.run_async(run())

    def test_no_seed_among_people(self):
        async def run():
            a, b = await pair(self.port, open_dice=True)
            file = f"/tables/{a.table}/file"
            await self.assert_code("not_over", call(self.port, "GET", file))
            await self.assert_code("not_over", call(self.port, "POST", f"/tables/{a.table}/branch",
                                                    {"ply": 0, "seats": TWO}))
            await play_out(a, b)
            await call(self.port, "GET", file)
            alone = await create(self.port, "blank", [TWO[0], {"kind": "bot", "bot": "random"}],
                                 open_dice=True)
            await call(self.port, "GET", f"/tables/{alone['table']}/file")
        self.run_async(run())

    def test_only_plain_matches_count(self):
        """Imports, open dice and changed numbers leave no results."""
        async def run():
            a, b = await pair(self.port)
            await play_out(a, b)
            await catch_up(a, b)
            file = await call(self.port, "GET", f"/tables/{a.table}/file")
            bots = [{"kind": "me", "name": "A"}, {"kind": "bot", "bot": "random"}]
            for terms in ({"file": file, "ply": 2}, {"game": "blank", "open_dice": True},
                          {"game": "blank", "edition": {"rounds": 2}}):
                t = await call(self.port, "POST", "/tables", {"seats": bots, **terms})
                x = await Table(self.port, t["table"], t["token"]).connect()
                await play_out(x)
            rows = (await call(self.port, "GET", "/stats?game=blank"))["results"]
            self.assertEqual(sum(r["games"] for r in rows), 2)
        self.run_async(run())


class Hosts(Case):
    def test_host_looks_after_the_seats(self):
        async def run():
            t = await create(self.port, "caravans", [TWO[0], {"kind": "link"}, {"kind": "open"},
                                                     {"kind": "open"}])
            e = await join(self.port, t["table"], "Eve")
            host = await Table(self.port, t["table"], t["token"]).connect()
            eve = await Table(self.port, t["table"], e["token"]).connect()
            self.assertEqual(host.info["host"], 0)
            for word in ({"type": "fill", "bot": "random"}, {"type": "remove", "seat": 1},
                         {"type": "lock"}):
                await self.assert_code("host", eve.ask(word))
            await host.ask({"type": "remove", "seat": eve.you})
            with self.assertRaises(Closed) as gone:
                while True:
                    await eve.next()
            self.assertEqual(gone.exception.code, 4001)
            await self.assert_code("token", eve.connect())
            await host.ask({"type": "lock"})
            await self.assert_code("taken", join(self.port, t["table"], "Eva"))
            friend = await join(self.port, t["table"], "Boris", invite=t["invites"][0]["invite"])
            self.assertEqual(friend["seat"], 1)
            await host.ask({"type": "lock", "yes": False})
            self.assertEqual((await join(self.port, t["table"], "Clara"))["seat"], 2)
            await host.ask({"type": "leave"})  # the next in order looks after it
            self.assertEqual((await call(self.port, "GET", f"/tables/{t['table']}"))["host"], 1)
        self.run_async(run())


class Names(Case):
    def test_names_that_deceive(self):
        async def run():
            t = await create(self.port, "caravans", TWO + [{"kind": "open"}, {"kind": "open"}])
            for name in ("\u200bAnn", "Ann\u3164", "\u2800", "Ann\u00adna", "Аnna", "a\u0301\u0301\u0301",
                         " Ann", "Ann  B", "\U000e0041A"):
                await self.assert_code("range", join(self.port, t["table"], name))
            for name in ("anna", "ANNA", "An-na", "Anna"):
                await self.assert_code("name", join(self.port, t["table"], name))
            for name in ("Анна", "Zoë"):
                await join(self.port, t["table"], name)
        self.run_async(run())

    def test_titles_that_deceive(self):
        """What an edition is called stands in the lobby: it cannot turn or hide what stands around it."""
        async def run():
            def open_as(title):
                return create(self.port, "blank", TWO, edition={"rounds": 3}, edition_name=title, listed=True)
            for bad in ("x\u202eevil", "zero\u200bwidth", "a\nb", "\u0301\u0301\u0301", "a" + "\u0301" * 9, "\ufeff"):
                await self.assert_code("range", open_as(bad))
            for good in ("", "Long game", "Prix\u202f: 3", "Долгая игра, v2", "Jeu \u00ab\u00a0long\u00a0\u00bb"):
                await open_as(good)
        self.run_async(run())

    def test_accounts_that_look_alike(self):
        async def run():
            async def make(name):
                return await call(self.port, "POST", "/account", {"name": name, "passphrase": "open sesame"})
            me = await make("Ilona Poco")
            for name in ("llona Poco", "ilona-poco", "Ilona P0c0"):
                await self.assert_code("taken", make(name))
            await make("росо")
            await self.assert_code("taken", make("poco"))
            # who is signed in sits under the account's name
            t = await create(self.port, "blank", [{"kind": "me", "name": "Guest"}, {"kind": "open"}],
                             token=me["token"])
            seat = (await call(self.port, "GET", f"/tables/{t['table']}"))["seats"][0]
            self.assertEqual((seat["name"], seat["member"]), ("Ilona Poco", True))
        self.run_async(run())


class Veil(Case):
    """How soon an answer comes does not tell what is in a hand."""
    limits = 100

    def test_forced_by_the_hand(self):
        async def run():
            rng = random.Random(4)
            a, b = await pair(self.port, "yspahan")
            forced = []

            def told(t):
                before = {m["seq"]: m for m in t.log if "decision" in m}
                return [m["at"] - before[m["seq"] - 1]["at"] for m in t.log
                        if m["type"] == "move" and m["seat"] == t.you and m["by"] == "forced"
                        and m["seq"] - 1 in before and before[m["seq"] - 1]["decision"]["ask"] == "post"]
            while len(forced) < 2 and not a.over:
                t = a if a.mine else b if b.mine else None
                if t:
                    await t.move(rng.choice(t.legal))
                else:
                    await a.next()
                await catch_up(a, b)
                await asyncio.sleep(0.11)  # the limit of a connection
                forced = told(a) + told(b)
            self.assertGreaterEqual(len(forced), 1)
            self.assertGreaterEqual(min(forced), 350, forced)
        self.run_async(run())


class Kept(Case):
    """What is stored is whole, and what nobody needs is cleared away."""

    def database(self, *statements):
        db = sqlite3.connect(os.path.join(self.server.data, "serai.db"))
        for sql, *args in statements:
            db.execute(sql, args)
        db.commit()
        return db

    def test_a_log_cut_short(self):
        async def run():
            a, b = await pair(self.port)
            await play_out(a, b, stop=lambda: a.ply >= 4)
            return a.table
        table = self.run_async(run())
        self.server.stop()
        self.database(("DELETE FROM entry WHERE tab = ? AND seq >= (SELECT MAX(seq) FROM entry WHERE tab = ?)",
                       table, table)).close()
        self.server.start()
        self.run_async(self.assert_code("damaged", call(self.server.port, "GET", f"/tables/{table}")))

    def test_old_tables_go(self):
        async def play(token=None):
            t = await create(self.port, "blank", [TWO[0], {"kind": "bot", "bot": "random"}], token=token)
            x = await Table(self.port, t["table"], t["token"]).connect()
            await play_out(x)
            return t["table"]

        async def run():
            me = await call(self.port, "POST", "/account", {"name": "Zoë", "passphrase": "open sesame"})
            return await play(), await play(), await play(me["token"]), await play(me["token"])
        fresh, guest, mine, ancient = self.run_async(run())
        self.server.stop()
        day = 86400000
        self.database(*[("UPDATE tables SET updated = updated - ? WHERE id = ?", days * day, t)
                        for t, days in ((guest, 100), (mine, 100), (ancient, 800))]).close()
        self.server.start()

        async def look():
            for _ in range(100):
                left = {r[0] for r in self.database().execute("SELECT id FROM tables")}
                if guest not in left and ancient not in left:
                    break
                await asyncio.sleep(0.1)
            self.assertEqual(left, {fresh, mine})
        self.run_async(look())


if __name__ == "__main__":
    unittest.main()
