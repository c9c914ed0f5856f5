// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/rows/attempt_texts.h"

#include "core/explain/attempt_columns.h"
#include "core/explain/body_error_text.h"
#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"

#include <QCoreApplication>

namespace retryscope::ui {

namespace {

QString lineOf(const QString& label, const QString& value)
{
    return QStringLiteral("<tr><td style='padding-right:12px'>%1</td><td align='right'>%2</td></tr>")
        .arg(label.toHtmlEscaped(), value.toHtmlEscaped());
}

constexpr qsizetype kMostInALabel = 40; ///< characters of a header's name

QString labelOf(const CardSpot& spot, const AttemptContext& at)
{
    const QString label = QCoreApplication::translate("AttemptTexts", spot.title);
    const std::optional<ServerHint> hint = words::foremostHint(at);
    return hint && label.contains(QLatin1String("%1"))
               ? label.arg(shortened(toQString(hint->header), kMostInALabel))
               : label;
}

} // namespace

QString textOf(Duration duration)
{
    return toQString(durationText(duration));
}

QString AttemptTexts::caption() const
{
    constexpr qsizetype kMostInACaption = 200; // characters; bars have room for fewer
    return shortened(toQString(words::caption(m_at)), kMostInACaption);
}

Sign AttemptTexts::sign() const
{
    if (attempt().isRunning) {
        return Sign::Running;
    }
    switch (attempt().decision.verdict) {
    case Verdict::Succeed:
        return m_at.header.policy && isDoubted(*m_at.header.policy, attempt().facts, attempt().decision)
                   ? Sign::Doubted
                   : Sign::Done;
    case Verdict::Retry:
        return Sign::Retried;
    case Verdict::Stop:
        return attempt().decision.stopReason == StopReason::Cancelled ? Sign::Stopped : Sign::Failed;
    }
    return Sign::None;
}

std::vector<CardLine> AttemptTexts::lines() const
{
    std::vector<CardLine> lines;
    int group = 1;
    for (const AttemptColumn* column : columnsIn(&AttemptColumn::card)) {
        const CardSpot& spot = column->card;
        const std::string text = cellText(*column, &AttemptColumn::card, m_at);
        if (!text.empty()) {
            lines.push_back({labelOf(spot, m_at), toQString(text), spot.span, spot.group != group});
            group = spot.group;
        }
    }
    return lines;
}

QString AttemptTexts::card() const
{
    QString rows;
    for (const CardLine& line : lines()) {
        rows += lineOf((line.phase ? QStringLiteral("\u2003") : QString()) + line.label, line.value);
    }
    return QStringLiteral("<div><b>%1 · %2</b> %3 · <b>%4</b></div><table>%5</table><div>%6</div>")
        .arg(number().toHtmlEscaped(), status().toHtmlEscaped(), caption().toHtmlEscaped(),
             verdict().toHtmlEscaped(), rows, shortened(why()).toHtmlEscaped());
}

} // namespace retryscope::ui
