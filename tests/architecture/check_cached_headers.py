# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A header of which only a comment changed is precompiled anew.

usage: check_cached_headers.py COMPILER PRESETS
Without comments in what it compares, ccache hands out the precompiled header of the old text. GCC then takes the
new text for another file, `#pragma once` or not, and ends with "multiple definition".
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time


def settings_of(presets):
    described = json.load(open(presets, encoding="utf-8"))["configurePresets"]
    checked = next(preset for preset in described if preset["name"] == "checked")
    return {name: value for name, value in checked.get("environment", {}).items() if name.startswith("CCACHE_")}


def main(compiler, presets):
    if not shutil.which("ccache"):
        print("skipped: no ccache")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("CCACHE_")}
        environment = {**inherited, **settings_of(presets),
                       "CCACHE_DIR": str(folder / "cache"), "CCACHE_CONFIGPATH": "/dev/null"}

        def run(*command):
            return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)

        (folder / "all.hxx").write_text('#include "kind.h"\n')
        (folder / "user.cpp").write_text('#include "kind.h"\nKind kind;\n')
        for comment in ("first", "other"):
            (folder / "kind.h").write_text(f"#pragma once\n// {comment}\nenum class Kind {{ One }};\n")
            time.sleep(1.1)  # ccache trusts no file that is as new as the compilation.
            for command in (("ccache", compiler, "-x", "c++-header", "all.hxx", "-o", "all.hxx.gch"),
                            (compiler, "-include", "all.hxx", "-c", "user.cpp")):
                done = run(*command)
                if done.returncode:
                    print(f"after the comment “{comment}”: {' '.join(command)}\n{done.stderr}")
                    return 1
    print("a comment that changed is precompiled anew")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
