// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/mapping.h"
#include "core/read/met_errors.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Edits the user's mappings of error names and statuses to error kinds, which decide before all rules of the
/// policy. Offers the record's unknown errors and shows the effect on the record at once.
class MappingEditor : public QWidget
{
    Q_OBJECT
public:
    explicit MappingEditor(QWidget* parent = nullptr);

    void display(const Policy& policy);
    [[nodiscard]] const Policy& policy() const { return m_policy; }
    /// Sets the record to judge again; it must outlive the editor or be unset with nullptr. Call this again
    /// after the record has changed.
    void setRecord(const RunRecord* record);
    /// Prepares a mapping for this error and focuses the choice of its kind.
    void offer(const std::string& name, int status);

Q_SIGNALS:
    void edited();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void displayRows();
    void displayWarning();
    void displayMet();
    void displayEffect();
    void addRow(QGridLayout* grid, const ErrorMapping& mapping);
    void addMet(QGridLayout* grid, const MetError& error);
    void add();
    void store(const Policy& policy);
    [[nodiscard]] QGridLayout* renewGrid(QWidget*& content, QWidget* place);

    Policy m_policy;
    const RunRecord* m_record = nullptr;
    QWidget* m_rowsPlace;
    QWidget* m_rows = nullptr;
    QWidget* m_metPlace;
    QWidget* m_met = nullptr;
    QLabel* m_none;
    QLabel* m_warning;
    QLabel* m_metHeading;
    QComboBox* m_what;
    QLineEdit* m_text;
    QComboBox* m_kind;
    QPushButton* m_add;
    QLabel* m_problem;
    QLabel* m_effect;
};

} // namespace retryscope::ui
