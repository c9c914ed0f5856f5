#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs what `policies code` prints as a client's setting: each client, in the version of its preset, with each setting,
against an endpoint that always fails. Says what differs from tests/data/settings.json, which ./dev test holds the presets
against.

    settings.py --program build/dev/app/cli/retryscope-cli --packages build/drivers [--install] [--keep] [PRESET...]

--keep writes what came out there, and which presets could not be executed, with the reason. Requests are counted up to
MOST; a client that goes on is ended then. Exit 0: nothing differs, 1: something does, 77: nothing could be executed.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from clients import DRIVERS, HERE, PYTHON, Missing, aws_js, go_environment, npm
from tools import Tools, attempts_of, install, recorded

DATA = HERE.parent.parent / "data/settings.json"
MOST = 4  # requests that are counted
LONGEST = 40  # seconds that one run may take
SKIPPED = 77


@dataclass
class Question:
    """What a setting is asked for, and the failure that shows whether it does that: a status, 0: the server closes the
    connection instead."""
    option: str
    value: str
    status: int = 503
    method: str = "GET"

    @property
    def name(self):
        return f"{self.option} {self.value}{'' if self.status else ', closed'}"

    @property
    def step(self):
        return {"status": self.status, "headers": {"Retry-After": "1"}} if self.status else {"fault": "close"}


ATTEMPTS, MAP, METHOD = "--max-attempts", "--map", "--retry-method"
QUESTIONS = [Question(ATTEMPTS, "2"), Question(ATTEMPTS, "3"), Question(ATTEMPTS, "2", 0), Question(ATTEMPTS, "3", 0),
             Question(MAP, "status:418=transient", 418), Question(MAP, "status:503=permanent"),
             Question(METHOD, "POST", 503, "POST"), Question(METHOD, "POST", 0, "POST")]


def javascript(call, changes=(), imports=""):
    """The printed program with a call behind it. changes: in the program, to give it the address and the method."""
    def write(text, question, url, home):
        for old, new in changes:
            text = text.replace(old, new.replace("METHOD", question.method))
        lines = text.split("\n")
        program = home / "program.mjs"
        program.write_text("\n".join(
            [imports, *(line for line in lines if line.startswith("import ")),
             f'const url = "{url}/x"; const base = "{url}"; const method = "{question.method}";',
             *(line for line in lines if not line.startswith("import ")), call]))
        return ["NODE", program]
    return write


def shell(text, question, url, home):
    words = text.strip().split()
    extra = {"curl": ["-s", "-o", "body", "-X", question.method], "wget": ["-q", "-O", "body", "--timeout=2",
                                                                            f"--method={question.method}"]}[words[0]]
    return [words[0].upper(), *extra, *[f"{url}/x" if word == "URL" else word for word in words[1:]]]


def python(call, changes=()):
    """The printed program with requests replaced by urllib3, which is below it. changes: in the program, to give it the
    address and the method."""
    def write(text, question, url, home):
        lines = [line for line in text.split("\n") if not re.match(r"import requests|from requests|session", line)]
        fetched = f'urllib3.PoolManager().request("{question.method}", "{url}/x", retries=False, timeout=2)'
        text = "\n".join(lines).replace("requests.get(url, timeout=10)", fetched).replace(
            "requests.RequestException", "Exception").replace("response.raise_for_status()", "assert response.status < 400")
        for old, new in changes:
            text = text.replace(old, new)
        program = home / "program.py"
        program.write_text("\n".join(["import urllib3", text, call]).replace("METHOD", f'"{question.method}"').replace(
            "URL", f'"{url}/x"'))
        return [PYTHON, program]
    return write


def boto3(text, question, url, home):
    program = home / "program.py"
    program.write_text(text.replace('"SERVICE",', f'"s3", endpoint_url="{url}",') +
                       '\nclient.get_object(Bucket="bucket", Key="key")\n')
    return [PYTHON, program]


def ruby(text, question, url, home):
    """A program, or what stands in the environment of one."""
    place = f'endpoint: "{url}", force_path_style: true'
    if ".new(" in text:
        text = text.replace("Aws::Service", "Aws::S3").replace(".new(", f".new({place},")
    else:
        text = text.replace("export ", "# ") + f"\nclient = Aws::S3::Client.new({place})"
    program = home / "program.rb"
    program.write_text(f'require "aws-sdk-s3"\n{text}\nclient.get_object(bucket: "bucket", key: "key")\n')
    return ["env", *re.findall(r"^# (AWS_\S+)", text, re.MULTILINE), "RUBY", program]


