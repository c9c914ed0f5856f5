# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands that the README shows print what the README says.

usage: check_readme.py PROGRAM README [--update]
Looks at ```console blocks: lines that begin with `$ ./dev cli` are run, what follows up to the next one is expected.
--update writes what is printed into the README (./dev screenshots does so).
"""

import os
import re
import shlex
import subprocess
import sys

PROMPT = "$ ./dev cli "
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def printed_by(program, command):
    environment = {**os.environ, "COLUMNS": "110", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    run = subprocess.run([program, *shlex.split(command)], capture_output=True, encoding="utf-8", env=environment)
    return run.stdout.strip() or run.stderr.strip()


def refreshed(program, text):
    """The text with each shown command's output as it is today."""

    def block(match):
        commands = [line.removeprefix(PROMPT) for line in match.group(1).splitlines() if line.startswith(PROMPT)]
        parts = [f"{PROMPT}{command}\n{printed_by(program, command)}\n" for command in commands]
        return "```console\n" + "\n".join(parts) + "```"

    return BLOCK.sub(block, text)


def main(program, path, *flags):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if PROMPT not in "".join(BLOCK.findall(text)):
        sys.exit("the README shows no command")
    today = refreshed(program, text)
    if today == text:
        print("the README tells the truth")
    elif "--update" in flags:
        with open(path, "w", encoding="utf-8") as file:
            file.write(today)
        print("the README is up to date again")
    else:
        sys.exit("the README is out of date (./dev screenshots); it should say:\n\n"
                 + "\n\n".join(BLOCK.findall(today)))


if __name__ == "__main__":
    main(*sys.argv[1:])
