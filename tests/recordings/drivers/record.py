#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the recording of a client again: plays every scenario to it through the built-in recorder, writes what it did in
the form of tests/data/recordings, and says what differs from the recordings that are there.

    record.py --program build/dev/app/cli/retryscope-cli --packages build/drivers [--install] [--scenarios PREFIX]
              [--keep] [--jobs N] [--tries N] CLIENT...
    record.py --program … --packages … [--install] --redirects [--keep] CLIENT...
    record.py --program … --packages … [--install] --faults [--keep] CLIENT...
    record.py --program … --packages … --list

--install gets what is missing: Debian packages are unpacked in the folder of packages and not installed, npm's are put
beside them, in the versions that clients.py names, with a node of npm's where the machine's is too old. --keep puts the
result into tests/data/recordings/quiet; else it stays in the folder of packages. While a scenario is played, a thread that
only sleeps and wakes tells how late it was woken: what came out while the machine was busy is played again. --redirects plays redirects instead: which statuses a client
follows, how many, and with which method; it is held against, and kept in, redirects.json. --faults plays servers that
cannot be reached (faults.py, as root) and responses that are cut; it is held against, and kept in, the folder faults. Exit
0: nothing differs, 1: something does, 77: no client could be recorded.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from clients import DRIVERS, HERE, PYTHON, Missing
from tools import Tools, attempts_of, install, recorded

from ports import free_port  # isort: skip (tools has made its folder known)

RECORDINGS = HERE.parent.parent / "data/recordings"
QUIET = RECORDINGS / "quiet"
REDIRECTS = RECORDINGS.parent / "redirects.json"
FAULTS = RECORDINGS / "faults"
# Of servers that cannot be reached, as faults.py names them and as a policy does.
UNREACHED = {"refuse": "connectionRefused", "unreachable": "unreachable", "no-connect": "connectTimeout",
             "no-host": "hostNotFound", "tls-fail": "tlsFailed"}
OPERATIONS = {"ListObjectsV2": "s3", "GetItem": "dynamodb"}  # a GET and a POST
SKIPPED = 77
NEVER_SETTLED = 13  # of Node.js, where the promise of the call is never settled: the caller gets nothing
NOISE_MS = 60  # by which a busy machine makes waits longer
CALM_MS = 15  # a thread that is woken no later than this was on a machine with time for the client, too


def say(text):
    print(f"record: {text}", file=sys.stderr, flush=True)


def be_served_first():
    """Whatever else runs on this machine then waits for recorder and clients, not they for it."""
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(os.sched_get_priority_min(os.SCHED_RR)))
    except OSError:
        say("as an ordinary user: what else runs here makes waits longer")


class Witness(threading.Thread):
    """Sleeps for a moment again and again, and keeps how late it was woken."""
    NAP = 0.005

    def __init__(self):
        super().__init__(daemon=True)
        self._late = []  # (moment, seconds), the worse ones

    def run(self):
        before = time.monotonic()
        while True:
            time.sleep(self.NAP)
            now = time.monotonic()
            if now - before - self.NAP > 0.003:
                self._late.append((now, now - before - self.NAP))
            before = now

    def latest_ms(self, since):
        return round(1000 * max((late for moment, late in self._late if moment >= since), default=0), 1)


def end(process):
    process.kill()
    process.wait()


def run_client(tools, driver, url, operation, home, recorder=None):
    """Whether the call ended well, as the client has it; None where it was ended because the recorder had seen enough."""
    command = [str(word) for word in (*driver.command(tools), url, operation)]
    until = time.monotonic() + driver.longest
    with open(home / "said", "w+", encoding="utf-8") as said, subprocess.Popen(
            command, env=tools.environment(home), cwd=home, stdout=said, stderr=subprocess.STDOUT) as client:
        try:
            while client.poll() is None:
                if driver.ends_after and recorder and recorder.poll() is not None:
                    return None
                if time.monotonic() > until:
                    raise RuntimeError(f"{command[0]} went on for more than {driver.longest} s")
                try:
                    client.wait(0.2)
                except subprocess.TimeoutExpired:
                    pass
        finally:
            if client.poll() is None:
                end(client)
        if client.returncode not in (0, 1, NEVER_SETTLED):
            said.seek(0)
            raise RuntimeError(f"{command[0]}: exit {client.returncode}: {said.read()[-1000:]}")
        return client.returncode == 0


