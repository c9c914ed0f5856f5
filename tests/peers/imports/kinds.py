# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The kinds of configurations that can be played here: what stands in them, and how their clients are run."""

import http.client
import json
import re
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
KNOWN = HERE.parent.parent.parent / "resources/imports"
sys.path.insert(0, str(HERE.parent))

from peers import PYTHON, Missing  # noqa: E402 (the folder is known only now)
import debian_packages  # noqa: E402 (peers.py has made the folder known)

FAILS = 5  # requests of a call, before one that succeeds


@dataclass(frozen=True)
class Failure:
    """What each of the first requests gets."""
    name: str
    step: dict
    method: str = "GET"
    service: str = "generic"
    operation: str = ""
    success: dict = field(default_factory=lambda: {"status": 200, "body": "{}"})

    def steps(self):
        return [self.step] * FAILS + [self.success]

    def scenario(self):
        return {"format": "retryscope.scenario/1", "id": self.name, "service": self.service, "operation": self.operation,
                "steps": self.steps()}


CUT = {"fault": "truncate", "status": 200, "body": "{", "missingBytes": 10}
FAILURES = [
    Failure("s503", {"status": 503}), Failure("s500", {"status": 500}), Failure("s404", {"status": 404}),
    Failure("s429-after-1", {"status": 429, "headers": {"Retry-After": "1"}}), Failure("post-s503", {"status": 503}, "POST"),
    Failure("close", {"fault": "close"}), Failure("post-close", {"fault": "close"}, "POST"), Failure("cut", CUT),
]


@dataclass
class Part:
    """A setting as it is drawn: `name`, or how it is misspelt, and its value."""
    key: str  # the first name of its row in resources/imports
    name: str
    value: str
    is_misplaced: bool = False


def misspelt(chance, name):
    """One letter less, not the first."""
    at = chance.randrange(1, len(name))
    return name[:at] + name[at + 1:]


class Kind:
    """A kind of configuration. values: by setting; odd: at its limits, beyond them, and of other types."""
    name = ""
    body = ""  # of a POST
    limits_calls = False  # one of its time limits is for all attempts together
    failures = FAILURES
    debian = []
    values = {}
    odd = {}

    def __init__(self):
        self.version = ""
        self.rows = {row["names"][0]: row["names"] for row in json.loads((KNOWN / f"{self.name}.json").read_text())["settings"]}
        if missing := [key for key in self.rows if key not in self.values]:
            raise KeyError(f"{self.name}: no values for {', '.join(missing)}")

    @property
    def settings(self):
        return list(self.rows)

    @property
    def client(self):
        """Its name in reports."""
        return self.version.split(" ")[0].split("/")[-1]

    @staticmethod
    def is_own(key):
        """It is a setting of the client, not of the program around."""
        return "." in key

    @staticmethod
    def own_name(name):
        return name.split(".")[-1]

    def install(self, tools, say):
        debian_packages.unpack(tools.packages, self.debian, say)

    def draw(self, chance, number):
        """A text, and the settings in it."""
        keys = [self.settings[number % len(self.rows)]]
        others = [key for key in self.rows if key != keys[0] and self.is_own(key)] or self.settings
        keys += [key for key in chance.sample(others, chance.randrange(0, min(5, len(others)))) if key != keys[0]]
        parts = []
        for key in keys:
            odd = self.odd.get(key, [])
            value = chance.choice(odd if odd and chance.random() < 0.2 else self.values[key])
            name = self.own_name(chance.choice(self.rows[key]))
            wrong = chance.random()
            parts.append(Part(key, misspelt(chance, name) if wrong < 0.05 and self.is_own(key) and len(name) > 4 else name, value, wrong > 0.95))
        return self.write(chance, parts), keys

    def write(self, chance, parts):
        """The text of the configuration."""
        raise NotImplementedError

    def program(self, text):
        """What the driver runs for the configuration."""
        return text

    def prepare(self, tools):
        """Sets the version; raises Missing."""
        raise NotImplementedError

    def refusal(self, said, play):
        """Why the client cannot use the configuration, where only a call shows that; empty: it can."""
        return "" if play.came else said.get("ended", "")

    def play(self, tools, server, jobs, at_once):
        """jobs: name to text and failure. What the client says of each, by name."""
        raise NotImplementedError


