"""Help, languages, errors of the command line."""
import re

from lib import GAME, LANGS, commands, environment, expect, fails, good, serai, test


@test
def help_is_complete_in_every_language():
    for lang in LANGS:
        for args in [("--help",), ("help",)] + [(c, "--help") for c in commands()]:
            out = good(serai(*args, "--lang", lang)).out
            missing = re.findall(r"\bserai\.[a-z_]+\.[a-z_.-]+", out)
            expect(not missing, f"{args} {lang}: no text for {missing}")
            expect(out.count("\n") > 3, f"{args}: too short")


@test
def help_command_equals_help_option():
    for c in commands():
        expect(good(serai("help", c)).out == good(serai(c, "--help")).out, c)


@test
def language_comes_from_the_environment():
    french, russian, english = (serai("games", env=environment(**e)).out for e in
                                ({"LC_ALL": "fr_FR.UTF-8"}, {"LANG": "ru_RU.UTF-8"}, {}))
    expect(len({french, russian, english}) == 3, "three languages, three texts")
    same = [({"LC_MESSAGES": "fr_CA.UTF-8", "LANG": "ru_RU"}, french),
            ({"LANGUAGE": "xx:ru:fr", "LANG": "fr_FR"}, russian),
            ({"LANGUAGE": "ru", "LC_ALL": "C"}, english),
            ({"LC_ALL": "de_DE.UTF-8"}, english),
            ({"LC_ALL": "", "LANG": "fr_FR"}, french)]
    for env, text in same:
        expect(serai("games", env=environment(**env)).out == text, env)
    expect(serai("games", "--lang", "en", env=environment(LANG="fr_FR")).out == english, "--lang")
    expect(serai("--lang", "fr", "games").out == french, "--lang before the command")


@test
def bad_command_lines():
    fails(serai(), 2, "--help")
    fails(serai("pley"), 2, "play")
    fails(serai("xyzzy"), 2, "xyzzy")
    fails(serai("games", "--jsn"), 2, "--jsn", "--json")
    fails(serai("games", "--zzzzzzz"), 2, "--zzzzzzz")
    fails(serai("games", "-Z"), 2, "-Z")
    fails(serai("games", "--json=1"), 2, "--json")
    fails(serai("sim", GAME, "--players"), 2, "--players")
    fails(serai("games", "--lang", "de"), 2, "de")
    fails(serai("games", "--color", "pink"), 2, "pink")
    fails(serai("games", "a", "b"), 2, "b")
    fails(serai("sim"), 2, GAME)
    fails(serai("sim", "blnak"), 2, "blank")
    fails(serai("sim", "qqqqqqqqqqqq"), 2, "serai games")
    fails(serai("sim", GAME, "--players", "99"), 2, "99")
    fails(serai("sim", GAME, "--players", "two"), 2, "two")
    fails(serai("sim", GAME, "--games", "0"), 2, "0")
    fails(serai("sim", GAME, "--seed", "-1"), 2, "-1")
    fails(serai("sim", GAME, "--seed", "99999999999999999999"), 2, "99999999999999999999")
    fails(serai("sim", GAME, "--bots", "rnadom"), 2, "random")
    fails(serai("sim", GAME, "-p", "3", "--bots", "random,random"), 2, "3")
    fails(serai("sim", GAME, "--option", "open_hands"), 2, "open_hands")
    fails(serai("sim", GAME, "--option", "open_hand=on"), 2, "open_hands")
    fails(serai("sim", GAME, "--option", "open_hands=maybe"), 2, "off, on")
    fails(serai("bench", GAME, "--seconds", "soon"), 2, "soon")
    fails(serai("help", "xyzzy"), 2, "xyzzy")
    fails(serai("replay", "x", "--view", "9"), 2, "9")


@test
def version():
    expect(re.search(r"\d+\.\d+\.\d+", good(serai("--version")).out), "a version")