def play(tools, driver, scenario):
    """One line of the recording."""
    with tempfile.TemporaryDirectory(prefix="record-") as folder:
        home = Path(folder)
        if driver.plays_itself:
            file = home / "scenario.json"
            file.write_text(json.dumps(scenario))
            done = subprocess.run([*map(str, driver.command(tools)), file], env=tools.environment(home), text=True,
                                  capture_output=True, check=True, timeout=driver.longest)
            return json.loads(done.stdout)
        if scenario["steps"][0].get("fault") == "refuse":
            if driver.ends_after:
                return None  # nobody counts its attempts
            is_ok = run_client(tools, driver, f"http://127.0.0.1:{free_port()}", scenario["operation"], home)
            return {"scenario": scenario["id"], "requests": 0, "waitsMs": [], "ok": is_ok}
        is_ok, seen = recorded(
            tools, scenario, home,
            lambda url, recorder: run_client(tools, driver, url, scenario["operation"], home, recorder), driver.ends_after)
    attempts = attempts_of(seen)
    headers = [dict((name.lower(), value) for name, value in attempt["sent"]["headers"]) for attempt in attempts]
    row = {"scenario": scenario["id"], "requests": len(attempts),
           "waitsMs": [round(after["startMs"] - before["endMs"], 1) for before, after in zip(attempts, attempts[1:])],
           "ok": bool(is_ok)}
    if any("amz-sdk-request" in one for one in headers):
        row["amzSdkRequest"] = [one.get("amz-sdk-request") for one in headers]
    if is_ok is None:
        row["endedAfter"] = driver.ends_after
    return row


def record(tools, driver, scenario, witness, tries):
    """The calmest of some tries, or the first that was calm."""
    best = None
    for _ in range(tries):
        since = time.monotonic()
        row = play(tools, driver, scenario)
        if row is None:
            return None
        row["lateMs"] = witness.latest_ms(since)
        if best is None or row["lateMs"] < best["lateMs"]:
            best = row
        if best["lateMs"] <= CALM_MS or not best["waitsMs"]:
            break
    return best


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


def make(name, tools, scenarios, witness, arguments):
    """What differs from the recordings of before, or nothing where there are none."""
    driver = DRIVERS[name]
    scenarios = [one for one in scenarios if one["id"].startswith("grpc.") == driver.plays_itself
                 and (driver.has_sqs or not one["id"].startswith("sqs."))]
    file = f"{driver.client}-{driver.version(tools)}-{driver.mode}.json"
    wanted = [one for one in scenarios if not driver.leaves_out or not re.search(driver.leaves_out, one["id"])]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        played = pool.map(lambda scenario: record(tools, driver, scenario, witness, arguments.tries), wanted)
        rows = [row for row in played if row]
    made = tools.packages / file
    made.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
    found = []
    for folder in (RECORDINGS, QUIET):
        others = sorted(folder.glob(f"{driver.client}-*-{driver.mode}.json"))
        against = folder / file if (folder / file).exists() else others[-1] if others else None
        if against:
            say(f"{name}: held against {against.relative_to(RECORDINGS)}")
            found += differences(json.loads(against.read_text()), rows)
    if arguments.keep:
        QUIET.mkdir(exist_ok=True)
        made = Path(shutil.move(made, QUIET / file))
    late = max((row["lateMs"] for row in rows if row["waitsMs"]), default=0)
    say(f"{name}: {len(rows)} scenarios, {sum(row['requests'] for row in rows)} requests, woken at most {late} ms late: {made}")
    return found


