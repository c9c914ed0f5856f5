#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the recorder put the requests of real clients to the calls that they are attempts of?

    grouping.py --program build/dev/app/cli/retryscope-cli --packages build/peers [--install] [--events FOLDER]
                [--calls N] [CLIENT]...

Each client makes its calls in a row with one target, the next as soon as the one before has ended (`row`: every call
fails; `row-mixed`: some succeed after retries), side by side with targets or bodies of their own (`apart`), and side by
side with equal requests (`alike`). The truth is the driver's: a header that no reader of records looks at says which call
a request is of. Between client and recorder stands a relay that notes when a client closes a connection.

Printed is, for each client and manner, the share of attempts that are in their call: the share of the calls' attempts that
the record has together and with no other's. --events writes what the recorder was told, with the true calls, for
tests/core/recording/tst_call_grouping_measured.cpp. Exit 1: less than GOAL of the attempts of a manner are in their
calls, where the client waits before it retries; 77: no client could be tried.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE.parent.parent / "support"))

import debian_packages  # noqa: E402 (the folders are known only now)

PYTHON = "/usr/bin/python3"  # Debian's, which Debian's packages are made for
SKIPPED = 77
GOAL = 0.99
SURE = 0.9  # of attempts in calls with this confidence or more, as many must be in their true call
# How often a call's requests fail before one succeeds; -1: always.
FAILURES = {"row": [-1] * 8, "row-mixed": [-1, 1, -1, 0, -1, 2, -1, -1], "apart": [-1, 1, -1, 2, -1, 0, 2, -1],
            "alike": [-1, 1, -1, 2, -1, 0, 2, -1]}
NPM = ["axios-retry@4.5.0", "axios@1.21.1", "got@14.6.6", "ky@1.14.3", "superagent@10.4.2", "undici@7.30.2", "p-retry@7.1.1",
       "fetch-retry@6.0.0", "gaxios@7.3.1", "openai@6.49.0", "async-retry@1.3.3", "node-fetch@2.7.0",
       "@azure/core-rest-pipeline@1.24.0"]
DEBIAN = ["curl", "wget", "awscli", "python3-boto3", "python3-requests", "python3-tenacity", "python3-httpx", "golang-go"]


def node(name):
    return lambda tools, url, count, mode: [["node", HERE / "calls_node.mjs", tools["modules"], name, url, count, mode]]


def python(name):
    return lambda tools, url, count, mode: [[PYTHON, HERE / "calls_python.py", name, url, count, mode]]


def process_each(words):
    """A program that makes one call: a process each."""
    def commands(tools, url, count, mode):
        made = []
        for number in range(1, int(count) + 1):
            own = mode == "apart"
            made.append(words(tools, f"{url}/item/{number}" if own else f"{url}/item", number))
        return made
    return commands


def program(tools, name):
    for found in (tools["packages"] / "root/usr/bin" / name, Path("/usr/bin", name)):
        if found.exists():
            return found
    raise FileNotFoundError(name)


def curl(*options):
    return process_each(lambda tools, url, number: [
        program(tools, "curl"), "--silent", "--output", f"body-{number}", "--header", f"truth: {number}", *options, url])


def wget(*options):
    return process_each(lambda tools, url, number: [
        program(tools, "wget"), "--no-config", "--quiet", f"--output-document=body-{number}", f"--header=truth: {number}",
        *options, url])


def go(tools, url, count, mode):
    """The program is built anew where its source is younger."""
    source, built = HERE / "calls_go.go", tools["packages"] / "calls_go_in_groups"
    if not built.exists() or built.stat().st_mtime < source.stat().st_mtime:
        compiler = next(path for path in (tools["packages"] / "root/usr/lib/go/bin/go", Path("/usr/lib/go/bin/go"))
                        if path.exists())
        subprocess.run([compiler, "build", "-o", built, source], check=True, capture_output=True, env={
            **environment(tools, tools["packages"]), "GO111MODULE": "off", "GOFLAGS": "", "CGO_ENABLED": "0",
            "GOROOT": str(compiler.resolve().parent.parent), "GOCACHE": str(tools["packages"] / "go-cache")})
    return [[built, url, count, mode]]


CLIENTS = {
    **{name: node(name) for name in (
        "async-retry", "axios-retry", "axios-retry-exponential", "azure-core-rest-pipeline", "fetch-retry", "gaxios", "got",
        "ky", "loop-full-jitter", "loop-constant", "loop-closing", "loop-first-at-once", "openai-js", "p-retry", "superagent",
        "undici-retry-agent")},
    **{name: python(name) for name in ("urllib3", "urllib3-at-once", "requests", "boto3", "tenacity-httpx", "urllib-loop")},
    "curl": curl("--retry", "2"),
    "curl-delay": curl("--retry", "3", "--retry-delay", "1"),
    "wget": wget("--tries=3", "--waitretry=2", "--retry-on-http-error=503"),
    "go-loop": go,
}
# The delays of these are no longer than the pause until their next call: nothing tells where a call ends.
WITHOUT_GAPS = {"axios-retry", "superagent", "urllib3-at-once", "tenacity-httpx"}


