// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/bench_words.h"

#include "core/explain/bench_text.h"
#include "core/explain/escape.h"
#include "core/explain/policy_summary.h"
#include "core/explain/units.h"
#include "core/explain/value_words.h"
#include "core/io/text/utf8.h"
#include "core/probe/side_difference.h"
#include "ui/explanation/changes_list.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/library_items.h"
#include "ui/parts/tr.h"

#include <QDateTime>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr QChar kMinus(0x2212);

/// Of others, as one line.
QString benchLine(const std::string& text)
{
    constexpr std::size_t kEnough = 400; // bytes
    constexpr qsizetype kMost = 80;
    return shortened(toQString(oneLine(std::string_view(text).substr(0, kEnough))), kMost);
}

bool isStatus(const std::string& behaviour)
{
    return !behaviour.empty() && std::all_of(behaviour.begin(), behaviour.end(), [](char character) {
        return character >= '0' && character <= '9';
    });
}

QString sideWords(const BenchSide& side)
{
    QString text = toQString(wordsFor(side.verdict).verb);
    if (side.verdict == Verdict::Succeed) {
        return text;
    }
    QStringList details{toQString(wordsFor(side.kind).word)};
    if (!side.errorName.empty()) {
        details += tr("error name %1").arg(benchLine(side.errorName));
    }
    if (!side.rule.empty()) {
        details += tr("rule %1").arg(benchLine(side.rule));
    }
    return QStringLiteral("%1 (%2)").arg(text, details.join(QStringLiteral(", ")));
}

} // namespace

QString behaviourTitle(const BenchRow& row)
{
    if (!isStatus(row.behaviour)) {
        return benchLine(!row.title.empty() ? row.title : !row.behaviour.empty() ? row.behaviour : row.id);
    }
    const std::string name = plainErrorNameOf(row.origin);
    return benchLine(name.empty() ? row.behaviour : row.behaviour + ' ' + name);
}

QString behaviourDetail(const BenchRow& row)
{
    return isStatus(row.behaviour) ? benchLine(row.title.empty() ? row.id : row.title) : QString();
}

QString statusWord(const BenchRow& row)
{
    return row.client.fault      ? toQString(sideCell(row.client))
           : row.client.response ? QString::number(row.client.response->status)
                                 : QString();
}

QString errorNameWord(const BenchRow& row)
{
    if (!row.client.response) {
        return {};
    }
    const std::string name = plainErrorNameOf(row.client);
    return name.empty() ? tr("none") : benchLine(name);
}

QString bodyWord(const BenchRow& row)
{
    const QString fate = toQString(bodyCell(row));
    if (!row.client.response || row.client.response->body.empty()) {
        return fate;
    }
    const ParsedBody& parsed = row.client.response->parsed;
    const QString sort = parsed.isHtml   ? tr("HTML")
                         : parsed.isXml  ? tr("XML")
                         : parsed.isJson ? tr("JSON")
                                         : tr("text");
    return QStringLiteral("%1, %2").arg(sort, fate);
}

QString headersWord(const BenchRow& row)
{
    QString text = toQString(headersCell(row));
    if (text.startsWith(QLatin1String("- "))) {
        text[0] = kMinus;
    }
    return text.replace(QStringLiteral(", - "), QStringLiteral(", ") + kMinus + QLatin1Char(' '));
}

bool hasLostHeaders(const BenchRow& row)
{
    return std::any_of(row.lostHeaders.begin(), row.lostHeaders.end(),
                       [](const std::string& name) { return !namesTheBox(name); });
}

QString verdictSentences(const BenchVerdict& verdict)
{
    QStringList lines{tr("Directly: %1").arg(sideWords(verdict.direct)),
                      tr("Through the proxy: %1").arg(sideWords(verdict.through))};
    const auto delayOf = [](const BenchSide& side) {
        return toQString(windowText(side.window->low, side.window->high));
    };
    if (verdict.delay() != DelayChange::Same) {
        lines += tr("First delay: %1 instead of %2").arg(delayOf(verdict.through), delayOf(verdict.direct));
    }
    if (verdict.through.requests && verdict.direct.requests &&
        *verdict.through.requests != *verdict.direct.requests) {
        lines += tr("Requests that reach the origin per call: up to %1 instead of %2")
                     .arg(*verdict.through.requests)
                     .arg(*verdict.direct.requests);
    }
    return lines.join(QLatin1Char('\n'));
}

QString policyName(const Policy& policy)
{
    return benchLine(shortNameOf(policy));
}

QString requestWord(const RequestSpec& request)
{
    QStringList parts{benchLine(request.method)};
    const std::string what = request.operation.empty() ? request.url.substr(0, request.url.find('?'))
                                                       : request.service + ' ' + request.operation;
    if (!what.empty()) {
        parts += benchLine(what);
    }
    return parts.join(QStringLiteral(", "));
}

QString probedWhen(const Bench& bench)
{
    const QDateTime at = QDateTime::fromString(benchLine(bench.startedAt), Qt::ISODateWithMs).toLocalTime();
    if (!at.isValid() || bench.took <= Duration::zero()) {
        return {};
    }
    const bool isToday = at.date() == QDate::currentDate();
    return tr("Probed %1, took %2.")
        .arg(at.toString(isToday ? QStringLiteral("HH:mm") : QStringLiteral("yyyy-MM-dd HH:mm")),
             toQString(durationText(bench.took)));
}

BenchCounts countsOf(const std::vector<BenchRow>& rows)
{
    BenchCounts counts;
    counts.rows = static_cast<int>(rows.size());
    for (const BenchRow& row : rows) {
        counts.flips += row.isFlipped() ? 1 : 0;
        counts.duplicates += row.isResent() ? 1 : 0;
        counts.headersLost += hasLostHeaders(row) ? 1 : 0;
    }
    return counts;
}

} // namespace retryscope::ui
