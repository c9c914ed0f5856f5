// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"

#include <QFrame>
#include <QTime>

#include <cstdint>
#include <deque>
#include <functional>

QT_BEGIN_NAMESPACE
class QLabel;
class QProgressBar;
class QPushButton;
class QTimer;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The line at the lower edge of the window: the summary of what is shown or, in its place, a message. A
/// message covers nothing, and one of a single line moves nothing. Notes give way to the summary after some
/// seconds; errors stay until the user closes them or edits their cause. Each message belongs to its room: an
/// open error reappears with its room. The button Messages keeps the last ones.
class StatusLine : public QFrame
{
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);

    /// hint: shown at the right end, for example `Ctrl+K finds any command`.
    void setHint(const QString& hint);
    void setSummary(const QString& text, const QString& toolTip);
    /// Shows how much of long work is done, beside the summary that says what it is; all 0: nothing goes on.
    void setProgress(std::int64_t done, std::int64_t all);
    void showError(const QString& text);
    /// Shows an error that is also marked at its input; it disappears after a while.
    void showPassingError(const QString& text);
    void showNote(const QString& text);
    /// A note with a button; it stays long enough to be read and pressed.
    void showOffer(const QString& text, const QString& button, std::function<void()> onPressed);
    /// Hides an error; a note stays for its time.
    void hideError();
    void hideMessage();
    [[nodiscard]] bool showsMessage() const;
    /// Call this when another room is shown; room: any number that identifies it.
    void setRoom(int room);
    /// Of the message; empty while there is none.
    [[nodiscard]] QString text() const;
    /// The last messages with their times, newest first.
    [[nodiscard]] Report messages() const;

Q_SIGNALS:
    void messagesRequested();

private:
    struct Said
    {
        QTime time;
        QString text;
    };
    void display(const QString& mark, const QString& glyph, const QString& text, const QString& button = {});
    void setMessageVisible(bool isVisible);

    QLabel* m_summary;
    QProgressBar* m_progress;
    QFrame* m_message;
    QLabel* m_glyph;
    QLabel* m_text;
    QPushButton* m_button;
    QPushButton* m_all;
    QLabel* m_hint;
    QString m_shown; ///< the text of the message, without places to break it
    std::function<void()> m_onPressed;
    QTimer* m_timer;
    std::deque<Said> m_said; ///< newest first
    bool m_isError = false;
    int m_room = 0;        ///< that is shown
    int m_home = 0;        ///< room of the message
    bool m_isAway = false; ///< the message waits for its room
};

} // namespace retryscope::ui
