# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One call through a proxy, whose retries are what is looked at: calls_proxy.py PROGRAM nginx|haproxy MODE CURL URL
OPERATION. MODE: of its preset, or a file with what the configuration sets. Exit 0: it succeeded, 1: it failed."""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "support"))

from ports import free_port, listens  # noqa: E402 (the folder is known only now)

program, kind, mode, curl, url, operation = sys.argv[1:]
origin, _, prefix = url.removeprefix("http://").partition("/")
prefix = prefix and f"/{prefix}"
LONGEST = 40  # seconds
POST = ["--data", "{}", "--header", "Content-Type: application/x-amz-json-1.0"]
# Not written by hand: HAProxy sends again only what it had whole, head and body, when it sent it first.
CALLS = {
    "ListObjectsV2": ["/bucket?list-type=2"],
    "GetObject": ["/bucket/key"],
    "PutObject": ["/bucket/key", "--request", "PUT", "--data", "content"],
    "CopyObject": ["/bucket/copy", "--request", "PUT", "--header", "x-amz-copy-source: bucket/key"],
    "GetItem": ["/", *POST, "--header", "X-Amz-Target: DynamoDB_20120810.GetItem"],
    "BatchWriteItem": ["/", *POST, "--header", "X-Amz-Target: DynamoDB_20120810.BatchWriteItem"],
}
# Three servers for nginx, all the same one; the limits are those of the other clients.
NGINX = """daemon off; pid {here}/pid; error_log {here}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {here}/body; proxy_temp_path {here}/proxy; fastcgi_temp_path {here}/fastcgi;
    uwsgi_temp_path {here}/uwsgi; scgi_temp_path {here}/scgi;
    upstream origin {{ server {origin}; server {origin}; server {origin}; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://origin;
            proxy_set_header Host {origin};
            proxy_connect_timeout 2s; proxy_read_timeout 2s; proxy_send_timeout 2s;
            {more}
        }}
    }}
}}
"""
HAPROXY = """defaults
    mode http
    timeout connect 2s
    timeout client 30s
    timeout server 2s
    {more}
frontend proxy
    bind 127.0.0.1:{port}
    default_backend origin
backend origin
    server origin {origin}
"""
MORE = {
    "next-upstream-5xx-429":
        "proxy_next_upstream error timeout http_500 http_502 http_503 http_504 http_429;",
    "all-retryable-errors": "retry-on all-retryable-errors",
}


def succeeds(port):
    path, *options = CALLS[operation]
    done = subprocess.run([curl, "--silent", "--show-error", "--max-time", str(LONGEST), "--output", "body", "--write-out",
                           "%{http_code}", *options, f"http://127.0.0.1:{port}{prefix}{path}"], text=True, capture_output=True,
                          check=False)
    print(done.stdout, done.stderr)
    return done.returncode == 0 and done.stdout.startswith("2")


here, port = Path.cwd(), free_port()
configuration = here / "proxy.conf"
configuration.write_text({"nginx": NGINX, "haproxy": HAPROXY}[kind].format(here=here, origin=origin, port=port,
                                                                          more=Path(mode).read_text() if "/" in mode else MORE.get(mode, "")))
options = ["-p", here, "-e", here / "error.log", "-c", configuration] if kind == "nginx" else ["-db", "-f", configuration]
with subprocess.Popen([program, *map(str, options)]) as proxy:
    is_ok = listens(proxy, port, 10) and succeeds(port)
    is_alive = proxy.poll() is None
    proxy.terminate()
sys.exit(2 if not is_alive else 0 if is_ok else 1)
