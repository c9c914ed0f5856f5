// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/rows/attempt_texts.h"

#include <QFrame>

namespace retryscope::ui {

/// The content of a hover card.
struct CardContent
{
    QString title;
    QString caption;                  ///< beside the title
    QString outcome;                  ///< at the right
    std::optional<Verdict> verdict{}; ///< colours the outcome
    std::vector<CardLine> lines;
    QString sentence; ///< below the numbers; may be empty
};

/// A card beside the mouse or the selected row: a title, a column of numbers with units, and the reason.
class HoverCard : public QFrame
{
    Q_OBJECT
public:
    explicit HoverCard(QWidget* parent);

    void setContent(const CardContent& content);
    /// Shows the card below and to the right of the point, or wherever it fits.
    void showBeside(QPoint globalPosition);
    /// The whole content, line by line.
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
