// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/policy/policy.h"
#include "ui/policy/members_editor.h"

#include <QJsonObject>
#include <QWidget>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

QT_BEGIN_NAMESPACE
class QFormLayout;
class QLabel;
class QVBoxLayout;
QT_END_NAMESPACE

namespace retryscope::ui {

class HintsEditor;

/// A form for the numbers and choices of a policy, in groups. RulesEditor edits the rules.
class PolicyForm : public QWidget
{
    Q_OBJECT
public:
    explicit PolicyForm(QWidget* parent = nullptr);

    void display(const Policy& policy);
    [[nodiscard]] const Policy& policy() const { return m_policy; }

Q_SIGNALS:
    void edited();

private:
    void buildAttempts();
    void buildBackoff();
    void buildQuota();
    void buildLimiter();
    void buildHint();
    void buildClock();
    void buildClassification();
    void buildRest();

    /// A row for one member of the file format.
    ValueInput* addMember(const QString& path, const QString& label, const WordLook& look);
    /// A switch for a whole group. Switching a group on sets the type's defaults.
    template <typename Group>
    void addGroupSwitch(const QString& path, const QString& label, const QString& name,
                        std::optional<Group> Policy::*group);
    void beginGroup(const QString& title);
    void beginFields();
    /// Adds the group's remaining members of the file format behind *More…*. path: of the group; empty: the
    /// whole policy.
    void addWords(const QString& path, const MembersEditor::Options& options);
    /// Shows a row only while isMeant returns true.
    void showWhen(QWidget* input, std::function<bool(const Policy&)> isMeant);
    /// Shows or hides the row of the form that this input is in.
    static void showRow(QWidget* input, bool isShown);
    void showWarnings();
    void show(const Policy& policy);
    [[nodiscard]] QJsonValue valueAt(const QString& path) const;
    /// False while the switch of its group is off.
    [[nodiscard]] bool isOn(const QString& path) const;
    /// Takes the member's value over; returns why it cannot be read, else nothing.
    std::optional<io::Error> store(const QString& path, const QJsonValue& value);
    void changed(std::size_t field);

    struct Field
    {
        std::function<void()> show;
        std::function<void()> store;
    };
    struct ConditionalRow
    {
        QWidget* input;
        std::function<bool(const Policy&)> isMeant;
    };
    QVBoxLayout* m_column;
    QFormLayout* m_form = nullptr; ///< of the group that is being built
    std::vector<Field> m_fields;
    std::vector<ConditionalRow> m_conditionalRows;
    std::vector<MembersEditor*> m_words;
    std::vector<std::pair<std::string, QLabel*>> m_notes; ///< below an input, by the path of its member
    std::map<QString, std::function<bool()>> m_switches;  ///< whether a group is on, by its path
    HintsEditor* m_hints = nullptr;
    Policy m_policy;
    QJsonObject m_json; ///< the policy as its file would be
    bool m_isDisplaying = false;
    bool m_isRefused = false; ///< what was edited last cannot be read
};

} // namespace retryscope::ui