def driven(kind, command, environment, server, jobs, at_once):
    """Runs a driver that reads jobs from standard input, and returns what it says of each."""
    port = server.listen()
    lines = [json.dumps({"id": name, "program": kind.program(text), "method": failure.method, "steps": failure.steps(),
                         "url": f"http://127.0.0.1:{port}/{name}"})
             for name, (text, failure) in jobs.items()]
    done = subprocess.run([*map(str, command), str(at_once)], input="\n".join(lines), env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=1800, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{command[1]}: {done.stderr[-2000:]}")
    return {said["id"]: said for said in map(json.loads, done.stdout.splitlines())}


class Python(Kind):
    """Programs that /usr/bin/python3 runs. Every call of a play is in one process."""
    module = ""

    def prepare(self, tools):
        tools.python_module(self.module)
        said = subprocess.run([PYTHON, "-c", f"import {self.module}; print({self.module}.__version__)"], text=True,
                              env=tools.environment(), capture_output=True, check=True)
        self.version = f"{self.module} {said.stdout.strip()}"

    def refusal(self, said, play):
        return super().refusal(said, play) or (said["ended"] if said.get("ended", "").startswith("TypeError") else "")

    def play(self, tools, server, jobs, at_once):
        return driven(self, [PYTHON, HERE / "calls_python.py"], tools.environment(), server, jobs, at_once)


class Urllib3(Python):
    """A Retry, in a pool of urllib3 or in an adapter of requests."""
    name, module, debian = "urllib3", "urllib3", ["python3-urllib3", "python3-requests"]
    values = {
        "retry.total": ["0", "1", "2", "3", "4", "5", "6"],
        "retry.connect": ["0", "1", "2", "4", "None"],
        "retry.redirect": ["0", "2", "False", "None"],
        "retry.allowed_methods": ['["GET"]', '["GET", "POST"]', 'frozenset({"GET", "PUT"})', "None", "False", '("POST",)'],
        "retry.method_whitelist": ['["GET"]', '["GET", "POST"]'],
        "retry.status_forcelist": ["[503]", "[500, 502, 503, 504]", "(429, 503)", "{404, 500}", "range(500, 600)", "None",
                                   "[429, *range(500, 504)]", "frozenset([503])"],
        "retry.backoff_factor": ["0", "0.01", "0.05", "0.1", "1"],
        "retry.backoff_max": ["0.1", "1"], "retry.retry_after_max": ["2"],
        "retry.respect_retry_after_header": ["True", "False"],
        "retry.raise_on_status": ["True", "False"],
        "retry.remove_headers_on_redirect": ['["Authorization"]', "[]"],
        "max_retries": [""], "mount": [""],
        "retries": ["False", "0", "2", "retry"],
        "timeout": ["1", "2.5", "urllib3.Timeout(connect=1, read=2)"],
        "body_pos": ["0"],
        "preload_content": ["True", "False"],
        "is_retry": ["True", "False"],
        "get_backoff_time": ["0.02"],
        "DEFAULT_ALLOWED_METHODS": [""],
        "pool_block": ["True"],
        "raise_for_status": [""],
    }
    odd = {
        "retry.total": ["None", "False", "True", "-1", '"3"', "2.5", "1000", "MOST"],
        "retry.connect": ["-1", "False", '"2"', "True"],
        "retry.allowed_methods": ["[]", '"GET"', '["get"]', "True"],
        "retry.status_forcelist": ["[]", "503", '["503"]', "[200, 503]", "CODES"],
        "retry.backoff_factor": ["-1", '"0.1"', "None", "200"],
        "retry.respect_retry_after_header": ["None", "0", "1", '"no"'],
    }

    def write(self, chance, parts):
        lines, arguments, pool, call = [], [], [], []
        base, is_requests, is_asked = "Retry", chance.random() < 0.3, False
        before = ["MOST = 4", "CODES = [503]"]
        for part in parts:
            given = f"{part.name}={part.value}"
            if part.key.startswith("retry."):
                if part.name == "history":
                    given = "history=()"
                (pool if part.is_misplaced else arguments).append(given)
            elif part.key in ("max_retries", "mount"):
                is_requests = True
            elif part.key == "raise_for_status":
                is_asked = True
            elif part.key == "body_pos":
                before.append("from urllib3.util.request import rewind_body, set_file_position")
            elif part.key in ("retries", "timeout", "preload_content"):
                call.append(given if part.name != "stream" else "preload_content=False")
            elif part.key == "pool_block":
                pool.append({"pool_block": "block=True", "pool_maxsize": "maxsize=2", "pool_connections": "num_pools=3",
                             "num_pools": "num_pools=3", "maxsize": "maxsize=4"}.get(part.name, given))
            elif part.key == "DEFAULT_ALLOWED_METHODS":
                before.append({"DEFAULT_ALLOWED_METHODS": 'Retry.DEFAULT_ALLOWED_METHODS = frozenset(["GET", "POST"])',
                               "RETRY_AFTER_STATUS_CODES": "Retry.RETRY_AFTER_STATUS_CODES = frozenset([503])",
                               "DEFAULT_BACKOFF_MAX": "Retry.DEFAULT_BACKOFF_MAX = 1"}.get(
                                   part.name, "Retry.DEFAULT_REMOVE_HEADERS_ON_REDIRECT = frozenset()"))
            else:
                base = "Own"
                method = {"is_retry": "is_retry(self, method, status_code, has_retry_after=False)",
                          "get_backoff_time": "get_backoff_time(self)"}.get(part.name)
                if method:
                    lines += ["class Own(Retry):", f"    def {method}:", f"        return {part.value}"]
                else:
                    lines += ["class Own(Retry):", f"    def {part.name}(self, *args, **kwargs):",
                              f"        return super().{part.name}(*args, **kwargs)"]
        chance.shuffle(arguments)
        program = [f"# {self.version.replace(' ', '==')}", "import urllib3", "from urllib3.util.retry import Retry"]
        program += [line for line in before if line.split(" ")[0] in " ".join(arguments) or line.startswith(("Retry.", "from"))]
        program += [*lines, f"retry = {base}({', '.join(dict.fromkeys(arguments))})"]
        if is_requests:
            program += ["import requests", "from requests.adapters import HTTPAdapter", "session = requests.Session()",
                        "session.mount('http://', HTTPAdapter(max_retries=retry))", "def call(method, url):",
                        "    return session.request(method, url, timeout=3)"]
        else:
            program += [f"http = urllib3.PoolManager({', '.join(['retries=retry', *pool])})", "def call(method, url):",
                        f"    return http.request({', '.join(['method', 'url', *call])})"]
        return "\n".join(program) + "\n"


def aws_error(code):
    return f"<Error><Code>{code}</Code><Message>no</Message></Error>"


S3 = {"service": "s3", "operation": "GetObject"}
S3_FAILURES = [
    Failure("s503-slow-down", {"status": 503, "body": aws_error("SlowDown")}, **S3),
    Failure("s500", {"status": 500, "body": aws_error("InternalError")}, **S3), Failure("s502", {"status": 502}, **S3),
    Failure("s404", {"status": 404, "body": aws_error("NoSuchKey")}, **S3), Failure("s429", {"status": 429}, **S3),
    Failure("s400-timeout", {"status": 400, "body": aws_error("RequestTimeout")}, **S3),
    Failure("close", {"fault": "close"}, **S3),
    Failure("s400-throttling", {"status": 400, "body": aws_error("ThrottlingException")}, **S3),
]
CALL_S3 = """def call(method, url):
    client = botocore.session.get_session().create_client("s3", endpoint_url=url{given})
    return client.get_object(Bucket="bucket", Key="key")["ResponseMetadata"]["RetryAttempts"]
"""


class BotocoreConfig(Python):
    """A Config with retries, for a client of S3."""
    name, module, debian = "botocore-config", "botocore", ["python3-botocore"]
    failures = S3_FAILURES
    values = {
        "retries.max_attempts": ["0", "1", "2", "3", "4"],
        "retries.total_max_attempts": ["1", "2", "3", "5"],
        "retries.mode": ["'legacy'", "'standard'", "'adaptive'"],
        "config.connect_timeout": ["2", "2.5"],
        "config.read_timeout": ["2", "3"],
        "config.defaults_mode": ["'standard'", "'in-region'", "'legacy'"],
        "config.max_pool_connections": ["5"],
        "config.request_checksum_calculation": ["'when_required'"],
        "config.request_min_compression_size_bytes": ["1000"],
        "config.region_name": ["None"],
        "AWS_MAX_ATTEMPTS": ["'1'", "'4'"],
        "AWS_NEW_RETRIES_2026": ["'true'"],
        "TransferConfig": [""],
        "register": [""],
    }
    odd = {
        "retries.max_attempts": ["-1", "'3'", "None", "2.5", "True", "MOST"],
        "retries.total_max_attempts": ["0", "-1", "'3'", "None"],
        "retries.mode": ["'fast'", "None", "'Standard'"],
        "config.defaults_mode": ["'fast'"],
    }
    since = {"request_checksum_calculation", "response_checksum_validation", "request_min_compression_size_bytes",
             "disable_request_compression", "user_agent_appid", "ignore_configured_endpoint_urls", "sigv4a_signing_region_set",
             "client_context_params", "account_id_endpoint_mode", "auth_scheme_preference"}  # that 1.29 does not know

    def write(self, chance, parts):
        retries, config, before, after = {}, [], [], []
        for part in parts:
            if part.key.startswith("retries."):
                if part.is_misplaced:
                    config.append(f"{part.name}={part.value}")
                else:
                    retries[part.name] = part.value
            elif part.key.startswith("config.") and part.name not in self.since:
                value = {"tcp_keepalive": "True", "region_name": "'us-east-1'"}.get(part.name, part.value)
                config.append(f"{part.name}={value}")
            elif part.key.startswith("AWS_"):
                value = "'standard'" if part.name == "AWS_RETRY_MODE" else part.value
                before.append(f"os.environ['{part.name}'] = {value}")
            elif part.key == "TransferConfig":
                after.append(f"transfer = dict({'max_concurrency' if part.name == 'TransferConfig' else part.name}=4)")
            else:
                after.append("handlers = ['needs-retry.s3']")
        retries = retries or {"mode": "'standard'"}
        if "MOST" in retries.values():
            before.append("MOST = 2")
        pairs = (", ".join(f"{name}={value}" for name, value in retries.items()) if chance.random() < 0.2 else
                 ", ".join(f"'{name}': {value}" for name, value in retries.items()))
        given = ", ".join(dict.fromkeys([f"retries=dict({pairs})" if "=" in pairs else f"retries={{{pairs}}}", *config]))
        return "\n".join(["import os", "import botocore.session", "from botocore.config import Config", *before,
                          f"config = Config({given})", *after, CALL_S3.format(given=", config=config")])


class SharedConfig(Python):
    """A profile that botocore reads."""
    name, module, debian = "shared-config", "botocore", ["python3-botocore"]
    failures = S3_FAILURES
    values = {
        "retry_mode": ["standard", "legacy", "adaptive"],
        "max_attempts": ["1", "2", "3", "5"],
        "defaults_mode": ["standard", "in-region", "legacy"],
        "connect_timeout": ["5"], "read_timeout": ["5"],
        "metadata_service_num_attempts": ["3"],
        "tcp_keepalive": ["true"],
        "max_concurrent_requests": ["20"],
        "addressing_style": ["path"],
        "request_checksum_calculation": ["when_required"],
        "disable_request_compression": ["true"],
        "retry_attempts": ["7"],
        "endpoint_discovery_enabled": ["false"],
        "source_profile": [""],
    }
    odd = {"retry_mode": ["fast", "Standard", "", "standard # the new one"], "max_attempts": ["0", "-2", "2.5", "three", ""]}

    def write(self, chance, parts):
        title = chance.choice(["[default]", "[default]", "[ default ]", "[profile app]"])
        nested, lines, after = [], [], []
        for part in parts:
            equals = chance.choice([" = ", "=", " = ", ": "]) if part.key == "max_attempts" else " = "
            line = f"{part.name}{equals}{part.value}"
            if part.key in ("max_concurrent_requests", "addressing_style"):
                nested.append(f"  {line}")
            elif part.key == "source_profile":
                pass
            elif part.is_misplaced:
                after.append(line)
            else:
                lines.append(line)
        chance.shuffle(lines)
        if nested:
            lines += ["s3 =", *dict.fromkeys(nested)]
        if not any(line.startswith(("retry_mode", "max_attempts")) for line in lines):
            lines.insert(0, "retry_mode = standard")
        return "\n".join([title, *dict.fromkeys(lines), *(["[profile other]", *after] if after else [])]) + "\n"

    def program(self, text):
        profile = "os.environ['AWS_PROFILE'] = 'app'\n" if "[profile app]" in text else ""
        return ("import os\nimport tempfile\nimport botocore.session\nfile = tempfile.NamedTemporaryFile('w', suffix='.ini')\n"
                f"file.write({text!r})\nfile.flush()\nos.environ['AWS_CONFIG_FILE'] = file.name\n" + profile +
                CALL_S3.format(given=""))


class Node(Kind):
    """Programs in JavaScript. Every call of a play is in one process."""
    npm = []  # the client's package is the first

    def install(self, tools, say):
        wanted = [package for package in self.npm if self.version_of(tools, package) != package.rsplit("@", 1)[1]]
        if wanted:
            say(f"installing {', '.join(wanted)}")
            subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", tools.packages / "npm", *wanted],
                           capture_output=True, check=True)

    @staticmethod
    def version_of(tools, package):
        file = tools.packages / "npm/node_modules" / package.rsplit("@", 1)[0] / "package.json"
        return json.loads(file.read_text())["version"] if file.exists() else ""

    def prepare(self, tools):
        for package in self.npm:
            tools.npm(package.rsplit("@", 1)[0])
        self.version = f"{self.npm[0].rsplit('@', 1)[0]} {self.version_of(tools, self.npm[0])}"

    def play(self, tools, server, jobs, at_once):
        return driven(self, ["node", HERE / "calls_node.mjs", tools.packages / "npm"], tools.environment(), server, jobs, at_once)


