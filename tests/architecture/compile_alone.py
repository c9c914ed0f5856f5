# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles sources one by one, without code generation. Finds an include that a fast build hides, because it compiles the
sources of a folder together.

usage: compile_alone.py BUILD [--seconds N] [SOURCE...]

BUILD is a configured build folder with compile_commands.json, and what moc generates. Without SOURCE: first the sources that
differ from the newest commit that is older than a day, all of them, then the others in an order drawn from the hash of HEAD.
--seconds is when to start no further one of the others. Every error is printed; with one the exit code is 1."""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def git(*arguments):
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.split() if done.returncode == 0 else []


def commands_in(build):
    """For each source of ours its command, as it checks the syntax only."""
    commands = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["file"])
        if not source.is_relative_to(ROOT) or source.is_relative_to(build):
            continue
        words = shlex.split(entry["command"])
        if words[0].endswith("ccache"):  # it keeps no results of -fsyntax-only
            words = words[1:]
        output = words.index("-o")
        del words[output : output + 2]
        words.remove("-c")
        commands.setdefault(str(source.relative_to(ROOT)), (words + ["-fsyntax-only", "-Werror"], entry["directory"]))
    return commands


def in_order(sources):
    """What was changed lately, and all others in an order that differs from commit to commit."""
    base = git("rev-list", "-1", "--before=24 hours ago", "HEAD")
    changed = set(git("diff", "--name-only", *base, "--", "*.cpp") if base else [])
    changed |= set(git("ls-files", "--others", "--exclude-standard", "*.cpp"))
    head = "".join(git("rev-parse", "HEAD"))
    others = sorted(sources - changed, key=lambda name: hashlib.sha256((head + name).encode()).digest())
    return sorted(sources & changed), others


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("sources", nargs="*")
    options = parser.parse_args()
    commands = commands_in(options.build)
    missing = [name for name in options.sources if name not in commands]
    if missing:
        sys.exit("compile_alone: not a source of this build: " + ", ".join(missing))
    changed, others = (options.sources, []) if options.sources else in_order(set(commands))
    started = time.monotonic()
    done = 0
    failed = []

    def compile_one(name):
        if name not in changed and time.monotonic() - started > options.seconds:
            return name, None
        words, directory = commands[name]
        result = subprocess.run(words, cwd=directory, capture_output=True, text=True)
        return name, result

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, result in pool.map(compile_one, changed + others):
            if result is None:
                continue
            if result.returncode != 0:
                sys.stderr.write(result.stderr)
                failed.append(name)
            done += 1
    if failed:
        sys.exit("compile_alone: does not compile alone: " + ", ".join(failed))
    print(f"compile_alone: {done} of {len(changed) + len(others)} sources compile alone ({len(changed)} of them changed"
          f" lately), {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
