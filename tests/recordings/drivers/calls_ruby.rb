# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# One call of the AWS SDK for Ruby: calls_ruby.rb MODE URL OPERATION. Exit 0: it succeeded, 1: it failed.

require "aws-sdk-s3"

mode, url, operation = ARGV
client = Aws::S3::Client.new(endpoint: url, retry_mode: mode, force_path_style: true, region: "us-east-1",
                             http_open_timeout: 2, http_read_timeout: 2)
calls = {
  "ListObjectsV2" => -> { client.list_objects_v2(bucket: "bucket") },
  "GetObject" => -> { client.get_object(bucket: "bucket", key: "key").body.read },
  "PutObject" => -> { client.put_object(bucket: "bucket", key: "key", body: "content") },
  "CopyObject" => -> { client.copy_object(bucket: "bucket", key: "copy", copy_source: "bucket/key") },
}
begin
  calls.fetch(operation).call
rescue StandardError => e
  puts e.class, e.message
  exit 1
end
