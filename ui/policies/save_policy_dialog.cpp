// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policies/save_policy_dialog.h"

#include "ui/parts/form.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace retryscope::ui {

namespace {

constexpr int kNameCharacters = 64; ///< the longest titles of presets are seen whole

} // namespace

SavePolicyDialog::SavePolicyDialog(const QString& name, QWidget* parent)
    : QDialog(parent), m_name(new QLineEdit(name, this))
{
    setObjectName(QStringLiteral("savePolicyDialog"));
    setWindowTitle(tr("Save policy as"));
    auto* label = makeLabel(tr("&Name"), this);
    label->setBuddy(m_name);
    nameInput(m_name, QStringLiteral("policyNameEdit"), tr("Name of the policy"));
    m_name->setMinimumWidth(kNameCharacters * fontMetrics().averageCharWidth());
    m_name->selectAll();
    auto* save = new QPushButton(tr("Save"), this);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    nameInput(save, QStringLiteral("policyNameSave"), tr("Save"));
    nameInput(cancel, QStringLiteral("policyNameCancel"), tr("Cancel"));
    save->setProperty("primary", true);
    save->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(save);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->setSpacing(8);
    layout->addWidget(label);
    layout->addWidget(m_name);
    layout->addWidget(makeHint(tr("It is kept with your own policies, in the list under “Your own”."), this));
    layout->addSpacing(8);
    layout->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(save, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_name, &QLineEdit::textChanged, save,
            [save](const QString& text) { save->setEnabled(!text.trimmed().isEmpty()); });
    connect(this, &QDialog::accepted, this, [this] { Q_EMIT nameChosen(m_name->text()); });
}

} // namespace retryscope::ui
