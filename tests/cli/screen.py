"""`serai play` on a terminal."""
import codecs
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

from lib import GAME, HOME, LANGS, SERAI, environment, expect, good, read, serai, test


class Terminal:
    """A pseudo-terminal with the program on it, and a picture of its screen."""

    def __init__(self, *args, width=100, height=35, env=None):
        self.width, self.height = width, height
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                os.chdir(HOME)
                os.execve(SERAI, [SERAI, *map(str, args)], env or environment())
            finally:
                os._exit(127)
        self.resize(width, height)
        self.raw = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.code = None

    def resize(self, width, height):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def send(self, text):
        os.write(self.fd, text.encode())

    def wait(self, pattern, seconds=600):
        """Reads until the pattern appears in what came since the last wait."""
        end = time.time() + seconds
        seen = ""
        while time.time() < end:
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    data = os.read(self.fd, 65536)
                except OSError:
                    data = b""
                if not data:
                    break
                text = self.decoder.decode(data)
                seen += text
                self.raw += text
            elif re.search(pattern, self.plain(seen)):
                return self.plain(seen)
        if re.search(pattern, self.plain(seen)):
            return self.plain(seen)
        raise AssertionError(f"{pattern!r} did not appear in {self.plain(seen)[-800:]!r}")

    @staticmethod
    def plain(text):
        return re.sub(r"\033\[[0-9;?]*[A-Za-z]", "", text)

    def finish(self, seconds=600):
        end = time.time() + seconds
        while time.time() < end:
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    data = os.read(self.fd, 65536)
                    self.raw += self.decoder.decode(data)
                except OSError:
                    pass
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.fd)
                self.code = (-os.WTERMSIG(status) if os.WIFSIGNALED(status)
                             else os.WEXITSTATUS(status))
                return self.code
        os.kill(self.pid, signal.SIGKILL)
        raise AssertionError("the program did not end")


@test
def screen_whole_game():
    t = Terminal("play", GAME, "-b", "greedy", "--seed", "5", "--no-save")
    for _ in range(6):
        t.wait(r"Take a card or sell one[\s\S]*> $")
        t.send("1\r")
    t.wait("Total")
    expect(t.finish() == 0, "exit code")
    expect(";38;5;" in t.raw, "colours on a terminal")
    expect("\033[?1049h" in t.raw and "\033[?1049l" in t.raw, "a screen of its own")


def last_frame(t):
    return t.plain(t.raw.split("\033[H")[-1]).replace("\r", "").split("\n")


@test
def screen_of_every_game_and_language():
    for i, g in enumerate(good(serai("games", "--json")).json):
        lang = LANGS[i % 3]
        t = Terminal("play", g["game"], "-p", g["players"]["max"], "-b", "random", "--seed", "5",
                     "--no-save", "--lang", lang)
        for _ in range(5):
            t.wait("> $")
            frame = last_frame(t)
            expect(len(frame) <= 35 and all(len(x) <= 100 for x in frame),
                   f"{g['game']}: the frame is larger than the screen:\n" + "\n".join(frame))
            text = "\n".join(frame)
            raw = re.findall(rf"\b(?:serai|{g['game']})\.[a-z_]+\.[a-z_.]+", text)
            expect(not raw, f"{g['game']} {lang}: no text for {raw}")
            t.send("1\r")
        t.send("\x04")
        expect(t.finish() == 0, "exit")


@test
def screen_without_colour():
    for env, args in (({"NO_COLOR": "1"}, ()), ({}, ("--color", "never"))):
        t = Terminal("play", GAME, "--no-save", *args, env=environment(**env))
        t.wait("> $")
        t.send("q\r")
        t.finish()
        expect(not re.search(r"\033\[[0-9;]*m", t.raw), "no colours")
    out = good(serai("games", "--color", "always")).out
    expect("\033[1m" in out, "--color always")


