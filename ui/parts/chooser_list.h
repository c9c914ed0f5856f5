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

/// True for a row that is not an entry: the name of a section or group, or the message that nothing was
/// found.
[[nodiscard]] bool isChooserGroup(const QModelIndex& index);
/// Without words: all entries, under their sections and groups. Else those that the words find, best first
/// (see io::NameMatch), each once and with its place in its second line. If none match, one row says so.
/// evidence: only entries with this evidence; empty: all.
void fillChooserModel(QStandardItemModel& model, const std::vector<ChooserItem>& items, const QString& words,
                      const QString& evidence = {});
/// Row of this id; -1: none.
[[nodiscard]] int chooserRowOf(const QStandardItemModel& model, const QString& id);
/// The next entry in this direction (1 or -1), skipping group names; -1: none.
[[nodiscard]] int nextChooserRow(const QStandardItemModel& model, int row, int step);
/// Shows the model as a list of choices.
void prepareChooserList(QListView& list, QStandardItemModel& model);

/// Draws section names in bold, group names in small letters, and entries as title and mark with the summary
/// below.
class ChooserDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

} // namespace retryscope::ui
