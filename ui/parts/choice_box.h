// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QFontMetrics>

#include <algorithm>

namespace retryscope::ui {

/// A combo box that is wide enough for each of its texts in any font: Qt 6.4 measures the ink of a text, and
/// the letters advance by some pixels more.
class ChoiceBox : public QComboBox
{
public:
    using QComboBox::QComboBox;

    [[nodiscard]] QSize sizeHint() const override { return QComboBox::sizeHint() + beyondInk(); }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return QComboBox::minimumSizeHint() + beyondInk();
    }

private:
    [[nodiscard]] QSize beyondInk() const
    {
        int most = 0;
        const QFontMetrics metrics = fontMetrics();
        for (int index = 0; index < count(); ++index) {
            const QString text = itemText(index);
            most = std::max(most, metrics.horizontalAdvance(text) - metrics.boundingRect(text).width());
        }
        return {most, 0};
    }
};

} // namespace retryscope::ui
