// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/calls_delegate.h"

#include "ui/parts/fitted_text.h"
#include "ui/record/call_line.h"
#include "ui/record/calls_model.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kCallPadding = 16;
constexpr int kCallGap = 10;
constexpr int kCallBar = 3; ///< at the left edge of the selected one
constexpr int kLeastSpan = 2;

void paintCallText(QPainter& painter, const QRect& rect, Qt::Alignment alignment, const QString& text,
                   const Fit& fit = {})
{
    drawFitted(painter, rect, alignment | Qt::AlignVCenter, text, fit);
}

/// Paths of neighbouring calls often differ at their ends only.
Fit fitBeside(const CallsModel& model, const QModelIndex& index)
{
    Fit fit{.loss = Loss::Shared};
    for (const int row : {index.row() - 1, index.row() + 1}) {
        if (const int call = model.callAt(model.index(row)); call >= 0) {
            fit.neighbours += callLine(*model.record(), call, model.hasSeveralClients()).target;
        }
    }
    return fit;
}

void paintSpans(QPainter& painter, const QRect& rect, const CallRecord& call, Duration longest,
                const Theme& theme)
{
    const double scale = rect.width() / std::max(1.0, static_cast<double>(longest.count()));
    for (const CallSpan& span : spansOf(call)) {
        const double from =
            std::min<double>(rect.width() - kLeastSpan, static_cast<double>(span.from.count()) * scale);
        const double to = std::min<double>(rect.width(), static_cast<double>(span.to.count()) * scale);
        const double height = span.isDelay ? rect.height() * 0.3 : rect.height() * 0.8;
        painter.fillRect(QRectF(rect.left() + from, rect.center().y() - height / 2,
                                std::max<double>(kLeastSpan, to - from), height),
                         span.isDelay ? theme.retryDelay : theme.wait);
    }
}

} // namespace

QSize CallsDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const
{
    const int lines =
        QFontMetrics(option.font).height() + QFontMetrics(Theme::smallFont(option.font)).height();
    return {100, lines + 20};
}

void CallsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const
{
    const auto* model = qobject_cast<const CallsModel*>(index.model());
    const int call = model == nullptr ? -1 : model->callAt(index);
    if (call < 0) {
        return;
    }
    const Theme& theme = Theme::forPalette(option.palette);
    const CallLine line = callLine(*model->record(), call, model->hasSeveralClients());
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QFont small = Theme::smallFont(option.font);
    const QFont bold = Theme::boldFont(option.font);
    const QFontMetrics metrics(option.font);
    painter->save();
    painter->setClipRect(option.rect);
    painter->fillRect(option.rect, isSelected ? theme.selection : theme.card);
    if (isSelected) {
        painter->fillRect(QRect(option.rect.topLeft(), QSize(kCallBar, option.rect.height())), theme.accent);
    }
    QRect rect = option.rect.adjusted(kCallPadding, 10, -kCallPadding, -10);
    const int upper = metrics.height();
    paintSign(*painter, QRectF(rect.left(), rect.top(), upper, rect.height()), line.sign, theme);
    rect.setLeft(rect.left() + upper + kCallGap);

    const QFontMetrics smallMetrics(small);
    const auto takeRight = [&rect](int width) {
        const QRect taken(rect.right() - width + 1, rect.top(), width, rect.height());
        rect.setRight(taken.left() - kCallGap);
        return taken;
    };
    painter->setFont(small);
    painter->setPen(theme.muted);
    paintCallText(*painter, takeRight(smallMetrics.horizontalAdvance(QStringLiteral("00:00:00")) + 4),
                  Qt::AlignRight, line.time, {.loss = Loss::Nothing});
    const QRect numbers = takeRight(smallMetrics.horizontalAdvance(QStringLiteral("10 attempts")) + 4);
    paintCallText(*painter, numbers.adjusted(0, upper, 0, 0), Qt::AlignRight, line.attempts,
                  {.loss = Loss::Nothing});
    painter->setFont(option.font);
    painter->setPen(theme.text);
    paintCallText(*painter, QRect(numbers.left(), numbers.top(), numbers.width(), upper), Qt::AlignRight,
                  line.duration, {.loss = Loss::Nothing});
    if (!m_isNarrow) {
        const QRect picture = takeRight(metrics.averageCharWidth() * 10);
        paintSpans(*painter, QRect(picture.left(), picture.center().y() - 8, picture.width(), 16),
                   model->record()->callAt(call), model->longest(), theme);
    }

    painter->setFont(bold);
    painter->setPen(theme.text);
    const QRect above(rect.left(), rect.top(), rect.width(), upper);
    paintCallText(*painter, above, Qt::AlignLeft, line.title);
    const int titleWidth = QFontMetrics(bold).horizontalAdvance(line.title) + metrics.averageCharWidth();
    painter->setFont(option.font);
    painter->setPen(theme.muted);
    paintCallText(*painter, above.adjusted(std::min(titleWidth, above.width()), 0, 0, 0), Qt::AlignLeft,
                  line.status);
    painter->setFont(small);
    QRect below = rect.adjusted(0, upper, 0, 0);
    if (!line.remark.isEmpty()) {
        painter->setPen(theme.warning);
        paintCallText(*painter, below, Qt::AlignLeft, line.remark);
        below.setLeft(below.left() + smallMetrics.horizontalAdvance(line.remark) + kCallGap);
    }
    painter->setPen(theme.muted);
    if (below.left() < below.right()) {
        paintCallText(*painter, below, Qt::AlignLeft, line.target, fitBeside(*model, index));
    }
    painter->setPen(theme.grid);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(QPen(theme.accent, 2));
        painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    }
    painter->restore();
}

} // namespace retryscope::ui
