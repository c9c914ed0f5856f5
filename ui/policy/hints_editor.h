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

/// Edits the headers whose delay hints a client obeys, in the order of its search.
class HintsEditor : public QWidget
{
    Q_OBJECT
public:
    explicit HintsEditor(QWidget* parent = nullptr);
    ~HintsEditor() override;

    void display(const std::vector<HintSpec>& hints);
    /// Drops opened but empty rows, before the hints of another policy are shown.
    void forget();
    [[nodiscard]] const std::vector<HintSpec>& hints() const { return m_hints; }

Q_SIGNALS:
    void edited();

private:
    struct Row;

    void addRow();
    void add();
    void remove(std::size_t row);
    void store(std::size_t row, const QJsonObject& json);

    std::vector<HintSpec> m_hints;
    std::vector<std::unique_ptr<Row>> m_rows; ///< at least one per hint; those left over are hidden
    bool m_isDisplaying = false;
    QVBoxLayout* m_layout;
    QPushButton* m_add;
};

} // namespace retryscope::ui
