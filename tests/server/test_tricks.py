#!/usr/bin/env python3
"""Tricks that strangers try on each other and on the server, one after the other; none of them works."""
import asyncio
import os
import sqlite3
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import TWO, Case, catch_up, pair
from serai_client import ProtocolError, Table, call, create, join

PASS = "open sesame"


async def account(port, name):
    return (await call(port, "POST", "/account", {"name": name, "passphrase": PASS}))["token"]


async def tried(*requests):
    """What came of requests that are made at the same time: answers, or codes of errors."""
    found = await asyncio.gather(*requests, return_exceptions=True)
    return [x.code if isinstance(x, ProtocolError) else x for x in found]


class Questions(Case):
    """What was agreed to is what is done."""

    async def drawn(self):
        """Two people; the first has drawn a card, so that taking back needs the other's yes."""
        a, b = await pair(self.port, clock={"total": 60, "add": 30})
        first, other = (a, b) if a.mine else (b, a)
        await first.move("take")
        await catch_up(a, b)
        return first, other

    async def ask_back(self, first, other):
        await first.ask({"type": "undo", "ply": first.ply})
        await catch_up(first, other)

    def test_a_late_yes(self):
        """Asked, then played on: the yes that comes late takes back nothing that was not asked for."""
        async def run():
            first, other = await self.drawn()
            await self.ask_back(first, other)
            await other.move(other.legal[0])
            ply = other.ply
            await self.assert_code("nothing", other.ask({"type": "answer", "yes": True}))
            self.assertEqual((await call(self.port, "GET", f"/tables/{first.table}"))["ply"], ply)
        self.run_async(run())

    def test_ones_own_answer(self):
        async def run():
            first, other = await self.drawn()
            await self.ask_back(first, other)
            await self.assert_code("nothing", first.ask({"type": "answer", "yes": True}))
            watcher = await Table(self.port, first.table).connect()
            await self.assert_code("seat", watcher.ask({"type": "answer", "yes": True}))
            self.assertEqual(watcher.ply, 1)
        self.run_async(run())

    def test_time_from_taking_back(self):
        """Taking back by consent, again and again, earns neither of them time."""
        async def run():
            first, other = await self.drawn()
            for _ in range(4):
                await self.ask_back(first, other)
                await other.ask({"type": "answer", "yes": True})
                await catch_up(first, other)
                self.assertEqual(first.ply, 0)
                await first.move("take")
                await catch_up(first, other)
            info = await call(self.port, "GET", f"/tables/{first.table}")
            for seat in info["seats"]:
                self.assertLessEqual(seat["clock"], 90000)
        self.run_async(run())


class Doors(Case):
    """Who gets in, and how often."""

    def test_one_link_for_two(self):
        async def run():
            t = await create(self.port, "blank", [{"kind": "me", "name": "Anna"}, {"kind": "link"}])
            invite = t["invites"][0]["invite"]
            found = await tried(*(join(self.port, t["table"], f"P{i}", invite=invite) for i in range(6)))
            self.assertEqual(sum(isinstance(x, dict) for x in found), 1, found)
            self.assertEqual({x for x in found if isinstance(x, str)} - {"token", "taken", "waiting", "playing"}, set())
        self.run_async(run())

    def test_one_code_for_two(self):
        """A recovery code opens once, also when it is used twice in the same moment; the old sessions are over."""
        async def run():
            me = await account(self.port, "Ada")
            code = (await call(self.port, "POST", "/me/codes", {}, me))["codes"][0]
            found = await tried(*(call(self.port, "POST", "/session/recover",
                                       {"name": "Ada", "code": code, "passphrase": f"new phrase {i}"}) for i in range(4)))
            self.assertEqual(sum(isinstance(x, dict) for x in found), 1, found)
            await self.assert_code("token", call(self.port, "GET", "/me", None, me))
            await self.assert_code("login", call(self.port, "POST", "/session", {"name": "Ada", "passphrase": PASS}))
        self.run_async(run())

    def test_a_quick_seat_at_a_closed_door(self):
        """A locked table, and one whose host is blocked, are no seats for who wants any."""
        async def run():
            host, guest = await account(self.port, "Hana"), await account(self.port, "Goro")
            seats = [{"kind": "me"}, {"kind": "open"}]
            locked = await create(self.port, "blank", seats, token=host, listed=True)
            seat = await Table(self.port, locked["table"], locked["token"]).connect()
            await seat.ask({"type": "lock", "yes": True})
            found = await create(self.port, "blank", seats, token=guest, listed=True, quick=True)
            self.assertNotIn("waiting", found)
            await self.assert_code("taken", join(self.port, locked["table"], "", token=guest))
            await seat.ask({"type": "lock", "yes": False})
            await call(self.port, "POST", "/me/people", {"name": "Goro", "kind": "blocked"}, host)
            await self.assert_code("apart", join(self.port, locked["table"], "", token=guest))
            await self.assert_code("apart", join(self.port, found["table"], "", token=host))
        self.run_async(run())

    def test_the_seat_of_another(self):
        """The secret of one seat, or another's session, opens no other seat."""
        async def run():
            a, b = await pair(self.port)
            stranger = await account(self.port, "Eve")
            self.assertEqual((await Table(self.port, a.table, a.token).connect()).you, a.you)
            watcher = await Table(self.port, a.table, stranger).connect()  # an account may watch
            self.assertIsNone(watcher.you)
            await self.assert_code("seat", watcher.ask({"type": "resign"}))
            await self.assert_code("token", call(self.port, "POST", f"/tables/{a.table}/claim", {"token": "f" * 32}, stranger))
        self.run_async(run())


