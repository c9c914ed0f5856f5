#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries the settings that resources/boxes offers: each row changes as its remedy says, and not without it.

    remedies.py --program build/dev/app/cli/retryscope-cli --packages build/boxes [NAME]...

Proxies are found and run as boxes.py does. Exit 0: every remedy that could be tried mends its row; 1: one does not; 77:
none could be tried.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import boxes

RESOURCES = boxes.HERE.parent.parent / "resources"
STATUS = 502
PATIENCE_MS = 8000  # beyond the 5 seconds that remedies for silence set


# Heads that no behaviour has: so many fields of 30,000 bytes.
MANY_FIELDS = {"90k-in-fields": 3, "180k-in-fields": 6}


@dataclass
class Trial:
    bench: str  # the configuration that shows the effect
    effect: str
    row: str
    apply: object  # (configuration, code, place) -> configuration with the remedy
    mended: object  # of the row of a bench
    base: object = lambda text: text  # what else shows the effect
    status: int = STATUS


def remedy_of(name, effect, place, status):
    """The code as the program fills it in for a row."""
    text = (RESOURCES / "boxes" / f"{name}.box").read_text()
    found = re.search(rf"^%remedy {effect}\n[^\n]*\n(.*?)(?=^%|\Z)", text, re.MULTILINE | re.DOTALL)
    origin = {"{listen}": f"127.0.0.1:{place.origin}", "{listenHost}": "127.0.0.1", "{listenPort}": str(place.origin)}
    values = {"{status}": str(status), "{header}": "Retry-After", "{header_}": "retry_after",
              "{port}": str(place.port), **origin}
    code = found.group(1)
    for key, value in values.items():
        code = code.replace(key, value)
    return code


def arguments_in(name, effect):
    """Settings of Varnish that stand on its command line."""
    text = (RESOURCES / "boxes" / f"{name}.box").read_text()
    line = re.search(rf"^%remedy {effect}\n[^\n]*\n# varnishd (.*)$", text, re.MULTILINE)
    return line.group(1).split() if line else ()


def in_place_of(pattern):
    def apply(text, code, _):
        changed = re.sub(pattern, lambda _: code, text, count=1, flags=re.MULTILINE)
        assert changed != text, f"{pattern} is not there"
        return changed
    return apply


def before(pattern):
    return lambda text, code, _: re.sub(pattern, lambda found: code + found.group(0), text, count=1, flags=re.MULTILINE)


def behind(pattern):
    return lambda text, code, _: re.sub(pattern, lambda found: found.group(0) + code, text, count=1, flags=re.MULTILINE)


def at_end(text, code, _):
    return text + code


def without_line(pattern):
    return lambda text: re.sub(rf"^.*{pattern}.*\n", "", text, flags=re.MULTILINE)


def passes(row):
    return row["client"]["status"] == row["origin"]["status"] and row["bodyIs"] == "same"


def named(row):
    return "ServiceUnavailable" in row["client"]["body"]


def named_with_wait(row):
    return named(row) and ["retry-after", "1"] in [[key.lower(), value] for key, value in row["client"]["headers"]]


def once(row):
    return row["arrivals"] == 1


def answers(row):
    return row["client"]["status"] is not None


def two_servers(more=""):
    return lambda text: re.sub(r"(proxy_pass http://)([\d.:]+);", rf"\1both;{more}", text).replace(
        "http {", "http {\n    upstream both { server "
        + re.search(r"proxy_pass http://([\d.:]+);", text).group(1) + " max_fails=0; server "
        + re.search(r"proxy_pass http://([\d.:]+);", text).group(1) + " max_fails=0; }\n", 1)


def own_pages(text, code, place):
    """A page for each status, where the remedy names a folder of them."""
    for page in (place.run / "pages").iterdir():
        page.write_text("<Error><Code>ServiceUnavailable</Code></Error>")
    return text + re.sub(r'"[^"]*/status-"', f'"{place.run}/pages/"', code)


