# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One call in Python of a client that no preset is of: others.py KIND URL. Exit 0: it succeeded, 1: it failed."""

import random
import sys
import time

kind, url = sys.argv[1:]


def fails(status):
    return status >= 500 or status == 429


def loop(get, attempts, wait):
    for attempt in range(1, attempts + 1):
        try:
            if not fails(get()):
                return
        except Exception as error:  # whatever it is, the attempt failed
            print(error)
        if attempt < attempts:
            time.sleep(wait(attempt))
    sys.exit(1)


def with_aiohttp():
    import asyncio
    import aiohttp

    async def get():
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            await response.read()
            return response.status
    loop(lambda: asyncio.run(get()), 4, lambda attempt: 0.275 * 2 ** (attempt - 1))


def with_httpx():
    import httpx
    import tenacity

    @tenacity.retry(stop=tenacity.stop_after_attempt(5), wait=tenacity.wait_random_exponential(multiplier=0.4, max=5),
                    reraise=True)
    def get():
        httpx.get(url).raise_for_status()
    get()


def with_requests():
    import requests
    loop(lambda: requests.get(url, timeout=5).status_code, 3, lambda attempt: 0.8)


def with_urllib():
    import urllib.error
    import urllib.request

    def get():
        try:
            return urllib.request.urlopen(url).status
        except urllib.error.HTTPError as error:
            return error.code
    loop(get, 6, lambda attempt: random.uniform(0.1, 0.9))


try:
    {"aiohttp": with_aiohttp, "httpx": with_httpx, "requests": with_requests, "urllib": with_urllib}[kind]()
except Exception as error:  # whatever it is, the call failed
    print(error)
    sys.exit(1)
