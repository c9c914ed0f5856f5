// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/run_summary.h"

#include "core/explain/body_error_text.h"
#include "core/explain/call_outcome.h"
#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/io/documents/policy_json.h"
#include "core/io/text/utf8.h"
#include "core/io/traffic/import_traffic.h"
#include "core/policy/resolve.h"
#include "core/read/run_totals.h"
#include "core/read/spans.h"
#include "core/read/whole_run.h"
#include "ui/parts/tr.h"
#include "ui/send/outcome.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QStringList>
#include <QUrl>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace retryscope::ui {

namespace {

QString verdictOf(const RunRecord& record)
{
    const auto has = [&record](CallVerdict verdict) {
        return std::ranges::count(record.calls(), verdict, &CallRecord::verdict) > 0;
    };
    if (has(CallVerdict::Running)) {
        return tr("Running");
    }
    const QString sign = has(CallVerdict::Cancelled) ? QStringLiteral("□")
                         : !record.allSucceeded()    ? QStringLiteral("✕")
                         : doubtedIn(record) > 0     ? QStringLiteral("⚠")
                                                     : QStringLiteral("✓");
    return QStringLiteral("%1 %2").arg(sign, toQString(capitalised(summaryOf(record))));
}

/// `25,000 attempts`
QString countText(int number, const char* noun)
{
    return toQString(counted(number, noun));
}

QString tokensOf(const RunRecord& record)
{
    int spent = 0;
    int returned = 0;
    for (const QuotaPoint& point : quotaCurveOf(record)) {
        spent -= std::min(point.change, 0);
        returned += std::max(point.change, 0);
    }
    const QString text = tr("%1 used").arg(countText(spent, "token"));
    return returned == 0 ? text : tr("%1, %L2 returned").arg(text).arg(returned);
}

bool wasSent(const AttemptRecord& attempt)
{
    return attempt.facts.wire && attempt.facts.wire->connection > 0;
}

QString onWire(const RunRecord& record, int connections)
{
    return connections == 0 ? tr("no connection, nothing sent")
                            : tr("wire: %1 on %2")
                                  .arg(countText(requestsOnWireOf(record), "request"),
                                       countText(connections, "connection"));
}

QString wireOf(const RunRecord& record)
{
    if (record.header().isVirtual) {
        return tr("virtual time");
    }
    if (!record.header().importedFrom.empty()) {
        return tr("imported from %1").arg(io::trafficTitle(toQString(record.header().importedFrom)));
    }
    if (record.header().isRecorded) { // the recorder counts those of all clients together
        std::set<int> connections;
        for (const CallRecord& call : record.calls()) {
            for (const AttemptRecord& attempt : call.attempts) {
                if (wasSent(attempt)) {
                    connections.insert(attempt.facts.wire->connection);
                }
            }
        }
        return onWire(record, static_cast<int>(connections.size()));
    }
    std::map<int, int> connections; // each client counts its own
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            if (wasSent(attempt)) {
                int& highest = connections[call.client];
                highest = std::max(highest, attempt.facts.wire->connection);
            }
        }
    }
    int total = 0;
    for (const auto& [client, highest] : connections) {
        total += highest;
    }
    return onWire(record, total);
}

} // namespace

int requestsOnWireOf(const RunRecord& record)
{
    int requests = 0;
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            requests += wasSent(attempt) ? 1 + static_cast<int>(attempt.facts.wire->hops.size()) : 0;
        }
    }
    return requests;
}

namespace {

/// The policy's id; of a preset that was changed for this run, that too.
QString policyNameOf(const RunHeader& header)
{
    static std::map<std::string, std::optional<Policy>> presets; // each is read once
    const Policy& used = header.policy->policy;
    const auto [known, isNew] = presets.try_emplace(used.id);
    if (isNew) {
        const io::Result<Policy> preset = io::presetPolicy(toQString(used.id));
        known->second = preset ? std::optional(preset.value()) : std::nullopt;
    }
    const bool isEdited = known->second && resolve(*known->second, header.spec).policy != used;
    return isEdited ? tr("%1, edited").arg(toQString(used.id)) : toQString(used.id);
}

} // namespace

QString fileNameOf(const RunHeader& header)
{
    constexpr qsizetype kMostOfAPart = 60; // characters: a file name may have 255
    static const QRegularExpression kOther(QStringLiteral("[^A-Za-z0-9_.-]+"));
    static const QRegularExpression kEnds(QStringLiteral("^[-.]+|[-.]+$"));
    QStringList parts;
    const auto add = [&parts](QString text) {
        text = text.replace(kOther, QStringLiteral("-")).left(kMostOfAPart).remove(kEnds);
        if (!text.isEmpty()) {
            parts += text;
        }
    };
    const QUrl url(toQString(header.spec.url));
    const QString server =
        url.port() < 0 ? url.host() : QStringLiteral("%1-%2").arg(url.host()).arg(url.port());
    add(header.scenarioId.empty() ? server : toQString(header.scenarioId));
    add(!header.importedFrom.empty() ? toQString(header.importedFrom)
        : header.isRecorded          ? QStringLiteral("recording")
        : header.policy              ? toQString(header.policy->policy.id)
                                     : QString());
    if (header.isVirtual) {
        parts += QStringLiteral("seed %1").arg(header.seed);
    } else if (header.startedAt.count() > 0) {
        const QDateTime start = QDateTime::fromMSecsSinceEpoch(header.startedAt.count());
        parts += start.toString(start.date() == QDate::currentDate() ? QStringLiteral("HH-mm")
                                                                     : QStringLiteral("yyyy-MM-dd HH-mm"));
    }
    return parts.isEmpty() ? QStringLiteral("run") : parts.join(QLatin1Char(' '));
}

QString runSummaryOf(const RunRecord& record)
{
    if (record.isEmpty()) {
        return {};
    }
    QStringList parts{verdictOf(record)};
    const bool isRunning =
        std::any_of(record.calls().begin(), record.calls().end(),
                    [](const CallRecord& call) { return call.verdict == CallVerdict::Running; });
    if (isRunning || record.calls().size() > 1) { // else the verdict says it
        parts += countText(attemptsOf(record), "attempt");
    }
    if (!record.header().whole && record.header().policy && record.header().policy->policy.quota) {
        parts += tokensOf(record);
    }
    if (!record.header().isRecorded) {
        parts += tr("seed %1").arg(record.header().seed);
    }
    if (!isRunning) { // what is under way tells only in the end what it sent
        parts += wireOf(record);
    }
    // A record that was opened need not fit the fields above it.
    if (!record.header().scenarioId.empty()) {
        parts += toQString(record.header().scenarioId);
    }
    if (record.header().policy) {
        parts += policyNameOf(record.header());
    }
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace retryscope::ui
