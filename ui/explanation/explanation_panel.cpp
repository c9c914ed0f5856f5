// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/explanation_panel.h"

#include "ui/explanation/trace_delegate.h"
#include "ui/explanation/trace_model.h"
#include "ui/form.h"
#include "ui/text.h"
#include "ui/theme.h"

#include <QLabel>
#include <QListView>
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
    , m_findings(new QListView(this))
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
    m_findings->setFrameShape(QFrame::NoFrame);
    m_findings->setResizeMode(QListView::Adjust);
    m_findings->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_findings->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_findings->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_source->setObjectName(QStringLiteral("whySource"));
    m_source->setFont(Theme::smallFont(font()));
    connect(m_findings->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &ExplanationPanel::displaySource);
    // Rows get their final height only with the list's final width, after display().
    connect(m_findings->verticalScrollBar(), &QScrollBar::rangeChanged, this,
            &ExplanationPanel::bringDecidingRowIntoSight);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 8, 8);
    layout->addWidget(m_headline);
    layout->addWidget(m_sentence);
    layout->addWidget(m_findings, 1);
    layout->addWidget(m_source);
    clear();
}

void ExplanationPanel::clear()
{
    m_model->clear();
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
    bringDecidingRowIntoSight();
    displaySource();
}

void ExplanationPanel::bringDecidingRowIntoSight()
{
    const QModelIndex deciding = m_model->index(m_model->decidingRow());
    if (deciding.isValid()) {
        m_findings->scrollTo(deciding, QAbstractItemView::EnsureVisible);
    }
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
