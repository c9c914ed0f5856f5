// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/verdicts_view.h"

#include "core/decide/decision.h"
#include "core/io/text/utf8.h"
#include "ui/judge/verdicts_filter.h"
#include "ui/judge/verdicts_model.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/table.h"
#include "ui/parts/verdict_sign.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QShortcut>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

bool beginsGroup(const QModelIndex& index)
{
    const QModelIndex client = index.siblingAtColumn(VerdictsModel::Client);
    return index.row() == 0 || client.data() != client.siblingAtRow(index.row() - 1).data();
}

/// Paints a row of verdicts: the verdict in its colour, and a client's name once at the top of its presets.
class VerdictsDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

void VerdictsDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const Theme& theme = Theme::forPalette(option->palette);
    QColor colour = theme.text;
    if (index.column() == VerdictsModel::Judgement) {
        colour =
            signColour(signOf(static_cast<Verdict>(index.data(VerdictsModel::VerdictRole).toInt())), theme);
        option->font = Theme::boldFont(option->font);
    } else if (index.column() == VerdictsModel::Client) {
        option->font = Theme::boldFont(option->font);
        option->text = beginsGroup(index) ? option->text : QString();
    } else if (index.column() == VerdictsModel::Preset) {
        option->textElideMode = Qt::ElideMiddle; // names of one client differ at their ends
        if (index.data(VerdictsModel::IsTriedRole).toBool()) {
            option->font.setItalic(true);
            option->text += tr(" · changed");
        }
    }
    option->palette.setColor(QPalette::Text, colour);
    option->palette.setColor(QPalette::HighlightedText, colour);
}

void VerdictsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    if (index.row() > 0 && beginsGroup(index)) {
        painter->save();
        painter->setPen(Theme::forPalette(option.palette).grid);
        painter->drawLine(option.rect.topLeft(), option.rect.topRight());
        painter->restore();
    }
}

constexpr int kFilterCharacters = 26;
constexpr int kCellPadding = 12;
/// What the columns have room for at least; tool tips have everything whole.
constexpr const char* kWidths[VerdictsModel::ColumnCount] = {
    "curl --retry 3", "aws-sdk-cpp 1.11.332, default st",
    "x succeeds",     "throttling",
    "429 (xml:E",     "the status is 50",
    "0 to 500 m",     "Attempts",
    "500 - 10",       "bounded to 5",
    "document"};

} // namespace

VerdictsView::VerdictsView(QWidget* parent)
    : QWidget(parent)
    , m_model(new VerdictsModel(this))
    , m_rows(new VerdictsFilter(m_model, this))
    , m_count(makeHeading({}, this))
    , m_filter(new QLineEdit(this))
    , m_onlyDifferences(new QCheckBox(tr("Out&liers only"), this))
    , m_table(new QTableView(this))
    , m_copyMarkdown(makeQuietButton(tr("Copy as Markdo&wn"), QStringLiteral("judgeCopyMarkdown"), this))
    , m_copyCsv(makeQuietButton(tr("Copy as CS&V"), QStringLiteral("judgeCopyCsv"), this))
{
    layOut();
    buildTable();
    connect(m_filter, &QLineEdit::textChanged, this,
            [this](const QString& text) { keepingSelection([this, &text] { m_rows->setText(text); }); });
    connect(m_onlyDifferences, &QCheckBox::toggled, this,
            [this](bool isOn) { keepingSelection([this, isOn] { m_rows->setOnlyDifferences(isOn); }); });
    connect(m_copyMarkdown, &QPushButton::clicked, this, [this] {
        copy(toQString(gridAsMarkdown(m_rows->rowsShown())), m_rows->rowCount(), tr("as Markdown"));
    });
    connect(m_copyCsv, &QPushButton::clicked, this,
            [this] { copy(toQString(gridAsCsv(m_rows->rowsShown())), m_rows->rowCount(), tr("as CSV")); });
    auto* copy = new QShortcut(QKeySequence::Copy, m_table);
    copy->setContext(Qt::WidgetShortcut);
    connect(copy, &QShortcut::activated, this, &VerdictsView::copySelected);
}

