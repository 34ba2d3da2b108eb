"""A gateway before several servers that goes by the table: HAProxy or nginx with the files of packaging/gateway, where one
of them is installed; else a small one of our own."""
import asyncio
import hashlib
import os
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FILES = {"haproxy": "haproxy.cfg", "nginx": "nginx.conf"}


def program(kind):
    return shutil.which(kind) or shutil.which(kind, path="/usr/sbin:/usr/local/sbin")


def present():
    return [kind for kind in FILES if program(kind)]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Gateway:
    def __init__(self, ports, kind=None):
        self.kind = kind or (present() or ["own"])[0]
        self.ports, self.port, self.process = list(ports), free_port(), None
        self.folder = tempfile.mkdtemp(prefix="serai-gateway-")

    def config(self):
        """The file of packaging/gateway with our ports in it, as many servers as there are, and no more files than
        one may open here."""
        files = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], 120000)
        with open(os.path.join(ROOT, "packaging", "gateway", FILES[self.kind]), encoding="utf-8") as f:
            text = f.read().replace("127.0.0.1:8080", f"127.0.0.1:{self.port}")
        lines = (text.replace("    maxconn 60000", f"    maxconn {files // 2 - 100}")
                 .replace("worker_processes auto", "worker_processes 4").replace("nofile 65536", f"nofile {files}").replace("connections 30000", f"connections {files - 100}")
                 .splitlines())
        out, servers = [], 0
        for line in lines:
            if re.search(r"server\s.*127\.0\.0\.1:744", line):
                if servers < len(self.ports):
                    out.append(re.sub(r"127\.0\.0\.1:744\d", f"127.0.0.1:{self.ports[servers]}", line))
                servers += 1
            else:
                out.append(line)
        if len(self.ports) > servers:
            raise ValueError("the example has fewer servers than that")
        path = os.path.join(self.folder, FILES[self.kind])
        with open(path, "w", encoding="utf-8") as f:
            f.write("\n".join(out) + "\n")
        return path

    def start(self):
        if self.kind == "own":
            command = [sys.executable, os.path.abspath(__file__), str(self.port), *map(str, self.ports)]
        elif self.kind == "haproxy":
            command = [program("haproxy"), "-db", "-f", self.config()]
        else:
            command = [program("nginx"), "-p", self.folder, "-e", "stderr", "-g",
                       f"daemon off; pid {self.folder}/pid;", "-c", self.config()]
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        end = time.time() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return self
            except OSError:
                if self.process.poll() is not None or time.time() > end:
                    with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as log:
                        raise RuntimeError(f"{self.kind} does not start:\n{log.read()[-2000:]}") from None
                time.sleep(0.02)

    def pids(self):
        """Its own and those of its workers."""
        kids = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True).stdout.split()
        return [self.process.pid, *map(int, kids)]

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


async def own(port, ports):
    """Reads the first line of a connection, then passes on bytes."""
    async def copy(reader, writer):
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        writer.close()

    async def serve(reader, writer):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, OSError):
            writer.close()
            return
        table = re.match(rb"\S+ /api/v1/tables/([a-z0-9]{13})\b", head)
        key = table.group(1) if table else os.urandom(8)
        if b"\nupgrade:" not in head.lower():
            head = re.sub(rb"(?i)\r\nconnection:[^\r]*", b"", head).replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
        for to in sorted(ports, key=lambda p: hashlib.blake2b(key + str(p).encode()).digest()):
            try:
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", to)
                break
            except OSError:
                continue
        else:
            writer.close()
            return
        far_writer.write(head)
        await asyncio.gather(copy(reader, far_writer), copy(far_reader, writer))
    server = await asyncio.start_server(serve, "127.0.0.1", port, limit=1 << 16)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(own(int(sys.argv[1]), [int(p) for p in sys.argv[2:]]))
