// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/attempt_report.h"
#include "app/cli/row_order.h"
#include "app/cli/text_table.h"
#include "app/cli/verdict_report.h"
#include "core/change/other_protocols.h"
#include "core/explain/body_error_text.h"
#include "core/explain/effect_text.h"
#include "core/explain/phrases.h"
#include "core/explain/redirect_text.h"
#include "core/explain/stop_text.h"
#include "core/io/documents/error_files.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <map>
#include <utility>

namespace retryscope::cli {

namespace {

/// By client, documents last; presets of one client stay in their order.
std::vector<const JudgedUnder*> byClient(std::vector<const JudgedUnder*> rows)
{
    std::ranges::stable_sort(rows, {}, [](const JudgedUnder* verdict) {
        return std::pair(!verdict->situation.policy.policy.document.empty(),
                         toQString(verdict->row.client).toLower());
    });
    return rows;
}

/// Wide enough for more than the names of the policies and what they decide.
bool isWide(const TextStyle& style)
{
    constexpr int kWide = 100;
    return style.width >= kWide;
}

std::vector<Column> columnsFor(const TextStyle& style)
{
    std::vector<Column> columns{{QStringLiteral("policy")}, // never cut: ids are copied
                                {QStringLiteral("verdict")},
                                {QStringLiteral("kind"), WhenNarrow::Drop},
                                {QStringLiteral("delay"), WhenNarrow::Fold},
                                {QStringLiteral("delay hint"), WhenNarrow::Fold},
                                {QStringLiteral("attempts"), WhenNarrow::Drop}};
    if (isWide(style)) {
        for (const char* title : {"rule", "error name", "tokens", "evidence"}) {
            columns.push_back({QString::fromLatin1(title), WhenNarrow::Drop});
        }
    }
    return columns;
}

/// `Error name: 429 (xml:Error/Code) for 38; none for curl-retry-3, envoy-5xx`; the response is one, so there
/// are few.
QString namesText(const std::vector<JudgedUnder>& verdicts, const TextStyle& style)
{
    constexpr qsizetype kMostNamed = 12; // policies that read it in their own way
    std::vector<std::pair<QString, QStringList>> counts;
    for (const JudgedUnder& verdict : verdicts) {
        const QString name = verdict.row.name.state == NameState::Absent ? QStringLiteral("none")
                                                                         : toQString(nameCell(verdict.row));
        auto known = std::find_if(counts.begin(), counts.end(),
                                  [&name](const auto& count) { return count.first == name; });
        if (known == counts.end()) {
            known = counts.insert(counts.end(), {name, {}});
        }
        known->second.append(toQString(verdict.row.policy));
    }
    QStringList parts;
    for (const auto& [name, policies] : counts) {
        const bool isFew = policies.size() <= kMostNamed;
        parts.append(counts.size() == 1 ? name
                                        : QStringLiteral("%1 for %2")
                                              .arg(name)
                                              .arg(isFew ? policies.join(QStringLiteral(", "))
                                                         : QString::number(policies.size())));
    }
    return wrapped(QStringLiteral("Error name: ") + parts.join(QStringLiteral("; ")), style, 0, 0) +
           QLatin1Char('\n');
}

/// What the response asked for, and what the sign behind a delay says.
QString hintsText(const std::vector<JudgedUnder>& verdicts, const TextStyle& style)
{
    const std::vector<VerdictRow> rows = rowsOf(verdicts);
    const std::string asked = askedLine(rows);
    QString result = asked.empty() ? QString() : wrapped(toQString(asked), style, 0, 0) + QLatin1Char('\n');
    const bool hasLongWait = std::any_of(rows.begin(), rows.end(), [](const VerdictRow& row) {
        return row.waitMark != WaitMark::None && row.window;
    });
    return hasLongWait
               ? result + QStringLiteral(
                              "! the delay can be longer than one minute, or than the deadline allows\n")
               : result;
}

/// `302 is a redirect to “/x”: 12 of 90 policies follow it, 20 do not, and of 58 it is unknown.`
std::string redirectText(const std::vector<JudgedUnder>& verdicts)
{
    const std::string clause = redirectClause(verdicts.front().situation.facts);
    if (clause.empty()) {
        return clause;
    }
    const auto count = [&verdicts](Followed followed) {
        return std::to_string(
            std::count_if(verdicts.begin(), verdicts.end(), [followed](const JudgedUnder& verdict) {
                return verdict.row.redirect && verdict.row.redirect->followed == followed;
            }));
    };
    return clause + ". Of " + std::to_string(verdicts.size()) + " policies " + count(Followed::Yes) +
           " follow it and " + count(Followed::No) + " do not. Of the others it is unknown.";
}

/// What follows from the response alone, whoever looks at it: a batch that came back in part, a redirect, an
/// error that no retry cures.
QString responseText(const std::vector<JudgedUnder>& verdicts, const TextStyle& style)
{
    const Situation& any = verdicts.front().situation;
    const auto effect = possibleEffectOf(any.spec, any.facts, verdicts.front().row.kind);
    const bool isInPart = effect && effect->processing == Processing::PartlyDone;
    const std::string text =
        isInPart ? effectSentence(*effect, responderOf(any.facts).kind) : redirectText(verdicts);
    const auto incurable = incurableErrorIn(io::incurableErrors(), any.facts);
    QString result;
    const std::string bodyError = bodyErrorClause(any.facts);
    const auto noticing = std::count_if(verdicts.begin(), verdicts.end(), [](const JudgedUnder& verdict) {
        return verdict.row.noticesBodyError;
    });
    const std::string missed = bodyError.empty()
                                   ? std::string()
                                   : "The status is a success, but " + bodyError + ": " +
                                         std::to_string(noticing) + " of " + std::to_string(verdicts.size()) +
                                         " policies" + (noticing == 1 ? " looks" : " look") + " at it.";
    for (const std::string& sentence :
         {missed, text, incurable ? incurableSentence(*incurable) : std::string()}) {
        result +=
            sentence.empty() ? QString() : wrapped(toQString(sentence), style, 0, 0) + QLatin1Char('\n');
    }
    return result;
}

/// How many would judge otherwise if the service spoke another protocol; empty where none would.
QString protocolsText(const std::vector<JudgedUnder>& verdicts, const TextStyle& style)
{
    constexpr qsizetype kMostNamed = 12;
    QStringList differing;
    QStringList protocols;
    for (const JudgedUnder& verdict : verdicts) {
        const std::vector<ProtocolVerdict> others = verdictsInOtherProtocols(verdict.situation);
        for (const ProtocolVerdict& other : others) {
            protocols.append(toQString(other.protocol));
        }
        if (!others.empty()) {
            differing.append(toQString(verdict.row.policy));
        }
    }
    if (differing.isEmpty()) {
        return {};
    }
    protocols.removeDuplicates();
    const QString read = toQString(verdicts.front().situation.policy.protocol);
    QString text =
        QStringLiteral("Protocol: %1. With another protocol (%2), %3 of %4 policies decide differently")
            .arg(read, protocols.join(QStringLiteral(", ")))
            .arg(differing.size())
            .arg(verdicts.size());
    text += differing.size() <= kMostNamed ? QStringLiteral(": ") + differing.join(QStringLiteral(", "))
                                           : QString();
    return wrapped(text + QStringLiteral(" (see --service, --protocol)"), style, 0, 0) + QLatin1Char('\n');
}

/// Who would judge otherwise if the service were said; empty where none would.
QString servicesText(const std::vector<JudgedUnder>& verdicts, const TextStyle& style)
{
    std::map<std::string, QStringList> differing;
    for (const JudgedUnder& verdict : verdicts) {
        for (const std::string& service : verdict.otherServices) {
            differing[service].append(toQString(verdict.row.policy));
        }
    }
    std::map<QStringList, std::vector<std::string>> servicesOf; // most services differ for the same clients
    for (const auto& [service, policies] : differing) {
        servicesOf[policies].push_back(service);
    }
    QString result;
    for (const auto& [policies, services] : servicesOf) {
        result +=
            wrapped(
                QStringLiteral(
                    "Service: none given. For %1, %2 of %3 policies decide differently: %4 (see --service)")
                    .arg(toQString(joined(services, " or ")))
                    .arg(policies.size())
                    .arg(verdicts.size())
                    .arg(policies.join(QStringLiteral(", "))),
                style, 0, 0) +
            QLatin1Char('\n');
    }
    return result;
}

} // namespace

QString verdictGrid(const std::vector<JudgedUnder>& verdicts, bool isGrouped, const TextStyle& style)
{
    if (verdicts.empty()) {
        return {};
    }
    TextTable table(columnsFor(style));
    QString client;
    std::map<Verdict, int> counts;
    std::vector<const JudgedUnder*> rows;
    for (const JudgedUnder& verdict : verdicts) {
        rows.push_back(&verdict);
    }
    for (const JudgedUnder* verdict : isGrouped ? byClient(std::move(rows)) : std::move(rows)) {
        const VerdictRow& row = verdict->row;
        ++counts[row.verdict];
        const QString group = isGrouped ? toQString(row.client) : QString();
        if (group != client) {
            table.addLine(group == QLatin1String("document") ? QStringLiteral("documents") : group);
            client = group;
        }
        const QString mark = verdict->isRecorded ? QStringLiteral(" *") : QString();
        std::vector<Cell> cells{{QLatin1Char(' ') + toQString(row.policy) + mark, Tone::Strong},
                                {toQString(std::string(toString(row.verdict))), toneOf(row)},
                                {toQString(std::string(kindWord(row.kind)))},
                                {toQString(delayCell(row))},
                                {toQString(hintCell(row))},
                                {toQString(attemptsCell(row))}};
        if (isWide(style)) {
            cells.insert(cells.end(), {{toQString(row.rule)},
                                       {toQString(nameCell(row))},
                                       {toQString(tokensCell(row))},
                                       {toQString(wordOf(row.evidence))}});
        }
        table.addRow(std::move(cells));
    }
    QString result = table.text(style) + QLatin1Char('\n') + namesText(verdicts, style) +
                     responseText(verdicts, style) + hintsText(verdicts, style) +
                     protocolsText(verdicts, style) + servicesText(verdicts, style);
    if (std::ranges::any_of(verdicts, &JudgedUnder::isRecorded)) {
        result += wrapped(QStringLiteral("* Judged in the recorded situation: attempts, tokens and clock as "
                                         "at that time"),
                          style, 0, 0) +
                  QLatin1Char('\n');
    }
    return result + QStringLiteral("%1: %2\n")
                        .arg(toQString(counted(static_cast<int>(verdicts.size()), "policy", "policies")),
                             verdictCounts(counts));
}

} // namespace retryscope::cli
