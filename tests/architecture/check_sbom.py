#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_sbom.py SBOM.PY PROGRAM...: the bill of materials names what these programs are linked with."""
import json
import os
import subprocess
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    target = os.path.join(folder, "sbom.cdx.json")
    subprocess.run([sys.executable, sys.argv[1], "1.2.3", target, *sys.argv[2:]], check=True)
    with open(target, encoding="utf-8") as file:
        document = json.load(file)

components = {one["name"]: one for one in document["components"]}
problems = [
    f"{name} has no {member}"
    for name, one in components.items()
    for member in ("version", "licenses", "purl")
    if not one.get(member) or (member == "licenses" and not one[member][0]["license"]["name"])
]
# Whatever else there is: the program does not start without these, and shows headers of two more.
expected = ("libqt6core6", "libqt6network6", "libqt6widgets6", "libqt6charts6", "libstdc++6", "libc6", "rapidjson-dev", "libyaml-cpp0.7")
problems += [f"{name} is missing" for name in expected if name not in components]
if not any(name.startswith("libboost") for name in components):
    problems.append("Boost is missing")
references = {one["bom-ref"] for one in document["components"]}
problems += [f"{one} is no component" for one in document["dependencies"][0]["dependsOn"] if one not in references]
if not document["dependencies"][0]["dependsOn"]:
    problems.append("nothing is linked")
licences = {name: one["licenses"][0]["license"]["name"] for name, one in components.items()}
if licences.get("libqt6core6") != "LGPL-3 or GPL-2":
    problems.append(f"libqt6core6 states {licences.get('libqt6core6')}")
print("\n".join(problems) or f"{len(components)} components")
sys.exit(1 if problems else 0)
