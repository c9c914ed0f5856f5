# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One call of curl: calls_curl.py CURL OPTIONS... URL OPERATION. Exit 0: it succeeded, 1: it failed."""

import subprocess
import sys

curl, *options, url, operation = sys.argv[1:]
POST = ["--data", "{}", "--header", "Content-Type: application/x-amz-json-1.0"]
CALLS = {
    "ListObjectsV2": [f"{url}/bucket?list-type=2"],
    "GetObject": [f"{url}/bucket/key"],
    "PutObject": ["--request", "PUT", "--data", "content", f"{url}/bucket/key"],
    "CopyObject": ["--request", "PUT", "--header", "x-amz-copy-source: bucket/key", f"{url}/bucket/copy"],
    "GetItem": [*POST, "--header", "X-Amz-Target: DynamoDB_20120810.GetItem", f"{url}/"],
    "BatchWriteItem": [*POST, "--header", "X-Amz-Target: DynamoDB_20120810.BatchWriteItem", f"{url}/"],
}
# Into a file: this tool does not send again what has a body and goes to the null device.
done = subprocess.run([curl, "--silent", "--show-error", "--max-time", "2", "--output", "body", "--write-out",
                       "%{http_code}", *options, *CALLS[operation]], text=True, capture_output=True, check=False)
print(done.stdout, done.stderr)
sys.exit(0 if done.returncode == 0 and done.stdout.startswith("2") else 1)
