# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The clients that can be recorded: what they need, in which version, and how one call of each is made."""

import gzip
import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
PYTHON = "/usr/bin/python3"  # Debian's, which Debian's packages are made for


class Missing(Exception):
    """A client that is not there."""


@dataclass
class Driver:
    command: object  # tools -> what the URL and the operation are put behind
    version: object  # tools -> version of the client that is there
    client: str  # as in the recording's name: client-version-mode
    mode: str
    needs: str  # for --list: what is installed, with the version where it is pinned
    debian: list = field(default_factory=list)
    npm: list = field(default_factory=list)
    pypi: list = field(default_factory=list)  # installed without what they depend on, which comes from Debian
    pinned: str = ""  # the version of a package of npm or PyPI
    longest: float = 60  # seconds that one scenario may take
    ends_after: int = 0  # requests after which a client that never gives up is ended; 0: it ends by itself
    plays_itself: bool = False  # has a server of its own, for what the recorder does not speak, and prints the line
    leaves_out: str = ""  # scenarios that mean nothing to it, as a regular expression
    has_sqs: bool = False  # it also calls SQS, where some operations poll


def version_said(command, pattern):
    def version(tools):
        words = command(tools)
        done = subprocess.run(words, text=True, capture_output=True, check=False, env=tools.environment(tools.packages))
        found = re.search(pattern, done.stdout + done.stderr)
        if done.returncode != 0 or not found:
            raise Missing(f"{words[0]} says no version")
        return found.group(1)
    return version


def python(name, mode, module, arguments, package=None, uses=None, **more):
    version = version_said(
        lambda tools: [PYTHON, "-c", f"import importlib.metadata as m, {uses or module}; print(m.version('{module}'))"],
        r"([\d.]+)")
    package = package or f"python3-{module}"
    packages = [package] if isinstance(package, str) else list(package)
    return Driver(lambda tools: [PYTHON, *arguments], version, name, mode, ", ".join([*more.get("pypi", ()), *packages]),
                  debian=packages, **more)


MODULES = {"google-api-core": "google.api_core.retry"}  # what to import where it is not the package's own name


def pypi(client, version, debian, also=(), **more):
    return python(client, "default", client, [HERE / "calls_python.py", client], package=debian,
                  uses=MODULES.get(client, client.replace("-", "_")), pypi=[f"{client}=={version}", *also], pinned=version,
                  **more)


def boto3(mode):
    return python("botocore", mode, "botocore", [HERE / "calls_boto3.py", mode], package="python3-boto3", uses="boto3")


def npm(client, version, mode="default", also=(), kind=None, package=None, oldest_node=22, **more):
    package = package or client
    return Driver(lambda tools: [tools.node(oldest_node), HERE / "calls.mjs", tools.modules, kind or client],
                  lambda tools: tools.npm_version(package.split("@npm:", maxsplit=1)[0]), client, mode,
                  f"npm's {package}@{version}", npm=[f"{package}@{version}", *also], pinned=version, **more)


def newer(client, version, package=None, **more):
    """A later major version, beside the one that goes by the package's own name."""
    name = f"{client}-{version.split('.')[0]}"
    return npm(client, version, package=f"{name}@npm:{package or client}", kind=name, **more)


def aws_js(version, mode, suffix, dynamodb, sqs=None):
    """Two versions lie beside each other under names of their own."""
    also = [f"dynamodb-{suffix}@npm:@aws-sdk/client-dynamodb@{dynamodb}"]
    also += [f"sqs-{suffix}@npm:@aws-sdk/client-sqs@{sqs}"] if sqs else []
    return npm("jsv3", version, mode=mode, package=f"s3-{suffix}@npm:@aws-sdk/client-s3",
               kind=f"jsv3-{suffix}-{mode}", also=also, has_sqs=bool(sqs))


def curl(mode, *options):
    return Driver(lambda tools: [PYTHON, HERE / "calls_curl.py", tools.debian("usr/bin/curl"), *options],
                  version_said(lambda tools: [tools.debian("usr/bin/curl"), "--version"], r"curl ([\d.]+)"), "curl", mode, "curl",
                  debian=["curl"])