def redirect_scenario(status, operation, is_loop=False):
    """A redirect to another path and a success there, or one that leads to itself."""
    redirect = {"status": status, "headers": {"Location": "/again" if is_loop else "/landed"}}
    success = {"status": 200, "headers": {"Content-Type": "application/json"}, "body": "{}"}
    return {"format": "retryscope.scenario/1", "id": f"redirect.{status}", "service": OPERATIONS[operation],
            "operation": operation, "steps": [redirect] if is_loop else [redirect, success]}


def redirected(tools, driver, scenario):
    """The requests of one call."""
    with tempfile.TemporaryDirectory(prefix="record-") as folder:
        home = Path(folder)
        _, seen = recorded(tools, scenario, home,
                           lambda url, _: run_client(tools, driver, url, scenario["operation"], home))
    return [attempt["sent"] for attempt in attempts_of(seen)]


def redirects_of(tools, driver):
    """Which statuses are followed with every method, which with GET alone, after which a POST goes on as a GET, and how
    many in a row (null: none)."""
    made = {"follows": [], "most": None, "changesMethod": []}
    only_get = []
    for status in (301, 302, 303, 307, 308):
        landed = {}
        for operation in OPERATIONS:
            sent = redirected(tools, driver, redirect_scenario(status, operation))
            there = [one for one in sent if one["url"].endswith("/landed")]
            landed[sent[0]["method"]] = there[0]["method"] if there else None
        if all(landed.values()):
            made["follows"].append(status)
        elif landed["GET"]:
            only_get.append(status)
        if landed["POST"] not in (None, "POST"):
            made["changesMethod"].append(status)
    if only_get:
        made["onlyGet"] = only_get
    if made["follows"] + only_get:
        loop = redirect_scenario((made["follows"] + only_get)[0], "ListObjectsV2", is_loop=True)
        urls = [one["url"] for one in redirected(tools, driver, loop)]
        made["most"] = (urls.index(urls[0], 1) if urls[0] in urls[1:] else len(urls)) - 1  # a retry begins again
    return made


def make_redirects(name, tools, arguments):
    """What differs from redirects.json."""
    driver = DRIVERS[name]
    recording = f"{driver.client}-{driver.version(tools)}-{driver.mode}"
    made = redirects_of(tools, driver)
    known = json.loads(REDIRECTS.read_text()) if REDIRECTS.exists() else {}
    say(f"{name}: {recording}: {json.dumps(made)}")
    found = [] if known.get(recording) == made else [f"{recording}: {json.dumps(known.get(recording))} -> {json.dumps(made)}"]
    if arguments.keep:
        lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in sorted({**known, recording: made}.items())]
        REDIRECTS.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    return found


def unreached(tools, driver, fault, operation):
    """How often a client tried to reach a server, and None where it never ends."""
    with tempfile.TemporaryDirectory(prefix="record-") as folder:
        home = Path(folder)
        report = home / "report.json"
        done = subprocess.run(["unshare", "--net", "--mount", PYTHON, "-B", HERE / "faults.py", fault, report,
                               str(driver.longest), *map(str, driver.command(tools)), operation],
                              env=tools.environment(home), cwd=home, text=True, capture_output=True, check=False)
        if done.returncode != 0 or not report.exists():
            say(f"{fault}, {operation}: {done.stderr[-300:]}")
            return None
        seen = json.loads(report.read_text())
        if not seen["attempts"]:
            say(f"{fault}, {operation}: no attempt at all: {seen['said']}")
            return None
        return {"fault": UNREACHED[fault], "operation": operation, "attempts": seen["attempts"], "ok": seen["ok"]}


