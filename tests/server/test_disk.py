#!/usr/bin/env python3
"""Full disk and read-only folder: clear errors, nothing acknowledged lost, recovery without a restart.
Needs root (it mounts a small file system); otherwise those tests are skipped."""
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from patience import WAIT
from serai_client import Closed, ProtocolError, Table, create, request
from serai_server import SERAI, Server
from serai_case import TWO, catch_up, pair, play_out


class Small(unittest.TestCase):
    """A file system of 4 MiB of its own."""

    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("needs root to mount a file system")
        self.folder = tempfile.mkdtemp(prefix="serai-disk-")
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", self.folder],
                          capture_output=True).returncode:
            os.rmdir(self.folder)
            self.skipTest("cannot mount")
        self.server = None

    def tearDown(self):
        if self.server and self.server.process and self.server.alive():
            self.server.kill()
        subprocess.run(["umount", "-l", self.folder], check=False)
        os.rmdir(self.folder)

    def start(self):
        data = os.path.join(self.folder, "data")
        os.makedirs(data, exist_ok=True)
        self.server = Server(data=data)
        self.server.log = os.path.join(tempfile.gettempdir(), f"serai-log-{os.getpid()}")
        return self.server.start()

    async def play_until_refused(self, port):
        """Matches one after the other until the store says no: the table and what was acknowledged."""
        rng = random.Random(1)
        for _ in range(400):
            try:
                a, b = await pair(port)
            except ProtocolError as e:
                self.assertEqual((e.code, e.status), ("store", 503))
                return None
            acked = 0
            while not a.over:
                t = a if a.mine else b
                try:
                    await t.move(rng.choice(t.legal))
                    await catch_up(a, b)
                    acked = t.ply
                except (ProtocolError, Closed) as e:
                    if isinstance(e, ProtocolError):
                        self.assertEqual(e.code, "store")
                    return a, b, acked
            a.close()
            b.close()
        self.fail("the disk never filled")

    async def recovers(self, port, found):
        status, _, _ = await request(port, "GET", "/healthz")
        if found:
            a, b, acked = found
            await a.reconnect()
            await b.reconnect()
            self.assertGreaterEqual(a.ply, acked)
            await play_out(a, b)
            self.assertTrue(a.over)
        a, b = await pair(port)
        await play_out(a, b)
        status, _, _ = await request(port, "GET", "/healthz")
        self.assertEqual(status, 200)

    def test_full_disk(self):
        s = self.start()
        ballast = os.path.join(self.folder, "ballast")
        with open(ballast, "wb") as f:
            f.write(b"x" * (3 << 20))

        async def run():
            found = await self.play_until_refused(s.port)
            status, _, _ = await request(s.port, "GET", "/healthz")
            self.assertEqual(status, 503)
            self.assertIn("disk is full", s.tail())
            os.unlink(ballast)
            await self.recovers(s.port, found)
        asyncio.run(asyncio.wait_for(run(), WAIT))
        self.assertTrue(s.alive())

    def test_turned_read_only(self):
        s = self.start()

        async def run():
            a, b = await pair(s.port)
            await play_out(a, b, stop=lambda: a.ply >= 3)
            await catch_up(a, b)
            ply = a.ply
            # writers keep a tmpfs from being turned read-only, so the file is made unwritable
            db = os.path.join(s.data, "serai.db-wal")
            limit = subprocess.run(["prlimit", "--pid", str(s.process.pid), "--fsize=4096:"],
                                   capture_output=True)
            if limit.returncode:
                self.skipTest("no prlimit")
            t = a if a.mine else b
            with self.assertRaises((ProtocolError, Closed)):
                await t.move(t.legal[0])
            subprocess.run(["prlimit", "--pid", str(s.process.pid), "--fsize=unlimited:"],
                           check=True)
            self.assertTrue(os.path.exists(db))
            await a.reconnect()
            await b.reconnect()
            self.assertEqual(a.ply, ply)
            await self.recovers(s.port, None)
        asyncio.run(asyncio.wait_for(run(), WAIT))

    def test_read_only_at_start(self):
        data = os.path.join(self.folder, "data")
        os.mkdir(data)
        subprocess.run(["mount", "-o", "remount,ro", self.folder], check=True)
        out = subprocess.run([SERAI, "serve", "--data", data, "--port", "0"], capture_output=True,
                             text=True, timeout=WAIT)
        self.assertEqual(out.returncode, 3)
        self.assertIn("cannot be written", out.stderr)


if __name__ == "__main__":
    unittest.main(warnings="ignore", verbosity=2)
