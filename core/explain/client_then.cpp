// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/client_then.h"

#include "core/explain/escape.h"
#include "core/explain/phrases.h"

#include <algorithm>

namespace retryscope {

namespace {

using Names = std::vector<std::string>;

std::string thenSentence(const Names& names, const char* one, const char* many)
{
    return names.empty() ? std::string()
                         : filled("Then %1 %2.", joined(names, " and "), names.size() == 1 ? one : many);
}

/// Requests at the origin for one call, of the client that sends most; 0: none has a limit.
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
    const std::string text = prose(
        {thenSentence(retrying, "retries", "retry"), thenSentence(stopping, "stops", "stop"),
         thenSentence(succeeding, "succeeds", "succeed"),
         thenSentence(waiting, "waits as long as without the proxy", "wait as long as without the proxy")});
    const int now = mostRequests(verdicts, &ThenVerdict::now);
    const int then = mostRequests(verdicts, &ThenVerdict::then);
    if (text.empty() && then < now) {
        return filled("Then a call causes up to %1 at the origin instead of %2.", counted(then, "request"),
                      now);
    }
    return text.empty() && !verdicts.empty() ? "This changes no verdict." : text;
}

} // namespace retryscope
