"""docs/views.md: the members of every game's view, from the tables that write it. Prints it; the tests compare.

  views.py > docs/views.md"""
from serai import games
from serai._native import ffi, lib, text

TYPES = ["number", "number", "number", "number", "number", "true or false", "name", "set", "set", "set", "object"]
NONE, HIDES, INNER, SEATS, SEAT = 1, 2, 4, 8, 32
SET, STRUCT = (7, 8, 9), 10


def names(vocabulary, count=None, most=8):
    told = [f"`{text(vocabulary.name[i])}`" for i in range(min(vocabulary.count, count or vocabulary.count))]
    return ", ".join(told) if len(told) <= most else f"{told[0]}, {told[1]}, ... {told[-1]} ({len(told)})"


def shape(f):
    """How the member is written: a value, a list, an object by names."""
    if not f.count:
        return ""
    if f.flags & SEATS:
        return "list, one for each seat in play: "
    if f.by != ffi.NULL:
        return f"object by {names(f.by[0], f.count)}: "
    if f.length != ffi.NULL:
        return f"list, at most {f.count}: "
    return f"list of {f.count}: "


def meaning(f):
    if f.names != ffi.NULL:
        value = ("any of " if f.type in SET else "one of ") + names(f.names[0])
    elif f.flags & SEAT:
        value = "a seat, from 0"
    else:
        value = TYPES[f.type]
        if f.max > f.min:
            value += f" {f.min} to {f.max}"
    return shape(f) + value + (", or null" if f.flags & NONE else "") + (', or "?" where hidden' if f.flags & HIDES else "")


def rows(fields, path=""):
    i = 0
    while fields[i].key != ffi.NULL:
        f = fields[i]
        i += 1
        key = text(f.key)
        more = " (bookkeeping)" if f.flags & INNER else ""
        yield f"| `{path}{key}` | {meaning(f)}{more} |"
        if f.type == STRUCT:
            yield from rows(f.sub, f"{path}{key}{'.*' if f.count else ''}.")


def document():
    out = ["# Views", "",
           "What a viewer sees of a game, member by member: `view` of the engine protocol ([engine.md](engine.md)), of the page's",
           "protocol, of `State.view`. Before these stand `game`, `viewer` (a seat from 0, `spectator`, or null for a whole state), `seats`,",
           "`ply`, `turn`, `over`, `options`, and `rng` in a whole state. Seats are one list `players` in every game. Made by `python/tests/views.py`; a test compares.", ""]
    for name in games():
        out += [f"## {name}", "", "| member | what |", "|---|---|", *rows(lib.sr_game_find(name.encode()).state_fields), ""]
    return "\n".join(out).rstrip("\n") + "\n"


if __name__ == "__main__":
    print(document(), end="")
