// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/run/run_record.h"
#include "ui/parts/services.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QLabel;
class QPushButton;
class QTabWidget;
QT_END_NAMESPACE

namespace retryscope::ui {

class ClientCodeView;
class MappingEditor;
class PolicyAbout;
class PolicyForm;
class PolicyJsonEditor;
class RulesEditor;

/// Shows a policy and edits a copy of it: as a form, rule by rule, as JSON, or error by error; and what the
/// copy is in the code of a real client.
class PolicyPanel : public QWidget
{
    Q_OBJECT
public:
    explicit PolicyPanel(std::function<io::Result<RetrySettings>()> retrySettings, QWidget* parent = nullptr);

    void setPolicy(const Policy& policy);
    /// Puts an edited copy of the preset in place of the one that is there.
    void edit(const Policy& policy);
    /// The edited copy; an error says where it cannot be used and why.
    [[nodiscard]] io::Result<Policy> policy() const;
    [[nodiscard]] bool isEdited() const;
    /// Id and title of the preset, also while a copy is edited.
    [[nodiscard]] const Policy& preset() const { return m_preset; }
    /// Where the copy differs from its preset, for the record.
    [[nodiscard]] std::vector<PolicyOverrideNote> overrides() const;
    /// Says so when this service has rules or numbers of its own in the policy.
    void setService(const QString& service);
    /// The record that mappings are tried on; see MappingEditor.
    void setRecord(const RunRecord* record);
    /// Brings the mapping of this error to the front.
    void offerMapping(const std::string& name, int status);
    /// 0 values, 1 rules, 2 JSON, 3 about, 4 mapping, 5 code.
    void showPart(int part);

Q_SIGNALS:
    void policyEdited();
    void saveRequested();

private:
    void storeForm();
    void storeRules();
    void storeMapping();
    void storeJson();
    void displayParts();
    void displayState();
    void displayPart();

    Policy m_preset;
    Policy m_policy;
    QString m_service;
    bool m_jsonIsBad = false;
    QLabel* m_title;
    QLabel* m_state;
    QLabel* m_problems;
    QPushButton* m_reset;
    QPushButton* m_save;
    QTabWidget* m_tabs;
    PolicyForm* m_form;
    RulesEditor* m_rules;
    PolicyJsonEditor* m_json;
    PolicyAbout* m_about;
    MappingEditor* m_mapping;
    ClientCodeView* m_code;
};

} // namespace retryscope::ui
