# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual page describes every command (where a program has some) and option that --help lists, and no other.

usage: check_manual.py PROGRAM MANUAL
"""

import re
import subprocess
import sys

OPTION = re.compile(r"--[a-z][a-z-]+")


def help_of(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


def main(program, manual_path):
    manual = open(manual_path, encoding="utf-8").read().replace("\\-", "-")
    overview = help_of(program, "--help")
    commands = [line.split()[0] for line in overview.splitlines() if re.match(r"  [a-z]+  ", line)]
    options = set()
    for text in [overview] + [help_of(program, "help", "all", command) for command in commands]:
        options |= {match for line in text.splitlines() for match in re.findall(r"^\s+(?:-\w, )?(--[a-z-]+)", line)}
    if not options:
        return [f"{program} --help lists no options"]
    described = manual.partition(".SH OPTIONS")[2].partition(".SH ")[0]
    named = set(OPTION.findall(described))
    findings = [f"the manual does not describe {option}" for option in sorted(options - named)]
    findings += [f"the manual describes {option}, which no --help names" for option in sorted(named - options)]
    findings += [f"the manual does not describe the command {command}" for command in commands
                 if not re.search(rf"^\.B[RI]* {command}\b", manual, re.MULTILINE)]
    return findings


if __name__ == "__main__":
    found = main(*sys.argv[1:])
    print("\n".join(found) or "the manual is complete")
    sys.exit(1 if found else 0)
