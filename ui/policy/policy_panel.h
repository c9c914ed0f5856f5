// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/run/run_record.h"
#include "ui/parts/services.h"

#include <QWidget>

#include <array>
#include <functional>
#include <vector>

QT_BEGIN_NAMESPACE
class QLabel;
class QPushButton;
class QTabWidget;
QT_END_NAMESPACE

namespace retryscope::ui {

class ClientCodeView;
class MappingEditor;
class PolicyAbout;
class PolicyFacts;
class PolicyForm;
class PolicyJsonEditor;
class RulesEditor;

/// Shows a policy and edits a copy of it: as a form, rule by rule, as JSON, or error by error; and what the
/// copy is in the code of a real client.
class PolicyPanel : public QWidget
{
    Q_OBJECT
public:
    enum class Purpose {
        Edit, ///< the policy in use
        Read, ///< one of the others: nothing of it changes, but it can be put in use
    };
    explicit PolicyPanel(RetrySettingsSource retrySettings, QWidget* parent = nullptr,
                         Purpose purpose = Purpose::Edit);

    void setPolicy(const Policy& policy);
    /// Puts an edited copy of the preset in place of the one that is there.
    void edit(const Policy& policy);
    /// The edited copy; an error says where it cannot be used and why.
    [[nodiscard]] io::Result<Policy> policy() const;
    [[nodiscard]] bool isEdited() const;
    /// The edited copy as it was when it could last be read; see brokenText().
    [[nodiscard]] const Policy& edited() const { return m_policy; }
    /// What stands in the JSON editor while it is no policy; empty otherwise.
    [[nodiscard]] QString brokenText() const;
    /// Puts such a text back into the JSON editor; empty: does nothing.
    void setBrokenText(const QString& text);
    /// Id and title of the preset, also while a copy is edited.
    [[nodiscard]] const Policy& preset() const { return m_preset; }
    /// Says so when this service has rules or numbers of its own in the policy.
    void setService(const QString& service);
    /// The record that mappings are tried on; see MappingEditor.
    void setRecord(const RunRecord* record);
    /// Brings the mapping of this error to the front.
    void offerMapping(const std::string& name, int status);
    /// 0 values, 1 rules, 2 JSON, 3 about, 4 mapping, 5 code.
    void showPart(int part);
    /// The one that is shown.
    [[nodiscard]] int part() const;
    /// Among which the neighbours of a policy are looked for.
    void setPresets(std::function<std::vector<Policy>()> presets);

Q_SIGNALS:
    void policyEdited();
    void saveRequested();
    /// The policy that is read is to be the one in use.
    void useRequested();
    /// Something was done that shows nowhere else, such as a copy.
    void noteFound(const QString& note);

private:
    [[nodiscard]] QWidget* buildHead();
    [[nodiscard]] QWidget* buildMessages();
    void buildParts();
    void connectParts();
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
    Purpose m_purpose;
    bool m_jsonIsBad = false;
    QLabel* m_title;
    QLabel* m_summary;
    QLabel* m_state;
    QLabel* m_problems;
    QPushButton* m_reset;
    QPushButton* m_save;
    QPushButton* m_use;
    QTabWidget* m_tabs;
    std::array<QWidget*, 6> m_pages{}; ///< by the number of the part
    PolicyFacts* m_facts = nullptr;
    PolicyForm* m_form; ///< nullptr where the policy is read
    RulesEditor* m_rules;
    PolicyJsonEditor* m_json;
    PolicyAbout* m_about;
    MappingEditor* m_mapping; ///< nullptr where the policy is read
    ClientCodeView* m_code;
};

} // namespace retryscope::ui
