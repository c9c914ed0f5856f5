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

/// Shows a policy and edits a copy of it: as a form, as rules, as mappings or as JSON. Also shows the
/// matching code for a real client.
class PolicyPanel : public QWidget
{
    Q_OBJECT
public:
    enum class Purpose {
        Edit, ///< the policy in use
        Read, ///< another policy: read-only until it is put in use
    };
    explicit PolicyPanel(RetrySettingsSource retrySettings, QWidget* parent = nullptr,
                         Purpose purpose = Purpose::Edit);

    void setPolicy(const Policy& policy);
    /// Replaces the edited copy of the preset.
    void edit(const Policy& policy);
    /// The edited copy, or the error that makes it unusable, with its place.
    [[nodiscard]] io::Result<Policy> policy() const;
    [[nodiscard]] bool isEdited() const;
    /// The last valid state of the edited copy; see brokenText().
    [[nodiscard]] const Policy& edited() const { return m_policy; }
    /// The text of the JSON editor while it is invalid; otherwise empty.
    [[nodiscard]] QString brokenText() const;
    /// Restores an invalid text in the JSON editor; does nothing if empty.
    void setBrokenText(const QString& text);
    /// Id and title of the preset, also while a copy is edited.
    [[nodiscard]] const Policy& preset() const { return m_preset; }
    /// Sets the service; the panel says if the policy has separate rules or numbers for it.
    void setService(const QString& service);
    /// Sets the record for the effect of mappings; see MappingEditor.
    void setRecord(const RunRecord* record);
    /// Shows the mapping page with this error filled in.
    void offerMapping(const std::string& name, int status);
    /// 0 values, 1 rules, 2 JSON, 3 about, 4 mapping, 5 code.
    void showPart(int part);
    /// The part that is shown.
    [[nodiscard]] int part() const;
    /// Source of the presets to compare with.
    void setPresets(std::function<std::vector<Policy>()> presets);

Q_SIGNALS:
    void policyEdited();
    void saveRequested();
    /// The user wants to use the policy shown.
    void useRequested();
    /// Reports an action that leaves no visible trace, for example a copy.
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
