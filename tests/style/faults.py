#!/usr/bin/env python3
"""Every planted fault of tests/faults.py fits the code it is planted in: faults.py ROOT. Prints TAP.

`make mutants` plants them and runs the tests; code that moved on would leave it with nothing to plant."""
import importlib.util
import os
import sys


def main(root):
    spec = importlib.util.spec_from_file_location("planted", os.path.join(root, "tests/faults.py"))
    planted = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(planted)
    wrong = []
    for name, path, text, *_ in planted.FAULTS:
        try:
            with open(os.path.join(root, path), encoding="utf-8") as f:
                times = f.read().count(text)
        except OSError:
            times = 0
        if times == 0:
            wrong.append(f"{name}: {path} has no '{text[:60]}'")
    print("not ok" if wrong or len(planted.FAULTS) < 31 else "ok", "1 - planted faults fit the code")
    for line in wrong:
        print("#", line)
    print("1..1")
    return bool(wrong)


sys.exit(main(sys.argv[1]))
