"""A PostgreSQL of one's own, for the tests: made, started and thrown away here."""
import glob
import os
import pwd
import shutil
import socket
import subprocess
import tempfile


def _bin():
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
    return found[-1] if found else None


class Postgres:
    """Runs as the user "postgres" when we are root, for PostgreSQL refuses root."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="serai-pg-")
        self.bin = _bin()
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.url = f"postgres://serai@127.0.0.1:{self.port}/serai"
        self.user = None
        if os.geteuid() == 0:
            self.user = pwd.getpwnam("postgres")
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)

    @staticmethod
    def present():
        return _bin() is not None

    def run(self, *command, check=True):
        who = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} \
            if self.user else {}
        return subprocess.run(command, cwd=self.folder, check=check, capture_output=True, **who)

    def start(self):
        data = os.path.join(self.folder, "data")
        if not os.path.exists(data):
            self.run(f"{self.bin}/initdb", "-D", data, "-U", "serai", "-A", "trust", "-E", "UTF8",
                     "--locale=C")
        options = (f"-p {self.port} -c listen_addresses=127.0.0.1 "
                   f"-c unix_socket_directories={self.folder} -c max_connections=40")
        self.run(f"{self.bin}/pg_ctl", "-D", data, "-w", "-o", options, "-l",
                 os.path.join(self.folder, "log"), "start")
        self.run(f"{self.bin}/createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "serai",
                 "serai", check=False)
        return self

    def stop(self, how="fast"):
        self.run(f"{self.bin}/pg_ctl", "-D", os.path.join(self.folder, "data"), "-m", how, "-w",
                 "stop", check=False)

    def kill(self):
        """All of its processes at once, without a word."""
        self.stop("immediate")

    def sql(self, text):
        return self.run(f"{self.bin}/psql", self.url, "-At", "-c", text).stdout.decode()

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


def shard_options(bases):
    """Options of a server for all but the first of these."""
    return [word for name, base in zip("bcdefgh", bases[1:]) for word in ("--shard", f"{name}={base.url}")]
