// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

QT_BEGIN_NAMESPACE
class QLabel;
class QTimer;
QT_END_NAMESPACE

namespace retryscope::ui {

/// A short message over the lower edge of its parent, which moves nothing else. Notes go by themselves after
/// some seconds; errors stay until they are closed or what caused them is edited. Each belongs to the room in
/// which it came: an error that is still open comes back with its room.
class MessageBar : public QFrame
{
    Q_OBJECT
public:
    /// over: the message lies over it.
    explicit MessageBar(QWidget* over);

    void showError(const QString& text);
    /// An error that is marked where it is to be mended, too: it goes after a while.
    void showPassingError(const QString& text);
    void showNote(const QString& text);
    /// An error goes; a note stays for its time.
    void hideError();
    /// Another room is shown; any number stands for one.
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
