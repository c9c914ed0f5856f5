// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace retryscope::ui {

/// A button that opens something beneath it: what is chosen, and a line about it in small letters. Both may
/// come from files and are drawn as plain text; what does not fit ends in dots, and the tool tip has it
/// whole.
class TwoLineButton : public QPushButton
{
    Q_OBJECT
public:
    explicit TwoLineButton(QWidget* parent = nullptr);

    void display(const QString& title, const QString& summary);
    /// The line beneath the title.
    [[nodiscard]] QString summary() const { return m_summary; }
    /// Room for so many letters in the best case, and in the worst.
    void setCharacters(int wanted, int least);
    /// Where a title that is too long is cut; at its end unless told.
    void setTitleElide(Qt::TextElideMode mode) { m_elide = mode; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QSize sizeFor(int characters) const;

    QString m_summary;
    Qt::TextElideMode m_elide = Qt::ElideRight;
    int m_wanted = 26;
    int m_least = 12;
};

} // namespace retryscope::ui
