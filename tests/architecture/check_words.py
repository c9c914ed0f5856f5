#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts that people read avoid the turns that docs/style.md bans.

    check_words.py ROOT                      string literals of app, core and ui, all data and texts in resources, the
                                             documents, dev and .ci
    check_words.py ROOT --comments-since REV also the comments in lines added since this git revision

Exceptions are in words_allowed.txt beside this file. Exit 1 with one line per finding: file, rule, text.
"""

import json
import pathlib
import re
import subprocess
import sys

# Rule, pattern, a text that it refuses, a text that it accepts. The sentence tests read them, too.
RULES = json.loads((pathlib.Path(__file__).parent / "banned_turns.json").read_text(encoding="utf-8"))
# Members of data that hold what servers and clients sent, or what programs read.
RECORDED = {"body", "headers", "reason", "fields", "received", "sent", "trailers", "responses", "value", "bodies", "raw"}

TOKENS = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<raw>R"(?P<end>[^ ()\\\n]{0,16})\(.*?\)(?P=end)")"""
    r"""|(?P<text>"(?:[^"\\\n]|\\.)*")|(?P<char>'(?:[^'\\\n]|\\.)+')|(?P<blank>\s+)|(?P<other>.)""",
    re.DOTALL)


def literals(source):
    """The string literals of C++, adjacent ones joined."""
    joined = None
    for token in TOKENS.finditer(source):
        if token["text"]:
            joined = (joined or "") + token["text"][1:-1]
        elif joined is not None and not token["blank"] and not token["comment"]:
            yield joined
            joined = None
    if joined is not None:
        yield joined


def strings(value, key=""):
    """The texts of JSON but for what was recorded."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name not in RECORDED:
                yield from strings(member, name)
    elif isinstance(value, list):
        for member in value:
            yield from strings(member, key)
    elif isinstance(value, str):
        yield value


def paragraphs(text):
    """The paragraphs of a text or script, each as one line. Comment signs and the tags of XML are taken out."""
    for paragraph in re.split(r"\n\s*\n", re.sub(r"<[^<>]+>", " ", text)):
        yield " ".join(line.strip().lstrip("#%").strip() for line in paragraph.split("\n"))


def prose(path):
    """The sentences, list items and table cells of a Markdown file. What it quotes as code is not prose."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    if path.name == "style.md":  # its tables and italics quote what it refuses
        text = re.sub(r"^\|.*$|\*[^*\n]+\*", "", text.replace("**", ""), flags=re.MULTILINE)
    text = re.sub(r"`[^`]*`", "NAME", text)
    for part in re.split(r"\n(?=[|#*-]|\d+\.|\s*- )| \| ", text):
        yield from paragraphs(part)


def texts(root):
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard"],
                            capture_output=True, text=True, check=True).stdout
    for path in (root / name for name in sorted(listed.splitlines())):
        folder = path.relative_to(root).parts[0]
        if folder == "tests" or not path.is_file():
            continue
        if path.suffix == ".md":
            yield from ((path, text) for text in prose(path))
        elif path.suffix in (".cpp", ".h"):
            yield from ((path, text) for text in literals(path.read_text(encoding="utf-8")))
        elif path.suffix == ".json" and folder == "resources":
            yield from ((path, text) for text in strings(json.loads(path.read_text(encoding="utf-8"))))
        elif path.suffix in (".recipe", ".box"):
            yield path, path.read_text(encoding="utf-8")
        elif path.name == "dev" or folder == ".ci" or path.suffix in (".in", ".py", ".cmake", ".desktop"):
            yield from ((path, text) for text in paragraphs(path.read_text(encoding="utf-8")))


def added_comments(root, revision):
    """The comments in lines that were added since a revision, committed or not."""
    listed = subprocess.run(["git", "-C", str(root), "diff", "--unified=0", "--no-color", revision, "--", "*.cpp", "*.h"],
                            capture_output=True, text=True, check=True).stdout
    path = None
    for line in listed.splitlines():
        if line.startswith("+++ "):
            path = root / line[6:]
        elif line.startswith("+") and "//" in line:
            yield path, "//" + line.split("//", 1)[1]


def findings(found, allowed):
    used = set()
    for path, text in found:
        if " " not in text.strip():
            continue  # an id
        for rule in RULES:
            for match in re.finditer(rule["pattern"], text, re.IGNORECASE):
                around = text[max(0, match.start() - 60):match.end() + 60]
                exception = next((one for one in allowed if one in text), None)
                if exception is None:
                    yield f"{path}: {rule['rule']}: …{around.strip()}…"
                else:
                    used.add(exception)
    for exception in allowed - used:
        yield f"words_allowed.txt: nothing needs this exception: {exception}"


def main(root, *flags):
    for rule in RULES:
        assert re.search(rule["pattern"], rule["refused"], re.IGNORECASE), f"does not refuse: {rule}"
        assert not re.search(rule["pattern"], rule["accepted"], re.IGNORECASE), f"refuses its own example: {rule}"
    root = pathlib.Path(root)
    lines = (pathlib.Path(__file__).parent / "words_allowed.txt").read_text(encoding="utf-8").splitlines()
    allowed = {line for line in lines if line and not line.startswith("#")}
    problems = list(findings(texts(root), allowed))
    if flags:
        problems += findings(added_comments(root, flags[1]), set())
    print(*problems, sep="\n", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
