// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTableView>
#include <QTimer>

#include <vector>

QT_BEGIN_NAMESPACE
class QAbstractItemModel;
class QTableView;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Keeps the widths of the columns and the heights of the rows of one table, as prepareTable() says. A child
/// of its table.
class TableFitter : public QObject
{
    Q_OBJECT
public:
    explicit TableFitter(QTableView* table);

    bool eventFilter(QObject* watched, QEvent* event) override;
    void fitNow();
    /// True for a column that is hidden because the table is narrow.
    [[nodiscard]] bool hasNoRoomFor(int column) const { return m_noRoom.contains(column); }

private:
    struct Width
    {
        int natural = 0;
        int least = 0;
    };

    void follow();
    void fitSoon() { m_idle.start(0); }
    void fitLater();
    void fitRow();
    void fitColumns();
    /// Of each column, once for each fit: measuring the cells is the largest part of its cost.
    void measure();
    [[nodiscard]] int naturalWidth(int column) const;
    /// Width that a column keeps when the table is narrow.
    [[nodiscard]] int leastWidth(int column, int natural) const;
    /// isStale: the cells are measured again.
    void fit(bool isStale);
    void showColumns(int room);
    void giveRest(int rest);
    [[nodiscard]] const Width& widthOf(int column) const
    {
        return m_widths[static_cast<std::size_t>(column)];
    }
    void fitTallRows();
    [[nodiscard]] bool isShown(int column) const { return !m_table->isColumnHidden(column); }
    void onResized(int column, int width);

    QTableView* m_table;
    QPointer<QAbstractItemModel> m_model;
    QTimer m_idle;
    std::vector<Width> m_widths; ///< by column
    QHash<int, int> m_dragged;   ///< widths that the user chose
    QSet<int> m_noRoom;          ///< columns hidden here for lack of room, not by the owner of the table
    QSet<int> m_empty;           ///< columns hidden here because no cell has a text
    bool m_isFitting = false;
    bool m_hasTallRows = false;
};

} // namespace retryscope::ui
