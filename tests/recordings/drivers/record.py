#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the recording of a client again: plays every scenario to it through the built-in recorder, writes what it did in
the form of tests/data/recordings, and says what differs from the recording that is there.

    record.py --program build/dev/app/cli/retryscope-cli --packages build/drivers [--install] [--scenarios PREFIX]
              [--keep] [--jobs N] CLIENT...

--install gets what is missing: Debian packages are unpacked in the folder of packages and not installed, npm's are put
beside them, in the versions that DRIVERS names, with a node of npm's where the machine's is too old. --keep puts the result
in the place of the recording; else it stays in the folder of packages. Exit 0: nothing differs, 1: something does,
77: no client could be recorded.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "support"))

import debian_packages  # noqa: E402 (the folder is known only now)

RECORDINGS = HERE.parent.parent / "data/recordings"
SKIPPED = 77
PYTHON = "/usr/bin/python3"  # Debian's, which Debian's packages are made for
NOISE_MS = 60  # by which a busy machine makes waits longer
LONGEST = 150  # seconds that a client may take for one scenario
NODE = "node@24"  # what the newest of the npm clients ask for, where the machine's own is older
NODE_MAJOR = 20

ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI", "AWS_REGION": "us-east-1",
    "AWS_DEFAULT_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true", "AWS_CONFIG_FILE": "/dev/null",
    "AWS_SHARED_CREDENTIALS_FILE": "/dev/null", "NO_PROXY": "127.0.0.1,localhost",
}


def say(text):
    print(f"record: {text}", file=sys.stderr, flush=True)


class Missing(Exception):
    """A client that is not there."""


@dataclass
class Driver:
    command: object  # tools -> what the URL and the operation are put behind
    version: object  # tools -> version of the client that is there
    client: str  # as in the recording's name: client-version-mode
    mode: str
    debian: list = field(default_factory=list)
    npm: list = field(default_factory=list)


@dataclass
class Tools:
    program: Path
    packages: Path

    @property
    def root(self):
        return self.packages / "root"

    @property
    def modules(self):
        return self.packages / "npm/node_modules"

    def environment(self, home):
        return {
            **{name: value for name, value in os.environ.items() if not name.startswith("AWS_") and
               name.lower() not in ("http_proxy", "https_proxy", "all_proxy")},
            **ENVIRONMENT, "HOME": str(home), "PYTHONPATH": str(self.root / "usr/lib/python3/dist-packages"),
            "LD_LIBRARY_PATH": str(self.root / "usr/lib/x86_64-linux-gnu"),
        }

    def debian(self, path):
        for found in (self.root / path, Path("/", path)):
            if found.exists():
                return str(found)
        raise Missing(f"/{path} is neither unpacked nor installed")

    def node(self):
        """npm's node where the machine's is missing or too old."""
        own = shutil.which("node")
        if own is not None:
            said = subprocess.run([own, "--version"], text=True, capture_output=True, check=False).stdout
            if (major := re.match(r"v(\d+)", said)) and int(major.group(1)) >= NODE_MAJOR:
                return own
        if (found := self.modules / "node/bin/node").exists():
            return str(found)
        raise Missing(f"no node of version {NODE_MAJOR} or later")

    def npm_version(self, name):
        file = self.modules / name / "package.json"
        if not file.exists():
            raise Missing(f"no {name} in {self.modules}")
        return json.loads(file.read_text())["version"]


def version_said(command, pattern):
    def version(tools):
        words = command(tools)
        done = subprocess.run(words, text=True, capture_output=True, check=False, env=tools.environment(tools.packages))
        found = re.search(pattern, done.stdout + done.stderr)
        if done.returncode != 0 or not found:
            raise Missing(f"{words[0]} says no version")
        return found.group(1)
    return version


def python(script, *arguments):
    return lambda tools: [PYTHON, HERE / script, *arguments]


def node(kind):
    return lambda tools: [tools.node(), HERE / "calls.mjs", tools.modules, kind]


