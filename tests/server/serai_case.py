"""What the tests of the server share: people at a table, and a case with a server of its own."""
import asyncio
import os
import random
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from patience import WAIT
from serai_client import ProtocolError, Table, create, join
from serai_server import Server

TWO = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]


async def pair(port, game="blank", **terms):
    """A table with two people, both connected."""
    t = await create(port, game, TWO, **terms)
    j = await join(port, t["table"], "Boris")
    a = await Table(port, t["table"], t["token"]).connect()
    b = await Table(port, t["table"], j["token"]).connect()
    return a, b


async def catch_up(*tables):
    top = max(t.seq for t in tables)
    for t in tables:
        while t.seq < top:
            await t.next()


async def play_out(*tables, rng=random.Random(1), stop=None):
    """Random moves until the match is over (or stop says so)."""
    while not any(t.over for t in tables) and not (stop and stop()):
        for t in tables:
            if t.mine:
                await t.move(rng.choice(t.legal))
                break
        else:
            await tables[0].next()
        await catch_up(*tables)


class Case(unittest.TestCase):
    options, limits, store = (), 0, None

    def setUp(self):
        self.server = Server(*self.options, limits=self.limits, store=self.store).start()
        self.port = self.server.port

    def tearDown(self):
        alive, tail = self.server.alive(), self.server.tail()
        self.server.__exit__()
        self.assertTrue(alive or self.stopped, "the server died:\n" + tail)

    stopped = False

    def run_async(self, coroutine, seconds=60):
        return asyncio.run(asyncio.wait_for(coroutine, max(seconds, WAIT)))

    def assert_code(self, code, coroutine):
        async def run():
            with self.assertRaises(ProtocolError) as e:
                await coroutine
            self.assertEqual(e.exception.code, code)
        return run()
