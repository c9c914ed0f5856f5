// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/rows/attempt_texts.h"

#include <QFrame>

namespace retryscope::ui {

/// What a hover card says.
struct CardContent
{
    QString title;
    QString caption;                  ///< beside the title
    QString outcome;                  ///< at the right
    std::optional<Verdict> verdict{}; ///< colours the outcome
    std::vector<CardLine> lines;
    QString sentence; ///< below the numbers; may be empty
};

/// A card beside the mouse or the selected row: a title, numbers with their units in one column, and why.
class HoverCard : public QFrame
{
    Q_OBJECT
public:
    explicit HoverCard(QWidget* parent);

    void setContent(const CardContent& content);
    /// Below and to the right of the point, or where there is room.
    void showBeside(QPoint globalPosition);
    /// All it says, line by line.
    [[nodiscard]] QString text() const;

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] double paintContent(QPainter* painter, double width) const;
    [[nodiscard]] double paintLines(QPainter* painter, double width, double top) const;
    [[nodiscard]] double wantedWidth() const;

    CardContent m_content;
};

} // namespace retryscope::ui
