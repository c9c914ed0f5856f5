# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Configurations in Python: urllib3's Retry, botocore's Config, and the shared config file that botocore reads."""

from kind import Failure, Python


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
        "is_retry": ["True", "False"], "increment": [""],
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
        lines, arguments, pool, adapter, call, checked = [], [], [], [], [], []
        own = {part.key for part in parts} & {"retries", "timeout", "preload_content"}  # which requests lacks
        base, is_requests = "Retry", not own and chance.random() < 0.3
        before = ["MOST = 4", "CODES = [503]"]
        for part in parts:
            given = f"{part.name}={part.value}"
            if part.key.startswith("retry."):
                if part.name == "history":
                    given = "history=()"
                (pool if part.is_misplaced else arguments).append(given)
            elif part.key in ("max_retries", "mount"):
                is_requests = True
            elif part.key == "raise_for_status" and part.name == "raise_for_status":
                checked = ["def checked(response):", "    response.raise_for_status()", "    return response"]
            elif part.key == "raise_for_status":
                call.append(f"{part.name}=True")
                is_requests = False
            elif part.key == "body_pos":
                before.append("from urllib3.util.request import rewind_body, set_file_position")
            elif part.key in ("retries", "timeout", "preload_content"):
                call.append(given if part.name != "stream" else "preload_content=False")
            elif part.key == "pool_block":
                is_adapters = part.name.startswith("pool_")
                (adapter if is_adapters else pool).append(f"{part.name}={part.value if part.name == 'pool_block' else 3}")
                is_requests = is_adapters
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
        program += [*checked, *lines, f"retry = {base}({', '.join(dict.fromkeys(arguments))})"]
        if is_requests and not own:
            program += ["import requests", "from requests.adapters import HTTPAdapter", "session = requests.Session()",
                        "session.mount('http://', HTTPAdapter(" + ", ".join(["max_retries=retry", *adapter]) + "))", "def call(method, url):",
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
    later = {"config.request_checksum_calculation", "config.request_min_compression_size_bytes"}
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
                lines.append("source_profile = default")
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
