// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace retryscope::ui {

class BenchDelegate;
class BenchFilter;
class BenchModel;

/// The table of a bench. What it lacks in width it takes from the words: body and headers share a column, and
/// verdicts become signs.
class BenchTable : public QTableView
{
    Q_OBJECT
public:
    BenchTable(BenchModel* model, BenchFilter* rows, QWidget* parent = nullptr);

    /// Of the model; -1: none.
    [[nodiscard]] int currentRow() const;
    /// Of the client whose column the cursor is in; -1: in none.
    [[nodiscard]] int currentClient() const;
    /// row: of the model. False where it is not shown.
    bool select(int row);
    /// The next row below in which some client decides otherwise, and the first such client's cell; from the
    /// last one to the first.
    void goToNextFlip();
    /// The columns became others.
    void shareWidth();

Q_SIGNALS:
    void currentChosen();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void fitHeights();
    [[nodiscard]] int widthFor(const char* text) const;

    BenchModel* m_model;
    BenchFilter* m_rows;
    BenchDelegate* m_delegate;
};

} // namespace retryscope::ui
