"""`serai play` line by line."""
import json
import os
import re

from cases import BASE, verify
from lib import GAME, HOME, LANGS, ROOT, environment, expect, fails, good, read, serai, test, write


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
def play_goes_on_after_a_mistake():
    """A wrong word in a script is a line of error and the question again; the exit status tells."""
    path = os.path.join(HOME, "mistake.json")
    for line in ("fly", "99", "0", ":xyzzy", "undo", "rules R99.9", "? nonsense"):
        result = play("--seed", "5", "--save", path, moves=["take", line, "take", "q"])
        expect(result.code == 2 and result.err.count("\n") == 1, f"{line}: {result.err}")
        expect(result.err.startswith("serai play: "), result.err)
        expect(len(json.loads(read(path))["moves"]) == 2, f"{line}: the script went on")
        expect(result.out.count("Take a card or sell one") == 4, "the question comes again")
    for lang, word in (("fr", "ni un coup"), ("ru", "fly")):
        err = play("--seed", "5", "--no-save", "--lang", lang, moves=["fly", "q"]).err
        expect(word in err, err)


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
    expect("R2.1" in out and "rules 2.1" in out, "the rule")
    expect("╭" in out, "the board")
    expect("vizier" in out or "Hint" in out, "a hint")
    for lang, word in (("fr", "coups"), ("ru", "ходы")):
        out = good(play("--seed", "5", "--lang", lang, moves=[word, "moves", "q"])).out
        expect(out.count("sell") >= 3, "words of the language and of English")


@test
def moves_tell_what_they_cost_and_bring():
    out = good(play("--seed", "5", "--no-save", moves=["?", "q"])).out
    expect(re.search(r"sell \w+ .*−1 \w+, −1 card, \+\d points?", out), "a sale")
    expect(re.search(r"take  .*  \+1 card\n", out), "a card, but not which")
    expect(re.search(r"Not possible for want of goods\n  .*: 1 \w+ missing", out), "what is missing")
    # Yspahan: money and camels at the buildings, in three languages; what is too dear on `?`.
    for lang, cost, lack in (("en", "−2 gold, −2 camels", "1 gold missing"),
                             ("fr", "−2 pièces d’or, −2 chameaux", "il manque 1 pièce d’or"),
                             ("ru", "−2 золотых, −2 верблюда", "не хватает: 1 золотой")):
        out = good(serai("play", "yspahan", "-p", 3, "--seat", 1, "--seed", 5, "--no-save", "--lang",
                         lang, stdin="buy 0\nsel camel tower\n?\nq\n")).out
        expect(cost in out, f"{lang}: the price of the Booth in {out[-1500:]}")
        expect(lack in out, f"{lang}: what is missing in {out[-1500:]}")


@test
def the_end_names_the_winner():
    for seed in (1, 2, 3):
        out = good(play("-b", "random", "--seat", 0, "--seed", seed, "--no-save")).out
        totals = [int(n) for n in re.search(r"Total +(\d+) +(\d+)", out).groups()]
        line = re.search(r"The game is over.\n(.*)\n", out)[1]
        expect(str(max(totals)) in line, f"{totals}: {line}")
        expect(("share" in line) == (totals[0] == totals[1]), line)
        expect(f"Seed: {seed}" in out, "the seed at the end")


@test
def rules_are_read_in_the_program():
    for lang, word in (("en", "Camels and gold"), ("fr", "Chameaux et or"), ("ru", "Верблюды и золото")):
        for number in ("R5.1", "5.1", "r5.1"):
            out = good(serai("play", "yspahan", "-p", 2, "--seed", 1, "--no-save", "--lang", lang,
                             stdin=f":rules {number}\nq\n")).out
            part = out.split(f":rules {number}\n")[1]
            expect(part.startswith("R5.1 ") and word in part, f"{lang} {number}: {part[:200]}")
            expect("R5.2 " not in part, "only the rule asked for")
    whole = good(serai("play", "merv", "-p", 2, "--no-save", stdin="rules\nq\n")).out
    for number in ("R1.1", "R4.9", "R9.28"):
        expect(number in whole, f"{number} in the whole rules")
    for game in ("yspahan", "merv", "tadmor", "caravans"):  # every number a player is sent to
        source = read(os.path.join(ROOT, f"src/games/{game}/{game}.c"))
        numbers = set(re.findall(r'\{"\w+", "(\d+(?:\.\d+)?)"', source))
        expect(len(numbers) > 10, f"{game}: numbers of rules in the source")
        script = "".join(f"rules {n}\n" for n in sorted(numbers))
        result = serai("play", game, "-p", 2, "--no-save", stdin=script + "q\n")
        expect(result.code == 0, f"{game}: {result.err}")


