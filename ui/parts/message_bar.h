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
/// some seconds; errors stay until they are closed or what caused them is edited.
class MessageBar : public QFrame
{
    Q_OBJECT
public:
    /// over: the message lies over it.
    explicit MessageBar(QWidget* over);

    void showError(const QString& text);
    void showNote(const QString& text);
    /// An error goes; a note stays for its time.
    void hideError();
    [[nodiscard]] QString text() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void display(const QString& mark, const QString& glyph, const QString& text);
    void place();

    QLabel* m_glyph;
    QLabel* m_text;
    QTimer* m_timer;
    bool m_isError = false;
};

} // namespace retryscope::ui
