# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands that the README shows print what the README says.

usage: check_readme.py PROGRAM README
Looks at ```console blocks: lines that begin with `$ ./dev cli` are run, what follows up to the next one is expected.
"""

import os
import re
import shlex
import subprocess
import sys

PROMPT = "$ ./dev cli "


def shown_commands(text):
    for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for part in re.split(rf"^{re.escape(PROMPT)}", block, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            yield command, expected.strip()


def main(program, readme):
    commands = list(shown_commands(open(readme, encoding="utf-8").read()))
    if not commands:
        return ["the README shows no command"]
    findings = []
    environment = {**os.environ, "COLUMNS": "110", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    for command, expected in commands:
        run = subprocess.run([program, *shlex.split(command)], capture_output=True, encoding="utf-8",
                             env=environment)
        if run.stdout.strip() != expected:
            findings.append(f"{command}\nprints:\n{run.stdout}{run.stderr}\nthe README says:\n{expected}\n")
    return findings


if __name__ == "__main__":
    found = main(*sys.argv[1:])
    print("\n".join(found) or "the README tells the truth")
    sys.exit(1 if found else 0)
