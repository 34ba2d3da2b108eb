#!/usr/bin/env python3
"""Nothing but core/alloc.c reaches for the heap, and rules never do: heap.py LIBRARY... Prints TAP.

Looks at what the compiled files ask of the C library, so that no macro or helper can hide it. It is why
`serai bench` may count the calls of core/alloc.h and say that playing allocates nothing."""
import os
import re
import subprocess
import sys

HEAP = {"malloc", "calloc", "realloc", "free", "reallocarray", "aligned_alloc", "posix_memalign", "memalign",
        "valloc", "strdup", "strndup", "asprintf", "vasprintf", "getline", "getdelim", "open_memstream"}
DOOR = re.compile(r"(^|_)core_alloc\.c\.o$")
OURS = {"sr_alloc", "sr_realloc", "sr_free"}


def wanted(library):
    """(object, symbol it takes from elsewhere) of every file in a library."""
    out = subprocess.run(["nm", "--undefined-only", "-A", library], stdout=subprocess.PIPE, text=True, check=True)
    for line in out.stdout.split("\n"):
        match = re.match(r"(.*?):\s+U (\w+)", line)
        if match:
            yield os.path.basename(match.group(1).split(":")[-1]), match.group(2)


def main(libraries):
    failed = 0
    for number, library in enumerate(libraries, 1):
        name = os.path.basename(library)
        found = list(wanted(library))
        bad = [f"{obj} calls {symbol}" for obj, symbol in found if symbol in HEAP and not DOOR.search(obj)]
        if name == "librules.a":
            bad += [f"{obj} calls {symbol}" for obj, symbol in found if symbol in OURS]
        if not found:
            bad.append("nothing was found in it")
        failed += bool(bad)
        print("not ok" if bad else "ok", number, "-", f"{name}: the heap only through core/alloc.c")
        for text in bad:
            print("#", text)
    print(f"1..{len(libraries)}")
    return failed > 0


sys.exit(main(sys.argv[1:]))
