#!/usr/bin/env python3
"""E-mail: an address confirmed by a link, a digest at most once a day, one click to stop; nothing a person writes reaches
a head line. The mail program is a script that keeps what it is given."""
import asyncio
import email
import email.policy
import json
import os
import re
import shutil
import sqlite3
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from patience import WAIT
from serai_case import Case
from serai_client import Table, call, create, join, request

SEATS = [{"kind": "me"}, {"kind": "open"}]
SCRIPT = """#!/bin/sh
cat > "{folder}/part.$$"
printf '%s\\n' "$@" > "{folder}/args.$$"
[ ! -e "{folder}/later" ] || {{ rm "{folder}/later" "{folder}/part.$$" "{folder}/args.$$"; exit 75; }}
mv "{folder}/part.$$" "{folder}/mail.$$"
"""


class Mail(Case):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="serai-mail-")
        program = os.path.join(self.folder, "sendmail")
        with open(program, "w", encoding="ascii") as f:
            f.write(SCRIPT.format(folder=self.folder))
        os.chmod(program, 0o755)
        self.options = (*type(self).options, "--url", "https://play.example.org/", "--sendmail", program)
        super().setUp()

    def tearDown(self):
        super().tearDown()
        shutil.rmtree(self.folder)

    async def next(self):
        """The next message: (arguments, message)."""
        for _ in range(20 * WAIT):
            found = [f for f in os.listdir(self.folder) if f.startswith("mail.")]
            if found:
                path = os.path.join(self.folder, found[0])
                with open(path, "rb") as f:
                    message = email.message_from_bytes(f.read(), policy=email.policy.default)
                with open(path.replace("mail.", "args."), encoding="utf-8") as f:
                    args = f.read().splitlines()
                os.unlink(path)
                return args, message
            await asyncio.sleep(0.05)
        raise AssertionError("no mail")

    def sql(self, text):
        """By other hands than the server's: the first value of the answer."""
        db = sqlite3.connect(os.path.join(self.server.data, "serai.db"), timeout=600)
        row = db.execute(text).fetchone()
        db.commit()
        db.close()
        return str(row[0]) if row else ""

    def nothing(self):
        return not [f for f in os.listdir(self.folder) if f.startswith("mail.")]

    async def account(self, name):
        return (await call(self.port, "POST", "/account", {"name": name, "passphrase": "open sesame"}))["token"]

    def set(self, token, address, language="en"):
        return call(self.port, "POST", "/notices/email", {"address": address, "language": language}, token)

    async def confirmed(self, token, address, language="en"):
        await self.set(token, address, language)
        args, message = await self.next()
        self.assertEqual(args, ["-i", "--", address])
        code = re.search(r"https://play\.example\.org/#/notices/confirm\.(\w+)", message.get_content())[1]
        await call(self.port, "POST", "/notices/email/confirm", {"code": code})
        return code, message

    def test_digest(self):
        async def run():
            ada, bea = await self.account("Ада"), await self.account("Bea")
            with open(os.path.join(self.folder, "later"), "w", encoding="ascii"):
                pass  # the program is busy at first
            self.assertIsNone((await call(self.port, "GET", "/notices", None, ada))["email"])
            code, message = await self.confirmed(ada, "ada.lovelace+games@mail.example.org", "ru")
            self.assertEqual(message["Subject"], "Подтвердите ваш адрес")
            self.assertIn("Ада", message.get_content())
            self.assertEqual((await call(self.port, "GET", "/notices", None, ada))["email"],
                             {"address": "ada.lovelace+games@mail.example.org", "confirmed": True})
            await self.assert_code("token", call(self.port, "POST", "/notices/email/confirm", {"code": code}))
            await self.assert_code("token", call(self.port, "POST", "/notices/email/confirm", {"code": ""}))
            tables = []
            for n in range(2):
                t = await create(self.port, "blank", SEATS, token=ada, live=False)
                await join(self.port, t["table"], "", token=bea)
                info = await call(self.port, "GET", f"/tables/{t['table']}")
                if info["actor"] != 0:  # the other decides until it is hers
                    seat = await Table(self.port, t["table"], bea).connect()
                    while seat.mine:
                        await seat.move(seat.legal[0])
                    seat.close()
                tables.append(t["table"])
            args, message = await self.next()
            self.assertEqual(args[-1], "ada.lovelace+games@mail.example.org")
            self.assertTrue(message["Subject"].startswith("Ваш ход"))
            self.assertIn("https://play.example.org/#/table/", message.get_content())
            self.assertEqual(message["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click")
            self.assertEqual(message["Auto-Submitted"], "auto-generated")
            await asyncio.sleep(1.5)
            self.assertTrue(self.nothing())  # one a day
            self.sql("UPDATE mail SET sent = sent - 86400000")
            _, message = await self.next()  # tomorrow
            for table in tables:
                self.assertIn(table, message.get_content())
            self.assertIn("Bea", message.get_content())
            # one click of a mail program, as RFC 8058 has it
            link = re.fullmatch(r"<https://play\.example\.org(/api/v1/notices/email/stop\?c=[\w-]+)>", message["List-Unsubscribe"])[1]
            bad, _, _ = await request(self.port, "POST", link[:-1] + ("0" if link[-1] != "0" else "1"), b"List-Unsubscribe=One-Click")
            self.assertEqual(bad, 401)
            status, _, _ = await request(self.port, "POST", link, b"List-Unsubscribe=One-Click")
            self.assertEqual(status, 204)
            self.assertIsNone((await call(self.port, "GET", "/notices", None, ada))["email"])
        self.run_async(run())

    def test_addresses(self):
        """No way into a head line or the program's arguments; nothing before the link is opened."""
        async def run():
            token = await self.account("Ada")
            for bad in ("", "a", "a@b", "-a@example.org", "a b@example.org", "a@example.org\r\nBcc: x@example.org", "a@example.org, x@example.org",
                        "\"a\"@example.org", "a@-example.org", "a@example.org>", "<a@example.org", "a@exa_mple.org", "a..b@example.org",
                        "a" * 65 + "@example.org", "a@" + "b" * 200 + ".org", "ада@example.org", "a@example.1", "@example.org"):
                await self.assert_code("range", self.set(token, bad))
            await self.set(token, "one@example.org")
            await self.next()
            await self.set(token, "two@example.org")
            _, message = await self.next()
            mine = await call(self.port, "GET", "/notices", None, token)
            self.assertEqual(mine["email"], {"address": "two@example.org", "confirmed": False})
            self.assertEqual(str(message["To"]), "two@example.org")
            export = await call(self.port, "GET", "/me/export", None, token)
            self.assertEqual(export["notices"]["email"]["address"], "two@example.org")
            self.assertNotIn("code", json.dumps(export["notices"]))
            await call(self.port, "DELETE", "/notices/email", None, token)
            self.assertIsNone((await call(self.port, "GET", "/notices", None, token))["email"])
            await self.assert_code("token", call(self.port, "POST", "/notices/email", {"address": "a@example.org"}))
            await self.confirmed(token, "three@example.org")
            await call(self.port, "DELETE", "/me", None, token)
            self.assertEqual(self.sql("SELECT COUNT(*) FROM mail").strip(), "0")
        self.run_async(run())


class Off(Case):
    def test_off(self):
        async def run():
            me = await call(self.port, "POST", "/account", {"name": "Ada", "passphrase": "open sesame"})
            self.assertNotIn("email", await call(self.port, "GET", "/notices", None, me["token"]))
            await self.assert_code("not_found", call(self.port, "POST", "/notices/email", {"address": "a@example.org"}, me["token"]))
        self.run_async(run())


if __name__ == "__main__":
    unittest.main()
