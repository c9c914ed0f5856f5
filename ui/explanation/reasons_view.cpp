// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/reasons_view.h"

#include "core/explain/value_words.h"
#include "core/io/text/utf8.h"
#include "ui/explanation/findings_list.h"
#include "ui/explanation/trace_rows.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/long_words.h"
#include "ui/parts/term.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

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

const TraceRow& rowAt(const QModelIndex& index)
{
    return static_cast<const TableModel<TraceRow>*>(index.model())->at(index.row());
}

QFont titleFont(const TraceRow& row, const QFont& base)
{
    if (row.isCaption) {
        return Theme::boldFont(Theme::smallFont(base));
    }
    return row.isDeciding || row.sentence.mark == SentenceMark::Matched ? Theme::boldFont(base) : base;
}

int heightOf(const QFont& font, const QString& text, int width)
{
    return text.isEmpty() ? 0
                          : QFontMetrics(font).boundingRect(QRect(0, 0, width, 100000), kWrap, text).height();
}

int textWidth(int width)
{
    return std::max(40, width - Theme::scaled(kGlyphWidth) - 2 * kMargin);
}

/// Paints a finding: its mark, its title, and beneath it what was seen. Long texts wrap.
class TraceDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

QSize TraceDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const int width = view != nullptr ? view->viewport()->width() : option.rect.width();
    const TraceRow& row = rowAt(index);
    if (row.isCaption) {
        return {width, QFontMetrics(titleFont(row, option.font)).height() + kCaptionSpace + kPadding};
    }
    const int inner = textWidth(width);
    const int height = heightOf(titleFont(row, option.font), toQString(row.sentence.title), inner) +
                       heightOf(Theme::smallFont(option.font), toQString(row.sentence.text), inner);
    return {width, height + 2 * kPadding};
}

void TraceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const
{
    const Theme& theme = Theme::forPalette(option.palette);
    const TraceRow& row = rowAt(index);
    const QFont font = titleFont(row, option.font);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (row.isCaption) {
        painter->setFont(font);
        painter->setPen(theme.muted);
        painter->drawText(option.rect.adjusted(kMargin, kCaptionSpace, -kMargin, 0),
                          Qt::AlignLeft | Qt::AlignTop, toQString(row.sentence.title));
        painter->restore();
        return;
    }
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    if (row.isDeciding || isSelected) {
        const QColor deciding = row.endsCall ? theme.dangerBackground : theme.successBackground;
        painter->setPen(isSelected ? QPen(theme.accent) : QPen(Qt::NoPen));
        painter->setBrush(row.isDeciding ? deciding : theme.selection);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(1, 0.5, -1, -0.5), 5, 5);
    }
    const Look look = lookOf(row.endsCall ? SentenceMark::Blocked : row.sentence.mark, theme);
    QRect area = option.rect.adjusted(kMargin, kPadding, -kMargin, -kPadding);
    painter->setFont(Theme::boldFont(option.font));
    painter->setPen(look.colour);
    painter->drawText(area, Qt::AlignLeft | Qt::AlignTop, look.glyph);
    area.setLeft(area.left() + Theme::scaled(kGlyphWidth));
    painter->setFont(font);
    painter->setPen(theme.text);
    QRect used;
    painter->drawText(area, kWrap, toQString(row.sentence.title), &used);
    if (!row.sentence.text.empty()) {
        area.setTop(row.sentence.title.empty() ? area.top() : used.bottom() + 1);
        painter->setFont(Theme::smallFont(option.font));
        painter->setPen(row.isDeciding ? theme.text : theme.muted);
        painter->drawText(area, kWrap, toQString(row.sentence.text));
    }
    painter->restore();
}

constexpr qsizetype kMostOfASentence = 600;

} // namespace

ReasonsView::ReasonsView(const QString& name, Look look, QWidget* beneath, QWidget* parent)
    : QWidget(parent)
    , m_model(new TableModel<TraceRow>(traceColumns(), this))
    , m_look(look)
    , m_headline(makeSentence(name + QStringLiteral("Headline"), this))
    , m_copy(makeIconButton(tr("Copy the explanation"), name + QStringLiteral("CopyButton"), this))
    , m_sentence(makeSentence(name + QStringLiteral("Sentence"), this))
    , m_fold(makeQuietButton({}, name + QStringLiteral("FoldButton"), this))
    , m_findings(new FindingsList)
{
    m_headline->setProperty("muted", true);
    nameInput(m_findings, name + QStringLiteral("Findings"), tr("Findings, in order"));
    m_model->isHeading = [](const TraceRow& row) {
        return row.isCaption;
    };
    m_findings->setModel(m_model);
    m_findings->setItemDelegate(new TraceDelegate(m_findings));
    m_fold->setCheckable(true);
    m_fold->setChecked(look == Look::Compact);
    m_fold->setAutoDefault(false);
    followText(m_fold, [this] { m_fold->setIconSize(QSize(1, 1) * Theme::scaled(12)); });

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
    if (beneath != nullptr) {
        parts->addWidget(beneath); // what to do comes first, however many findings are unfolded
    }
    parts->addWidget(m_fold, 0, Qt::AlignLeft);
    parts->addWidget(m_findings);
    parts->addStretch();
    m_scroll = makeScrollArea(content, this);
    m_scroll->setObjectName(name + QStringLiteral("Scroll"));
    auto* layout = columnIn(this);
    layout->addWidget(m_scroll);
    connectParts();
    setTextStyle(m_decidingTitle, TextStyle::Strong);
    setTextStyle(m_decidingRule, TextStyle::SmallCode);
    for (QWidget* small : {static_cast<QWidget*>(m_headline), static_cast<QWidget*>(m_evidence),
                           static_cast<QWidget*>(m_source), static_cast<QWidget*>(m_fold)}) {
        setTextStyle(small, TextStyle::Small);
    }
    applyTheme();
}

