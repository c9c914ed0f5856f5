// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/bench_table.h"

#include "ui/parts/fitted_text.h"
#include "ui/parts/form.h"
#include "ui/parts/table.h"
#include "ui/parts/text_space.h"
#include "ui/proxy/bench_delegate.h"
#include "ui/proxy/bench_filter.h"
#include "ui/proxy/bench_model.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kHeadPadding = 8;

/// Lines break at blanks, not within `C++`.
QString withWholeWords(QString name)
{
    return name.replace(QLatin1Char('+'), QStringLiteral("\u2060+"));
}

/// The table's header: the group of columns, and each column's name. Names of clients wrap.
class BenchHeader : public QHeaderView
{
public:
    explicit BenchHeader(const BenchModel& model, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    [[nodiscard]] QSize sectionSizeFromContents(int section) const override;
    void paintEvent(QPaintEvent* event) override;
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;

private:
    void paintGroup(QPainter& painter, int first, const QString& title, const QString& more) const;
    [[nodiscard]] int lineHeight() const;
    /// 1 to 4: what the longest name of a client needs at its width.
    [[nodiscard]] int linesOfNames() const;

    const BenchModel& m_model;
    QTimer m_resized;
};

BenchHeader::BenchHeader(const BenchModel& model, QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent), m_model(model)
{
    setHighlightSections(false);
    setSectionsClickable(false);
    setMinimumSectionSize(2 * kHeadPadding);
    m_resized.setSingleShot(true);
    // Once for all columns that are resized together.
    connect(this, &QHeaderView::sectionResized, &m_resized, qOverload<>(&QTimer::start));
    connect(&m_resized, &QTimer::timeout, this, [this] {
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

/// Names of clients wrap, so only their longest word counts.
QSize BenchHeader::sectionSizeFromContents(int section) const
{
    const QString text = m_model.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
    int width = section < BenchModel::FirstPolicy ? widthOfLine(text, font()) : 0;
    for (const QString& word : text.split(QLatin1Char(' '))) {
        width = std::max(width, widthOfLine(word, font()));
    }
    const int indent = section == BenchModel::Behaviour ? 3 * kHeadPadding : 2 * kHeadPadding;
    return {width + indent, lineHeight()};
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
    drawFitted(*painter, line, alignment | Qt::AlignVCenter, text, {.loss = Loss::Nothing});
}

} // namespace

BenchTable::BenchTable(BenchModel* model, BenchFilter* rows, QWidget* parent)
    : QTableView(parent), m_model(model), m_rows(rows)
{
    setHorizontalHeader(new BenchHeader(*model, this));
    prepareTable(this, QStringLiteral("benchTable"), tr("What the proxy does with each error"));
    setModel(rows);
    setItemDelegate(new BenchDelegate(this));
    setLeastLines(this, 4, 56);
    auto* next = new QAction(tr("Next error with a reversed verdict (proxy)"), this);
    next->setObjectName(QStringLiteral("nextFlipAction"));
    next->setShortcut(QKeySequence(Qt::Key_F));
    next->setShortcutContext(Qt::WidgetShortcut);
    addAction(next);
    connect(next, &QAction::triggered, this, &BenchTable::goToNextFlip);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, &BenchTable::currentChosen);
}

int BenchTable::currentRow() const
{
    return m_rows->mapToSource(currentIndex()).row();
}

int BenchTable::currentClient() const
{
    return currentIndex().isValid() ? m_model->clientAt(currentIndex().column()) : -1;
}

bool BenchTable::select(int row)
{
    const QModelIndex index = m_rows->mapFromSource(m_model->index(row, BenchModel::Behaviour));
    if (index.isValid()) {
        setCurrentIndex(index);
        scrollTo(index, QAbstractItemView::PositionAtCenter);
    }
    return index.isValid();
}

void BenchTable::goToNextFlip()
{
    const int rows = m_rows->rowCount();
    for (int step = 1; step <= rows; ++step) {
        const int at = (std::max(-1, currentIndex().row()) + step) % rows;
        const int row = m_rows->mapToSource(m_rows->index(at, 0)).row();
        for (int column = BenchModel::FirstPolicy; column < m_model->columnCount(); ++column) {
            const BenchVerdict* verdict = m_model->verdictAt(row, column);
            if (verdict != nullptr && verdict->isFlipped()) {
                setCurrentIndex(m_rows->index(at, column));
                scrollTo(currentIndex(), QAbstractItemView::PositionAtCenter);
                return;
            }
        }
    }
}

/// Home and End lead to the first and the last row: the rows are what is read one after the other.
void BenchTable::keyPressEvent(QKeyEvent* event)
{
    const bool isEnd = event->key() == Qt::Key_End;
    if ((isEnd || event->key() == Qt::Key_Home) && event->modifiers() == Qt::NoModifier &&
        m_rows->rowCount() > 0) {
        const int column = std::max(0, currentIndex().column());
        setCurrentIndex(m_rows->index(isEnd ? m_rows->rowCount() - 1 : 0, column));
        return;
    }
    QTableView::keyPressEvent(event);
}

} // namespace retryscope::ui
