// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <functional>

QT_BEGIN_NAMESPACE
class QLabel;
class QLineEdit;
class QPushButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Whose a name is already.
enum class NameUse { Free, Own, Preset };

/// Asks for the name that a policy is saved under, or is to have, and says before what it would replace.
class SavePolicyDialog : public QDialog
{
    Q_OBJECT
public:
    enum class Purpose { Save, Rename };
    SavePolicyDialog(const QString& name, std::function<NameUse(const QString& name)> useOf, Purpose purpose,
                     QWidget* parent);

Q_SIGNALS:
    /// Never without letters.
    void nameChosen(const QString& name);

private:
    void displayUse();

    Purpose m_purpose;
    std::function<NameUse(const QString& name)> m_useOf;
    QLineEdit* m_name;
    QLabel* m_hint;
    QPushButton* m_save;
};

} // namespace retryscope::ui
