#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records real clients through the program: are their requests the calls that they made, and is the preset that is
named after them among those that they may be?

    peers.py --program build/dev/app/cli/retryscope-cli --packages build/peers [--install] [NAME]...

Clients that can log each attempt do so. Their log is imported, and has to give the calls that were recorded.

--install downloads what is missing: Debian packages are unpacked in the folder of packages and not installed, npm's are
put beside them. Names are those of PEERS; without any, all. A peer that is not there is skipped, which is said. Exit 0:
all that could be tried did as expected; 1: one did not; 77: none could be tried.
"""

import argparse
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

import debian_packages  # noqa: E402 (the folder is known only now)
from ports import free_port, listens  # noqa: E402

SKIPPED = 77
CALLS = 11  # of failures.json
ALIKE = 0.95  # of the calls in a log are as they were recorded
LOG = "RETRYSCOPE_PEER_LOG"  # file that a client of ours logs to
PYTHON = "/usr/bin/python3"  # Debian's, which Debian's packages are made for
NPM = ["@aws-sdk/client-s3@3.1169.0", "@aws-sdk/client-dynamodb@3.1164.0", "dynalite@4.0.0", "s3rver@3.7.1",
       "@opentelemetry/otlp-transformer@0.223.1", "@opentelemetry/api@1.9.1",
       "@opentelemetry/sdk-trace-node@2.12.1", "@opentelemetry/instrumentation-http@0.223.0", "har-validator@5.1.5"]
DEBIAN = ["python3-boto3", "awscli", "curl", "nginx-light"]

ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI", "AWS_REGION": "us-east-1",
    "AWS_DEFAULT_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true", "AWS_CONFIG_FILE": "/dev/null",
    "AWS_SHARED_CREDENTIALS_FILE": "/dev/null", "AWS_PAGER": "", "NO_PROXY": "127.0.0.1,localhost",
}


def say(text):
    print(f"peers: {text}", file=sys.stderr, flush=True)


class Missing(Exception):
    """A peer that is not there."""


@dataclass
class Tools:
    program: Path
    packages: Path
    run: Path

    @property
    def root(self):
        return self.packages / "root"

    @property
    def log(self):
        return self.run / "client.log"

    def environment(self):
        places = [self.root / "usr/lib/python3/dist-packages"]
        libraries = [self.root / "usr/lib/x86_64-linux-gnu"]
        return {
            **{name: value for name, value in os.environ.items() if not name.startswith("AWS_") and
               name.lower() not in ("http_proxy", "https_proxy", "all_proxy")},
            **ENVIRONMENT, "HOME": str(self.run), LOG: str(self.log), "PYTHONPATH": ":".join(map(str, places)),
            "LD_LIBRARY_PATH": ":".join(map(str, libraries)),
        }

    def debian(self, path):
        """A program from Debian's packages, unpacked or installed."""
        for found in (self.root / path, Path("/", path)):
            if found.exists():
                return str(found)
        raise Missing(f"/{path} is neither unpacked nor installed")

    def python_module(self, name):
        found = subprocess.run([PYTHON, "-c", f"import {name}"], env=self.environment(), capture_output=True, check=False)
        if found.returncode != 0:
            raise Missing(f"{PYTHON} has no module {name}")

    def npm(self, name):
        modules = self.packages / "npm"
        if shutil.which("node") is None or not (modules / "node_modules" / name).exists():
            raise Missing(f"no node with {name} in {modules}")
        return str(modules)


def boto3(mode, service="s3"):
    def run(tools, url, count):
        tools.python_module("boto3")
        return [[PYTHON, HERE / "calls_boto3.py", url, mode, str(count), service]]
    return run


def aws_cli(tools, url, count):
    """A process a call, so each is a client of its own."""
    program = tools.debian("usr/bin/aws")
    return [[PYTHON, program, "--debug", "--endpoint-url", url, "s3api", "get-object", "--bucket", "bucket", "--key", f"key-{number}",
             tools.run / "object"] for number in range(count)]


def javascript(service="s3"):
    def run(tools, url, count):
        package = "@aws-sdk/client-s3" if service == "s3" else "@aws-sdk/client-dynamodb"
        return [["node", HERE / "calls_js.mjs", tools.npm(package), url, str(count), service]]
    return run


