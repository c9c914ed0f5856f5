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
    /// Width in characters: preferred and minimum.
    void setCharacters(int wanted, int least);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QSize sizeFor(int characters) const;

    QString m_summary;
    int m_wanted = 26;
    int m_least = 12;
};

} // namespace retryscope::ui
