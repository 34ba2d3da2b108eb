#!/usr/bin/env python3
"""Tricks that strangers try on each other and on the server, one after the other; none of them works."""
import asyncio
import os
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


class Limits(Case):
    """What one may burn of the server's time."""
    limits = 100

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
