#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records what clients did in random sessions, to hold the naming of clients against: of those that have a preset, some
with other settings than by default, and of those that have none.

    sessions.py --program build/dev/app/cli/retryscope-cli --packages build/drivers [--install] [--seed N] [--sessions N]
                --output FOLDER [CLIENT]...

A session is 3 to 8 calls, each a process of its own and with a path of its own, that meet random failures. One file a
client: {"truth": the preset or "", "responses": […], "sessions": [{"sent": headers of the first request, "calls":
[[{"startMs", "endMs", "response": index, "says": its amz-sdk-request and the like}]]}]}. Exit 0: all were recorded.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from clients import DRIVERS, HERE, PYTHON, Missing
from record import be_served_first
from tools import Tools, install, recorded

XML = {"Content-Type": "application/xml"}
JSON = {"Content-Type": "application/x-amz-json-1.0"}


def xml(name):
    return f"<Error><Code>{name}</Code><Message>no</Message></Error>"


FAILURES = [
    {"status": 503}, {"status": 503}, {"status": 500}, {"status": 429}, {"status": 502}, {"status": 504},
    {"status": 503, "headers": XML, "body": xml("SlowDown")}, {"status": 500, "headers": XML, "body": xml("InternalError")},
    {"status": 429, "headers": XML, "body": xml("TooManyRequests")}, {"status": 400, "headers": XML, "body": xml("BadDigest")},
    {"status": 404}, {"status": 403, "headers": XML, "body": xml("AccessDenied")}, {"status": 408},
    {"status": 502, "headers": {"Content-Type": "text/html"}, "body": "<html>Bad Gateway</html>"},
    {"status": 503, "headers": {"Retry-After": "1"}}, {"status": 429, "headers": {"Retry-After": "2"}},
    {"fault": "close"}, {"fault": "reset"},
]
# What changes from one attempt to the next, or is the caller's, tells nothing of the client.
SECRET = re.compile(r"^(host|authorization|date|x-amz-date|cookie|content-.*|amz-sdk-invocation-id|idempotency-key|"
                    r"x-ms-client-request-id)$", re.I)
SAYS = re.compile(r"^(amz-sdk-request|x-stainless-retry-count|x-goog-api-client)$", re.I)
ENDLESS = {"tenacity", "backoff", "p-retry"}


def variants(tools):
    """name -> (preset or "", command, environment)"""
    found = {}
    for name, driver in DRIVERS.items():
        if driver.plays_itself:
            continue
        try:
            preset = f"{driver.client}-{driver.version(tools)}-{driver.mode}"
            found[name] = (preset, driver.command(tools), {})
        except Missing as missing:
            print(f"sessions: SKIPPED {name}: {missing}", file=sys.stderr)
    for name, attempts in (("boto3-standard", 4), ("boto3-legacy", 3), ("boto3-adaptive", 6), ("jsv3-standard", 5),
                           ("jsv3-705-standard", 2), ("ruby-standard", 5)):
        if name in found:
            preset, command, _ = found[name]
            found[f"{name}-max-{attempts}"] = (preset, command, {"AWS_MAX_ATTEMPTS": str(attempts)})
    curl = [PYTHON, HERE / "calls_curl.py", tools.debian("usr/bin/curl")]
    if "curl" in found:
        found["curl-retry-5"] = (found["curl"][0], [*curl, "--retry", "5"], {})
        found["curl-retry-2-all-errors"] = (found["curl-all-errors"][0], [*curl, "--retry", "2", "--retry-all-errors"], {})
    for kind in ("async-retry", "wretch", "ofetch", "cockatiel", "retry-axios", "http-loop", "fetch-loop"):
        found[f"other-{kind}"] = ("", [tools.node(), HERE / "others.mjs", tools.packages / "others/node_modules", kind], {})
    for kind in ("aiohttp", "httpx", "requests", "urllib"):
        found[f"other-{kind}"] = ("", [PYTHON, HERE / "others.py", kind], {})
    for kind in ("excon", "faraday"):
        found[f"other-{kind}"] = ("", ["/usr/bin/ruby3.1", HERE / "others.rb", kind], {})
    found["other-guzzle"] = ("", ["php", "-d", "include_path=/usr/share/php", HERE / "others.php"], {})
    found["other-aria2"] = ("", ["aria2c", "--quiet", "--max-tries=4", "--retry-wait=1", "--allow-overwrite=true",
                                 "--max-file-not-found=0", "--dir=/tmp", "--out=aria2-body"], {})
    found["other-s3cmd"] = ("", ["s3cmd", "--access_key=A", "--secret_key=S", "--no-ssl", "--host-bucket=", "ls"], {})
    found["other-rclone"] = ("", ["rclone", "--retries=1", "--low-level-retries=4", "cat", "--http-url"], {})
    return found