def curl(tools, url, count):
    program = tools.debian("usr/bin/curl")
    return [[program, "--no-progress-meter", "--verbose", "--trace-time", "--retry", "3", "--max-time", "60",
             f"{url}/bucket/key-{number}"] for number in range(count)]


def urllib3(tools, url, count):
    tools.python_module("urllib3")
    return [[PYTHON, HERE / "calls_urllib3.py", url, str(count)]]


@dataclass
class Peer:
    commands: object  # tools, URL, number of calls -> command lines, run one after another
    expected: list  # presets, one of which is what it may be
    grouped_by: str = "invocationId"
    calls: int = CALLS
    scenario: str = "failures.json"
    log: str = ""  # format of its log; empty: it has none
    logs_on: str = "file"  # or stderr


PEERS = {
    "boto3-legacy": Peer(boto3("legacy"), ["botocore-1.29.27-legacy"], log="botocore-log"),
    "boto3-standard": Peer(boto3("standard"), ["botocore-1.29.27-standard"], log="botocore-log"),
    "boto3-adaptive": Peer(boto3("adaptive"), ["botocore-1.29.27-adaptive"], scenario="throttled.json", calls=8),
    # The CLI has a botocore of its own, whose version it does not say, and which sends neither id nor count of a call.
    "awscli": Peer(aws_cli, ["botocore-1.29.27-standard", "botocore-1.43.67-standard"], grouped_by="timing",
                   log="botocore-log", logs_on="stderr"),
    "js-s3": Peer(javascript(), ["jsv3-3.1169.0-standard"], log="otlp"),
    "js-dynamodb": Peer(javascript("dynamodb"), ["jsv3-3.1169.0-standard"]),
    "curl-retry-3": Peer(curl, ["curl-retry-3"], grouped_by="timing", log="curl-log", logs_on="stderr"),
    "urllib3": Peer(urllib3, ["urllib3-1.26-retry-default", "urllib3-2-retry-default"], grouped_by="timing",
                    log="urllib3-log"),
}


