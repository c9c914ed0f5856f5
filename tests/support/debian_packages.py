# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs of Debian packages for tests, unpacked into a folder: nothing is installed, started or configured."""

import re
import subprocess


def unpack(packages, names, say):
    """Downloads those of `names` that are not installed, with what they need, and unpacks them into packages/root. A
    package that is not to be had is told to `say`; the others are unpacked all the same."""
    root, downloads = packages / "root", packages / "debs"
    downloads.mkdir(parents=True, exist_ok=True)
    root.mkdir(exist_ok=True)
    missing = set()
    for name in names:  # one by one: two of them may exclude each other when they are installed
        plan = subprocess.run(["apt-get", "install", "-s", "--no-install-recommends", name], text=True,
                              capture_output=True, check=False)
        if plan.returncode != 0:
            say(f"there is no Debian package {name}: {plan.stderr.strip().splitlines()[-1:]}")
        missing |= set(re.findall(r"^Inst (\S+)", plan.stdout, re.MULTILINE))
    if not missing:
        return
    say(f"downloading {len(missing)} Debian packages")
    subprocess.run(["apt-get", "download", "-qq", *sorted(missing)], cwd=downloads, check=True,
                   stderr=subprocess.DEVNULL)
    for package in sorted(downloads.glob("*.deb")):
        subprocess.run(["dpkg", "-x", package, root], check=True)
        package.unlink()
