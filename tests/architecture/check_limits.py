# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/limits.md and docs/secrets.md have the numbers and names of the source.

usage: check_limits.py ROOT
docs/limits.md: each row of a table names its constants (`file` `name`), and the column "at most" has their values.
docs/secrets.md: a line that begins with `name` in SECRET_NAMES and a colon lists exactly the texts of that array.
"""

import pathlib
import re
import sys

SECRET_NAMES = "core/io/redact/secret_names.cpp"
SUFFIXES = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))


def without_types(expression):
    """`std::size_t{64} * 1024ULL` -> `64 * 1024`"""
    plain = re.sub(r"\b(?:std::)?\w+\{([^{}]+)\}", r"\1", expression)
    return re.sub(r"(?<=\d)(?:LL|ULL|U|L|s|ms)\b", "", plain).replace("'", "")


def value_of(root, path, name):
    text = (root / path).read_text(encoding="utf-8")
    for found in re.finditer(rf"\b{re.escape(name)}\s*(?:=\s*([^;]+);|\{{([^}}]+)\}};)", text):
        expression = without_types((found.group(1) or found.group(2)).strip())
        if re.fullmatch(r"[\d\s*+\-<()]+", expression):
            return eval(expression)  # digits and operators only
    raise LookupError(f"{path} has no number {name}")


def spellings(value):
    """How a document can write a number: `1,000`, `64 KiB`, `60 s`."""
    yield f"{value:,}"
    for size, unit in SUFFIXES:
        if value % size == 0:
            yield f"{value // size} {unit}"


def limit_problems(root):
    for line in (root / "docs/limits.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if not line.startswith("| ") or len(cells) != 5 or cells[0] == "input":
            continue
        constants = re.findall(r"`([\w/]+\.(?:h|cpp))` `(\w+)`", cells[3])
        if not constants:
            yield f"no constant: {line}"
        for path, name in constants:
            try:
                value = value_of(root, path, name)
            except (LookupError, OSError) as problem:
                yield f"{cells[0]}: {problem}"
                continue
            place = cells[1] + cells[0]
            if not any(re.search(rf"(?<!\d)(?<!\d,){re.escape(text)}(?!,?\d)", place) for text in spellings(value)):
                yield f"{cells[0]}: {name} is {value:,}, but the document says: {cells[1]}"


def texts_of(root, name):
    source = (root / SECRET_NAMES).read_text(encoding="utf-8")
    array = re.search(rf"\b{name} = \{{(.*?)\}};", source, re.DOTALL).group(1)
    array = re.sub(r"//[^\n]*", "", array)
    if "Exception::Place" in array:
        return re.findall(r'\{"([^"]+)"', array)
    return re.findall(r'"([^"]+)"', array)


def secret_problems(root):
    lines = (root / "docs/secrets.md").read_text(encoding="utf-8").splitlines()
    listed = {}
    for line in lines:
        if found := re.match(r"- `(k\w+)`.*?: (.+)$", line):
            listed[found.group(1)] = re.findall(r"`([^`]+)`", found.group(2))
    source = (root / SECRET_NAMES).read_text(encoding="utf-8")
    names = re.findall(r"^constexpr std::array<(?:std::string_view|Exception), \d+> (k\w+) =", source, re.MULTILINE)
    for name in names:
        if listed.get(name) != texts_of(root, name):
            yield f"docs/secrets.md: the line of {name} should list: " + ", ".join(f"`{text}`" for text in texts_of(root, name))


def main(root):
    root = pathlib.Path(root)
    problems = [*limit_problems(root), *secret_problems(root)]
    print(*problems, sep="\n", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