@test
def screen_keys():
    t = Terminal("play", GAME, "--seed", "5", "--no-save", "-o", "open_hands=on")
    t.wait("> $")
    t.send("sell\t")                    # completion
    t.wait("sell ")
    t.send("\x15")                      # Ctrl-U
    t.send("?\r")
    t.wait(r"R2\.1[\s\S]*> $")
    t.send("\r")
    t.wait("Round 1[\\s\\S]*> $")
    t.send("help\r")
    t.wait("undo[\\s\\S]*> $")
    t.send("\r")
    t.wait("> $")
    t.send("xyzzy\r")
    t.wait("'xyzzy' is neither[\\s\\S]*> $")
    t.send("\033[A")                    # history
    t.wait("xyzzy")
    t.send("\x7f" * 5 + "2\r")
    t.wait("Player 2:[\\s\\S]*> $")
    t.send("undo\r")
    t.wait("Player 1:[\\s\\S]*taken back[\\s\\S]*> $")
    t.send("redo\r")
    t.wait("Player 2:[\\s\\S]*> $")
    t.send("q\r")
    expect(t.finish() == 0, "exit")


@test
def screen_is_passed_on():
    t = Terminal("play", GAME, "--seed", "5", "--no-save", "--names", "Anna,Boris")
    first = t.wait("Anna:[\\s\\S]*> $")
    own = re.search(r"Anna +★ 0 +(\d [a-z]+)", first)
    expect(own, f"Anna's hand is shown: {first}")
    t.send("1\r")
    pause = t.wait("Pass the screen to Boris")
    expect("★" not in pause, "nothing but the request")
    t.send("\r")
    second = t.wait("Boris:[\\s\\S]*> $")
    expect(not re.search(r"Anna +★ 0 +\d [a-z]+", second), "Anna's hand is hidden")
    expect("takes a card: " not in second, "what Anna drew is hidden")
    t.send("q\r")
    expect(t.finish() == 0, "exit")
    # With open hands there is nothing to hide.
    t = Terminal("play", GAME, "--seed", "5", "--no-save", "-o", "open_hands=on")
    t.wait("Player 1:[\\s\\S]*> $")
    t.send("2\r")
    t.wait("Player 2:[\\s\\S]*> $")
    t.send("q\r")
    expect("Pass the screen" not in t.raw, "no pause")
    t.finish()


@test
def screen_sizes():
    for width, height in ((100, 35), (80, 24), (40, 12), (200, 60)):
        t = Terminal("play", GAME, "-b", "random", "--seed", "5", "--no-save", width=width,
                     height=height)
        time.sleep(0.1)
        t.send("\x0c")  # Ctrl-L, should the size have come late
        t.wait("> $")
        lines = last_frame(t)
        expect(len(lines) <= height, f"{width}x{height}: {len(lines)} lines")
        expect(max(map(len, lines)) <= width, f"{width}x{height}: too wide")
        t.resize(90, 30)
        t.wait("> $")
        expect(len(last_frame(t)) <= 30, "drawn anew after a change of size")
        t.send("q\r")
        expect(t.finish() == 0, "exit")


SMALL = dict(width=80, height=24)


def small(game, *args, lang="en", **kw):
    """A game for one person at the smallest screen that is usual; the frame of its question."""
    t = Terminal("play", game, "-p", "3", "--seat", "1", "-b", "random", "--seed", "5", "--lang",
                 lang, *args, **{**SMALL, **kw})
    t.wait("> $")
    time.sleep(0.1)
    t.send("\x0c")
    t.wait("> $")
    return t


