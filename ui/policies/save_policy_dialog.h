// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

QT_BEGIN_NAMESPACE
class QLineEdit;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Asks for the name that a policy is saved under.
class SavePolicyDialog : public QDialog
{
    Q_OBJECT
public:
    SavePolicyDialog(const QString& name, QWidget* parent);

Q_SIGNALS:
    /// Never without letters.
    void nameChosen(const QString& name);

private:
    QLineEdit* m_name;
};

} // namespace retryscope::ui
