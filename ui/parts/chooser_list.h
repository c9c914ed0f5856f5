// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/chooser_button.h"

#include <QStyledItemDelegate>

QT_BEGIN_NAMESPACE
class QListView;
class QStandardItemModel;
QT_END_NAMESPACE

namespace retryscope::ui {

enum ChooserRole {
    ChooserIdRole = Qt::UserRole, ///< invalid for the name of a group
    ChooserSummaryRole,
    ChooserMarkRole,    ///< a word at the right of the title, or of a group's name; may be absent
    ChooserSectionRole, ///< of every row; empty: there are no sections
    ChooserGroupRole,   ///< of every row; empty: directly in its section, or the section's own name
    ChooserDepthRole,   ///< names and entries stand so many steps to the right
    ChooserFoldedRole,  ///< of a name: whether its entries are hidden; absent: it does not fold
};

/// A row that is no entry: the name of a section or group, or that nothing was found.
[[nodiscard]] bool isChooserGroup(const QModelIndex& index);
/// The entries in which every word is found (in section, group, title, id or summary), under the names of
/// their sections and groups; one row that says so where there are none.
/// evidence: only those of this one; empty: all.
void fillChooserModel(QStandardItemModel& model, const std::vector<ChooserItem>& items, const QString& words,
                      const QString& evidence = {});
/// -1: it is not among the rows.
[[nodiscard]] int chooserRowOf(const QStandardItemModel& model, const QString& id);
/// The next entry from this row in this direction (1 or -1), past names of groups; -1: there is none.
[[nodiscard]] int nextChooserRow(const QStandardItemModel& model, int row, int step);
/// Shows the model as a list of choices.
void prepareChooserList(QListView& list, QStandardItemModel& model);

/// A section's name in bold, a group's in small letters; an entry's title and mark with its summary beneath.
class ChooserDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

} // namespace retryscope::ui