@test
def small_screen_shows_tower_and_hand():
    for lang, level, hand in (("en", "Barrel", "Your cards: "), ("fr", "Tonneau", "Vos cartes: "),
                              ("ru", "Бочка", "Ваши карты: ")):
        t = small("yspahan", "--no-save", lang=lang)
        t.send("0\r")
        t.wait("> $")
        frame = last_frame(t)
        text = "\n".join(frame)
        expect(len(frame) <= 24 and max(map(len, frame)) <= 80, f"{lang}: the size\n{text}")
        expect(re.search(level + r" +\[\d\]×\d", text), f"{lang}: dice on the tower\n{text}")
        expect(hand in text and "W10" in text and "S7" in text, f"{lang}: hand and city\n{text}")
        t.send("q\r")
        expect(t.finish() == 0, "exit")
    for game, own in (("merv", "r5c1"), ("tadmor", "2 wood"), ("caravans", "")):
        t = small(game, "--no-save")
        text = "\n".join(last_frame(t))
        if game == "merv":  # the whole city
            expect(text.count("▲") > 3 and len(re.findall(r"^ *[0-9①-④]? ?[·∩]│", text, re.M)) == 10,
                   text)
        expect(own in text or game == "merv", f"{game}: what one has\n{text}")
        t.send("q\r")
        expect(t.finish() == 0, "exit")


@test
def long_lists_stay_sentences():
    t = small("yspahan", "--no-save")
    t.send("0\r")
    t.wait("> $")
    t.send("sel bag tower\r")
    t.wait("> $")
    seen = []
    for _ in range(9):
        frame = last_frame(t)
        about = [x for x in frame if re.match(r"Moves \d+–\d+ of \d+", x)]
        if not about:
            break
        first, last, count = map(int, re.match(r"Moves (\d+)–(\d+) of (\d+)", about[0]).groups())
        rows = re.findall(r"(\d+) (Place a good in shop (\d+) \([^)]*\))", "\n".join(frame))
        expect(len(rows) == last - first + 1, f"{rows} in\n" + "\n".join(frame))
        expect(all(number == shop for number, _, shop in rows), "the number is the shop's")
        if first == 1 and seen:
            break
        seen += [shop for _, _, shop in rows]
        t.send("\r")
        t.wait("> $")
    expect(count > 12 and len(seen) == len(set(seen)) == count, f"all of them in turn: {seen}")
    t.send("q\r")
    expect(t.finish() == 0, "exit")


@test
def seed_is_not_shown_before_the_end():
    args = ("play", GAME, "-b", "greedy", "--no-save")
    for seed in ((), ("--seed", "4711")):
        t = Terminal(*args, *seed)
        t.wait("> $")
        title = last_frame(t)[0]
        expect(("seed 4711" in title) == bool(seed) and ("seed" in title) == bool(seed), title)
        for _ in range(6):
            t.send("1\r")
            t.wait("> $|Total")
        t.finish()
        expect(re.search(r"Seed: \d+", t.plain(t.raw)), "told at the end")


@test
def single_answers_are_not_asked():
    """The moves of a trace typed in, but for those that are the only one: the same match. Taking
    back goes to the choice before them."""
    args = ("yspahan", "-p", "3", "--seed", "9")
    out = good(serai("trace", *args, "-b", "greedy")).out
    rows = [json.loads(r) for r in out.strip().split("\n")][1:31]
    path = os.path.join(HOME, "single.json")

    def mine(i, choice=True):
        return rows[i]["actor"] == 0 and (len(rows[i]["legal"]) > 1) == choice

    def played(until, *more):
        """Types the choices before a ply, then more; the moves of the match."""
        if os.path.exists(path):
            os.remove(path)
        t = Terminal("play", *args, "--seat", "1", "-b", "greedy", "--save", path)
        for i in range(until):
            if mine(i):
                t.wait("> $")
                t.send(rows[i]["move"] + "\r")
        for line in (*more, "q"):
            t.wait("> $")
            t.send(line + "\r")
        expect(t.finish() == 0, "exit")
        return [m[1] for m in json.loads(read(path))["moves"]]

    # "put 4", then "put 5" by itself, then a choice.
    at = next(i for i in range(1, 29) if mine(i, False) and mine(i - 1) and mine(i + 1))
    moves = [r["move"] for r in rows]
    expect(played(at) == moves[:at + 1], "the single answer is given")
    expect(played(at, "undo") == moves[:at - 1], "taken back with the choice before it")
    expect(played(at, "undo", "redo") == moves[:at + 1], "and played again with it")
    expect(played(30)[:30] == moves, "the same match")


