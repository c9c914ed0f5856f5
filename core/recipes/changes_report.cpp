// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/changes_report.h"

#include "core/explain/change_text.h"
#include "core/explain/phrases.h"

#include <algorithm>

namespace retryscope {

namespace {

void addCode(Report& report, const ClientCode& code)
{
    for (const CodeSnippet& snippet : code.snippets) {
        report.code(snippet.title, 4);
        report.code(snippet.text.substr(0, snippet.text.find_last_not_of('\n') + 1), 6, Tone::Faint);
    }
}

/// `then retry (throttling), at once; scope: this client, all calls; owner: client settings`
std::string fieldsOf(const OfferedChange& offered)
{
    return filled("then %1; scope: %2; owner: %3", changeOutcomeText(offered.reversing),
                  changeScopeText(offered.reversing.change), ownerText(offered));
}

bool isShort(const ClientCode& code)
{
    constexpr std::ptrdiff_t kMostLines = 12;
    std::ptrdiff_t lines = 0;
    for (const CodeSnippet& snippet : code.snippets) {
        lines += std::ranges::count(snippet.text, '\n');
    }
    return lines <= kMostLines;
}

/// Changes with the same fields and without code share one line of fields. The first code is printed, and
/// every short one; the others have their command.
void addChanges(Report& report, const std::vector<OfferedChange>& changes, const CodeCommandOf& commandOf,
                bool isCodeWanted)
{
    bool isFirst = true;
    for (std::size_t index = 0; index < changes.size(); ++index) {
        const OfferedChange& offered = changes[index];
        const bool hasCode = offered.code && isWay(offered.code->way);
        report.item(changeText(offered.reversing.change));
        if (!hasCode && index + 1 < changes.size() && fieldsOf(changes[index + 1]) == fieldsOf(offered)) {
            continue;
        }
        report.detail(fieldsOf(offered), Tone::Faint);
        const std::string command = hasCode ? commandOf(offered.reversing.change) : std::string();
        if (hasCode && ((isCodeWanted && (isFirst || isShort(*offered.code))) || command.empty())) {
            addCode(report, *offered.code);
            isFirst = false;
        } else if (hasCode) {
            report.detail("code: " + command);
        }
    }
}

} // namespace

Report changesReport(const PossibleChanges& changes, const CodeCommandOf& commandOf, bool isCodeWanted)
{
    Report report;
    if (changes.verdict == Verdict::Succeed) {
        return report; // a change that makes a success fail helps nobody
    }
    report.gap();
    if (changes.reversing.empty()) {
        report.say(changes.whyNone);
        for (const OfferedPair& pair : changes.pairs) {
            report.item(pairText(pair));
        }
    } else {
        const bool isCorrection = std::ranges::any_of(changes.reversing, [](const OfferedChange& offered) {
            return saysSomethingElse(offered.reversing.change);
        });
        report.say(prose({filled("Each of these changes turns the verdict into %1 (smallest first).",
                                 changes.verdict == Verdict::Stop ? "retry" : "stop"),
                          isCorrection ? "Change the response only to what really happened." : ""}));
        addChanges(report, changes.reversing, commandOf, isCodeWanted);
    }
    if (!changes.shorter.empty()) {
        report.gap();
        report.say("Each of these changes shortens the delay.");
        addChanges(report, changes.shorter, commandOf, isCodeWanted);
    }
    for (const std::string& remark : changes.remarks) {
        report.gap();
        report.say(remark);
    }
    return report;
}

Report codeReport(const ClientCode& code)
{
    Report report;
    const bool isHidden = code.way == CodeWay::None && code.gaps.empty(); // the notes say it
    if (code.way != CodeWay::Setting && code.way != CodeWay::Unknown && !isHidden) {
        report.code(code.way == CodeWay::None ? "Not configurable in this client:\n\n"
                                              : capitalised(wayText(code.way)) + ":\n\n");
    }
    for (const CodeSnippet& snippet : code.snippets) {
        report.code(snippet.title + "\n\n" + snippet.text + '\n');
    }
    for (const std::string& note : code.notes) {
        report.code("Note: " + note);
    }
    return report;
}

} // namespace retryscope
