# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Branches and lines of the engine that its tests take, folder by folder, from what `llvm-cov export` says.

usage: engine_coverage.py EXPORT.json UNTAKEN.txt

A branch is one side of a condition in the source, so those that only an exception takes (which gcov counts at every call)
are none. Conditions that a constant decides are left out. The sides that no test takes are written to UNTAKEN.txt as
`file:line:column: true` or `false`.
"""

import collections
import json
import pathlib
import sys

GOAL = 95
SOURCES = {}  # lines of each file


def engine_file(name):
    """`core/decide/judge.cpp`; empty for what is no part of the engine."""
    root = str(pathlib.Path.cwd()) + "/"
    place = name[len(root):] if name.startswith(root) else ""
    return place if place.startswith("core/") and not place.startswith("core/io/") else ""


def lists_enumerators(place, line, column):
    """Whether a condition is that of a switch without default: no other has a branch in `switch (`."""
    if place not in SOURCES:
        SOURCES[place] = pathlib.Path(place).read_text(encoding="utf-8").splitlines()
    return SOURCES[place][line - 1][:column - 1].endswith("switch (")


def main():
    files = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))["data"][0]["files"]
    rooms = collections.defaultdict(lambda: [0, 0, 0, 0])
    untaken = []
    for file in files:
        place = engine_file(file["filename"])
        if not place:
            continue
        room = rooms["/".join(place.split("/")[:2])]
        taken = collections.defaultdict(lambda: [0, 0])  # templates have their branches once for each use
        for line, column, _, _, true, false, *_ in file["branches"]:
            taken[line, column][0] += true
            taken[line, column][1] += false
        for (line, column), counts in sorted(taken.items()):
            for count, side in zip(counts, ("true", "false")):
                if side == "true" and lists_enumerators(place, line, column):
                    continue
                room[0] += count > 0
                room[1] += 1
                if not count:
                    untaken.append(f"{place}:{line}:{column}: {side}")
        lines = file["summary"]["lines"]
        room[2] += lines["covered"]
        room[3] += lines["count"]
    for name, (taken_, all_, lines, most) in sorted(rooms.items()):
        print(f"{name:<16} branches {100 * taken_ / max(all_, 1):5.1f} % of {all_:5}   lines {100 * lines / max(most, 1):5.1f} % "
              f"of {most:5}")
    pathlib.Path(sys.argv[2]).write_text("\n".join(untaken) + "\n", encoding="utf-8")
    total = [sum(room[place] for room in rooms.values()) for place in range(4)]
    share = 100 * total[0] / max(total[1], 1)
    print(f"coverage: {share:.1f} % of {total[1]} branches of the engine (wanted {GOAL} %), "
          f"{100 * total[2] / max(total[3], 1):.1f} % of {total[3]} lines; not taken: {sys.argv[2]}")
    return share < GOAL


if __name__ == "__main__":
    sys.exit(main())
