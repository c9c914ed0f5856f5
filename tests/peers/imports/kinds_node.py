# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Configurations of npm packages: axios-retry and grpc-js."""

import re

from kind import HERE, Failure, Node, driven


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
        method, whole, options, before, others = {}, {}, {}, [], []
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
                others.append('{"name": [{"service": "other.Other"}], "hedgingPolicy": {"maxAttempts": 2}}')
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
        config = as_json({"methodConfig": f"[{', '.join([as_json(method), *others])}]", **whole})
        given = ", ".join(f"'{name}': {value}" for name, value in options.items())
        return "\n".join([*before, f"const serviceConfig = {config};",
                          f"const options = {{ 'grpc.service_config': JSON.stringify(serviceConfig), {given} }};"]) + "\n"

    def play(self, tools, server, jobs, at_once):
        said = driven(self, ["node", HERE / "calls_grpc.mjs", tools.packages / "npm"], tools.environment(), server, jobs, at_once)
        for name, one in said.items():
            server.plays[name].came, server.plays[name].answered = one.pop("came"), one.pop("answered")
        return said
