# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls with urllib3: calls_urllib3.py ENDPOINT COUNT. Failures are part of it."""

import logging
import os
import sys

import urllib3

logging.basicConfig(filename=os.environ["RETRYSCOPE_PEER_LOG"], level=logging.DEBUG,
                    format="%(asctime)s %(levelname)s %(name)s: %(message)s")
endpoint, count = sys.argv[1], int(sys.argv[2])
pool = urllib3.PoolManager()
for number in range(count):
    try:
        pool.request("GET", f"{endpoint}/bucket/key-{number}")
    except urllib3.exceptions.HTTPError as error:
        print(f"call {number + 1}: {error}")
