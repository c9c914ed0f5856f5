// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/outcome_strip.h"

#include "ui/parts/elided_label.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/long_words.h"
#include "ui/parts/tab_order.h"
#include "ui/parts/term.h"
#include "ui/theme/theme.h"
#include "ui/timeline/call_times_view.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace retryscope::ui {

namespace {

constexpr int kCharactersForWords = 110; ///< in a narrower strip the buttons have icons only

/// html: escaped.
QString linked(const QString& html, std::optional<Place> place, const QColor& colour)
{
    return place ? QStringLiteral("<a href=\"%1.%2\" style=\"color: %3; text-decoration: none\">%4</a>")
                       .arg(place->call)
                       .arg(place->attempt)
                       .arg(colour.name(), html)
                 : html;
}

} // namespace

OutcomeStrip::OutcomeStrip(QWidget* parent)
    : QFrame(parent)
    , m_sign(new VerdictSign(this))
    , m_title(makeSentence(QStringLiteral("outcomeTitle"), this))
    , m_story(makeSentence(QStringLiteral("outcomeStory"), this))
    , m_expected(makeSentence(QStringLiteral("outcomeExpected"), this))
    , m_where(new ElidedLabel(this))
    , m_changed(makeLabel(tr("Form changed"), this))
    , m_read(new QPushButton(this))
    , m_use(new QPushButton(this))
    , m_export(new QPushButton(this))
    , m_times(new CallTimesButton(this))
{
    setObjectName(QStringLiteral("outcomeStrip"));
    setProperty("surface", QStringLiteral("bar"));
    makeTabGroup(this);
    m_where->setObjectName(QStringLiteral("outcomeOrigin"));
    m_where->setProperty("muted", true);
    m_changed->setObjectName(QStringLiteral("formChangedPill"));
    m_changed->setProperty("pill", true);
    m_changed->setToolTip(tr("The request, policy or endpoint above has changed since this run"));
    m_changed->hide();
    setTerm(m_sign, "verdict");
    for (QLabel* label : {m_title, m_story, m_expected}) {
        label->setTextFormat(Qt::RichText); // escaped, except for the links
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                                       Qt::LinksAccessibleByKeyboard);
        connect(label, &QLabel::linkActivated, this, [this](const QString& link) {
            Q_EMIT attemptRequested(
                {.call = link.section(u'.', 0, 0).toInt(), .attempt = link.section(u'.', 1).toInt()});
        });
    }
    nameInput(m_read, QStringLiteral("importNotesButton"), tr("How it was read"));
    m_read->setToolTip(
        tr("What Retryscope understood of the file, what it left out, and how it grouped calls"));
    m_read->hide();
    nameInput(m_use, QStringLiteral("useRequestButton"), tr("Use this request"));
    m_use->setToolTip(tr("Restore the request, policy and settings of this run to the form (Ctrl+D)"));
    nameInput(m_export, QStringLiteral("exportButton"), tr("Export"));
    m_export->setToolTip(tr("Save this run as a picture, table, report or record (Ctrl+E)"));
    auto* lines = new QVBoxLayout;
    lines->setSpacing(1);
    lines->addStretch();
    lines->addWidget(m_title);
    lines->addWidget(m_story);
    lines->addWidget(m_expected);
    lines->addWidget(m_where);
    lines->addStretch();
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(20, 6, 16, 6);
    auto* layout = new QHBoxLayout;
    whole->addLayout(layout);
    m_below = new QHBoxLayout;
    whole->addLayout(m_below);
    layout->setSpacing(12);
    layout->addWidget(m_sign);
    layout->addLayout(lines, 1);
    layout->addWidget(m_changed, 0, Qt::AlignVCenter);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(12);
    buttons->addStretch();
    buttons->addWidget(m_read);
    buttons->addWidget(m_use);
    buttons->addWidget(m_export);
    m_side = new QVBoxLayout;
    m_side->setSpacing(6);
    m_side->addStretch();
    m_side->addLayout(buttons);
    m_side->addWidget(m_times, 0, Qt::AlignRight);
    m_side->addStretch();
    layout->addLayout(m_side);
    connect(m_read, &QPushButton::clicked, this, &OutcomeStrip::importNotesRequested);
    connect(m_use, &QPushButton::clicked, this, &OutcomeStrip::useRequested);
    connect(m_export, &QPushButton::clicked, this, &OutcomeStrip::exportRequested);
    setTextStyle(m_title, TextStyle::Heading);
    setTextStyle(m_where, TextStyle::Small);
    setTextStyle(m_changed, TextStyle::Small);
    applyTheme();
}

