#!/usr/bin/env python3
"""tools/bootstrap on systems that lack something: bootstrap.py ROOT. Prints TAP.

A path of stand-ins for apt-get, dpkg-query, npm and the rest says what the system has and how its
installation goes; what is tried is what the script does and the one sentence it ends with."""
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = sys.argv[1]
UNIX = ("sh", "cat", "cmp", "cp", "dirname", "env", "grep", "head", "mktemp", "rm", "sed", "sort", "tail",
        "touch", "tr")
COMMANDS = ("cc", "c++", "meson", "ninja", "pkg-config", "python3", "clang", "wasm-ld", "node", "npm",
            "clang-format", "clang-tidy", "chromium")
# What they do where a test does not say otherwise: everything is there, and whoever asks is root.
USUAL = {**dict.fromkeys(COMMANDS, ""), "id": "echo 0",
         "dpkg-query": 'shift 3; for p in "$@"; do echo "$p installed"; done',
         "apt-get": 'echo "$@" >> "$LOG"', "npm": 'mkdir -p node_modules; echo "npm in ${PWD##*/}" >> "$LOG"'}
BARE = {"dpkg-query": "exit 1"}
tests = []


def test(function):
    tests.append(function)
    return function


def bootstrap(level, changes, without=(), installed=True):
    """Exit status, what was said and what was called, on a system that differs from the usual one."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("bin", "tools", "web/node", "web/node_modules"):
            os.makedirs(os.path.join(folder, name))
        for name in ("bootstrap", "with-node"):
            shutil.copy(os.path.join(ROOT, "tools", name), os.path.join(folder, "tools"))
        for name in ("web/package-lock.json", "meson.build"):
            open(os.path.join(folder, name), "w", encoding="ascii").close()
        if installed:
            open(os.path.join(folder, "web/node_modules/.installed"), "w", encoding="ascii").close()
        for name in (*UNIX, "mkdir"):
            os.symlink(shutil.which(name), os.path.join(folder, "bin", name))
        for name, body in {**USUAL, **changes}.items():
            if name not in without:
                path = os.path.join(folder, "bin", name)
                with open(path, "w", encoding="ascii") as f:
                    f.write(f"#!/bin/sh\n{body}\n")
                os.chmod(path, 0o755)
        log = os.path.join(folder, "log")
        open(log, "w", encoding="ascii").close()
        done = subprocess.run([os.path.join(folder, "tools", "bootstrap"), level], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env={"PATH": os.path.join(folder, "bin"), "LOG": log, "TMPDIR": folder})
        with open(log, encoding="ascii") as f:
            return done.returncode, done.stdout, f.read()


def fails(*arguments, **more):
    code, said, _ = bootstrap(*arguments, **more)
    assert code == 1, said
    lines = said.strip().split("\n")
    assert lines[-1].startswith("tools/bootstrap: cannot install ") and len(lines) <= 2, said
    return lines[-1]


def apt_says(text, code=100):
    return {**BARE, "apt-get": f"case $* in *' install '*) echo '{text}' >&2; exit {code};; esac"}


@test
def nothing_missing():
    for level in ("build", "play", "test"):
        assert bootstrap(level, {}) == (0, "", ""), level


@test
def an_unknown_level():
    code, said, _ = bootstrap("lunch", {})
    assert code == 1 and "'lunch' is not build, play, test, package or cluster" in said, said


@test
def only_what_the_level_needs():
    code, said, called = bootstrap("build", BARE)
    assert code == 0 and "libc6-dev" in called and "libwebsockets-dev" not in called, called
    code, said, called = bootstrap("play", BARE)
    assert "libwebsockets-dev" in called and "libcmocka-dev" not in called, called
    code, said, called = bootstrap("test", BARE)
    assert "libcmocka-dev" in called and "postgresql" in called, called


@test
def a_command_stands_for_its_package():
    _, _, called = bootstrap("test", BARE, without=("chromium",))
    assert " chromium" in called and " clang-tidy" not in called, called


@test
def no_root():
    assert fails("play", {**BARE, "id": "echo 1000"}).endswith(": neither root nor sudo")


@test
def sudo_with_a_password():
    said = fails("play", {**BARE, "id": "echo 1000", "sudo": "exit 1"})
    assert said.endswith("sudo asks for a password and there is no terminal"), said


@test
def sudo_without_a_password():
    sudo = '[ "$2" != true ] || exit 0; shift; exec "$@"'
    code, said, called = bootstrap("play", {**BARE, "id": "echo 1000", "sudo": sudo})
    assert code == 0 and "install" in called, said


@test
def no_package_server():
    said = fails("play", apt_says("E: Failed to fetch x  Temporary failure resolving host"))
    assert said.endswith("the package server cannot be reached"), said


@test
def an_unknown_package():
    said = fails("play", apt_says("E: Unable to locate package libuv1-dev"))
    assert said.endswith("this system has no package libuv1-dev"), said


@test
def a_lock():
    said = fails("play", apt_says("E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by 1"))
    assert said.endswith("another installation holds the lock"), said


@test
def another_error():
    assert fails("play", apt_says("E: No space left")).endswith("E: No space left")


@test
def not_debian():
    code, said, _ = bootstrap("build", {}, without=("dpkg-query", "meson"))
    assert code == 1 and "this is not Debian: please install meson by hand" in said, said
    assert bootstrap("build", {}, without=("dpkg-query",))[0] == 0


@test
def packages_of_the_page():
    code, _, called = bootstrap("play", {}, installed=False)
    assert code == 0 and called == "npm in web\n", called
    assert bootstrap("build", {}, installed=False) == (0, "", "")


@test
def an_old_node():
    code, _, called = bootstrap("play", {"node": "exit 1"}, installed=False)
    assert code == 0 and called == "npm in node\nnpm in web\n", called


@test
def no_npm_server():
    npm = {"npm": "echo 'npm error code EAI_AGAIN' >&2; exit 1"}
    assert "npm's server cannot be reached" in fails("play", npm, installed=False)


@test
def another_error_of_npm():
    npm = {"npm": "printf 'npm error code ENOSPC\\nnpm error no space left\\n' >&2; exit 1"}
    assert fails("play", npm, installed=False).endswith("npm error no space left")


failed = 0
for number, run in enumerate(tests, 1):
    try:
        run()
        print(f"ok {number} - {run.__name__.replace('_', ' ')}")
    except AssertionError as e:
        failed += 1
        print(f"not ok {number} - {run.__name__.replace('_', ' ')}\n# " + str(e).replace("\n", "\n# "))
print(f"1..{len(tests)}")
sys.exit(failed > 0)
