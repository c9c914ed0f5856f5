// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/runs/run_words.h"

#include "core/explain/call_outcome.h"
#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "core/io/traffic/import_traffic.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/tr.h"
#include "ui/theme/theme.h"

#include <QDateTime>
#include <QPainter>
#include <QUrl>

#include <algorithm>

namespace retryscope::ui {

namespace {

/// Without the port at which the built-in endpoint listened then.
QString addressOf(const io::RunSummary& run)
{
    const QString url = toQString(run.url);
    return run.scenarioId.empty() ? url : QUrl(url).toString(QUrl::RemoveScheme | QUrl::RemoveAuthority);
}

QColor colourOf(OutlineKind kind, const Theme& theme)
{
    switch (kind) {
    case OutlineKind::Delay:
        return theme.retryDelay;
    case OutlineKind::Succeeded:
        return theme.succeed;
    case OutlineKind::Retried:
        return theme.wait;
    case OutlineKind::Unfinished:
        return theme.muted;
    case OutlineKind::Stopped:
        return theme.stop;
    }
    return theme.muted;
}

/// A small bar that fills the rectangle.
void paintOutline(QPainter& painter, const QRectF& rect, const std::vector<OutlineSegment>& outline,
                  const Theme& theme)
{
    Instant end{};
    for (const OutlineSegment& segment : outline) {
        end = std::max(end, segment.start + segment.length);
    }
    const double whole = std::max(1.0, static_cast<double>((end - Instant{}).count()));
    constexpr double kLeast = 2; // pixels: in virtual time an attempt may last no time at all
    for (const OutlineSegment& segment : outline) {
        const double from = static_cast<double>((segment.start - Instant{}).count()) / whole;
        const double width =
            std::max(kLeast, static_cast<double>(segment.length.count()) / whole * rect.width());
        const double left = std::min(rect.left() + from * rect.width(), rect.right() - kLeast);
        const bool isDelay = segment.kind == OutlineKind::Delay;
        const double height = isDelay ? rect.height() / 3 : rect.height();
        painter.fillRect(
            QRectF(left, rect.center().y() - height / 2, std::min(width, rect.right() - left), height),
            colourOf(segment.kind, theme));
    }
}

QString timeTextOf(const io::RunSummary& run)
{
    const QString time = toQString(durationText(run.elapsed));
    return run.isVirtual ? tr("%1 of virtual time").arg(time) : time;
}

CallCounts countsOf(const io::RunSummary& run)
{
    return {.calls = run.calls,
            .succeeded = run.succeeded,
            .failed = run.calls - run.succeeded,
            .time = run.elapsed,
            .isVirtual = run.isVirtual,
            .isRecorded = run.isRecorded,
            .isCancelled = run.verdict == CallVerdict::Cancelled,
            .isCutOff = run.isCutOff};
}

} // namespace

QString titleOf(const io::RunSummary& run)
{
    if (run.isCutOff || run.calls > 1) {
        const QString outcome = toQString(capitalised(runOutcome(countsOf(run))));
        const bool isWhole = run.verdict != CallVerdict::Cancelled && !run.isCutOff;
        return isWhole || (run.isRecorded && !run.isCutOff) ? outcome
                                                            : tr("%1 · %L2 of the first %L3 calls succeeded")
                                                                  .arg(outcome)
                                                                  .arg(run.succeeded)
                                                                  .arg(run.calls);
    }
    const QString attempts = toQString(counted(run.attempts, "attempt"));
    if (run.verdict == CallVerdict::Cancelled) {
        return tr("Cancelled after %1").arg(attempts);
    }
    const QString title = tr("%1 after %2 in %3").arg(toQString(run.outcome), attempts, timeTextOf(run));
    return run.doubted > 0 ? tr("%1, its body is an error or truncated").arg(title) : title;
}

/// `HAR 1.2`; a later version may know more formats.
QString titleOfImport(const std::string& format)
{
    const QString title = io::trafficTitle(toQString(format));
    return title.isEmpty() ? shortened(toQString(format)) : title;
}

QString originOf(const io::RunSummary& run)
{
    if (run.isRecorded) {
        const QString clients = toQString(counted(run.clients, "client"));
        const QString first = QStringLiteral("%1 %2").arg(toQString(run.method), addressOf(run));
        const QString source = run.importedFrom.empty()
                                   ? tr("Recording of %1").arg(clients)
                                   : tr("Imported from %1").arg(titleOfImport(run.importedFrom));
        return run.calls > 1 ? tr("%1  ·  %L2 calls, first %3").arg(source).arg(run.calls).arg(first)
                             : tr("%1  ·  %2").arg(source, first);
    }
    const QString policy = toQString(run.policyName.empty() ? run.policyId : run.policyName);
    const QString where = run.scenarioId.empty()
                              ? addressOf(run)
                              : toQString(run.scenarioId) + QLatin1Char(' ') + addressOf(run);
    return QStringLiteral("%1 %2  ·  %3")
        .arg(toQString(run.method), where, run.isPolicyEdited ? tr("%1, edited").arg(policy) : policy);
}

QString timeOf(const io::RunSummary& run)
{
    const QDateTime at = QDateTime::fromMSecsSinceEpoch(run.storedAt.count());
    return at.date() == QDate::currentDate() ? at.toString(QStringLiteral("HH:mm"))
                                             : at.toString(QStringLiteral("MMM d, HH:mm"));
}

QString exactTimeOf(const io::RunSummary& run)
{
    const QDateTime at = QDateTime::fromMSecsSinceEpoch(run.storedAt.count());
    return at.date() == QDate::currentDate() ? at.toString(QStringLiteral("HH:mm:ss"))
                                             : at.toString(QStringLiteral("MMM d, HH:mm:ss"));
}

std::vector<std::pair<QString, QString>> factsOf(const io::RunSummary& run)
{
    if (run.isRecorded) { // made under no policy and no seed, and each call may be of another service
        return {{run.calls > 1 ? tr("First request") : tr("Request"),
                 QStringLiteral("%1 %2").arg(toQString(run.method), addressOf(run))},
                {run.importedFrom.empty() ? tr("Recorded") : tr("Imported"),
                 run.importedFrom.empty() ? toQString(counted(run.clients, "client"))
                                          : titleOfImport(run.importedFrom)},
                {tr("Calls"), tr("%L1, %L2 succeeded").arg(run.calls).arg(run.succeeded)},
                {tr("Attempts"), tr("%L1").arg(run.attempts)},
                {tr("Time"), toQString(durationText(run.elapsed))},
                {tr("Saved"), QStringLiteral("%1, %2").arg(timeOf(run), toQString(bytesText(run.bytes)))}};
    }
    std::vector<std::pair<QString, QString>> facts{
        {tr("Request"), QStringLiteral("%1 %2").arg(toQString(run.method), addressOf(run))},
        {tr("Endpoint"),
         run.scenarioId.empty() ? tr("under test") : tr("built in, %1").arg(toQString(run.scenarioId))},
        {tr("Judged as"), toQString(run.operation.empty() ? run.service : run.service + ' ' + run.operation)},
        {tr("Policy"), toQString(run.policyName.empty() ? run.policyId : run.policyName) +
                           (run.isPolicyEdited ? tr(", edited") : QString())},
        {tr("Calls"), tr("%L1, %L2 succeeded").arg(run.calls).arg(run.succeeded)},
        {tr("Attempts"), tr("%L1").arg(run.attempts)},
        {tr("Time"), timeTextOf(run)},
        {tr("Percentiles of calls"),
         run.p50 && run.p90 && run.p99
             ? QStringLiteral("p50 %1 · p90 %2 · p99 %3")
                   .arg(toQString(durationText(*run.p50)), toQString(durationText(*run.p90)),
                        toQString(durationText(*run.p99)))
             : QString()},
        {tr("Seed"), QString::number(run.seed)},
        {tr("Clock"), run.isVirtual ? tr("virtual time") : tr("live")},
        {tr("Saved"), QStringLiteral("%1, %2").arg(timeOf(run), toQString(bytesText(run.bytes)))}};
    std::erase_if(facts, [](const auto& fact) { return fact.second.isEmpty(); });
    return facts;
}

ReportTable comparedFacts(const io::RunSummary& earlier, const io::RunSummary& later,
                          const QString& earlierTitle, const QString& laterTitle)
{
    ReportTable table{{{fromQString(tr("Property"))},
                       {fromQString(earlierTitle), WhenNarrow::Fold},
                       {fromQString(laterTitle), WhenNarrow::Fold}},
                      {}};
    const QStringList alwaysDiffer{tr("Seed"), tr("Saved")};
    const auto put = [&](const QString& name, const QString& left, const QString& right) {
        const Tone tone = left == right || alwaysDiffer.contains(name) ? Tone::Plain : Tone::Strong;
        table.add({{fromQString(name)}, {fromQString(left), tone}, {fromQString(right), tone}});
    };
    const auto before = factsOf(earlier);
    const auto after = factsOf(later);
    const auto valueIn = [](const std::vector<std::pair<QString, QString>>& facts, const QString& name) {
        const auto found = std::ranges::find(facts, name, &std::pair<QString, QString>::first);
        return found == facts.end() ? QString() : found->second;
    };
    put(tr("Outcome"), titleOf(earlier), titleOf(later));
    for (const auto& [name, value] : before) {
        put(name, value, valueIn(after, name));
    }
    for (const auto& [name, value] : after) {
        if (std::ranges::find(before, name, &std::pair<QString, QString>::first) == before.end()) {
            put(name, {}, value);
        }
    }
    return table;
}

TableModel<io::RunSummary>::Columns runColumns()
{
    return {{.id = "run",
             .text = titleOf,
             .toolTip =
                 [](const io::RunSummary& run) { return titleOf(run) + QLatin1Char('\n') + originOf(run); },
             .spoken =
                 [](const io::RunSummary& run) {
                     return QStringLiteral("%1, %2, %3").arg(titleOf(run), originOf(run), timeOf(run));
                 }}};
}

ListRow listRowOf(const io::RunSummary& run)
{
    const bool isDoubted = run.verdict == CallVerdict::Succeeded && run.doubted > 0;
    return {.sign = isDoubted ? Sign::Doubted : signOf(run.verdict),
            .title = titleOf(run),
            .below = run.isPinned ? tr("Pinned  ·  %1").arg(originOf(run)) : originOf(run),
            .numberBelow = timeOf(run),
            .picture = [outline = run.outline](QPainter& painter, const QRectF& room, const Theme& theme) {
                paintOutline(painter, room, outline, theme);
            }};
}

} // namespace retryscope::ui
