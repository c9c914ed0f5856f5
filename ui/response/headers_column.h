// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"

#include <QFrame>

QT_BEGIN_NAMESPACE
class QLabel;
class QTextEdit;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The headers of a response: each name with its value beneath it.
class HeadersColumn : public QFrame
{
    Q_OBJECT
public:
    explicit HeadersColumn(QWidget* parent = nullptr);

    /// marked: the header that the error name was read from, in any letter case; may be empty.
    void display(const Headers& headers, const QString& marked);
    [[nodiscard]] bool isEmpty() const { return m_headers.entries.empty(); }

Q_SIGNALS:
    /// Tells the user what was copied.
    void noteFound(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    void displayText();
    void applyTheme();

    Headers m_headers;
    QString m_marked;
    QLabel* m_title;
    QLabel* m_count;
    QToolButton* m_copy;
    QTextEdit* m_text;
};

} // namespace retryscope::ui
