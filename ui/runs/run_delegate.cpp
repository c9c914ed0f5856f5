// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/runs/run_delegate.h"
#include "ui/parts/fitted_text.h"

#include "ui/parts/verdict_sign.h"
#include "ui/runs/run_words.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kSide = 16;
constexpr int kAbove = 9;
constexpr int kSignSize = 18;
constexpr int kOutlineWidth = 132;
constexpr int kOutlineHeight = 12;

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

QSize RunDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const
{
    const int small = QFontMetrics(Theme::smallFont(option.font)).height();
    return {0, option.fontMetrics.height() + small + 2 * kAbove + 2};
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::forPalette(option.palette);
    const auto& model = static_cast<const TableModel<io::RunSummary>&>(*index.model());
    const io::RunSummary& run = model.at(index.row());
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
    rect.setLeft(rect.left() + kSignSize + 12);
    const QFont small = Theme::smallFont(option.font);
    const auto draw = [painter](const QRect& line, const QFont& font, const QColor& colour,
                                Qt::Alignment side, const QString& text) {
        painter->setFont(font);
        painter->setPen(colour);
        drawFitted(*painter, line, side | Qt::AlignVCenter, text);
    };
    const int upper = option.fontMetrics.height();
    const QRect right(rect.right() - kOutlineWidth, rect.top(), kOutlineWidth, rect.height());
    const QRect left(rect.left(), rect.top(), rect.width() - kOutlineWidth - 16, rect.height());
    draw(QRect(left.left(), left.top(), left.width(), upper), Theme::boldFont(option.font), theme.text,
         Qt::AlignLeft, titleOf(run));
    draw(QRect(left.left(), left.top() + upper, left.width(), left.height() - upper), small, theme.muted,
         Qt::AlignLeft, run.isPinned ? tr("Pinned  ·  %1").arg(originOf(run)) : originOf(run));
    draw(QRect(right.left(), right.top() + upper, right.width(), right.height() - upper), small, theme.muted,
         Qt::AlignRight, timeOf(run));
    paintOutline(
        *painter,
        QRectF(right.left(), right.top() + (upper - kOutlineHeight) / 2.0, right.width(), kOutlineHeight),
        run.outline, theme);
    painter->restore();
}

} // namespace retryscope::ui
