// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

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

private:
    void follow();
    void fitSoon() { m_idle.start(); }
    void fitRow();
    void fitColumns();
    [[nodiscard]] int naturalWidth(int column) const;
    /// Width that a column keeps when the table is narrow.
    [[nodiscard]] int leastWidth(int column, int natural) const;
    void showColumns(int room);
    void giveRest(int rest);
    void fitTallRows();
    [[nodiscard]] bool isShown(int column) const { return !m_table->isColumnHidden(column); }
    void onResized(int column, int width);

    QTableView* m_table;
    QAbstractItemModel* m_model = nullptr;
    QTimer m_idle;
    QHash<int, int> m_dragged; ///< widths that the user chose
    QSet<int> m_dropped;       ///< columns hidden here, not by the table's owner
    bool m_isFitting = false;
    bool m_hasTallRows = false;
};

} // namespace retryscope::ui
