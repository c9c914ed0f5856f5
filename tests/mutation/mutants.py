# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds what can be changed in a source and writes a copy in which each change is switched by a number.

usage: mutants.py OUT LIST.json SOURCE...

`a < b` becomes `mutant::less(17, (a), (b))`: with mutant 17 on it is `a <= b`, with 18 `a >= b` (see mutant.h). The sources are
formatted by clang-format, which tells binary operators (a blank on both sides) from templates, pointers and references.
Left alone: constexpr and static_assert, case labels, template arguments, assert() and texts.
"""

import json
import pathlib
import re
import sys

TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/)|(?P<text>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+')"
    r"|(?P<number>\d[\w']*(?:\.[\w']*)?(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<sign><=>|<<=|>>=|\.\.\.|->\*|::|->|\+\+|--|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)",
    re.S,
)
# C++ binds the lower ones tighter.
BINDING = {"*": 5, "/": 5, "%": 5, "+": 6, "-": 6, "<<": 7, ">>": 7, "<=>": 8, "<": 9, ">": 9, "<=": 9, ">=": 9, "==": 10,
           "!=": 10, "&": 11, "^": 12, "|": 13, "&&": 14, "||": 15}
# The helper of an operator, and what each of its mutants makes of it.
COMPARED = {"<": ("less", ["<=", ">="]), "<=": ("lessOrEqual", ["<", ">"]), ">": ("greater", [">=", "<="]),
            ">=": ("greaterOrEqual", [">", "<"]), "==": ("equal", ["!="]), "!=": ("unequal", ["=="])}
COMPUTED = {"+": ("sum", ["-"]), "-": ("difference", ["+"]), "*": ("product", ["/"]), "/": ("quotient", ["*"]),
            "&": ("bitsOfBoth", ["|"]), "<<": ("shiftedUp", [">>"]), ">>": ("shiftedDown", ["<<"])}
CALLS = {"min": ("smaller", "max"), "max": ("larger", "min"), "any_of": ("anyOf", "all_of"), "all_of": ("allOf", "any_of"),
         "none_of": ("noneOf", "any_of")}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "&=", "|=", "^=", "<<=", ">>="}
CLOSING = {"(": ")", "[": "]", "{": "}"}
NUMBER_TYPES = r"(?:double|int|float|Duration|std::size_t|std::u?int\d+_t|std::chrono::\w+)"


class Token:
    def __init__(self, kind, text, start):
        self.kind, self.text, self.start, self.end = kind, text, start, start + len(text)
        self.before = self.after = False  # blanks
        self.mate = None  # of a bracket


class Source:
    """A file, its tokens, and the insertions that make the copy."""

    def __init__(self, name, text, first):
        self.name, self.text, self.next = name, text, first
        self.mutants, self.insertions, self.replaced = [], [], {}
        self.tokens = []
        spaced = True
        at = 0
        lines = re.sub(r"^[ \t]*#[^\n]*", lambda found: " " * len(found[0]), text, flags=re.M)
        while at < len(lines):
            found = TOKEN.match(lines, at)
            at = found.end()
            if found.lastgroup == "space":
                spaced = True
                if self.tokens:
                    self.tokens[-1].after = True
                continue
            token = Token(found.lastgroup, found[0], found.start())
            token.before, spaced = spaced, False
            self.tokens.append(token)
        self.match_brackets()
        self.skipped = [False] * len(self.tokens)
        self.skip_what_is_constant()
        self.constants = set(re.findall(r"constexpr " + NUMBER_TYPES + r" (k[A-Z]\w*)", text))

    def match_brackets(self):
        opened = []
        for index, token in enumerate(self.tokens):
            if token.text in CLOSING and token.kind == "sign":
                opened.append(index)
            elif token.text in CLOSING.values() and token.kind == "sign":
                mate = opened.pop()
                token.mate, self.tokens[mate].mate = mate, index

    def word(self, index):
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def skip(self, first, last):
        for index in range(first, last + 1):
            self.skipped[index] = True

    def end_of_declaration(self, index):
        """The semicolon, or the end of a function's body."""
        while index < len(self.tokens):
            text = self.word(index)
            if text == ";":
                return index
            if text == "{" and self.word(self.tokens[index].mate + 1) not in (";", ",", ")", "("):
                return self.tokens[index].mate
            index = self.tokens[index].mate + 1 if text in CLOSING else index + 1
        return index - 1

    def skip_what_is_constant(self):
        depth = 0
        for index, token in enumerate(self.tokens):
            if token.text == "constexpr" and self.word(index - 1) == "if":
                self.skip(index, self.tokens[index + 1].mate)
            elif token.text in ("constexpr", "using", "enum", "template"):
                self.skip(index, self.end_of_declaration(index) if token.text != "template" else index)
            elif token.text in ("static_assert", "assert", "sizeof", "decltype", "noexcept") and self.word(index + 1) == "(":
                self.skip(index, self.tokens[index + 1].mate)
            elif token.text == "case":
                end = index
                while self.word(end) != ":":
                    end += 1
                self.skip(index, end)
            elif token.text == "..." and self.word(index + 1) == "+":  # a fold expression
                self.skip(index - 2, index + 2)
                start = index
                while not (self.word(start) == "(" and self.tokens[start].mate > index):
                    start -= 1
                self.skip(start, self.tokens[start].mate)
            # Template arguments: a bracket that touches its name.
            if token.text == "<" and not token.before and not token.after and self.tokens[index - 1].kind == "name":
                depth, end = 1, index
                while depth and end - index < 40:
                    end += 1
                    depth += {"<": 1, ">": -1, ">>": -2}.get(self.word(end), 0)
                if depth <= 0:
                    self.skip(index, end)

    # -- spans

    def is_binary(self, index):
        token = self.tokens[index]
        return token.kind == "sign" and token.text in BINDING and token.before and token.after and not self.skipped[index]

    def left_of(self, index, binding):
        """First token of the left operand of an operator that binds so."""
        at = index - 1
        while at >= 0:
            token = self.tokens[at]
            if token.text in (")", "]"):
                at = token.mate - 1
            elif token.text == "}":
                if self.tokens[token.mate].before:  # of a block
                    break
                at = token.mate - 1
            elif token.text in CLOSING or token.text in (",", ";", "?", ":", "return", "else", "case") \
                    or token.text in ASSIGNMENTS or (self.is_binary(at) and BINDING[token.text] > binding):
                break
            else:
                at -= 1
        return at + 1

    def right_of(self, index, binding):
        """Last token of the right operand."""
        at = index + 1
        while at < len(self.tokens):
            token = self.tokens[at]
            if token.text in CLOSING:
                at = token.mate + 1
            elif token.text in CLOSING.values() or token.text in (",", ";", "?", ":") or token.text in ASSIGNMENTS \
                    or (self.is_binary(at) and BINDING[token.text] >= binding):
                break
            else:
                at += 1
        return at - 1

    def end_of_postfix(self, at):
        """Last token of `a.b(c)->d[e]` that begins here, with `*`, `&`, `!` and `++` before it; None: there is none."""
        while self.word(at) in ("*", "&", "!", "++", "--", "-"):
            at += 1
        if self.word(at) == "(":
            at = self.tokens[at].mate
        elif at >= len(self.tokens) or self.tokens[at].kind != "name":
            return None
        while True:
            follower = self.word(at + 1)
            if follower in ("::", ".", "->"):
                at += 2
            elif follower in ("(", "[") or (follower == "{" and not self.tokens[at + 1].before):
                at = self.tokens[at + 1].mate
            elif follower == "<" and self.skipped[at + 1]:
                at += 1
                while self.skipped[at + 1]:
                    at += 1
            else:
                return at

    # -- changes

    def mutant(self, first, last, change):
        start, end = self.tokens[first].start, self.tokens[last].end
        expression = " ".join(self.text[start:end].split())
        if len(expression) > 110:
            expression = expression[:54] + " ... " + expression[-52:]
        self.mutants.append({"number": self.next, "file": self.name, "line": self.text.count("\n", 0, start) + 1,
                             "change": f"`{expression}`: {change}"})
        self.next += 1
        return self.next - 1

    def wrap(self, first, last, before, after):
        length = self.tokens[last].end - self.tokens[first].start
        self.insertions.append((self.tokens[first].start, 1, -length, before))
        self.insertions.append((self.tokens[last].end, 0, length, after))

    def replace(self, first, last, text):
        self.replaced[self.tokens[first].start] = (self.tokens[last].end, text)

    def change_operator(self, index):
        sign = self.word(index)
        binding = BINDING[sign]
        first, last = self.left_of(index, binding), self.right_of(index, binding)
        if first == index or last == index:
            return
        if sign in ("&&", "||"):
            left = self.mutant(first, last, f"without what stands left of {sign}")
            right = self.mutant(first, last, f"without what stands right of {sign}")
            is_on = "::mutant::isOn({}) || (" if sign == "&&" else "!::mutant::isOn({}) && ("
            self.wrap(first, last, "((" + is_on.format(left), ")))")
            self.replace(index, index, f")) {sign} (" + is_on.format(right))
            return
        if sign not in COMPARED and sign not in COMPUTED:
            return
        if sign in COMPUTED and any(token.kind == "text" for token in self.tokens[first:last + 1]):
            return  # texts are no rules
        helper, becomes = COMPARED.get(sign) or COMPUTED[sign]
        numbers = [self.mutant(first, last, f"{sign} becomes {other}") for other in becomes]
        self.wrap(first, last, f"::mutant::{helper}({numbers[0]}, (", "))")
        self.replace(index, index, "), (")

    def change_condition(self, first, last, what):
        """Negated, unless it is one comparison, whose negation is there already."""
        outermost = [index for index in range(first, last + 1) if self.is_binary(index) and self.depth_within(first, index) == 0]
        if any(BINDING[self.word(index)] in (9, 10) for index in outermost) \
                and not any(BINDING[self.word(index)] > 10 for index in outermost):
            return
        if self.word(first) == "!" and not outermost:
            return
        number = self.mutant(first, last, what)
        self.wrap(first, last, f"::mutant::condition({number}, static_cast<bool>(", "))")

    def depth_within(self, first, index):
        depth = 0
        at = first
        while at < index:
            if self.word(at) in CLOSING:
                if self.tokens[at].mate > index:
                    depth += 1
                    at += 1
                else:
                    at = self.tokens[at].mate + 1
            else:
                at += 1
        return depth

    def change_if(self, index):
        first, last = index + 2, self.tokens[index + 1].mate - 1
        for at in range(first, last + 1):
            if self.depth_within(first, at) == 0 and self.word(at) == ";":
                first = at + 1
        if any(self.word(at) == "=" and self.depth_within(first, at) == 0 for at in range(first, last + 1)):
            return  # it declares what it tests
        self.change_condition(first, last, "the condition negated")

    def change_not(self, index):
        last = self.end_of_postfix(index + 1)
        if last is not None:
            number = self.mutant(index, last, "without !")
            self.wrap(index, last, f"::mutant::negation({number}, static_cast<bool>(", "))")
            self.replace(index, index, " ")

    def change_ternary(self, index):
        first = self.left_of(index, 15)
        self.change_condition(first, index - 1, "the two results swapped")

    def change_constant(self, index):
        token = self.tokens[index]
        if token.kind == "number":
            number = self.mutant(*self.around(index), f"another number than {token.text}")
        else:
            number = self.mutant(*self.around(index), f"another value than {token.text}")
        self.wrap(index, index, f"::mutant::constant({number}, ", ")")

    def around(self, index):
        """Some tokens on both sides, for the reader of the list."""
        first, last = index, index
        while first > 0 and index - first < 6 and self.word(first - 1) not in (";", "{", "}"):
            first -= 1
        while last + 1 < len(self.tokens) and last - index < 5 and self.word(last + 1) not in (";", "{", "}"):
            last += 1
        return first, last

    def change_enumerator(self, index):
        """`index` is the last part of `Kind::Name`."""
        first = index
        while self.word(first - 1) == "::":
            first -= 2
        if self.word(first - 1) in ("==", "!=", "case", "::", "using", "<", "struct", "class") or self.word(index + 1) in ("==", "!="):
            return
        number = self.mutant(*self.around(index), f"{self.word(index)} becomes its neighbour")
        self.wrap(first, index, f"::mutant::neighbour({number}, ", ")")

    def change_statement(self, index):
        """An assignment or a call, left out."""
        end = self.end_of_postfix(index)
        if end is None or self.word(index) in ("return", "if", "for", "while", "switch", "do", "else", "break", "continue"):
            return
        last = end + 1
        if self.word(last) in ASSIGNMENTS:
            while self.word(last) != ";":
                last = self.tokens[last].mate + 1 if self.word(last) in CLOSING else last + 1
        elif not (self.word(last) == ";" and (self.word(end) == ")" or self.word(index) in ("++", "--"))):
            return
        number = self.mutant(index, last, "left out")
        self.wrap(index, last, f"if (!::mutant::isOn({number})) {{ ", " }")

    def loop_around(self, index):
        """The keyword whose block this is: for, while, switch or nothing."""
        opened = []
        for at in range(index):
            if self.word(at) == "{" and self.tokens[at].mate > index:
                opened.append(at)
        for at in reversed(opened):
            if self.word(at - 1) == ")":
                keyword = self.word(self.tokens[at - 1].mate - 1)
                if keyword in ("for", "while", "switch"):
                    return keyword
        return ""

    def begins_statement(self, index):
        before = self.word(index - 1)
        if before == ";":
            return self.inside_block(index)
        if before in ("{", "}"):
            return self.inside_block(index) and (before == "{" or self.tokens[self.tokens[index - 1].mate].before)
        return before == ":" and self.is_label(index - 1)

    def is_label(self, index):
        return self.skipped[index] or self.word(index - 1) == "default"

    def inside_block(self, index):
        """In a function: the innermost bracket is a block whose head ends as those of functions, lambdas and loops do."""
        for at in range(index - 1, -1, -1):
            if self.tokens[at].mate is not None and self.tokens[at].mate > index:
                if self.word(at) != "{" or not self.tokens[at].before:
                    return False
                return self.word(at - 1) in (")", "else", "const", "override", "noexcept", "]", ":") \
                    or self.tokens[at - 1].kind == "name" and self.word(at - 2) == "->" \
                    or self.word(at - 1) == "}" or self.is_member_list(at)
        return False

    def is_member_list(self, at):
        return self.word(at - 1) == "}"

    def find(self):
        for index, token in enumerate(self.tokens):
            if self.skipped[index]:
                continue
            if token.kind == "sign":
                if self.is_binary(index):
                    self.change_operator(index)
                elif token.text == "!" and not token.after:
                    self.change_not(index)
                elif token.text == "?" and token.before:
                    self.change_ternary(index)
            elif token.kind == "number" or token.text in ("true", "false") or token.text in self.constants:
                if self.word(index - 1) != "[" or self.tokens[index - 1].before:
                    self.change_constant(index)
            elif token.text in ("if", "while") and self.word(index + 1) == "(":
                self.change_if(index)
            elif token.text in CALLS and self.word(index - 1) == "::" and self.word(index - 2) == "std":
                self.change_call(index)
            elif token.kind == "name" and token.text[0].isupper() and self.word(index - 1) == "::" \
                    and self.word(index - 2)[:1].isupper() and self.word(index + 1) in (";", ",", ")", "}", ":"):
                self.change_enumerator(index)
            elif token.text in ("break", "continue") and self.loop_around(index) in ("for", "while"):
                number = self.mutant(index, index + 1, "left out")
                self.wrap(index, index + 1, f"if (!::mutant::isOn({number})) {{ ", " }")
            if self.begins_statement(index):
                self.change_statement(index)

    def change_call(self, index):
        bracket = index + 1
        while self.word(bracket) != "(":
            bracket += 1
        if self.word(bracket + 1) == "{":
            return  # of a list
        helper, becomes = CALLS[self.word(index)]
        number = self.mutant(index - 2, self.tokens[bracket].mate, f"{self.word(index)} becomes {becomes}")
        self.replace(index - 2, index, f"::mutant::{helper}")
        self.insertions.append((self.tokens[bracket].end, 0, 0, f"{number}, "))

    def copy(self):
        pieces, at = [], 0
        marks = [(start, rank, length, text, None) for start, rank, length, text in self.insertions]
        marks += [(start, 2, 0, text, end) for start, (end, text) in self.replaced.items()]
        for start, _, _, text, end in sorted(marks, key=lambda mark: mark[:3]):
            pieces.append(self.text[at:start])
            pieces.append(text)
            at = end if end is not None else start
        pieces.append(self.text[at:])
        return f'#include "tests/mutation/mutant.h"\n#line 1 "{self.name}"\n' + "".join(pieces)


def main():
    out, listing, names = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    mutants = []
    for name in names:
        source = Source(name, pathlib.Path(name).read_text(encoding="utf-8"), len(mutants) + 1)
        source.find()
        mutants += source.mutants
        copy = out / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = source.copy()
        if not copy.exists() or copy.read_text(encoding="utf-8") != text:
            copy.write_text(text, encoding="utf-8")
    listing.write_text(json.dumps(mutants, indent=1), encoding="utf-8")
    print(f"{len(mutants)} mutants in {len(names)} sources")


if __name__ == "__main__":
    main()
