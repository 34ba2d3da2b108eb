"""A push service of our own for the tests: takes messages over TLS, checks who signed them and opens them as the
browser would. All cryptography is in envelope.c, which shares nothing with the server."""
import http.server
import json
import os
import queue
import ssl
import subprocess
import threading
import time

from serai_server import SERAI

ENVELOPE = os.environ.get("ENVELOPE", os.path.join(os.path.dirname(SERAI), "tests/server/envelope"))


def envelope(*words, data=b""):
    out = subprocess.run([ENVELOPE, *words], input=data, capture_output=True, check=False)
    if out.returncode:
        raise AssertionError(out.stderr.decode())
    return out.stdout.decode()


class Service:
    def __init__(self, folder):
        envelope("cert", folder)
        self.cert = os.path.join(folder, "cert.pem")
        self.browsers = {}         # by path
        self.answers = {}          # statuses to give first, by path
        self.tries = []            # (path, status)
        self.told = queue.Queue()  # (path, message, headers, claims)
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = service.take(self.path, dict(self.headers), body)
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("localhost", 0), Handler)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(self.cert, os.path.join(folder, "key.pem"))
        self.http.socket = tls.wrap_socket(self.http.socket, server_side=True)
        self.origin = f"https://localhost:{self.http.server_address[1]}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def browser(self, name, language="en"):
        """What a browser says when it has subscribed."""
        scalar, point, auth = envelope("keys").split()
        self.browsers["/" + name] = (scalar, point, auth)
        return {"endpoint": f"{self.origin}/{name}", "keys": {"p256dh": point, "auth": auth}, "language": language}

    def take(self, path, headers, body):
        status = self.answers[path].pop(0) if self.answers.get(path) else 201
        self.tries.append((path, status))
        if status != 201:
            return status
        try:
            claims = json.loads(envelope("token", data=headers["Authorization"].encode()))
            text = envelope("open", *self.browsers[path], data=body)
            self.told.put((path, json.loads(text), headers, claims))
        except Exception as e:
            self.told.put((path, {"wrong": repr(e)}, headers, {}))
        return 201

    def next(self, wait=120):
        """The next message: (path, message, headers, claims)."""
        path, message, headers, claims = self.told.get(timeout=wait)
        if "wrong" in message:
            raise AssertionError(message["wrong"])
        if claims["aud"] != self.origin or not time.time() < claims["exp"] < time.time() + 86400:
            raise AssertionError(f"claims {claims}")
        return path, message, headers, claims

    def nothing(self):
        return self.told.empty()

    def close(self):
        self.http.shutdown()
        self.http.server_close()
