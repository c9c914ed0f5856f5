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

/// Who already uses a name.
enum class NameUse { Free, Own, Preset };

/// Asks for a policy's name, for saving or renaming, and says in advance what it would replace.
class SavePolicyDialog : public QDialog
{
    Q_OBJECT
public:
    enum class Purpose { Save, Rename };
    SavePolicyDialog(const QString& name, std::function<NameUse(const QString& name)> useOf, Purpose purpose,
                     QWidget* parent);

Q_SIGNALS:
    /// name: never blank.
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
