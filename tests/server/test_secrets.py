#!/usr/bin/env python3
"""What nobody else may know does not go over the wire.

Run all: tests/server/test_secrets.py; one: tests/server/test_secrets.py CLASS.test_name. SERAI names the program."""
import json
import os
import random
import sqlite3
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import TWO, Case, catch_up, pair, play_out
from serai_client import ProtocolError, Table, call, create, join


def strings(value):
    """All texts within a JSON value."""
    if isinstance(value, dict):
        for k, v in value.items():
            yield from strings(k)
            yield from strings(v)
    elif isinstance(value, list):
        for v in value:
            yield from strings(v)
    elif isinstance(value, str):
        yield value


class Hidden(Case):
    """Hidden information leaves only in the view of its seat: looked at on the wire."""

    def watch(self, game, seed):
        async def run():
            rng = random.Random(seed)
            t = await create(self.port, game, TWO + [{"kind": "bot", "bot": "random"}])
            j = await join(self.port, t["table"], "Boris")
            a = await Table(self.port, t["table"], t["token"]).connect()
            b = await Table(self.port, t["table"], j["token"]).connect()
            w = await Table(self.port, t["table"]).connect()
            everything = {0: [], 1: [], 7: []}
            take = Table.take

            def record(self, m, who):
                everything[who].append(m)
                take(self, m)
            for who, x in ((0, a), (1, b), (7, w)):
                x.take = lambda m, x=x, who=who: record(x, m, who)
            await play_out(a, b, rng=rng)
            await catch_up(a, b, w)
            file = await call(self.port, "GET", f"/tables/{t['table']}/file")
            hashes = {m[2] for m in file["moves"]}
            for who, messages in everything.items():
                for m in messages:
                    if m.get("over") or m["type"] == "ok":
                        continue
                    text = json.dumps(m)
                    self.assertNotIn(str(file["seed"]), text)
                    self.assertNotIn(file["fair"]["salt"], text)
                    self.assertFalse(hashes & set(strings(m)), "a hash of the state on the wire")
                    if m["type"] == "move" and m["seat"] != who:
                        self.assertNotIn("move", m)
                        self.assertNotIn("id", m)
                        self.assertNotIn("legal", m if m["decision"]["seat"] != who else {})
                        self.assertIn(m["by"], ("player", "bot"))
                        for e in m["events"]:
                            if who not in e.get("seen_by", range(8)):
                                self.assertIn("?", e.values())
                    for part in (m.get("view"), m.get("delta")):
                        if part:
                            self.assertIsNone(part.get("rng"))
                            if game == "blank":
                                self.hand_hidden(part, who)
                                self.assertLessEqual(set(part.get("deck", [])), {"?"})
        self.run_async(run())

    def hand_hidden(self, part, who):
        players = part.get("players", [])
        rows = enumerate(players) if isinstance(players, list) else \
            ((int(k), v) for k, v in players.items())
        for seat, row in rows:
            if seat != who and "hand" in row:
                self.assertEqual(set(row["hand"].values()), {"?"})

    def test_blank(self):
        for seed in range(3):
            self.watch("blank", seed)

    def test_yspahan(self):
        self.watch("yspahan", 5)

    def test_views_agree_with_rules(self):
        """What a seat gets over the wire is what the rules say it may see, at every ply."""
        async def run():
            a, b = await pair(self.port)
            await play_out(a, b)
            await catch_up(a, b)
            for ply in range(0, a.ply):
                for who, token in ((0, a.token), (1, b.token), (7, None)):
                    m = await call(self.port, "GET", f"/tables/{a.table}/replay?ply={ply}", None,
                                   token)
                    self.hand_hidden(m["view"], who)
            await self.assert_code("token", call(
                self.port, "GET", f"/tables/{a.table}/replay?ply=1", None, "f" * 32))
        self.run_async(run())

    def test_log_tells_what_was_seen(self):
        """The list of decisions says to each viewer what the messages said, undone ones left out."""
        def standing(t):
            log = []
            for m in t.log:
                if m["type"] == "undo":
                    del log[m["to"]:]
                if m["type"] == "move":
                    log.append({k: m[k] for k in ("seat", "at", "by", "move", "events") if k in m})
            return [{"ply": ply, **row} for ply, row in enumerate(log)]

        async def told(t, start=0):
            answer = await call(self.port, "GET", f"/tables/{t.table}/log?from={start}", None, t.token)
            self.assertEqual(answer["ply"], t.ply)
            return answer["log"]

        async def run():
            a, b = await pair(self.port, "yspahan")
            w = await Table(self.port, a.table).connect()
            await self.assert_code("range", told(a, 1))
            for until in (6, 40):
                await play_out(a, b, stop=lambda: a.ply >= until)
                await catch_up(a, b, w)
                asker = next(t for t in (a, b) if any(m.get("by") == "player" and "move" in m
                                                      for m in t.log[-4:]))
                await asker.ask({"type": "undo", "ply": asker.ply})
                await catch_up(a, b, w)
                for t in (a, b):
                    if t is not asker and asker.log[-1]["type"] == "ask":
                        await t.ask({"type": "answer", "yes": True})
                await catch_up(a, b, w)
            self.assertTrue(any(m["type"] == "undo" for m in w.log))
            for t in (a, b, w):
                self.assertEqual(await told(t), standing(t))
                self.assertEqual(await told(t, t.ply - 3), standing(t)[-3:])
            self.assertEqual(await told(a, a.ply), [])
            for start in (-1, a.ply + 1, 99999999):
                await self.assert_code("range", told(a, start))
            await self.assert_code("token", call(
                self.port, "GET", f"/tables/{a.table}/log", None, "f" * 32))
        self.run_async(run())

    def test_forged_tokens(self):
        async def run():
            a, b = await pair(self.port)
            for token in ("", "x", "f" * 32, a.token[:-1] + ("a" if a.token[-1] != "a" else "b"),
                          "f" * 500, a.token.upper(), b.table, "' OR 1=1 --"):
                with self.assertRaises(ProtocolError) as e:
                    await Table(self.port, a.table, token or "\x01").connect()
                self.assertEqual(e.exception.code, "token")
            other, _ = await pair(self.port)
            with self.assertRaises(ProtocolError):  # another table's seat
                await Table(self.port, a.table, other.token).connect()
            db = sqlite3.connect(os.path.join(self.server.data, "serai.db"))
            dump = "\n".join(db.iterdump())
            for secret in (a.token, b.token):
                self.assertNotIn(secret, dump)
                self.assertNotIn(secret, self.server.tail())
        self.run_async(run())


if __name__ == "__main__":
    unittest.main()
