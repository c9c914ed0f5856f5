// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "ui/policy/words_editor.h"

#include <QJsonObject>
#include <QWidget>

#include <functional>
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
    /// Returns the address of a field's value; nullptr while its group is off.
    template <typename T>
    using Place = std::function<T*(Policy&)>;

    void buildAttempts();
    void buildBackoff();
    void buildQuota();
    void buildLimiter();
    void buildHint();
    void buildClock();
    void buildClassification();
    void buildRest();

    void addCount(const QString& label, const QString& name, int least, int most, Place<int> place);
    void addNumber(const QString& label, const QString& name, double least, Place<double> place);
    void addSwitch(const QString& label, const QString& name, Place<bool> place);
    void addDuration(const QString& label, const QString& name, Place<Duration> place);
    void addLimit(const QString& label, const QString& name, const QString& whenNone,
                  Place<std::optional<Duration>> place);
    template <typename Enum>
    void addChoice(const QString& label, const QString& name,
                   const std::vector<std::pair<QString, Enum>>& choices, Place<Enum> place);
    /// A switch for a whole group. Switching a group on sets the type's defaults.
    template <typename Group>
    void addGroupSwitch(const QString& label, const QString& name, std::optional<Group> Policy::*group);
    void beginGroup(const QString& title);
    void beginFields();
    void addStatuses();
    void addDelays();
    void showBackoffRows();
    /// Adds the group's remaining members of the file format behind *More…*. path: of the group; empty: the
    /// whole policy.
    void addWords(const QString& path, const WordsEditor::Options& options);
    /// Takes the fields' tool tips from the schema of policy files.
    void explainFields();
    /// Shows a row only while isMeant returns true.
    void showWhen(QWidget* input, std::function<bool(const Policy&)> isMeant);
    /// Shows or hides the row of the form that this input is in.
    static void showRow(QWidget* input, bool isShown);
    /// Adds a line below each field that can hold what clients accept and hardly anybody means.
    void makeRoomForWarnings();
    void showWarnings();
    void show(const Policy& policy);
    void addField(const QString& label, const QString& name, QWidget* input,
                  std::function<void(Policy&)> show, std::function<void(Policy&)> store);
    void changed(std::size_t field);

    struct Field
    {
        std::function<void(Policy&)> show;
        std::function<void(Policy&)> store;
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
    std::vector<WordsEditor*> m_words;
    std::vector<std::pair<std::string, QLabel*>> m_warnings; ///< by the path of the setting
    HintsEditor* m_hints = nullptr;
    Policy m_policy;
    QJsonObject m_json; ///< the policy as its file would be
    bool m_isDisplaying = false;
    bool m_isRefused = false; ///< what was edited last cannot be read
};

} // namespace retryscope::ui
