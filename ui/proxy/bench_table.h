// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace retryscope::ui {

class BenchDelegate;
class BenchFilter;
class BenchModel;

/// The table of a probe result. In a narrow window, body and headers share a column and verdicts shrink to
/// signs.
class BenchTable : public QTableView
{
    Q_OBJECT
public:
    BenchTable(BenchModel* model, BenchFilter* rows, QWidget* parent = nullptr);

    /// Row of the model; -1: none.
    [[nodiscard]] int currentRow() const;
    /// Index of the client whose column holds the cursor; -1: none.
    [[nodiscard]] int currentClient() const;
    /// row: of the model. Returns false if a filter hides it.
    bool select(int row);
    /// Moves to the next row where the proxy reverses a client's verdict, and to the first such cell. Wraps
    /// around at the end.
    void goToNextFlip();

Q_SIGNALS:
    void currentChosen();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    BenchModel* m_model;
    BenchFilter* m_rows;
};

} // namespace retryscope::ui
