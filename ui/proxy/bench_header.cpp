// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/bench_header.h"

#include "ui/proxy/bench_model.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kHeadPadding = 8;

/// Lines break at blanks, not within `C++`.
QString withWholeWords(QString name)
{
    return name.replace(QLatin1Char('+'), QStringLiteral("\u2060+"));
}

} // namespace

BenchHeader::BenchHeader(const BenchModel& model, QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent), m_model(model)
{
    setHighlightSections(false);
    setSectionsClickable(false);
    setMinimumSectionSize(2 * kHeadPadding);
    connect(this, &QHeaderView::sectionResized, this, [this] {
        if (sizeHint().height() != height()) {
            Q_EMIT geometriesChanged();
        }
    });
}

int BenchHeader::lineHeight() const
{
    return fontMetrics().height() + kHeadPadding;
}

QSize BenchHeader::sizeHint() const
{
    return {QHeaderView::sizeHint().width(),
            2 * lineHeight() + (linesOfNames() - 1) * fontMetrics().height()};
}

int BenchHeader::linesOfNames() const
{
    constexpr int kMost = 6;
    int lines = 1;
    for (int section = BenchModel::FirstPolicy; section < count(); ++section) {
        const QString name = m_model.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
        const QRect room(0, 0, std::max(1, sectionSize(section) - 2 * kHeadPadding), QWIDGETSIZE_MAX);
        const int height = fontMetrics().boundingRect(room, Qt::TextWordWrap, withWholeWords(name)).height();
        lines = std::max(lines, height / std::max(1, fontMetrics().height()));
    }
    return std::min(lines, kMost);
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
    const int height = rect.height() - lineHeight(); // without the line of the groups
    const QRect line(rect.left() + indent, rect.bottom() - height, rect.width() - indent - kHeadPadding,
                     height);
    const QString text = m_model.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
    painter->setFont(font());
    painter->setPen(theme.muted);
    if (section >= BenchModel::FirstPolicy) { // names of clients are never cut
        painter->drawText(line, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextWordWrap,
                          withWholeWords(text));
        return;
    }
    const Qt::Alignment alignment = section == BenchModel::Arrivals ? Qt::AlignRight : Qt::AlignLeft;
    painter->drawText(line, static_cast<int>(alignment | Qt::AlignVCenter) | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(text, Qt::ElideRight, line.width()));
}

} // namespace retryscope::ui
