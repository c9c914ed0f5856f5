# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the tests against one mutant after the other and says how many were noticed.

usage: run_mutants.py TESTS LIST.json EQUIVALENT [--jobs N] [--only FILE]

Each mutant meets the tests that come by it, quick ones and those that noticed others in its file first, until one fails. A crash, and computing five times as long
as usual, count as noticed. EQUIVALENT lists changes that change nothing that could be tested, each with its reason.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

MEMORY = 4 << 30  # a mutant may well never end
GOAL = 90


def limits(seconds):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))  # a busy machine makes no difference
    return limit


def passes(program, test, mutant, seconds, reached=None):
    environment = dict(os.environ, RETRYSCOPE_MUTANT=str(mutant), QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8",
                       QTEST_DISABLE_STACK_DUMP="1", QTEST_DISABLE_CORE_DUMP="1")
    if reached:
        environment["RETRYSCOPE_MUTANTS_REACHED"] = reached
    try:
        done = subprocess.run([program, test], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              timeout=20 * seconds, preexec_fn=limits(seconds))
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False


def tests_in(program):
    said = subprocess.run([program, "nameless"], capture_output=True, text=True, check=False)
    return re.findall(r"\btst_\w+", said.stdout + said.stderr)


def equivalents(path):
    """`FILE  CHANGE  # reason`, one a line."""
    known = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        place, _, rest = line.partition("  ")
        change, mark, reason = rest.rpartition("  # ")
        if not mark or not reason.strip():
            sys.exit(f"{path}:{number}: no reason: FILE, two blanks, the change, two blanks, #, the reason")
        known[place, change.strip()] = reason
    return known


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tests")
    parser.add_argument("list", type=pathlib.Path)
    parser.add_argument("equivalent", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    started = time.monotonic()
    known = equivalents(arguments.equivalent)
    listed = json.loads(arguments.list.read_text(encoding="utf-8"))
    unused = set(known) - {(mutant["file"], mutant["change"]) for mutant in listed}
    mutants = [mutant for mutant in listed
               if arguments.only in mutant["file"] and (mutant["file"], mutant["change"]) not in known]

    seconds, comes_by = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for test in tests_in(arguments.tests):
            reached = os.path.join(folder, test)
            begun = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            if not passes(arguments.tests, test, 0, 600, reached):
                sys.exit(f"{test} fails without any mutant")
            seconds[test] = max(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begun, 0.001)
            # A test that comes by none writes none; it can notice nothing.
            comes_by[test] = pathlib.Path(reached).read_bytes() if os.path.exists(reached) else b""

    def comes(test, mutant):
        return any(comes_by[test][mutant["number"]:mutant["number"] + 1])

    noticed = collections.Counter()

    def noticed_by(mutant):
        for test in sorted(seconds, key=lambda test: -(1 + noticed[mutant["file"], test]) / seconds[test]):
            if comes(test, mutant) and \
                    not passes(arguments.tests, test, mutant["number"], 2 + int(5 * seconds[test])):
                noticed[mutant["file"], test] += 1
                return test
        return ""

    survivors, done = [], 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for mutant, test in zip(mutants, pool.map(noticed_by, mutants)):
            done += 1
            if done % 200 == 0:
                print(f"mutate: {done} of {len(mutants)}, {len(survivors)} not noticed", file=sys.stderr, flush=True)
            if not test:
                survivors.append(mutant)
                is_reached = any(comes(name, mutant) for name in comes_by)
                print(f"{mutant['file']}:{mutant['line']}: {mutant['change']}" + ("" if is_reached else " (no test comes by)"),
                      flush=True)
    for place, change in sorted(unused):
        print(f"{arguments.equivalent}: no longer there: {place}  {change}")
    share = 100 * (len(mutants) - len(survivors)) / max(len(mutants), 1)
    print(f"mutate: {len(mutants) - len(survivors)} of {len(mutants)} mutants noticed, {share:.1f} % (wanted {GOAL} %), "
          f"{len(listed) - len(mutants) if not arguments.only else len(known)} equivalent ones left out, "
          f"{len(survivors)} not noticed, {time.monotonic() - started:.0f} s")
    return share < GOAL or bool(unused)


if __name__ == "__main__":
    sys.exit(main())
