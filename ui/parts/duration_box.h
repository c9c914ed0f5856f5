// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <QDoubleSpinBox>

#include <optional>

namespace retryscope::ui {

/// Input for a span of time: `500 ms`, `20 s`, `2 min`. A bare number has the unit that is shown.
class DurationBox : public QDoubleSpinBox
{
    Q_OBJECT
public:
    /// whenZero: shown for zero, which then stands for "not set"; empty when zero is an ordinary value.
    explicit DurationBox(const QString& whenZero = {}, QWidget* parent = nullptr);

    /// What the field is for; how spans of time are typed is added. For the tool tip.
    void setHelp(const QString& purpose);
    /// What a field that was emptied stands for; zero unless told.
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
