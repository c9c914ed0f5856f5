// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/io/import/import.h"
#include "core/policy/policy.h"

#include <QWidget>

#include <vector>

QT_BEGIN_NAMESPACE
class QComboBox;
class QLabel;
class QLineEdit;
class QModelIndex;
class QPushButton;
class QTableView;
class QTimer;
QT_END_NAMESPACE

namespace retryscope::ui {

class LongText;
class ReportRows;

/// Imports a pasted or opened configuration of a client or proxy. Shows below, as the user types, which
/// settings were imported, which were not, and what they mean. The user can then use the resulting policy.
class ImportPage : public QWidget
{
    Q_OBJECT
public:
    explicit ImportPage(QWidget* parent = nullptr);

    /// Replaces the text.
    void setText(const QString& text);

Q_SIGNALS:
    /// Save this policy among the user's own and use it.
    void policyMade(const retryscope::Policy& policy);

private:
    [[nodiscard]] QWidget* buildInput();
    [[nodiscard]] QWidget* buildResult();
    void open();
    void paste();
    void read();
    void display(const io::Result<io::ImportedPolicy>& imported);
    void displayPolicy(const io::ImportedPolicy& imported);
    void displaySettings();
    void displayParts(const io::ImportedPolicy& imported);
    void displayNothing(const QString& why, bool isProblem);
    /// Opens or closes the group of what does not matter.
    void toggleUnimportant(const QModelIndex& index);
    void use();
    void showProblem();

    LongText* m_text;
    QComboBox* m_kind;
    QComboBox* m_part;
    QPushButton* m_open;
    QPushButton* m_paste;
    QLabel* m_state;
    ReportRows* m_model;
    QTableView* m_table;
    QLineEdit* m_name;
    QPushButton* m_use;
    QTimer* m_pause;
    int m_problemLine = 0; ///< of the text that was read last; 0: none
    int m_reading = 0;     ///< counts the texts that were read
    Policy m_policy;
    QString m_proposed;  ///< the name that was proposed last
    int m_groupRow = -1; ///< above what does not matter; -1: there is none
    bool m_isGroupOpen = false;
    ReportTable m_settings; ///< that matter
    std::vector<io::UnimportantSetting> m_unimportant;
};

} // namespace retryscope::ui
