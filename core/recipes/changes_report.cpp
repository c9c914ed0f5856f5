// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/changes_report.h"

#include "core/explain/change_text.h"
#include "core/explain/phrases.h"

namespace retryscope {

namespace {

void addCode(Report& report, const OfferedChange& offered, const CodeCommandOf& commandOf)
{
    const std::optional<ClientCode>& code = offered.code;
    if (!code || code->way == CodeWay::None) {
        return; // the owner's line says it
    }
    const std::string command =
        isWay(code->way) && commandOf ? commandOf(offered.reversing.change) : std::string();
    report.detail(wayText(code->way) + (command.empty() ? "" : ": " + command));
    for (const CodeSnippet& snippet :
         commandOf || !isWay(code->way) ? std::vector<CodeSnippet>{} : code->snippets) {
        report.code(snippet.title, 4);
        report.code(snippet.text.substr(0, snippet.text.find_last_not_of('\n') + 1), 6, Tone::Faint);
    }
}

/// What each change is, who can make it, how much it touches and what then follows.
void addChanges(Report& report, const std::vector<OfferedChange>& changes, const CodeCommandOf& commandOf)
{
    for (const OfferedChange& offered : changes) {
        const ReversingChange& reversing = offered.reversing;
        const Change& change = reversing.change;
        report.item(changeText(change));
        report.detail(prose({capitalised(ownerText(offered)) + ".", filled("It %1.", changeReachText(change)),
                             saysSomethingElse(change) ? "Do this only if it is the real cause." : "",
                             filled("The verdict is then %1.", changeOutcomeText(reversing))}),
                      Tone::Faint);
        addCode(report, offered, commandOf);
    }
}

} // namespace

Report changesReport(const PossibleChanges& changes, const CodeCommandOf& commandOf)
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
        report.say(filled("Each of these changes would turn the verdict into %1 (smallest first)",
                          changes.verdict == Verdict::Stop ? "retry" : "stop"));
        addChanges(report, changes.reversing, commandOf);
    }
    if (!changes.shorter.empty()) {
        report.gap();
        report.say("Each of these changes would shorten the delay");
        addChanges(report, changes.shorter, commandOf);
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
        report.code(capitalised(wayText(code.way)) + ":\n\n");
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
