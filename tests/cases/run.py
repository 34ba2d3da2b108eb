#!/usr/bin/env python3
"""Case files of one folder as TAP: run.py SERAI FOLDER."""
import json
import subprocess
import sys


def main(serai, folder):
    done = subprocess.run([serai, "verify", "--json", folder], stdout=subprocess.PIPE)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        print(f"not ok 1 - {folder}\n# exit status {done.returncode}, no JSON\n1..1")
        return 1
    cases = answer["cases"]
    for number, case in enumerate(cases, 1):
        print("ok" if case["passed"] else "not ok", number, "-", case["case"], case["title"])
        for d in case["differences"]:
            print(f"# {case['file']}, step {d['step']}, {d['path']}: "
                  f"expected {d['expected'][:200]}, got {d['got'][:200]}")
    print(f"1..{len(cases)}")
    return done.returncode or not cases


sys.exit(main(*sys.argv[1:]))
