// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/load_curves.h"
#include "ui/timeline/strips/strip.h"

#include <optional>

namespace retryscope::ui {

/// The load of all clients on the server, in one of two readings.
class LoadStrip : public Strip
{
    Q_OBJECT
public:
    enum class Reading { InFlight, LastSecond };
    explicit LoadStrip(Reading reading, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString absence() const override;
    [[nodiscard]] QString statement() const override;
    [[nodiscard]] QString valueText(Instant at) const override;
    void paintCurve(QPainter& painter, const StripScene& scene) const override;

protected:
    void takeRecord() override;
    void takeAttempt(Place place) override;

private:
    [[nodiscard]] const StepCurve& curve() const;

    Reading m_reading;
    /// Computed on first use, then advanced with time while the strip is visible.
    mutable std::optional<LoadCurves> m_curves;
};

/// The send rate of an adaptive client: the allowed rate, the measured rate, and when the server throttled
/// it.
class SendRateStrip : public Strip
{
    Q_OBJECT
public:
    explicit SendRateStrip(QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString absence() const override;
    [[nodiscard]] QString statement() const override;
    [[nodiscard]] QString valueText(Instant at) const override;
    void paintCurve(QPainter& painter, const StripScene& scene) const override;

protected:
    void takeRecord() override;
    void takeCall() override;
    void takeAttempt(Place place) override;

private:
    [[nodiscard]] bool hasLimiter() const;

    RateCurve m_curve;
    int m_client = 1;
    std::vector<Instant> m_throttled;
};

} // namespace retryscope::ui
