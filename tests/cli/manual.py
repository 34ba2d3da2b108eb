"""Shell completion and the manual."""
import os
import re
import subprocess

from lib import GAME, LANGS, ROOT, SERAI, commands, environment, expect, good, read, serai, test


def completions(*words):
    return good(serai("__complete", *words)).out.split()


@test
def completion_knows_the_program():
    expect(set(commands()) <= set(completions("")), "commands")
    expect(completions("pl") == ["play"], "play")
    expect(GAME in completions("play", ""), "games")
    expect("--players" in completions("play", GAME, "--p"), "options")
    expect("greedy" in completions("sim", GAME, "--bots", "gr"), "bots")
    expect("random,greedy" in completions("sim", GAME, "-b", "random,gr"), "lists of bots")
    expect("open_hands=on" in completions("sim", GAME, "--option", ""), "options of the game")
    expect(completions("games", "--lang", "f") == ["fr"], "languages")
    expect(completions("verify", "") == ["<file>"], "files")
    expect(completions("trace", GAME, "--output", "") == ["<file>"], "files of options")


@test
def completion_scripts():
    folder = os.path.join(ROOT, "tools/completion")
    subprocess.run(["bash", "-n", os.path.join(folder, "serai.bash")], check=True)
    script = (f"source '{folder}/serai.bash'; PATH='{os.path.dirname(SERAI)}':$PATH; "
              "COMP_WORDS=(serai play bl); COMP_CWORD=2; _serai; echo ${COMPREPLY[@]}")
    out = subprocess.run(["bash", "-c", script], capture_output=True, text=True,
                         env=environment()).stdout
    expect(out.strip() == GAME, f"bash completes {out!r}")
    for name in ("_serai", "serai.fish"):
        expect("__complete" in read(os.path.join(folder, name)), name)


@test
def manual_is_what_the_program_says():
    made = subprocess.run([os.path.join(ROOT, "tools/manual"), SERAI], capture_output=True,
                          text=True, check=True).stdout
    page = read(os.path.join(ROOT, "docs/serai.1"))
    for section in re.split(r"(?m)^(?=\.S[SH] )", made):  # a build may leave commands out
        expect(section in page, "not in docs/serai.1 (run: tools/manual build/serai > "
               f"docs/serai.1): {section[:200]}")
    for c in commands():
        expect(f".SS serai {c}" in made, c)
    for w in ("NO_COLOR", "LANGUAGE", "XDG_STATE_HOME", "EXIT STATUS"):
        expect(w in made, w)


@test
def help_for_programs():
    for lang in LANGS:
        rows = good(serai("help", "--json", "--lang", lang)).json
        expect([r["command"] for r in rows] == commands(), "all commands")
        for r in rows:
            expect(good(serai("help", r["command"], "--json", "--lang", lang)).json == r, r)
            text = good(serai(r["command"], "--help")).out
            for o in r["options"]:
                expect(f"--{o['option']}" in text, o)
