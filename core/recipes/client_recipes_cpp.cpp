// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// C++.

#include "core/recipes/client_recipes.h"

namespace retryscope {

namespace {

constexpr const char* kCppStandard =
    R"(// Also retries errors that the SDK gives up on. Reference: aws/core/client/RetryStrategy.h
class RetryMore : public Aws::Client::{strategy}
{
public:
    using {strategy}::{strategy};

    bool ShouldRetry(const Aws::Client::AWSError<Aws::Client::CoreErrors>& error, long attemptedRetries) const override
    {
        static const std::set<Aws::String> names{{names}};
        static const std::set<int> statuses{{statuses}};
        static const std::set<Aws::String> noNames{{noNames}};
        static const std::set<int> noStatuses{{noStatuses}};
        const Aws::String& name = error.GetExceptionName();
        const int status = static_cast<int>(error.GetResponseCode());
        if (noNames.count(name) != 0 || noStatuses.count(status) != 0) {
            return false;
        }
        if (names.count(name) == 0 && statuses.count(status) == 0) {
            return {strategy}::ShouldRetry(error, attemptedRetries);
        }
        const Aws::Client::AWSError<Aws::Client::CoreErrors> retryable(
            error.GetErrorType(), error.GetExceptionName(), error.GetMessage(), true);
        return {strategy}::ShouldRetry(retryable, attemptedRetries); // limits and retry tokens still hold
    }
};

)";

} // namespace

ClientCode codeForCpp(const ClientWishes& wishes)
{
    const bool isDefault = wishes.mode == "legacy";
    const std::string strategy = isDefault                   ? "DefaultRetryStrategy"
                                 : wishes.mode == "adaptive" ? "AdaptiveRetryStrategy"
                                                             : "StandardRetryStrategy";
    ClientCode code;
    std::string text = "#include <aws/core/client/" +
                       std::string(isDefault                   ? "DefaultRetryStrategy.h"
                                   : wishes.mode == "adaptive" ? "AdaptiveRetryStrategy.h"
                                                               : "RetryStrategy.h") +
                       ">\n\n";
    const bool needsClass = wishes.mapsMore() || wishes.mapsLess();
    if (needsClass) {
        text = "#include <set>\n\n" + text +
               filledIn(kCppStandard, {{"names", quotedList(wishes.names)},
                                       {"statuses", plainList(wishes.statuses)},
                                       {"noNames", quotedList(wishes.noNames)},
                                       {"noStatuses", plainList(wishes.noStatuses)},
                                       {"strategy", strategy}});
    }
    // DefaultRetryStrategy counts retries, the others count attempts.
    const std::string limit = std::to_string(isDefault ? wishes.attempts - 1 : wishes.attempts);
    const std::string scale =
        isDefault && wishes.base ? ", " + millisecondsText(*wishes.base) : std::string();
    text += "Aws::Client::ClientConfiguration config;\n"
            "config.retryStrategy = std::make_shared<" +
            (needsClass ? std::string("RetryMore") : "Aws::Client::" + strategy) + ">(" + limit + scale +
            ");\n";
    code.snippets.push_back({"In the program (C++)", text});
    if (isDefault && wishes.names.size() && !wishes.mapsLess() && wishes.statuses.empty()) {
        code.notes.emplace_back(
            "Shorter, for names only: the SDK's own SpecifiedRetryableErrorsRetryStrategy takes "
            "the names as its first argument, then the same limit.");
    }
    if (wishes.cap || (wishes.base && !isDefault)) {
        code.notes.emplace_back("The delays of this strategy are fixed; for others override "
                                "CalculateDelayBeforeNextRetry(), which returns milliseconds.");
    }
    if (wishes.mapsMore()) {
        code.notes.emplace_back(
            "A name that the SDK does not know reaches the strategy as it stood in the answer, "
            "with the type UNKNOWN.");
    }
    return code;
}

} // namespace retryscope
