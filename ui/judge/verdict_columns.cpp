// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/verdict_columns.h"

#include "core/explain/value_words.h"
#include "core/io/text/utf8.h"
#include "ui/explanation/changes_list.h"
#include "ui/parts/tr.h"

#include <limits>

namespace retryscope::ui {

namespace {

template <std::string (*Text)(const VerdictRow&)>
QString cell(const VerdictRow& row)
{
    return toQString(Text(row));
}

QString clientTitle(const VerdictRow& row)
{
    return row.client == "document" ? tr("Documents") : toQString(row.client);
}

QString presetName(const VerdictRow& row)
{
    return toQString(row.shortName);
}

QString presetText(const VerdictRow& row)
{
    return row.isTried ? tr("%1 · changed").arg(presetName(row)) : presetName(row);
}

QString kindText(const VerdictRow& row)
{
    return row.verdict == Verdict::Succeed ? QString() : toQString(wordsFor(row.kind).word);
}

QString nameTip(const VerdictRow& row)
{
    return row.whyNoName.empty() ? cell<nameCell>(row) : toQString(row.whyNoName);
}

QString ruleText(const VerdictRow& row)
{
    return row.rule.empty() ? tr("no rule matched") : toQString(row.ruleTitle);
}

QString ruleTip(const VerdictRow& row)
{
    return row.source.empty() ? ruleText(row)
                              : tr("%1\nSource: %2").arg(ruleText(row), toQString(row.source));
}

QString delayTip(const VerdictRow& row)
{
    const QString text = cell<delayCell>(row);
    return row.waitMark == WaitMark::None
               ? text
               : text + QLatin1Char('\n') + toQString(waitMarkText(row.waitMark, row.window));
}

QString hintTip(const VerdictRow& row)
{
    QStringList lines;
    for (const ServerHint& hint : row.hints) {
        lines += toQString(hintSentences(hint));
    }
    return lines.join(QLatin1Char('\n'));
}

QString evidenceTip(const VerdictRow& row)
{
    const QString text = toQString(ruleEvidenceText(row));
    const std::string& remark = row.ruleEvidence.remark;
    return remark.empty() ? text : text + QLatin1Char('\n') + toQString(remark);
}

/// Without regard to case.
template <QString (*Text)(const VerdictRow&)>
QVariant sortText(const VerdictRow& row)
{
    return Text(row).toLower();
}

/// What is retried first.
QVariant verdictOrder(const VerdictRow& row)
{
    return row.verdict == Verdict::Retry ? 0 : static_cast<int>(row.verdict) + 1;
}

} // namespace

TableModel<VerdictRow>::Columns verdictColumns()
{
    return {{.id = "client",
             .title = tr("Client"),
             .text = clientTitle,
             .sortValue = sortText<clientTitle>,
             .tone = [](const VerdictRow&) { return Tone::Strong; },
             .about = tr("SDK, library or document that the preset describes"),
             .whenNarrow = WhenNarrow::Shorten,
             .readable = 10,
             .groups = true},
            {.id = "preset",
             .title = tr("Preset"),
             .text = presetText,
             .sortValue = sortText<presetName>,
             .toolTip = [](const VerdictRow& row) { return toQString(row.title + " (" + row.policy + ")"); },
             .about = tr("Version and mode. “2026 rules” are the rules that AWS SDKs adopt in 2026.")},
            {.id = "verdict",
             .title = tr("Verdict"),
             .text = [](const VerdictRow& row) { return toQString(toString(row.verdict)); },
             .sortValue = verdictOrder,
             .toolTip = [](const VerdictRow& row) { return toQString(row.why); },
             .sign = [](const VerdictRow& row) { return signOf(row.verdict); },
             .about = tr("What the client does with this response")},
            {.id = "delay",
             .title = tr("First delay"),
             .text = cell<delayCell>,
             .sortValue =
                 [](const VerdictRow& row) {
                     return QVariant(row.window ? static_cast<qlonglong>(row.window->high.count()) : -1);
                 },
             .toolTip = delayTip,
             .about = tr("Shortest and longest possible delay before the next attempt")},
            {.id = "attempts",
             .title = tr("Attempts"),
             .text = cell<attemptsCell>,
             .sortValue =
                 [](const VerdictRow& row) {
                     return QVariant(row.attempts.value_or(std::numeric_limits<int>::max()));
                 },
             .about = tr("Most attempts that the client makes, including the first"),
             .isNumber = true},
            {.id = "kind",
             .title = tr("Kind"),
             .text = kindText,
             .sortValue = sortText<kindText>,
             .about = tr("How the client classifies the error"),
             .whenNarrow = WhenNarrow::Drop},
            {.id = "name",
             .title = tr("Error name"),
             .text = cell<nameCell>,
             .sortValue = sortText<cell<nameCell>>,
             .toolTip = nameTip,
             .about = tr("Error name (exception name) and where the client finds it"),
             .whenNarrow = WhenNarrow::Shorten,
             .readable = 12},
            {.id = "rule",
             .title = tr("Deciding rule"),
             .text = ruleText,
             .sortValue = sortText<ruleText>,
             .toolTip = ruleTip,
             .about = tr("The rule behind the verdict; the tool tip of a cell names its source"),
             .whenNarrow = WhenNarrow::Shorten},
            {.id = "tokens",
             .title = tr("Tokens"),
             .text = cell<tokensCell>,
             .sortValue = [](const VerdictRow& row) { return QVariant(row.tokens ? row.tokens->after : -1); },
             .about = tr("Retry quota (token bucket): tokens before this retry, minus its cost"),
             .whenNarrow = WhenNarrow::Drop},
            {.id = "hint",
             .title = tr("Server's hint"),
             .text = cell<hintCell>,
             .sortValue = sortText<cell<hintCell>>,
             .toolTip = hintTip,
             .about = tr("Whether the client obeys the server's delay hint, for example Retry-After"),
             .whenNarrow = WhenNarrow::Drop},
            {.id = "evidence",
             .title = tr("Evidence"), // what is surest first
             .text = [](const VerdictRow& row) { return toQString(wordOf(row.ruleEvidence.level)); },
             .sortValue =
                 [](const VerdictRow& row) { return QVariant(static_cast<int>(row.ruleEvidence.level)); },
             .toolTip = evidenceTip,
             .about =
                 tr("What this decision rests on: a recording or measurement of the client, its source code, "
                    "a document, or nothing (assumed)"),
             .whenNarrow = WhenNarrow::Drop}};
}

} // namespace retryscope::ui
