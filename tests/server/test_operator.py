#!/usr/bin/env python3
"""The operator's resources: only by the token, not by sessions, and not by guessing; what is done there is what
`serai admin` does."""
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import Case
from serai_client import Closed, ProtocolError, Table, call, create, join, request
from serai_server import SERAI

TOKEN = "operators-token-0123456789"
SEATS = [{"kind": "me"}, {"kind": "open"}]


class Operator(Case):
    def setUp(self):
        with tempfile.NamedTemporaryFile("w", suffix=".token", delete=False) as f:
            f.write(TOKEN + "\n")
        self.file = f.name
        self.options = ("--operator-token", self.file)
        super().setUp()

    def tearDown(self):
        super().tearDown()
        os.remove(self.file)

    async def assert_code(self, code, coroutine):
        with self.assertRaises(ProtocolError) as caught:
            await coroutine
        self.assertEqual(caught.exception.code, code)

    async def people(self, *names):
        return {n: (await call(self.port, "POST", "/account", {"name": n, "passphrase": "open sesame"}))["token"]
                for n in names}

    def op(self, method, path, body=None, token=TOKEN):
        return call(self.port, method, "/operator" + path, body, token)

    def admin(self, *words):
        out = subprocess.run([SERAI, "admin", *words, "--data", self.server.data, "--json"], capture_output=True,
                             text=True, check=True)
        return [json.loads(line) for line in out.stdout.splitlines() if line.startswith("{")]

    def test_who_may(self):
        async def run():
            who = await self.people("Ada")
            for token in (None, "", who["Ada"], TOKEN[:-1], TOKEN + "x"):
                await self.assert_code("token", self.op("GET", "/reports", token=token))
            self.assertEqual(await self.op("GET", "/reports"), {"reports": []})
            # the token is nobody's session, and a page of another site asks in vain
            await self.assert_code("token", call(self.port, "GET", "/me", None, TOKEN))
            status, _, _ = await request(self.port, "POST", "/api/v1/operator/people/Ada", {"do": "delete"}, TOKEN,
                                         headers={"Origin": "https://evil.example"})
            self.assertEqual(status, 403)
            self.assertTrue(await self.op("GET", "/people/ada"))
            await self.assert_code("not_found", self.op("GET", "/people/Nobody"))
            await self.assert_code("not_found", self.op("GET", "/secrets"))
        self.run_async(run())

    def test_reports_and_people(self):
        async def run():
            who = await self.people("Ada", "Rude Bea", "Cyd")
            t = await create(self.port, "blank", SEATS, token=who["Ada"])
            seat = await join(self.port, t["table"], "", token=who["Rude Bea"])
            b = await Table(self.port, t["table"], seat["token"]).connect()
            await b.ask({"type": "chat", "text": "rude words"})
            await call(self.port, "POST", f"/tables/{t['table']}/report",
                       {"seat": 1, "reason": "chat", "text": "look"}, who["Ada"])
            listed = (await self.op("GET", "/reports"))["reports"]
            self.assertEqual([(r["name"], r["reason"]) for r in listed], [("Rude Bea", "chat")])
            one = await self.op("GET", f"/reports/{listed[0]['report']}")
            self.assertEqual((one["report"][0]["by"], one["report"][0]["lines"][0]["text"]), ("Ada", "rude words"))
            self.assertEqual((one["person"]["tables"], len(one["person"]["reports"])), (1, 1))
            decide = f"/reports/{listed[0]['report']}"
            await self.assert_code("range", self.op("POST", decide, {"do": "banish"}))
            await self.assert_code("range", self.op("POST", decide, {"do": "suspend", "days": 0}))
            await self.op("POST", decide, {"do": "suspend", "days": 2, "by": "Sofia"})
            await self.assert_code("taken", self.op("POST", decide, {"do": "warn"}))
            with self.assertRaises(Closed):
                while True:
                    await b.next()
            await self.assert_code("suspended", Table(self.port, t["table"], seat["token"]).connect())
            await self.assert_code("token", call(self.port, "GET", "/me", None, who["Rude Bea"]))
            self.assertEqual((await self.op("GET", "/people/rude%20bea"))["person"]["sanctions"][0]["kind"], "suspend")
            # another name, everywhere
            bea = "/people/Rude%20Bea"
            await self.assert_code("taken", self.op("POST", bea, {"do": "rename", "to": "Cyd"}))
            await self.assert_code("range", self.op("POST", bea, {"do": "rename", "to": ""}))
            await self.op("POST", bea, {"do": "rename", "to": "Beatrix", "by": "Sofia"})
            self.assertEqual((await call(self.port, "GET", f"/tables/{t['table']}"))["seats"][1]["name"], "Beatrix")
            await self.op("POST", "/people/Beatrix", {"do": "unrate"})
            await self.op("POST", "/people/Beatrix", {"do": "lift"})
            again = await call(self.port, "POST", "/session", {"name": "beatrix", "passphrase": "open sesame"})
            self.assertEqual(again["name"], "Beatrix")
            seated = await Table(self.port, t["table"], seat["token"]).connect()
            self.assertEqual(seated.you, 1)
            # silenced, then gone
            await self.op("POST", "/people/Beatrix", {"do": "silence", "days": 1})
            await asyncio.sleep(0)
            for _ in range(100):
                try:
                    await seated.ask({"type": "chat", "text": "hm"})
                except ProtocolError as e:
                    self.assertEqual(e.code, "silenced")
                    break
            else:
                self.fail("silenced, and yet heard")
            await self.op("POST", "/people/Beatrix", {"do": "delete"})
            await self.assert_code("not_found", self.op("GET", "/people/Beatrix"))
            self.assertEqual((await call(self.port, "GET", f"/tables/{t['table']}"))["seats"][1]["name"], "-")
            lines = (await self.op("GET", "/audit"))["audit"]
            self.assertEqual([x["what"] for x in lines], ["delete", "silence", "lift", "unrate", "rename", "suspend"])
            self.assertEqual((lines[-1]["who"], lines[0]["about"]), ("Sofia", ""))
            self.assertEqual([x["what"] for x in self.admin("audit")], [x["what"] for x in lines])
        self.run_async(run())

    def test_close(self):
        async def run():
            t = await create(self.port, "yspahan", [{"kind": "me", "name": "Ada"}, {"kind": "open"}], listed=True)
            a = await Table(self.port, t["table"], t["token"]).connect()
            await self.op("POST", f"/tables/{t['table']}", {"by": "Sofia"})
            while not (a.log and a.log[-1]["type"] == "end"):
                await a.next()
            self.assertEqual((await call(self.port, "GET", f"/tables/{t['table']}"))["ended"], "closed")
            self.assertEqual((await call(self.port, "GET", "/lobby"))["tables"], [])
            await self.assert_code("taken", join(self.port, t["table"], "Boris"))
            self.assertIsNone((await Table(self.port, t["table"]).connect()).view)
            # in play: over, without results
            t = await create(self.port, "yspahan", [{"kind": "me", "name": "Ada"}, {"kind": "open"}])
            await join(self.port, t["table"], "Boris")
            await self.op("POST", f"/tables/{t['table']}", {})
            await self.assert_code("over", self.op("POST", f"/tables/{t['table']}", {}))
            self.assertEqual((await call(self.port, "GET", "/stats?game=yspahan"))["results"], [])
            await asyncio.to_thread(self.server.kill)
            await asyncio.to_thread(self.server.start)
            self.port = self.server.port
            seen = await Table(self.port, t["table"]).connect()
            self.assertEqual((seen.over, seen.info["ended"]), (True, "closed"))
            self.assertEqual([x["what"] for x in (await self.op("GET", "/audit"))["audit"]], ["close", "close"])
        self.run_async(run())


class Guesses(Operator):
    limits = 100

    def test_who_may(self):
        """Six guesses of an address, then it waits, right or wrong; others are not held up."""
        async def run():
            codes = []
            for i in range(9):
                try:
                    await self.op("GET", "/reports", token=f"a-guess-of-the-token-{i}")
                except ProtocolError as e:
                    codes.append(e.code)
            self.assertIn("limited", codes)
            self.assertLessEqual(codes.count("token"), 6)
            await self.assert_code("limited", self.op("GET", "/reports"))
        self.run_async(run())

    def test_reports_and_people(self):
        """Without a token file there is nothing to be guessed at."""
        self.server.kill()
        self.server.options = ()
        self.server.start()
        self.port = self.server.port
        self.run_async(self.assert_code("not_found", self.op("GET", "/reports")))

    def test_close(self):
        bad = subprocess.run([SERAI, "serve", "--operator-token", os.devnull, "--port", "0", "--data",
                              self.server.data], capture_output=True, text=True)
        self.assertEqual(bad.returncode, 2)
        self.assertIn("--operator-token", bad.stderr)


if __name__ == "__main__":
    unittest.main()
