"""`serai games` and `serai bots`."""
from lib import GAME, HOME, LANGS, expect, fails, good, serai, test, write


@test
def games_and_bots():
    listed = good(serai("games", "--json")).json
    expect(GAME in [g["game"] for g in listed], "the template game")
    one = good(serai("games", GAME, "--json")).json
    expect(one in listed, "one game as in the list")
    expect({"min", "max"} == set(one["players"]), "players")
    for o in one["options"]:
        expect(o["default"] in o["values"], o)
    bots = good(serai("bots", "--json")).json
    expect({"random", "greedy"} <= {b["bot"] for b in bots}, "bots")
    for lang in LANGS:
        for g in listed:
            text = good(serai("games", g["game"], "--lang", lang)).out
            expect(all(o["option"] in text for o in g["options"]), "options are told")
        expect("serai." not in good(serai("bots", "--lang", lang)).out, "bots have texts")


@test
def edition_as_list_and_as_json():
    for g in good(serai("games", "--json")).json:
        rows = good(serai("games", g["game"], "--edition", "--json")).json
        expect(rows and all(set(r) == {"path", "value", "prov"} for r in rows), "rows")
        text = good(serai("games", g["game"], "--edition")).out
        for r in rows:
            expect(r["path"] in text, r)
        values = good(serai("games", g["game"], "--edition=json")).json
        expect(isinstance(values, dict) and values, "an object")
        path = write("edition.json", values)
        plain = good(serai("sim", g["game"], "-n", "5", "--json")).json
        same = good(serai("sim", g["game"], "-n", "5", "--json", "--edition", path)).json
        expect(plain["signature"] == same["signature"], f"{g['game']}: the same numbers")
    fails(serai("games", "--edition"), 2, GAME)
    fails(serai("games", GAME, "--edition=yaml"), 2, "yaml")


@test
def changed_edition_changes_the_game():
    path = write("dear.json", {"price": {"jade": 9}})
    plain = good(serai("sim", GAME, "-n", "200", "--json")).json
    dear = good(serai("sim", GAME, "-n", "200", "--json", "-e", path)).json
    expect(dear["lines"][0]["score"]["mean"] > plain["lines"][0]["score"]["mean"], "more points")
    expect(dear["edition"] == "dear.json", "the name of the edition")
    fails(serai("sim", GAME, "-e", write("bad.json", {"price": {"jade": 900}})), 2, "price.jade")
    fails(serai("sim", GAME, "-e", write("bad.json", {"pirce": 1})), 2, "pirce")
    fails(serai("sim", GAME, "-e", write("bad.json", "{\"price\": ")), 2, "bad.json")
    fails(serai("sim", GAME, "-e", write("bad.json", "")), 2, "bad.json")
    fails(serai("sim", GAME, "-e", "missing.json"), 3, "missing.json")
    fails(serai("sim", GAME, "-e", HOME), 3, HOME)


@test
def caravans_tiles_are_listed():
    """A count above the list would add tiles of wood, wood and wood without a word."""
    def edition(**region):
        return write("tiles.json", {"regions": {"region_1": region}})

    def play_by(path):
        return serai("sim", "caravans", "-n", "2", "-b", "random", "-e", path)

    tiles = good(serai("games", "caravans", "--edition=json")).json["regions"]["region_1"]["tiles"]
    more = [["iron", "iron", "spices"], ["wood", "fabric", "wood"]]
    fails(play_by(edition(tile_count=22)), 2, "regions.region_1.tile_count", "tiles has 20")
    fails(play_by(edition(tile_count=22, tiles={"20": more[0]})), 2, "tile_count")
    fails(play_by(edition(tiles=tiles + [["gold", "wood", "wood"]])), 2, "region does not have")
    fails(play_by(write("tiles.json", {"central_count": 7})), 2, "central_count")
    fails(play_by(write("tiles.json", {"neutral_count": 4})), 2, "neutral_count")
    good(play_by(edition(tiles=tiles + more)))
    good(play_by(edition(tile_count=22, tiles={"20": more[0], "21": more[1]})))
    good(play_by(edition(tile_count=18)))
