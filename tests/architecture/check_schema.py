#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The schema of policy files as a whole implementation of JSON Schema sees it: it is one of draft 2020-12, every preset
is valid, and what `policies check` refuses is refused. tst_policy_schema holds it against the reader member by member.

    check_schema.py PROGRAM FOLDER     what `PROGRAM policies schema` prints, against FOLDER/*.json
"""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("SKIPPED: python3-jsonschema is missing; ./dev test installs it", file=sys.stderr)
    sys.exit(77)

BAD = {
    "another format": {"format": "retryscope.policy/2"},
    "a misspelt group": {"atempts": {}},
    "attempts as text": {"attempts": {"max": "3", "source": "s"}},
    "no source": {"attempts": {"max": 3}},
    "a duration without its unit": {"backoff": {"type": "exponential", "base": "100", "source": "s"}},
    "an unknown jitter": {"backoff": {"type": "exponential", "jitter": "some", "source": "s"}},
    "a condition that matches nothing": {"rules": [{"id": "a", "kind": "server", "when": {"bodyHas": []}, "source": "s"}]},
    "a bucket below empty": {"quota": {"type": "tokens", "capacity": -1, "source": "s"}},
    "a hint without its unit": {"hints": [{"header": "retry-after", "bounds": "replace", "source": "s"}]},
}


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    printed = subprocess.run([program, "policies", "schema"], capture_output=True, check=True, text=True).stdout
    schema = json.loads(printed)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    problems = []
    presets = sorted(set(folder.glob("*.json")) - {folder / "evidence.json"})
    for path in presets:
        problems += [f"{path.name}: {error.json_path}: {error.message}"
                     for error in validator.iter_errors(json.loads(path.read_text()))]
    if len(presets) < 80:
        problems.append(f"{folder} has {len(presets)} presets")
    good = json.loads((folder / "curl-retry-3.json").read_text())
    with tempfile.TemporaryDirectory() as scratch:
        for name, change in BAD.items():
            bad = copy.deepcopy(good)
            bad.update(change)
            if validator.is_valid(bad):
                problems.append(f"{name}: the schema takes it")
            file = pathlib.Path(scratch) / "bad.json"
            file.write_text(json.dumps(bad))
            if subprocess.run([program, "policies", "check", str(file)], capture_output=True).returncode == 0:
                problems.append(f"{name}: policies check takes it")
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