class Upstream:
    """Fails as often as the call of a request shall fail."""

    def __init__(self, failures):
        self._failures = failures
        self._seen = {}

    async def serve(self, reader, writer):
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                length = re.search(r"(?i)\r\ncontent-length: *(\d+)", head)
                if length:
                    await reader.readexactly(int(length.group(1)))
                truth = int(re.search(r"(?i)\r\ntruth: *(\d+)", head).group(1))
                self._seen[truth] = self._seen.get(truth, 0) + 1
                fails = self._failures[truth - 1]
                is_failure = fails < 0 or self._seen[truth] <= fails
                await asyncio.sleep(0.002)
                line = "503 Service Unavailable" if is_failure else "200 OK"
                writer.write(f"HTTP/1.1 {line}\r\nContent-Length: 2\r\nContent-Type: text/plain\r\n\r\nno".encode())
                await writer.drain()
        writer.close()


class Relay:
    """Passes bytes on, and keeps when the client closed which connection."""

    def __init__(self, port):
        self._port = port
        self.closed = {}  # port towards the recorder -> moment
        self.begun = {}  # the same -> moment of the first bytes

    async def serve(self, reader, writer):
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._port)
        own = there_writer.get_extra_info("sockname")[1]

        async def pump(source, sink, note):
            with contextlib.suppress(ConnectionError):
                while data := await source.read(65536):
                    note(True)
                    sink.write(data)
                    await sink.drain()
            note(False)
            sink.close()
        now = asyncio.get_running_loop().time
        server_closed = []

        def of_client(is_data):
            if is_data:
                self.begun.setdefault(own, now())
            elif not server_closed:
                self.closed[own] = now()
        await asyncio.gather(pump(reader, there_writer, of_client),
                             pump(there_reader, writer, lambda is_data: None if is_data else server_closed.append(1)))


def environment(tools, home):
    root = tools["packages"] / "root"
    clean = {name: value for name, value in os.environ.items()
             if not name.startswith("AWS_") and name.lower() not in ("http_proxy", "https_proxy", "all_proxy")}
    return {**clean, "HOME": str(home), "NO_PROXY": "127.0.0.1", "AWS_EC2_METADATA_DISABLED": "true",
            "AWS_CONFIG_FILE": "/dev/null", "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
            "PYTHONPATH": str(root / "usr/lib/python3/dist-packages"),
            "LD_LIBRARY_PATH": str(root / "usr/lib/x86_64-linux-gnu")}


async def run_commands(commands, mode, settings):
    async def one(words):
        process = await asyncio.create_subprocess_exec(*map(str, words), stdout=asyncio.subprocess.DEVNULL,
                                                       stderr=asyncio.subprocess.PIPE, **settings)
        said = (await process.communicate())[1].decode(errors="replace")
        if process.returncode == 1 and "Error" in said:
            raise RuntimeError(said[-600:])
    if mode == "row":
        for words in commands:
            await one(words)
    else:
        await asyncio.gather(*map(one, commands))


