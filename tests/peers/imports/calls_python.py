# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs programs in Python that configure a client, and sends a call with each.

    calls_python.py NUMBER    (of them at once)

Each line of standard input is a program that defines call(method, url); each line of standard output says what became of
its call. Delays are not waited for: the output says when the client began to sleep and for how long it would have.
"""

import contextlib
import importlib
import json
import multiprocessing
import sys
import time
import warnings

LONGEST = 3600  # seconds that no client should sleep
MODULES = ["urllib3", "requests", "botocore.session"]  # read once; a program can change them, so each has a process
slept = []


def sleep(seconds):
    slept.append([time.monotonic(), seconds])
    if seconds > LONGEST:
        raise OverflowError(f"sleeps for {seconds} s")


def played(job):
    said = {"id": job["id"], "slept": slept}
    names = {}
    try:
        exec(job["program"], names)  # pylint: disable=exec-used; a program of ours
    except Exception as error:  # of the client, of whatever class
        return {**said, "refused": f"{type(error).__name__}: {error}"}
    try:
        said["ended"] = str(names["call"](job["method"], job["url"]))[:300]
    except Exception as error:
        said["ended"] = f"{type(error).__name__}: {error}"[:300]
    return said


def main():
    warnings.simplefilter("ignore")
    for name in MODULES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    time.sleep = sleep
    jobs = [json.loads(line) for line in sys.stdin]
    with multiprocessing.get_context("fork").Pool(int(sys.argv[1]), maxtasksperchild=1) as processes:
        for said in processes.imap(played, jobs, chunksize=1):
            print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
