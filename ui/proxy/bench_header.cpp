// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/bench_header.h"

#include "ui/proxy/bench_model.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace retryscope::ui {

namespace {

constexpr int kHeadPadding = 8;

} // namespace

BenchHeader::BenchHeader(const BenchModel& model, QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent), m_model(model)
{
    setHighlightSections(false);
    setSectionsClickable(false);
    setMinimumSectionSize(2 * kHeadPadding);
}

int BenchHeader::lineHeight() const
{
    return fontMetrics().height() + kHeadPadding;
}

QSize BenchHeader::sizeHint() const
{
    return {QHeaderView::sizeHint().width(), 2 * lineHeight()};
}

void BenchHeader::paintEvent(QPaintEvent* event)
{
    QHeaderView::paintEvent(event);
    QPainter painter(viewport());
    paintGroup(painter, BenchModel::Status, tr("What the proxy passes on"), {});
    if (!m_model.clients().empty()) {
        paintGroup(painter, BenchModel::FirstPolicy, tr("What a client does"),
                   tr("directly, then through the proxy"));
    }
    painter.setPen(Theme::forPalette(palette()).border);
    painter.drawLine(0, height() - 1, width(), height() - 1);
}

void BenchHeader::paintGroup(QPainter& painter, int first, const QString& title, const QString& more) const
{
    const Theme& theme = Theme::forPalette(palette());
    const int left = sectionViewportPosition(first) + kHeadPadding;
    const QFont bold = Theme::boldFont(font());
    const int end = first < BenchModel::FirstPolicy && !m_model.clients().empty()
                        ? sectionViewportPosition(BenchModel::FirstPolicy)
                        : width();
    const QRect rect(left, 0, end - left, lineHeight());
    painter.setClipRect(rect);
    painter.setFont(bold);
    painter.setPen(theme.text);
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, title);
    const QRect beside = rect.adjusted(QFontMetrics(bold).horizontalAdvance(title) + kHeadPadding, 0, 0, 0);
    if (fontMetrics().horizontalAdvance(more) <= beside.width()) {
        painter.setFont(font());
        painter.setPen(theme.muted);
        painter.drawText(beside, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, more);
    }
    painter.setClipping(false);
}

void BenchHeader::paintSection(QPainter* painter, const QRect& rect, int section) const
{
    const Theme& theme = Theme::forPalette(palette());
    painter->fillRect(rect, theme.card);
    const int indent = section == BenchModel::Behaviour ? 2 * kHeadPadding : kHeadPadding;
    const QRect line(rect.left() + indent, rect.bottom() - lineHeight(), rect.width() - indent - kHeadPadding,
                     lineHeight());
    const QString text = m_model.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
    painter->setFont(font());
    painter->setPen(theme.muted);
    const Qt::Alignment alignment = section == BenchModel::Arrivals ? Qt::AlignRight : Qt::AlignLeft;
    painter->drawText(line, static_cast<int>(alignment | Qt::AlignVCenter) | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(text, Qt::ElideRight, line.width()));
}

} // namespace retryscope::ui
