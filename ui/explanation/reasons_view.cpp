// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/reasons_view.h"

#include "core/io/text/utf8.h"
#include "ui/explanation/findings_list.h"
#include "ui/explanation/trace_delegate.h"
#include "ui/explanation/trace_model.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/long_words.h"
#include "ui/parts/term.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr double kSentenceGrowth = 1.42;
constexpr qsizetype kMostOfASentence = 600;

QLabel* makeLine(const QString& objectName, QWidget* parent)
{
    QLabel* label = makePlainLabel(objectName, parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

ReasonsView::ReasonsView(const QString& name, Look look, QWidget* beneath, QWidget* parent)
    : QWidget(parent)
    , m_model(new TraceModel(this))
    , m_look(look)
    , m_headline(makeLine(name + QStringLiteral("Headline"), this))
    , m_copy(makeIconButton(tr("Copy the explanation"), name + QStringLiteral("CopyButton"), this))
    , m_sentence(makeLine(name + QStringLiteral("Sentence"), this))
    , m_fold(makeQuietButton({}, name + QStringLiteral("FoldButton"), this))
    , m_findings(new FindingsList)
{
    m_headline->setProperty("muted", true);
    nameInput(m_findings, name + QStringLiteral("Findings"), tr("Findings, in order"));
    m_findings->setModel(m_model);
    m_findings->setItemDelegate(new TraceDelegate(m_findings));
    m_fold->setCheckable(true);
    m_fold->setChecked(look == Look::Compact);
    m_fold->setAutoDefault(false);

    auto* content = new QWidget;
    auto* top = new QHBoxLayout;
    top->setContentsMargins(0, 0, 0, 0);
    top->addWidget(m_headline, 1);
    top->addWidget(m_copy);
    auto* parts = new QVBoxLayout(content);
    parts->setContentsMargins(0, 0, 8, 8);
    parts->setSpacing(0);
    parts->addLayout(top);
    parts->addWidget(m_sentence);
    parts->addWidget(makeDeciding(name));
    parts->addWidget(m_fold, 0, Qt::AlignLeft);
    parts->addWidget(m_findings);
    if (beneath != nullptr) {
        parts->addWidget(beneath);
    }
    parts->addStretch();
    m_scroll = makeScrollArea(content, this);
    m_scroll->setObjectName(name + QStringLiteral("Scroll"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
    connectParts();
    applyTheme();
}

QWidget* ReasonsView::makeDeciding(const QString& name)
{
    m_deciding = new QFrame(this);
    m_deciding->setObjectName(name + QStringLiteral("Deciding"));
    setTerm(m_deciding, "kind");
    m_bar = new QFrame(m_deciding);
    m_bar->setFixedWidth(3);
    m_decidingTitle = makeLine(name + QStringLiteral("DecidingTitle"), m_deciding);
    m_decidingRule = makeLine(name + QStringLiteral("DecidingRule"), m_deciding);
    m_decidingRule->setProperty("muted", true);
    m_evidence = makeLine(name + QStringLiteral("Evidence"), m_deciding);
    m_evidence->setProperty("muted", true);
    m_source = makeLine(name + QStringLiteral("Source"), m_deciding);
    auto* words = new QVBoxLayout;
    words->setContentsMargins(0, 2, 0, 2);
    words->setSpacing(2);
    for (QLabel* line : {m_decidingTitle, m_decidingRule, m_evidence, m_source}) {
        words->addWidget(line);
    }
    auto* layout = new QHBoxLayout(m_deciding);
    layout->setContentsMargins(0, 14, 0, 6);
    layout->setSpacing(10);
    layout->addWidget(m_bar);
    layout->addLayout(words, 1);
    return m_deciding;
}

void ReasonsView::connectParts()
{
    connect(m_findings->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) { bringIntoView(current.row()); });
    connect(m_fold, &QPushButton::toggled, this, &ReasonsView::displayFold);
    connect(m_copy, &QToolButton::clicked, this, [this] {
        copyWithoutSecrets(text());
        Q_EMIT copied();
    });
}

void ReasonsView::displayNothing(const QString& headline, const QString& sentence)
{
    m_model->clear();
    m_findings->fit();
    m_headline->setText(headline);
    setSentence(sentence, sentence);
    m_deciding->hide();
    m_copy->hide();
    displayFold();
    applyTheme();
}

void ReasonsView::display(const QString& headline, const QString& shown, const QString& whole,
                          const ResolvedPolicy& policy, const AttemptRecord& attempt,
                          std::optional<WallTime> wallTime)
{
    m_headline->setText(headline);
    setSentence(shown, whole);
    m_model->display(policy, attempt, wallTime);
    m_findings->fit();
    m_copy->show();
    displayDeciding(attempt);
    displayFold();
    applyTheme();
}

void ReasonsView::displayDeciding(const AttemptRecord& attempt)
{
    const Decision& decision = attempt.decision;
    const QModelIndex index = m_model->index(m_model->decidingRow());
    const bool isPlainSuccess = decision.verdict == Verdict::Succeed && decision.kind == ErrorKind::None;
    m_deciding->setVisible(index.isValid() && !isPlainSuccess &&
                           decision.stopReason != StopReason::Cancelled);
    if (!index.isValid()) {
        return;
    }
    m_bar->setProperty("bar", decision.verdict == Verdict::Stop    ? QStringLiteral("danger")
                              : decision.verdict == Verdict::Retry ? QStringLiteral("warning")
                                                                   : QStringLiteral("success"));
    restyle(m_bar);
    const QString rule = m_model->decidingRule();
    const QString evidence = index.data(TraceModel::EvidenceRole).toString();
    const QString source = index.data(TraceModel::SourceRole).toString();
    QString title = index.data().toString();
    if (!title.isEmpty()) {
        title[0] = title[0].toUpper();
    }
    m_decidingTitle->setText(breakable(shortened(title, kMostOfASentence)));
    m_decidingRule->setText(breakable(rule));
    m_decidingRule->setVisible(!rule.isEmpty());
    QString seen = evidence;
    if (!seen.isEmpty()) {
        seen[0] = seen[0].toUpper();
        seen += seen.endsWith(QLatin1Char('.')) ? QString() : QStringLiteral(".");
    }
    if (!rule.isEmpty()) {
        seen += tr(" Kind: %1.").arg(toQString(std::string(toString(decision.kind))));
    }
    m_evidence->setText(breakable(shortened(seen.trimmed(), kMostOfASentence)));
    m_evidence->setVisible(!seen.isEmpty());
    m_source->setText(breakable(shortened(source, kMostOfASentence)));
    m_source->setVisible(!source.isEmpty());
}

/// What stands behind the button, and whether it is open.
void ReasonsView::displayFold()
{
    const int findings = m_model->findings();
    const bool hasFindings = findings > 0;
    m_fold->setVisible(hasFindings);
    const QString what = findings == 1 ? tr("1 finding") : tr("All %1 findings").arg(findings);
    m_fold->setText((m_fold->isChecked() ? QStringLiteral("⌄  ") : QStringLiteral("›  ")) + what);
    m_fold->setAccessibleName(what);
    m_fold->setToolTip(tr("Every finding in order: who responded, rules, limits, delay, retry quota"));
    m_findings->setVisible(hasFindings && m_fold->isChecked());
    m_findings->fit();
}

void ReasonsView::setSentence(const QString& shown, const QString& whole)
{
    m_wholeSentence = whole;
    m_sentence->setText(breakable(shortened(shown, kMostOfASentence)));
}

void ReasonsView::bringIntoView(int row)
{
    const QModelIndex index = m_model->index(row);
    if (index.isValid()) {
        const QRect place = m_findings->visualRect(index).translated(m_findings->pos());
        m_scroll->ensureVisible(0, place.bottom(), 0, 0);
        m_scroll->ensureVisible(0, place.top(), 0, 0);
    }
}

void ReasonsView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
}

void ReasonsView::applyTheme()
{
    const QFont small = Theme::smallFont(font());
    // Nothing was decided yet: the sentence is a hint.
    const bool isLarge = m_look == Look::Large && m_model->rowCount() > 0;
    const QFont sentence = isLarge || m_look == Look::Compact ? Theme::boldFont(font()) : font();
    m_sentence->setFont(isLarge ? Theme::grownFont(sentence, kSentenceGrowth) : sentence);
    m_headline->setFont(small);
    m_decidingTitle->setFont(Theme::boldFont(font()));
    m_decidingRule->setFont(Theme::fixedFont(small));
    m_evidence->setFont(small);
    m_source->setFont(small);
    m_fold->setFont(small);
    const Theme& theme = Theme::forPalette(palette());
    m_copy->setIcon(theme.icon(QStringLiteral("copy")));
    m_source->setStyleSheet(QStringLiteral("color: %1;").arg(theme.link.name()));
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
