// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/trace_delegate.h"

#include "ui/explanation/trace_model.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QPainter>

namespace retryscope::ui {

namespace {

constexpr int kGlyphWidth = 24;
constexpr int kMargin = 8;
constexpr int kPadding = 4;
constexpr int kCaptionSpace = 10;
constexpr int kWrap = Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop;

struct Look
{
    QString glyph;
    QColor colour;
};

Look lookOf(SentenceMark mark, const Theme& theme)
{
    switch (mark) {
    case SentenceMark::Info:
        return {QStringLiteral("•"), theme.muted};
    case SentenceMark::Passed:
    case SentenceMark::Matched:
        return {QStringLiteral("✓"), theme.success};
    case SentenceMark::NotMatched:
        return {QStringLiteral("–"), theme.muted};
    case SentenceMark::Blocked:
        return {QStringLiteral("✕"), theme.danger};
    }
    return {};
}

struct Content
{
    bool isCaption = false;
    bool isDeciding = false;
    bool endsCall = false;
    SentenceMark mark = SentenceMark::Info;
    QString title;
    QString evidence;

    explicit Content(const QModelIndex& index)
        : isCaption(index.data(TraceModel::IsCaptionRole).toBool())
        , isDeciding(index.data(TraceModel::IsDecidingRole).toBool())
        , endsCall(index.data(TraceModel::EndsCallRole).toBool())
        , mark(static_cast<SentenceMark>(index.data(TraceModel::MarkRole).toInt()))
        , title(index.data(Qt::DisplayRole).toString())
        , evidence(index.data(TraceModel::EvidenceRole).toString())
    {
    }
};

QFont titleFont(const Content& content, const QFont& base)
{
    if (content.isCaption) {
        return Theme::boldFont(Theme::smallFont(base));
    }
    return content.isDeciding || content.mark == SentenceMark::Matched ? Theme::boldFont(base) : base;
}

int heightOf(const QFont& font, const QString& text, int width)
{
    return text.isEmpty() ? 0
                          : QFontMetrics(font).boundingRect(QRect(0, 0, width, 100000), kWrap, text).height();
}

int textWidth(int width)
{
    return std::max(40, width - kGlyphWidth - 2 * kMargin);
}

} // namespace

QSize TraceDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const int width = view != nullptr ? view->viewport()->width() : option.rect.width();
    const Content content(index);
    if (content.isCaption) {
        return {width, QFontMetrics(titleFont(content, option.font)).height() + kCaptionSpace + kPadding};
    }
    const int inner = textWidth(width);
    const int height = heightOf(titleFont(content, option.font), content.title, inner) +
                       heightOf(Theme::smallFont(option.font), content.evidence, inner);
    return {width, height + 2 * kPadding};
}

void TraceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const
{
    const Theme& theme = Theme::forPalette(option.palette);
    const Content content(index);
    const QFont font = titleFont(content, option.font);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (content.isCaption) {
        painter->setFont(font);
        painter->setPen(theme.muted);
        painter->drawText(option.rect.adjusted(kMargin, kCaptionSpace, -kMargin, 0),
                          Qt::AlignLeft | Qt::AlignTop, content.title);
        painter->restore();
        return;
    }
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    if (content.isDeciding || isSelected) {
        const QColor deciding = content.endsCall ? theme.dangerBackground : theme.successBackground;
        painter->setPen(isSelected ? QPen(theme.accent) : QPen(Qt::NoPen));
        painter->setBrush(content.isDeciding ? deciding : theme.selection);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(1, 0.5, -1, -0.5), 5, 5);
    }
    const Look look = lookOf(content.endsCall ? SentenceMark::Blocked : content.mark, theme);
    QRect area = option.rect.adjusted(kMargin, kPadding, -kMargin, -kPadding);
    painter->setFont(Theme::boldFont(option.font));
    painter->setPen(look.colour);
    painter->drawText(area, Qt::AlignLeft | Qt::AlignTop, look.glyph);
    area.setLeft(area.left() + kGlyphWidth);
    painter->setFont(font);
    painter->setPen(theme.text);
    QRect used;
    painter->drawText(area, kWrap, content.title, &used);
    if (!content.evidence.isEmpty()) {
        area.setTop(content.title.isEmpty() ? area.top() : used.bottom() + 1);
        painter->setFont(Theme::smallFont(option.font));
        painter->setPen(content.isDeciding ? theme.text : theme.muted);
        painter->drawText(area, kWrap, content.evidence);
    }
    painter->restore();
}

} // namespace retryscope::ui
