// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/fitted_text.h"
#include "ui/parts/verdict_sign.h"

#include <QStyledItemDelegate>

#include <functional>
#include <utility>

namespace retryscope::ui {

struct Theme;

/// A row of a list: its sign, a title with a line below it, and at the right numbers, a time and a picture.
/// Every text but the title may be empty.
struct ListRow
{
    Sign sign = Sign::None;
    QString title;
    QString note = {};   ///< beside the title
    QString remark = {}; ///< before the line below, as a warning
    QString below = {};
    Fit belowFit = {};
    QString numberAbove = {}; ///< a number is never cut
    QString numberBelow = {};
    QString time = {};
    /// Draws the picture into its room.
    std::function<void(QPainter&, const QRectF&, const Theme&)> picture = {};
};

/// How the rows of one list are laid out.
struct ListLook
{
    int lines = 1;               ///< of the title, and of the line below it, at most
    QString widestNumber;        ///< gives the column of the numbers its width
    QString widestTime = {};     ///< the same for the times; empty: there are none
    int pictureWidth = 10;       ///< in average characters; 0: no pictures
    bool isPictureAbove = false; ///< in the column of the numbers, instead of the upper one
};

/// Draws the rows of a list.
class ListDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using RowOf = std::function<ListRow(const QModelIndex&)>;

    ListDelegate(RowOf rowOf, ListLook look, QObject* parent)
        : QStyledItemDelegate(parent), m_rowOf(std::move(rowOf)), m_look(std::move(look))
    {
    }

    /// The rows must be drawn again.
    void setLook(ListLook look) { m_look = std::move(look); }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    struct Places
    {
        QRect sign;
        QRect texts;
        QRect picture;
        QRect numbers;
        QRect time;
    };
    [[nodiscard]] Places placesIn(const QRect& row, const QFont& font) const;
    void paintTexts(QPainter& painter, const QRect& room, const QFont& font, const ListRow& row,
                    const Theme& theme) const;

    RowOf m_rowOf;
    ListLook m_look;
};

} // namespace retryscope::ui