@test
def single_answers_that_hide_something_are_asked():
    """Two people at one screen, R4.9 of Yspahan: ending the turn with cards that cannot be played is
    asked, since the missing question would tell; a good with one place left is not."""
    args = ("yspahan", "-p", "2", "--seed", "10")
    out = good(serai("trace", *args, "-b", "greedy")).out
    rows = [json.loads(r) for r in out.strip().split("\n")][1:16]
    asked = set()
    t = Terminal("play", *args, "--no-save")
    for _ in range(3 * len(rows)):
        t.wait(r"> $|presses Enter\.\s+$")
        if "presses Enter" in "\n".join(last_frame(t)):
            t.send("\r")
            continue
        ply = int(re.search(r"move (\d+)", last_frame(t)[0])[1]) - 1
        if ply >= len(rows):
            break
        asked.add(ply)
        t.send(rows[ply]["move"] + "\r")
    t.send("q\r")
    expect(t.finish() == 0, "exit")
    single = {i: r["move"] for i, r in enumerate(rows) if len(r["legal"]) == 1}
    expect(set(single.values()) == {"end", "put 46"}, f"the trace: {single}")
    for i, move in single.items():
        expect((i in asked) == (move == "end"), f"{move}: {'asked' if i in asked else 'not asked'}")


@test
def signals_lose_nothing():
    def fresh():
        if os.path.exists(path):
            os.remove(path)
        return Terminal("play", GAME, "-b", "random", "--seed", "5", "--save", path)

    for number, name in ((signal.SIGINT, "int"), (signal.SIGTERM, "term"), (signal.SIGHUP, "hup")):
        path = os.path.join(HOME, f"signal-{name}.json")
        t = fresh()
        t.wait("> $")
        t.send("1\r")
        t.wait("> $")
        moves = json.loads(read(path))["moves"]
        expect(len(moves) >= 1, "saved after the move")
        if number == signal.SIGINT:
            t.send("\x03")
        else:
            os.kill(t.pid, number)
        expect(t.finish() == -number, f"{name}: ended by {t.code}")
        expect("\033[?1049l" in t.raw, "the terminal is given back")
        expect(json.loads(read(path))["moves"][:len(moves)] == moves, "still there")
        good(serai("replay", path, "--verify"))
    t = fresh()
    t.wait("> $")
    t.send("1\r")
    t.wait("> $")
    os.kill(t.pid, signal.SIGKILL)
    t.finish()
    good(serai("replay", path, "--verify"))
    t = fresh()
    t.wait("> $")
    t.send("1\r")
    t.wait("> $")
    t.send("\x04")  # end of input
    expect(t.finish() == 0, "end of input")
    good(serai("replay", path, "--verify"))


@test
def signal_leaves_no_half_file():
    for _ in range(40):  # in the very moment it is made, too
        before = set(os.listdir(HOME))
        p = subprocess.Popen([SERAI, "trace", GAME, "--output", "slow.jsonl", "-b",
                              "vizier:visits=30000"], cwd=HOME, env=environment())
        while p.poll() is None and not set(os.listdir(HOME)) - before:
            pass
        p.send_signal(signal.SIGTERM)
        expect(p.wait() == -signal.SIGTERM, "ended in the middle")
        left = set(os.listdir(HOME)) - before
        expect(not left, f"left over: {left}")


@test
def watch_bots_on_a_screen():
    t = Terminal("play", GAME, "-b", "random", "--seat", "0", "--seed", "5", "--no-save")
    t.wait("Enter: next move[\\s\\S]*> $")
    t.send("\r")
    t.wait("move 2[\\s\\S]*> $")
    t.send("run\r")
    t.wait("Total")
    expect(t.finish() == 0, "exit")
