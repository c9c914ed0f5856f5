// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/timeline/rows/legend_parts.h"

#include <QRectF>
#include <QWidget>

class QPainter;

namespace retryscope::ui {

/// Paints colour swatches with labels, in as many lines as the width needs. Returns the height; with painter
/// nullptr it only measures.
double paintLegend(QPainter* painter, const QRectF& area, const LegendParts& parts, const Theme& theme,
                   const QFont& font);

/// The legend in the title row of the timeline: as many entries as fit into the height of the row; the tool
/// tip lists all.
class Legend : public QWidget
{
    Q_OBJECT
public:
    explicit Legend(QWidget* parent = nullptr);
    void setParts(const LegendParts& parts);
    [[nodiscard]] const LegendParts& parts() const { return m_parts; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    LegendParts m_parts;
};

} // namespace retryscope::ui
