"""What every referee shares: traces in, the generator, comparing, TAP out.

A referee is a second implementation of one game's rules, written from the rules alone. It follows a
trace (docs/formats.md) and says of every line what it should have been. A game's file defines

    class Referee:
        PLANS = [Plan(...), ...]            what is played when no files are given
        EDITION = {...}                     the numbers of the rules, as a header shows them; or
        STATED = {...}                      those that are stated, where others may be retuned
        def __init__(self, header): ...     makes self.state, the complete state after set-up
        def actor(self): ...                the seat that decides, None when the game is over
        def legal(self): ...                list of moves in notation
        def play(self, move): ...           changes self.state, returns the events
        def scores(self): ...               list
        def ranks(self): ...                list; standing() below makes one from scores

and ends with `sys.exit(main(Referee, "game"))`. Chance is no excuse: the generator is in the state,
so a referee draws from it itself (Rng) and has to meet the same dice and cards. Three more functions are
optional: `watch(self, line)` looks at a line before it is played; `doubts(self)` yields a sentence for
each invariant of the rules that does not hold after a move; `stage(self, random)` changes self.state into
a position that players would hardly reach, for Scenes."""
import argparse
import collections
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

WORD = 0xFFFFFFFF


class Rng:
    """xoshiro128++, seeded by splitmix64; `words` is the list in the state and changes with it."""

    def __init__(self, words):
        self.words = words

    @staticmethod
    def seed(seed):
        mask = (1 << 64) - 1
        words = []
        for step in (1, 2):
            z = (seed + step * 0x9E3779B97F4A7C15) & mask
            z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & mask
            z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
            z ^= z >> 31
            words += [z & WORD, z >> 32]
        return Rng(words)

    def next(self):
        def rotl(x, k):
            return (x << k | x >> 32 - k) & WORD
        a, b, c, d = self.words
        result = (rotl((a + d) & WORD, 7) + a) & WORD
        c ^= a
        d ^= b
        self.words[:] = [a ^ d, b ^ c, c ^ (b << 9 & WORD), rotl(d, 11)]
        return result

    def below(self, n):
        """0..n-1; one possibility draws nothing."""
        if n == 1:
            return 0
        while True:
            product = self.next() * n
            if product & WORD >= (1 << 32) % n:
                return product >> 32

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def standing(scores):
    """Ranks from scores: the highest is 1, equals share, the next ones are skipped."""
    return [1 + sum(other > own for other in scores) for own in scores]


def part(value, like):
    """The members of a JSON value that another one has too."""
    if not isinstance(value, dict) or not isinstance(like, dict):
        return value
    return {key: part(value[key], like[key]) for key in like if key in value}


def differences(expected, got, path=""):
    """Sentences, one for each place where two JSON values differ."""
    if repr(expected) == repr(got):  # quick, and nearly always so
        return
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in [*expected, *(k for k in got if k not in expected)]:
            where = f"{path}.{key}" if path else str(key)
            if key not in got:
                yield f"{where}: missing, should be {json.dumps(expected[key])}"
            elif key not in expected:
                yield f"{where}: not expected, is {json.dumps(got[key])}"
            else:
                yield from differences(expected[key], got[key], where)
    elif isinstance(expected, list) and isinstance(got, list):
        for i, (a, b) in enumerate(zip(expected, got)):
            yield from differences(a, b, f"{path}[{i}]")
        if len(expected) != len(got):
            yield f"{path}: should be {json.dumps(expected)}, is {json.dumps(got)}"
    elif expected != got or type(expected) is not type(got):
        yield f"{path}: should be {json.dumps(expected)}, is {json.dumps(got)}"


def list_differences(expected, got):
    """The same for two lists of moves, whatever their order."""
    a, b = collections.Counter(expected), collections.Counter(got)
    for move in a - b:
        yield f"legal: {move} is missing"
    for move in b - a:
        yield f"legal: {move} should not be there" + (" twice" if move in a else "")


def check(referee_class, lines, counts):
    """Follows one trace; returns the differences of the first line that has any."""
    def problems(where, *kinds):
        return [f"{where}: {text}" for text in itertools.chain(*kinds)]

    header, decisions, result = lines[0], lines[1:-1], lines[-1]
    referee = referee_class(header)
    found = problems("set-up", differences(referee.state, header["state"], "state"))
    if found:
        return found
    for number, line in enumerate(decisions):
        where = f"ply {number}, {line['move']}"
        found = problems(where, differences(number, line["ply"], "ply"),
                         differences(referee.actor(), line["actor"], "actor"),
                         list_differences(referee.legal(), line["legal"]))
        if not found and line["move"] not in line["legal"]:
            found = [f"{where}: is not legal"]
        if found:
            return found
        if hasattr(referee, "watch"):
            referee.watch(line)
        events = referee.play(line["move"])
        found = problems(where, differences(events, line["events"], "events"),
                         differences(referee.state, line["state"], "state"),
                         referee.doubts() if hasattr(referee, "doubts") else ())
        if found:
            return found
        counts["decisions"] += 1
        counts[line["move"].split()[0]] += 1
    if referee.actor() is not None:
        return [f"the trace ends at ply {len(decisions)}, seat {referee.actor()} is to decide"]
    return problems("end", differences({"scores": referee.scores(), "ranks": referee.ranks()}, result))


