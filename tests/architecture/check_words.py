#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts that people read avoid the turns that docs/style.md bans.

    check_words.py ROOT                      string literals of app, core and ui, and the data in resources
    check_words.py ROOT --comments-since REV also the comments in lines added since this git revision

Exceptions are in words_allowed.txt beside this file. Exit 1 with one line per finding: file, rule, text.
"""

import json
import pathlib
import re
import subprocess
import sys

# rule: pattern, a text that it refuses, a text that it accepts
RULES = {
    "say who does what (is said, is told)": (
        r"\b(?:is|are|was|were|be|been|being) (?:also |not )?(?:said|told)\b",
        "which is said", "and a note says so"),
    "is asked of, asks of": (
        r"\bask(?:s|ed)? of\b", "what this machine asks of clients", "this asks for a retry"),
    "makes of": (
        r"\b(?:makes?|made) of (?:it|them|this|that|each)\b", "what the proxy makes of it", "made of two parts"),
    "stands (a text does not stand)": (
        r"\bstands? (?:below|above|beside|there|here|behind|where|before)\b", "The names stand below.",
        "it stands for any name"),
    "is no NOUN (write: is not a)": (
        r"(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more than\b)", "a fault is no success",
        "There is no success; it is no longer there"),
    "heed": (r"\bheed\w*", "a hint that it heeds", "a hint that it obeys"),
    "bent": (r"\bbent\b", "a bent file", "an invalid file"),
    "box (write: proxy)": (
        r"\b(?:the|a|each|no|every|this|that|which) box\b|\bbox(?:es)? between\b", "the box never asked",
        "the check box; the option --box"),
    "ours, of ours": (r"\bours\b", "a default of ours", "a default of Retryscope"),
    "whole or not at all": (r"\bwhole or not at all\b", "written whole or not at all", "saved to this file"),
    "in vain": (r"\bin vain\b", "it looked in vain", "it found nothing"),
    "as does": (r"\bas (?:does|do)\b", "as does curl", "like curl"),
    "for want of": (r"\bfor want of\b", "for want of tokens", "without tokens"),
    "whence, lest": (r"\b(?:whence|lest)\b", "whence it came", "where it came from"),
    "bad (write: invalid)": (r"\bbad (?:value|input|file|number|policy|name)\b", "bad value", "invalid value"),
    "time-out (write: timeout)": (r"\btime-outs?\b", "after a time-out", "after a timeout"),
    "is taken for (write: counts as)": (r"\b(?:is|are) taken for\b", "is taken for a POST", "counts as a POST"),
    "did you answer (write: response, respond)": (
        r"\b(?:the|an|no|its) (?:answer|reply)\b", "no answer came", "an unanswered request"),
}
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


def texts(root):
    for folder in ("app", "core", "ui"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".cpp", ".h"):
                yield from ((path, text) for text in literals(path.read_text(encoding="utf-8")))
    for path in sorted((root / "resources").rglob("*")):
        if path.suffix == ".json":
            yield from ((path, text) for text in strings(json.loads(path.read_text(encoding="utf-8"))))
        elif path.suffix in (".recipe", ".box"):
            yield path, path.read_text(encoding="utf-8")


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
        for rule, (pattern, _, _) in RULES.items():
            for match in re.finditer(pattern, text, re.IGNORECASE):
                around = text[max(0, match.start() - 60):match.end() + 60]
                exception = next((one for one in allowed if one in text), None)
                if exception is None:
                    yield f"{path}: {rule}: …{around.strip()}…"
                else:
                    used.add(exception)
    for exception in allowed - used:
        yield f"words_allowed.txt: nothing needs this exception: {exception}"


def main(root, *flags):
    for rule, (pattern, refused, accepted) in RULES.items():
        assert re.search(pattern, refused, re.IGNORECASE), f"{rule} does not refuse: {refused}"
        assert not re.search(pattern, accepted, re.IGNORECASE), f"{rule} refuses: {accepted}"
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
