#!/usr/bin/env python3
"""tools/new-game, followed by someone new: new_game.py ROOT. Prints TAP.

Copies the tree, begins a game in it, builds that game and the template, and asks everything of it that `make
test` asks of a game: contract, cases, golden games, texts, rules, style, a game in the terminal and, where there
is a browser, one in the page. The other games are left out of the build, for they have nothing to do with it."""
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import finish, report, run  # noqa: E402

NAME, TITLE = "samarkand", "Samarkand"
TARGETS = ("serai", "tests/contract/contract", "tests/golden/golden")


def step(name, *command, **more):
    done = run(*command, **more)
    report(name, done.returncode == 0, done.stdout)
    return done.returncode == 0


def copy(root, tree):
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", cwd=root).stdout
    for path in listed.split("\0"):
        source = os.path.join(root, path)
        if path and os.path.isfile(source):
            os.makedirs(os.path.dirname(os.path.join(tree, path)), exist_ok=True)
            shutil.copy2(source, os.path.join(tree, path))
    for packages in ("web/node_modules", "web/node/node_modules"):
        if os.path.isdir(os.path.join(root, packages)):
            os.symlink(os.path.join(root, packages), os.path.join(tree, packages))
    run("git", "init", "-q", cwd=tree)


def refused(tree):
    for words in (["blank"], ["int"], ["Upper"], ["a"], ["x" * 17], ["fine", 'a "title"'], []):
        done = run("tools/new-game", *words, cwd=tree)
        if done.returncode == 0:
            return False, f"{words} was taken"
    left = run("git", "status", "--short", "src/games", cwd=tree).stdout
    return "fine" not in left, left


def has_page(tree):
    return os.path.exists(os.path.join(tree, "web/dist/index.html")) and shutil.which("chromium")


def play(tree):
    """A whole game through a pipe: the first move each time, bots at the other seats."""
    done = run("build/serai", "play", NAME, "--players", "2", "--bots", "human,apprentice", "--seed", "1", "--no-save",
               cwd=tree, input="1\n" * 40)
    return done.returncode == 0 and "over" in done.stdout, done.stdout


def check(tree):
    report("names that cannot be are refused, and nothing is left", *refused(tree))
    if not step("tools/new-game", "tools/new-game", NAME, TITLE, cwd=tree):
        return
    report("a second time is refused", run("tools/new-game", NAME, cwd=tree).returncode != 0)
    if not step("set up", "meson", "setup", "build", "--wrap-mode=nodownload", f"-Dgames={NAME},blank", cwd=tree) \
            or not step("build", "ninja", "-C", "build", *TARGETS, cwd=tree):
        return
    for test in (f"contract {NAME}", f"cases {NAME}", f"golden {NAME}", "style", "texts", "rules", "format"):
        step(test, "meson", "test", "-C", "build", "--no-rebuild", "--print-errorlogs", test, cwd=tree)
    report("a game in the terminal", *play(tree))
    if has_page(tree):
        node = os.path.join(tree, "tools/with-node")
        step("the page: types", node, "tsc", cwd=os.path.join(tree, "web"))
        for part in ("page", "play"):
            step(f"the page: {part}", node, "node", "tests/all.mjs", "--again", part, "--only", f"{NAME}:",
                 cwd=os.path.join(tree, "web"), env={"SERAI": os.path.join(tree, "build/serai")})
    else:
        print("# no page here")


def main(root):
    with tempfile.TemporaryDirectory() as folder:
        tree = os.path.join(folder, "tree")
        os.makedirs(tree)
        copy(root, tree)
        check(tree)
    return finish()


sys.exit(main(sys.argv[1]))
