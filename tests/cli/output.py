"""Output that fails: full disks, closed streams, broken pipes."""
import os
import subprocess

from lib import GAME, HOME, SERAI, environment, expect, fails, good, serai, test, write
from traces import save_trace, trace


@test
def full_disk():
    path = save_trace(trace())
    case = write("ok.json", {"case": "1", "game": GAME, "players": 2, "then": {"over": False}})
    for args in (["--help"], ["--version"], ["games"], ["games", "--json"],
                 ["games", GAME, "--edition"], ["bots"], ["sim", GAME, "-n", "5"],
                 ["sim", GAME, "-n", "5", "--json"], ["trace", GAME], ["replay", path],
                 ["verify", case], ["perft", GAME], ["bench", GAME, "--seconds", "0"],
                 ["play", GAME, "--no-save", "--seat", "0"]):
        with open("/dev/full", "w") as full:
            fails(serai(*args, stdout=full), 3)


@test
def closed_streams():
    p = subprocess.run(["sh", "-c", f"'{SERAI}' games >&-"], capture_output=True,
                       env=environment())
    expect(p.returncode == 3, f"closed stdout: exit {p.returncode}")
    path = os.path.join(HOME, "closed.json")
    p = subprocess.run(["sh", "-c", f"'{SERAI}' trace {GAME} --output '{path}' >&- 2>&- <&-"],
                       env=environment())
    expect(p.returncode in (0, 3), f"exit {p.returncode}")
    good(serai("replay", path, "--verify"))


@test
def broken_pipe_is_quiet():
    p = subprocess.run(["bash", "-c", f"'{SERAI}' trace {GAME} -p 4 --seed 1 | head -1 >/dev/null; "
                        "echo ${PIPESTATUS[0]}"], capture_output=True, text=True,
                       env=environment())
    expect(p.stderr == "", p.stderr)
    expect(p.stdout.strip() in ("0", "141"), p.stdout)
