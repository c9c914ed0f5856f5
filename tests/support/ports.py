# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ports on loopback, for servers that tests start."""

import socket
import time


def free_port():
    """One on which nothing listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def is_listening(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def listens(process, port, seconds):
    """Whether the process listens on the port before that time is over or it ends."""
    until = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < until:
        if is_listening(port):
            return True
        time.sleep(0.01)
    return False
