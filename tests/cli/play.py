"""`serai play` line by line."""
import json
import os
import re

from cases import BASE, verify
from lib import GAME, HOME, LANGS, environment, expect, fails, good, read, serai, test, write


def play(*args, moves=(), **kw):
    """A new match; its save of an earlier test is in the way."""
    if "--save" in args:
        path = args[args.index("--save") + 1]
        if os.path.isfile(path):
            os.remove(path)
    return serai("play", GAME, *args, stdin="".join(m + "\n" for m in moves), **kw)


@test
def play_a_whole_game_by_script():
    for lang in LANGS:
        path = os.path.join(HOME, f"whole-{lang}.json")
        result = good(play("-b", "greedy", "--seed", "5", "--save", path, "--lang", lang,
                           moves=["1"] * 100))
        expect("serai." not in result.out and "\033" not in result.out, "clean text")
        summary = good(serai("replay", path, "--json")).json
        expect(summary["over"] is True, "over")
        for line in summary["scores"]:
            expect(re.search(rf"\b{line['total']}\b", result.out), "scores are shown")


@test
def play_and_trace_agree_in_every_game():
    """The moves of a trace, typed in by people, give the same match."""
    for g in good(serai("games", "--json")).json:
        for players in {g["players"]["min"], g["players"]["max"]}:
            args = (g["game"], "-p", players, "--seed", "3")
            rows = [json.loads(r) for r in good(serai("trace", *args)).out.strip().split("\n")]
            path = os.path.join(HOME, f"{g['game']}-{players}.json")
            script = "".join(r["move"] + "\n" for r in rows[1:-1])
            good(serai("play", *args, "--save", path, stdin=script))
            end = good(serai("replay", path, "--json")).json
            expect(end["over"] and [x["total"] for x in end["scores"]] == rows[-1]["scores"],
                   f"{g['game']} with {players}")
            last = good(serai("replay", path, "--to", len(rows) - 2, "--json")).json
            expect(last == rows[-2]["state"], f"{g['game']} with {players}: the same end")


@test
def play_saves_and_resumes():
    path = os.path.join(HOME, "resume.json")
    first = good(play("-b", "greedy", "--seed", "5", "--save", path, moves=["1", "1", "q"]))
    expect(path in first.out, "tells where")
    one = json.loads(read(path))
    good(serai("play", "--resume", path, stdin="1\n"))  # end of input
    two = json.loads(read(path))
    expect(two["moves"][:len(one["moves"])] == one["moves"] and
           len(two["moves"]) > len(one["moves"]), "went on")
    whole = os.path.join(HOME, "unbroken.json")
    good(play("-b", "greedy", "--seed", "5", "--save", whole, moves=["1", "1", "1"]))
    expect(json.loads(read(whole))["moves"] == two["moves"], "as if never left")
    fails(serai("play", "--resume", path, "--seed", "3"), 2, "--seed")
    fails(serai("play", "--resume", "missing.json"), 3, "missing.json")
    text = read(path)
    for damage in (text[:-20], "", "{}", text.replace("take", "tkae", 1),
                   re.sub(r'"[0-9a-f]{16}"', '"0123456789abcdef"', text, 1),
                   text.replace('"seed":5', '"seed":6')):
        bad = write("damaged.json", damage)
        fails(serai("play", "--resume", bad), 2, "damaged.json")
        expect(read(bad) == damage, "left as it was")


@test
def play_never_overwrites_another_match():
    path = os.path.join(HOME, "mine.json")
    good(play("--seed", "5", "--save", path, moves=["1"]))
    before = read(path)
    fails(serai("play", GAME, "--save", path), 2, "mine.json", "--resume")
    expect(read(path) == before, "as it was")


@test
def names_cannot_command_the_terminal():
    path = os.path.join(HOME, "evil.json")
    good(play("--seed", "5", "--save", path, moves=["1"]))
    evil = write("evil2.json", read(path).replace('"name":""', '"name":"\\u001b[31mX\\u009b"'))
    for args in (("replay", evil), ("play", "--resume", evil)):
        out = good(serai(*args)).out
        expect("X" in out and "\033" not in out and "\x9b" not in out, args)
    case = verify({**BASE, "case": "\033[2J", "title": "\033]0;x", "then": {"over": True}}, "-v")
    expect("\033" not in case.out, "names of cases")


@test
def play_continues_the_last():
    for f in (os.path.join(HOME, ".local/state/serai"),):
        if os.path.isdir(f):
            for name in os.listdir(f):
                os.remove(os.path.join(f, name))
    fails(serai("play", "--continue"), 3)
    good(play("-b", "greedy", "--seed", "8", moves=["1"]))
    saves = os.listdir(os.path.join(HOME, ".local/state/serai"))
    expect(len(saves) == 1 and saves[0].startswith(GAME), saves)
    before = json.loads(read(os.path.join(HOME, ".local/state/serai", saves[0])))
    good(serai("play", "--continue", stdin="1\n"))
    after = json.loads(read(os.path.join(HOME, ".local/state/serai", saves[0])))
    expect(len(after["moves"]) > len(before["moves"]), "went on")
    done = os.path.join(HOME, ".local/state/serai", GAME + "-done.json")
    os.rename(os.path.join(HOME, "whole-en.json"), done)  # newer, but over
    later = os.stat(os.path.join(HOME, ".local/state/serai", saves[0])).st_mtime + 2
    os.utime(done, (later, later))
    more = serai("play", GAME, "--continue", stdin="1\n")
    expect(saves[0] in more.out, "a match that is over is passed over: " + more.out[-200:])
    os.remove(done)
    good(play("--no-save", moves=["1"]))
    expect(os.listdir(os.path.join(HOME, ".local/state/serai")) == saves, "--no-save")


