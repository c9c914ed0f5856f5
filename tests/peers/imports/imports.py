#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random configurations are read by the client that they are for and by `policies import`: do both do the same?

    imports.py --program build/dev/app/cli/retryscope-cli --packages build/peers [--install] [--seed N] [--count N]
               [--show NAME] [KIND]...

Each configuration is played against the failures of its kind. The numbers of requests must be equal, and each delay must
be in the window of the policy, up to LATE seconds later. Settings come from resources/imports: each is in at least LEAST
configurations, also misspelt, in a wrong place, and at or beyond its limits. What the client refuses, the import must refuse.
A play of which only a delay differs is played again alone: many plays at once delay each other.

Of a kind the last line says how many are alike, how many differ and the report names a setting that the policy cannot
have, and how many differ without that. Exit 0: at least ALIKE are as they should be; 1: fewer; 77: no kind could be tried.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from kinds import KINDS
from server import Play, Server

from peers import Missing, Tools  # isort: skip (kinds has made its folder known)

SKIPPED = 77
AT_ONCE = 8
LEAST = 10  # configurations with each setting
LATE = 0.03  # seconds
EARLY = 0.002  # seconds, by which clocks and rounding may differ
ALIKE = 0.99


@dataclass
class Tried:
    """A configuration, and what the client and the policy made of it."""
    name: str
    kind: object
    text: str
    settings: list
    refused: str = ""  # by the client
    imported: dict = field(default_factory=dict)  # the report
    refusal: str = ""  # of the import
    differences: list = field(default_factory=list)

    @property
    def named(self):
        """What the report says that the policy cannot have. A time limit that a run sets explains nothing, unless it is for
        all attempts together."""
        return [one["setting"] for one in self.imported.get("notUnderstood", [])
                if one.get("means") and (self.kind.limits_calls or "a setting of the run" not in one["why"])]

    @property
    def is_refusal_named(self):
        """The report says so of one client of several, or names the setting at which the client stops."""
        return any("refuses" in one["became"] for one in self.imported.get("understood", [])) or any(
            "the file and create" in one["means"] or re.match(r"[\w-]+", one["setting"]).group() in self.refused
            for one in self.imported.get("notUnderstood", []) if one["means"] and re.match(r"[\w-]+", one["setting"]))

    @property
    def result(self):
        if self.refused and not self.refusal:
            return "refused, named" if self.is_refusal_named else "refused by the client only"
        if self.refused:
            return "refused by both"
        if self.refusal:
            return "refused, named" if f"only {self.kind.client}" in self.refusal else "refused by the import only"
        return "alike" if not self.differences else "differs, named" if self.named else "differs"


def say(text):
    print(f"imports: {text}", file=sys.stderr, flush=True)


def program(tools, *words, text=None):
    return subprocess.run([tools.program, *words], input=text, text=True, capture_output=True, check=False)


def policy_of(tools, kind, tried, home):
    """Imports the configuration, and returns the file of the policy."""
    file = home / f"{tried.name}.json"
    done = program(tools, "policies", "import", "-", "--from", kind.name, "--output", file, "--format", "json", text=tried.text)
    if done.returncode != 0:
        tried.refusal = done.stderr.strip() or f"exit {done.returncode}"
        return None
    tried.imported = json.loads(done.stdout)
    return file


def run_options(kind, imported):
    """What the report tells to give to a run, where the client's time limit is for all attempts together."""
    for one in imported.get("notUnderstood", []) if kind.limits_calls else []:
        limit = re.search(r"\btimeout: (\d+)", one["setting"])
        if limit and "--attempt-timeout" in one["why"]:
            yield from ("--attempt-timeout", f"{limit.group(1)}ms")


def expected(tools, kind, policy, tried, failure, home):
    """The attempts of the policy: windows of the delays before each but the first, in seconds."""
    scenario = home / f"{failure.name}.scenario.json"
    done = program(tools, "simulate", "--policy", policy, "--scenario", scenario, "--method", failure.method, "--seed", "1",
                   "--format", "json", *(["--data", kind.body] if kind.body and failure.method == "POST" else []),
                   *run_options(kind, tried.imported))
    if done.returncode not in (0, 1):
        raise RuntimeError(f"simulate: {done.stderr.strip()}")
    attempts = json.loads(done.stdout)["calls"][0]["attempts"]
    return [[attempt["delayWindowMs"][0] / 1000, (attempt["delayWindowMs"][1] + after["sendDelayMs"]) / 1000]
            for attempt, after in zip(attempts, attempts[1:])]


def difference(play, slept, windows):
    """What is not alike, as a sentence; empty: nothing."""
    if len(play.came) != len(windows) + 1:
        return f"{len(play.came)} requests, the policy {len(windows) + 1}"
    for number, (low, high) in enumerate(windows):
        passed = play.came[number + 1] - play.answered[number]
        said = sum(seconds for at, seconds in slept if play.came[number] <= at <= play.came[number + 1])
        if not low - EARLY <= passed + said or (said or passed) > high + LATE:
            return f"delay {number + 1} is {said or passed:.3f} s, the policy's {low:.3f} to {high:.3f} s"
    return ""


