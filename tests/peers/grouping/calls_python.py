# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls of a client for Python: calls_python.py CLIENT URL COUNT row|apart|alike. In a row the next one begins as soon as
the one before has ended; else all begin at once, each in a thread. Each request says in the header `truth` which call it
is of. Failures are part of it."""

import concurrent.futures
import sys
import threading
import time

client, url, count, mode = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]


def asked(number):
    """Every second one of those that are apart has a body of its own in place of a path."""
    if mode != "apart":
        return "GET", "/item", None
    return ("GET", f"/item/{number}", None) if number % 2 else ("PUT", "/item", f"content {number}".encode())


def urllib3_with(**more):
    import urllib3
    pool = urllib3.PoolManager(maxsize=count)
    retry = urllib3.Retry(status_forcelist=[503], **more)

    def call(number):
        method, path, body = asked(number)
        pool.request(method, url + path, body=body, headers={"truth": str(number)}, retries=retry)
    return call


def requests_adapter():
    import requests
    import requests.adapters
    import urllib3
    session = requests.Session()
    retry = urllib3.Retry(total=3, backoff_factor=0.2, status_forcelist=[503])
    session.mount("http://", requests.adapters.HTTPAdapter(max_retries=retry, pool_maxsize=count))

    def call(number):
        method, path, body = asked(number)
        session.request(method, url + path, data=body, headers={"truth": str(number)})
    return call


def boto3_s3():
    import boto3
    from botocore.config import Config
    storage = boto3.client("s3", endpoint_url=url, region_name="us-east-1", aws_access_key_id="AK",
                           aws_secret_access_key="SK",
                           config=Config(retries={"mode": "standard"}, s3={"addressing_style": "path"},
                                         max_pool_connections=count))
    truth = threading.local()
    storage.meta.events.register("before-sign.s3", lambda request, **_: request.headers.add_header("truth", truth.number))

    def call(number):
        truth.number = str(number)
        storage.get_object(Bucket="bucket", Key=f"item-{number}" if mode == "apart" else "item")
    return call


def tenacity_httpx():
    import httpx
    import tenacity

    @tenacity.retry(stop=tenacity.stop_after_attempt(4), wait=tenacity.wait_random_exponential(multiplier=0.3, max=5))
    def call(number):
        method, path, body = asked(number)
        httpx.request(method, url + path, content=body, headers={"truth": str(number)}).raise_for_status()
    return call


def http_client_loop():
    """Every attempt has a connection of its own."""
    import urllib.request

    def call(number):
        method, path, body = asked(number)
        for attempt in range(3):
            try:
                with urllib.request.urlopen(urllib.request.Request(
                        url + path, data=body, method=method, headers={"truth": str(number)})) as response:
                    response.read()
                return
            except OSError:
                if attempt < 2:
                    time.sleep(0.25 * (attempt + 1))
    return call


CLIENTS = {
    "urllib3": lambda: urllib3_with(total=3, backoff_factor=0.2),
    "urllib3-at-once": lambda: urllib3_with(total=3),
    "requests": requests_adapter,
    "boto3": boto3_s3,
    "tenacity-httpx": tenacity_httpx,
    "urllib-loop": http_client_loop,
}
make = CLIENTS[client]()


def try_call(number):
    try:
        make(number)
    except Exception:  # as the upstream wants it
        pass


if mode == "row":
    for one in range(1, count + 1):
        try_call(one)
else:
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        list(pool.map(try_call, range(1, count + 1)))
