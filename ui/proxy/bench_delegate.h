// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace retryscope::ui {

/// Paints a cell of a bench: what the origin does with a few words about it, what the box changed in bold,
/// and of each client what it decides directly and through the box, by sign, word and colour.
class BenchDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// Verdicts without their words; the tool tips have them.
    void setSignsOnly(bool isOn) { m_signsOnly = isOn; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    void paintBehaviour(QPainter& painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const;
    void paintVerdict(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;

    bool m_signsOnly = false;
};

/// What became of a row, by BenchModel::Mark; unmarked: empty.
[[nodiscard]] QString benchMarkWord(int mark);

} // namespace retryscope::ui
