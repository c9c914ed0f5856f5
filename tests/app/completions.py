# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Presses Tab in bash, zsh and fish, with the completions that the program prints.

usage: completions.py PROGRAM [SHELL...]; without SHELL all three. A shell that is not installed is left out; exit code 77
if none is."""

import fcntl
import os
import pathlib
import pty
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time

SHELLS = ("bash", "zsh", "fish")
# What is typed, and what Tab makes of it or lists.
CASES = (
    ("run --pol", ("--policy", "--poll")),
    ("explain 503 --policy boto", ("botocore-1.29.27-legacy", "botocore-1.44.0-standard")),
    ("policies diff curl-retry-3 wget-de", ("wget-default",)),
    ("simulate --scenario s3-slow", ("s3-slowdown-then-ok",)),
    ("explain --template nginx-50", ("nginx-502-html", "nginx-504-html")),
    ("explain --service dynamodb-", ("dynamodb-streams",)),
    ("completion zs", ("zsh",)),
    ("help ter", ("terms",)),
)
START = {
    "bash": "bind 'set show-all-if-ambiguous on'; bind 'set completion-query-items 0'; bind 'set page-completions off'; source {}",
    "zsh": "autoload -U compinit; compinit -u -D; setopt no_beep; LISTMAX=0; zstyle ':completion:*' list-prompt ''; source {}",
}
COMMAND = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"]}


class Terminal:
    """An interactive shell on a terminal that is large enough for every list."""

    def __init__(self, shell, script):
        self.process, self.file = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="dumb", LINES="200", COLUMNS="200", PS1="$ ", HOME=str(script.parent), LC_ALL="C.UTF-8")
            os.execvp(COMMAND[shell][0], COMMAND[shell])
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 200, 200, 0, 0))
        self.send(START[shell].format(script) + "; echo rea''dy\n")
        self.read_until("ready")

    def send(self, text):
        os.write(self.file, text.encode())

    def read_until(self, *texts, seconds=10):
        output = ""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not all(text in output for text in texts):
            if select.select([self.file], [], [], 0.2)[0]:
                output += os.read(self.file, 65536).decode(errors="replace")
        return output

    def complete(self, typed, wanted):
        self.send("\x15")  # Ctrl+U: a new line
        self.read_until(seconds=0)
        self.send(f"retryscope-cli {typed}\t\t")
        return self.read_until(*wanted)

    def close(self):
        os.close(self.file)
        os.waitpid(self.process, 0)


def completions_of(shell, script):
    if shell == "fish":
        for typed, wanted in CASES:
            done = subprocess.run(["fish", "--no-config", "-c", f"source {script}; complete -C 'retryscope-cli {typed}'"],
                                  capture_output=True, text=True, check=True, env={**os.environ, "HOME": str(script.parent)})
            yield typed, wanted, done.stdout
        return
    terminal = Terminal(shell, script)
    for typed, wanted in CASES:
        yield typed, wanted, terminal.complete(typed, wanted)
    terminal.close()


def main():
    program, *shells = sys.argv[1:]
    shells = [shell for shell in shells or SHELLS if shutil.which(shell)]
    if not shells:
        sys.exit(77)
    failures = []
    for shell in shells:
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / f"retryscope-cli.{shell}"
            script.write_bytes(subprocess.run([program, "completion", shell], capture_output=True, check=True).stdout)
            for typed, wanted, output in completions_of(shell, script):
                missing = [word for word in wanted if word not in output]
                if missing:
                    failures.append(f"{shell}: 'retryscope-cli {typed}' and Tab offer no {', '.join(missing)}: {output!r}")
    sys.exit("\n".join(failures) or None)


if __name__ == "__main__":
    main()
