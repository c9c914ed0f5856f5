# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a kind of configuration is, and how the clients of one are run: programs in Python and JavaScript, proxies."""

import http.client
import json
import re
import socket
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
KNOWN = HERE.parent.parent.parent / "resources/imports"
sys.path.insert(0, str(HERE.parent))

from peers import PYTHON  # noqa: E402 (the folder is known only now)
import debian_packages  # noqa: E402 (peers.py has made the folder known)
from ports import free_port, listens  # noqa: E402

FAILS = 5  # requests of a call, before one that succeeds


@dataclass(frozen=True)
class Failure:
    """What each of the first requests gets."""
    name: str
    step: dict
    method: str = "GET"
    service: str = "generic"
    operation: str = ""
    success: dict = field(default_factory=lambda: {"status": 200, "body": "{}"})

    def steps(self):
        return [self.step] * FAILS + [self.success]

    def scenario(self):
        return {"format": "retryscope.scenario/1", "id": self.name, "service": self.service, "operation": self.operation,
                "steps": self.steps()}


CUT = {"fault": "truncate", "status": 200, "body": "{", "missingBytes": 10}
FAILURES = [
    Failure("s503", {"status": 503}), Failure("s500", {"status": 500}), Failure("s404", {"status": 404}),
    Failure("s429-after-1", {"status": 429, "headers": {"Retry-After": "1"}}), Failure("post-s503", {"status": 503}, "POST"),
    Failure("close", {"fault": "close"}), Failure("post-close", {"fault": "close"}, "POST"), Failure("cut", CUT),
]


@dataclass
class Part:
    """A setting as it is drawn: `name`, or how it is misspelt, and its value."""
    key: str  # the first name of its row in resources/imports
    name: str
    value: str
    is_misplaced: bool = False


def misspelt(chance, name):
    """One letter less, not the first."""
    at = chance.randrange(1, len(name))
    return name[:at] + name[at + 1:]


class Kind:
    """A kind of configuration. values: by setting; odd: at its limits, beyond them, and of other types."""
    name = ""
    body = ""  # of a POST
    later = set()  # rows of releases after the one that is tried
    limits_calls = False  # one of its time limits is for all attempts together
    failures = FAILURES
    debian = []
    values = {}
    odd = {}

    def __init__(self):
        self.version = ""
        self.rows = {row["names"][0]: row["names"] for row in json.loads((KNOWN / f"{self.name}.json").read_text())["settings"]}
        if missing := [key for key in self.rows if key not in self.values]:
            raise KeyError(f"{self.name}: no values for {', '.join(missing)}")

    @property
    def settings(self):
        return list(self.rows)

    @property
    def client(self):
        """Its name in reports."""
        return self.version.split(" ")[0].split("/")[-1]

    @staticmethod
    def is_own(key):
        """It is a setting of the client, not of the program around."""
        return "." in key

    @staticmethod
    def own_name(name):
        return name.split(".")[-1]

    def install(self, tools, say):
        debian_packages.unpack(tools.packages, self.debian, say)

    def draw(self, chance, number):
        """A text, and the settings in it."""
        keys = [self.settings[number % len(self.rows)]]
        others = [key for key in self.rows if key != keys[0] and self.is_own(key)] or self.settings
        keys += [key for key in chance.sample(others, chance.randrange(0, min(5, len(others)))) if key != keys[0]]
        parts = []
        for key in keys:
            odd = self.odd.get(key, [])
            value = chance.choice(odd if odd and chance.random() < 0.2 else self.values[key])
            name = self.own_name(chance.choice(self.rows[key]))
            wrong = chance.random()
            is_misspelt = wrong < 0.05 and self.is_own(key) and len(name) > 4
            parts.append(Part(key, misspelt(chance, name) if is_misspelt else name, value, wrong > 0.95))
        text = self.write(chance, parts)
        plain = re.sub(r"[_.-]", "", text.lower())
        return text, [key for key in keys if any(re.sub(r"[_.*-]", "", self.own_name(name).lower()).split(" ")[-1] in plain
                                                 for name in self.rows[key])]

    def write(self, chance, parts):
        """The text of the configuration."""
        raise NotImplementedError

    def program(self, text):
        """What the driver runs for the configuration."""
        return text

    def prepare(self, tools):
        """Sets the version; raises Missing."""
        raise NotImplementedError

    def refusal(self, said, play):
        """Why the client cannot use the configuration, where only a call shows that; empty: it can."""
        return "" if play.came else said.get("ended", "")

    def play(self, tools, server, jobs, at_once):
        """jobs: name to text and failure. What the client says of each, by name."""
        raise NotImplementedError


