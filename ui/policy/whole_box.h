// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSpinBox>

namespace retryscope::ui {

/// Accepts a typed minus even where the minimum is 0, so that -5 is rejected and does not become 5.
class WholeBox : public QSpinBox
{
public:
    using QSpinBox::QSpinBox;

protected:
    QValidator::State validate(QString& text, int& position) const override
    {
        return minimum() >= 0 && text.trimmed().startsWith(QLatin1Char('-'))
                   ? QValidator::Intermediate
                   : QSpinBox::validate(text, position);
    }
};

} // namespace retryscope::ui
