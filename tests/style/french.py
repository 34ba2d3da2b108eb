#!/usr/bin/env python3
"""French in po/fr and docs/rules/*.fr.md: french.py ROOT [--write]. Prints TAP.

A narrow no-break space (U+202F) stands before ; ! ? % » and after «, a no-break space (U+00A0) before a colon, and
the apostrophe is ’. Code between backquotes stays as it is. With --write the files are mended. Each thing of a game
has one name, that of its French rulebook."""
import glob
import os
import re
import sys

import typography

NARROW, WIDE = "\u202f", "\u00a0"
BLANK = f"[ {NARROW}{WIDE}]"
AFTER = "(?<=[^\\s·«(\\[|])"  # what a sign follows; elsewhere it is a sign by itself: "· ? explain"
RULES = (
    (re.compile(f"{AFTER}{BLANK}+(?=[;!?%»])"), NARROW),
    (re.compile(r"(?<=[^\W\d_])(?=[;!?»])"), NARROW),
    (re.compile(f"«{BLANK}*"), "«" + NARROW),
    (re.compile(f"{AFTER}{BLANK}+(?=:)"), WIDE),
    (re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_{])"), "’"),
)
# Other words for things that have a name already, by game.
OTHER_WORDS = {
    "tadmor": r"rareté|\bbiens\b|accompli|verrerie|\bpill|\bcollections?\b|paquet|carte bandit\b",
    "merv": r"verrouill|rouleau|séries? d",
    "yspahan": r"étage",
    "caravans": r"marchandise",
}


def mend(line):
    return typography.mend(line, RULES)


def mend_file(path, text):
    if path.endswith(".po"):
        header, _, body = text.partition("\n\n")
        lines = [mend(line) if re.match(r'msgstr|"', line) else line for line in body.split("\n")]
        return header + "\n\n" + "\n".join(lines)
    fences = re.split(r"(^```.*?^```)", text, flags=re.M | re.S)
    return "".join(part if i % 2 else "\n".join(map(mend, part.split("\n"))) for i, part in enumerate(fences))


def main(root, write=""):
    paths = sorted(glob.glob(f"{root}/po/fr/*.po") + glob.glob(f"{root}/docs/rules/*.fr.md"))
    failed = False
    for number, path in enumerate(paths, 1):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        right = mend_file(path, text)
        if write:
            with open(path, "w", encoding="utf-8") as f:
                f.write(right)
            text = right
        lines = list(enumerate(zip(text.split("\n"), right.split("\n")), 1))
        other = re.compile(OTHER_WORDS.get(os.path.basename(path).split(".")[0], r"(?!)"), re.I)
        wrong = [f"{n}: {a}" for n, (a, b) in lines if a != b]
        wrong += [f"{n}: another word: {a}" for n, (a, _) in lines if other.search(re.sub(r"`[^`]*`", "", a))]
        failed |= bool(wrong)
        print("not ok" if wrong else "ok", number, "-", os.path.relpath(path, root))
        for line in wrong[:20]:
            print("# line", line)
    print(f"1..{len(paths)}")
    return failed or not paths


sys.exit(main(*sys.argv[1:]))
