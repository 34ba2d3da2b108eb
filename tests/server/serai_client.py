"""A client of the server that uses only what docs/protocol.md says: HTTP with JSON, and the WebSocket
of a table. Only the standard library; one asyncio loop carries thousands of connections."""
import asyncio
import base64
import copy
import hashlib
import json
import os
import struct

SUBPROTOCOL = "serai.table.v1"
GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class ProtocolError(Exception):
    """The server answered with an error; .code and .status tell which."""

    def __init__(self, code, text="", status=0):
        super().__init__(f"{code}: {text} ({status})")
        self.code, self.status = code, status


class Closed(Exception):
    """The connection was closed; .code is the WebSocket close code (0: without one)."""

    def __init__(self, code=0, why=""):
        super().__init__(f"closed {code} {why}")
        self.code = code


async def request(port, method, path, body=None, token=None, headers=None, host="127.0.0.1", source=None):
    """One HTTP request on a connection of its own: (status, headers, bytes). source: the address it comes from."""
    reader, writer = await asyncio.open_connection(host, port, local_addr=source and (source, 0))
    try:
        data = b"" if body is None else (body if isinstance(body, bytes)
                                         else json.dumps(body).encode())
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}:{port}", "Connection: close",
                 f"Content-Length: {len(data)}", "Content-Type: application/json"]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        lines += [f"{k}: {v}" for k, v in (headers or {}).items()]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
        await writer.drain()
        head = await reader.readuntil(b"\r\n\r\n")
        rows = head.decode("latin-1").split("\r\n")
        status = int(rows[0].split()[1])
        fields = {k.lower(): v.strip() for k, v in
                  (row.split(":", 1) for row in rows[1:] if ":" in row)}
        length = int(fields.get("content-length", 0))
        content = await reader.readexactly(length) if length and method != "HEAD" else b""
        return status, fields, content
    finally:
        writer.close()


async def call(port, method, path, body=None, token=None, **more):
    """A request to the API: the JSON of the answer, or ProtocolError."""
    status, _, content = await request(port, method, "/api/v1" + path, body, token, **more)
    try:
        answer = json.loads(content) if content else {}
    except ValueError: # a gateway's page
        answer = {"error": "http", "text": content[:80].decode(errors="replace")}
    if status >= 400:
        raise ProtocolError(answer.get("error", "?"), answer.get("text", ""), status)
    return answer


def patched(value, delta):
    """A view changed by a delta: objects member by member, arrays by index, all else whole."""
    if isinstance(delta, dict) and isinstance(value, dict):
        out = dict(value)
        for key, change in delta.items():
            out[key] = patched(value[key], change) if key in value else change
        return out
    if isinstance(delta, dict) and isinstance(value, list):
        out = list(value)
        for key, change in delta.items():
            out[int(key)] = patched(value[int(key)], change)
        return out
    return copy.deepcopy(delta)


