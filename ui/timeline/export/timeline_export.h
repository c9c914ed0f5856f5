// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "ui/theme/theme.h"

#include <QImage>
#include <QString>
#include <QStringList>

namespace retryscope::ui {

class TimelineChart;

struct ExportOptions
{
    const Theme* theme = &Theme::light(); ///< independent of the window's theme
    bool wallClock = false;
    int scale = 2;    ///< pixels of a png per unit of length, 1 or 2
    int width = 1200; ///< of the whole run's page, at least kNarrowest
    QStringList strips = {QStringLiteral("quota"), QStringLiteral("sendRate")}; ///< as Strips names them
    const TimelineChart* view = nullptr; ///< draws what this chart shows now; nullptr: the whole run

    static constexpr int kNarrowest = 600;
};

/// Saves the timeline of a record (title, policy, seed, bars, quota, legend); the suffix of the file selects
/// svg, png or pdf. Returns an error message for the user; empty if the file was written.
[[nodiscard]] QString exportTimeline(const RunRecord& record, const QString& file,
                                     const ExportOptions& options = {});
/// The same timeline as an image.
[[nodiscard]] QImage timelineImage(const RunRecord& record, const ExportOptions& options = {});

} // namespace retryscope::ui
