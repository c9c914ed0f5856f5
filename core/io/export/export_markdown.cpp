// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/export/export_markdown.h"

#include "core/explain/attempt_columns.h"
#include "core/explain/attempt_time.h"
#include "core/explain/conflict_text.h"
#include "core/explain/escape.h"
#include "core/explain/explain.h"
#include "core/explain/state_story.h"
#include "core/explain/units.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "core/read/run_totals.h"

#include <QDateTime>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

namespace retryscope::io {

namespace {

constexpr int kFirstShown = 40;
constexpr int kLastShown = 10;

/// Plain text of people and servers as it shall be read in Markdown.
QString plain(const QString& text)
{
    QString result;
    for (const QChar character : text) {
        if (character == QLatin1Char('<')) {
            result += QStringLiteral("&lt;");
        } else if (character == QLatin1Char('&')) {
            result += QStringLiteral("&amp;");
        } else if (character.isSpace()) {
            result += QLatin1Char(' ');
        } else {
            const bool isUnseen =
                character.category() == QChar::Other_Control || character.category() == QChar::Other_Format;
            result += isUnseen ? QChar(QChar::ReplacementCharacter) : character;
        }
    }
    return toQString(markdownEscaped(result.toStdString(), "\\`*_[]|#~"));
}

QString plain(std::string_view text)
{
    return plain(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
}

QString item(const char* title, const QString& text)
{
    return text.isEmpty() ? QString() : QStringLiteral("- **%1**: %2\n").arg(QLatin1String(title), text);
}

QString rowOf(const QStringList& cells)
{
    return QStringLiteral("| %1 |\n").arg(cells.join(QStringLiteral(" | ")));
}

QString policyText(const RunHeader& header)
{
    const Policy& policy = header.policy->policy;
    QString text = plain(policy.title);
    text += text.isEmpty() ? plain(policy.id) : QStringLiteral(" (%1)").arg(plain(policy.id));
    for (const PolicyOverrideNote& note : header.overrides) {
        text += QStringLiteral("; %1 = %2 (%3)").arg(plain(note.path), plain(note.value), plain(note.origin));
    }
    return text;
}

QString requestText(const RequestSpec& spec)
{
    QString text = plain(spec.method) + QLatin1Char(' ') + plain(spec.url);
    const QString what = plain(spec.service + (spec.operation.empty() ? "" : " " + spec.operation));
    return spec.service == "generic" && spec.operation.empty() ? text
                                                               : text + QStringLiteral(" (%1)").arg(what);
}

QString runText(const RunHeader& header)
{
    QStringList parts;
    if (!header.scenarioId.empty()) {
        parts += QStringLiteral("scenario %1").arg(plain(header.scenarioId));
    }
    const QDateTime start = QDateTime::fromMSecsSinceEpoch(header.startedAt.count(), Qt::UTC);
    parts += header.isVirtual ? QStringLiteral("virtual time") : start.toString(Qt::ISODateWithMs);
    if (header.isRecorded) {
        parts += QStringLiteral("recorded");
    } else {
        parts += QStringLiteral("seed %1").arg(header.seed);
    }
    if (header.noWait) {
        parts += QStringLiteral("delays skipped");
    }
    if (header.loop.rounds > 1) {
        parts += plain(loopText(header.loop));
    }
    return parts.join(QStringLiteral(", "));
}

QString resultText(const RunRecord& record)
{
    const std::vector<CallRecord>& calls = record.calls();
    if (calls.empty()) {
        return QStringLiteral("no requests sent");
    }
    if (calls.size() == 1) {
        return plain(summaryOf(calls.front()));
    }
    const auto count = [&calls](CallVerdict verdict) {
        return std::count_if(calls.begin(), calls.end(),
                             [verdict](const CallRecord& call) { return call.verdict == verdict; });
    };
    return QStringLiteral("%1 calls: %2 succeeded, %3 failed, %4 cancelled; %5 attempts in %6")
        .arg(calls.size())
        .arg(count(CallVerdict::Succeeded))
        .arg(count(CallVerdict::Failed))
        .arg(count(CallVerdict::Cancelled))
        .arg(record.attemptCount())
        .arg(plain(durationText(totalsOf(record).time)));
}

std::vector<AttemptContext> attemptsOf(const RunRecord& record)
{
    const std::vector<std::vector<QuotaEntry>> quota = quotaLedgerOf(record);
    std::vector<AttemptContext> result;
    for (std::size_t call = 0; call < record.calls().size(); ++call) {
        const std::vector<AttemptRecord>& attempts = record.calls()[call].attempts;
        for (std::size_t index = 0; index < attempts.size(); ++index) {
            result.push_back({.header = record.header(),
                              .call = record.calls()[call],
                              .attempt = attempts[index],
                              .quota = quota.empty() ? std::nullopt : std::optional(quota[call][index])});
        }
    }
    return result;
}

using Attempts = std::vector<AttemptContext>;

QString headOf(const AttemptColumns& columns)
{
    QStringList titles;
    QString rule = QStringLiteral("|");
    for (const AttemptColumn* column : columns) {
        titles += QString::fromUtf8(column->ticket.title);
        rule += column->ticket.isRight ? QStringLiteral("--:|") : QStringLiteral("---|");
    }
    return rowOf(titles) + rule + QLatin1Char('\n');
}

QString gapOf(const AttemptColumns& columns, int leftOut)
{
    QStringList cells;
    for (const AttemptColumn* column : columns) {
        cells += column->id == "result" ? QStringLiteral("%1 more attempts").arg(leftOut) : QString();
    }
    cells.front() = QStringLiteral("…");
    return rowOf(cells);
}

/// Without the columns in which every cell is empty, but for those that every ticket has.
AttemptColumns columnsFor(const Attempts& attempts)
{
    constexpr int kAlwaysThere = 8; // from the left
    AttemptColumns columns = columnsIn(&AttemptColumn::ticket);
    std::erase_if(columns, [&attempts](const AttemptColumn* column) {
        return column->ticket.place > kAlwaysThere &&
               std::all_of(attempts.begin(), attempts.end(), [column](const AttemptContext& at) {
                   return cellText(*column, &AttemptColumn::ticket, at).empty();
               });
    });
    return columns;
}

/// Where the time of each attempt, and between them, went. In virtual time that is no question.
QString timesOf(const Attempts& attempts)
{
    QString text;
    for (std::size_t i = 0; i < attempts.size() && i < kFirstShown; ++i) {
        const AttemptContext& at = attempts[i];
        const auto index = static_cast<std::size_t>(std::max(0, at.attempt.attempt - 1));
        const std::string gap = gapText(at.call, index, !at.header.noWait);
        const std::string phases = phasesText(at.attempt);
        const std::string both = gap + (gap.empty() || phases.empty() ? "" : "; ") + phases;
        text += both.empty() ? QString()
                             : QStringLiteral("- %1: %2\n").arg(plain(words::number(at)), plain(both));
    }
    return text;
}

/// The first and the last of many.
QString tableOf(const Attempts& attempts)
{
    constexpr std::size_t kMost = kFirstShown + kLastShown;
    const bool isWhole = attempts.size() <= kMost;
    Attempts shown;
    std::copy_if(attempts.begin(), attempts.end(), std::back_inserter(shown), [&](const AttemptContext& at) {
        const auto index = static_cast<std::size_t>(&at - attempts.data());
        return isWhole || index < kFirstShown || index >= attempts.size() - kLastShown;
    });
    const AttemptColumns columns = columnsFor(shown);
    QString table = headOf(columns);
    for (const AttemptContext& at : shown) {
        QStringList cells;
        for (const AttemptColumn* column : columns) {
            cells += plain(cellText(*column, &AttemptColumn::ticket, at));
        }
        table += rowOf(cells);
        if (!isWhole && &at == &shown[kFirstShown - 1]) {
            table += gapOf(columns, static_cast<int>(attempts.size() - kMost));
        }
    }
    return table;
}

/// What tells one reason from another; the length of the delay does not.
QString reasonOf(const AttemptContext& at)
{
    const Decision& decision = at.attempt.decision;
    const std::string_view stop = decision.stopReason ? toString(*decision.stopReason) : std::string_view();
    return QStringLiteral("%1 %2 %3 %4")
        .arg(toQString(words::response(at)))
        .arg(decision.rule)
        .arg(static_cast<int>(decision.verdict))
        .arg(plain(stop));
}

/// Each reason is given once, for the first attempt that it holds for.
QString reasonsOf(const Attempts& attempts)
{
    QString reasons;
    QSet<QString> given;
    for (const AttemptContext& at : attempts) {
        if (given.size() == kFirstShown) {
            break;
        }
        const QString reason = at.attempt.isRunning ? QString() : reasonOf(at);
        if (!at.attempt.isRunning && !given.contains(reason)) {
            given.insert(reason);
            reasons += QStringLiteral("- %1: %2\n").arg(plain(words::number(at)), plain(words::why(at)));
        }
    }
    return reasons;
}

} // namespace

QByteArray recordToMarkdown(const RunRecord& record, RecordJsonOptions options)
{
    const RunRecord shown = options.includeSecrets ? record : redacted(record);
    const RunHeader& header = shown.header();
    const Attempts attempts = attemptsOf(shown);
    QString text = QStringLiteral("## How %1 was retried\n\n").arg(requestText(header.spec));
    text += item("Result", resultText(shown));
    text += item("Policy", policyText(header));
    text += item("Run", runText(header));
    if (!attempts.empty()) {
        text += QLatin1Char('\n') + tableOf(attempts);
        text += QStringLiteral("\nReasons, each at its first attempt:\n\n") + reasonsOf(attempts);
        const QString times = header.isVirtual ? QString() : timesOf(attempts);
        text += times.isEmpty() ? QString() : QStringLiteral("\nWhere the time went:\n\n") + times;
        for (const std::string& sentence : stateStory(shown)) {
            text += QLatin1Char('\n') + plain(sentence) + QLatin1Char('\n');
        }
    }
    text += QStringLiteral("\nMade with Retryscope " RETRYSCOPE_VERSION ".\n");
    return text.toUtf8();
}

} // namespace retryscope::io
