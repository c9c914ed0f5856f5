# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the clients that are recorded lie, what they run under, and how they get there."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from clients import HERE, PYTHON, Missing

sys.path.insert(0, str(HERE.parent.parent / "support"))

import debian_packages  # noqa: E402 (the folder is known only now)

NODE = "node@24"  # what the newest of the npm clients ask for, where the machine's own is older
NODE_MAJOR = 22

ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI", "AWS_REGION": "us-east-1",
    "AWS_DEFAULT_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true", "AWS_CONFIG_FILE": "/dev/null",
    "AWS_SHARED_CREDENTIALS_FILE": "/dev/null", "NO_PROXY": "127.0.0.1,localhost",
}


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

    @property
    def pypi(self):
        return self.packages / "pypi"

    def environment(self, home):
        python = [self.pypi, self.root / "usr/lib/python3/dist-packages"]
        return {
            **{name: value for name, value in os.environ.items() if not name.startswith("AWS_") and
               name.lower() not in ("http_proxy", "https_proxy", "all_proxy")},
            **ENVIRONMENT, "HOME": str(home), "PYTHONPATH": os.pathsep.join(map(str, python)),
            "LD_LIBRARY_PATH": str(self.root / "usr/lib/x86_64-linux-gnu"), **self.ruby(),
        }

    def ruby(self):
        """An unpacked Ruby looks for its libraries where an installed one has them."""
        folders = [self.root / "usr/lib/ruby/vendor_ruby", *self.root.glob("usr/lib/ruby/[0-9]*"),
                   *self.root.glob("usr/lib/x86_64-linux-gnu/ruby/[0-9]*"),
                   *self.root.glob("usr/share/rubygems-integration/all/gems/*/lib"),
                   *self.root.glob("usr/lib/ruby/gems/*/gems/*/lib")]
        return {"RUBYLIB": os.pathsep.join(map(str, folders))} if len(folders) > 1 else {}

    def debian(self, path):
        for found in (self.root / path, Path("/", path)):
            if found.exists():
                return str(found)
        raise Missing(f"/{path} is neither unpacked nor installed")

    def node(self, oldest=NODE_MAJOR):
        """npm's node where the machine's is missing or older than that."""
        own = shutil.which("node")
        if own is not None:
            said = subprocess.run([own, "--version"], text=True, capture_output=True, check=False).stdout
            if (major := re.match(r"v(\d+)", said)) and int(major.group(1)) >= oldest:
                return own
        if (found := self.modules / "node/bin/node").exists():
            return str(found)
        raise Missing(f"no node of version {oldest} or later")

    def npm_version(self, name):
        file = self.modules / name / "package.json"
        if not file.exists():
            raise Missing(f"no {name} in {self.modules}")
        return json.loads(file.read_text())["version"]


def is_missing(tools, driver):
    try:
        driver.command(tools)
        return driver.version(tools) != (driver.pinned or driver.version(tools))
    except Missing:
        return True


def run_installer(command, say):
    say(" ".join(map(str, command)))
    done = subprocess.run(command, text=True, capture_output=True, check=False)
    if done.returncode != 0:
        say(done.stderr[-500:])


def install(tools, drivers, say):
    """Unpacks and installs what the drivers need and is not there."""
    packages, drivers = tools.packages, [driver for driver in drivers if is_missing(tools, driver)]
    if debian := sorted({name for driver in drivers for name in driver.debian}):
        debian_packages.unpack(packages, debian, say)
    if pypi := sorted({name for driver in drivers for name in driver.pypi}):
        run_installer([PYTHON, "-m", "pip", "install", "--no-deps", "--target", tools.pypi, *pypi], say)
    wanted = sorted({name for driver in drivers for name in driver.npm})
    if not wanted:
        return
    if shutil.which("npm") is None:
        say("there is no npm, so its clients are skipped")
        return
    try:
        tools.node()
    except Missing:
        wanted.append(NODE)
    run_installer(["npm", "install", "--no-audit", "--no-fund", "--prefix", packages / "npm", *wanted], say)


def recorded(tools, scenario, home, call, stop_after=0):
    """What call(url, recorder) returned while the recorder played the scenario at url, and the record. stop_after: requests
    after which the recorder ends by itself; 0: it does not."""
    file, output = home / "scenario.json", home / "record.json"
    file.write_text(json.dumps(scenario))
    stop = ["--stop-after", str(stop_after)] if stop_after else []
    with subprocess.Popen([tools.program, "record", "--scenario", file, "--output", output, *stop], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as recorder:
        try:
            url = recorder.stdout.readline().strip()
            if not url:
                raise RuntimeError(f"record did not begin: {recorder.stderr.read()}")
            returned = call(url, recorder)
            if recorder.poll() is None:
                recorder.send_signal(signal.SIGINT)
            recorder.communicate(timeout=20)
        finally:
            if recorder.poll() is None:
                recorder.kill()
    return returned, json.loads(output.read_text())


def attempts_of(record):
    """Those of all calls, in the order in which they began."""
    return sorted((attempt for call in record["calls"] for attempt in call["attempts"]),
                  key=lambda attempt: attempt["startMs"])