def wishes(n, decision):
    """As long a wish as there may be."""
    rule = {"ask": decision, "when": [{"path": ["players", "$me", "x" * 40], "op": "ge", "value": n}], "verb": "y" * 80}
    return {"type": "prefs", "standing": [rule] * 16}


class Logs(Case):
    """Nobody fills the log of a table, so that a match he is losing has no end."""

    def test_wishes_and_words_have_an_end(self):
        async def run():
            a, b = await pair(self.port)
            done, decision = 0, a.decision["ask"]
            with self.assertRaises(ProtocolError) as e:
                while done < 1000:
                    await a.ask(wishes(done, decision))
                    done += 1
            self.assertEqual(e.exception.code, "limited")
            await asyncio.to_thread(self.server.kill)  # it is counted again when the table is loaded
            await asyncio.to_thread(self.server.start)
            self.port = a.port = b.port = self.server.port
            a, b = [await Table(self.port, t.table, t.token).connect() for t in (a, b)]
            for what in ({"type": "chat", "text": "?"}, {"type": "prefs", "step": True}, {"type": "undo", "ply": 0}):
                await self.assert_code("limited", a.ask(what))
            self.assertLess(done, 300)
            # the others are as free as ever, and he may play, answer, go and give up
            await b.ask({"type": "chat", "text": "hm"})
            first, other = (a, b) if a.mine else (b, a)
            await first.move("take")
            await catch_up(first, other)
            await b.ask({"type": "end"})
            await catch_up(a, b)
            await a.ask({"type": "answer", "yes": False})
            await a.ask({"type": "leave"})
            await self.assert_code("limited", a.ask({"type": "leave"}))
            await self.assert_code("limited", a.ask({"type": "back"}))
            await a.ask({"type": "resign"})
            await catch_up(a, b)
            self.assertTrue(b.over)
        self.run_async(run())

    def test_a_long_log_is_for_playing_on(self):
        """When half of what a log can hold is used, nothing is taken back any more, so that moves bring the match to its end."""
        async def run():
            a, b = await pair(self.port, "yspahan")
            first = a if a.mine else b
            await first.move(first.legal[0])
            await first.ask({"type": "undo", "ply": first.ply})
            await asyncio.to_thread(self.server.stop)
            db = sqlite3.connect(os.path.join(self.server.data, "serai.db"))
            (last,) = db.execute("SELECT MAX(seq) FROM entry WHERE tab = ?", (a.table,)).fetchone()
            row = db.execute("SELECT at, 'answer', 1 - seat, '{\"yes\":0}' FROM entry WHERE tab = ? AND kind = 'ask'",
                             (a.table,)).fetchone()
            db.executemany("INSERT INTO entry (tab, seq, at, kind, seat, body) VALUES (?, ?, ?, ?, ?, ?)",
                           [(a.table, last + 1 + i, *row) for i in range(30000)])
            db.commit()
            db.close()
            await asyncio.to_thread(self.server.start)
            self.port = self.server.port
            a, b = [await Table(self.port, t.table, t.token).connect() for t in (a, b)]
            me = a if a.mine else b
            await me.move(me.legal[0])
            await self.assert_code("limited", me.ask({"type": "undo", "ply": me.ply}))
        self.run_async(run())


