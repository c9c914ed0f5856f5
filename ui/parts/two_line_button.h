// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace retryscope::ui {

/// A button that opens a popup: a title, and a summary in small letters below. Both can come from files and
/// are drawn as plain text. Long texts are elided; the tool tip shows them whole.
class TwoLineButton : public QPushButton
{
    Q_OBJECT
public:
    explicit TwoLineButton(QWidget* parent = nullptr);

    void display(const QString& title, const QString& summary);
    /// The line below the title.
    [[nodiscard]] QString summary() const { return m_summary; }
    /// Width in characters: at most, where there is room, and at least. Between them it is as wide as its
    /// texts.
    void setCharacters(int most, int least);
    /// Whether the title is never cut, however narrow the button gets.
    void keepTitle(bool isKept);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// textWidth: in pixels.
    [[nodiscard]] QSize sizeFor(int textWidth) const;
    [[nodiscard]] int titleWidth() const;
    [[nodiscard]] int widthOf(int characters) const;

    QString m_summary;
    int m_most = 26;
    int m_least = 12;
    bool m_keepsTitle = false;
};

} // namespace retryscope::ui
