// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace retryscope::ui {

/// A table of two columns that ends with an empty row. As wide as its panel, as high as its rows up to a
/// bound; Tab walks through its cells and out of it: forwards behind the last cell that is filled in,
/// backwards before the first.
class FieldTable : public QTableView
{
    Q_OBJECT
public:
    explicit FieldTable(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitRows();
    [[nodiscard]] int heightFor(int rows) const;
};

} // namespace retryscope::ui
