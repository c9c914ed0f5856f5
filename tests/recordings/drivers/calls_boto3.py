# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One call of boto3: calls_boto3.py MODE URL OPERATION. Exit 0: it succeeded, 1: it failed."""

import sys

import boto3
from botocore.config import Config

mode, url, operation = sys.argv[1:]
config = Config(retries={"mode": mode}, connect_timeout=2, read_timeout=2, s3={"addressing_style": "path"})
s3 = boto3.client("s3", endpoint_url=url, config=config)
dynamodb = boto3.client("dynamodb", endpoint_url=url, config=config)
item = {"id": {"S": "1"}}
CALLS = {
    "ListObjectsV2": lambda: s3.list_objects_v2(Bucket="bucket"),
    "GetObject": lambda: s3.get_object(Bucket="bucket", Key="key")["Body"].read(),
    "PutObject": lambda: s3.put_object(Bucket="bucket", Key="key", Body=b"content"),
    "CopyObject": lambda: s3.copy_object(Bucket="bucket", Key="copy", CopySource="bucket/key"),
    "GetItem": lambda: dynamodb.get_item(TableName="table", Key=item),
    "BatchWriteItem": lambda: dynamodb.batch_write_item(RequestItems={"table": [{"PutRequest": {"Item": item}}]}),
}
try:
    CALLS[operation]()
except Exception as error:  # whatever it is, the call failed
    print(error)
    sys.exit(1)
