// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <QDoubleSpinBox>

#include <optional>

namespace retryscope::ui {

/// Input for a span of time in milliseconds; seconds and minutes can be typed (`20 s`, `2 min`).
class DurationBox : public QDoubleSpinBox
{
    Q_OBJECT
public:
    /// whenZero: shown for zero, which then stands for "not set"; empty when zero is an ordinary value.
    explicit DurationBox(const QString& whenZero = {}, QWidget* parent = nullptr);

    [[nodiscard]] Duration duration() const;
    /// Absent for zero.
    [[nodiscard]] std::optional<Duration> optionalDuration() const;
    void setDuration(Duration duration);
    void setDuration(std::optional<Duration> duration);

    [[nodiscard]] QString textFromValue(double value) const override;
    [[nodiscard]] double valueFromText(const QString& text) const override;
    [[nodiscard]] QValidator::State validate(QString& text, int& position) const override;
};

} // namespace retryscope::ui