async def record_client(tools, name, manner, count):
    """The record of its calls, and when connections were closed, in milliseconds of the record."""
    mode = manner.split("-", maxsplit=1)[0]
    with tempfile.TemporaryDirectory(prefix="grouping-") as folder:
        upstream = Upstream((FAILURES[manner] * count)[:count])
        origin = await asyncio.start_server(upstream.serve, "127.0.0.1", 0)
        origin_port = origin.sockets[0].getsockname()[1]
        output = Path(folder, "record.json")
        recorder = await asyncio.create_subprocess_exec(
            str(tools["program"]), "record", "--upstream", f"http://127.0.0.1:{origin_port}", "--output", str(output),
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        try:
            url = (await recorder.stdout.readline()).decode().strip()
            if not url:
                raise RuntimeError((await recorder.stderr.read()).decode())
            relay = Relay(int(url.rsplit(":", 1)[1]))
            front = await asyncio.start_server(relay.serve, "127.0.0.1", 0)
            front_port = front.sockets[0].getsockname()[1]
            commands = CLIENTS[name](tools, f"http://127.0.0.1:{front_port}", str(count), mode)
            await run_commands(commands, mode, {"env": environment(tools, folder), "cwd": folder})
            await asyncio.sleep(0.2)  # for the last ends of connections
            recorder.send_signal(signal.SIGINT)
            await recorder.communicate()
            front.close()
            origin.close()
            return json.loads(output.read_text()), relay
        finally:
            if recorder.returncode is None:
                recorder.kill()


def attempts_of(record):
    """(begin, end, attempt, its call) in the order of the requests."""
    rows = [(attempt["startMs"], attempt["endMs"], attempt, index)
            for index, call in enumerate(record["calls"]) for attempt in call["attempts"]]
    return sorted(rows, key=lambda row: row[0])


def truth_of(attempt):
    return int(next(value for name, value in attempt["sent"]["headers"] if name.lower() == "truth"))


def share_in_their_calls(record):
    """Attempts in a call that is a true one, and of these in sure calls; each with how many there are. An attempt is in its
    call where most of the call that the record has it in, and most of the true call's attempts, are the same call's."""
    rows = [(truth_of(attempt), call, record["calls"][call]["confidence"]) for _, _, attempt, call in attempts_of(record)]
    together = Counter((truth, call) for truth, call, _ in rows)
    call_of_truth, truth_of_call = {}, {}
    for (truth, call), times in together.most_common():
        call_of_truth.setdefault(truth, call)
        truth_of_call.setdefault(call, truth)
    right = [call_of_truth[truth] == call and truth_of_call[call] == truth for truth, call, _ in rows]
    sure = [is_right for is_right, (_, _, confidence) in zip(right, rows) if confidence >= SURE]
    return sum(right), len(rows), sum(sure), len(sure)


def events_of(record, relay, client):
    """What the recorder was told, line by line: tests/data/grouping/README.md."""
    lines = []
    offset = None
    connections = {}  # by the port of the relay
    for number, (begin, end, attempt, _) in enumerate(attempts_of(record), 1):
        sent = {name.lower(): value for name, value in attempt["sent"]["headers"]}
        port = int(attempt["peer"].rsplit(":", 1)[1])
        if port not in connections:
            connections[port] = attempt["connection"]
            gap = relay.begun[port] * 1000 - begin  # the relay is told a moment earlier
            offset = gap if offset is None else max(offset, gap)
        kept = ("connection", "x-ms-client-request-id", "amz-sdk-invocation-id", "amz-sdk-request",
                "x-stainless-retry-count", "idempotency-key")
        headers = [f"user-agent: {client}"] + [f"{name}: {sent[name]}" for name in kept if sent.get(name)]
        lines.append((begin, "begin", number, attempt["connection"], truth_of(attempt), attempt["sent"].get("method", "GET"),
                      re.sub(r"^https?://[^/]+", "", attempt["sent"].get("url", "")), attempt["sent"].get("body") or "",
                      " | ".join(headers)))
        lines.append((end, "end", number, attempt["status"] or attempt["fault"]))
    for port, moment in relay.closed.items():
        if port in connections:
            lines.append((moment * 1000 - offset, "close", connections[port]))
    return sorted(lines, key=lambda line: (line[0], ("end", "close", "begin").index(line[1])))


def write_events(folder, logs):
    """logs: (client, manner) -> lines."""
    folder.mkdir(exist_ok=True)
    for client in {client for client, _ in logs}:
        with open(folder / f"{client}.tsv", "w", encoding="utf-8") as file:
            for manner in FAILURES:
                if (client, manner) in logs:
                    file.write(f"# {manner}\n")
                    for moment, *cells in logs[client, manner]:
                        file.write("\t".join([f"{moment:.2f}", *map(str, cells)]) + "\n")


def install(packages):
    packages.mkdir(parents=True, exist_ok=True)
    debian_packages.unpack(packages, DEBIAN, say)
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", packages / "npm", *NPM], check=False,
                   capture_output=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--packages", type=Path, required=True)
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--events", type=Path)
    parser.add_argument("--calls", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("clients", nargs="*")
    arguments = parser.parse_args()
    packages = arguments.packages.resolve()
    if arguments.install:
        install(packages)
    tools = {"program": arguments.program.resolve(), "packages": packages, "modules": packages / "npm/node_modules"}

    logs = {}

    async def all_of_them():
        places = asyncio.Semaphore(arguments.jobs)

        async def one(name, manner):
            async with places:
                try:
                    record, relay = await asyncio.wait_for(record_client(tools, name, manner, arguments.calls), 280)
                except (OSError, RuntimeError, StopIteration, subprocess.SubprocessError, asyncio.TimeoutError, ValueError,
                        KeyError) as error:
                    say(f"SKIPPED {name} {manner}: {type(error).__name__} {str(error)[-500:]}")
                    return None
            right, total, sure_right, sure = share_in_their_calls(record)
            print(f"{name:26} {manner:10} {right:3} of {total:3} in their call, {sure_right:3} of {sure:3} that are sure",
                  flush=True)
            logs[name, manner] = events_of(record, relay, name)
            return name, manner, right, total, sure_right, sure
        names = arguments.clients or list(CLIENTS)
        return await asyncio.gather(*(one(name, manner) for name in names for manner in FAILURES))
    results = [result for result in asyncio.run(all_of_them()) if result]
    if arguments.events:
        write_events(arguments.events, logs)
    return verdict_on(results)


def verdict_on(results):
    """The exit code, and on standard error what it is for."""
    problems = 0
    for manner in FAILURES:
        rows = [row for row in results if row[1] == manner]
        told = [row for row in rows if manner == "apart" or row[0] not in WITHOUT_GAPS]
        right, total = sum(row[2] for row in told), sum(row[3] for row in told)
        sure_right, sure = sum(row[4] for row in rows), sum(row[5] for row in rows)
        is_bad = (manner != "alike" and right < GOAL * total) or sure_right < SURE * sure
        problems += is_bad
        say(f"{'FAILED ' if is_bad else ''}{manner}: {right} of {total} attempts in their call, of those that are sure "
            f"{sure_right} of {sure}")
    return SKIPPED if not results else 1 if problems else 0


def say(text):
    print(f"grouping: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
