// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Java, Go, Rust, .NET and curl.

#include "core/recipes/client_recipes.h"

namespace retryscope {

namespace {

/// A list without entries needs a type.
std::string listOr(const std::vector<std::string>& names)
{
    return names.empty() ? "\"\"; 0" : quotedList(names);
}

std::string listOr(const std::vector<int>& statuses)
{
    return statuses.empty() ? "0u16; 0" : plainList(statuses);
}

} // namespace

ClientCode codeForJava(const ClientWishes& wishes)
{
    ClientCode code;
    const std::string factory = wishes.mode == "legacy"     ? "legacyRetryStrategy"
                                : wishes.mode == "adaptive" ? "adaptiveRetryStrategy"
                                                            : "standardRetryStrategy";
    std::string text = "RetryStrategy strategy = AwsRetryStrategy." + factory +
                       "().toBuilder()\n    .maxAttempts(" + std::to_string(wishes.attempts) + ")\n";
    if (wishes.mapsMore()) {
        text +=
            filledIn("    .retryOnException(error -> error instanceof AwsServiceException answer\n"
                     "        && (Set.<String>of({names}).contains(answer.awsErrorDetails().errorCode())\n"
                     "            || Set.<Integer>of({statuses}).contains(answer.statusCode())))\n",
                     {{"names", quotedList(wishes.names)}, {"statuses", plainList(wishes.statuses)}});
    }
    if (wishes.changesDelay()) {
        text += "    .backoffStrategy(BackoffStrategy.exponentialDelay(Duration.ofMillis(" +
                millisecondsText(wishes.base.value_or(std::chrono::milliseconds{100})) +
                "), Duration.ofMillis(" + millisecondsText(wishes.cap.value_or(std::chrono::seconds{20})) +
                ")))\n";
    }
    text += "    .build();\nS3Client client = S3Client.builder()\n"
            "    .overrideConfiguration(config -> config.retryStrategy(strategy))\n    .build();\n";
    if (wishes.mapsLess()) {
        code.notes.emplace_back("The builder can only add conditions; to drop one, build the strategy from "
                                "DefaultRetryStrategy.doNotRetry() and add back what you want.");
    }
    code.notes.emplace_back("Retry strategies exist since version 2.26; before it there was RetryPolicy.");
    code.snippets.push_back({"In the program (Java, SDK 2)", text});
    return code;
}

ClientCode codeForGo(const ClientWishes& wishes)
{
    ClientCode code;
    std::string options = "\t\t\to.MaxAttempts = " + std::to_string(wishes.attempts) + "\n";
    if (wishes.cap) {
        options += "\t\t\to.MaxBackoff = " + millisecondsText(*wishes.cap) + " * time.Millisecond\n";
    }
    const auto addStatuses = [&options](const std::vector<int>& statuses) {
        for (const int status : statuses) {
            options += "\t\t\to.Retryables = append(o.Retryables, retry.RetryableHTTPStatusCode{Codes: "
                       "map[int]struct{}{" +
                       std::to_string(status) + ": {}}})\n";
        }
    };
    addStatuses(wishes.statuses);
    std::string retryer = "retry.NewStandard(func(o *retry.StandardOptions) {\n" + options + "\t\t})";
    if (!wishes.names.empty()) {
        retryer = "retry.AddWithErrorCodes(" + retryer + ", " + quotedList(wishes.names) + ")";
    }
    code.snippets.push_back(
        {"In the program (Go)",
         "cfg, err := config.LoadDefaultConfig(ctx, config.WithRetryer(func() aws.Retryer {\n"
         "\t\treturn " +
             retryer + "\n\t}))\n"});
    if (wishes.mapsLess()) {
        code.notes.emplace_back("To give up on something, put a retry.IsErrorRetryableFunc that returns "
                                "aws.FalseTernary for it at the front of o.Retryables.");
    }
    if (wishes.base) {
        code.notes.emplace_back(
            "The base of the delays is no option; o.Backoff takes a BackoffDelayer of your own.");
    }
    return code;
}

namespace {

constexpr const char* kRust = R"(#[derive(Debug)]
struct RetryMore;

impl ClassifyRetry for RetryMore {
    fn name(&self) -> &'static str {
        "retry more"
    }
    fn classify_retry(&self, ctx: &InterceptorContext) -> RetryAction {
        let status = ctx.response().map_or(0, |response| response.status().as_u16());
        let code = match ctx.output_or_error() {
            Some(Err(error)) => error
                .as_operation_error()
                .and_then(|error| error.downcast_ref::<ListObjectsV2Error>()) // of your operation
                .and_then(|error| error.code()),
            _ => None,
        };
        if [{noStatuses}].contains(&status) || [{noNames}].contains(&code.unwrap_or("")) {
            return RetryAction::RetryForbidden;
        }
        if [{statuses}].contains(&status) || [{names}].contains(&code.unwrap_or("")) {
            return RetryAction::throttling_error();
        }
        RetryAction::NoActionIndicated
    }
}

)";

} // namespace

