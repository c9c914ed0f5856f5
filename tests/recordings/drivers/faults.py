#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a client against a server that cannot be reached, in a network of its own, and counts what it tries.

    unshare --net --mount faults.py FAULT REPORT LONGEST COMMAND... OPERATION

FAULT: refuse (nobody listens), unreachable (a route says so), no-connect (a listener on loopback whose queue is full),
no-host (a name under .invalid, for which a name server here says that there is none) or tls-fail (a certificate that nobody
knows). The URL is put before OPERATION. REPORT gets {"attempts": N, "ok": true}: connections that the client began, or
names that it looked up. Nothing leaves the machine: the network has no device but loopback.
"""

import json
import re
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

PORT = 8123
NOWHERE = "10.99.99.99"
NAME = "retryscope.invalid"
NO_SUCH_NAME = 0x8183  # a response, recursion available, NXDOMAIN
ADDRESS_OF_NAME = 1  # the type A of a question; each look-up asks for AAAA, too


def run(*words):
    subprocess.run(words, check=True, capture_output=True)


class Counted:
    """What is counted by a thread of its own."""

    def __init__(self):
        self.count = 0

    def start(self, work):
        threading.Thread(target=work, daemon=True).start()


class NameServer(Counted):
    def __init__(self):
        super().__init__()
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 53))
        self.start(self._answer)

    def _answer(self):
        while True:
            question, sender = self._socket.recvfrom(2048)
            name_end = question.index(b"\0", 12) + 1
            (kind,) = struct.unpack("!H", question[name_end:name_end + 2])
            self.count += kind == ADDRESS_OF_NAME
            head = question[:2] + struct.pack("!HHHHH", NO_SUCH_NAME, 1, 0, 0, 0)
            self._socket.sendto(head + question[12:name_end + 4], sender)


class Stranger(Counted):
    """A TLS server whose certificate nobody knows."""

    def __init__(self, folder):
        super().__init__()
        key, certificate = folder / "key.pem", folder / "certificate.pem"
        run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1")
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate, key)
        self._socket = socket.create_server(("127.0.0.1", PORT))
        self.start(self._accept)

    def _accept(self):
        while True:
            connection, _ = self._socket.accept()
            self.count += 1
            threading.Thread(target=self._greet, args=[connection], daemon=True).start()

    def _greet(self, connection):
        try:
            with self._context.wrap_socket(connection, server_side=True) as session:
                session.recv(1)
        except OSError:
            pass


class FullQueue:
    """A listener that accepts nobody; whoever comes now waits until its own limit."""

    def __init__(self):
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", PORT))
        self._socket.listen(0)
        self._waiting = []
        for _ in range(4):
            waiting = socket.socket()
            waiting.setblocking(False)
            waiting.connect_ex(("127.0.0.1", PORT))
            self._waiting.append(waiting)


def connections_in(trace, address):
    """Of `strace -f -e trace=connect`. Some ask with a second connect() how one went that was in progress."""
    wanted = re.compile(rf'(\d+ +connect\(\d+),.*sin_port=htons\({PORT}\).*"{re.escape(address)}".* = (.*)')
    connections, in_progress = 0, set()
    for line in trace.read_text(errors="replace").splitlines():
        if not (found := wanted.match(line)):
            continue
        who, result = found.groups()
        connections += "EINPROGRESS" in result or who not in in_progress
        in_progress = in_progress | {who} if "EINPROGRESS" in result else in_progress - {who}
    return connections


def main():
    fault, report, longest, *command, operation = sys.argv[1:]
    run("ip", "link", "set", "lo", "up")
    run("ip", "route", "add", "unreachable", f"{NOWHERE}/32")
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        folder = Path(name)
        (folder / "resolv.conf").write_text("nameserver 127.0.0.1\n")
        run("mount", "--bind", folder / "resolv.conf", Path("/etc/resolv.conf").resolve())
        counted, address, url = None, "127.0.0.1", f"http://127.0.0.1:{PORT}"
        if fault == "no-host":
            counted, url = NameServer(), f"http://{NAME}:{PORT}"
        elif fault == "tls-fail":
            counted, url = Stranger(folder), f"https://127.0.0.1:{PORT}"
        elif fault == "no-connect":
            listener = FullQueue()  # pylint: disable=unused-variable
        elif fault == "unreachable":
            address, url = NOWHERE, f"http://{NOWHERE}:{PORT}"
        trace = folder / "trace"
        watched = [] if counted else ["strace", "-f", "-qq", "-e", "trace=connect", "-s", "128", "-o", str(trace)]
        done = subprocess.run([*watched, *command, url, operation], text=True, capture_output=True, check=False,
                              timeout=float(longest))
        if done.returncode not in (0, 1):
            raise SystemExit(f"exit {done.returncode}: {done.stdout[-500:]} {done.stderr[-500:]}")
        attempts = counted.count if counted else connections_in(trace, address)
        Path(report).write_text(json.dumps({"attempts": attempts, "ok": done.returncode == 0,
                                            "said": (done.stdout + done.stderr)[-200:]}))


if __name__ == "__main__":
    main()