class Plan:
    """Matches to play: seat count, bots, options and changed numbers."""
    UNIT, EACH = "matches", 1

    def __init__(self, players, bots="random", options=None, edition=None):
        self.players, self.bots = players, bots
        self.options, self.edition = options or {}, edition or {}

    def __str__(self):
        words = [f"{self.players} players", self.bots.replace(",", "+")]
        words += [f"{name}={value}" for name, value in self.options.items()]
        if self.edition:
            words.append(f"other numbers ({next(iter(self.edition))}...)")
        return ", ".join(words)

    def trace(self, serai, game, seed):
        """The lines of one match, parsed."""
        command = [serai, "trace", game, "--players", str(self.players), "--seed", str(seed),
                   "--bots", self.bots]
        for name, value in self.options.items():
            command += ["--option", f"{name}={value}"]
        with tempfile.TemporaryDirectory() as folder:
            if self.edition:
                command += ["--edition", os.path.join(folder, "edition.json")]
                with open(command[-1], "w") as file:
                    json.dump(self.edition, file)
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise RuntimeError(f"exit status {done.returncode}: {done.stdout.strip()[-300:]}")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def check(self, serai, game, referee_class, seeds, counts):
        """Plays and follows matches; returns what is wrong with the first bad one."""
        for seed in seeds:
            lines = self.trace(serai, game, seed)
            found = [] if self.edition else problems_of_edition(referee_class, lines[0]["edition"])
            found = found or check(referee_class, lines, counts)
            if found:
                return [f"seed {seed}", *found]
        return []


class Scenes(Plan):
    """Positions that the referee makes up and plays on from by itself, with a liking for rare moves and
    none for ending things; as case files they must hold for the program."""
    UNIT, EACH, DECISIONS = "positions", 10, 80
    ENDING = {("done",), ("end",), ("finish",), ("pass",), ("skip",), ("stop",), ("withdraw",)}

    def __init__(self, players, options=None, edition=None):
        super().__init__(players, "random", options, edition)

    def __str__(self):
        return super().__str__().replace(self.bots, "made up")

    def case(self, game, referee_class, header, seed, counts):
        """A case file of one case, as text."""
        chance = random.Random(seed)
        referee = referee_class(dict(header, seed=seed))
        setting = {"case": f"seed {seed}", "game": game, "players": self.players, "seed": seed,
                   "options": self.options, "edition": self.edition,
                   "given": referee.stage(chance)}
        text = json.dumps(setting)[:-1] + ', "steps": ['
        text += json.dumps({"then": {"actor": referee.actor(), "legal": referee.legal()}})
        for _ in range(self.DECISIONS):
            if referee.actor() is None:
                break
            moves = collections.defaultdict(list)
            for move in referee.legal():
                moves[tuple(move.split()[:2 if move.startswith("flip") else 1])].append(move)
            verbs = sorted(set(moves) - self.ENDING) if chance.random() < 0.8 else []
            move = chance.choice(moves[chance.choice(verbs or sorted(moves))])
            events = referee.play(move)
            state = {key: value for key, value in referee.state.items() if key != "turn"}
            then = {"actor": referee.actor(), "events": events, "event_count": len(events),
                    "over": state["over"], "scores": referee.scores(),
                    "ranks": referee.ranks(), "state": state}
            if referee.actor() is not None:
                then["legal"] = referee.legal()
            text += ", " + json.dumps({"when": [move], "then": then})
            counts["decisions"] += 1
            counts[move.split()[0]] += 1
        return text + "]}"

    def check(self, serai, game, referee_class, seeds, counts):
        header = self.trace(serai, game, 1)[0]
        for seed in seeds:
            cases = [self.case(game, referee_class, header, seed * self.EACH + i, counts)
                     for i in range(self.EACH)]
            with tempfile.TemporaryDirectory() as folder:
                name = os.path.join(folder, "cases.json")
                with open(name, "w") as file:
                    file.write(f"[{', '.join(cases)}]")
                done = subprocess.run([serai, "verify", "--color", "never", name], text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode:
                return done.stdout.replace(folder, "").splitlines()
        return []


def problems_of_edition(referee_class, edition):
    if hasattr(referee_class, "STATED"):
        edition, expected = part(edition, referee_class.STATED), referee_class.STATED
    else:
        expected = referee_class.EDITION
    return [f"edition: {text}" for text in differences(expected, edition)]


def main(referee_class, game):
    """Plays the plans (or reads files) and prints TAP; returns the exit status."""
    parser = argparse.ArgumentParser(description=f"An independent referee for {game}.")
    parser.add_argument("--serai", default="serai", help="the program that plays")
    parser.add_argument("--games", type=int, default=2, help="matches for each plan (default 2)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first match (default 1)")
    parser.add_argument("files", nargs="*", metavar="TRACE", help="check these traces, play nothing")
    asked = parser.parse_args()
    counts = collections.Counter()
    number = failed = 0

    def report(name, found):
        nonlocal number, failed
        number += 1
        failed += bool(found)
        print("not ok" if found else "ok", number, "-", name)
        for text in found[:20]:
            print("#", text[:400])
        sys.stdout.flush()

    for name in asked.files:
        with open(name) as file:
            report(name, check(referee_class, [json.loads(line) for line in file], counts))
    for index, plan in enumerate([] if asked.files else referee_class.PLANS):
        first = asked.seed + 1000 * index
        try:
            found = plan.check(asked.serai, game, referee_class, range(first, first + asked.games), counts)
        except RuntimeError as problem:
            found = [str(problem)]
        report(f"{plan}: {asked.games * plan.EACH} {plan.UNIT}", found)
    print(f"1..{number}")
    print("# " + ", ".join(f"{count} {what}" for what, count in counts.most_common()))
    return 1 if failed or not counts["decisions"] else 0
