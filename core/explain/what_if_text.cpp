// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/what_if_text.h"

#include "core/explain/phrases.h"

#include <algorithm>

namespace retryscope {

namespace {

int succeededIn(const RunRecord& record)
{
    return static_cast<int>(
        std::count_if(record.calls().begin(), record.calls().end(),
                      [](const CallRecord& call) { return call.verdict == CallVerdict::Succeeded; }));
}

std::string attemptsPart(int before, int after)
{
    return before == after ? counted(after, "attempt") + " as before"
                           : counted(before, "attempt") + " would become " + std::to_string(after);
}

std::string oneCallPart(bool succeededBefore, bool succeedsAfter)
{
    if (succeededBefore == succeedsAfter) {
        return succeedsAfter ? "the call would succeed as before" : "the call would still fail";
    }
    return succeedsAfter ? "the call would succeed instead of failing"
                         : "the call would fail instead of succeeding";
}

std::string callsPart(const RunRecord& before, const RunRecord& after)
{
    const int calls = static_cast<int>(after.calls().size());
    const int was = succeededIn(before);
    const int would = succeededIn(after);
    if (calls == 1) {
        return oneCallPart(was == 1, would == 1);
    }
    return std::to_string(would) + " of " + std::to_string(calls) + " calls would succeed" +
           (was == would ? std::string(" as before") : " instead of " + std::to_string(was));
}

bool isAssumedSomewhere(const RunRecord& record)
{
    return std::any_of(record.calls().begin(), record.calls().end(), [](const CallRecord& call) {
        return std::any_of(call.attempts.begin(), call.attempts.end(),
                           [](const AttemptRecord& attempt) { return attempt.assumed; });
    });
}

} // namespace

std::string whatIfText(const RunRecord& before, const RunRecord& after)
{
    return prose({filled("%1, and %2.", attemptsPart(before.attemptCount(), after.attemptCount()),
                         callsPart(before, after)),
                  isAssumedSomewhere(after)
                      ? "For attempts that were not recorded, the last response is repeated."
                      : ""});
}

} // namespace retryscope
