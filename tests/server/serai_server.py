"""Starts and stops servers for the tests; every test has its own folder and port."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SERAI = os.environ.get("SERAI", os.path.join(ROOT, "build", "serai"))


class Server:
    def __init__(self, *options, data=None, limits=0, port=0, store=None, wrap=(), serai=SERAI):
        self.own = data is None
        self.data = data or tempfile.mkdtemp(prefix="serai-test-")
        self.options = list(options)
        self.limits, self.port, self.store, self.wrap = limits, port, store, list(wrap)
        self.serai = serai
        self.process = None
        self.log = os.path.join(self.data, f"log-{os.getpid()}-{id(self)}")

    def start(self, wait=600):
        ready = os.path.join(self.data, f"ready-{id(self)}")
        if os.path.exists(ready):
            os.unlink(ready)
        where = ["--store", self.store] if self.store else ["--data", self.data]
        command = [*self.wrap, self.serai, "serve", *where, "--port", str(self.port), "--limits",
                   str(self.limits), "--ready", ready, "--per-address", "100000", "--quiet",
                   *self.options]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        end = time.time() + wait
        while not os.path.exists(ready):
            if self.process.poll() is not None or time.time() > end:
                raise RuntimeError("the server does not start:\n" + self.tail())
            time.sleep(0.01)
        with open(ready, encoding="ascii") as f:
            self.port = int(f.read())
        return self

    def tail(self):
        with open(self.log, "rb") as f:
            return f.read()[-3000:].decode(errors="replace")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, wait=600):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(wait)
        return code

    def alive(self):
        return self.process.poll() is None

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.alive():
            self.kill()
        if self.own and "KEEP" not in os.environ:
            shutil.rmtree(self.data, ignore_errors=True)


def show(text):
    print(text, flush=True)
    sys.stdout.flush()