def npm(client, version, mode="default", also=(), kind=None, package=None):
    package = package or client
    return Driver(node(kind or client), lambda tools: tools.npm_version(package), client, mode,
                  npm=[f"{package}@{version}", *also])


CURL = version_said(lambda tools: [tools.debian("usr/bin/curl"), "--version"], r"curl ([\d.]+)")
BOTOCORE = version_said(lambda tools: [PYTHON, "-c", "import botocore; print(botocore.__version__)"], r"([\d.]+)")

DRIVERS = {
    "curl": Driver(lambda tools: [PYTHON, HERE / "calls_curl.py", tools.debian("usr/bin/curl"), "--retry", "3"], CURL, "curl",
                   "retry-3", debian=["curl"]),
    "curl-all-errors": Driver(
        lambda tools: [PYTHON, HERE / "calls_curl.py", tools.debian("usr/bin/curl"), "--retry", "3", "--retry-all-errors"],
        CURL, "curl", "retry-3-all-errors", debian=["curl"]),
    **{f"boto3-{mode}": Driver(python("calls_boto3.py", mode), BOTOCORE, "botocore", mode, debian=["python3-boto3"])
       for mode in ("legacy", "standard", "adaptive")},
    "openai-js": npm("openai-js", "6.49.0", package="openai"),
    "axios-retry": npm("axios-retry", "4.5.0", also=["axios@1"]),
    "axios-retry-exponential": npm("axios-retry", "4.5.0", mode="exponential-delay", also=["axios@1"],
                                   kind="axios-retry-exponential"),
    "got": npm("got", "14.6.6"),
}


def install(packages, drivers):
    if debian := sorted({name for driver in drivers for name in driver.debian}):
        debian_packages.unpack(packages, debian, say)
    wanted = sorted({name for driver in drivers for name in driver.npm})
    if not wanted:
        return
    if shutil.which("npm") is None:
        say("there is no npm, so its clients are skipped")
        return
    try:
        Tools(Path(), packages).node()
    except Missing:
        wanted.append(NODE)
    say(f"installing {', '.join(wanted)} beside them")
    done = subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", packages / "npm", *wanted], text=True,
                          capture_output=True, check=False)
    if done.returncode != 0:
        say(f"npm: {done.stderr[-500:]}")


