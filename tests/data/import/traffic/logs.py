# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the logs of real clients of a server that fails: aws-cli.log, botocore-legacy.log, urllib3.log,
curl-verbose.log and curl-times.log.

  python3 logs.py        (Debian 12: python3-botocore 1.29.27, python3-urllib3 1.26.12, awscli 2.9.19, curl 7.88.1)
"""
import http.server, logging, os, subprocess, sys, threading

PORT = 43127
URL = f"http://127.0.0.1:{PORT}"
XML = b'<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>%s</Code><Message>Please reduce your request rate.</Message></Error>'
counts = {}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        self.rfile.read(int(self.headers.get("content-length") or 0))
        count = counts[self.path] = counts.get(self.path, 0) + 1
        if "reset" in self.path and count == 1:
            self.connection.shutdown(2)
            self.close_connection = True
            return
        fails = 99 if "always" in self.path else 2 if "busy" in self.path else 0
        status, body = (503, XML % b"SlowDown") if count <= fails else (200, b"hello")
        if "missing" in self.path:
            status, body = 404, XML % b"NoSuchKey"
        self.send_response(status)
        self.send_header("Content-Type", "application/xml" if status != 200 else "text/plain")
        if status == 503:
            self.send_header("Retry-After", "1")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_GET = do_PUT = do_HEAD = do_POST = answer

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
os.environ |= {
    "AWS_ACCESS_KEY_ID": "AKIAIOSFODNN7EXAMPLE",
    "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "AWS_DEFAULT_REGION": "eu-west-1",
    "AWS_EC2_METADATA_DISABLED": "true",
}


def run(file, command, **variables):
    with open(file, "wb") as log:
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=log, env=os.environ | variables)


def python(file, program, **variables):
    run(file, ["/usr/bin/python3", "-c", program], **variables)


run("aws-cli.log", ["/usr/bin/aws", "--debug", "--endpoint-url", URL, "s3api", "get-object", "--bucket", "b", "--key", "busy-cli", "/dev/null"])
python(
    "botocore-legacy.log",
    f"""
import botocore.session, logging
session = botocore.session.get_session()
session.set_debug_logger('')
s3 = session.create_client('s3', endpoint_url='{URL}')
for key in ('busy-1', 'missing', 'reset'):
    try:
        s3.get_object(Bucket='b', Key=key)
    except Exception as error:
        print(error)
""",
    AWS_RETRY_MODE="legacy",
)
python(
    "urllib3.log",
    f"""
import logging, urllib3
logging.basicConfig(level=logging.DEBUG, format='%(asctime)s %(levelname)s %(name)s: %(message)s')
pool = urllib3.PoolManager()
retry = urllib3.Retry(3, backoff_factor=0.2, status_forcelist=[503], respect_retry_after_header=False)
for method, path in (('GET', 'busy-2'), ('GET', 'reset-2'), ('POST', 'busy-3'), ('GET', 'ok')):
    print(pool.request(method, '{URL}/' + path, retries=retry).status)
try:
    pool.request('GET', 'http://127.0.0.1:9/closed', retries=urllib3.Retry(2, backoff_factor=0.1))
except Exception as error:
    print(error)
""",
)
run("curl-verbose.log", ["curl", "-v", "--retry", "3", URL + "/busy-4"])
run("curl-times.log", ["curl", "-v", "--trace-time", "--retry", "3", URL + "/busy-5", URL + "/ok"])
for name in ("aws-cli.log", "botocore-legacy.log", "urllib3.log", "curl-verbose.log", "curl-times.log"):
    print(name, os.path.getsize(name))
