// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace retryscope::ui {

/// Paints a cell of a probe result: the origin response with a short description, the proxy's changes in
/// bold, and each client's verdicts directly and through the proxy as sign, word and colour.
class BenchDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// In a narrow column verdicts have their signs only; the tool tips keep the words.
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintBehaviour(QPainter& painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const;
    void paintVerdict(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
};

/// The word for a BenchModel::Mark; empty for Unmarked.
[[nodiscard]] QString benchMarkWord(int mark);

} // namespace retryscope::ui
