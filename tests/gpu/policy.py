#!/usr/bin/env python3
"""A network of version 2 with a random policy, as version 3 (docs/ai.md): policy.py IN OUT"""
import array
import random
import struct
import sys

SLOTS = 256


def fill(data):
    return data + bytes(-len(data) % 4)


def checksum(data):
    h = 0xCBF29CE484222325
    for b in data:
        h = (h ^ b) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return h


with open(sys.argv[1], "rb") as f:
    old = f.read()
magic, version, features, inputs, h1, h2, game = struct.unpack_from("<4s5I16s", old)
assert magic == b"SRWT" and version == 2
at, parts = 48, []
for size, count in ((4, h1), (2, inputs * h1), (4, h2), (2, h1 * h2), (4, 2), (2, 2 * h2), (2, 2 * inputs)):
    parts.append(fill(old[at:at + size * count]))
    at += size * count
assert at == len(old)
rng = random.Random(1)
parts += [fill(bytes(4)), fill(bytes(2 * h2)), fill(bytes(2 * inputs))]
parts.append(array.array("i", (rng.randint(-300000, 300000) for _ in range(SLOTS))).tobytes())
parts.append(fill(array.array("h", (rng.randint(-1500, 1500) for _ in range(SLOTS * h2))).tobytes()))
rest = struct.pack("<II", SLOTS, 0) + b"".join(parts)
with open(sys.argv[2], "wb") as f:
    f.write(struct.pack("<4s5I16sQ", magic, 3, features, inputs, h1, h2, game, checksum(rest)) + rest)
