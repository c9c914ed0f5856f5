// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/status_line.h"

#include "core/io/text/utf8.h"
#include "ui/parts/elided_label.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include <chrono>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kWholeWork = 1000;

constexpr int kMostLines = 2; // a higher line would take the room's height; Messages has the whole text

} // namespace

StatusLine::StatusLine(QWidget* parent)
    : QFrame(parent)
    , m_summary(new ElidedLabel(this, {.loss = Loss::Parts}))
    , m_progress(new QProgressBar(this))
    , m_message(new QFrame(this))
    , m_glyph(makeLabel({}, m_message))
    , m_text(new ElidedLabel(m_message, {.loss = Loss::Middle, .lines = kMostLines}))
    , m_button(new QPushButton(m_message))
    , m_all(makeQuietButton(tr("Messages"), QStringLiteral("messagesButton"), this))
    , m_hint(makeLabel({}, this))
    , m_timer(new QTimer(this))
{
    constexpr int kLeft = 14;
    constexpr int kRight = 8;
    setObjectName(QStringLiteral("statusLine"));
    setProperty("surface", QStringLiteral("status"));
    m_summary->setObjectName(QStringLiteral("runSummary"));
    m_summary->setProperty("muted", true);
    m_summary->setIndent(kLeft);
    m_message->setObjectName(QStringLiteral("messageBar"));
    m_text->setObjectName(QStringLiteral("messageText"));
    nameInput(m_button, QStringLiteral("messageButton"), tr("Follow the message"));
    m_button->setProperty("quiet", true);
    m_button->setAutoDefault(false);
    QToolButton* close = makeIconButton(tr("Close message"), QStringLiteral("closeMessageButton"), m_message);
    close->setText(QStringLiteral("✕"));
    m_all->setToolTip(tr("The last messages, newest first"));
    m_all->setEnabled(false);
    m_hint->setProperty("muted", true);
    auto* message = rowIn(m_message);
    message->setContentsMargins(kLeft, 0, kRight, 0);
    message->addWidget(m_glyph);
    message->addWidget(m_text, 1);
    message->addWidget(m_button);
    message->addWidget(close);
    auto* line = rowIn(this, 0);
    line->addWidget(m_progress);
    line->addWidget(m_summary, 1);
    line->addWidget(m_message, 1);
    line->addWidget(m_all);
    line->addWidget(m_hint);
    m_hint->setContentsMargins(kRight, 0, kRight, 0);
    nameInput(m_progress, QStringLiteral("workProgress"), tr("Progress"));
    m_progress->setRange(0, kWholeWork);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(Theme::scaled(120), Theme::scaled(8));
    m_progress->hide();
    m_message->hide();
    m_timer->setSingleShot(true);
    connect(m_timer, &QTimer::timeout, this, &StatusLine::hideMessage);
    connect(close, &QToolButton::clicked, this, &StatusLine::hideMessage);
    connect(m_all, &QPushButton::clicked, this, &StatusLine::messagesRequested);
    connect(m_button, &QPushButton::clicked, this, [this] {
        hideMessage();
        if (m_onPressed) {
            m_onPressed();
        }
    });
}

void StatusLine::setHint(const QString& hint)
{
    m_hint->setText(hint);
}

void StatusLine::setSummary(const QString& text, const QString& toolTip)
{
    m_summary->setText(text);
    m_summary->setToolTip(plainToolTip(toolTip));
}

void StatusLine::setProgress(std::int64_t done, std::int64_t all)
{
    m_progress->setVisible(all > 0);
    if (all > 0) {
        m_progress->setValue(static_cast<int>(double(done) / double(all) * kWholeWork));
    }
}

void StatusLine::showError(const QString& text)
{
    m_isError = true;
    m_timer->stop();
    display(QStringLiteral("danger"), QStringLiteral("✕"), text);
}

void StatusLine::showPassingError(const QString& text)
{
    constexpr std::chrono::seconds kTimeToRead{15};
    showError(text);
    m_timer->start(kTimeToRead);
}

void StatusLine::showNote(const QString& text)
{
    constexpr std::chrono::seconds kTime{8};
    m_isError = false;
    m_timer->start(kTime);
    display(QStringLiteral("success"), QStringLiteral("✓"), text);
}

void StatusLine::showOffer(const QString& text, const QString& button, std::function<void()> onPressed)
{
    constexpr std::chrono::seconds kTimeToDecide{20};
    m_isError = false;
    m_onPressed = std::move(onPressed);
    m_timer->start(kTimeToDecide);
    display({}, QStringLiteral("•"), text, button);
}

void StatusLine::hideError()
{
    if (m_isError) {
        hideMessage(); // also one that waits for its room
    }
}

/// Whoever hides the message has done with it.
void StatusLine::hideMessage()
{
    m_isAway = false;
    setMessageVisible(false);
}

bool StatusLine::showsMessage() const
{
    return !m_message->isHidden();
}

void StatusLine::setRoom(int room)
{
    m_room = room;
    if (showsMessage() && room != m_home) {
        setMessageVisible(false);
        m_isAway = m_isError;
    } else if (m_isAway && room == m_home) {
        m_isAway = false;
        setMessageVisible(true);
    }
}

QString StatusLine::text() const
{
    return showsMessage() ? m_shown : QString();
}

Report StatusLine::messages() const
{
    Report report;
    ReportTable table{.columns = {{.title = "Time"}, {.title = "Message", .whenNarrow = WhenNarrow::Fold}},
                      .rows = {}};
    for (const Said& said : m_said) {
        table.add({{fromQString(said.time.toString(QStringLiteral("HH:mm:ss"))), Tone::Faint},
                   {fromQString(said.text)}});
    }
    report.add(std::move(table));
    return report;
}

void StatusLine::display(const QString& mark, const QString& glyph, const QString& text,
                         const QString& button)
{
    constexpr qsizetype kMostShown = 2000; // characters: a message may quote a server or a file
    constexpr std::size_t kMostKept = 50;
    m_message->setProperty("mark", mark);
    restyle(m_message);
    m_glyph->setText(glyph);
    m_shown = shortened(text, kMostShown);
    m_text->setText(m_shown.simplified());
    m_text->setToolTip(plainToolTip(m_shown));
    m_message->setAccessibleName(m_shown);
    m_button->setText(button);
    m_button->setAccessibleName(button.isEmpty() ? tr("Follow the message") : button);
    m_button->setVisible(!button.isEmpty());
    m_said.push_front({.time = QTime::currentTime(), .text = m_shown});
    if (m_said.size() > kMostKept) {
        m_said.pop_back();
    }
    m_all->setEnabled(true);
    m_home = m_room;
    m_isAway = false;
    setMessageVisible(true);
}

void StatusLine::setMessageVisible(bool isVisible)
{
    m_summary->setVisible(!isVisible);
    m_hint->setVisible(!isVisible); // a message has more to say
    m_message->setVisible(isVisible);
}

} // namespace retryscope::ui
