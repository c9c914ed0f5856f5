# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands in README.md and docs/*.md run, and print what the documents say.

usage: check_documents.py PROGRAM ROOT [--update]
```console: a line that begins with `$ ` is run, the lines up to the next one are its output. --update writes the output into the document
(./dev screenshots does so).
```sh: each retryscope-cli command that needs no other program is run, in one folder for each document; wrong usage and missing files fail.
Links to files lead somewhere. README has at most 100 lines and SECURITY at most 80, and README names the number of presets.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

NAME = "retryscope-cli "
PROMPT = "$ "
BLOCK = re.compile(r"^```(console|sh)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LONGEST = {"README.md": 100, "SECURITY.md": 80}
# These talk to a client, a proxy or a server that the test does not have.
NEEDS_OTHERS = re.compile(r"retryscope-cli (?:record|serve|run (?!--scenario)|probe --through)")


def run(program, command, folder):
    """As typed into a shell; only the last command of a pipe can be retryscope-cli."""
    environment = {**os.environ, "COLUMNS": "110", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    shell = command.replace(NAME.strip(), shlex.quote(program), 1)
    return subprocess.run(shell, shell=True, cwd=folder, capture_output=True, encoding="utf-8", env=environment)


def refreshed(program, text, folder):
    """The text with the output of each shown command as it is today."""

    def block(match):
        if match.group(1) == "sh":
            return match.group(0)
        parts = []
        for line in match.group(2).splitlines():
            if line.startswith(PROMPT):
                done = run(program, line.removeprefix(PROMPT), folder)
                parts.append(f"{line}\n{done.stdout.strip() or done.stderr.strip()}\n")
        return "```console\n" + "\n".join(parts) + "```"

    return BLOCK.sub(block, text)


def failures(program, text, folder):
    """Commands in sh blocks that do not run."""
    for kind, content in BLOCK.findall(text):
        for line in content.splitlines() if kind == "sh" else []:
            command = line.split(" #")[0].strip()
            if command.startswith(NAME) and not NEEDS_OTHERS.match(command):
                done = run(program, command, folder)
                if done.returncode > 1:
                    yield f"{command}: exit {done.returncode}\n{done.stderr}"


def prepare(program, folder, root):
    """The files that the documents assume: records, a probe result, and files of other programs."""
    for source, name in (("playwright.har", "production.har"), ("aws-cli.log", "debug.log")):
        shutil.copy(root / "tests/data/import/traffic" / source, pathlib.Path(folder, name))
    for name in ("run.json", "record.json"):
        run(program, f"{NAME}simulate --scenario s3-slowdown-then-ok --policy curl-retry-3 --seed 1 --output {name}", folder)
    run(program, f"{NAME}probe --bench nginx-article --output probe.json", folder)


def counted(root):
    for name, longest in LONGEST.items():
        if (lines := len((root / name).read_text(encoding="utf-8").splitlines())) > longest:
            yield f"{name} has {lines} lines; at most {longest} are allowed"
    readme = (root / "README.md").read_text(encoding="utf-8")
    presets = len(list((root / "resources/policies").glob("*.json"))) - 1  # evidence.json is about them
    groups = sum(int(number) for number in re.findall(r"^\| [\w ]+ \| (\d+) \|", readme, re.MULTILINE))
    if f"has {presets} presets" not in " ".join(readme.split()) or groups != presets:
        yield f"README.md: there are {presets} presets; its sentence or its table says otherwise (table: {groups})"


def dead_links(path, text):
    for target in re.findall(r"(?:\]\(|src(?:set)?=\")([^)\"#]+)", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        if not re.match(r"\w+://", target) and not (path.parent / target).exists():
            yield f"there is no {target}"


def main(program, root, *flags):
    program, root = str(pathlib.Path(program).resolve()), pathlib.Path(root)
    problems = list(counted(root))
    for path in [root / "README.md", *sorted((root / "docs").glob("*.md"))]:
        text = path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            prepare(program, folder, root)
            today = refreshed(program, text, folder)
            problems += [f"{path.name}: {problem}" for problem in failures(program, text, folder)]
        problems += [f"{path.name}: {problem}" for problem in dead_links(path, text)]
        if today != text and "--update" in flags:
            path.write_text(today, encoding="utf-8")
            print(f"{path.name} is up to date again")
        elif today != text:
            problems.append(f"{path.name} is out of date (./dev screenshots); it should say:\n\n"
                            + "\n\n".join(content for kind, content in BLOCK.findall(today) if kind == "console"))
    print(*problems, sep="\n", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