@contextlib.contextmanager
def recorder(tools, *options):
    """The program while it records: its URL, and what ends it and gives the record."""
    output = tools.run / "record.json"
    with subprocess.Popen([tools.program, "record", *map(str, options), "--output", output, "--format", "json"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            url = process.stdout.readline().strip()
            if not url:
                raise RuntimeError(f"record did not begin: {process.stderr.read()}")

            def finish():
                process.send_signal(signal.SIGINT)
                process.wait(20)
                return json.loads(output.read_text()), output
            yield url, finish
        finally:
            if process.poll() is None:
                process.kill()


def run_client(tools, peer, url):
    for command in peer.commands(tools, url, peer.calls):
        done = subprocess.run(list(map(str, command)), env=tools.environment(), cwd=tools.run, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE if peer.logs_on == "stderr" else subprocess.STDOUT, text=True,
                              timeout=300, check=False)
        if peer.logs_on == "stderr":
            with tools.log.open("a", encoding="utf8") as log:
                log.write(done.stderr)
        if done.returncode not in (0, 1, 18, 22, 52, 56, 254, 255):
            raise RuntimeError(f"{command[0]}: exit {done.returncode}: {done.stdout[-2000:]}")


def problems_of_groups(record, peer):
    """Each call is one of the client's, and what its attempts say agrees."""
    calls = record["calls"]
    if record.get("origin") != "recorded":
        yield f"origin {record.get('origin')}"
    if len(calls) != peer.calls:
        yield f"{len(calls)} calls, not {peer.calls}"
    for call in calls:
        attempts = call["attempts"]
        if len(attempts) > 1 and call["groupedBy"] != peer.grouped_by:
            yield f"call {call['call']} is grouped by {call['groupedBy']}"
        declared = [attempt.get("declaredAttempt") for attempt in attempts]
        counted = [number for number in declared if number is not None]
        if counted and counted != sorted(counted):
            yield f"call {call['call']}: attempts {declared}"
        targets = {attempt["sent"].get("url") for attempt in attempts}
        if len(targets) > 1:
            yield f"call {call['call']} mixes {targets}"
        for attempt in attempts[:-1]:
            if attempt["plannedDelayMs"] is not None or attempt["draw"] is not None:
                yield f"call {call['call']}: something is planned"


def infer(tools, file):
    done = subprocess.run([tools.program, "infer", file, "--format", "json"], text=True, capture_output=True, check=False)
    return done.returncode, json.loads(done.stdout)


def calls_of(record):
    """Path and statuses of each call; of a fault, nothing."""
    return [(urlsplit(call["attempts"][0]["sent"]["url"]).path, [attempt["status"] for attempt in call["attempts"]])
            for call in record["calls"]]


def problems_of_log(name, peer, tools, record, named):
    """What the client logged gives the calls that were recorded, and who it can be."""
    file = tools.run / "imported.json"
    done = subprocess.run([tools.program, "import", tools.log, "--from", peer.log, "--output", file], text=True,
                          capture_output=True, check=False)
    if done.returncode != 0:
        yield f"import: exit {done.returncode}: {done.stderr}"
        return
    recorded, imported = calls_of(record), calls_of(json.loads(file.read_text()))
    rest = list(imported)
    alike = 0
    for call in recorded:
        if call in rest:
            rest.remove(call)
            alike += 1
    if alike < ALIKE * max(len(recorded), len(imported)):
        yield f"{alike} of {len(recorded)} calls are in the log; recorded {recorded}, imported {imported}"
    clients = infer(tools, file)[1]["clients"]
    found = max(clients, key=lambda client: client["calls"])["is"] if clients else []
    if missing := set(named) - set(found):
        yield f"the log does not name {sorted(missing)}, but {found}"
    say(f"{name}: {alike} of {len(recorded)} calls from its log ({peer.log}), {', '.join(found) or 'nobody'}")


def replay_problem(tools, file, policy):
    done = subprocess.run([tools.program, "replay", file, "--policy", policy, "--format", "json"], text=True,
                          capture_output=True, check=False)
    return None if done.returncode in (0, 1) else f"replay: exit {done.returncode}: {done.stderr}"


def try_peer(name, peer, tools):
    with recorder(tools, "--scenario", HERE / peer.scenario) as (url, finish):
        run_client(tools, peer, url)
        record, file = finish()
    problems = list(problems_of_groups(record, peer))
    exit_code, found = infer(tools, file)
    clients = [client for client in found["clients"] if client["calls"] >= peer.calls]
    if not clients:
        problems.append(f"clients told apart: {[(c['userAgent'], c['calls']) for c in found['clients']]}")
    else:
        verdict, named = clients[0]["verdict"], clients[0]["is"]
        if not set(named) & set(peer.expected):
            problems.append(f"{verdict}: {named}, not {peer.expected}; against: {clients[0]['fits'][:1]}")
        elif exit_code != 0:
            problems.append(f"{named}, and infer ends with {exit_code}")
        else:
            say(f"{name}: {verdict}, {', '.join(named)}")
    if peer.log:
        problems.extend(problems_of_log(name, peer, tools, record, clients[0]["is"] if clients else []))
    if (problem := replay_problem(tools, file, peer.expected[0])) is not None:
        problems.append(problem)
    return problems


# Real servers behind the recorder.


@contextlib.contextmanager
def server(command, port, **options):
    with subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          **options) as process:
        try:
            if not listens(process, port, 20):
                process.kill()
                raise RuntimeError(f"{command[0]} does not listen on {port}: {process.stderr.read()[-1000:]}")
            yield
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def overlay_file(tools):
    """Each call's first attempt fails on the way; the others reach the server."""
    file = tools.run / "overlay.json"
    file.write_text(json.dumps({
        "format": "retryscope.scenario/1", "id": "overlay", "title": "the first attempt fails on the way",
        "steps": [{"status": 503, "body": ""}, {"pass": True}]}))
    return file


def behind_nginx(tools):
    program = tools.debian("usr/sbin/nginx")
    port = free_port()
    (tools.run / "www").mkdir()
    (tools.run / "www/key").write_text("content of nginx")
    config = tools.run / "nginx.conf"
    temporary = "".join(f"{name}_temp_path {tools.run}/{name};" for name in
                        ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    config.write_text(f"daemon off; pid {tools.run}/nginx.pid; user root; events {{}} http {{ access_log off; {temporary} "
                      f"server {{ listen 127.0.0.1:{port}; root {tools.run}/www; }} }}")
    yield from through(tools, [program, "-c", config, "-e", "stderr"], port,
                       lambda url: [[tools.debian("usr/bin/curl"), "-sS", "--retry", "2", f"{url}/key"]], "content of nginx")


def behind_dynalite(tools):
    modules = Path(tools.npm("dynalite")) / "node_modules"
    port = free_port()
    tools.python_module("boto3")
    yield from through(tools, ["node", modules / "dynalite/cli.js", "--port", port], port,
                       lambda url: [[PYTHON, HERE / "calls_boto3.py", url, "standard", "2", "dynamodb"]], '"TableNames"')


def behind_s3rver(tools):
    modules = Path(tools.npm("s3rver")) / "node_modules"
    port = free_port()
    tools.python_module("boto3")
    yield from through(tools, ["node", modules / "s3rver/bin/s3rver.js", "-d", tools.run / "s3", "-p", port,
                               "--configure-bucket", "bucket"], port,
                       lambda url: [[PYTHON, HERE / "calls_boto3.py", url, "standard", "2", "s3"]], "NoSuchKey",
                       # the only key that this server knows
                       {"AWS_ACCESS_KEY_ID": "S3RVER", "AWS_SECRET_ACCESS_KEY": "S3RVER"})


def through(tools, command, port, clients, content, environment=None):
    """Every call's first attempt fails on the way, the second is the server's."""
    with server(command, port), recorder(tools, "--upstream", f"http://127.0.0.1:{port}", "--overlay",
                                         overlay_file(tools)) as (url, finish):
        for client in clients(url):
            subprocess.run(list(map(str, client)), env={**tools.environment(), **(environment or {})}, cwd=tools.run,
                           capture_output=True, timeout=120, check=False)
        record, file = finish()
    if not record["calls"]:
        yield "no call was recorded"
    for call in record["calls"]:
        statuses = [attempt["status"] for attempt in call["attempts"]]
        if len(statuses) != 2 or statuses[0] != 503:
            yield f"call {call['call']}: {statuses}"
        elif content not in call["attempts"][1]["body"]:
            yield f"call {call['call']}: the server's response is {call['attempts'][1]['body'][:200]!r}"
    if (problem := replay_problem(tools, file, "botocore-1.29.27-standard")) is not None:
        yield problem


SERVERS = {"nginx": behind_nginx, "dynalite": behind_dynalite, "s3rver": behind_s3rver}


def install(packages):
    debian_packages.unpack(packages, DEBIAN, say)
    if shutil.which("npm") is None:
        say("there is no npm, so the JavaScript clients are skipped")
        return
    say(f"installing {', '.join(NPM)} beside them")
    done = subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", packages / "npm", *NPM], text=True,
                          capture_output=True, check=False)
    if done.returncode != 0:
        say(f"npm: {done.stderr[-500:]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=Path)
    parser.add_argument("--packages", required=True, type=Path)
    parser.add_argument("--install", action="store_true", help="download and unpack what is missing")
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    everything = [*PEERS, *SERVERS]
    if unknown := [name for name in arguments.names if name not in everything]:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(everything)}")
    packages = arguments.packages.resolve()
    if arguments.install:
        install(packages)
    tried, failed = 0, []
    for name in arguments.names or everything:
        with tempfile.TemporaryDirectory(prefix="peers-") as run:
            tools = Tools(arguments.program.resolve(), packages, Path(run))
            try:
                problems = try_peer(name, PEERS[name], tools) if name in PEERS else list(SERVERS[name](tools))
            except Missing as missing:
                say(f"SKIPPED {name}: {missing}; ./dev peers gets it")
                continue
            except (RuntimeError, subprocess.SubprocessError, OSError, ValueError) as error:
                problems = [str(error)]
        tried += 1
        if problems:
            failed.append(name)
            for problem in problems:
                say(f"FAILED {name}: {problem}")
        else:
            say(f"passed {name}")
    say(f"{tried - len(failed)} of {tried} as expected, {len(arguments.names or everything) - tried} skipped")
    return SKIPPED if tried == 0 else 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