def command_line(name, command, url):
    if name == "other-s3cmd":
        return [*command, f"--host={url.split('/')[2]}"]
    if name == "other-rclone":
        return [*command, url + "/", ":http:key"]
    return [*map(str, command), url] if name.startswith("other-") else [*map(str, command), url, "GetObject"]


def scenario_of(dice, name):
    calls = []
    for _ in range(dice.randint(3, 8)):
        failure = dice.choice(FAILURES)
        times = dice.choice([1, 1, 2, 2, 3, 12])
        if name in ENDLESS:
            times = min(times, 3)
        steps = [failure] * times if dice.random() < 0.75 else [dice.choice(FAILURES) for _ in range(times)]
        if times == 12 and any(one.get("status") in (None, 429) for one in steps):
            steps = [{"status": 503}]
        calls.append([*steps, {"status": 200, "body": "content"}] if times < 12 else steps[:1])
    return calls


def play(tools, name, command, environment, calls):
    """What the recorder saw of a session."""
    with tempfile.TemporaryDirectory(prefix="sessions-") as folder:
        home = Path(folder)
        # Each call has a path of its own, so that grouping is not what is measured here.
        scenario = {"format": "retryscope.scenario/1", "id": "session", "title": "session",
                    "calls": [{"times": 1, "steps": steps} for steps in calls]}

        def call(url, _):
            for number in range(1, len(calls) + 1):
                try:
                    subprocess.run(command_line(name, command, f"{url}/c{number}"), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, cwd=home, timeout=100, check=False,
                                   env={**tools.environment(home), **environment, "PYTHONDONTWRITEBYTECODE": "1"})
                except subprocess.TimeoutExpired:
                    print(f"sessions: {name} went on for more than 100 s", file=sys.stderr)
        return recorded(tools, scenario, home, call)[1]


def kept(record, responses):
    session = {"service": record["request"]["service"], "sent": [], "calls": []}
    for call in record["calls"]:
        attempts = []
        for attempt in call["attempts"]:
            sent = attempt["sent"]["headers"]
            if not session["sent"]:
                session["sent"] = [pair for pair in sent if not SECRET.match(pair[0]) and not SAYS.match(pair[0])]
                session["ids"] = sorted({key for key, _ in sent if re.match("amz-sdk-invocation-id|x-ms-client-request-id", key, re.I)})
            response = {"status": attempt["status"], "fault": attempt["fault"], "body": attempt["body"],
                        "headers": [pair for pair in attempt["headers"] if pair[0].lower() not in ("date", "content-length")]}
            if response not in responses:
                responses.append(response)
            one = {"startMs": round(attempt["startMs"], 1), "endMs": round(attempt["endMs"], 1), "response": responses.index(response)}
            if said := [pair for pair in sent if SAYS.match(pair[0])]:
                one["says"] = said
            attempts.append(one)
        agent = {} if ["User-Agent", call["userAgent"]] in session["sent"] else {"agent": call["userAgent"]}
        session["calls"].append({**agent, "path": re.sub(r"^https?://[^/]+", "", call["attempts"][0]["sent"]["url"]),
                                 "method": call["attempts"][0]["sent"]["method"], "attempts": attempts})
    return session


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=Path)
    parser.add_argument("--packages", required=True, type=Path)
    parser.add_argument("--install", action="store_true", help="download and unpack what is missing")
    parser.add_argument("--output", required=True, type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sessions", type=int, default=4)
    parser.add_argument("names", nargs="*", metavar="CLIENT")
    arguments = parser.parse_args()
    tools = Tools(arguments.program.resolve(), arguments.packages.resolve())
    if arguments.install:
        install(tools, list(DRIVERS.values()), lambda text: print(f"sessions: {text}", file=sys.stderr))
    arguments.output.mkdir(parents=True, exist_ok=True)
    be_served_first()
    for name, (truth, command, environment) in variants(tools).items():
        if arguments.names and name not in arguments.names or shutil.which(str(command[0])) is None:
            continue
        responses, sessions = [], []
        for number in range(arguments.sessions):
            dice = random.Random(f"{arguments.seed} {name} {number}")
            record = play(tools, name, command, environment, scenario_of(dice, name))
            if not record["calls"]:
                break
            sessions.append(kept(record, responses))
        if len(sessions) < arguments.sessions:
            print(f"sessions: {name} sent nothing; is what it runs installed?", file=sys.stderr)
            continue
        lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in sessions)
        text = f'{{"truth": {json.dumps(truth)},\n"responses": {json.dumps(responses)},\n"sessions": [\n{lines}\n]}}\n'
        (arguments.output / f"{name}.json").write_text(text)
        print(f"sessions: {name}: {[sum(len(c['attempts']) for c in s['calls']) for s in sessions]}", file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