def go(text, question, url, home):
    (home / "program").mkdir()
    program = home / "program/main.go"
    program.write_text(f"""package main

import (
	"context"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

func main() {{
	ctx, bucket, key := context.Background(), "bucket", "key"
{text}
	if err != nil {{
		panic(err)
	}}
	client := s3.NewFromConfig(cfg, func(o *s3.Options) {{
		o.UsePathStyle = true
		o.EndpointResolver = s3.EndpointResolverFromURL("{url}")
	}})
	client.GetObject(ctx, &s3.GetObjectInput{{Bucket: &bucket, Key: &key}})
}}
""")
    return ["GO", program]


def proxy(kind):
    """The printed lines in the configuration of a proxy, which is the client of the servers behind it."""
    def write(text, question, url, home):
        lines = [line for line in text.split("\n") if line.startswith("    ") and "proxy_pass" not in line]
        (home / "printed").write_text("\n".join(lines) + "\n")
        return [PYTHON, HERE / "calls_proxy.py", kind.upper(), kind, home / "printed", "CURL", url,
                "GetItem" if question.method == "POST" else "GetObject"]
    return write


def built(tools, program):
    """An executable of a Go program."""
    environment = go_environment(tools)
    done = subprocess.run([Path(environment["GOROOT"], "bin/go"), "build", "-o", program.parent / "main", program],
                          env=environment, text=True, capture_output=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"the printed program is not valid: {done.stderr[-500:]}")
    return program.parent / "main"


CALL = "try { await (%s); } catch {}\nprocess.exit(0);"
CLIENTS = {  # preset: driver, how what is printed becomes a program
    "got-14.6.6-default": ("got", javascript(CALL % "client(url, { method })")),
    "ky-1.14.3-default": ("ky", javascript(CALL % "client(url, { method })")),
    "undici-7.30.2-retry-agent": ("undici-retry-agent", javascript(
        CALL % "fetched(url, { method })", changes=[("import { Agent,", "import { request as fetched, Agent,")])),
    "undici-8.13.1-retry-agent": ("undici-8-retry-agent", javascript(
        CALL % "fetched(url, { method })", changes=[("import { Agent,", "import { request as fetched, Agent,"),
                                                     ('from "undici"', 'from "undici-8"')])),
    "axios-retry-4.5.0-default": ("axios-retry", javascript(CALL % "axios({ url, method })")),
    "axios-retry-4.5.0-exponential-delay": ("axios-retry-exponential", javascript(CALL % "axios({ url, method })")),
    "gaxios-7.3.1-retry-true": ("gaxios", javascript(
        "process.exit(0);", changes=[("  url,", "  url, method,"), ("const response = await", "await"),
                                     ("\n});", "\n}).catch(() => {});")])),
    "superagent-10.4.2-retry": ("superagent", javascript(
        "process.exit(0);", changes=[("superagent.get(url)", 'superagent("METHOD", url)'), (");", ").catch(() => {});")])),
    "fetch-retry-6.0.0-default": ("fetch-retry", javascript(CALL % "fetchWithRetries(url, { method })")),
    "openai-js-6.49.0-default": ("openai-js", javascript(
        CALL % "client.request({ method: method.toLowerCase(), path: '/x' })",
        changes=[("new OpenAI({", "new OpenAI({ apiKey: 'k', baseURL: base,")])),
    "anthropic-js-1.12.0-default": ("anthropic-js", javascript(
        CALL % "client.request({ method: method.toLowerCase(), path: '/x' })",
        changes=[("new Anthropic({", "new Anthropic({ apiKey: 'k', baseURL: base,")])),
    "octokit-plugin-retry-8.1.1-default": ("octokit-plugin-retry", javascript(
        CALL % "octokit.request(`${method} ${url}`)")),
    "stripe-js-23.1.0-default": ("stripe-js", javascript(
        CALL % "stripe.rawRequest(method, '/x')",
        changes=[("process.env.STRIPE_KEY, {", "'sk_test_k', { protocol: 'http', host: '127.0.0.1', "
                                               "port: new URL(url).port,")])),
    "curl-retry-3": ("curl", shell),
    "wget-default": ("wget", shell),
    "curl-retry-3-all-errors": ("curl-all-errors", shell),
    "urllib3-1.26-retry-default": ("urllib3", python(
        "urllib3.PoolManager().request(METHOD, URL, retries=retries, timeout=2)")),
    "aiohttp-retry-2.9.1-default": ("aiohttp-retry", python(
        "import asyncio; asyncio.run(call())", [("client.get(url)", "client.request(METHOD, URL)")])),
    "httpx-retries-0.6.0-default": ("httpx-retries", python("client.request(METHOD, URL)")),
    "tenacity-8.2.1-default": ("tenacity", python("call()")),
    "backoff-2-expo": ("backoff", python("call()")),
    **{f"botocore-1.29.27-{mode}": (f"boto3-{mode}", boto3) for mode in ("legacy", "standard", "adaptive")},
    **{f"ruby-{mode}": (f"ruby-{mode}", ruby) for mode in ("legacy", "standard")},
    **{f"go-v2-1.17.1-{mode}": ("go-v2", go) for mode in ("standard", "adaptive")},
    "nginx-proxy-next-upstream-default": ("nginx", proxy("nginx")),
    "nginx-proxy-next-upstream-5xx-429": ("nginx-5xx-429", proxy("nginx")),
    "haproxy-retries-default": ("haproxy", proxy("haproxy")),
    "haproxy-retry-on-all-retryable-errors": ("haproxy-all", proxy("haproxy")),
    "azure-core-rest-pipeline-1.24.0-default": ("azure-core-rest-pipeline", javascript(
        CALL % "client.sendRequest(azure.createDefaultHttpClient(), azure.createPipelineRequest("
               "{ url, method, timeout: 2000, allowInsecureConnection: true }))",
        changes=[("new BlobServiceClient(endpoint, credential, {",
                  "azure.createPipelineFromOptions({")], imports='import * as azure from "@azure/core-rest-pipeline";')),
    "p-retry-7.1.1-default": ("p-retry", javascript(
        "process.exit(0);", changes=[("fetch(url)", 'fetch(url, { method: "METHOD" })'), ("const response = await pRetry",
                                     "await pRetry"), ("\n});", "\n}).catch(() => {});")])),
    "jsv2-2.1693.0-default": ("jsv2", javascript(
        CALL % 'client.getObject({ Bucket: "bucket", Key: "key" }).promise()',
        changes=[('const AWS = require("aws-sdk");', 'import AWS from "aws-sdk";'),
                 ("new AWS.Service({", "new AWS.S3({ endpoint: base, s3ForcePathStyle: true,"),
                 ("new AWS.Service()", "new AWS.S3({ endpoint: base, s3ForcePathStyle: true })")])),
    **{f"jsv3-{version}-{mode}": (f"jsv3-{driver}{mode}", javascript(
        CALL % 'client.send(new GetObjectCommand({ Bucket: "bucket", Key: "key" }))',
        changes=[("import { ServiceClient }", "import { GetObjectCommand, S3Client }"), ("@aws-sdk/client-SERVICE", package),
                 ("new ServiceClient({", "new S3Client({ endpoint: base, forcePathStyle: true,")]))
       for version, driver, package in (("3.1169.0", "", "s3-new"), ("3.1050.0", "1050-", "s3-1050"),
                                        ("3.705.0", "705-", "s3-705"))
       for mode in ("standard", "adaptive")},
}