def wget():
    return Driver(lambda tools: [PYTHON, HERE / "calls_wget.py", tools.debian("usr/bin/wget")],
                  version_said(lambda tools: [tools.debian("usr/bin/wget"), "--version"], r"GNU Wget ([\d.]+)"), "wget",
                  "default", "wget", debian=["wget"], longest=240)


def proxy(kind, mode):
    """A proxy as the client of the servers behind it."""
    return Driver(lambda tools: [PYTHON, HERE / "calls_proxy.py", tools.debian(f"usr/sbin/{kind}"), kind, mode,
                                 tools.debian("usr/bin/curl")],
                  version_said(lambda tools: [tools.debian(f"usr/sbin/{kind}"), "-v"], r"(?:nginx/|version )([\d.]+\d)"), kind,
                  mode, kind, debian=[kind, "curl"], leaves_out=r"^net\.refuse")  # the proxy's own 502 hides who refused


def ruby(mode):
    def command(tools):
        return [tools.debian("usr/bin/ruby3.1"), HERE / "calls_ruby.rb", mode]
    said = version_said(lambda tools: [tools.debian("usr/bin/ruby3.1"), "-e",
                                       "require 'aws-sdk-core'; puts Aws::CORE_GEM_VERSION"], r"([\d.]+)")
    return Driver(command, said, "ruby", mode, "ruby-aws-sdk-s3", debian=["ruby", "ruby-aws-sdk-s3"],
                  leaves_out=r"ddb|\.put\b.*recover")


def go_environment(tools):
    root = Path(tools.debian("usr/lib/go")).resolve()
    return {**tools.environment(tools.packages), "GO111MODULE": "off", "GOFLAGS": "", "GOROOT": str(root),
            "GOPATH": tools.debian("usr/share/gocode"), "GOCACHE": str(tools.packages / "go-cache"), "CGO_ENABLED": "0"}


def go_program(tools, name):
    """The program that makes the calls, built anew where its source is younger."""
    source, program = HERE / f"calls_{name}.go", tools.packages / f"calls_{name}"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        compiler = Path(go_environment(tools)["GOROOT"], "bin/go")
        done = subprocess.run([compiler, "build", "-o", program, source], env=go_environment(tools), text=True,
                              capture_output=True, check=False)
        if done.returncode != 0:
            raise Missing(f"the Go program was not built: {done.stderr[-500:]}")
    return str(program)


def go(client, mode, package, version, program="go"):
    return Driver(lambda tools: [go_program(tools, program)], version, client, mode, f"{package}, golang-go",
                  debian=["golang-go", package])


def go_sdk_version(tools):
    file = tools.debian("usr/share/gocode/src/github.com/aws/aws-sdk-go-v2/aws/go_module_metadata.go")
    return re.search(r'goModuleVersion = "([\d.]+)"', Path(file).read_text(encoding="utf-8")).group(1)


def go_retryablehttp_version(tools):
    """Its sources do not say it; Debian's changelog does."""
    file = tools.debian("usr/share/doc/golang-github-hashicorp-go-retryablehttp-dev/changelog.Debian.gz")
    with gzip.open(file, "rt", encoding="utf-8") as changes:
        return re.search(r"\(([\d.]+)-", changes.readline()).group(1)


def okhttp():
    def classes(tools):
        return os.pathsep.join(tools.debian(f"usr/share/java/{jar}.jar") for jar in ("okhttp", "okio"))

    def version(tools):
        folder = Path(tools.debian("usr/share/java"))
        found = [match.group(1) for file in folder.iterdir() if (match := re.fullmatch(r"okhttp-([\d.]+)\.jar", file.name))]
        if not found:
            raise Missing(f"no okhttp in {folder}")
        return found[0]
    return Driver(lambda tools: [tools.debian("usr/bin/java"), "-XX:TieredStopAtLevel=1", "-cp", classes(tools),
                                 HERE / "CallsOkHttp.java"],
                  version, "okhttp", "default", "libokhttp-java", debian=["libokhttp-java", "default-jdk-headless"])


def gax(name, version, package):
    return Driver(lambda tools: [tools.node(), HERE / "calls_gax.mjs", tools.modules, name],
                  lambda tools: tools.npm_version(name), "google-gax", "idempotent", f"npm's google-gax@{version}",
                  npm=[package], pinned=version, plays_itself=True)