class AxiosRetry(Node):
    """The options of axiosRetry() of one axios instance."""

    def refusal(self, said, play):
        return super().refusal(said, play) or (said["ended"] if "is not a function" in said.get("ended", "") else "")

    limits_calls = True
    name, npm = "axios-retry", ["axios-retry@4.5.0", "axios@1.21.1"]
    values = {
        "axiosretry.retries": ["0", "1", "2", "3", "4", "6"],
        "axiosretry.retryCondition": [
            "axiosRetry.isNetworkError", "axiosRetry.isRetryableError", "axiosRetry.isNetworkOrIdempotentRequestError",
            "axiosRetry.isSafeRequestError", "axiosRetry.isIdempotentRequestError", "() => true", "() => false",
            "(error) => error.response?.status === 503", "(error) => error.response.status >= 500",
            "(error) => axiosRetry.isNetworkError(error) || error.response?.status === 429",
            "(e) => [429, 503].includes(e.response?.status)", "(error) => !error.response",
            "(error) => error.code === 'ECONNRESET' || (error.response && error.response.status > 499)",
            "function (error) { return error.config.method === 'post'; }",
            "(error) => { if (error.response?.status === 404) { return false; } return true; }",
            "async (error) => error.response?.status === 500"],
        "axiosretry.retryDelay": [
            "axiosRetry.linearDelay(20)", "axiosRetry.noDelay", "() => 30", "(count) => count * 20",
            "(count, error) => axiosRetry.exponentialDelay(count, error, 10)", "(n) => 10 * Math.pow(2, n)",
            "(count) => Math.min(10 * 2 ** count, 60)", "(retryCount) => { return retryCount * 15; }",
            "(n) => 2 ** (n - 1) * 20", "function (count) { return 25; }"],
        "axiosretry.shouldResetTimeout": ["true", "false"],
        "axiosretry.onRetry": ["() => {}", "(count, error) => { error.config.seen = count; }"],
        "axiosretry.onMaxRetryTimesExceeded": ["() => {}"],
        "axiosretry.validateResponse": ["null", "undefined", "(response) => response.status < 600", "() => true"],
        "axios-retry": ["{ retries: 0 }", "{ retries: 1 }", "{ retryCondition: () => true }"],
        "timeout": ["1500", "2500"],
        "clarifyTimeoutError": ["true", "false"],
        "validateStatus": ["null", "(status) => status < 500", "() => true"],
        "maxRedirects": ["0", "5"],
        "maxContentLength": ["1000"],
        "responseType": ["'text'", "'stream'", "'json'"],
        "signal": ["AbortSignal.timeout(3000)", "undefined"],
        "interceptors": ["(response) => response"],
        "adapter": ["'http'"],
        "isRetryAllowed": [""],
    }
    odd = {
        "axiosretry.retries": ["-1", "'2'", "null", "undefined", "Infinity", "MOST", "1.5", "true"],
        "axiosretry.retryDelay": ["axiosRetry.exponentialDelay", "() => -5", "() => '20'", "undefined",
                                  "(n) => n > 2 ? 40 : 10"],
        "axiosretry.shouldResetTimeout": ["0", "'no'", "undefined"],
    }

    def write(self, chance, parts):
        options, create, call, after, before = [], [], [], [], []
        for part in parts:
            given = f"{part.name}: {part.value}"
            if part.key.startswith("axiosretry."):
                (create if part.is_misplaced else options).append(given)
            elif part.key == "axios-retry":
                call.append(f"'axios-retry': {part.value}")
            elif part.key == "clarifyTimeoutError":
                create.append(f"transitional: {{ clarifyTimeoutError: {part.value} }}")
            elif part.key == "interceptors":
                after.append(f"client.interceptors.response.use({part.value});")
            elif part.key == "isRetryAllowed":
                before.append("const denyList = new Set(['ENOTFOUND']);" if part.name == "denyList" else
                              "const isRetryAllowed = (error) => error.code !== 'ENOTFOUND';")
            elif part.name in ("httpAgent", "keepAlive"):
                create.append("httpAgent: new (require('node:http').Agent)({ keepAlive: true })")
            elif part.name == "httpsAgent":
                create.append("httpsAgent: new (require('node:https').Agent)()")
            elif part.name == "beforeRedirect":
                create.append("beforeRedirect: () => {}")
            elif part.name == "cancelToken":
                call.append("cancelToken: axios.CancelToken.source().token")
            elif part.name == "proxy":
                create.append("proxy: false")
            else:
                (call if chance.random() < 0.5 else create).append(given)
        chance.shuffle(options)
        if any("MOST" in one for one in options):
            before.append("const MOST = 4;")
        given = ", ".join(["method", "url", *call])
        return "\n".join([
            "const axios = require('axios');", "const axiosRetry = require('axios-retry').default;",
            "Object.assign(axiosRetry, require('axios-retry'));", *before, f"const client = axios.create({{ {', '.join(create)} }});",
            f"axiosRetry(client, {{ {', '.join(dict.fromkeys(options))} }});", *after,
            f"const call = (method, url) => client.request({{ {given} }});"]) + "\n"


