// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/timeline/rows/attempt_bar.h"

#include <QRectF>
#include <QWidget>

class QPainter;

namespace retryscope::ui {

/// What the timeline shows at the moment and so has to be explained. Only ever grows during a run.
struct LegendParts
{
    unsigned spanKinds = 0; ///< one bit per SpanKind
    bool hasWindow = false;
    bool hasPlanned = false;
    bool hasAssumed = false;
    bool hasRunning = false;
    bool hasRest = false;    ///< time of attempts that none of their phases covers
    bool hasUnknown = false; ///< attempts without phases
    bool hasHint = false;
    bool hasNew = false;
    bool hasReused = false;
    bool isOverview = false; ///< rows are thinner than their parts

    void add(const AttemptBar& bar);
    bool operator==(const LegendParts&) const = default;
};

/// Paints swatches with their words, in as many lines as the width needs. Returns the height used; with
/// painter nullptr it only measures.
double paintLegend(QPainter* painter, const QRectF& area, const LegendParts& parts, const Theme& theme,
                   const QFont& font);

/// The legend under the timeline.
class Legend : public QWidget
{
    Q_OBJECT
public:
    explicit Legend(QWidget* parent = nullptr);
    void setParts(const LegendParts& parts);
    [[nodiscard]] const LegendParts& parts() const { return m_parts; }

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void reserveHeight();

    LegendParts m_parts;
};

} // namespace retryscope::ui
