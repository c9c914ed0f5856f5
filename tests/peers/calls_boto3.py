# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls with boto3: calls_boto3.py ENDPOINT MODE COUNT [s3|dynamodb]. Failures are part of it."""

import logging
import os
import sys

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

endpoint, mode, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
service = sys.argv[4] if len(sys.argv) > 4 else "s3"
logging.basicConfig(filename=os.environ["RETRYSCOPE_PEER_LOG"], level=logging.DEBUG,
                    format="%(asctime)s %(name)s [%(levelname)s] %(message)s")
client = boto3.client(
    service, endpoint_url=endpoint, region_name="us-east-1",
    config=Config(retries={"mode": mode}, connect_timeout=5, read_timeout=5, s3={"addressing_style": "path"}))
for number in range(count):
    try:
        if service == "s3":
            client.get_object(Bucket="bucket", Key=f"key-{number}")["Body"].read()
        else:
            client.list_tables()
    except (BotoCoreError, ClientError) as error:
        print(f"call {number + 1}: {error}")
