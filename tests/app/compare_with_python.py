# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A record is written and read about as fast as Python's json.load reads it, and in less memory.

usage: compare_with_python.py PROGRAM
Both are measured in the same run, in seconds of processor time, so that the speed of the machine does not matter.
The goal is as fast as Python; a build without optimisation may take twice as long.
"""

import os
import subprocess
import sys
import tempfile

SLOWEST = 2.0  # times as long as json.load
ROUNDS = 3  # the best of them counts: others may be at work too
RUN = ["simulate", "--scenario", "sdk-quota-runs-dry", "--policy", "sdk-reference-standard", "--seed", "1"]


def cost_of(command):
    """Processor seconds and peak KiB of a command."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):  # 1: calls failed, as they do in this scenario
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def best_of(command):
    costs = [cost_of(command) for _ in range(ROUNDS)]
    return min(seconds for seconds, _ in costs), min(memory for _, memory in costs)


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "record.json")
        table = os.path.join(folder, "record.csv")
        # Written first: the others read it.
        commands = {
            "simulate --output": [program, *RUN, "--calls", "90", "--clients", "80", "--output", record],
            "json.load": [sys.executable, "-c", "import json, sys; json.load(open(sys.argv[1]))", record],
            "convert --to csv": [program, "convert", record, "--to", "csv", "--output", table],
        }
        costs = {name: best_of(command) for name, command in commands.items()}
        size = os.path.getsize(record) / 1e6
    yardstick, memory = costs.pop("json.load")
    print(f"json.load of {size:.0f} MB: {yardstick:.2f} s, {memory // 1024} MiB")
    failed = False
    for name, (seconds, peak) in costs.items():
        print(f"{name}: {seconds:.2f} s, {seconds / yardstick:.2f} times; {peak // 1024} MiB")
        failed = failed or seconds > SLOWEST * yardstick or peak > memory
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