/// The links have the colour of the theme.
void OutcomeStrip::displayTexts()
{
    const QColor colour = Theme::forPalette(palette()).link;
    const QString reason = linked(breakable(m_outcome.reason).toHtmlEscaped(), m_outcome.decidedAt, colour);
    m_title->setText(breakable(m_outcome.title).toHtmlEscaped() +
                     (reason.isEmpty() ? QString() : QStringLiteral(" &nbsp;·&nbsp; ") + reason));
    QString story = m_outcome.story.toHtmlEscaped();
    if (const qsizetype at = story.indexOf(m_outcome.refusedName); at >= 0 && m_outcome.refusedAt) {
        story.replace(at, m_outcome.refusedName.size(),
                      linked(m_outcome.refusedName, m_outcome.refusedAt, colour));
    }
    m_story->setText(story);
    m_story->setVisible(!story.isEmpty());
    m_expected->setText(linked(breakable(m_outcome.expected).toHtmlEscaped(), m_outcome.unmetAt, colour));
    m_expected->setVisible(!m_outcome.expected.isEmpty());
}

void OutcomeStrip::display(const Outcome& outcome)
{
    m_outcome = outcome;
    m_titleText =
        outcome.reason.isEmpty() ? outcome.title : outcome.title + QStringLiteral("  ·  ") + outcome.reason;
    displayTexts();
    m_origin = outcome.origin;
    m_sign->display(outcome.sign);
    m_sign->setAccessibleName(outcome.title);
    const bool hasEnded = outcome.sign != Sign::None && outcome.sign != Sign::Running;
    m_use->setEnabled(hasEnded);
    m_export->setEnabled(hasEnded);
    m_read->setVisible(outcome.isImported);
    displayOrigin();
}

void OutcomeStrip::displayTimes(const std::optional<CallTimes>& times, bool isVirtual)
{
    m_times->display(times, isVirtual);
}

void OutcomeStrip::displayFile(const QString& file)
{
    m_file = file;
    displayOrigin();
}

void OutcomeStrip::setStale(bool isStale)
{
    m_changed->setVisible(isStale);
}

bool OutcomeStrip::isStale() const
{
    return !m_changed->isHidden();
}

QString OutcomeStrip::title() const
{
    return m_titleText;
}

void OutcomeStrip::displayOrigin()
{
    const QString origin =
        m_file.isEmpty() ? m_origin : QStringLiteral("%1  ·  %2").arg(QFileInfo(m_file).fileName(), m_origin);
    m_where->setText(origin);
    m_where->setToolTip(plainToolTip(origin));
}

void OutcomeStrip::nameButtons()
{
    const bool hasWords = width() >= kCharactersForWords * fontMetrics().averageCharWidth();
    m_read->setText(hasWords ? m_read->accessibleName() : QString());
    m_use->setText(hasWords ? m_use->accessibleName() : QString());
    m_export->setText(hasWords ? m_export->accessibleName() : QString());
    // Beside the buttons the call times would take half of a narrow strip from the headline.
    QBoxLayout* home = hasWords ? static_cast<QBoxLayout*>(m_side) : m_below;
    if (home->indexOf(m_times) < 0) {
        (hasWords ? static_cast<QBoxLayout*>(m_below) : m_side)->removeWidget(m_times);
        hasWords ? m_side->insertWidget(2, m_times, 0, Qt::AlignRight)
                 : m_below->addWidget(m_times, 0, Qt::AlignLeft);
    }
}

void OutcomeStrip::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    nameButtons();
}

void OutcomeStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
    QFrame::changeEvent(event);
}

void OutcomeStrip::applyTheme()
{
    const Theme& theme = Theme::forPalette(palette());
    displayTexts();
    m_read->setIcon(theme.icon(QStringLiteral("info")));
    m_use->setIcon(theme.icon(QStringLiteral("paste")));
    m_export->setIcon(theme.icon(QStringLiteral("export")));
}

} // namespace retryscope::ui
