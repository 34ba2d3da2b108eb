#!/usr/bin/env python3
"""Passkeys: made, used, used twice, copied, forged, of another site, too late; a lost passphrase; forgotten with the account.
The authenticator is written here, by the words of the standard; its signatures are those of envelope.c."""
import base64
import hashlib
import json
import os
import struct
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import Case
from serai_client import call
from serai_push import envelope

ORIGIN, SITE = "https://play.example.org", "play.example.org"


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def raw(data):
    return base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))


def cbor(value):
    def head(kind, n):
        return bytes([kind << 5 | n]) if n < 24 else bytes([kind << 5 | 24, n]) if n < 256 else struct.pack(">BH", kind << 5 | 25, n)
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    return head(5, len(value)) + b"".join(cbor(k) + cbor(v) for k, v in value.items())


class Authenticator:
    """One credential of a device."""

    def __init__(self, ed=False, counter=1):
        self.id, self.counter, self.flags = os.urandom(20), counter, 0x05
        self.site, self.origin, self.ed = SITE, ORIGIN, ed
        if ed:
            self.seed = text(os.urandom(32))
            pub = raw(envelope("ed", self.seed).split()[0])
            self.key = {1: 1, 3: -8, -1: 6, -2: pub}
        else:
            self.scalar, self.point, _ = envelope("keys").split()
            point = raw(self.point)
            self.key = {1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]}

    def data(self, more=b""):
        flags = self.flags | (0x40 if more else 0)
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + struct.pack(">I", self.counter) + more

    def client(self, kind, challenge):
        return json.dumps({"type": f"webauthn.{kind}", "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def make(self, offer, fmt="none", **more):
        data = self.data(bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor(self.key))
        made = cbor({"fmt": fmt, "attStmt": {}, "authData": data})
        return {"id": text(self.id), "client": text(self.client("create", offer["challenge"])), "attestation": text(made), **more}

    def use(self, offer, **more):
        self.counter += self.counter > 0
        client, data = self.client("get", offer["challenge"]), self.data()
        signed = data + hashlib.sha256(client).digest()
        sign = envelope("ed", self.seed, data=signed).split()[1] if self.ed else envelope("sign", self.scalar, self.point, data=signed).strip()
        return {"id": text(self.id), "client": text(client), "data": text(data), "signature": sign, **more}


class Passkeys(Case):
    options = ("--url", ORIGIN + "/")

    def post(self, path, body=None, token=None):
        return call(self.port, "POST", path, body, token)

    async def account(self, name):
        return await self.post("/account", {"name": name, "passphrase": "open sesame"})

    async def add(self, device, token, **more):
        return await self.post("/me/passkeys", device.make(await self.post("/me/passkeys/new", None, token), **more), token)

    async def enter(self, device, **more):
        return await self.post("/session/passkey", device.use(await self.post("/session/passkey/new"), **more))

    def test_sign_in(self):
        async def run():
            me = await self.account("Ada")
            devices = [Authenticator(), Authenticator(ed=True), Authenticator(counter=0)]
            offer = await self.post("/me/passkeys/new", None, me["token"])
            self.assertEqual((offer["site"], raw(offer["user"]).decode(), offer["name"]), (SITE, me["account"], "Ada"))
            for n, device in enumerate(devices):
                await self.add(device, me["token"], label=f"key {n}")
            for device in devices:
                for _ in range(2):
                    again = await self.enter(device)
                    self.assertEqual((again["account"], again["name"]), (me["account"], "Ada"))
            mine = (await call(self.port, "GET", "/me/passkeys", None, again["token"]))["passkeys"]
            self.assertEqual([k["label"] for k in mine], ["key 0", "key 1", "key 2"])
            self.assertTrue(all(k["used"] for k in mine))
            # an answer is good once, and a challenge too
            offer = await self.post("/session/passkey/new")
            first = devices[0].use(offer)
            await self.post("/session/passkey", first)
            await self.assert_code("login", self.post("/session/passkey", first))
            await self.assert_code("login", self.post("/session/passkey", devices[0].use(offer)))
            # a copy of the device counts from where it was copied
            devices[0].counter -= 2
            await self.assert_code("login", self.enter(devices[0]))
            # after a kill, too
            self.server.kill()
            self.server.start()
            self.port = self.server.port
            await self.assert_code("login", self.post("/session/passkey", first))
            again = await self.enter(devices[1])
            await call(self.port, "DELETE", f"/me/passkeys/{text(devices[1].id)}", None, again["token"])
            await self.assert_code("login", self.enter(devices[1]))
            await self.assert_code("not_found", call(self.port, "DELETE", f"/me/passkeys/{text(devices[1].id)}", None, again["token"]))
        self.run_async(run())

    def test_refused(self):
        async def run():
            me, other = await self.account("Ada"), await self.account("Bea")
            token = me["token"]
            good = Authenticator()
            for change in ({"site": "evil.example.org"}, {"flags": 0x01}, {"flags": 0x04}, {"key": {1: 2, 3: -7}},
                           {"key": {**good.key, -2: bytes(32)}}, {"key": {**good.key, 3: -257}}, {"id": os.urandom(300)}):
                device = Authenticator()
                vars(device).update(change)
                await self.assert_code("range", self.add(device, token))
            for change in ({"origin": "https://evil.example.org"}, {"origin": ORIGIN + ":444"}):
                device = Authenticator()
                vars(device).update(change)
                await self.assert_code("login", self.add(device, token))
            await self.assert_code("range", self.add(Authenticator(), token, fmt="packed"))
            offer = await self.post("/me/passkeys/new", None, token)
            # the challenge is the account's own, for that purpose, and unchanged
            await self.assert_code("login", self.post("/me/passkeys", good.make(offer), other["token"]))
            await self.assert_code("login", self.post("/me/passkeys", good.make(await self.post("/session/passkey/new")), token))
            await self.assert_code("login", self.post("/me/passkeys", good.make({"challenge": "AAAA"}), token))
            whole = good.make(offer)
            for bad in ({"attestation": "!"}, {"attestation": whole["attestation"][:-9]}, {"id": "AAAA"}, {"client": ""}):
                await self.assert_code("range", self.post("/me/passkeys", {**whole, **bad}, token))
            await self.assert_code("token", self.post("/me/passkeys/new"))
            await self.add(good, token)
            await self.assert_code("taken", self.add(good, other["token"]))
            # what is signed is what is shown
            offer = await self.post("/session/passkey/new")
            shown = good.use(offer)
            other_client = text(good.client("get", (await self.post("/session/passkey/new"))["challenge"]))
            forged = bytearray(raw(shown["data"]))
            forged[36] ^= 1
            for bad in ({"client": other_client}, {"data": text(bytes(forged))}, {"signature": text(bytes(70))}, {"id": "AAAA"}):
                await self.assert_code("login", self.post("/session/passkey", {**shown, **bad}))
            await self.assert_code("login", self.post("/session/passkey", {**shown, "client": text(good.client("create", offer["challenge"]))}))
            stranger = Authenticator()
            stranger.id = good.id
            await self.assert_code("login", self.enter(stranger))
            await self.post("/session/passkey", shown)
            for n in range(9):
                await self.add(Authenticator(), token)
            await self.assert_code("taken", self.add(Authenticator(), token))
        self.run_async(run())

    def test_recover(self):
        """A passphrase that is lost: the passkey gives a new one and ends all other sessions. All goes with the account."""
        async def run():
            me = await self.account("Ada")
            device = Authenticator()
            await self.add(device, me["token"])
            await self.assert_code("range", self.enter(device, passphrase="short"))
            again = await self.enter(device, passphrase="another phrase")
            await self.assert_code("token", call(self.port, "GET", "/me", None, me["token"]))
            await self.assert_code("login", self.post("/session", {"name": "Ada", "passphrase": "open sesame"}))
            await self.post("/session", {"name": "Ada", "passphrase": "another phrase"})
            export = await call(self.port, "GET", "/me/export", None, again["token"])
            self.assertEqual([k["id"] for k in export["passkeys"]], [text(device.id)])
            await call(self.port, "DELETE", "/me", None, again["token"])
            await self.assert_code("login", self.enter(device))
        self.run_async(run())


class Nameless(Case):
    def test_no_address(self):
        """Without an address of its own a server takes none, but where the machine itself looks."""
        async def run():
            me = await call(self.port, "POST", "/account", {"name": "Ada", "passphrase": "open sesame"})
            await self.assert_code("not_found", call(self.port, "POST", "/me/passkeys/new", None, me["token"]))
            offer = await call(self.port, "POST", "/me/passkeys/new", None, me["token"], host="localhost")
            self.assertEqual(offer["site"], "localhost")
        self.run_async(run())


if __name__ == "__main__":
    unittest.main()