class Limits(Case):
    """What one may burn of the server's time."""
    limits = 100

    def test_many_sockets_of_a_seat(self):
        """What a seat does is limited, however many connections its holder has; playing is not."""
        async def run():
            a, b = await pair(self.port, "yspahan")
            mine = [await Table(self.port, b.table, b.token).connect() for _ in range(8)]

            async def wish(t):
                return [x for i in range(20) for x in await tried(t.ask({"type": "prefs", "step": bool(i % 2)}))]
            found = [x for one in await asyncio.gather(*[wish(t) for t in mine]) for x in one]
            good = sum(isinstance(x, dict) for x in found)
            self.assertEqual({x for x in found if isinstance(x, str)}, {"limited"})
            self.assertLess(good, 90)  # 40, and one more a second
            self.assertGreater(good, 20)
            first = a if a.mine else b
            await first.move(first.legal[0])
            await a.ask({"type": "prefs", "step": True})  # another seat
        self.run_async(run())

    def test_removed_is_removed(self):
        """Who was removed does not take the open seat again at once; others do, and he does elsewhere."""
        async def run():
            troll, friend = "127.0.66.1", "127.0.66.2"
            seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "link"}]
            t, other = [await create(self.port, "blank", seats) for _ in range(2)]
            host = await Table(self.port, t["table"], t["token"]).connect()
            path = f"/tables/{t['table']}/join"

            def sit(name, source, path=path, token=None, **how):
                return call(self.port, "POST", path, {"name": name, **how}, token, source=source)
            seat = await sit("Rude", troll)
            there = await Table(self.port, t["table"], seat["token"], source=troll).connect()
            await catch_up(host, there)
            await host.ask({"type": "remove", "seat": seat["seat"]})
            await self.assert_code("removed", sit("Polite", troll))
            await sit("Rude", troll, f"/tables/{other['table']}/join")
            # an account, from wherever
            bea = await account(self.port, "Bea")
            seat = await sit("", friend, token=bea)
            await catch_up(host, host)
            await host.ask({"type": "remove", "seat": seat["seat"]})
            await self.assert_code("removed", sit("", "127.0.66.3", token=bea))
            await sit("Cyd", friend)
            # the host may think better of it
            await sit("Polite", troll, invite=t["invites"][0]["invite"])
        self.run_async(run())

    def test_reports_that_bury_others(self):
        """One account, or one address with many, cannot fill the operators' desk."""
        async def run():
            who = [await account(self.port, name) for name in ("Ada", "Bea", "Cyd")]
            t = await create(self.port, "blank", TWO, token=who[0])
            await join(self.port, t["table"], "", token=who[1])

            def report(token):
                return call(self.port, "POST", f"/tables/{t['table']}/report", {"seat": 1, "reason": "chat"}, token)
            found = await tried(*[report(who[0]) for _ in range(10)])
            self.assertEqual((found.count("limited"), sum(isinstance(x, dict) for x in found)), (4, 6))
            await self.assert_code("limited", report(who[2]))  # from the same address
        self.run_async(run())

    def test_a_league_of_bots_alone(self):
        """Nobody sets bots to play season after season where nobody is."""
        async def run():
            me = await account(self.port, "Ada")
            terms = {"name": "Mill", "game": "blank", "size": 2, "pause": 0, "bots": ["random"] * 2}
            league = (await call(self.port, "POST", "/leagues", terms, me))["league"]
            await self.assert_code("range", call(self.port, "POST", f"/leagues/{league}/start", None, me))
            await call(self.port, "POST", f"/leagues/{league}/join", None, me)
            await call(self.port, "POST", f"/leagues/{league}/start", None, me)
            await call(self.port, "POST", f"/leagues/{league}/leave", None, me)
            cup = (await call(self.port, "GET", f"/leagues/{league}", None, me))["divisions"][0]["cup"]
            found = await call(self.port, "GET", f"/cups/{cup}", None, me)
            for t in found["tables"]:
                if "table" in t and found["you"] in t["players"]:
                    while True:
                        try:
                            seat = await Table(self.port, t["table"], me).connect()
                            break
                        except ProtocolError:
                            await asyncio.sleep(0.1)
                    await seat.ask({"type": "resign"})
                    seat.close()
            while (await call(self.port, "GET", f"/leagues/{league}"))["state"] == "running":
                await asyncio.sleep(0.5)
            await asyncio.sleep(4)  # the next season would have begun
            self.assertEqual((await call(self.port, "GET", f"/leagues/{league}"))["season"], 1)
        self.run_async(run())


if __name__ == "__main__":
    unittest.main()