QWidget* ReasonsView::makeDeciding(const QString& name)
{
    m_deciding = new QFrame(this);
    m_deciding->setObjectName(name + QStringLiteral("Deciding"));
    setTerm(m_deciding, "kind");
    m_bar = new QFrame(m_deciding);
    m_bar->setFixedWidth(3);
    m_decidingTitle = makeSentence(name + QStringLiteral("DecidingTitle"), m_deciding);
    m_decidingRule = makeSentence(name + QStringLiteral("DecidingRule"), m_deciding);
    m_decidingRule->setProperty("muted", true);
    m_evidence = makeSentence(name + QStringLiteral("Evidence"), m_deciding);
    m_evidence->setProperty("muted", true);
    m_source = makeSentence(name + QStringLiteral("Source"), m_deciding);
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
    m_trace = {};
    m_model->setRows({});
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
    m_trace = traceOf(policy, attempt, wallTime);
    m_model->setRows(m_trace.rows);
    m_findings->fit();
    m_copy->show();
    displayDeciding(attempt);
    displayFold();
    applyTheme();
}

void ReasonsView::displayDeciding(const AttemptRecord& attempt)
{
    const Decision& decision = attempt.decision;
    const int row = m_trace.deciding;
    const bool isPlainSuccess = decision.verdict == Verdict::Succeed && decision.kind == ErrorKind::None;
    m_deciding->setVisible(row >= 0 && !isPlainSuccess && decision.stopReason != StopReason::Cancelled);
    if (row < 0) {
        return;
    }
    m_bar->setProperty("bar", decision.verdict == Verdict::Stop    ? QStringLiteral("danger")
                              : decision.verdict == Verdict::Retry ? QStringLiteral("warning")
                                                                   : QStringLiteral("success"));
    restyle(m_bar);
    const QString rule = m_trace.decidingRule;
    const QString evidence = toQString(m_model->at(row).sentence.text);
    const QString source = toQString(m_model->at(row).sentence.source);
    QString title = toQString(m_model->at(row).sentence.title);
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
        seen += tr(" Kind: %1.").arg(toQString(wordsFor(decision.kind).word));
    }
    m_evidence->setText(breakable(shortened(seen.trimmed(), kMostOfASentence)));
    m_evidence->setVisible(!seen.isEmpty());
    m_source->setText(breakable(shortened(source, kMostOfASentence)));
    m_source->setVisible(!source.isEmpty());
}

/// What stands behind the button, and whether it is open.
void ReasonsView::displayFold()
{
    const int findings = m_trace.findings;
    const bool hasFindings = findings > 0;
    m_fold->setVisible(hasFindings);
    const QString what = findings == 1 ? tr("1 finding") : tr("All %1 findings").arg(findings);
    m_fold->setText(what);
    displayFoldSign();
    m_fold->setAccessibleName(what);
    m_fold->setToolTip(tr("Every finding in order: who responded, rules, limits, delay, retry quota"));
    m_findings->setVisible(hasFindings && m_fold->isChecked());
    m_findings->fit();
}

/// An icon, because the fonts of some machines have no letter for it.
void ReasonsView::displayFoldSign()
{
    m_fold->setIcon(Theme::forPalette(palette()).icon(m_fold->isChecked() ? QStringLiteral("chevron")
                                                                          : QStringLiteral("next")));
}

void ReasonsView::setSentence(const QString& shown, const QString& whole)
{
    m_wholeSentence = whole;
    m_sentence->setText(breakable(shortened(shown, kMostOfASentence)));
}

void ReasonsView::bringIntoView(int row)
{
    const QModelIndex index = m_model->index(row, 0);
    if (index.isValid()) {
        const QRect place = m_findings->visualRect(index).translated(m_findings->pos());
        m_scroll->ensureVisible(0, place.bottom(), 0, 0);
        m_scroll->ensureVisible(0, place.top(), 0, 0);
    }
}

void ReasonsView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
}

void ReasonsView::applyTheme()
{
    // Nothing was decided yet: the sentence is a hint.
    const bool isLarge = m_look == Look::Large && m_model->rowCount() > 0;
    setTextStyle(m_sentence, isLarge                   ? TextStyle::Title
                             : m_look == Look::Compact ? TextStyle::Strong
                                                       : TextStyle::Body);
    const Theme& theme = Theme::forPalette(palette());
    m_copy->setIcon(theme.icon(QStringLiteral("copy")));
    displayFoldSign();
    m_source->setStyleSheet(QStringLiteral("color: %1;").arg(theme.link.name()));
}

QString ReasonsView::text() const
{
    QStringList lines{m_headline->text(), m_wholeSentence};
    for (const TraceRow& row : m_model->rows()) {
        const bool isBoth = !row.sentence.title.empty() && !row.sentence.text.empty();
        lines += toQString((row.isCaption ? "\n" : "  ") + row.sentence.title + (isBoth ? ": " : "") +
                           row.sentence.text);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace retryscope::ui
