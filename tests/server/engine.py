#!/usr/bin/env python3
"""Engines for the tests, good and bad: engine.py HOW [FILE]

Answers with the first legal move; HOW says what is wrong with it. Into FILE goes its process id and
everything it is told."""
import os
import sys
import time

how = sys.argv[1]
log = open(sys.argv[2], "a", encoding="utf-8") if len(sys.argv) > 2 else None
asked = 0


def note(text):
    if log:
        print(os.getpid(), text, file=log, flush=True)


def say(text):
    print(text, flush=True)


if how == "deaf":
    time.sleep(1000)
note("env " + " ".join(sorted(os.environ)))
note("files " + " ".join(sorted(os.listdir("/proc/self/fd"))))
note(f"cores {len(os.sched_getaffinity(0))} nice {os.nice(0)}")
for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    note(line.rstrip("\n"))
    if word == "serai":
        say("id name Test" if how != "rude" else "hello yourself")
        if how == "learner":
            say("id protocol 2")
        say("ready")
    elif word == "legal":
        legal = rest
    elif word == "go":
        asked += 1
        if asked > 2 and how == "crash":
            os.abort()
        if asked > 2 and how == "leave":
            sys.exit(0)
        if asked > 2 and how == "hang":
            time.sleep(1000)
        if asked > 2 and how == "spin":
            while True:
                pass
        if asked > 2 and how == "flood":
            while True:
                print("x" * 100000, end="", flush=True)
        if asked > 2 and how == "chatter":
            while True:
                say("info still thinking")
        if asked > 2 and how == "rubbish":
            say("I think that I should take")
        elif asked > 2 and how == "illegal":
            say("bestmove fly to the moon")
        elif asked > 2 and how == "eat":
            say("info " + str(len(bytearray(8 << 30))))
        else:
            say("info thinking")
            say("bestmove " + legal[2:].split('"')[0])
    elif word == "quit":
        if how == "learner":
            time.sleep(0.4)
            note("learned")
        break
note("end")