ClientCode codeForRust(const ClientWishes& wishes)
{
    ClientCode code;
    std::string text;
    const bool classifies = wishes.mapsMore() || wishes.mapsLess();
    if (classifies) {
        text = filledIn(kRust, {{"names", listOr(wishes.names)},
                                {"statuses", listOr(wishes.statuses)},
                                {"noNames", listOr(wishes.noNames)},
                                {"noStatuses", listOr(wishes.noStatuses)}});
    }
    text +=
        "let retries = RetryConfig::" + std::string(wishes.mode == "adaptive" ? "adaptive" : "standard") +
        "().with_max_attempts(" + std::to_string(wishes.attempts) + ")" +
        (wishes.base ? ".with_initial_backoff(Duration::from_millis(" + millisecondsText(*wishes.base) + "))"
                     : "") +
        (wishes.cap ? ".with_max_backoff(Duration::from_millis(" + millisecondsText(*wishes.cap) + "))"
                    : "") +
        ";\n" +
        "let config = aws_sdk_s3::config::Builder::from(&shared_config)\n    .retry_config(retries)\n" +
        (classifies ? "    .retry_classifier(RetryMore)\n" : "") + "    .build();\n";
    code.snippets.push_back({"In the program (Rust)", text});
    return code;
}

ClientCode codeForPolly(const ClientWishes& wishes)
{
    ClientCode code;
    std::string text =
        "var options = new RetryStrategyOptions<HttpResponseMessage>\n{\n    MaxRetryAttempts = " +
        std::to_string(wishes.attempts - 1) + ",\n";
    if (wishes.base) {
        text += "    Delay = TimeSpan.FromMilliseconds(" + millisecondsText(*wishes.base) + "),\n";
    }
    if (wishes.cap) {
        text += "    MaxDelay = TimeSpan.FromMilliseconds(" + millisecondsText(*wishes.cap) + "),\n";
    }
    if (!wishes.statuses.empty()) {
        text += "    ShouldHandle = new PredicateBuilder<HttpResponseMessage>()\n"
                "        .Handle<HttpRequestException>()\n"
                "        .HandleResult(answer => new[] { " +
                plainList(wishes.statuses) + " }.Contains((int)answer.StatusCode)),\n";
    }
    text += "};\nvar pipeline = new "
            "ResiliencePipelineBuilder<HttpResponseMessage>().AddRetry(options).Build();\n";
    code.snippets.push_back({"In the program (.NET, Polly 8)", text});
    if (!wishes.names.empty() || wishes.mapsLess()) {
        code.notes.emplace_back(
            "Polly knows no error names: read the body in ShouldHandle and compare it there.");
    }
    return code;
}

ClientCode codeForCurl(const ClientWishes& wishes)
{
    ClientCode code;
    std::string text = "curl --retry " + std::to_string(wishes.attempts - 1);
    if (wishes.base) {
        text += " --retry-delay " +
                std::to_string(std::chrono::duration_cast<std::chrono::seconds>(*wishes.base).count());
    }
    code.snippets.push_back({"On the command line (curl)", text + " URL\n"});
    if (wishes.mapsMore()) {
        code.notes.emplace_back(
            "curl looks at no error names and its list of statuses is fixed; --retry-all-errors "
            "retries every failure that --fail makes one.");
    }
    if (wishes.mapsLess()) {
        code.notes.emplace_back("curl's list of statuses is fixed; nothing can be taken from it.");
    }
    return code;
}

} // namespace retryscope
