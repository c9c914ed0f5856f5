# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One call with Python's own means: calls_python.py urllib3|tenacity|backoff URL OPERATION. Exit 0: it succeeded, 1: it
failed."""

import sys

import urllib3

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
    return urllib3.PoolManager().request(method, url + path, body=body, headers=headers, retries=retries, timeout=2)


def urllib3_default():
    return call(urllib3.Retry())


def tenacity_default():
    import tenacity  # pylint: disable=import-outside-toplevel
    return tenacity.retry(call)(False)


def backoff_expo():
    import backoff  # pylint: disable=import-outside-toplevel
    return backoff.on_exception(backoff.expo, Exception)(call)(False)


try:
    response = {"urllib3": urllib3_default, "tenacity": tenacity_default, "backoff": backoff_expo}[kind]()
except Exception as error:  # whatever it is, the call failed
    print(error)
    sys.exit(1)
sys.exit(0 if 200 <= response.status < 300 else 1)
