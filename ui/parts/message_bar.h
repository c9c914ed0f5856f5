// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>

QT_BEGIN_NAMESPACE
class QLabel;
class QPushButton;
class QTimer;
QT_END_NAMESPACE

namespace retryscope::ui {

/// A short message over the lower edge of its parent; it moves nothing else. Notes disappear after some
/// seconds. Errors stay until the user closes them or edits their cause. Each message belongs to its room: an
/// open error reappears with its room.
class MessageBar : public QFrame
{
    Q_OBJECT
public:
    /// over: the widget that the message covers.
    explicit MessageBar(QWidget* over);

    void showError(const QString& text);
    /// Shows an error that is also marked at its input; it disappears after a while.
    void showPassingError(const QString& text);
    void showNote(const QString& text);
    /// A note with a button; it stays long enough to be read and pressed.
    void showOffer(const QString& text, const QString& button, std::function<void()> onPressed);
    /// Hides an error; a note stays for its time.
    void hideError();
    /// Call this when another room is shown; room: any number that identifies it.
    void setRoom(int room);
    [[nodiscard]] QString text() const;
    void setVisible(bool isVisible) override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void display(const QString& mark, const QString& glyph, const QString& text, const QString& button = {});
    void place();

    QLabel* m_glyph;
    QLabel* m_text;
    QPushButton* m_button;
    std::function<void()> m_onPressed;
    QTimer* m_timer;
    bool m_isError = false;
    int m_room = 0;        ///< that is shown
    int m_home = 0;        ///< room of the message
    bool m_isAway = false; ///< the message waits for its room
};

} // namespace retryscope::ui
