#!/usr/bin/env python3
"""Reads training records (docs/formats.md): tools/records.py FILE prints what they hold. For programs: read(path)."""
import collections
import struct
import sys

Head = collections.namedtuple("Head", "game rules_version state_size features seats options seed edition")
# data: the whole record; values: (win, margin) of every line, of 65536; shares: of every move, of 65535.
Record = collections.namedtuple("Record", "game ply choices chosen move worth seat state values shares data")
HEAD, RECORD, VERSION = 64, 24, 2


def parse_head(data):
    magic, version, game, rules, state, features, seats, options, seed, edition = \
        struct.unpack_from("<4sI16sHHIBx10s4xQQ", data.ljust(HEAD, b"\0"))
    if len(data) < HEAD or magic != b"SRTR":
        raise ValueError("not training records")
    if version != VERSION:
        raise ValueError(f"training records of version {version}, not {VERSION}")
    return Head(game.rstrip(b"\0").decode(), rules, state, features, seats, list(struct.unpack("10b", options)), seed,
                edition)


def parse_record(data, at, state_size):
    """The record that begins there, and where the next one does."""
    if at + RECORD > len(data):
        raise ValueError("the last record is cut")
    game, ply, choices, chosen, move, worth, seat, lines, length = struct.unpack_from("<IIHHIiBBH", data, at)
    values_at = RECORD + (state_size + 3) // 4 * 4
    shares_at = values_at + 8 * lines
    if length != shares_at + (2 * choices + 3) // 4 * 4 or at + length > len(data):
        raise ValueError("the last record is cut, or damaged")
    values = list(struct.iter_unpack("<ii", data[at + values_at:at + shares_at]))
    shares = list(struct.unpack_from(f"<{choices}H", data, at + shares_at))
    state = data[at + RECORD:at + RECORD + state_size]
    return Record(game, ply, choices, chosen, move, worth, seat, state, values, shares, data[at:at + length]), at + length


def read(path):
    with open(path, "rb") as f:
        data = f.read()
    head, at, records = parse_head(data), HEAD, []
    while at < len(data):
        record, at = parse_record(data, at, head.state_size)
        records.append(record)
    return head, records


def main():
    head, records = read(sys.argv[1])
    print(head)
    for r in sorted(records, key=lambda r: (r.game, r.ply)):
        print(f"game {r.game} ply {r.ply} seat {r.seat} chose {r.chosen} of {r.choices} worth {r.worth} "
              f"values {r.values} shares {r.shares}")


if __name__ == "__main__":
    main()