def driven(kind, command, environment, server, jobs, at_once):
    """Runs a driver that reads jobs from standard input, and returns what it says of each."""
    port = server.listen()
    lines = [json.dumps({"id": name, "program": kind.program(text), "method": failure.method, "steps": failure.steps(),
                         "url": f"http://127.0.0.1:{port}/{name}"})
             for name, (text, failure) in jobs.items()]
    done = subprocess.run([*map(str, command), str(at_once)], input="\n".join(lines), env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=1800, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{command[1]}: {done.stderr[-2000:]}")
    return {said["id"]: said for said in map(json.loads, done.stdout.splitlines())}


class Python(Kind):
    """Programs that /usr/bin/python3 runs. Every call of a play is in one process."""
    module = ""

    def prepare(self, tools):
        tools.python_module(self.module)
        said = subprocess.run([PYTHON, "-c", f"import {self.module}; print({self.module}.__version__)"], text=True,
                              env=tools.environment(), capture_output=True, check=True)
        self.version = f"{self.module} {said.stdout.strip()}"

    def refusal(self, said, play):
        return super().refusal(said, play) or (said["ended"] if said.get("ended", "").startswith("TypeError") else "")

    def play(self, tools, server, jobs, at_once):
        return driven(self, [PYTHON, HERE / "calls_python.py"], tools.environment(), server, jobs, at_once)


class Node(Kind):
    """Programs in JavaScript. Every call of a play is in one process."""
    npm = []  # the client's package is the first

    def install(self, tools, say):
        wanted = [package for package in self.npm if self.version_of(tools, package) != package.rsplit("@", 1)[1]]
        if wanted:
            say(f"installing {', '.join(wanted)}")
            subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", tools.packages / "npm", *wanted],
                           capture_output=True, check=True)

    @staticmethod
    def version_of(tools, package):
        file = tools.packages / "npm/node_modules" / package.rsplit("@", 1)[0] / "package.json"
        return json.loads(file.read_text())["version"] if file.exists() else ""

    def prepare(self, tools):
        for package in self.npm:
            tools.npm(package.rsplit("@", 1)[0])
        self.version = f"{self.npm[0].rsplit('@', 1)[0]} {self.version_of(tools, self.npm[0])}"

    def play(self, tools, server, jobs, at_once):
        return driven(self, ["node", HERE / "calls_node.mjs", tools.packages / "npm"], tools.environment(), server, jobs, at_once)


class Proxy(Kind):
    """A proxy whose servers all are the one that fails. Each call has a process of its own, since a proxy remembers
    which server failed."""
    body = "content"
    path, says_version, named = "", ["-v"], {}  # named: values for one of the names of a row

    def prepare(self, tools):
        self.program_file = tools.debian(self.path)
        said = subprocess.run([self.program_file, *self.says_version], env=tools.environment(), text=True,
                              capture_output=True, check=False)
        self.version = f"{self.name} {re.search(r'[0-9]+[.][0-9.]*[0-9]', said.stdout + said.stderr).group()}"

    @staticmethod
    def is_own(key):
        return " " not in key

    @staticmethod
    def own_name(name):
        return name

    def value(self, chance, part):
        return chance.choice(self.named[part.name]) if part.name in self.named else part.value

    def command(self, folder):
        raise NotImplementedError

    def play(self, tools, server, jobs, at_once):
        origins = [server.listen() for _ in range(3)]

        def played(name):
            text, failure = jobs[name]
            with tempfile.TemporaryDirectory(prefix="proxy-") as place:
                folder = Path(place)
                port = free_port()
                for number, real in enumerate([port, *origins]):
                    text = text.replace(f"127.0.0.1:900{number}", f"127.0.0.1:{real}")
                (folder / "proxy.conf").write_text(self.program(text).replace("{folder}", place))
                with open(folder / "said", "w+", encoding="utf-8") as said, subprocess.Popen(
                        [self.program_file, *map(str, self.command(folder))], stdout=said, stderr=said, cwd=place,
                        env=tools.environment()) as proxy:
                    try:
                        if not listens(proxy, port, 10):
                            said.seek(0)
                            return {"id": name, "refused": first_problem(said.read().replace(place, ""))}
                        return {"id": name, "ended": asked(port, name, failure.method, self.body)}
                    finally:
                        proxy.terminate()

        with ThreadPoolExecutor(at_once) as threads:
            return {said["id"]: said for said in threads.map(played, jobs)}


def first_problem(said):
    """Of what a proxy says when it does not start."""
    lines = [line for line in said.splitlines() if "emerg" in line or "ALERT" in line or "rror" in line]
    return (lines or [said])[0][:300] or "does not listen"


def asked(port, name, method, content):
    """Head and body in one piece: HAProxy sends again only what it had whole when it sent it first."""
    body = content if method == "POST" else ""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall((f"{method} /{name} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                            f"Content-Length: {len(body)}\r\n\r\n{body}").encode())
        try:
            response = http.client.HTTPResponse(connection, method=method)
            response.begin()
            return f"status {response.status}, {len(response.read())} bytes"
        except (OSError, http.client.HTTPException) as error:
            return f"{type(error).__name__}: {error}"
