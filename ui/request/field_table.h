// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace retryscope::ui {

/// A two-column table that ends with an empty row. It is as wide as its panel and as high as its rows, up to
/// a limit. Tab moves through the cells and leaves the table after the last filled cell; Shift+Tab leaves it
/// before the first.
class FieldTable : public QTableView
{
    Q_OBJECT
public:
    FieldTable(const QString& objectName, const QString& accessibleName, QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] int heightFor(int rows) const;
    [[nodiscard]] QString chosenFields() const;
};

} // namespace retryscope::ui
