# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One call of a library for Python: calls_python.py KIND URL OPERATION, KIND as in the table at the end. Exit 0: it
succeeded, 1: it failed."""

# pylint: disable=import-outside-toplevel (only the library that makes the call is there)

import asyncio
import sys

kind, url, operation = sys.argv[1:]
JSON = {"Content-Type": "application/x-amz-json-1.0"}
CALLS = {
    "ListObjectsV2": ("GET", "/bucket?list-type=2", None, {}),
    "GetObject": ("GET", "/bucket/key", None, {}),
    "PutObject": ("PUT", "/bucket/key", b"content", {}),
    "CopyObject": ("PUT", "/bucket/copy", None, {"x-amz-copy-source": "bucket/key"}),
    "GetItem": ("POST", "/", b"{}", {**JSON, "X-Amz-Target": "DynamoDB_20120810.GetItem"}),
    "BatchWriteItem": ("POST", "/", b"{}", {**JSON, "X-Amz-Target": "DynamoDB_20120810.BatchWriteItem"}),
}
method, path, body, headers = CALLS[operation]


def call(retries):
    import urllib3
    return urllib3.PoolManager().request(method, url + path, body=body, headers=headers, retries=retries, timeout=2).status


def urllib3_default():
    import urllib3
    return call(urllib3.Retry())


def tenacity_default():
    import tenacity
    return tenacity.retry(call)(False)


def backoff_expo():
    import backoff
    return backoff.on_exception(backoff.expo, Exception)(call)(False)


def aiohttp_retry():
    async def send():
        import aiohttp
        import aiohttp_retry as library
        timeout = aiohttp.ClientTimeout(sock_connect=2, sock_read=2)
        async with library.RetryClient(retry_options=library.ExponentialRetry(), timeout=timeout) as client:
            async with client.request(method, url + path, data=body, headers=headers) as response:
                await response.read()
                return response.status
    return asyncio.run(send())


def httpx_retries():
    import httpx
    import httpx_retries as library
    with httpx.Client(transport=library.RetryTransport(), timeout=2) as client:
        return client.request(method, url + path, content=body, headers=headers).status_code


def google_api_core():
    """As the generated clients call a service over HTTP."""
    import requests
    from google.api_core import exceptions, retry

    def send():
        response = requests.request(method, url + path, data=body, headers=headers, timeout=2)
        if response.status_code >= 400:
            raise exceptions.from_http_response(response)
        return response.status_code
    return retry.Retry()(send)()


KINDS = {"urllib3": urllib3_default, "tenacity": tenacity_default, "backoff": backoff_expo, "aiohttp-retry": aiohttp_retry,
         "httpx-retries": httpx_retries, "google-api-core": google_api_core}
try:
    status = KINDS[kind]()
except Exception as error:  # whatever it is, the call failed
    print(error)
    sys.exit(1)
sys.exit(0 if 200 <= status < 300 else 1)
