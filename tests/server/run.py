#!/usr/bin/env python3
"""Runs one of the test modules here and tells the results as TAP: run.py SERAI MODULE"""
import os
import sys
import unittest

os.environ["SERAI"] = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))


class Tap(unittest.TestResult):
    count = 0

    def tell(self, good, test, note="", detail=""):
        Tap.count += 1
        print(f"{'ok' if good else 'not ok'} {Tap.count} - {test.id()}{note}", flush=True)
        for row in detail.splitlines():
            print("# " + row, flush=True)

    def addSuccess(self, test):
        self.tell(True, test)

    def addFailure(self, test, err):
        self.tell(False, test, detail=self._exc_info_to_string(err, test))

    def addError(self, test, err):
        self.tell(False, test, detail=self._exc_info_to_string(err, test))

    def addSkip(self, test, reason):
        self.tell(True, test, f" # SKIP {reason}")


suite = unittest.defaultTestLoader.loadTestsFromName(sys.argv[2])
suite.run(Tap())
print(f"1..{Tap.count}")
