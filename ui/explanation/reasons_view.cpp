// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/reasons_view.h"

#include "ui/explanation/findings_list.h"
#include "ui/explanation/trace_delegate.h"
#include "ui/explanation/trace_model.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kLinesWithSource = 16;

} // namespace

ReasonsView::ReasonsView(const QString& name, QWidget* beneath, QWidget* parent)
    : QWidget(parent)
    , m_model(new TraceModel(this))
    , m_headline(makeHeading({}, this))
    , m_sentence(new QLabel(this))
    , m_findings(new FindingsList)
    , m_source(makeHint({}, this))
{
    m_headline->setObjectName(name + QStringLiteral("Headline"));
    m_sentence->setObjectName(name + QStringLiteral("Sentence"));
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (QLabel* label : {m_headline, m_sentence}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    nameInput(m_findings, name + QStringLiteral("Findings"), tr("Findings, in order"));
    m_findings->setModel(m_model);
    m_findings->setItemDelegate(new TraceDelegate(m_findings));
    m_source->setObjectName(name + QStringLiteral("Source"));
    m_source->setFont(Theme::smallFont(font()));

    auto* content = new QWidget;
    auto* parts = new QVBoxLayout(content);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(0);
    parts->addWidget(m_findings);
    if (beneath != nullptr) {
        parts->addWidget(beneath);
    }
    parts->addStretch();
    m_scroll = makeScrollArea(content, this);
    m_scroll->setObjectName(name + QStringLiteral("Scroll"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_headline);
    layout->addWidget(m_sentence);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_source);
    connectParts();
}

void ReasonsView::connectParts()
{
    connect(m_findings->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) {
                displaySource();
                bringIntoSight(current.row());
            });
    // Rows get their final height only with the list's final width, after display().
    connect(m_scroll->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
        if (m_isUntouched) {
            showDeciding();
        }
    });
    // What the user opens further down must not make the panel jump.
    connect(m_scroll->verticalScrollBar(), &QScrollBar::actionTriggered, this,
            [this] { m_isUntouched = false; });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        m_isUntouched = m_isUntouched && !(now != nullptr && m_scroll->isAncestorOf(now));
    });
}

void ReasonsView::displayNothing(const QString& headline, const QString& sentence)
{
    m_model->clear();
    m_findings->fit();
    m_headline->setText(headline);
    setSentence(sentence);
    displaySource();
}

void ReasonsView::display(const QString& headline, const QString& sentence, const ResolvedPolicy& policy,
                          const AttemptRecord& attempt)
{
    m_headline->setText(headline);
    setSentence(sentence);
    m_model->display(policy, attempt);
    m_findings->fit();
    m_isUntouched = true;
    showDeciding();
    displaySource();
}

void ReasonsView::setSentence(const QString& sentence)
{
    m_wholeSentence = sentence;
    m_sentence->setText(shortened(sentence));
}

void ReasonsView::setHeadlineFont(const QFont& font)
{
    m_headline->setFont(font);
}

void ReasonsView::bringIntoSight(int row)
{
    const QModelIndex index = m_model->index(row);
    if (index.isValid()) {
        const QRect place = m_findings->visualRect(index).translated(m_findings->pos());
        m_scroll->ensureVisible(0, place.bottom(), 0, 0);
        m_scroll->ensureVisible(0, place.top(), 0, 0);
    }
}

/// With room beneath it for what would change it, and no row above it cut in two.
void ReasonsView::showDeciding()
{
    const QModelIndex deciding = m_model->index(m_model->decidingRow());
    if (!deciding.isValid()) {
        return;
    }
    const QRect place = m_findings->visualRect(deciding);
    const int height = m_scroll->viewport()->height();
    int top = 0;
    if (place.bottom() + m_findings->y() > height / 2) {
        const QModelIndex first = m_findings->indexAt({0, std::max(0, place.top() - height / 4)});
        top = (first.isValid() ? m_findings->visualRect(first) : place).top() + m_findings->y();
    }
    m_scroll->verticalScrollBar()->setValue(top);
}

void ReasonsView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    displaySource();
}

/// Where there is little room it leaves it to the findings, whose tool tips name their sources too.
void ReasonsView::displaySource()
{
    const QModelIndex current = m_findings->currentIndex();
    const QModelIndex shownRow = current.isValid() ? current : m_model->index(m_model->decidingRow());
    const QString source = shownRow.data(TraceModel::SourceRole).toString();
    m_source->setText(tr("Source: %1").arg(source));
    m_source->setVisible(!source.isEmpty() && height() >= kLinesWithSource * fontMetrics().lineSpacing());
}

QString ReasonsView::text() const
{
    QStringList lines{m_headline->text(), m_wholeSentence};
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row);
        const QString title = index.data().toString();
        const QString evidence = index.data(TraceModel::EvidenceRole).toString();
        const QString separator = title.isEmpty() || evidence.isEmpty() ? QString() : QStringLiteral(": ");
        lines +=
            (index.data(TraceModel::IsCaptionRole).toBool() ? QStringLiteral("\n") : QStringLiteral("  ")) +
            title + separator + evidence;
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace retryscope::ui