def make_faults(name, tools, witness, arguments):
    """What differs from the folder faults."""
    driver = DRIVERS[name]
    if driver.plays_itself or driver.ends_after or driver.leaves_out.startswith(r"^net"):
        raise Missing("it does not end by itself, or is no client of the server")
    file = FAULTS / f"{driver.client}-{driver.version(tools)}-{driver.mode}.json"
    scenarios = json.loads((RECORDINGS / "scenarios-faults.json").read_text())
    wanted = [one for one in scenarios if not driver.leaves_out or not re.search(driver.leaves_out, one["id"])]
    operations = ["GetObject"] if "ddb" in driver.leaves_out else ["GetObject", "GetItem"]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        tries = [pool.submit(unreached, tools, driver, fault, operation) for fault in UNREACHED for operation in operations]
        played = pool.map(lambda scenario: record(tools, driver, scenario, witness, arguments.tries), wanted)
        rows = [row for row in [*(one.result() for one in tries), *played] if row]
    known = json.loads(file.read_text()) if file.exists() else []
    not_modelled = {row["scenario"]: row["notModelled"] for row in known if "notModelled" in row}
    for row in rows:
        if row.get("scenario") in not_modelled:
            row["notModelled"] = not_modelled[row["scenario"]]
    if arguments.keep:
        FAULTS.mkdir(exist_ok=True)
        file.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
    say(f"{name}: {len(rows)} failures")

    def facts(row):
        return {key: value for key, value in row.items() if key not in ("waitsMs", "lateMs", "amzSdkRequest")}
    return [f"{json.dumps(facts(row))} was not so before" for row in rows if facts(row) not in map(facts, known)]


def list_clients(tools):
    for name, driver in DRIVERS.items():
        try:
            state = f"{driver.version(tools)} is here"
        except Missing as missing:
            state = f"not here: {missing}"
        kept = sorted(file.stem for folder in (RECORDINGS, QUIET)
                      for file in folder.glob(f"{driver.client}-*-{driver.mode}.json"))
        print(f"{name:26} {driver.needs}; {state}; recorded: {', '.join(dict.fromkeys(kept)) or 'never'}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=Path)
    parser.add_argument("--packages", required=True, type=Path)
    parser.add_argument("--install", action="store_true", help="download and unpack what is missing")
    parser.add_argument("--scenarios", default="", metavar="PREFIX", help="only those whose id begins so")
    parser.add_argument("--keep", action="store_true", help="into tests/data/recordings/quiet")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(),
                        help="scenarios at a time; more than there are processors make waits longer")
    parser.add_argument("--tries", type=int, default=3, help="for one scenario, while the machine is busy")
    parser.add_argument("--list", action="store_true", help="say what can be recorded, and with which versions")
    parser.add_argument("--redirects", action="store_true", help="play redirects, and nothing else")
    parser.add_argument("--faults", action="store_true", help="play servers that cannot be reached, and cut responses")
    parser.add_argument("names", nargs="*", metavar="CLIENT")
    arguments = parser.parse_args()
    if arguments.list:
        return list_clients(Tools(arguments.program.resolve(), arguments.packages.resolve()))
    if not arguments.names:
        parser.error("name a client; --list says which there are")
    if unknown := [name for name in arguments.names if name not in DRIVERS]:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(DRIVERS)}")
    if arguments.keep and arguments.scenarios:
        parser.error("--keep needs all scenarios")
    tools = Tools(arguments.program.resolve(), arguments.packages.resolve())
    tools.packages.mkdir(parents=True, exist_ok=True)
    be_served_first()
    witness = Witness()
    witness.start()
    if arguments.install:
        install(tools, [DRIVERS[name] for name in arguments.names], say)
    scenarios = [one for file in ("scenarios.json", "scenarios-grpc.json", "scenarios-sqs.json")
                 for one in json.loads((RECORDINGS / file).read_text())
                 if one["id"].startswith(arguments.scenarios)]
    made = differing = 0
    for name in arguments.names:
        try:
            found = (make_redirects(name, tools, arguments) if arguments.redirects
                     else make_faults(name, tools, witness, arguments) if arguments.faults
                     else make(name, tools, scenarios, witness, arguments))
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
