#!/usr/bin/env python3
"""--gpu where things go wrong: run.py SERAI FAKE SCANTY. A sentence, and the CPU goes on with the same results."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

serai, fake, scanty = map(os.path.abspath, sys.argv[1:4])
root = tempfile.mkdtemp()
cuda = os.path.join(root, "cuda")
os.mkdir(cuda)
for name in ("libnvrtc.so.13", "libnvJitLink.so.13"):
    os.symlink(fake, os.path.join(cuda, name))
log = os.path.join(root, "log")
tests = 0


def run(args, **env):
    open(log, "w", encoding="ascii").close()
    all_env = {k: v for k, v in os.environ.items() if k not in ("CUDA_HOME", "CUDA_PATH")}
    all_env |= {"XDG_CACHE_HOME": os.path.join(root, "cache"), "FAKE_LOG": log, "LC_ALL": "C",
                "SERAI_LIBCUDA": fake, "SERAI_CUDA": cuda} | env
    return subprocess.run([serai, *args], env=all_env, capture_output=True, text=True, timeout=120)


def noted():
    with open(log, encoding="ascii") as f:
        return f.read()


def check(good, what):
    global tests
    tests += 1
    print(f"{'ok' if good else 'not ok'} {tests} - {what}", flush=True)


def goes_on(args, sentence, what, **env):
    """The command with --gpu says the sentence and gives what it gives without."""
    plain, there = run(args), run([*args, "--gpu"], **env)
    good = there.returncode == plain.returncode == 0 and there.stdout == plain.stdout and \
        there.stderr.startswith(f"serai {args[0]}: the CPU plays on: ") and sentence in there.stderr and \
        there.stderr.count("\n") == 1
    check(good, what)
    if not good:
        print("# " + there.stderr.replace("\n", "\n# "))


sim = ["sim", "yspahan", "-n", "20", "-p", "3", "-q"]
goes_on(sim, "there is no CUDA driver", "no driver", SERAI_LIBCUDA="/nowhere/libcuda.so.1")
goes_on(sim, "is too old: it has no cu", "a driver without a call", SERAI_LIBCUDA=scanty)
goes_on(sim, "is too old: it knows CUDA 11.4, not 12.0", "an old driver", FAKE_CUDA="old")
goes_on(sim, "but no GPU", "a driver without a device", FAKE_CUDA="nodevice")
goes_on(sim, "but no GPU", "no device listed", FAKE_CUDA="empty")
goes_on(sim, "starting the driver: something is wrong (error 999)", "a driver that does not start", FAKE_CUDA="broken")
goes_on(sim, "(libnvrtc) is not installed", "no compiler", SERAI_CUDA="/nowhere")
goes_on(sim, "refuses games/yspahan/", "rules that do not compile", FAKE_CUDA="refused")
goes_on(sim, "refuses the rules: line 1: what is this?", "rules that do not link", FAKE_CUDA="unlinked")
goes_on(sim, "not enough memory", "a full device", FAKE_CUDA="full")
goes_on(sim, "the device was lost (error 700)", "a device lost on the way", FAKE_CUDA="lost")
goes_on(sim, "loading the rules", "code the device refuses", FAKE_CUDA="unloadable")
goes_on([*sim, "-b", "vizier:visits=1"], "the bot vizier does not play on a GPU", "a bot that does not play there")
goes_on([*sim, "--check"], "--check", "checks are made here")
goes_on([*sim, "-b", "learned:samples=1", "-n", "2"], "the device was lost", "a device lost while looking ahead",
        FAKE_CUDA="lost")
goes_on(["lessons", "yspahan", "-n", "2", "--batch", "2", "-p", "2", "-b", "halving:visits=1", "--output", os.path.join(root, "lessons")],
        "the device was lost", "lessons on a device that gets lost", FAKE_CUDA="lost")
goes_on(["lessons", "yspahan", "-n", "1", "-p", "2", "-b", "vizier:visits=1", "--output", os.path.join(root, "lessons")],
        "does not play on a GPU", "lessons by a bot that does not play there")
cases = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../cases/blank")
goes_on(["verify", cases], "there is no CUDA driver", "verify without a driver", SERAI_LIBCUDA="/nowhere/x")
goes_on(["verify", cases], "the device was lost", "verify on a device that gets lost", FAKE_CUDA="lost")
there = run(["bench", "blank", "-p", "2", "--seconds", "0", "--gpu"], FAKE_CUDA="full")
check(there.returncode == 0 and "not enough memory" in there.stderr and "blank" in there.stdout, "bench on a full device")
lab = ["lab", "compare", "yspahan", "bazaar_points=3", "-n", "4", "-p", "3", "-q", "--json"]


def found(args, **env):
    p = run(args, **env)
    return p, {k: v for k, v in json.loads(p.stdout or "{}").items() if k != "command"}


for bots, env, sentence in (("learned:samples=1", {"SERAI_LIBCUDA": "/nowhere/libcuda.so.1"}, "there is no CUDA driver"),
                            ("learned:samples=1", {"FAKE_CUDA": "lost"}, "the device was lost"),
                            ("yspahan:steward", {"FAKE_CUDA": "lost"}, "the device was lost"),
                            ("yspahan:steward,random,trader", {}, "trader does not play on a GPU")):
    (_, plain), (p, there) = found([*lab, "-b", bots]), found([*lab, "-b", bots, "--gpu"], **env)
    check(p.returncode == 0 and plain == there and sentence in p.stderr and p.stderr.count("\n") == 1, f"the lab: {sentence}")
    if sentence not in p.stderr:
        print("# " + p.stderr)
for lang, words in (("fr", "le processeur continue"), ("ru", "дальше играет обычный процессор")):
    check(words in run([*sim, "--gpu", "--lang", lang], FAKE_CUDA="old").stderr, f"the sentence in {lang}")

# The cache: compiled once, again when the file is damaged or the device refuses it, never for another edition.
shutil.rmtree(os.path.join(root, "cache"), ignore_errors=True)
run([*sim, "--gpu"], FAKE_CUDA="lost")
check("l" in noted() and noted().count("c") > 5, "compiled when first wanted")
files = os.listdir(os.path.join(root, "cache/caravanserai/gpu"))
check(len(files) == 1 and files[0].startswith("yspahan-"), "kept in the user's cache")
run([*sim, "--gpu"], FAKE_CUDA="lost")
check("c" not in noted() and "m" in noted(), "taken from there afterwards")
edition = os.path.join(root, "edition.json")
with open(edition, "w", encoding="utf-8") as f:
    f.write(run(["games", "yspahan", "--edition=json"]).stdout)
run([*sim, "--gpu", "--edition", edition], FAKE_CUDA="lost")
check("c" not in noted() and "k" in noted(), "another edition needs no other code")
kept = os.path.join(root, "cache/caravanserai/gpu", files[0])
for damage in (lambda b: b[:-3], lambda b: b[:-1] + b"x", lambda b: b""):
    with open(kept, "rb") as f:
        good = f.read()
    with open(kept, "wb") as f:
        f.write(damage(good))
    run([*sim, "--gpu"], FAKE_CUDA="lost")
    with open(kept, "rb") as f:
        check("c" in noted() and f.read() == good, "a damaged file is made again")
run([*sim, "--gpu"], FAKE_CUDA="unloadable")
check(noted().count("m") == 2 and "c" in noted(), "code that the device refuses is made once more")
blocked = os.path.join(root, "blocked")
open(blocked, "w", encoding="ascii").close()
goes_on(sim, "the device was lost", "no place for a cache", XDG_CACHE_HOME=blocked, FAKE_CUDA="lost")

# Records: the same decisions however many threads, and what docs/formats.md says of them.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools"))
import records as reader  # noqa: E402

for bot, lines in (("learned:samples=1", 0), ("halving:visits=8", 3)):
    kept = []
    for threads in ("1", "2"):
        path = os.path.join(root, "records")
        done = run([*sim, "-b", bot, "-n", "6", "-t", threads, "--records", path])
        head, rows = reader.read(path)
        ends = [r for r in rows if not r.choices]
        thoughts = [r for r in rows if r.choices]
        kept.append(sorted(r.data for r in rows))
        check(done.returncode == 0 and head.game == "yspahan" and head.seats == 3 and len(ends) == 6 and
              len(thoughts) > 300, f"{bot}: records of 6 games, {threads} threads")
    check(kept[0] == kept[1], f"{bot}: records do not depend on threads")
    check(all(r.chosen < r.choices == len(r.shares) and abs(sum(r.shares) - 65535) <= r.choices for r in thoughts),
          f"{bot}: a policy over all moves")
    check(all(len(r.values) == lines for r in thoughts) and not any(r.values or r.shares for r in ends) and
          all(abs(sum(win for win, _ in r.values) - 65536) < 16 for r in thoughts if lines),
          f"{bot}: values of {lines} lines")
    best = sum(r.shares[r.chosen] == max(r.shares) for r in thoughts) / len(thoughts)
    check(best > (0.99 if not lines else 0.3), f"{bot}: the move chosen has the largest share")
with open(path, "rb") as f:
    data = f.read()
for name, damage in (("cut", data[:-1]), ("of another version", data[:4] + b"\x01" + data[5:]), ("of another kind", b"x" * 64)):
    with open(path, "wb") as f:
        f.write(damage)
    try:
        reader.read(path)
        check(False, f"a file that is {name} is refused")
    except ValueError:
        check(True, f"a file that is {name} is refused")
print(f"1..{tests}")
shutil.rmtree(root)