void VerdictsView::layOut()
{
    m_count->setObjectName(QStringLiteral("judgeCount"));
    nameInput(m_filter, QStringLiteral("judgeFilter"), tr("Filter clients and rules"));
    m_filter->setPlaceholderText(tr("Filter clients and rules"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(kFilterCharacters * m_filter->fontMetrics().averageCharWidth());
    nameInput(m_onlyDifferences, QStringLiteral("judgeOnlyDifferences"),
              tr("Outliers only: clients that decide differently from most"));
    m_copyMarkdown->setAutoDefault(false);
    m_copyCsv->setAutoDefault(false);
    auto* top = new QHBoxLayout;
    top->addWidget(m_count, 1);
    top->addWidget(m_filter);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_onlyDifferences);
    bottom->addStretch();
    bottom->addWidget(m_copyMarkdown);
    bottom->addWidget(m_copyCsv);
    auto* layout = columnIn(this);
    layout->addLayout(top);
    layout->addWidget(m_table, 1);
    layout->addLayout(bottom);
}

void VerdictsView::buildTable()
{
    prepareTable(m_table, QStringLiteral("judgeGrid"), tr("Verdicts of all clients"));
    m_table->setModel(m_rows);
    m_table->setItemDelegate(new VerdictsDelegate(m_table));
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(VerdictsModel::Client, Qt::AscendingOrder);
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(VerdictsModel::DecidingRule, QHeaderView::Stretch);
    header->setMinimumSectionSize(leastWidth(VerdictsModel::Attempts));
    displayRareColumns({});
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &VerdictsView::onCurrentChanged);
}

int VerdictsView::leastWidth(int column) const
{
    const QFontMetrics widest(Theme::boldFont(font()));
    return widest.horizontalAdvance(QString::fromUtf8(kWidths[column])) + kCellPadding;
}

/// What the least widths leave over goes to the texts that are cut most often; the rule takes the rest.
void VerdictsView::shareWidth()
{
    int free = m_table->viewport()->width();
    for (int column = 0; column < VerdictsModel::ColumnCount; ++column) {
        const bool isCounted = column != VerdictsModel::Tokens && !m_table->isColumnHidden(column);
        free -= isCounted ? leastWidth(column) : 0;
    }
    // Why and the copies have the tokens too; the rule is what people look for.
    const bool showsTokens = m_hasCosts && free >= leastWidth(VerdictsModel::Tokens);
    m_table->setColumnHidden(VerdictsModel::Tokens, !showsTokens);
    free -= showsTokens ? leastWidth(VerdictsModel::Tokens) : 0;
    for (int column = 0; column < VerdictsModel::ColumnCount; ++column) {
        const int least = leastWidth(column);
        int more = 0;
        if (column == VerdictsModel::Preset || column == VerdictsModel::Name ||
            column == VerdictsModel::FirstDelay) {
            m_table->resizeColumnToContents(column);
            more = std::clamp(m_table->columnWidth(column) - least, 0, std::max(0, free));
        }
        free -= more;
        m_table->setColumnWidth(column, least + more);
    }
}

void VerdictsView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    shareWidth();
}

void VerdictsView::onCurrentChanged()
{
    const int row = m_rows->mapToSource(m_table->currentIndex()).row();
    if (m_isFiltering || row < 0) {
        return; // of what is filtered nobody chose another
    }
    m_lastSelected = row;
    m_standIn = -1;
    Q_EMIT selectionChanged();
}

void VerdictsView::display(std::vector<VerdictRow> rows, int before)
{
    m_before = before;
    keepingSelection([this, &rows] {
        const bool isOther = displayRareColumns(rows) || m_model->rowCount() == 0;
        m_model->display(std::move(rows));
        m_rows->refresh();
        if (isOther) { // else the widths stay as somebody may have dragged them
            shareWidth();
        }
    });
}

/// Columns that are empty for most responses are there for those that fill them. True where others are there
/// now.
bool VerdictsView::displayRareColumns(const std::vector<VerdictRow>& rows)
{
    const bool hadCosts = m_hasCosts;
    const bool hasHint =
        std::any_of(rows.begin(), rows.end(), [](const VerdictRow& row) { return !row.hints.empty(); });
    m_hasCosts =
        std::any_of(rows.begin(), rows.end(), [](const VerdictRow& row) { return row.tokens.has_value(); });
    const bool isOther = hadCosts != m_hasCosts || m_table->isColumnHidden(VerdictsModel::Hint) == hasHint;
    m_table->setColumnHidden(VerdictsModel::Hint, !hasHint);
    return isOther;
}