def grpc_step(status, **more):
    return {"status": 200, "headers": {"content-type": "application/grpc", "grpc-status": str(status), **more}}


class Grpc(Node):
    """A service config, in a program that makes a channel of grpc-js."""
    name, npm = "grpc", ["@grpc/grpc-js@1.14.7"]
    failures = [Failure(name, step, success=grpc_step(0)) for name, step in (
        ("unavailable", grpc_step(14)), ("exhausted", grpc_step(8)), ("internal", grpc_step(13)), ("aborted", grpc_step(10)),
        ("pushed-back", grpc_step(14, **{"grpc-retry-pushback-ms": "60"})), ("unknown", grpc_step(2)),
        ("pushed-off", grpc_step(14, **{"grpc-retry-pushback-ms": "-1"})), ("denied", grpc_step(7)))]
    values = {
        "max_attempts": ["2", "3", "4", "5", "7"],
        "initial_backoff": ['"0.01s"', '"0.02s"', '".03s"', '"0.1s"'],
        "backoff_multiplier": ["1.5", "2", "1"],
        "retryable_status_codes": ['["UNAVAILABLE"]', '["UNAVAILABLE", "RESOURCE_EXHAUSTED"]', "[14, 8, 13]", '["ABORTED", 2]',
                                   '["INTERNAL", "UNKNOWN", "UNAVAILABLE"]'],
        "per_attempt_recv_timeout": ['"1s"'],
        "retry_throttling.max_tokens": ["10", "4", "100"],
        "hedging_policy": [""],
        "timeout": ['"5s"'],
        "wait_for_ready": ["true", "false"],
        "max_request_message_bytes": ["1000"],
        "grpc.enable_retries": ["0", "1"], "enableRetry": [""], "grpc.per_rpc_retry_buffer_size": ["1000"],
        "maxRetryAttempts": [""], "grpc.experimental.enable_hedging": ["0"], "defaultServiceConfig": ["1"],
        "health_check_config": [""],
    }
    odd = {
        "max_attempts": ["1", "0", '"3"', "2.5", "true", "null"],
        "initial_backoff": ['"0s"', '"10ms"', "0.1", '"-1s"', '"1"', "null"],
        "retryable_status_codes": ["[]", '["unavailable"]', '["NOPE"]', "[99]", '"UNAVAILABLE"', '["14"]'],
        "backoff_multiplier": ["0", "-1", '"2"'],
        "retry_throttling.max_tokens": ["0", "1001", '"10"'],
        "timeout": ['"fast"', "5"], "wait_for_ready": ['"yes"'],
    }

    usual = {"max_attempts": "maxAttempts", "initial_backoff": "initialBackoff", "backoff_multiplier": "backoffMultiplier",
             "retryable_status_codes": "retryableStatusCodes"}

    @staticmethod
    def is_own(key):
        return key.islower() and not key.startswith("grpc.")

    @staticmethod
    def own_name(name):
        return name if name.startswith("grpc") else name.split(".")[-1]

    def write(self, chance, parts):
        policy = {"maxAttempts": "4", "initialBackoff": '"0.02s"', "maxBackoff": '"0.1s"', "backoffMultiplier": "2",
                  "retryableStatusCodes": '["UNAVAILABLE"]'}
        method, whole, options, before = {}, {}, {}, []
        for part in parts:
            name = re.sub(r"_(\w)", lambda letter: letter.group(1).upper(), part.name) if part.name.islower() else part.name
            value, usual = part.value, self.usual.get(part.key)
            if usual or part.key == "per_attempt_recv_timeout":
                if usual and name not in policy:
                    policy.pop(usual, None)
                if part.is_misplaced:
                    policy.pop(name, None)
                (method if part.is_misplaced else policy)[name] = value
            elif part.key == "retry_throttling.max_tokens":
                (method if part.is_misplaced else whole)["retryThrottling"] = (
                    f'{{"maxTokens": {part.value}, "tokenRatio": {chance.choice(["0.1", "1", "0.5"])}}}')
            elif part.key == "hedging_policy":
                continue
            elif part.key in ("timeout", "wait_for_ready", "max_request_message_bytes"):
                (policy if part.is_misplaced else method)[name] = value
            elif part.key == "health_check_config":
                whole["healthCheckConfig"] = '{"serviceName": ""}'
            elif name.startswith("grpc.") and name != "grpc.service_config":
                options[name] = value
            else:
                before.append(f"// {name}")
        as_json = lambda members: "{" + ", ".join(f'"{name}": {value}' for name, value in members.items()) + "}"
        method = {"name": '[{"service": "storage.Storage"}]', **method, "retryPolicy": as_json(policy)}
        config = as_json({"methodConfig": f"[{as_json(method)}]", **whole})
        given = ", ".join(f"'{name}': {value}" for name, value in options.items())
        return "\n".join([*before, f"const serviceConfig = {config};",
                          f"const options = {{ 'grpc.service_config': JSON.stringify(serviceConfig), {given} }};"]) + "\n"

    def play(self, tools, server, jobs, at_once):
        said = driven(self, ["node", HERE / "calls_grpc.mjs", tools.packages / "npm"], tools.environment(), server, jobs, at_once)
        for name, one in said.items():
            server.plays[name].came, server.plays[name].answered = one.pop("came"), one.pop("answered")
        return said


