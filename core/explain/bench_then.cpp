// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/bench_then.h"

#include "core/explain/escape.h"

#include <algorithm>

namespace retryscope {

namespace {

using Names = std::vector<std::string>;

std::string listed(const Names& names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool isLast = i + 1 == names.size();
        text += (i == 0 ? "" : isLast ? " and " : ", ") + names[i];
    }
    return text;
}

void addSentence(std::string& text, const Names& names, const char* one, const char* many)
{
    if (!names.empty()) {
        text += (text.empty() ? "" : " ") +
                ("Then " + listed(names) + ' ' + (names.size() == 1 ? one : many) + '.');
    }
}

/// Requests at the origin for one call, of the client that sends most; 0: of none there is a limit.
int mostRequests(const std::vector<ThenVerdict>& verdicts, BenchVerdict ThenVerdict::*when)
{
    int most = 0;
    for (const ThenVerdict& verdict : verdicts) {
        most = std::max(most, (verdict.*when).through.requests.value_or(0));
    }
    return most;
}

} // namespace

std::string thenText(const std::vector<ThenVerdict>& verdicts)
{
    Names retrying;
    Names stopping;
    Names succeeding;
    Names waiting;
    for (const ThenVerdict& verdict : verdicts) {
        const Verdict then = verdict.then.through.verdict;
        const std::string name = oneLine(verdict.client);
        if (then != verdict.now.through.verdict) {
            (then == Verdict::Retry  ? retrying
             : then == Verdict::Stop ? stopping
                                     : succeeding)
                .push_back(name);
        } else if (verdict.now.delay() != DelayChange::Same && verdict.then.delay() == DelayChange::Same) {
            waiting.push_back(name);
        }
    }
    std::string text;
    addSentence(text, retrying, "retries", "retry");
    addSentence(text, stopping, "stops", "stop");
    addSentence(text, succeeding, "succeeds", "succeed");
    addSentence(text, waiting, "waits as long as without the proxy", "wait as long as without the proxy");
    const int now = mostRequests(verdicts, &ThenVerdict::now);
    const int then = mostRequests(verdicts, &ThenVerdict::then);
    if (text.empty() && then < now) {
        return "Then a call is up to " + std::to_string(then) + " requests at the origin instead of " +
               std::to_string(now) + '.';
    }
    return text.empty() && !verdicts.empty() ? "This changes no verdict." : text;
}

} // namespace retryscope
