# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fills a manual page with what the program's help says, so that both are written once.

usage: manual.py PROGRAM TEMPLATE OUTPUT
@COMMANDS@, @OPTIONS@, @EXIT_STATUS@ and @EXAMPLES@ in the template become sections of roff. A program whose help names no commands has
options only.
"""

import os
import pathlib
import re
import subprocess
import sys

OPTION = re.compile(r"^  (?:-\w, )?(--[a-z-]+)(?: <?([^ >][^>]*?)>?)?(?:\s{2,}(.*))?$")


def help_of(program, *words):
    environment = {**os.environ, "COLUMNS": "2000", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run([program, *words], env=environment, capture_output=True, encoding="utf-8", check=True).stdout


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def options_in(text):
    """(name, value, meaning) of each option; a meaning may go on in further lines."""
    found = []
    for line in text.splitlines():
        if match := OPTION.match(line):
            found.append([match.group(1), match.group(2) or "", match.group(3) or ""])
        elif found and re.match(r"^ {8,}\S", line):
            found[-1][2] = (found[-1][2] + " " + line.strip()).strip()
        elif line and not line.startswith(" "):
            found.append(None)  # a heading ends the meaning of the option above
    return [tuple(option) for option in found if option]


def section_of(text, title):
    """The lines below `title`, up to an empty one."""
    return text.partition(f"\n{title}:\n")[2].partition("\n\n")[0].splitlines()


def entry(name, value, meaning, commands=()):
    head = f".BI {escaped(name)} \" {escaped(value)}\"" if value else f".B {escaped(name)}"
    where = f" ({', '.join(commands)})" if commands else ""
    return f".TP\n{head}\n{escaped(meaning + where)}\n"


def described_commands(pages):
    lines = []
    for command, page in pages.items():
        forms = [line[7:].removesuffix(" [options]") for line in page.partition("\n\n")[0].splitlines()]
        for place, form in enumerate(forms):
            lines.append((".TP\n" if place == 0 else ".TQ\n") + f".B {escaped(form.removeprefix('retryscope-cli '))}\n")
        lines.append(escaped(page.split("\n\n")[1]) + "\n")
        for action in page.split("\n\n")[2].splitlines() if page.split("\n\n")[2].startswith("  ") else []:
            form, _, meaning = action.strip().partition("  ")
            lines.append(f".br\n.B {escaped(form)}\n\\(en {escaped(meaning.strip())}\n")
    return "".join(lines)


def main(program, template, output):
    overview = help_of(program, "--help")
    commands = [line.split()[0] for line in overview.splitlines() if re.match(r"^  [a-z]+  ", line)]
    pages = {command: help_of(program, "help", "all", command) for command in commands}
    common = options_in(overview)
    by_meaning = {}
    for command, page in pages.items():
        for option in options_in(page):
            if option not in common:
                by_meaning.setdefault(option, []).append(command)
    rows = [entry(*option) for option in common]
    rows += [entry(*option, users) for option, users in sorted(by_meaning.items())]
    exits = {command: re.search(r"^Exit codes: (.*)$", page, re.MULTILINE).group(1) for command, page in pages.items()}
    filled = {
        "COMMANDS": described_commands(pages),
        "OPTIONS": "".join(rows),
        "EXIT_STATUS": "".join(f".TP\n.B {command}\n{escaped(text)}\n" for command, text in exits.items()),
        "EXAMPLES": "".join(escaped(line.strip()) + "\n" for page in pages.values() for line in section_of(page, "Examples")),
    }
    text = pathlib.Path(template).read_text(encoding="utf-8")
    for name, value in filled.items():
        text = text.replace(f"@{name}@\n", value)
    assert rows and not re.search(r"^@\w+@$", text, re.MULTILINE), f"{template}: nothing to fill in, or a place is left open"
    pathlib.Path(output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
