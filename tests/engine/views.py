"""docs/views.md against views as programs are shown them: what stands there is there, and nothing else."""
import re

COMMON = {"game", "viewer", "seats", "ply", "turn", "over", "options", "rng"}


def tables(text):
    """{game: {path of a member: what it is}}"""
    found = {}
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        found[part.split("\n", 1)[0]] = dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", part, flags=re.M))
    return found


def words(told):
    """Names that are listed; None: only some of them are."""
    return None if "..." in told else set(re.findall(r"`([^`]+)`", told))


def is_value(told, value, seats):
    """Whether one value is what is told of it."""
    kind = re.sub(r' \(bookkeeping\)$|, or "\?" where hidden|, or null', "", told)
    if value is None or value == "?":
        return (value is None and ", or null" in told) or (value == "?" and "where hidden" in told)
    span = re.fullmatch(r"number(?: (-?\d+) to (-?\d+))?", kind)
    if span:
        return isinstance(value, int) and (span[1] is None or int(span[1]) <= value <= int(span[2]))
    if kind == "a seat, from 0":
        return isinstance(value, int) and 0 <= value < seats
    if kind == "true or false":
        return isinstance(value, bool)
    listed = words(kind)
    if kind.startswith("any of "):
        return isinstance(value, list) and (listed is None or set(value) <= listed)
    return isinstance(value, str) and kind.startswith("one of ") and (listed is None or value in listed)


def wrong(table, view):
    """What of a view is not as its table tells it: the first such thing, or None."""
    seats = view["seats"]
    met = set()

    def one(path, told, value):
        if told == "object":
            return members(f"{path}.", value)
        return None if is_value(told, value, seats) else f"{path}: {value!r} is not: {told}"

    def many(path, told, value):
        shape = re.match(r"(list, one for each seat in play|list, at most (\d+)|list of (\d+)|object by (.*?)): ", told)
        if not shape or (value == "?" and "where hidden" in told):
            return one(path, told, value)
        rest = told[shape.end():]
        if shape[4]:
            listed = words(shape[4])
            if not isinstance(value, dict) or (listed is not None and set(value) != listed):
                return f"{path}: {value!r} is not: {told}"
            inner = list(value.values())
        else:
            most = seats if shape[1].startswith("list, one") else int(shape[2] or shape[3])
            if not isinstance(value, list) or len(value) > most or (len(value) < most and not shape[2]):
                return f"{path}: {value!r} is not: {told}"
            inner = value
        deeper = f"{path}.*" if rest.startswith("object") else path
        return next((bad for bad in (many(deeper, rest, v) for v in inner) if bad), None)

    def members(prefix, value):
        for key, inner in value.items():
            path = prefix + key
            if not prefix and key in COMMON:
                continue
            if path not in table:
                return f"{path} is not in the table"
            met.add(path)
            bad = many(path, table[path], inner)
            if bad:
                return bad
        return None
    bad = members("", view)
    lists = {path for path in table if "*" in path}
    return bad or next((f"{path} is not in the view" for path in table if path not in met | lists), None)
