// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace retryscope::ui {

/// Text to read in which one place is marked and, where there is room beside its line, a note says what it
/// is. The note is no part of the text.
class MarkedText : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit MarkedText(QWidget* parent = nullptr);

    /// In characters; length 0 marks nothing. The place is brought into sight.
    void setMark(qsizetype begin, qsizetype length, const QString& note);
    /// Where the note stands in the viewport; empty while it is out of sight or has no room.
    [[nodiscard]] QRect noteRect() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void displayMark();

    qsizetype m_begin = 0;
    qsizetype m_length = 0;
    QString m_note;
};

} // namespace retryscope::ui