# Versions that nobody recorded here: others recorded them.
DRIVERS = {**DRIVERS, "jsv2": npm("jsv2", "2.1693.0", package="aws-sdk"),
           **{f"jsv3-1050-{mode}": aws_js("3.1050.0", mode, "1050", "3.1050.0") for mode in ("standard", "adaptive")}}
NOT_EXECUTED = {  # by the beginning of the preset's id
    "sdk-reference": "is a document",
    "google-api-core": "the client has no setting for it, only code",
    **dict.fromkeys(["google-gax", "grpc"], "speaks gRPC, which the recorder does not"),
    **dict.fromkeys(["botocore-1.43", "botocore-1.44", "caddy", "client-go", "go-retryablehttp-0.7.8", "go-v2-1.48",
                     "go-v2-newretries", "ruby-3.267", "ruby-standard-newretries", "tenacity-9", "urllib3-2"],
                    "Debian has an earlier version"),
    **dict.fromkeys(["anthropic-python", "cpp", "dotnet-http", "envoy", "istio", "java-v2", "kotlin", "openai-python", "php",
                     "polly", "resilience4j", "rust", "spring-framework", "spring-retry", "traefik"],
                    "is neither in Debian nor in npm"),
    **dict.fromkeys(["gaxios-8", "got-16", "ky-2", "openai-js-7", "p-retry-9"],
                    "the setting is that of the major version before it, which was executed"),
    **dict.fromkeys(["jsv3-3.1050.0-newretries", "jsv3-3.1169.0-core"], "needs versions that npm does not install together"),
    "go-retryablehttp-0.7.1": "the program of settings has no driver for it",
}


def reason(preset):
    return next((why for begin, why in NOT_EXECUTED.items() if preset.startswith(begin)), None)


def say(text):
    print(f"settings: {text}", file=sys.stderr, flush=True)


