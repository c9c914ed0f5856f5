// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

QT_BEGIN_NAMESPACE
class QLabel;
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
    /// Hides an error; a note stays for its time.
    void hideError();
    /// Call this when another room is shown; room: any number that identifies it.
    void setRoom(int room);
    [[nodiscard]] QString text() const;
    void setVisible(bool isVisible) override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void display(const QString& mark, const QString& glyph, const QString& text);
    void place();

    QLabel* m_glyph;
    QLabel* m_text;
    QTimer* m_timer;
    bool m_isError = false;
    int m_room = 0;        ///< that is shown
    int m_home = 0;        ///< room of the message
    bool m_isAway = false; ///< the message waits for its room
};

} // namespace retryscope::ui