DRIVERS = {
    "curl": curl("retry-3", "--retry", "3"),
    "curl-all-errors": curl("retry-3-all-errors", "--retry", "3", "--retry-all-errors"),
    "wget": wget(),
    **{f"boto3-{mode}": boto3(mode) for mode in ("legacy", "standard", "adaptive")},
    "urllib3": python("urllib3", "retry-default", "urllib3", [HERE / "calls_python.py", "urllib3"]),
    "aiohttp-retry": pypi("aiohttp-retry", "2.9.1", "python3-aiohttp"),
    "httpx-retries": pypi("httpx-retries", "0.6.0", "python3-httpx"),
    "tenacity": python("tenacity", "default", "tenacity", [HERE / "calls_python.py", "tenacity"], ends_after=12),
    "backoff": python("backoff", "expo", "backoff", [HERE / "calls_python.py", "backoff"], ends_after=6),
    "go-v2": go("go-v2", "standard", "golang-github-aws-aws-sdk-go-v2-dev", go_sdk_version),
    "ruby-legacy": ruby("legacy"),
    "ruby-standard": ruby("standard"),
    "okhttp": okhttp(),
    "nginx": proxy("nginx", "default"),
    "nginx-5xx-429": proxy("nginx", "next-upstream-5xx-429"),
    "haproxy": proxy("haproxy", "default"),
    "haproxy-all": proxy("haproxy", "all-retryable-errors"),
    "anthropic-js": npm("anthropic-js", "1.12.0", package="@anthropic-ai/sdk"),
    "axios-retry": npm("axios-retry", "4.5.0", also=["axios@1.21.1"]),
    "axios-retry-exponential": npm("axios-retry", "4.5.0", mode="exponential-delay", also=["axios@1.21.1"],
                                   kind="axios-retry-exponential"),
    "azure-core-rest-pipeline": npm("azure-core-rest-pipeline", "1.24.0", package="@azure/core-rest-pipeline"),
    "fetch-retry": npm("fetch-retry", "6.0.0"),
    "gaxios": npm("gaxios", "7.3.1", mode="retry-true"),
    "gaxios-8": newer("gaxios", "8.3.3", mode="retry-true"),
    "go-retryablehttp": go("go-retryablehttp", "default", "golang-github-hashicorp-go-retryablehttp-dev",
                           go_retryablehttp_version, "retryablehttp"),
    "google-api-core": pypi("google-api-core", "2.29.0", ("python3-requests", "python3-google-auth", "python3-protobuf"),
                            ["googleapis-common-protos==1.65.0"], ends_after=6),
    "google-gax": gax("google-gax", "5.0.8", "google-gax@5.0.8"),
    "google-gax-6": gax("google-gax-6", "6.17.0", "google-gax-6@npm:google-gax@6.17.0"),
    "got": npm("got", "14.6.6", oldest_node=20),  # with Node.js 24 it retries no failed connection
    "got-16": newer("got", "16.1.0"),
    **{f"jsv3-{mode}": aws_js("3.1175.0", mode, "new", "3.1169.0", "3.1175.0") for mode in ("standard", "adaptive")},
    **{f"jsv3-705-{mode}": aws_js("3.705.0", mode, "705", "3.705.0") for mode in ("standard", "adaptive")},
    "ky": npm("ky", "1.14.3"),
    "ky-2": newer("ky", "2.1.0"),
    "octokit-plugin-retry": npm("octokit-plugin-retry", "8.1.1", package="@octokit/plugin-retry", also=["@octokit/core@7.0.8"]),
    "openai-js": npm("openai-js", "6.49.0", package="openai"),
    "openai-js-7": newer("openai-js", "7.59.0", package="openai"),
    "p-retry": npm("p-retry", "7.1.1", ends_after=6),
    "p-retry-9": newer("p-retry", "9.0.0", ends_after=6),
    "stripe-js": npm("stripe-js", "23.1.0", package="stripe"),
    "superagent": npm("superagent", "10.4.2", mode="retry"),
    "undici-8-retry-agent": npm("undici", "8.13.1", mode="retry-agent", package="undici-8@npm:undici",
                                kind="undici-8-retry-agent"),
    "undici-retry-agent": npm("undici", "7.30.2", mode="retry-agent", kind="undici-retry-agent"),
}
