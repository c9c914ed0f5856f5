# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A server that plays steps of a scenario to many calls at once, and says when each request came and was answered."""

import asyncio
import contextlib
import http
import socket
import struct
import threading
import time
from dataclasses import dataclass, field

MOST_HEAD = 64 * 1024


@dataclass
class Play:
    steps: list  # of a scenario; the last one repeats
    came: list = field(default_factory=list)  # seconds of the monotonic clock
    answered: list = field(default_factory=list)


class Server:
    """Requests belong to the play whose name is the first part of their path."""

    def __init__(self):
        self.plays = {}
        self.loop = asyncio.new_event_loop()
        self.ports = []
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *error):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(5)

    def listen(self):
        """One more port, which answers like the others."""
        made = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._serve, "127.0.0.1", 0), self.loop).result(10)
        self.ports.append(made.sockets[0].getsockname()[1])
        return self.ports[-1]

    async def _serve(self, reader, writer):
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            while await self._answer(reader, writer):
                pass
        writer.close()

    async def _answer(self, reader, writer):
        """Whether the connection stays open."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        target = head.split(" ", 2)[1]
        fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        if (length := int(fields.get("content-length", 0))) > 0:
            await reader.readexactly(length)
        if fields.get("transfer-encoding") == "chunked":
            await reader.readuntil(b"0\r\n\r\n")
        play = self.plays.get(target.split("/")[1])
        if play is None:
            writer.write(b"HTTP/1.1 404 no such play\r\nContent-Length: 0\r\n\r\n")
            return True
        play.came.append(time.monotonic())
        step = play.steps[min(len(play.came), len(play.steps)) - 1]
        try:
            return await self._play(step, head.startswith("head "), writer)
        finally:
            play.answered.append(time.monotonic())

    async def _play(self, step, is_head, writer):
        fault = step.get("fault")
        if fault == "close":
            return False
        if fault == "reset":
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return False
        body = step.get("body", "").encode()
        status = step.get("status", 200)
        fields = {**step.get("headers", {}), "Content-Length": str(len(body) + step.get("missingBytes", 0))}
        head = f"HTTP/1.1 {status} {http.HTTPStatus(status).phrase}\r\n" + "".join(
            f"{name}: {value}\r\n" for name, value in fields.items()) + "\r\n"
        writer.write(head.encode() + (b"" if is_head else body))
        await writer.drain()
        return fault is None
