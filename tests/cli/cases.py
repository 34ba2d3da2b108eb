"""`serai verify`, and the schema of case files."""
import json
import os

from lib import GAME, HOME, ROOT, expect, fails, good, read, serai, test, write
from traces import trace


BASE = {"case": "C1", "game": GAME, "players": 2, "seed": 1}


def verify(case, *args):
    return serai("verify", write("case.json", case), *args)


def passing():
    """A case that uses everything, from a trace of the same game."""
    rows = trace("-s", "1")
    steps = []
    for r in rows[1:-1]:
        actor = rows[r["ply"] + 2].get("actor")
        steps.append({"when": [r["move"]],
                      "then": {"state": {"ply": r["ply"] + 1, "round": r["state"]["round"]},
                               "actor": actor, "over": actor is None,
                               "decision": None if actor is None else "turn",
                               "events": r["events"][:1], "event_count": len(r["events"])}})
    steps[-1]["then"]["scores"] = rows[-1]["scores"]
    steps[-1]["then"]["ranks"] = rows[-1]["ranks"]
    legal = rows[1]["legal"]
    wares = ("sell wool", "sell spice", "sell silk", "sell jade")
    first = {"then": {"legal": list(reversed(legal)), "legal_with": legal[:1],
                      "illegal": [m for m in wares if m not in legal],
                      "legal_of": {"take": [m for m in legal if m.startswith("take")]}}}
    return {**BASE, "title": "a whole game", "rule": "2.1", "steps": [first] + steps}


@test
def verify_passes_what_is_true():
    good(verify(passing()))
    two = good(verify([passing(), {**BASE, "case": "C2", "when": ["take"], "then": {"actor": 1}}],
                      "--json")).json
    expect(two["passed"] == 2 and two["failed"] == 0 and len(two["cases"]) == 2, two)
    out = good(verify(passing(), "--verbose")).out
    expect("ok" in out and "a whole game" in out and "1 passed, 0 failed" in out, out)


@test
def verify_fails_what_is_false():
    whole = passing()

    def broken(**then):
        return {**BASE, "when": ["take"], "then": then}

    last = json.loads(json.dumps(whole))
    last["steps"][-1]["then"]["scores"][0] += 1
    ranks = json.loads(json.dumps(whole))
    ranks["steps"][-1]["then"]["ranks"] = [7, 7]
    for case, words in (
            (broken(state={"round": 5}), ("state.round", "5", "1")),
            (broken(state={"players": {"0": {"hand_count": 9}}}), ("players.0.hand_count",)),
            (broken(state={"players": {"9": {"points": 0}}}), ("player",)),
            (broken(state={"nosuch": 1}), ("nosuch",)),
            (broken(state={"deck": []}), ("deck",)),
            (broken(actor=0), ("actor",)),
            (broken(actor=None), ("actor",)),
            (broken(decision="sleep"), ("decision", "turn")),
            (broken(over=True), ("over",)),
            (broken(legal=["take"]), ("legal",)),
            (broken(legal=["take", "take"]), ("twice",)),
            (broken(legal_with=["sell gold"]), ("legal_with", "sell gold")),
            (broken(illegal=["take"]), ("illegal",)),
            (broken(illegal=["tkae"]), ("tkae",)),
            (broken(illegal=["sell jdae"]), ("jdae",)),
            (broken(illegal=["sell jade jade"]), ("jade jade",)),
            (broken(legal_of={"take": []}), ("legal_of.take",)),
            (broken(legal_of={"tkae": []}), ("tkae",)),
            (broken(events=[{"event": "took", "seat": 1}]), ("events.0",)),
            (broken(events=[{"event": "took"}, {"event": "took"}]), ("events.1",)),
            (broken(event_count=0), ("event_count", "0", "1")),
            (broken(event_count="1"), ("event_count",)),
            (broken(scores=[0]), ("scores",)),
            (broken(scoers=[0, 0]), ("scoers",)),
            ({**BASE, "when": ["sell gold"], "then": {}}, ("sell gold",)),
            ({**BASE, "when": "take", "then": {}}, ("when",)),
            ({**BASE, "hwen": ["take"]}, ("hwen",)),
            ({**BASE}, ("steps",)),
            ({**BASE, "steps": [], "when": ["take"]}, ("steps",)),
            ({**BASE, "steps": [{"wehn": []}]}, ("wehn",)),
            ({**BASE, "players": 9, "then": {}}, ("9",)),
            ({**BASE, "game": "chess", "then": {}}, ("chess",)),
            ({**BASE, "options": {"open": 1}, "then": {}}, ("options",)),
            ({**BASE, "edition": {"price": 1}, "then": {}}, ("edition",)),
            ({**BASE, "given": {"round": 200}, "then": {}}, ("given",)),
            ({**BASE, "given": {"nosuch": 2}, "then": {}}, ("given", "nosuch")),
            ({**BASE, "chance": {"sides": 6, "rolls": [7]}, "then": {}}, ("chance",)),
            ({**BASE, "chance": {"sides": 6, "rolls": [3]}, "when": ["take"], "then": {}},
             ("chance",)),
            ({**BASE, "chance": [[5, 3]], "then": {}}, ("chance",)),
            ({**BASE, "chance": [[1, 4294967295]] * 3, "then": {}}, ("chance",)),
            (last, ("scores.0",)), (ranks, ("ranks.0", "ranks.1")),
            ([3], ("object",)), ({"game": GAME, "then": {}}, ("case",))):
        result = verify(case)
        expect(result.code == 1, f"{case}: exit {result.code} {result.out} {result.err}")
        for w in words:
            expect(w in result.out, f"{w!r} is not told: {result.out}")
        expect("0 passed, 1 failed" in result.out, result.out)
        rows = verify(case, "--json").json["cases"]
        expect(rows[0]["passed"] is False and rows[0]["differences"], rows)