void VerdictsView::displayCount(int before)
{
    const std::vector<VerdictRow>& rows = m_model->rows();
    QString text = tr("Retried by %1 of %2").arg(retried()).arg(rows.size());
    if (before >= 0) {
        text += tr(" (before: %1)").arg(before);
    }
    if (m_rows->rowCount() < static_cast<int>(rows.size())) {
        text += tr(" · %1 shown").arg(m_rows->rowCount());
    }
    m_count->setText(rows.empty() ? tr("Paste a response or try a sample") : text);
    m_count->setToolTip(plainToolTip(m_rows->differences()));
    m_onlyDifferences->setToolTip(plainToolTip(m_rows->differences()));
    m_copyMarkdown->setEnabled(m_rows->rowCount() > 0);
    m_copyCsv->setEnabled(m_rows->rowCount() > 0);
}

int VerdictsView::retried() const
{
    const std::vector<VerdictRow>& rows = m_model->rows();
    return static_cast<int>(std::count_if(
        rows.begin(), rows.end(), [](const VerdictRow& row) { return row.verdict == Verdict::Retry; }));
}

void VerdictsView::setTrialRow(int row)
{
    m_model->setTrialRow(row);
}

void VerdictsView::select(int row)
{
    const QModelIndex index = m_rows->mapFromSource(m_model->index(row, VerdictsModel::Client));
    if (!index.isValid()) {
        return;
    }
    m_table->setCurrentIndex(index);
    QModelIndex first = index; // with the client's name
    while (first.row() > 0 && first.siblingAtRow(first.row() - 1).data() == index.data()) {
        first = first.siblingAtRow(first.row() - 1);
    }
    m_table->scrollTo(first, QAbstractItemView::PositionAtTop);
    m_table->scrollTo(index);
}

int VerdictsView::selectedRow() const
{
    const int row = m_standIn >= 0 ? m_standIn : m_lastSelected;
    return row < m_model->rowCount() ? row : -1;
}

void VerdictsView::copySelected()
{
    std::vector<int> selected;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        selected.push_back(index.row());
    }
    std::sort(selected.begin(), selected.end());
    const std::vector<VerdictRow> shown = m_rows->rowsShown();
    std::vector<VerdictRow> rows;
    for (const int row : selected) {
        rows.push_back(shown[static_cast<std::size_t>(row)]);
    }
    copy(toQString(gridAsMarkdown(rows)), static_cast<int>(rows.size()), tr("as Markdown"));
}

void VerdictsView::copy(const QString& text, int rows, const QString& format)
{
    copyWithoutSecrets(text);
    Q_EMIT noteFound(rows == 1 ? tr("Copied 1 row %1.").arg(format)
                               : tr("Copied %1 rows %2.").arg(rows).arg(format));
}

/// For a client that is left out by a filter the first row stands in: what is explained is seen. The client
/// is selected again with its row.
void VerdictsView::keepingSelection(const std::function<void()>& change)
{
    const int before = selectedRow();
    m_isFiltering = true;
    change();
    const bool isShown = m_rows->mapFromSource(m_model->index(m_lastSelected, 0)).isValid();
    m_standIn = isShown || m_rows->rowCount() == 0 ? -1 : m_rows->mapToSource(m_rows->index(0, 0)).row();
    if (m_standIn >= 0) {
        select(m_standIn);
    } else if (!isShown) {
        m_table->selectionModel()->clear();
    }
    m_isFiltering = false;
    displayCount(m_before);
    if (!isShown) {
        if (selectedRow() != before) {
            Q_EMIT selectionChanged();
        }
    } else if (m_rows->mapToSource(m_table->currentIndex()).row() != m_lastSelected) {
        select(m_lastSelected);
    } else if (before != m_lastSelected) {
        Q_EMIT selectionChanged();
    }
}

} // namespace retryscope::ui