def drawn(kind, count, seed):
    """Configurations, each setting in enough of them."""
    chance = random.Random(f"{kind.name} {seed}")
    return [Tried(f"{kind.name}-{number}", kind, *kind.draw(chance, number)) for number in range(count)]


def tried_kind(tools, kind, arguments, home):
    tries = drawn(kind, arguments.count, arguments.seed)
    if arguments.show:
        tries = [one for one in tries if one.name == arguments.show]
    for failure in kind.failures:
        (home / f"{failure.name}.scenario.json").write_text(json.dumps(failure.scenario()))
    with Server() as server, ThreadPoolExecutor(AT_ONCE) as threads:
        jobs = {f"{one.name}.{failure.name}": (one, failure) for one in tries for failure in kind.failures}
        said = played(tools, kind, server, jobs, AT_ONCE)
        for name, (one, _) in jobs.items():
            one.refused = one.refused or said[name].get("refused", "") or kind.refusal(said[name], server.plays[name])
        policies = dict(zip((one.name for one in tries), threads.map(lambda one: policy_of(tools, kind, one, home), tries)))
        jobs = {name: (one, failure) for name, (one, failure) in jobs.items() if not one.refused and policies[one.name]}
        windows = dict(zip(jobs, threads.map(lambda job: expected(tools, kind, policies[job[0].name], *job, home),
                                             jobs.values())))

        def differing(names):
            found = {name: difference(server.plays[name], said[name].get("slept", []), windows[name]) for name in names}
            return {name: text for name, text in found.items() if text}
        found = differing(jobs)
        again = [name for name, text in found.items() if text.startswith("delay")]
        said |= played(tools, kind, server, {name: jobs[name] for name in again}, 1)
        for name in again:
            del found[name]
        for name, text in (found | differing(again)).items():
            one, failure = jobs[name]
            one.differences.append(f"{failure.name}: {text} ({said[name].get('ended', '')})")
    return tries


def played(tools, kind, server, jobs, at_once):
    """What the client says of each."""
    for name, (_, failure) in jobs.items():
        server.plays[name] = Play(failure.steps())
    return kind.play(tools, server, {name: (one.text, failure) for name, (one, failure) in jobs.items()}, at_once) if jobs else {}


def report(kind, tries, arguments):
    """Whether enough are alike."""
    seen = Counter(setting for one in tries for setting in set(one.settings))
    rare = [name for name in kind.settings if seen[name] < LEAST and name not in kind.later]
    for one in tries:
        if one.result in ("alike", "refused by both", "refused, named") and not arguments.show:
            continue
        print(f"\n== {one.name}: {one.result}\n{one.text}")
        for line in filter(None, [one.refused and f"client: {one.refused}", one.refusal and f"import: {one.refusal}",
                                  one.named and f"named: {'; '.join(one.named)}", *one.differences]):
            print(f"   {line}")
    results = Counter(one.result for one in tries)
    refusals = Counter((one.refused, one.refusal) for one in tries if one.refused and one.refusal)
    for (client, own), number in refusals.most_common():
        print(f"refused {number} times: {client}\n   import: {own}")
    accepted = [one for one in tries if not one.refused]
    share, named = (results[result] / max(1, len(accepted)) for result in ("alike", "differs, named"))
    unlike = sum(results[result] for result in ("differs", "refused by the client only", "refused by the import only"))
    print(f"{kind.name}, seed {arguments.seed}, {len(tries)} configurations, {len(accepted)} accepted by {kind.version}: "
          f"{share:.1%} alike, {named:.1%} named; {json.dumps(results)}" +
          (f"; fewer than {LEAST} times: {', '.join(rare)}" if rare and not arguments.show else ""), flush=True)
    return unlike <= (1 - ALIKE) * len(tries)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=Path)
    parser.add_argument("--packages", required=True, type=Path)
    parser.add_argument("--install", action="store_true", help="download and unpack what is missing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="configurations of a kind")
    parser.add_argument("--show", metavar="NAME", help="only this one, with what was compared")
    parser.add_argument("kinds", nargs="*", choices=[[], *KINDS], metavar="KIND")
    arguments = parser.parse_args()
    arguments.packages.mkdir(parents=True, exist_ok=True)
    is_good, is_tried = True, False
    for name in arguments.kinds or KINDS:
        with tempfile.TemporaryDirectory(prefix="imports-") as folder:
            home = Path(folder)
            tools = Tools(arguments.program.resolve(), arguments.packages.resolve(), home)
            kind = KINDS[name]
            try:
                if arguments.install:
                    kind.install(tools, say)
                kind.prepare(tools)
            except Missing as why:
                say(f"SKIPPED {name}: {why}")
                continue
            is_tried = True
            is_good = report(kind, tried_kind(tools, kind, arguments, home), arguments) and is_good
    return SKIPPED if not is_tried else 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