@test
def things_are_explained_by_name():
    for game, asked, words in (
            ("tadmor", "? I8", {"en": "rare good", "fr": "achetée", "ru": "редк"}),
            ("tadmor", "? k4", {"en": "temple", "fr": "temple", "ru": "храм"}),
            ("tadmor", "?pal_market", {"en": "arket", "fr": "arché", "ru": "ын"}),
            ("yspahan", "? paddock", {"en": "camel", "fr": "chameau", "ru": "верблюд"}),
            ("yspahan", "? exchange", {"en": "gold", "fr": "or", "ru": "золот"}),
            ("merv", "? ginger", {"en": "pair", "fr": "paire", "ru": "Пара"}),
            ("merv", "? a1", {"en": "influence", "fr": "influence", "ru": "влияни"}),
            ("caravans", "? gems", {"en": "precious", "fr": "précieu", "ru": "рагоцен"})):
        for lang, word in words.items():
            out = good(serai("play", game, "-p", 3, "--seed", 2, "--no-save", "--lang", lang,
                             stdin=f"{asked}\nq\n")).out.split(f"> {asked}\n")[1]
            expect(word in out and "(R" in out and out.count("(R") == 1, f"{game} {asked} {lang}: {out}")
    for lang in LANGS:  # tiles and missions all have a text, and no number is left open
        script = "".join(f"? i{n}\n" for n in range(1, 49)) + "".join(f"? k{n}\n" for n in range(1, 27))
        out = good(serai("play", "tadmor", "-p", 3, "--seed", 2, "--no-save", "--lang", lang,
                         stdin=script + "q\n")).out
        expect(out.count("(R2.10)") == 48 and out.count("(R2.11)") == 26 and "{" not in out,
               f"{lang}: {out.count('(R2.10)')} tiles")
    for game in ("yspahan", "merv", "tadmor", "caravans"):
        expect("▸" in good(serai("play", game, "-p", 3, "--no-save", stdin="?\nq\n")).out
               or "▐" in good(serai("play", game, "-p", 3, "--no-save", stdin="?\nq\n")).out,
               f"{game}: the signs of the board")


@test
def numbers_of_things_are_the_numbers_to_type():
    """Slots of Merv: after slot 1 is taken, 2 is still slot 2."""
    path = os.path.join(HOME, "slots.json")
    result = serai("play", "merv", "-p", 2, "--seed", 5, "--save", path, stdin="1\n1\n1\n1\nq\n")
    game = json.loads(read(path))["moves"]
    expect(game[0][1] == "slot 1", game)
    again = serai("play", "--resume", path, stdin="m\nq\n").out
    for number, slot in re.findall(r"^ +(\d+)  slot (\d+) ", result.out + again, re.M):
        expect(number == slot, f"{number} is slot {slot}")


@test
def equal_exchanges_are_one_choice():
    """Caravans: three units of a resource in one line; taken back and played again as one."""
    path = os.path.join(HOME, "often.json")

    def moves(*lines):
        if os.path.exists(path):
            os.remove(path)
        result = serai("play", "caravans", "-p", 2, "--seed", 5, "--save", path,
                       stdin="".join(line + "\n" for line in ("1", *lines, "q")))
        return result, [m[1] for m in json.loads(read(path))["moves"] if m[1].startswith("pick")]

    first, _ = moves()
    often = re.search(r"(\d+)  (pick \w+) .*\(up to ×(\d)\)", first.out)
    expect(often, f"a choice with a count: {first.out[-600:]}")
    number, move, most = often.groups()
    for line in (f"{number} x2", f"{number}x2", f"{move} ×2"):
        result, picks = moves(line)
        expect(result.code == 0 and picks == [move, move], f"{line}: {picks} {result.err}")
    expect(moves(f"{number} x2", "undo")[1] == [], "taken back as one")
    expect(moves(f"{number} x2", "undo", "redo")[1] == [move, move], "played again as one")
    expect(moves(f"{number} x2", "undo", number, "undo", "redo")[1] == [move], "another choice")
    result, picks = moves(f"{number} x{int(most) + 1}")
    expect(result.code == 2 and picks == [] and most in result.err, f"too often: {result.err}")


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
