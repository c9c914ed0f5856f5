// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/endpoint/step_delegate.h"

#include "ui/endpoint/step_text.h"
#include "ui/parts/fitted_text.h"
#include "ui/parts/table_model.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace retryscope::ui {

namespace {

constexpr int kGap = 6;
constexpr int kPadding = 6;
constexpr int kEdge = 4;
constexpr int kMarkWidth = 30;
constexpr int kGripWidth = 22;

/// The kind of a step; each has its own colour.
enum class StepTone { Success, Redirect, ClientError, ServerError, Fault };

StepTone toneOf(const EndpointStep& step)
{
    if (step.fault != Misbehaviour::None) {
        return StepTone::Fault;
    }
    if (step.status >= 500) {
        return StepTone::ServerError;
    }
    if (step.status >= 400) {
        return StepTone::ClientError;
    }
    return step.status >= 300 ? StepTone::Redirect : StepTone::Success;
}

QColor colourOf(StepTone tone, const Theme& theme)
{
    switch (tone) {
    case StepTone::Success:
        return theme.succeed;
    case StepTone::Redirect:
        return theme.accent;
    case StepTone::ClientError:
        return theme.stop;
    case StepTone::ServerError:
        return theme.retryDelay;
    case StepTone::Fault:
        return theme.tls;
    }
    return {};
}

void paintCard(QPainter* painter, const QRectF& card, const QColor& edge, bool isSelected, const Theme& theme)
{
    QPainterPath outline;
    outline.addRoundedRect(card, 6, 6);
    painter->fillPath(outline, isSelected ? theme.selection : theme.card);
    painter->save();
    painter->setClipPath(outline);
    painter->fillRect(QRectF(card.left(), card.top(), kEdge, card.height()), edge);
    painter->restore();
    painter->setPen(isSelected ? theme.accent : theme.border);
    painter->drawPath(outline);
}

} // namespace

QSize StepDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    Q_UNUSED(index)
    const int lines = option.fontMetrics.height() + QFontMetrics(Theme::smallFont(option.font)).height();
    return {100, lines + 2 * kPadding + kGap};
}

void StepDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    const Theme& theme = Theme::forPalette(option.palette);
    const auto& model = static_cast<const EditableTable<EndpointStep>&>(*index.model());
    const EndpointStep& step = model.at(index.row());
    const bool isLast = index.row() + 1 == model.rowCount();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF card = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -kGap - 0.5);
    paintCard(painter, card, colourOf(toneOf(step), theme), option.state.testFlag(QStyle::State_Selected),
              theme);

    QRect inner = card.toRect().adjusted(kEdge, kPadding, -Theme::scaled(kGripWidth, option.font), -kPadding);
    const QFont small = Theme::smallFont(option.font);
    painter->setFont(small);
    painter->setPen(theme.muted);
    const int mark = Theme::scaled(kMarkWidth, option.font);
    painter->drawText(QRect(inner.left(), inner.top(), mark, inner.height()), Qt::AlignCenter,
                      stepMark(step, index.row(), isLast));
    painter->drawText(card.toRect().adjusted(0, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter,
                      QStringLiteral("⋮⋮"));
    inner.setLeft(inner.left() + mark + 4);
    drawFitted(*painter, inner, Qt::AlignLeft | Qt::AlignBottom, stepDetail(step));
    painter->setFont(Theme::boldFont(option.font));
    painter->setPen(theme.text);
    drawFitted(*painter, inner, Qt::AlignLeft | Qt::AlignTop, index.data().toString());
    painter->restore();
}

} // namespace retryscope::ui