def code(tools, preset, *options):
    done = subprocess.run([tools.program, "policies", "code", preset, *options, "--format", "json"], text=True,
                          capture_output=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else {"way": "none"}


def printed(tools, preset, question):
    """The first program that is printed for it, where it is a setting; none where the client does it unasked."""
    asked = code(tools, preset, question.option, question.value)
    if asked["way"] != "setting" or not asked["snippets"]:
        return None
    is_own = question.option != ATTEMPTS and asked["snippets"] == code(tools, preset)["snippets"]
    return None if is_own else asked["snippets"][0]["text"]


PROGRAMS = {"CURL": "usr/bin/curl", "WGET": "usr/bin/wget", "RUBY": "usr/bin/ruby3.1", "NGINX": "usr/sbin/nginx",
            "HAPROXY": "usr/sbin/haproxy"}


def commanded(tools, words):
    if words[0] == "GO":
        return [str(built(tools, words[1]))]
    return [tools.node() if word == "NODE" else tools.debian(PROGRAMS[word]) if word in PROGRAMS else str(word)
            for word in words]


def run(command, home, environment, recorder):
    """What the client said until it ended, the recorder had seen enough, or LONGEST was over."""
    with open(home / "said", "w+", encoding="utf-8") as said, subprocess.Popen(
            command, cwd=home, env=environment, stdout=said, stderr=subprocess.STDOUT) as client:
        until = time.monotonic() + LONGEST
        while client.poll() is None and recorder.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        if client.poll() is None:
            client.kill()
        said.seek(0)
        return said.read()


def requests_of(tools, write, text, question):
    with tempfile.TemporaryDirectory(prefix="settings-") as folder:
        home = Path(folder)
        os.symlink(tools.modules, home / "node_modules")
        said, seen = recorded(
            tools, {"format": "retryscope.scenario/1", "id": "fails", "service": "generic", "steps": [question.step]}, home,
            lambda url, recorder: run(commanded(tools, write(text, question, url, home)), home, tools.environment(home),
                                      recorder), MOST)
        attempts = attempts_of(seen)
        if not attempts:
            raise RuntimeError(f"{question.name}: no request: {said[-500:]}")
        return len(attempts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=Path)
    parser.add_argument("--packages", required=True, type=Path)
    parser.add_argument("--install", action="store_true", help="download and unpack what is missing")
    parser.add_argument("--keep", action="store_true", help="into tests/data")
    parser.add_argument("presets", nargs="*", metavar="PRESET")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.presets if name not in CLIENTS]:
        parser.error(f"not executed: {', '.join(unknown)}; there are {', '.join(CLIENTS)}")
    tools = Tools(arguments.program.resolve(), arguments.packages.resolve())
    tools.packages.mkdir(parents=True, exist_ok=True)
    names = arguments.presets or list(CLIENTS)
    if arguments.install:
        install(tools, [DRIVERS[CLIENTS[name][0]] for name in names], say)
    known = json.loads(DATA.read_text()) if DATA.exists() else {"executed": {}, "notExecuted": {}}
    made, missing, found = {}, {}, []
    for name in names:
        driver, write = CLIENTS[name]
        try:
            version = DRIVERS[driver].version(tools)
        except Missing as why:
            missing[name] = str(why)
            say(f"SKIPPED {name}: {why}")
            continue
        made[name] = {"version": version}
        for question in QUESTIONS:
            if (text := printed(tools, name, question)) is not None:
                made[name][question.name] = requests_of(tools, write, text, question)
        say(f"{name}: {json.dumps(made[name])}")
        if known["executed"].get(name) != made[name]:
            found.append(f"{name}: {json.dumps(known['executed'].get(name))} -> {json.dumps(made[name])}")
    if arguments.keep:
        listed = subprocess.run([tools.program, "policies", "list", "--format", "json"], text=True, capture_output=True,
                                check=True)
        for preset in json.loads(listed.stdout)["policies"]:
            settings = [question for question in QUESTIONS if printed(tools, preset["id"], question) is not None]
            if settings and preset["id"] not in CLIENTS:
                missing[preset["id"]] = reason(preset["id"]) or "nobody has written how"
        executed = {**known["executed"], **made}
        missing = {name: why for name, why in missing.items() if name not in executed}
        with open(DATA, "w", encoding="utf-8") as file:
            file.write('{\n "questions": {\n' + ",\n".join(
                f"  {json.dumps(question.name)}: " + json.dumps(
                    {"option": question.option, "value": question.value, "status": question.status,
                     "method": question.method}) for question in QUESTIONS) + '\n },\n "executed": {\n' + ",\n".join(
                f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in sorted(executed.items())) +
                '\n },\n "notExecuted": {\n' + ",\n".join(
                f"  {json.dumps(name)}: {json.dumps(why)}" for name, why in sorted(missing.items())) + "\n }\n}\n")
    for line in found:
        print(line)
    return SKIPPED if not made else 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
