# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One call of wget: calls_wget.py WGET URL OPERATION. Exit 0: it succeeded, 1: it failed."""

import subprocess
import sys

wget, url, operation = sys.argv[1:]
POST = ["--post-data={}", "--header=Content-Type: application/x-amz-json-1.0"]
CALLS = {
    "ListObjectsV2": [f"{url}/bucket?list-type=2"],
    "GetObject": [f"{url}/bucket/key"],
    "PutObject": ["--method=PUT", "--body-data=content", f"{url}/bucket/key"],
    "CopyObject": ["--method=PUT", "--header=x-amz-copy-source: bucket/key", f"{url}/bucket/copy"],
    "GetItem": [*POST, "--header=X-Amz-Target: DynamoDB_20120810.GetItem", f"{url}/"],
    "BatchWriteItem": [*POST, "--header=X-Amz-Target: DynamoDB_20120810.BatchWriteItem", f"{url}/"],
}
done = subprocess.run([wget, "--no-config", "--no-verbose", "--timeout=2", "--output-document=body", *CALLS[operation]],
                      text=True, capture_output=True, check=False)
print(done.stderr)
sys.exit(0 if done.returncode == 0 else 1)
