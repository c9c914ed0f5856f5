// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/timeline/rows/time_scale.h"
#include "ui/timeline/strips/quota_curve.h"

#include <QFont>
#include <QRectF>

#include <optional>
#include <vector>

class QPainter;

namespace retryscope::ui {

/// Everything that one frame of the quota chart needs.
struct QuotaScene
{
    const QuotaCurve* curve = nullptr;
    const Theme* theme = nullptr;
    QFont font;
    QRectF area;
    TimeScale scale;
    Instant end{};                   ///< the curve is drawn up to here
    std::optional<Instant> selected; ///< time of the selected attempt
    QString owner;                   ///< `client 3`, where there are several curves
};

/// Paints the quota as a step line with its changes, and the words beside it.
class QuotaPainter
{
public:
    QuotaPainter(QPainter& painter, const QuotaScene& scene);
    void paint();

private:
    void paintWords();
    void paintLevels();
    void paintLine();
    /// At the start of the curve: why it does not begin full.
    void paintSpentBefore();
    void paintMarks();
    /// free: left edge of the next thing on the line.
    void paintChange(const QuotaMoment& moment, double x, double free);
    void paintSelected();
    [[nodiscard]] double highestBetween(double left, double right) const;
    [[nodiscard]] double yOf(double level) const;

    QPainter& m_painter;
    const QuotaScene& m_scene;
    QRectF m_lastText; ///< where the latest change is written
    QRectF m_plot;
    Instant m_begin{};                  ///< the curve is drawn from here
    Instant m_end{};                    ///< to here: never outside of the plot
    std::vector<QuotaMoment> m_moments; ///< between
    std::vector<int> m_levels;          ///< labelled ones, from the highest down
};

/// Three or four round levels that enclose the curve, from the highest down.
[[nodiscard]] std::vector<int> labelledLevels(int lowest, int highest);

} // namespace retryscope::ui
