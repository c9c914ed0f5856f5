// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <QWidget>

#include <memory>
#include <vector>

QT_BEGIN_NAMESPACE
class QPushButton;
class QVBoxLayout;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The headers in which a client lets the server ask for a delay, in the order in which it looks at them.
class HintsEditor : public QWidget
{
    Q_OBJECT
public:
    explicit HintsEditor(QWidget* parent = nullptr);
    ~HintsEditor() override;

    void display(const std::vector<HintSpec>& hints);
    /// The hints of another policy come next: rows that were opened and left empty go.
    void forget();
    [[nodiscard]] const std::vector<HintSpec>& hints() const { return m_hints; }

Q_SIGNALS:
    void edited();

private:
    struct Row;

    void addRow();
    void add();
    void remove(std::size_t row);
    void store(std::size_t row);
    void storeWords(std::size_t row);

    std::vector<HintSpec> m_hints;
    std::vector<std::unique_ptr<Row>> m_rows; ///< at least one per hint; those left over are hidden
    bool m_isDisplaying = false;
    QVBoxLayout* m_layout;
    QPushButton* m_add;
};

} // namespace retryscope::ui
