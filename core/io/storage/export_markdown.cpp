// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/storage/export_markdown.h"

#include "core/explain/explain.h"
#include "core/explain/units.h"
#include "core/io/storage/redact.h"
#include "core/run/quota_ledger.h"

#include <QDateTime>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <optional>
#include <vector>

namespace retryscope::io {

namespace {

constexpr int kFirstShown = 40;
constexpr int kLastShown = 10;

/// Plain text of people and servers as it shall be read in Markdown.
QString plain(const QString& text)
{
    static const QString kMarkup = QStringLiteral("\\`*_[]|#~");
    QString result;
    for (const QChar character : text) {
        if (character == QLatin1Char('<')) {
            result += QStringLiteral("&lt;");
        } else if (character == QLatin1Char('&')) {
            result += QStringLiteral("&amp;");
        } else if (character.isSpace()) {
            result += QLatin1Char(' ');
        } else if (character.category() == QChar::Other_Control ||
                   character.category() == QChar::Other_Format) {
            result += QChar(QChar::ReplacementCharacter);
        } else {
            result += kMarkup.contains(character) ? QStringLiteral("\\") + character : QString(character);
        }
    }
    return result;
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
    parts += QStringLiteral("seed %1").arg(header.seed);
    if (header.noWait) {
        parts += QStringLiteral("delays not slept");
    }
    return parts.join(QStringLiteral(", "));
}

QString resultText(const RunRecord& record)
{
    const std::vector<CallRecord>& calls = record.calls();
    if (calls.empty()) {
        return QStringLiteral("nothing was sent");
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
        .arg(plain(durationText(record.end().time_since_epoch())));
}

/// One attempt with the numbers around it.
struct Entry
{
    const CallRecord* call = nullptr;
    const AttemptRecord* attempt = nullptr;
    std::optional<QuotaEntry> quota;
};

std::vector<Entry> entriesOf(const RunRecord& record)
{
    const std::vector<std::vector<QuotaEntry>> quota = quotaLedgerOf(record);
    std::vector<Entry> entries;
    for (std::size_t call = 0; call < record.calls().size(); ++call) {
        const std::vector<AttemptRecord>& attempts = record.calls()[call].attempts;
        for (std::size_t index = 0; index < attempts.size(); ++index) {
            entries.push_back({.call = &record.calls()[call], .attempt = &attempts[index]});
            if (!quota.empty()) {
                entries.back().quota = quota[call][index];
            }
        }
    }
    return entries;
}

QString numberOf(const Entry& entry, const RunHeader& header)
{
    QString number = QString::number(entry.attempt->attempt);
    if (header.callsPerClient > 1 || header.clients > 1) {
        number.prepend(QStringLiteral("%1.").arg(entry.call->call));
    }
    return header.clients > 1 ? QStringLiteral("%1/%2").arg(entry.call->client).arg(number) : number;
}

QString delayText(const Decision& decision)
{
    if (!decision.window) {
        return {};
    }
    const auto& [low, high] = *decision.window;
    if (decision.verdict == Verdict::Retry && high == Duration::zero()) {
        return QStringLiteral("at once");
    }
    return plain(durationText(decision.delay)) +
           (low == high ? QString() : QStringLiteral(" of %1").arg(plain(windowText(low, high))));
}

QString tokensText(const QuotaEntry& quota)
{
    return quota.refused ? QStringLiteral("%1, needs %2").arg(quota.before).arg(quota.cost)
                         : QStringLiteral("%1 → %2").arg(quota.before).arg(quota.after);
}

QString tableRow(const Entry& entry, const RunHeader& header)
{
    const AttemptRecord& attempt = *entry.attempt;
    const QString number = numberOf(entry, header);
    const QString start = plain(durationText(attempt.start.time_since_epoch()));
    if (attempt.isRunning) {
        return rowOf({number, start, {}, QStringLiteral("no answer yet"), {}, {}, {}, {}});
    }
    return rowOf({number, start, plain(durationText(attempt.end - attempt.start)),
                  plain(outcomeLabel(*header.policy, attempt.facts)), plain(toString(attempt.decision.kind)),
                  plain(toString(attempt.decision.verdict)), delayText(attempt.decision),
                  entry.quota ? tokensText(*entry.quota) : QString()});
}

QString tableOf(const std::vector<Entry>& entries, const RunHeader& header)
{
    const QStringList titles{QStringLiteral("#"),           QStringLiteral("start"),
                             QStringLiteral("took"),        QStringLiteral("answer"),
                             QStringLiteral("kind"),        QStringLiteral("verdict"),
                             QStringLiteral("delay after"), QStringLiteral("retry tokens")};
    QString table = rowOf(titles) + QStringLiteral("|--:|--:|--:|---|---|---|---|---|\n");
    const auto count = static_cast<int>(entries.size());
    const bool isWhole = count <= kFirstShown + kLastShown;
    for (int index = 0; index < count; ++index) {
        if (isWhole || index < kFirstShown || index >= count - kLastShown) {
            table += tableRow(entries[static_cast<std::size_t>(index)], header);
        } else if (index == kFirstShown) {
            const int left = count - kFirstShown - kLastShown;
            table += rowOf(
                {QStringLiteral("…"), {}, {}, QStringLiteral("%1 more attempts").arg(left), {}, {}, {}, {}});
        }
    }
    return table;
}

/// What tells one reason from another; the length of the delay does not.
QString reasonOf(const Entry& entry, const RunHeader& header)
{
    const Decision& decision = entry.attempt->decision;
    const std::string_view stop = decision.stopReason ? toString(*decision.stopReason) : std::string_view();
    return QStringLiteral("%1 %2 %3 %4")
        .arg(QString::fromStdString(outcomeLabel(*header.policy, entry.attempt->facts)))
        .arg(decision.rule)
        .arg(static_cast<int>(decision.verdict))
        .arg(plain(stop));
}

/// Each reason is given once, for the first attempt that it holds for.
QString reasonsOf(const std::vector<Entry>& entries, const RunHeader& header)
{
    QString reasons;
    QSet<QString> given;
    for (const Entry& entry : entries) {
        if (entry.attempt->isRunning || given.size() == kFirstShown ||
            given.contains(reasonOf(entry, header))) {
            continue;
        }
        given.insert(reasonOf(entry, header));
        const AttemptRecord& attempt = *entry.attempt;
        const std::string why = whySentence(*header.policy, attempt.facts, attempt.decision, attempt.attempt);
        reasons += QStringLiteral("- %1: %2\n").arg(numberOf(entry, header), plain(why));
    }
    return reasons;
}

} // namespace

QByteArray recordToMarkdown(const RunRecord& record, RecordJsonOptions options)
{
    const RunRecord shown = options.includeSecrets ? record : redacted(record);
    const RunHeader& header = shown.header();
    const std::vector<Entry> entries = entriesOf(shown);
    QString text = QStringLiteral("## How %1 was retried\n\n").arg(requestText(header.spec));
    text += item("Result", resultText(shown));
    text += item("Policy", policyText(header));
    text += item("Run", runText(header));
    if (!entries.empty()) {
        text += QLatin1Char('\n') + tableOf(entries, header);
        text += QStringLiteral("\nWhy, the first time for each reason:\n\n") + reasonsOf(entries, header);
    }
    text += QStringLiteral("\nMade with Retryscope " RETRYSCOPE_VERSION ".\n");
    return text.toUtf8();
}

} // namespace retryscope::io
