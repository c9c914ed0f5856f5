// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/explanation_panel.h"

#include "ui/explanation/alternatives.h"
#include "ui/explanation/findings_list.h"
#include "ui/explanation/trace_delegate.h"
#include "ui/explanation/trace_model.h"
#include "ui/form.h"
#include "ui/text.h"
#include "ui/theme.h"

#include <QApplication>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace retryscope::ui {

namespace {

QString headlineOf(const AttemptRecord& attempt)
{
    if (attempt.decision.stopReason == StopReason::Cancelled) {
        return ExplanationPanel::tr("Attempt %1 was stopped by you").arg(attempt.attempt);
    }
    switch (attempt.decision.verdict) {
    case Verdict::Succeed:
        return ExplanationPanel::tr("Why attempt %1 succeeded").arg(attempt.attempt);
    case Verdict::Retry:
        return ExplanationPanel::tr("Why attempt %1 was tried again").arg(attempt.attempt);
    case Verdict::Stop:
        return ExplanationPanel::tr("Why attempt %1 was the last").arg(attempt.attempt);
    }
    return {};
}

} // namespace

ExplanationPanel::ExplanationPanel(QWidget* parent)
    : QFrame(parent)
    , m_model(new TraceModel(this))
    , m_headline(makeHeading({}, this))
    , m_sentence(new QLabel(this))
    , m_findings(new FindingsList)
    , m_alternatives(new Alternatives)
    , m_source(makeHint({}, this))
{
    setObjectName(QStringLiteral("explanationPanel"));
    m_headline->setObjectName(QStringLiteral("whyHeadline"));
    m_headline->setWordWrap(true);
    QFont large = Theme::boldFont(font());
    large.setPointSizeF(large.pointSizeF() * 1.2);
    m_headline->setFont(large);
    m_sentence->setObjectName(QStringLiteral("whySentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    nameInput(m_findings, QStringLiteral("findingsList"), tr("Findings, in order"));
    m_findings->setModel(m_model);
    m_findings->setItemDelegate(new TraceDelegate(m_findings));
    m_source->setObjectName(QStringLiteral("whySource"));
    m_source->setFont(Theme::smallFont(font()));
    connect(m_findings->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) {
                displaySource();
                bringIntoSight(current.row());
            });

    auto* content = new QWidget;
    auto* parts = new QVBoxLayout(content);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(0);
    parts->addWidget(m_findings);
    parts->addWidget(m_alternatives);
    parts->addStretch();
    m_scroll = makeScrollArea(content, this);
    m_scroll->setObjectName(QStringLiteral("whyScroll"));
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
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 8, 8);
    layout->addWidget(m_headline);
    layout->addWidget(m_sentence);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_source);
    clear();
}

void ExplanationPanel::clear()
{
    m_model->clear();
    m_findings->fit();
    m_alternatives->clear();
    m_headline->setText(tr("Why"));
    m_sentence->setText(
        tr("Once something was sent, the reason for each decision stands here: who answered, every "
           "rule in order, the delay and the retry tokens."));
    displaySource();
}

void ExplanationPanel::display(const RunRecord& record, const AttemptRecord& attempt)
{
    if (attempt.isRunning || !record.header().policy) {
        clear();
        m_headline->setText(tr("Attempt %1 is under way").arg(attempt.attempt));
        m_sentence->setText(tr("The reason will stand here as soon as it was answered."));
        return;
    }
    const ResolvedPolicy& policy = *record.header().policy;
    m_headline->setText(headlineOf(attempt));
    m_sentence->setText(shown(explain(policy, attempt.facts, attempt.decision, attempt.attempt).headline));
    m_model->display(policy, attempt);
    m_findings->fit();
    m_isUntouched = true;
    showDeciding();
    displaySource();
}

void ExplanationPanel::display(const RunRecord& record, RunRecord::Place place)
{
    const CallRecord& call = record.calls()[static_cast<std::size_t>(place.call)];
    display(record, call.attempts[static_cast<std::size_t>(place.attempt)]);
    m_alternatives->display(record, place);
}

void ExplanationPanel::bringIntoSight(int row)
{
    const QModelIndex index = m_model->index(row);
    if (index.isValid()) {
        const QRect place = m_findings->visualRect(index).translated(m_findings->pos());
        m_scroll->ensureVisible(0, place.bottom(), 0, 0);
        m_scroll->ensureVisible(0, place.top(), 0, 0);
    }
}

/// With room beneath it for what would change it.
void ExplanationPanel::showDeciding()
{
    const QModelIndex deciding = m_model->index(m_model->decidingRow());
    if (!deciding.isValid()) {
        return;
    }
    const QRect place = m_findings->visualRect(deciding).translated(m_findings->pos());
    const int height = m_scroll->viewport()->height();
    const bool isHigh = place.bottom() <= height / 2;
    m_scroll->verticalScrollBar()->setValue(isHigh ? 0 : place.top() - height / 4);
}

void ExplanationPanel::displaySource()
{
    const QModelIndex current = m_findings->currentIndex();
    const QModelIndex shownRow = current.isValid() ? current : m_model->index(m_model->decidingRow());
    const QString source = shownRow.data(TraceModel::SourceRole).toString();
    m_source->setText(tr("Source: %1").arg(source));
    m_source->setVisible(!source.isEmpty());
}

QString ExplanationPanel::text() const
{
    QStringList lines{m_headline->text(), m_sentence->text()};
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
