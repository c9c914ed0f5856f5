// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Python and JavaScript.

#include "core/recipes/client_recipes.h"

namespace retryscope {

namespace {

constexpr const char* kPythonEvents = R"(
import random

NAMES = [{names}]
STATUSES = [{statuses}]


def retry_more(response, attempts, **kwargs):
    """Delay in seconds before one more attempt, or None to leave it to botocore."""
    if response is None:  # no answer came
        return None
    http, parsed = response
    code = parsed.get("Error", {}).get("Code")
    if attempts < {attempts} and (code in NAMES or http.status_code in STATUSES):
        return random.random() * min(2 ** (attempts - 1), 20)
    return None


client.meta.events.register("needs-retry.s3", retry_more)  # needs-retry.dynamodb, …
)";

} // namespace

ClientCode codeForPython(const ClientWishes& wishes)
{
    ClientCode code;
    std::string text =
        filledIn("import boto3\nfrom botocore.config import Config\n\n"
                 "client = boto3.client(\n    \"s3\",\n    config=Config(retries={\"mode\": \"{mode}\", "
                 "\"total_max_attempts\": {attempts}}),\n)\n",
                 {{"mode", wishes.mode}, {"attempts", std::to_string(wishes.attempts)}});
    if (wishes.mapsMore()) {
        text += filledIn(kPythonEvents, {{"names", quotedList(wishes.names)},
                                         {"statuses", plainList(wishes.statuses)},
                                         {"attempts", std::to_string(wishes.attempts)}});
        code.notes.emplace_back(
            "botocore has no setting that adds an error name or a status in any mode; an event "
            "handler can, but it takes no retry tokens and is not counted as MaxAttemptsReached.");
    }
    if (wishes.mapsLess()) {
        code.notes.emplace_back(
            "botocore has no setting that takes a name or a status from its lists: a handler can "
            "only ask for more attempts. Use a mode that does not list it, or total_max_attempts 1.");
    }
    if (wishes.changesDelay()) {
        code.notes.emplace_back(
            "botocore has no setting for the delays; only a needs-retry handler may return its own.");
    }
    code.snippets.push_back({"In the program (Python, boto3)", text});
    return code;
}

namespace {

constexpr const char* kJs3 = R"(import { S3Client } from "@aws-sdk/client-s3";
import { {strategy} } from "@smithy/util-retry";

const RETRIED = { names: [{names}], statuses: [{statuses}] };
const NOT_RETRIED = { names: [{noNames}], statuses: [{noStatuses}] };
const isAmong = (list, error) =>
  list.names.includes(error?.name) || list.statuses.includes(error?.$metadata?.httpStatusCode);

class RetryMore extends {strategy} {
  async refreshRetryTokenForRetry(token, info) {
    const errorType = isAmong(NOT_RETRIED, info.error) ? "CLIENT_ERROR"
      : isAmong(RETRIED, info.error) ? "THROTTLING" : info.errorType;
    return super.refreshRetryTokenForRetry(token, { ...info, errorType });
  }
}

const client = new S3Client({ retryStrategy: new RetryMore(async () => {attempts}) });
)";

} // namespace

ClientCode codeForJs3(const ClientWishes& wishes)
{
    ClientCode code;
    const std::string strategy =
        wishes.mode == "adaptive" ? "AdaptiveRetryStrategy" : "StandardRetryStrategy";
    std::string text;
    if (wishes.mapsMore() || wishes.mapsLess()) {
        text = filledIn(kJs3, {{"strategy", strategy},
                               {"names", quotedList(wishes.names)},
                               {"statuses", plainList(wishes.statuses)},
                               {"noNames", quotedList(wishes.noNames)},
                               {"noStatuses", plainList(wishes.noStatuses)},
                               {"attempts", std::to_string(wishes.attempts)}});
        code.notes.emplace_back(
            "info.error is handed to the strategy since 2023; the names are those of the "
            "exception classes (error.name). Code of 2022 and before passes a retryDecider instead.");
    } else {
        text = filledIn("import { S3Client } from \"@aws-sdk/client-s3\";\n\n"
                        "const client = new S3Client({ retryMode: \"{mode}\", maxAttempts: {attempts} });\n",
                        {{"mode", wishes.mode}, {"attempts", std::to_string(wishes.attempts)}});
    }
    if (wishes.changesDelay()) {
        code.notes.emplace_back(
            "For other delays use ConfiguredRetryStrategy(attempts, (attempt) => milliseconds) of "
            "@smithy/util-retry in place of the strategy.");
    }
    code.snippets.push_back({"In the program (JavaScript, SDK 3)", text});
    return code;
}

ClientCode codeForJs2(const ClientWishes& wishes)
{
    ClientCode code;
    std::string text = "const AWS = require(\"aws-sdk\");\n\nconst client = new AWS.S3({ maxRetries: " +
                       std::to_string(wishes.attempts - 1) +
                       (wishes.base ? ", retryDelayOptions: { base: " + millisecondsText(*wishes.base) + " }"
                                    : std::string()) +
                       " });\n";
    if (wishes.mapsMore() || wishes.mapsLess()) {
        text += filledIn("client.customizeRequests((request) => {\n"
                         "  request.on(\"retry\", (response) => {\n"
                         "    const { code, statusCode } = response.error;\n"
                         "    if ([{names}].includes(code) || [{statuses}].includes(statusCode)) {\n"
                         "      response.error.retryable = true;\n"
                         "    }\n"
                         "    if ([{noNames}].includes(code) || [{noStatuses}].includes(statusCode)) {\n"
                         "      response.error.retryable = false;\n"
                         "    }\n"
                         "  });\n});\n",
                         {{"names", quotedList(wishes.names)},
                          {"statuses", plainList(wishes.statuses)},
                          {"noNames", quotedList(wishes.noNames)},
                          {"noStatuses", plainList(wishes.noStatuses)}});
    }
    if (wishes.cap) {
        code.notes.emplace_back(
            "Version 2 has no longest delay; retryDelayOptions.customBackoff may return any.");
    }
    code.notes.emplace_back("Version 2 reads neither AWS_RETRY_MODE nor AWS_MAX_ATTEMPTS.");
    code.snippets.push_back({"In the program (JavaScript, SDK 2)", text});
    return code;
}

} // namespace retryscope
