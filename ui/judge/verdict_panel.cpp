// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/verdict_panel.h"

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

QString headlineOf(const VerdictRow& row)
{
    const QString title = shown(row.title.empty() ? row.policy : row.title);
    switch (row.verdict) {
    case Verdict::Succeed:
        return VerdictPanel::tr("Why this is a success: %1").arg(title);
    case Verdict::Retry:
        return VerdictPanel::tr("Why it is tried again: %1").arg(title);
    case Verdict::Stop:
        return VerdictPanel::tr("Why it stops: %1").arg(title);
    }
    return {};
}

} // namespace

VerdictPanel::VerdictPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new TraceModel(this))
    , m_headline(makeHeading({}, this))
    , m_sentence(new QLabel(this))
    , m_findings(new QListView(this))
    , m_source(makeHint({}, this))
{
    m_headline->setObjectName(QStringLiteral("verdictHeadline"));
    m_headline->setWordWrap(true);
    m_headline->setTextFormat(Qt::PlainText);
    m_sentence->setObjectName(QStringLiteral("verdictSentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    nameInput(m_findings, QStringLiteral("verdictFindings"), tr("Everything it looked at, in order"));
    m_findings->setModel(m_model);
    m_findings->setItemDelegate(new TraceDelegate(m_findings));
    m_findings->setFrameShape(QFrame::NoFrame);
    m_findings->setResizeMode(QListView::Adjust);
    m_findings->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_findings->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_findings->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_source->setObjectName(QStringLiteral("verdictSource"));
    m_source->setFont(Theme::smallFont(font()));
    connect(m_findings->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &VerdictPanel::displaySource);
    // Rows get their final height only with the list's final width, after display().
    connect(m_findings->verticalScrollBar(), &QScrollBar::rangeChanged, this,
            &VerdictPanel::bringDecidingRowIntoSight);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_headline);
    layout->addWidget(m_sentence);
    layout->addWidget(m_findings, 1);
    layout->addWidget(m_source);
    clear();
}

void VerdictPanel::clear()
{
    m_model->clear();
    m_headline->setText(tr("Why"));
    m_sentence->setText(
        tr("With a response and a client selected, everything that it looks at stands here, in order."));
    m_source->hide();
}

void VerdictPanel::display(const JudgedPreset& preset, int attempt)
{
    AttemptRecord judged;
    judged.attempt = attempt;
    judged.isRunning = false;
    judged.facts = preset.situation.facts;
    judged.decision = preset.decision;
    m_headline->setText(headlineOf(preset.row));
    m_sentence->setText(shown(preset.row.why));
    m_model->display(preset.situation.policy, judged);
    bringDecidingRowIntoSight();
    displaySource();
}

void VerdictPanel::bringDecidingRowIntoSight()
{
    const QModelIndex deciding = m_model->index(m_model->decidingRow());
    if (deciding.isValid()) {
        m_findings->scrollTo(deciding, QAbstractItemView::EnsureVisible);
    }
}

void VerdictPanel::displaySource()
{
    const QModelIndex current = m_findings->currentIndex();
    const QModelIndex shownRow = current.isValid() ? current : m_model->index(m_model->decidingRow());
    const QString source = shownRow.data(TraceModel::SourceRole).toString();
    m_source->setText(tr("Source: %1").arg(source));
    m_source->setVisible(!source.isEmpty());
}

} // namespace retryscope::ui