class Socket:
    """A WebSocket with whole text messages."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port, path, protocol=SUBPROTOCOL, headers=None, host="127.0.0.1", source=None):
        reader, writer = await asyncio.open_connection(host, port, limit=1 << 22, local_addr=source and (source, 0))
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket",
                 "Connection: Upgrade", f"Sec-WebSocket-Key: {key}",
                 "Sec-WebSocket-Version: 13"]
        if protocol:
            lines.append(f"Sec-WebSocket-Protocol: {protocol}")
        lines += [f"{k}: {v}" for k, v in (headers or {}).items()]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n")
        await writer.drain()
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        except (asyncio.IncompleteReadError, ConnectionError) as e:
            writer.close()
            raise Closed() from e
        status = int(head.split()[1])
        want = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()
        if status != 101 or want.lower() not in head.lower():
            writer.close()
            raise ProtocolError("upgrade", head.split("\r\n")[0], status)
        return cls(reader, writer)

    def send_frame(self, opcode, data, fin=True):
        mask = os.urandom(4)
        n = len(data)
        head = bytes([(0x80 if fin else 0) | opcode])
        head += (bytes([0x80 | n]) if n < 126 else bytes([0xFE]) + struct.pack(">H", n)
                 if n < 65536 else bytes([0xFF]) + struct.pack(">Q", n))
        key = (mask * (n // 4 + 1))[:n]
        body = (int.from_bytes(data, "big") ^ int.from_bytes(key, "big")).to_bytes(n, "big") \
            if n else b""
        self.writer.write(head + mask + body)

    async def send(self, message):
        self.send_frame(1, json.dumps(message).encode() if not isinstance(message, bytes)
                        else message)
        await self.writer.drain()

    async def receive(self):
        text = b""
        try:
            while True:
                a, b = await self.reader.readexactly(2)
                n = b & 0x7F
                if n == 126:
                    n = struct.unpack(">H", await self.reader.readexactly(2))[0]
                elif n == 127:
                    n = struct.unpack(">Q", await self.reader.readexactly(8))[0]
                data = await self.reader.readexactly(n)
                opcode = a & 15
                if opcode == 8:
                    code = struct.unpack(">H", data[:2])[0] if len(data) >= 2 else 0
                    self.send_frame(8, data[:2])
                    self.writer.close()
                    raise Closed(code, data[2:].decode(errors="replace"))
                if opcode == 9:
                    self.send_frame(10, data)
                elif opcode in (0, 1):
                    text += data
                    if a & 0x80:
                        return json.loads(text)
        except (asyncio.IncompleteReadError, ConnectionError) as e:
            self.writer.close()
            raise Closed() from e

    def close(self):
        self.writer.close()


class Table:
    """A seat (or a spectator) at a table: follows the messages, keeps the view, asks and moves."""

    def __init__(self, port, table, token=None, source=None):
        self.port, self.table, self.token, self.source = port, table, token, source
        self.socket = None
        self.seq = -1
        self.ply = 0
        self.you = None
        self.view = self.decision = self.info = self.reveal = self.scores = None
        self.legal = []
        self.over = False
        self.log = []       # every numbered message once, in order
        self.answers = {}   # by request id
        self.count = 0
        self.extra = []

    async def connect(self, resume=True):
        self.socket = await Socket.open(self.port, f"/api/v1/tables/{self.table}/socket", source=self.source)
        hello = {"type": "hello", "id": "hello"}
        if self.token:
            hello["token"] = self.token
        if resume and self.seq >= 0:
            hello["resume"] = self.seq
        await self.socket.send(hello)
        first = await self.next()
        if first["type"] == "error":
            raise ProtocolError(first["code"], first["text"])
        while self.seq < first["seq"]:  # what was missed comes now; only then is it our turn
            await self.next()
        return self

    async def reconnect(self, patience=15):
        """Connects again after a drop, as often as it takes: the server may be restarting, or
        another process is about to take the table over."""
        end = asyncio.get_running_loop().time() + patience
        while True:
            try:
                return await self.connect()
            except (Closed, ConnectionError, ProtocolError) as e:
                final = isinstance(e, ProtocolError) and e.code in ("token", "not_found")
                if final or asyncio.get_running_loop().time() > end:
                    raise
                await asyncio.sleep(0.1)

    def take(self, m):
        """Applies one message to what is known."""
        kind = m["type"]
        if kind == "table":
            self.seq, self.info, self.you = m["seq"], m["info"], m["you"]
            self.view, self.decision, self.legal = m["view"], m["decision"], m.get("legal", [])
            self.ply, self.over = m["info"]["ply"], m["info"]["status"] == "over"
            self.reveal, self.scores = m.get("reveal"), m.get("scores")
        elif kind == "resumed":
            self.you = m["you"]
            if m["from"] != self.seq:
                raise AssertionError(f"resumed from {m['from']}, not {self.seq}")
        elif kind in ("ok", "error"):
            self.answers[m.get("id")] = m
        elif "seq" in m:
            if m["seq"] != self.seq + 1:
                raise AssertionError(f"message {m['seq']} after {self.seq}")
            self.seq = m["seq"]
            self.ply = m["ply"]
            self.log.append(m)
            if "view" in m:
                self.view = m["view"]
            if "delta" in m:
                self.view = patched(self.view, m["delta"])
            if "decision" in m:
                self.decision, self.legal = m["decision"], m.get("legal", [])
            if m.get("over"):
                self.over, self.reveal, self.scores = True, m.get("reveal"), m.get("scores")
        else:
            self.extra.append(m)

    async def next(self):
        m = await self.socket.receive()
        self.take(m)
        return m

    async def ask(self, message, id=None):
        """Sends a request and waits for its answer; numbered messages are taken meanwhile."""
        if id is None:
            self.count += 1
            id = f"{os.urandom(3).hex()}.{self.count}"
        await self.socket.send({**message, "id": id})
        while id not in self.answers:
            await self.next()
        answer = self.answers.pop(id)
        if answer["type"] == "error":
            raise ProtocolError(answer["code"], answer["text"])
        return answer

    async def move(self, text, ply=None, id=None):
        return await self.ask({"type": "move", "ply": self.ply if ply is None else ply,
                               "move": text}, id)

    @property
    def mine(self):
        return not self.over and self.decision is not None and self.decision["seat"] == self.you \
            and bool(self.legal)

    def close(self):
        if self.socket:
            self.socket.close()


async def create(port, game, seats, token=None, **terms):
    return await call(port, "POST", "/tables", {"game": game, "seats": seats, **terms}, token)


async def join(port, table, name, token=None, **how):
    return await call(port, "POST", f"/tables/{table}/join", {"name": name, **how}, token)
