// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/rule.h"
#include "ui/parts/table_model.h"

#include <QWidget>

#include <string>
#include <vector>

QT_BEGIN_NAMESPACE
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QTableView;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::ui {

class MembersEditor;

/// Edits the rules of a policy: a table for their order, and a form below for the selected rule.
class RulesEditor : public QWidget
{
    Q_OBJECT
public:
    explicit RulesEditor(QWidget* parent = nullptr);

    void display(const std::vector<Rule>& rules, bool lastMatchWins);
    [[nodiscard]] const std::vector<Rule>& rules() const;
    /// Makes the editor read-only, permanently.
    void setReadOnly();

Q_SIGNALS:
    void edited();

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildTable();
    [[nodiscard]] QWidget* buildForm();
    void connectParts();
    void displayCurrent();
    void storeCurrent();
    void storeWords();
    void addRule();
    void removeCurrent();
    void moveCurrent(int distance);
    void applyTheme();
    [[nodiscard]] int currentRow() const;

    bool m_isDisplaying = false;
    EditableTable<Rule>* m_model;
    QLabel* m_order; ///< which of several that match decides
    QTableView* m_table;
    QToolButton* m_add;
    QToolButton* m_remove;
    QToolButton* m_up;
    QToolButton* m_down;
    QWidget* m_form = nullptr;
    QLineEdit* m_title = nullptr;
    QComboBox* m_kind = nullptr;
    QLineEdit* m_statuses = nullptr;
    QLabel* m_statusProblem = nullptr;
    QPlainTextEdit* m_names = nullptr;
    QComboBox* m_nameIs = nullptr;
    QLineEdit* m_source = nullptr;
    QLabel* m_condition = nullptr;
    MembersEditor* m_conditions = nullptr; ///< what it asks beside statuses and names
    MembersEditor* m_words = nullptr;      ///< everything else that a rule says
    std::string m_shownId;
};

} // namespace retryscope::ui