class Proxy(Kind):
    """A proxy whose servers all are the one that fails. Each call has a process of its own, since a proxy remembers
    which server failed."""
    body = "content"
    path, says_version, named = "", ["-v"], {}  # named: values for one of the names of a row

    def prepare(self, tools):
        self.program_file = tools.debian(self.path)
        said = subprocess.run([self.program_file, *self.says_version], env=tools.environment(), text=True, capture_output=True, check=False)
        self.version = f"{self.name} {re.search(r'[0-9]+[.][0-9.]*[0-9]', said.stdout + said.stderr).group()}"

    @staticmethod
    def is_own(key):
        return " " not in key

    @staticmethod
    def own_name(name):
        return name

    def value(self, chance, part):
        return chance.choice(self.named[part.name]) if part.name in self.named else part.value

    def command(self, folder):
        raise NotImplementedError

    def play(self, tools, server, jobs, at_once):
        origins = [server.listen() for _ in range(3)]

        def played(name):
            text, failure = jobs[name]
            with tempfile.TemporaryDirectory(prefix="proxy-") as place:
                folder = Path(place)
                port = free_port()
                for number, real in enumerate([port, *origins]):
                    text = text.replace(f"127.0.0.1:900{number}", f"127.0.0.1:{real}")
                (folder / "proxy.conf").write_text(self.program(text).replace("{folder}", place))
                with open(folder / "said", "w+", encoding="utf-8") as said, subprocess.Popen(
                        [self.program_file, *map(str, self.command(folder))], stdout=said, stderr=said, cwd=place,
                        env=tools.environment()) as proxy:
                    try:
                        until = time.monotonic() + 10
                        while not is_listening(port) and proxy.poll() is None and time.monotonic() < until:
                            time.sleep(0.01)
                        if proxy.poll() is not None or not is_listening(port):
                            said.seek(0)
                            return {"id": name, "refused": first_problem(said.read().replace(place, ""))}
                        return {"id": name, "ended": asked(port, name, failure.method, self.body)}
                    finally:
                        proxy.terminate()

        with ThreadPoolExecutor(at_once) as threads:
            return {said["id"]: said for said in threads.map(played, jobs)}


