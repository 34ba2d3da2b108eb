#!/usr/bin/env python3
"""Notices: Web Push to a service of our own that checks signatures and opens what comes; when it rings and when not."""
import asyncio
import datetime
import os
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import Case
from serai_client import Table, call, create, join
from serai_push import Service, envelope

SEATS = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]


class Notices(Case):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="serai-push-")
        self.push = Service(self.folder)
        self.options = (*type(self).options, "--push-contact", "mailto:ops@example.org", "--push-test", self.push.cert)
        super().setUp()

    def tearDown(self):
        super().tearDown()
        self.push.close()
        shutil.rmtree(self.folder)

    async def people(self, *names):
        out = {}
        for name in names:
            me = await call(self.port, "POST", "/account", {"name": name, "passphrase": "open sesame"})
            out[name] = me["token"]
        return out

    async def listen(self, token, browser, language="en", table=None):
        path = f"/tables/{table}/notices" if table else "/notices/push"
        return await call(self.port, "POST", path, self.push.browser(browser, language), token)

    async def told(self):
        return await asyncio.to_thread(self.push.next)

    async def by_turns(self, who, **terms):
        """A table by turns of two accounts; the seats are theirs by session."""
        t = await create(self.port, "blank", SEATS, token=who[0], live=False, **terms)
        await join(self.port, t["table"], "", token=who[1])
        return t["table"]

    async def move(self, table, token):
        """Comes, decides as long as it is his turn, and goes."""
        t = await Table(self.port, table, token).connect()
        while t.mine:
            await t.move(t.legal[0])
        t.close()
        return t

    async def actor(self, table):
        return (await call(self.port, "GET", f"/tables/{table}"))["actor"]

    def test_turn(self):
        """Who is away is told that it is his turn, once until he comes; sealed, signed, in his language."""
        async def run():
            who = await self.people("Ada", "Bea")
            tokens = [who["Ada"], who["Bea"]]
            info = await call(self.port, "GET", "/notices")
            for i, token in enumerate(tokens):
                await self.listen(token, f"b{i}", ["en", "fr"][i])
            table = await self.by_turns(tokens)
            first = await self.actor(table)
            seen = {(m["id"], path) for path, m, _, _ in [await self.told(), await self.told()]}
            self.assertEqual(seen, {("turn", f"/b{first}"), ("start", f"/b{1 - first}")})
            await self.move(table, tokens[first])
            now = await self.actor(table)
            if now != first:  # the other was told of the start and has not come: nothing more
                await asyncio.sleep(1.5)
                self.assertTrue(self.push.nothing())
                await self.move(table, tokens[now])
            path, m, headers, claims = await self.told()
            seat = await self.actor(table)
            self.assertEqual((path, m["id"], m["tag"], m["url"]), (f"/b{seat}", "turn", table, f"#/table/{table}"))
            self.assertEqual(m["title"], ["Your turn", "À vous de jouer"][seat])
            self.assertIn(["Bea", "Ada"][seat], m["text"])
            self.assertEqual((m["args"]["game"], m["badge"]), ("blank", 1))
            self.assertEqual((headers["TTL"], headers["Topic"], headers["Content-Encoding"]), ("86400", table, "aes128gcm"))
            self.assertEqual((claims["sub"], headers["Authorization"].split("k=")[1]),
                             ("mailto:ops@example.org", info["key"]))
            # the key is the same after a kill
            await asyncio.to_thread(self.server.kill)
            await asyncio.to_thread(self.server.start)
            self.port = self.server.port
            self.assertEqual((await call(self.port, "GET", "/notices"))["key"], info["key"])
        self.run_async(run())

    def test_guest_and_stop(self):
        """A guest's seat is told too; the code in the notice stops it, and no other does."""
        async def run():
            t = await create(self.port, "blank", SEATS, live=False)
            j = await join(self.port, t["table"], "Boris")
            await self.assert_code("token", self.listen("wrong", "x", table=t["table"]))
            await self.assert_code("token", self.listen(None, "x", table=t["table"]))
            tokens = [t["token"], j["token"]]
            stops = [(await self.listen(token, f"g{i}", "ru", t["table"]))["stop"] for i, token in enumerate(tokens)]
            first = await self.actor(t["table"])
            await self.move(t["table"], tokens[first])
            other = await self.actor(t["table"])
            path, m, _, _ = await self.told()
            self.assertEqual((path, m["title"], m["stop"]), (f"/g{other}", "Ваш ход", stops[other]))

            def stop(code):
                return call(self.port, "POST", "/notices/stop", {"stop": code})
            await self.assert_code("token", stop(stops[other][:-1] + ("0" if stops[other][-1] != "0" else "1")))
            await self.assert_code("token", stop(""))
            for code in stops:
                await stop(code)
            await self.move(t["table"], tokens[other])
            await asyncio.sleep(1.5)
            self.assertTrue(self.push.nothing())
        self.run_async(run())

    def test_present_and_quiet(self):
        """Nothing for who has the table open, nor in quiet hours; leaving on one's turn rings later."""
        async def run():
            who = await self.people("Ada", "Bea")
            tokens = [who["Ada"], who["Bea"]]
            for i, token in enumerate(tokens):
                await self.listen(token, f"b{i}")
            table = await self.by_turns(tokens)
            a, b = [await Table(self.port, table, token).connect() for token in tokens]
            await asyncio.sleep(1.5)
            self.assertTrue(self.push.nothing())
            first = await self.actor(table)
            [a, b][first].close()
            self.assertEqual((await self.told())[0], f"/b{first}")
            # quiet now, by the clock of a place two hours east
            now = datetime.datetime.now(datetime.timezone.utc)
            minute = (now.hour * 60 + now.minute + 120) % 1440
            wish = {"quiet": {"from": (minute - 60) % 1440, "to": (minute + 120) % 1440}, "zone": "Africa/Maputo",
                    "offsets": [[0, 120]]}
            await call(self.port, "POST", "/notices", wish, tokens[first])
            mine = await call(self.port, "GET", "/notices", None, tokens[first])
            self.assertEqual({k: mine[k] for k in wish}, wish)
            self.assertEqual((mine["devices"], len(mine["kinds"])), (1, 6))
            again = await Table(self.port, table, tokens[first]).connect()
            again.close()
            await asyncio.sleep(1.5)
            self.assertTrue(self.push.nothing())
            # kinds that are switched off
            await call(self.port, "POST", "/notices", {"quiet": None, "kinds": ["friend"]}, tokens[first])
            for bad in ({"quiet": {"from": 1, "to": 1440}}, {"kinds": ["x"]}, {"offsets": [[1]]}, {"quiet": {"from": -5, "to": 1}}):
                await self.assert_code("range", call(self.port, "POST", "/notices", bad, tokens[first]))
            again = await Table(self.port, table, tokens[first]).connect()
            again.close()
            await asyncio.sleep(1.5)
            self.assertTrue(self.push.nothing())
        self.run_async(run())

    def test_people(self):
        """A friend, an invitation by a friend, a round of a tournament; a summary where several wait."""
        async def run():
            who = await self.people("Ada", "Bea", "Cyd")
            await self.listen(who["Ada"], "ada")
            await call(self.port, "POST", "/me/people", {"name": "Ada", "kind": "friend"}, who["Bea"])
            _, m, _, _ = await self.told()
            self.assertEqual((m["id"], m["title"], m["url"]), ("friend", "Bea has made you a friend", "#/player/Bea"))
            await call(self.port, "POST", "/me/people", {"name": "Ada", "kind": "friend"}, who["Bea"])  # told once
            t = await create(self.port, "blank", SEATS, token=who["Bea"])

            def invite(token):
                return call(self.port, "POST", f"/tables/{t['table']}/invite", {"name": "ada"}, token)
            await invite(who["Bea"])  # Ada does not count her among her friends
            await self.assert_code("account", invite(None))
            await self.assert_code("account", invite(who["Cyd"]))
            await call(self.port, "POST", "/me/people", {"name": "Bea", "kind": "friend"}, who["Ada"])
            await invite(who["Bea"])
            _, m, _, _ = await self.told()
            self.assertEqual((m["id"], m["title"], m["tag"]), ("invite", "Bea invites you", t["table"]))
            cups = [await call(self.port, "POST", "/cups", {"name": f"Cup {n}", "game": "blank", "kind": "swiss", "rounds": 1,
                                                           "seats": 2, "live": False}, who["Bea"]) for n in range(2)]
            for token in (who["Ada"], who["Bea"]):
                for cup in cups:
                    await call(self.port, "POST", f"/cups/{cup['cup']}/join", None, token)
            await call(self.port, "POST", f"/cups/{cups[0]['cup']}/start", None, who["Bea"])
            _, m, _, _ = await self.told()
            self.assertIn(m["id"], ("round", "turn"))
            # what came in quiet hours is told as one
            now = datetime.datetime.now(datetime.timezone.utc)
            minute = now.hour * 60 + now.minute
            await call(self.port, "POST", "/notices", {"quiet": {"from": (minute - 60) % 1440, "to": (minute + 60) % 1440}}, who["Ada"])
            await call(self.port, "POST", f"/cups/{cups[1]['cup']}/start", None, who["Bea"])
            await self.by_turns([who["Cyd"], who["Ada"]])
            await asyncio.sleep(1.5)
            self.assertTrue(self.push.nothing())
            await call(self.port, "POST", "/notices", {"quiet": None}, who["Ada"])
            _, m, _, _ = await self.told()
            self.assertEqual((m["id"], m["args"]["n"], m["text"], m["url"]), ("many", 2, "Tables with something new: 2", "#/online"))
        self.run_async(run())

    def test_season(self):
        """Who plays in a league is told that its season is over, in his language; whoever wants no such word is not."""
        async def run():
            who = await self.people("Ada", "Bea")
            league = (await call(self.port, "POST", "/leagues", {"name": "Silk", "game": "blank", "seats": 2}, who["Ada"]))["league"]
            await self.listen(who["Ada"], "ada", "fr")
            await self.listen(who["Bea"], "bea")
            await call(self.port, "POST", "/notices", {"kinds": ["season"]}, who["Ada"])
            await call(self.port, "POST", "/notices", {"kinds": ["friend"]}, who["Bea"])
            for token in who.values():
                await call(self.port, "POST", f"/leagues/{league}/join", None, token)
            await call(self.port, "POST", f"/leagues/{league}/start", None, who["Ada"])
            cup = (await call(self.port, "GET", f"/leagues/{league}?season=1"))["divisions"][0]["cup"]
            for t in (await call(self.port, "GET", f"/cups/{cup}"))["tables"]:
                one = await Table(self.port, t["table"], who["Bea"]).connect()
                await one.ask({"type": "resign"})
                one.close()
            path, m, _, _ = await self.told()
            self.assertEqual((path, m["id"], m["title"], m["url"], m["badge"]),
                             ("/ada", "season", "La saison de Silk est finie", f"#/league/{league}", 0))
            self.assertTrue(self.push.nothing())
        self.run_async(run())

    def test_services(self):
        """What fails for a while is tried again, what is gone is forgotten, strange addresses are refused."""
        async def run():
            who = await self.people("Ada")
            for name, answers in (("slow", [503, 429]), ("gone", [410]), ("no", [403]), ("good", [])):
                await self.listen(who["Ada"], name)
                self.push.answers["/" + name] = answers
            await call(self.port, "POST", "/notices/test", None, who["Ada"])
            first, second = [await self.told(), await self.told()]
            self.assertEqual({first[0], second[0]}, {"/slow", "/good"})
            self.assertEqual(first[1]["title"], "A notice to try it")
            self.assertEqual([s for p, s in self.push.tries if p == "/slow"], [503, 429, 201])
            while (await call(self.port, "GET", "/notices", None, who["Ada"]))["devices"] != 3:
                await asyncio.sleep(0.1)
            for n in range(12):
                await self.listen(who["Ada"], f"many{n}")
            self.assertEqual((await call(self.port, "GET", "/notices", None, who["Ada"]))["devices"], 8)
            good = self.push.browser("bad")
            for change in ({"endpoint": "http://localhost/x"}, {"endpoint": "https://"}, {"keys": {}},
                           {"keys": {**good["keys"], "auth": "AAAA"}}, {"endpoint": "https://localhost/" + "x" * 2000},
                           {"keys": {**good["keys"], "p256dh": "B" + "A" * 86}}):
                await self.assert_code("range", call(self.port, "POST", "/notices/push", {**good, **change}, who["Ada"]))
            await self.assert_code("token", call(self.port, "POST", "/notices/push", good))
            export = await call(self.port, "GET", "/me/export", None, who["Ada"])
            self.assertEqual(len(export["notices"]["devices"]), 8)
            await call(self.port, "DELETE", "/me", None, who["Ada"])
            await self.assert_code("token", call(self.port, "GET", "/me", None, who["Ada"]))
        self.run_async(run())


class Guarded(Case):
    """Without the switch for tests: nothing on this machine or in its networks is reached."""
    options = ("--push-contact", "https://example.org/")

    def test_guard(self):
        async def run():
            me = await call(self.port, "POST", "/account", {"name": "Ada", "passphrase": "open sesame"})
            _, point, auth = envelope("keys").split()

            def listen(endpoint):
                return call(self.port, "POST", "/notices/push",
                            {"endpoint": endpoint, "keys": {"p256dh": point, "auth": auth}}, me["token"])
            for endpoint in ("https://localhost/a", "https://127.0.0.1/a", "https://push.example.org:8443/a", "https://[::1]/a"):
                await self.assert_code("range", listen(endpoint))
        self.run_async(run())


class Silent(Case):
    def test_off(self):
        async def run():
            me = await call(self.port, "POST", "/account", {"name": "Ada", "passphrase": "open sesame"})
            self.assertIsNone((await call(self.port, "GET", "/notices"))["key"])
            await self.assert_code("not_found", call(self.port, "POST", "/notices/push", {}, me["token"]))
        self.run_async(run())


if __name__ == "__main__":
    unittest.main()