def squid_pages(text, code, place):
    folder = place.run / "errors"
    folder.mkdir()
    for page in (place.root / "usr/share/squid/errors/templates").iterdir():
        (folder / page.name).write_text("<Error><Code>ServiceUnavailable</Code></Error>")
    return text + code.replace("/etc/squid/errors", str(folder))


def ats_records(text, code, _):
    return text.replace("# remap.config", code + "# remap.config", 1) if "# remap.config" in text else text + code


TRIALS = {
    "nginx": [
        Trial("nginx-hardened", "own-page", "503-retry-after", in_place_of(r"^ *proxy_intercept_errors on;$"), passes),
        Trial("nginx", "own-page-for-fault", "close", before(r"^ *location / "), named_with_wait),
        Trial("nginx", "headers-lost", "503-retry-after", behind(r"proxy_set_header Host \$host;\n"),
              lambda row: "Retry-After" not in row["lostHeaders"],
              base=lambda text: text.replace("proxy_set_header Host", "proxy_hide_header Retry-After; proxy_set_header Host")),
        Trial("nginx", "resent", "close", behind(r"proxy_set_header Host \$host;\n"), once, base=two_servers()),
        Trial("nginx", "resent-unsafe", "post-close", in_place_of(r"proxy_next_upstream .*?non_idempotent;"), once,
              base=two_servers("proxy_next_upstream error timeout non_idempotent;")),
        Trial("nginx-hardened", "gave-up", "slow-200", in_place_of(r"^ *proxy_read_timeout .*;$"), passes),
        Trial("nginx", "held-back", "silence", behind(r"proxy_set_header Host \$host;\n"), answers),
        Trial("nginx", "head-too-large", "503-head-12k", behind(r"proxy_set_header Host \$host;\n"), passes),
    ],
    "haproxy": [
        Trial("haproxy", "own-page-for-fault", "close", at_end, named_with_wait),
        Trial("haproxy-hardened", "resent", "close", in_place_of(r"^ *retries 3\n *retry-on .*$"), once),
        Trial("haproxy-hardened", "resent-unsafe", "post-close", behind(r"bind .*\n"), once,
              base=without_line("disable-l7-retry")),
        Trial("haproxy-hardened", "gave-up", "slow-200", in_place_of(r"^ *timeout server .*$"), passes),
        Trial("haproxy", "held-back", "silence", in_place_of(r"^ *timeout server 60s$"), answers),
        Trial("haproxy", "head-too-large", "503-head-100k", behind(r"^global\n"), passes),
    ],
    "apache": [
        Trial("apache-hardened", "own-page", "503-retry-after", in_place_of(r"^ProxyErrorOverride On$"), passes),
        Trial("apache", "own-page-for-fault", "close", at_end, named_with_wait),
        Trial("apache-hardened", "gave-up", "slow-200", in_place_of(r"^ProxyTimeout .*$"), passes),
        Trial("apache", "held-back", "silence", at_end, answers),
        Trial("apache", "head-too-large", "503-head-12k", in_place_of(r"^ProxyPass .*$"), passes),
    ],
    "caddy": [
        Trial("caddy", "own-page-for-fault", "close", before(r"^ *reverse_proxy "), named_with_wait),
        Trial("caddy-hardened", "resent", "close",
              in_place_of(r"^\s*lb_try_duration 2s[^}]*transport http \{[^}]*\}"), once),
        Trial("caddy-hardened", "gave-up", "slow-200", in_place_of(r"transport http \{[^}]*\}"), passes),
        Trial("caddy", "held-back", "silence",
              lambda text, code, _: re.sub(r"(reverse_proxy \S+)", lambda found: found.group(0) + " {\n" + code + "}\n", text),
              answers),
    ],
    "lighttpd": [
        Trial("lighttpd-hardened", "own-page", "503-retry-after", in_place_of(r'^server.error-intercept = "enable"$'), passes),
        Trial("lighttpd", "own-page-for-fault", "close", own_pages, named),
        Trial("lighttpd", "held-back", "silence", in_place_of(r"^proxy.server = .*$"), answers),
    ],
    "squid": [
        Trial("squid", "own-page-for-fault", "close", squid_pages, named),
        Trial("squid-hardened", "resent", "close", in_place_of(r"^retry_on_error on$"), once),
        Trial("squid", "held-back", "silence", at_end, answers),
        Trial("squid", "head-too-large", "90k-in-fields", at_end, passes),
    ],
    "trafficserver": [
        Trial("trafficserver", "resent", "close", ats_records, once),
        Trial("trafficserver", "held-back", "silence", ats_records, answers),
        Trial("trafficserver", "head-too-large", "180k-in-fields", ats_records, passes),
    ],
    "varnish": [
        Trial("varnish", "own-page-for-fault", "close", at_end, named_with_wait),
        Trial("varnish-hardened", "gave-up", "slow-200", in_place_of(r"^ *\.first_byte_timeout.*\n *\.between_bytes_timeout.*$"), passes),
        Trial("varnish", "held-back", "silence", behind(r"^ *\.port = .*\n"), answers),
        Trial("varnish", "head-too-large", "503-head-100k", lambda text, code, _: text, passes),
    ],
}


