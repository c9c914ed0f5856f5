// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <QDoubleSpinBox>

#include <optional>

namespace retryscope::ui {

/// Input for a duration: `500 ms`, `20 s`, `2 min`. A bare number has the unit shown.
class DurationBox : public QDoubleSpinBox
{
    Q_OBJECT
public:
    /// whenZero: text for zero, which then means "not set"; empty: zero is an ordinary value.
    explicit DurationBox(const QString& whenZero = {}, QWidget* parent = nullptr);

    /// Sets the purpose of the field for its tool tip, which also says how to type a duration.
    void setHelp(const QString& purpose);
    /// Sets the value of an emptied field (default: zero).
    void setWhenCleared(Duration duration);

    [[nodiscard]] Duration duration() const;
    /// Absent for zero.
    [[nodiscard]] std::optional<Duration> optionalDuration() const;
    void setDuration(Duration duration);
    void setDuration(std::optional<Duration> duration);

    [[nodiscard]] QString textFromValue(double value) const override;
    [[nodiscard]] double valueFromText(const QString& text) const override;
    [[nodiscard]] QValidator::State validate(QString& text, int& position) const override;

private:
    /// In milliseconds.
    [[nodiscard]] double shownUnit() const;
    void explainClearing();

    double m_whenCleared = 0; ///< milliseconds
    QString m_purpose;
};

} // namespace retryscope::ui
