#!/usr/bin/env python3
"""clang-tidy over every file of src: tidy.py ROOT BUILD [--whole]. Prints TAP.

The checks of .clang-tidy are for all; its analyser, which follows paths through the code and takes most of the
time, looks at the pure layers, and with --whole (make tidy) at all.

What passed once is remembered in BUILD by the contents of the file, of the headers it includes and those
beside them, and of .clang-tidy, so that only changed files cost time."""
import glob
import hashlib
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor


def digest(*paths):
    sums = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as f:
            sums.update(f.read())
    return sums.hexdigest()


# Nothing here touches a file, a socket or a clock.
PURE = ("ai", "base", "core", "games", "table", "wasm")


def main(root, build, whole=""):
    paths = sorted(glob.glob(f"{root}/src/**/*.c", recursive=True))
    with open(f"{build}/compile_commands.json", encoding="utf-8") as f:
        commands = f.read()
    paths = [p for p in paths if os.path.relpath(p, root) in commands]
    common = digest(f"{root}/.clang-tidy", *sorted(glob.glob(f"{root}/include/serai/*.h")))
    store = f"{build}/tidy"
    os.makedirs(store, exist_ok=True)

    def run(path):
        with open(path, encoding="utf-8") as source:
            named = re.findall(r'#include "(\w[\w/]*/)\w+\.h"', source.read())
        folders = {os.path.dirname(path), *(f"{root}/src/{folder.rstrip('/')}" for folder in named)}
        headers = sorted(h for folder in folders for h in glob.glob(f"{folder}/*.h"))
        deep = whole == "--whole" or os.path.relpath(path, f"{root}/src").split("/")[0] in PURE
        seen = f"{common} {path} {digest(path, *headers)} {deep}"
        stamp = f"{store}/{hashlib.sha256(seen.encode()).hexdigest()}"
        if os.path.exists(stamp):
            return ""
        done = subprocess.run(["clang-tidy", "-p", build, "--quiet", "--extra-arg=-Wno-unknown-warning-option",
                               *([] if deep else ["--checks=-clang-analyzer-*"]), path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if done.returncode == 0:
            open(stamp, "w", encoding="ascii").close()
            return ""
        return done.stdout or "clang-tidy failed"

    failed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, (path, problem) in enumerate(zip(paths, pool.map(run, paths)), 1):
            failed += bool(problem)
            print("not ok" if problem else "ok", number, "-", os.path.relpath(path, root), flush=True)
            for line in [text for text in problem.split("\n") if "error:" in text][:8]:
                print("#", line)
    print(f"1..{len(paths)}")
    return failed > 0


sys.exit(main(*sys.argv[1:]))