def step_of(row):
    if row in MANY_FIELDS:
        return {"id": row, "status": 503, "body": "{}",
                "headers": {f"X-{i}": "a" * 30000 for i in range(MANY_FIELDS[row])}}
    for path in sorted((RESOURCES / "behaviours").glob("*.json")):
        for step in json.loads(path.read_text())["steps"]:
            if step["id"] == row:
                return step
    raise KeyError(row)


def row_through(program, trial, name, root, change, more):
    with tempfile.TemporaryDirectory() as folder:
        behaviours = Path(folder) / "behaviours.json"
        behaviours.write_text(json.dumps({"format": "retryscope.scenario/1", "id": "trial", "steps": [step_of(trial.row)]}))
        saved = Path(folder) / "bench.json"
        with boxes.running(program, trial.bench, name, root, change, more) as place:
            done = subprocess.run(
                [program, "probe", "--through", f"http://127.0.0.1:{place.port}", "--listen", f"127.0.0.1:{place.origin}",
                 "--behaviours", behaviours, "--box", name, "--patience", str(PATIENCE_MS), "--output", saved],
                text=True, capture_output=True, check=False)
        if not saved.exists():
            raise RuntimeError(done.stderr)
        return json.loads(saved.read_text())["rows"][0]


def tried(program, trial, name, root):
    """True where the remedy mends the row, which is not mended without it."""
    what = f"{name}, {trial.effect}"
    try:
        without = row_through(program, trial, name, root, lambda text, place: trial.base(text), ())
        with_it = row_through(
            program, trial, name, root,
            lambda text, place: trial.apply(trial.base(text), remedy_of(name, trial.effect, place, trial.status), place),
            arguments_in(name, trial.effect))
    except (AssertionError, RuntimeError, OSError) as error:
        boxes.say(f"{what}: failed: {error}")
        return False
    if trial.mended(without):
        boxes.say(f"{what}: row {trial.row} needs no remedy: {without['sentence']}")
        return False
    if not trial.mended(with_it):
        boxes.say(f"{what}: row {trial.row} is not mended: {with_it['sentence']}")
        return False
    boxes.say(f"{what}: {without['sentence']} Then: {with_it['sentence']}")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, type=Path)
    parser.add_argument("--packages", required=True, type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    program, packages = arguments.program.resolve(), arguments.packages.resolve()
    good = made = 0
    for name in arguments.names or TRIALS:
        root = boxes.root_of(boxes.BOXES[name], packages)
        if root is None:
            boxes.say(f"{name}: SKIPPED, {boxes.BOXES[name].package} is not here (./dev benches gets it)")
            continue
        for trial in TRIALS[name]:
            made += 1
            good += tried(program, trial, name, root)
    boxes.say(f"{good} of {made} remedies mend their row")
    return boxes.SKIPPED if made == 0 else 0 if good == made else 1


if __name__ == "__main__":
    sys.exit(main())
