#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Probes Debian's proxies and makes, or checks, the benches in resources/proxies. How often the origin was asked is held
against the access logs of nginx and HAProxy, row by row.

    boxes.py --program build/dev/app/cli/retryscope-cli --packages build/boxes [--unpack] [--update] [NAME]...

A proxy that is not installed is taken from its Debian package, which --unpack downloads and unpacks into the folder
of packages: nothing is installed, nothing becomes a service. Each configuration runs in a folder of its own, as
nobody where this program runs as root, and ends with it. Names are those of the benches (nginx, nginx-hardened, ...);
without any, all. Exit 0: every bench that could be made is as shipped; 1: one differs; 77: none could be made.
"""

import argparse
import contextlib
import http.server
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

import debian_packages  # noqa: E402 (the folder is known only now)
from ports import free_port, listens  # noqa: E402

SHIPPED = HERE.parent.parent / "resources" / "proxies"
NOBODY = 65534
PATIENCE_MS = 5000
TRIES = 2  # a machine that is busy may make a box give up sooner, or later
SKIPPED = 77
# Rows whose body is decided within the box: whether Varnish's delivery has handed a part on when its fetch fails.
EITHER_WAY = {"varnish": ("cut-body", "cut-503")}

ERROR_PAGE = "<html><head><title>{0}</title></head><body><h1>Something went wrong</h1></body></html>\n"
MARK = "retryscope-probe"
PAGES = ("50x", *(str(status) for status in (400, 401, 403, 404, 408, 409, 413, 416, 429, 500, 501, 502, 503, 504)))


@dataclass
class Place:
    """Where one proxy runs."""

    root: Path  # of the unpacked packages; "/" where the proxy is installed
    run: Path
    port: int
    origin: int
    config: Path


@dataclass
class Box:
    package: str
    program: str
    version: list  # arguments that print it
    command: object  # Place -> arguments behind the program
    complete: object = lambda text, place: text  # adds what a configuration needs to run outside of its package
    files: object = lambda place: None  # Place -> writes what else it needs
    libraries: list = field(default_factory=list)
    asked: object = None  # Place -> pairs of a row and how often the box's own access log says the origin was asked


def lines_of(path):
    return path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else []


def ats_files(place):
    etc = place.run / "etc"
    for name in ("etc", "log", "run", "cache"):
        (place.run / name).mkdir(exist_ok=True)
    for source in (place.root / "etc/trafficserver").iterdir():
        if source.is_file() and source.name != "records.config":
            shutil.copy(source, etc / source.name)
    records = place.config.read_text().split("# remap.config")[0]
    (etc / "records.config").write_text(records)
    (etc / "remap.config").write_text(f"map / http://127.0.0.1:{place.origin}/\n")
    (etc / "storage.config").write_text(f"{place.run}/cache 16M\n")
    usr = place.root / "usr"
    folders = {
        "prefix": place.run, "exec_prefix": usr, "bindir": usr / "bin", "sbindir": usr / "sbin", "sysconfdir": etc,
        "datadir": place.run, "includedir": usr / "include", "libdir": usr / "lib",
        "libexecdir": usr / "lib/trafficserver/modules", "localstatedir": place.run, "runtimedir": place.run / "run",
        "logdir": place.run / "log", "cachedir": place.run / "cache",
    }
    (place.run / "runroot.yaml").write_text("".join(f"{name}: {path}\n" for name, path in folders.items()))


def nginx_complete(text, place):
    if "daemon off" not in text:
        text = "daemon off;\npid nginx.pid;\n" + text.replace("http {", "http {\n" + "".join(
            f"    {name}_temp_path {name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")))
    return text.replace("access_log off;", "").replace(
        "http {", f"http {{\n    log_format asked '$http_{MARK.replace('-', '_')}|$upstream_status|$upstream_bytes_sent';\n"
        "    access_log access.log asked;\n", 1)


def nginx_asked(place):
    """Of each row, how often the origin was asked: tries that had a connection, over which bytes were sent."""
    for line in lines_of(place.run / "access.log"):
        row, _, sent = line.split("|")
        yield row, sum(part not in ("", "-", "0") for part in re.split(r", | : ", sent))


def haproxy_complete(text, place):
    if "global\n" not in text:
        text = "global\n" + text
    text = text.replace("global\n", "global\n  log stdout len 4096 format raw local0\n", 1)
    text = text.replace("mode http\n", 'mode http\n  log global\n  log-format "asked|%[capture.req.hdr(0)]|%rc|%ts"\n', 1)
    return re.sub(r"(frontend \w+\n)", rf"\1  declare capture request len 80\n  http-request capture req.hdr({MARK}) id 0\n",
                  text, count=1)


def haproxy_asked(place):
    """The first try and the retries; none where no connection came about (C in the termination state's phase)."""
    for line in lines_of(place.run / "box.log"):
        if line.startswith("asked|"):
            _, row, retries, state = line.split("|")
            yield row, 0 if state[1:2] == "C" else int(retries.lstrip("+")) + 1


BOXES = {
    "nginx": Box(
        "nginx-light", "usr/sbin/nginx", ["-v"], lambda p: ["-c", p.config, "-p", p.run, "-e", "stderr"],
        complete=nginx_complete, asked=nginx_asked),
    "haproxy": Box("haproxy", "usr/sbin/haproxy", ["-v"], lambda p: ["-db", "-f", p.config], complete=haproxy_complete,
                   asked=haproxy_asked),
    "apache": Box(
        "apache2-bin", "usr/sbin/apache2", ["-v"], lambda p: ["-X", "-f", p.config],
        complete=lambda text, p: text + f"ServerRoot {p.run}\nPidFile {p.run}/pid\nMutex file:{p.run}\nErrorLog {p.run}/error.log\n"),
    "caddy": Box(
        "caddy", "usr/bin/caddy", ["version"], lambda p: ["run", "--adapter", "caddyfile", "--config", p.config]),
    "squid": Box(
        "squid", "usr/sbin/squid", ["-v"], lambda p: ["-N", "-n", f"box{p.port}", "-f", p.config],
        complete=lambda text, p: text + f"pid_filename {p.run}/pid\ncache_log {p.run}/cache.log\naccess_log none\ncoredump_dir {p.run}\n"
        f"mime_table {p.root}/usr/share/squid/mime.conf\nicon_directory {p.root}/usr/share/squid/icons\n"
        f"unlinkd_program {p.root}/usr/lib/squid/unlinkd\n"
        + ("" if "error_directory" in text else f"error_directory {p.root}/usr/share/squid/errors/templates\n") +
        f"logfile_daemon {p.root}/usr/lib/squid/log_file_daemon\npinger_enable off\nshutdown_lifetime 0 seconds\n"
        "visible_hostname box\n"),
    "varnish": Box(
        "varnish", "usr/sbin/varnishd", ["-V"],
        lambda p: ["-F", "-j", "none", "-n", p.run / "varnish", "-a", f"127.0.0.1:{p.port}", "-f", p.config,
                   "-T", "none", "-s", "malloc,16m"],
        libraries=["usr/lib/x86_64-linux-gnu/varnish"]),
    "lighttpd": Box(
        "lighttpd", "usr/sbin/lighttpd", ["-v"],
        lambda p: ["-D", "-m", p.root / "usr/lib/lighttpd", "-f", p.config]),
    "trafficserver": Box(
        "trafficserver", "usr/bin/traffic_server", ["--version"], lambda p: [f"--run-root={p.run}/runroot.yaml"],
        complete=lambda text, p: text.split("# remap.config")[0] + "CONFIG proxy.config.admin.user_id STRING #-1\n"
        # Each thread has a pool of connections: with one of them a kept one is found again.
        "CONFIG proxy.config.exec_thread.autoconfig INT 0\nCONFIG proxy.config.exec_thread.limit INT 1\n"
        f"CONFIG proxy.config.body_factory.template_sets_dir STRING {p.root}/etc/trafficserver/body_factory\n",
        files=ats_files, libraries=["usr/lib/trafficserver"]),
}


def say(text):
    print(f"boxes: {text}", file=sys.stderr, flush=True)


def unpack(boxes, packages):
    """Downloads what is missing, with what it depends on, and unpacks it."""
    root = packages / "root"
    missing = [box.package for box in boxes if not (root / box.program).exists() and not Path("/", box.program).exists()]
    debian_packages.unpack(packages, missing, say)


def root_of(box, packages):
    """Absent where the proxy is neither unpacked nor installed."""
    return next((root for root in (packages / "root", Path("/")) if (root / box.program).exists()), None)


def environment_of(box, root, run):
    folders = [str(root / name) for name in ("usr/lib/x86_64-linux-gnu", "usr/lib", "lib/x86_64-linux-gnu",
                                             *box.libraries)]
    environment = {"PATH": os.environ["PATH"], "HOME": str(run), "XDG_DATA_HOME": str(run), "XDG_CONFIG_HOME": str(run)}
    return environment if root == Path("/") else environment | {"LD_LIBRARY_PATH": ":".join(folders)}


def version_of(box, root):
    found = subprocess.run([root / box.program, *box.version], text=True, capture_output=True, check=False,
                           env=environment_of(box, root, Path("/tmp")))
    number = re.search(r"\d+\.\d+(\.\d+)*", found.stdout + found.stderr)
    return number.group(0) if number else "?"


def default_configuration(program, name, place):
    printed = subprocess.run([program, "probe", "--print-config", name, "--listen", f"127.0.0.1:{place.origin}",
                              "--port", str(place.port)], text=True, capture_output=True, check=True)
    return printed.stdout


def configuration_of(program, bench, name, place, change):
    if bench == name:
        text = default_configuration(program, name, place)
    else:
        text = (HERE / "configurations" / f"{bench}.conf").read_text()
    values = {"port": place.port, "origin": f"127.0.0.1:{place.origin}", "host": "127.0.0.1",
              "originport": place.origin, "run": place.run}
    for key, value in values.items():
        text = text.replace("{" + key + "}", str(value))
    text = change(text, place)
    if place.root != Path("/"):
        text = text.replace("/usr/lib/", f"{place.root}/usr/lib/")
    return BOXES[name].complete(text, place)


@contextlib.contextmanager
def running(program, bench, name, root, change=lambda text, place: text, more=()):
    """change: what else is done to the configuration, more: further arguments of the program. Yields the place where the proxy listens and looks for its origin."""
    box = BOXES[name]
    with tempfile.TemporaryDirectory(prefix="retryscope-box-") as folder:
        place = Place(root, Path(folder), free_port(), free_port(), Path(folder) / "box.conf")
        pages = place.run / "pages"
        pages.mkdir()
        for page in PAGES:
            (pages / f"{page}.html").write_text(ERROR_PAGE.format(page))
        place.config.write_text(configuration_of(program, bench, name, place, change))
        box.files(place)
        as_nobody = []
        if os.geteuid() == 0:
            as_nobody = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
            for path in (place.run, *place.run.rglob("*")):
                os.chown(path, NOBODY, NOBODY)
        with open(place.run / "box.log", "w+", encoding="utf-8", errors="replace") as log:
            process = subprocess.Popen([*as_nobody, root / box.program, *box.command(place), *more], cwd=place.run, stdout=log,
                                       stderr=log, start_new_session=True, env=environment_of(box, root, place.run))
            try:
                wait_for(process, place.port, log)
                warm_up(place.port, place.origin)
                yield place
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                for segment in Path("/dev/shm").glob(f"box{place.port}-*"):  # squid leaves them
                    segment.unlink()


def wait_for(process, port, log):
    if listens(process, port, 30):
        return
    log.seek(0)
    raise RuntimeError("it does not listen: " + log.read()[-600:].strip())


class Greeting(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def warm_up(port, origin):
    """Until the first response of an origin has come through: some mark an origin as dead that is not there yet."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", origin), Greeting) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for _ in range(50):
            with contextlib.suppress(OSError):
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=2) as response:
                    if response.status == 204:
                        break
            time.sleep(0.1)
        server.shutdown()


def probe(program, name, place, arguments):
    command = [program, "probe", "--through", f"http://127.0.0.1:{place.port}", "--listen", f"127.0.0.1:{place.origin}",
               "--behaviours", "common", "--box", name, "--patience", str(PATIENCE_MS), *arguments]
    return subprocess.run(command, text=True, capture_output=True, check=False)


def otherwise_logged(name, place, saved):
    """Rows whose arrivals are not those of the box's own access log, which is written soon after a request ends."""
    rows = {row["id"]: row.get("arrivals", sum(not one.get("other") for one in row.get("seen", [])))
            for row in json.loads(saved.read_text())["rows"]}
    deadline = time.monotonic() + 3
    while True:
        logged = {}
        for row, count in BOXES[name].asked(place):
            logged[row] = logged.get(row, 0) + count
        differing = [f"{row}: {count} arrivals, in the box's log {logged.get(row, 'nothing')}"
                     for row, count in rows.items() if logged.get(row) != count]
        if not differing or time.monotonic() > deadline:
            return differing
        time.sleep(0.05)


def mark_either_way(name, shipped):
    """Says in a bench which bodies are not compared."""
    bench = json.loads(shipped.read_text())
    for row in bench["rows"]:
        if row["id"] in EITHER_WAY.get(name, ()):
            row["bodyEitherWay"] = True
    shipped.write_text(json.dumps(bench, indent=4, ensure_ascii=False, sort_keys=True) + "\n")


def check(program, bench, name, root, is_update):
    """True where the bench is as shipped, or was written."""
    shipped = SHIPPED / f"{bench}.json"
    begun = time.monotonic()
    good = (0, 1) if is_update else (0,)
    for attempt in range(1, TRIES + 1):
        logged = []
        with running(program, bench, name, root) as place:
            saved = shipped if is_update else place.run / "bench.json"
            done = probe(program, name, place,
                         ["--output", saved, *(["--facts-only"] if is_update else ["--expect", shipped])])
            if BOXES[name].asked and done.returncode in (0, 1):
                logged = otherwise_logged(name, place, saved)
        took = f"{time.monotonic() - begun:.1f} s" + (f", at try {attempt}" if attempt > 1 else "")
        if logged:
            say(f"{bench}: the box's log says otherwise, {took}\n  " + "\n  ".join(logged))
            return False
        if done.returncode in good:
            if is_update:
                shipped.chmod(0o644)
                if name in EITHER_WAY:
                    mark_either_way(name, shipped)
            say(f"{bench}: {'written' if is_update else 'as shipped'}, {took}")
            return True
        if done.returncode > 1:
            break
    say(f"{bench}: {'differs' if done.returncode == 1 else 'failed'}, {took}\n{done.stdout}{done.stderr}")
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, type=Path)
    parser.add_argument("--packages", required=True, type=Path)
    parser.add_argument("--unpack", action="store_true", help="download and unpack what is missing")
    parser.add_argument("--update", action="store_true", help="write the benches instead of comparing with them")
    parser.add_argument("benches", nargs="*")
    arguments = parser.parse_args()
    program, packages = arguments.program.resolve(), arguments.packages.resolve()
    known = sorted([*BOXES, *(path.stem for path in (HERE / "configurations").glob("*.conf"))])
    if unknown := set(arguments.benches) - set(known):
        parser.error(f"there is no bench {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    wanted = arguments.benches or known
    if arguments.unpack:
        unpack([BOXES[name] for name in sorted({bench.split("-")[0] for bench in wanted})], packages)
    good = made = 0
    for bench in wanted:
        name = bench.split("-")[0]
        root = root_of(BOXES[name], packages)
        if root is None:
            say(f"{bench}: SKIPPED, {BOXES[name].package} is not here (./dev benches gets it)")
            continue
        made += 1
        try:
            good += check(program, bench, name, root, arguments.update)
        except (RuntimeError, OSError, subprocess.SubprocessError) as error:
            say(f"{bench}: failed: {error}")
    say(f"{good} of {made} benches {'written' if arguments.update else 'as shipped'}, {len(wanted) - made} skipped")
    return SKIPPED if made == 0 else 0 if good == made else 1


if __name__ == "__main__":
    sys.exit(main())