def first_problem(said):
    """Of what a proxy says when it does not start."""
    lines = [line for line in said.splitlines() if "emerg" in line or "ALERT" in line or "rror" in line]
    return (lines or [said])[0][:300] or "does not listen"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def is_listening(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def asked(port, name, method, content):
    """Head and body in one piece: HAProxy sends again only what it had whole when it sent it first."""
    body = content if method == "POST" else ""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(f"{method} /{name} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
        try:
            response = http.client.HTTPResponse(connection, method=method)
            response.begin()
            return f"status {response.status}, {len(response.read())} bytes"
        except (OSError, http.client.HTTPException) as error:
            return f"{type(error).__name__}: {error}"


class Nginx(Proxy):
    """A location with an upstream of three servers."""
    name, path, debian = "nginx", "usr/sbin/nginx", ["nginx-light"]
    values = {
        "*_next_upstream": ["error timeout", "error timeout http_503", "http_500 http_502 http_503", "off", "error http_404",
                            "error timeout non_idempotent", "http_503 non_idempotent", "error timeout invalid_header http_429"],
        "*_next_upstream_tries": ["0", "1", "2", "3", "5"],
        "*_next_upstream_timeout": ["0", "10s", "5000ms", "1m"],
        "*_pass": [""],
        "*_request_buffering": ["on", "off"],
        "*_pass_request_body": ["on", "off"],
        "client_max_body_size": ["10m", "0"],
        "client_body_buffer_size": ["16k"],
        "*_connect_timeout": ["2s"], "*_read_timeout": ["2s", "3"],
        "server backup": [""], "server fail_timeout": ["0", "5s"], "server max_fails": ["0", "2"],
        "server max_conns": ["5"],
        "keepalive": ["16"],
        "error_page": ["502 /502.html", "503 @fallback"],
        "*_cache_use_stale": ["off", "error"],
        "mirror": ["off"],
        "*_buffering": ["off", "on"],
        "client_header_timeout": ["10s"], "client_header_buffer_size": ["8k"],
        "include": [""],
        "least_conn": [""],
    }
    odd = {
        "*_next_upstream": ["error http_501", "", "error error", "timeout off", "non_idempotent", "ERROR"],
        "*_next_upstream_tries": ["-1", "two", "2.5", ""], "*_next_upstream_timeout": ["fast", "-1s"],
        "*_request_buffering": ["yes"],
    }
    named = {"proxy_set_body": ["no"], "proxy_method": ["POST", "GET"], "proxy_send_timeout": ["2s"],
             "client_body_in_file_only": ["off"], "client_body_in_single_buffer": ["on"], "client_body_temp_path": ["{folder}/b"],
             "recursive_error_pages": ["off"], "proxy_intercept_errors": ["off"], "proxy_cache_lock": ["off"],
             "proxy_cache_lock_timeout": ["5s"], "proxy_cache_lock_age": ["5s"], "proxy_cache_background_update": ["off"],
             "proxy_buffers": ["8 8k"], "proxy_buffer_size": ["8k"], "proxy_busy_buffers_size": ["16k"],
             "proxy_max_temp_file_size": ["0"], "proxy_limit_rate": ["0"], "keepalive_requests": ["100"],
             "reset_timedout_connection": ["on"], "large_client_header_buffers": ["4 8k"], "output_buffers": ["2 32k"],
             "gzip_buffers": ["16 8k"], "http2_recv_buffer_size": [], "lingering_close": ["on"]}
    of_server = {"client_header_timeout", "client_header_buffer_size", "large_client_header_buffers", "request_pool_size",
                 "connection_pool_size"}
    not_here = {"auth_request", "proxy_ssl_session_reuse", "proxy_ignore_client_abort", "resolver_timeout", "http2_recv_buffer_size", "ssl_buffer_size", "zone", "hash", "random", "resolver",
                "ssl_session_timeout"}

    def write(self, chance, parts):
        location, server, upstream = ["proxy_pass http://app;"], [], []
        hosts = [["127.0.0.1:9001"], ["127.0.0.1:9002"], ["127.0.0.1:9003"]]
        for part in parts:
            part.name = part.name.replace("*", "proxy")
            value = self.value(chance, part) if part.name not in self.named or self.named[part.name] else ""
            if part.key == "include":
                location.append("include /etc/nginx/mime.types;" if chance.random() < 0 else "# include proxy.conf;")
            elif part.name in self.not_here or part.key == "*_pass":
                continue
            elif part.key.startswith("server "):
                word = part.name.split(" ")[1]
                if part.key == "server backup":
                    hosts[2].append("backup")
                else:
                    value = {"slow_start": "", "down": "", "weight": "2", "max_conns": "5"}.get(word, part.value)
                    if word != "slow_start":
                        hosts[chance.randrange(2)].append(f"{word}={value}" if value else word)
            elif part.key in ("keepalive", "least_conn"):
                upstream.append(f"{part.name}{' ' if value else ''}{value};" if part.key == "keepalive" else
                                {"least_conn": "least_conn;"}.get(part.name, ""))
            elif part.is_misplaced and part.key in ("*_next_upstream", "*_next_upstream_tries", "*_request_buffering"):
                upstream.append(f"{part.name} {value};")
            else:
                where = server if chance.random() < 0.3 or part.name in self.of_server else location
                where.append(f"{part.name}{' ' if value else ''}{value};")
                if part.name == "proxy_pass_request_body":
                    where.append('proxy_set_header Content-Length "";')
        lines = ["upstream app {", *(f"    {line}" for line in dict.fromkeys(filter(None, upstream))),
                 *(f"    server {' '.join(dict.fromkeys(host))};" for host in hosts), "}", "server {", "    listen 127.0.0.1:9000;",
                 *(f"    {line}" for line in dict.fromkeys(server)), "    location / {",
                 *(f"        {line}" for line in dict.fromkeys(location)), "    }",
                 "    location @fallback { return 200; }", "    location /502.html { return 502; }", "}"]
        return "\n".join(lines) + "\n"

    def program(self, text):
        paths = " ".join(f"{one}_temp_path {{folder}}/{one};" for one in ("proxy", "fastcgi", "uwsgi", "scgi"))
        body = "" if "client_body_temp_path" in text else "client_body_temp_path {folder}/client; "
        return (f"daemon off; master_process off; pid {{folder}}/pid; error_log {{folder}}/error.log;\nevents {{}}\n"
                f"http {{ access_log off; {body}{paths}\n{text}}}\n")

    def command(self, folder):
        return ["-p", folder, "-e", folder / "error.log", "-c", folder / "proxy.conf"]


class Haproxy(Proxy):
    """A back end with three servers."""
    name, path, debian = "haproxy", "usr/sbin/haproxy", ["haproxy"]
    values = {
        "retries": ["0", "1", "2", "3", "4"],
        "retry-on": ["503", "500 503", "conn-failure empty-response", "all-retryable-errors", "none", "empty-response 404",
                     "conn-failure empty-response response-timeout", "junk-response 0rtt-rejected 500", "429", "404 500"],
        "mode": ["http"],
        "http-request disable-l7-retry": ["", "if METH_POST", "unless METH_GET", "if { path_beg /static }"],
        "tune.bufsize": ["32768"], "tune.maxrewrite": ["2048"],
        "option redispatch": ["", "1", "-1", "3"],
        "timeout connect": ["1s", "500ms"], "timeout server": ["2s", "3000"], "timeout queue": ["2s"],
        "timeout tunnel": ["1h"], "timeout check": ["5s"], "timeout http-request": ["10s"],
        "option http-buffer-request": [""], "http-reuse": ["always", "never", "safe"],
        "option abortonclose": [""],
        "server backup": [""], "server observe": ["layer7"], "server on-error": ["mark-down"], "server maxconn": ["10"],
        "option persist": [""], "tune.buffers.limit": ["100"], "fullconn": ["6000"],
        "errorfile": [""], "default_backend": [""],
    }
    odd = {
        "retries": ["-1", "two", "2.5", ""],
        "retry-on": ["", "402", "all", "none 503", "503 503", "conn-failure none"],
        "mode": ["tcp"], "timeout connect": ["fast", "0"],
    }

    def write(self, chance, parts):
        glob, defaults, front, back = [], [], [], []
        hosts = [["a 127.0.0.1:9001"], ["b 127.0.0.1:9002"], ["c 127.0.0.1:9003"]]
        for part in parts:
            line = f"{part.name} {part.value}".rstrip()
            if part.key.startswith("tune."):
                value = {"tune.buffers.reserve": "2", "tune.buffers.limit": "100"}.get(part.name, part.value)
                glob.append(f"{part.name} {'65536' if 'buf.' in part.name else value}")
            elif part.key.startswith("server "):
                words = {"backup": "backup", "observe": "check inter 1h observe layer7", "on-error": "on-error mark-down",
                         "error-limit": "error-limit 3", "maxconn": "maxconn 10"}[part.name.split(" ")[1]]
                if part.name.startswith("default-server"):
                    back.insert(0, f"default-server {words}")
                else:
                    hosts[2].append(words)
            elif part.key in ("errorfile", "default_backend", "mode"):
                if part.key == "mode" and part.value == "tcp":
                    back.insert(0, "mode tcp")
            elif part.name in ("force-persist", "http-request wait-for-body"):
                back.append({"force-persist": "force-persist if FALSE"}.get(part.name, "http-request wait-for-body time 1s"))
            elif part.is_misplaced:
                front.append(line)
            else:
                (defaults if chance.random() < 0.3 and not part.key.startswith("http-request") else back).append(line)
        if not any(line.startswith(("retries", "retry-on")) for line in [*defaults, *back]):
            back.insert(0, "retries 2")
        sections = [("global", glob), ("defaults", ["mode http", "timeout connect 2s", "timeout client 5s", "timeout server 2s",
                                                    *defaults]),
                    ("frontend in", ["bind 127.0.0.1:9000", "default_backend app", *front]),
                    ("backend app", [*back, *(f"server {' '.join(dict.fromkeys(host))}" for host in hosts)])]
        return "\n".join(line for title, lines in sections if lines for line in (
            title, *(f"    {one}" for one in dict.fromkeys(lines)))) + "\n"

    def command(self, folder):
        return ["-db", "-f", folder / "proxy.conf"]


class Caddy(Proxy):
    """A reverse_proxy with three upstreams."""
    name, path, says_version, debian = "caddy", "usr/bin/caddy", ["version"], ["caddy"]
    values = {
        "lb_retries": ["0", "1", "2", "3", "5"],
        "lb_try_duration": ["0", "5s", "500ms", "2m"],
        "lb_try_interval": ["0", "20ms", "50ms"],
        "lb_retry_match": ["method POST", "{\n            method GET POST\n        }", "path /static*",
                           "{\n            method GET\n            path /static*\n        }"],
        "fail_duration": ["0"],
        "dial_timeout": ["2s"], "response_header_timeout": ["3s"], "write_timeout": ["3s"],
        "request_buffers": ["4KB"],
        "lb_policy": ["round_robin", "first", "random"],
        "health_uri": [""],
        "handle_response": [""],
    }
    odd = {
        "lb_retries": ["-1", "two", "", "2.5"],
        "lb_try_duration": ["fast", "5", "", "1d"],
        "lb_try_interval": ["-1s", "soon", "5"],
    }
    named = {"max_fails": ["1"], "unhealthy_status": ["5xx"], "unhealthy_latency": ["5s"], "unhealthy_request_count": ["9"],
             "read_timeout": ["3s"]}

    def write(self, chance, parts):
        lines, transport, site = [], [], []
        for part in parts:
            line = f"{part.name} {self.value(chance, part)}".rstrip()
            if part.key in ("dial_timeout", "response_header_timeout") or part.name == "write_timeout":
                transport.append(line)
            elif part.key in ("health_uri", "handle_response", "request_buffers", "write_timeout") or part.name in ("to", "dynamic"):
                continue  # request_buffers: since 2.7
            elif part.key == "fail_duration":
                lines += [*([] if part.name == "fail_duration" else [line]), "fail_duration 5s"]
            else:
                (site if part.is_misplaced else lines).append(line)
        if transport:
            lines += ["transport http {", *(f"    {line}" for line in dict.fromkeys(transport)), "}"]
        return "\n".join(["http://127.0.0.1:9000 {", *(f"    {line}" for line in site),
                          "    reverse_proxy 127.0.0.1:9001 127.0.0.1:9002 127.0.0.1:9003 {",
                          *(f"        {line}" for line in dict.fromkeys(lines)), "    }", "}"]) + "\n"

    def program(self, text):
        return "{\n    admin off\n    auto_https off\n    storage file_system {folder}\n}\n" + text

    def command(self, folder):
        return ["run", "--adapter", "caddyfile", "--config", folder / "proxy.conf"]


KINDS = {kind.name: kind for kind in [Urllib3(), AxiosRetry(), BotocoreConfig(), SharedConfig(), Grpc(), Nginx(), Haproxy(), Caddy()]}