def closed_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def run_client(tools, driver, url, operation, home):
    """Whether the call ended well, as the client has it."""
    command = [*driver.command(tools), url, operation]
    done = subprocess.run(list(map(str, command)), env=tools.environment(home), cwd=home, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=LONGEST, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{command[0]}: exit {done.returncode}: {done.stdout[-1000:]}")
    return done.returncode == 0


def record(tools, driver, scenario):
    """One line of the recording."""
    with tempfile.TemporaryDirectory(prefix="record-") as folder:
        home = Path(folder)
        if scenario["steps"][0].get("fault") == "refuse":
            is_ok = run_client(tools, driver, f"http://127.0.0.1:{closed_port()}", scenario["operation"], home)
            return {"scenario": scenario["id"], "requests": 0, "waitsMs": [], "amzSdkRequest": [], "ok": is_ok}
        file, output = home / "scenario.json", home / "record.json"
        file.write_text(json.dumps(scenario))
        with subprocess.Popen([tools.program, "record", "--scenario", file, "--output", output], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            try:
                url = process.stdout.readline().strip()
                if not url:
                    raise RuntimeError(f"record did not begin: {process.stderr.read()}")
                is_ok = run_client(tools, driver, url, scenario["operation"], home)
                process.send_signal(signal.SIGINT)
                process.communicate(timeout=20)
            finally:
                if process.poll() is None:
                    process.kill()
        attempts = [attempt for call in json.loads(output.read_text())["calls"] for attempt in call["attempts"]]
    attempts.sort(key=lambda attempt: attempt["startMs"])
    headers = [dict((name.lower(), value) for name, value in attempt["sent"]["headers"]) for attempt in attempts]
    return {
        "scenario": scenario["id"], "requests": len(attempts),
        "waitsMs": [round(after["startMs"] - before["endMs"], 1) for before, after in zip(attempts, attempts[1:])],
        "amzSdkRequest": [one.get("amz-sdk-request") for one in headers], "ok": is_ok}


def differences(before, after):
    """Sentences about what is another thing than it was. Waits are drawn anew each time: those before the same retry of all
    scenarios are held together, and differ where the middle one lies outside of what there was."""
    known = {row["scenario"]: row for row in before}
    waits = {}  # number of the retry -> waits as they were, and as they are
    for row in after:
        old = known.get(row["scenario"])
        if old is None:
            yield f"{row['scenario']}: was not recorded before"
            continue
        old_ok = old["ok"] if "ok" in old else old["outcome"]["ok"]
        for name, was, now in (("requests", old["requests"], row["requests"]), ("ok", old_ok, row["ok"])):
            if was != now:
                yield f"{row['scenario']}: {name} {was} -> {now}"
        if old["requests"] == row["requests"]:
            for number, pair in enumerate(zip(old["waitsMs"], row["waitsMs"]), 1):
                waits.setdefault(number, []).append(pair)
    for number, pairs in waits.items():
        was, now = ([pair[side] for pair in pairs] for side in (0, 1))
        if not min(was) - NOISE_MS <= statistics.median(now) <= max(was) + NOISE_MS:
            yield (f"wait before retry {number}: {min(was):.0f} to {max(was):.0f} ms -> {min(now):.0f} to {max(now):.0f} ms, "
                   f"in {len(pairs)} scenarios")


def make(name, tools, scenarios, jobs, keep):
    """What differs, or None where there is nothing to hold it against."""
    driver = DRIVERS[name]
    version = driver.version(tools)
    target = RECORDINGS / f"{driver.client}-{version}-{driver.mode}.json"
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        rows = list(pool.map(lambda scenario: record(tools, driver, scenario), scenarios))
    content = "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n"
    made = tools.packages / target.name
    made.write_text(content)
    others = sorted(RECORDINGS.glob(f"{driver.client}-*-{driver.mode}.json"))
    against = target if target.exists() else others[-1] if others else None
    found = list(differences(json.loads(against.read_text()), rows)) if against else None
    if keep:
        made.replace(target)
    say(f"{name}: {len(rows)} scenarios, {sum(row['requests'] for row in rows)} requests: {target if keep else made}")
    if against:
        say(f"{name}: held against {against.name}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=Path)
    parser.add_argument("--packages", required=True, type=Path)
    parser.add_argument("--install", action="store_true", help="download and unpack what is missing")
    parser.add_argument("--scenarios", default="", metavar="PREFIX", help="only those whose id begins so")
    parser.add_argument("--keep", action="store_true", help="in the place of the recording that is there")
    parser.add_argument("--jobs", type=int, default=4, help="scenarios at a time; what computes much makes waits longer")
    parser.add_argument("names", nargs="+", metavar="CLIENT")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.names if name not in DRIVERS]:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(DRIVERS)}")
    if arguments.keep and arguments.scenarios:
        parser.error("--keep needs all scenarios")
    tools = Tools(arguments.program.resolve(), arguments.packages.resolve())
    tools.packages.mkdir(parents=True, exist_ok=True)
    if arguments.install:
        install(tools.packages, [DRIVERS[name] for name in arguments.names])
    scenarios = [one for one in json.loads((RECORDINGS / "scenarios.json").read_text())
                 if one["id"].startswith(arguments.scenarios)]
    made = differing = 0
    for name in arguments.names:
        try:
            found = make(name, tools, scenarios, arguments.jobs, arguments.keep)
        except Missing as missing:
            say(f"SKIPPED {name}: {missing}; ./dev record {name} gets it")
            continue
        made += 1
        differing += bool(found)
        for line in found or []:
            print(f"{name}: {line}")
    return SKIPPED if made == 0 else 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