@test
def verify_given():
    start = trace("-s", "1")[0]["state"]
    card, hand = start["deck"][-1], start["players"][0]["hand"]
    given = {"deck": start["deck"][:-1], "deck_count": start["deck_count"] - 1,
             "players": {"0": {"hand": {card: hand[card] + 1},
                              "hand_count": start["players"][0]["hand_count"] + 1}}}
    wares = sorted({w for w, n in hand.items() if n} | {card})
    price = good(serai("games", GAME, "--edition=json")).json["price"][card]
    case = {**BASE, "given": given, "steps": [
        {"then": {"legal": ["take"] + [f"sell {w}" for w in wares]}},
        {"when": [f"SELL   {card.upper()}"],
         "then": {"state": {"players": {"0": {"points": price}}, "sold": {card: 1}}}}]}
    good(verify(case))
    given["deck_count"] += 1  # a card too many: the position is refused
    result = verify(case)
    expect(result.code == 1 and "given" in result.out, result.out)


@test
def verify_chance():
    if "yspahan" not in [g["game"] for g in good(serai("games", "--json")).json]:
        return  # the template game rolls no dice
    base = {"case": "D", "game": "yspahan", "players": 3, "when": ["buy 0"]}

    def groups(*names):
        return {"legal": [f"sel {n} {a}" for n in names for a in ("tower", "supervisor", "card")]}

    one = {**base, "chance": {"sides": 6, "rolls": [6] * 9}, "then": groups("camel")}
    two = {**base, "chance": [[0, 6]] * 8 + [[5, 6]], "then": groups("camel", "gold")}
    good(verify([one, two]))
    for case in ({**one, "chance": two["chance"]}, {**two, "chance": one["chance"]},
                 {**one, "chance": {"sides": 6, "rolls": [6] * 10}}):
        expect(verify(case).code == 1, case)


@test
def verify_files_and_folders():
    folder = os.path.join(HOME, "cases")
    os.makedirs(os.path.join(folder, "deep"), exist_ok=True)
    write("cases/a.json", {**BASE, "then": {"over": False}})
    write("cases/deep/b.json", [{**BASE, "then": {"over": False}}] * 2)
    write("cases/deep/notes.txt", "not a case")
    expect("3 passed, 0 failed" in good(serai("verify", folder)).out, "three cases")
    write("cases/deep/c.json", "{]")
    result = serai("verify", folder)
    expect(result.code == 2 and "c.json" in result.err and "3 passed, 1 failed" in result.out,
           f"{result.code} {result.out} {result.err}")
    os.remove(os.path.join(folder, "deep/c.json"))
    result = serai("verify", folder, "missing.json")
    expect(result.code == 3 and "missing.json" in result.err, result.err)
    empty = os.path.join(HOME, "empty")
    os.makedirs(empty, exist_ok=True)
    expect(serai("verify", empty).code == 2, "no cases")
    fails(serai("verify"), 2)
    huge = os.path.join(HOME, "huge.json")
    with open(huge, "w") as f:
        f.truncate(70 << 20)
    for args in (("sim", GAME, "--edition", huge), ("play", "--resume", huge)):
        fails(serai(*args), 3, "huge.json", "MiB")
    os.remove(huge)


# ---- a small JSON Schema validator, enough for docs/case.schema.json ----------------------------------

def valid(schema, value, root):
    if "$ref" in schema:
        return valid(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], value, root)
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    types = schema.get("type")
    if types:
        types = [types] if isinstance(types, str) else types
        ok = any((isinstance(value, int) and not isinstance(value, bool)) if k == "integer"
                 else isinstance(value, kinds[k]) for k in types)
        if not ok:
            return False
    if "oneOf" in schema and sum(valid(s, value, root) for s in schema["oneOf"]) != 1:
        return False
    if "anyOf" in schema and not any(valid(s, value, root) for s in schema["anyOf"]):
        return False
    if isinstance(value, dict):
        if any(k not in value for k in schema.get("required", [])):
            return False
        known = schema.get("properties", {})
        for k, v in value.items():
            rule = known.get(k, schema.get("additionalProperties", {}))
            if rule is False or (isinstance(rule, dict) and not valid(rule, v, root)):
                return False
        if "not" in schema and valid(schema["not"], value, root):
            return False
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0) or len(value) > schema.get("maxItems", 1 << 30):
            return False
        if "items" in schema and not all(valid(schema["items"], v, root) for v in value):
            return False
    if isinstance(value, int) and not isinstance(value, bool):
        return schema.get("minimum", value) <= value <= schema.get("maximum", value)
    return True


@test
def schema_of_cases_is_true():
    schema = json.loads(read(os.path.join(ROOT, "docs/case.schema.json")))
    expect(valid(schema, passing(), schema), "the case that uses everything")
    for bad in ({**BASE, "hwen": []}, {**BASE, "then": {"scoers": []}}, {**BASE}, [], 3,
                {**BASE, "when": "take", "then": {}}, {**BASE, "when": [], "steps": []},
                {**BASE, "chance": [[1]], "then": {}}, {**BASE, "players": 0, "then": {}}):
        expect(not valid(schema, bad, schema), f"accepted: {bad}")
    folder = os.path.join(ROOT, "tests/cases")
    for where, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".json"):
                path = os.path.join(where, name)
                try:
                    case = json.loads(read(path))
                except ValueError:
                    continue  # `serai verify` tells
                expect(valid(schema, case, schema), f"{path} does not fit the schema")
