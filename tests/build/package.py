#!/usr/bin/env python3
"""The Debian packages on a machine that has nothing: package.py FOLDER-OF-PACKAGES. Prints TAP. Needs root.

Makes a minimal Debian in a folder (debootstrap, from the archive this machine uses), installs the packages there as a
person would, plays a game in the terminal, starts the server and fetches the page, builds the example against the
installed library, removes everything and looks for what is left."""
import glob
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import finish, report, run  # noqa: E402


class Clean:
    """A Debian in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def inside(self, script, stdin=None):
        env = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8",
               "DEBIAN_FRONTEND": "noninteractive"}
        return run("chroot", self.folder, "sh", "-c", script, input=stdin, env=env)

    def make(self):
        codename = run("sh", "-c", ". /etc/os-release; echo $VERSION_CODENAME").stdout.strip()
        site = run("apt-get", "indextargets", "--format", "$(REPO_URI) $(SUITE)", "Created-By: Packages",
                   f"Codename: {codename}").stdout.split()
        done = run("debootstrap", "--variant=minbase", codename, self.folder, *site[:1])
        if done.returncode == 0:
            for path in ("/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list", *glob.glob("/etc/apt/apt.conf.d/99*")):
                if os.path.exists(path):
                    shutil.copy(path, self.folder + path)
            shutil.copy("/etc/resolv.conf", self.folder + "/etc/resolv.conf")
            self.inside("apt-get -q update")
        return done


SERVE = r"""serai serve --port 0 --data /tmp/tables --ready /tmp/ready >/tmp/log 2>&1 & server=$!
for i in $(seq 100); do [ -s /tmp/ready ] && break; sleep 0.2; done
exec 3<>/dev/tcp/127.0.0.1/$(cat /tmp/ready)
printf 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
cat <&3; kill $server; wait $server; cat /tmp/log"""


def check(clean, packages):
    done = clean.make()
    if not report("a minimal Debian", done.returncode == 0, done.stdout):
        return
    os.makedirs(clean.folder + "/debs")
    for package in packages:
        shutil.copy(package, clean.folder + "/debs")
    before = set(clean.inside("dpkg-query -W -f '${Package}\\n'").stdout.split())
    done = clean.inside("apt-get -q -y install --no-install-recommends /debs/*.deb")
    report("apt installs them with what they need", done.returncode == 0, done.stdout)
    report("the program says its version", "0." in clean.inside("serai --version").stdout)
    done = clean.inside("serai play yspahan -p 2 --bots trader --seat 1 --seed 1 --no-save", stdin="buy 0\nq\n")
    report("a person's move in the terminal", done.returncode == 0 and "sel gold tower" in done.stdout, done.stdout)
    done = clean.inside("serai play yspahan -p 2 --bots apprentice --seat 0 --seed 1 --no-save")
    report("a whole game in the terminal", done.returncode == 0 and "The game is over" in done.stdout, done.stdout)
    report("rules hold", clean.inside("serai sim merv -p 1 -n 20 --bots random --check").returncode == 0)
    with open(clean.folder + "/tmp/serve", "w", encoding="ascii") as f:
        f.write(SERVE)
    done = clean.inside("bash /tmp/serve")
    report("the server and its page", "200" in done.stdout.split("\n")[0] and "<title>" in done.stdout, done.stdout)
    done = clean.inside("apt-get -q -y install --no-install-recommends gcc libc6-dev pkg-config && cd /tmp && "
                        "cc -std=c17 -Wall -Werror $(find /usr/share/doc/libserai-dev -name match.c) "
                        "$(pkg-config --cflags --libs serai) -o match && ./match tadmor 3 7")
    report("the example against the installed library", done.returncode == 0 and "points" in done.stdout, done.stdout)
    done = clean.inside("apt-get -q -y purge serai libserai0 libserai-dev")
    left = clean.inside("find / -xdev -name '*serai*' -not -path '/debs/*' -not -path '/tmp/*' -not -path '/proc/*' "
                        "-not -path '/sys/*' -not -path '/var/log/*' -not -path '/root/*'").stdout
    report("removed, they leave nothing", done.returncode == 0 and not left.strip(), done.stdout + left)
    after = set(clean.inside("dpkg-query -W -f '${Package} ${db:Status-Status}\\n' | sed -n 's/ installed//p'").stdout.split())
    report("and break nothing", before <= after, before - after)


def main(folder):
    packages = [p for p in glob.glob(f"{folder}/*.deb") if "dbgsym" not in p]
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        print("1..0 # SKIP needs root and debootstrap")
        return 0
    if len(packages) != 3:
        print(f"not ok 1 - three packages in {folder}\n1..1")
        return 1
    with tempfile.TemporaryDirectory() as temporary:
        clean = Clean(temporary + "/debian")
        check(clean, packages)
    return finish()


sys.exit(main(sys.argv[1]))