@test
def play_stops_a_script_at_its_first_mistake():
    path = os.path.join(HOME, "mistake.json")
    for line in ("fly", "99", "0", ":xyzzy", "undo"):
        if os.path.exists(path):
            os.remove(path)
        result = play("--seed", "5", "--save", path, moves=["take", line, "take"])
        expect(result.code == 2 and result.err.count("\n") == 1, f"{line}: {result.err}")
        expect(len(json.loads(read(path))["moves"]) == 1, "the move before is kept")


@test
def play_takes_back_and_plays_again():
    path = os.path.join(HOME, "undo.json")
    # Selling reveals nothing, so it can be taken back; taking a card cannot, but `back` may.
    result = good(play("--seed", "5", "--save", path, "-o", "open_hands=on",
                       moves=["2", "undo", "redo", "undo", "reset" if False else "2", "back",
                              "take", "back", "q"]))
    expect(json.loads(read(path))["moves"] == [], result.out)
    fails_to = play("--seed", "5", "--save", path, moves=["take", "undo"])
    expect(fails_to.code == 2 and "back" in fails_to.err, fails_to.err)


@test
def play_answers_questions():
    out = good(play("--seed", "5", moves=["?", "help", "log", "board", "scores", "hint", "moves",
                                          "moves sell", ":moves", "q"])).out
    expect("R2.1" in out and "docs/rules/blank.md" in out, "the rule")
    expect("╭" in out, "the board")
    expect("vizier" in out or "Hint" in out, "a hint")
    for lang, word in (("fr", "coups"), ("ru", "ходы")):
        out = good(play("--seed", "5", "--lang", lang, moves=[word, "moves", "q"])).out
        expect(out.count("sell") >= 3, "words of the language and of English")


@test
def tadmor_board_shows_every_space():
    """A region with more spaces than its frame has lines would lose some without a word."""
    edition = good(serai("games", "tadmor", "--edition=json")).json
    for players, side in ((2, "board2"), (3, "board4"), (4, "board4")):
        out = good(serai("play", "tadmor", "-p", players, "--seed", "3", "--no-save", stdin="board\nq\n")).out
        spaces = sum(action != "none" for action in edition[side]["action"].values())
        shown = len(re.findall("[○□◇]", out))
        expect(shown == spaces, f"{players} players: {shown} of {spaces} spaces")


@test
def play_seats_and_names():
    path = os.path.join(HOME, "seats.json")

    def seats(*args):
        good(play("--save", path, "--seed", "2", *args, moves=["1"]))
        return [(s["kind"], s.get("bot")) for s in json.loads(read(path))["seats"]]

    h = ("human", None)
    expect(seats("-p", "3") == [h, h, h], "hot seat")
    expect(seats("-p", "3", "-b", "greedy") == [h, ("bot", "greedy"), ("bot", "greedy")], "one")
    expect(seats("-p", "3", "-b", "random,greedy") == [h, ("bot", "random"), ("bot", "greedy")],
           "others")
    expect(seats("-p", "3", "-b", "greedy", "--seat", "2") ==
           [("bot", "greedy"), h, ("bot", "greedy")], "--seat")
    expect(seats("-p", "3", "-b", "human,random,human") == [h, ("bot", "random"), h], "human")
    expect(seats("-p", "3", "-b", "random", "--seat", "1,3") == [h, ("bot", "random"), h], "two")
    good(play("-p", "2", "--names", "Анна,Boris", "--save", path, moves=["1"]))
    expect([s["name"] for s in json.loads(read(path))["seats"]] == ["Анна", "Boris"], "names")
    fails(play("-p", "2", "--names", "a,b,c"), 2, "3")
    fails(play("-p", "2", "--seat", "3", "-b", "random"), 2, "3")
    fails(play("-p", "3", "-b", "random,random,random,random"), 2, "4")
    fails(play("-b", "nobody"), 2, "nobody")
    fails(serai("play"), 2, GAME)


@test
def play_hides_what_others_hold():
    out = good(play("-b", "greedy", "-p", "3", "--seed", "11", moves=["1"] * 30)).out
    expect(not re.search(r"Miser \d takes a card: ", out), "a bot's card is told")
    expect(re.search(r"Player 1 takes a card: ", out), "one's own is")


@test
def play_cannot_save():
    result = play("--save", "/dev/full", moves=["1"])
    expect(result.code == 3 and "/dev/full" in result.err, f"{result.code} {result.err}")
    result = play("--save", os.path.join(HOME, "no/such/place.json"), moves=["1"])
    expect(result.code == 3, f"{result.code} {result.err}")
    result = play(moves=["1"], env=environment(HOME=""))
    expect(result.code == 0 and "--save" in result.err, f"{result.code} {result.err}")


@test
def watch_bots_in_a_pipe():
    out = good(play("-b", "greedy", "--seat", "0", "--seed", "3", "--no-save")).out
    expect("Total" in out and ">" not in out.replace("->", ""), "a game without questions")
