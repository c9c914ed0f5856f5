// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/runs/run_delegate.h"

#include "ui/parts/fitted_text.h"
#include "ui/parts/tr.h"
#include "ui/parts/verdict_sign.h"
#include "ui/runs/run_words.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QPainter>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kSide = 16;
constexpr int kAbove = 9;
constexpr int kSignSize = 18;
constexpr int kOutlineWidth = 132;
constexpr int kOutlineHeight = 12;

constexpr int kRunLines = 2; ///< of an outcome, and of an origin

const io::RunSummary& runAt(const QModelIndex& index)
{
    return static_cast<const TableModel<io::RunSummary>&>(*index.model()).at(index.row());
}

QString originText(const io::RunSummary& run)
{
    return run.isPinned ? tr("Pinned  ·  %1").arg(originOf(run)) : originOf(run);
}

/// Between the sign and the outline.
QRect textRect(const QRect& row)
{
    return row.adjusted(kSide + kSignSize + 12, kAbove, -kSide - kOutlineWidth - 16, -kAbove);
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

} // namespace

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

QSize RunDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const int row = view == nullptr ? option.rect.width() : view->viewport()->width();
    const int width = textRect(QRect(0, 0, row, 0)).width();
    const int title = fittedHeight(titleOf(runAt(index)), Theme::boldFont(option.font), width, kRunLines);
    const int origin =
        fittedHeight(originText(runAt(index)), Theme::smallFont(option.font), width, kRunLines);
    return {0, title + origin + 2 * kAbove + 2};
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::forPalette(option.palette);
    const io::RunSummary& run = runAt(index);
    painter->save();
    if ((option.state & QStyle::State_Selected) != 0) {
        painter->fillRect(option.rect, theme.selection);
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()),
                          theme.accent);
    }
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.grid);
    QRect rect = option.rect.adjusted(kSide, kAbove, -kSide, -kAbove);
    paintSign(*painter, QRectF(rect.left(), rect.center().y() - kSignSize / 2.0, kSignSize, kSignSize),
              signOf(run.verdict), theme);
    const QFont small = Theme::smallFont(option.font);
    const auto draw = [painter](const QRect& line, const QFont& font, const QColor& colour,
                                Qt::Alignment side, const QString& text, const Fit& fit) {
        painter->setFont(font);
        painter->setPen(colour);
        drawFitted(*painter, line, side | Qt::AlignTop, text, fit);
    };
    const QRect right(rect.right() - kOutlineWidth, rect.top(), kOutlineWidth, rect.height());
    const QRect left = textRect(option.rect);
    const QFont bold = Theme::boldFont(option.font);
    const int title = fittedHeight(titleOf(run), bold, left.width(), kRunLines);
    const int upper = option.fontMetrics.height();
    draw(left, bold, theme.text, Qt::AlignLeft, titleOf(run), {.lines = kRunLines});
    draw(left.adjusted(0, title, 0, 0), small, theme.muted, Qt::AlignLeft, originText(run),
         {.lines = kRunLines});
    draw(right.adjusted(0, upper, 0, 0), small, theme.muted, Qt::AlignRight, timeOf(run),
         {.loss = Loss::Nothing});
    paintOutline(
        *painter,
        QRectF(right.left(), right.top() + (upper - kOutlineHeight) / 2.0, right.width(), kOutlineHeight),
        run.outline, theme);
    painter->restore();
}

} // namespace retryscope::ui
