// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policies/save_policy_dialog.h"

#include "ui/parts/form.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kNameCharacters = 64; ///< the longest titles of presets are seen whole

} // namespace

SavePolicyDialog::SavePolicyDialog(const QString& name, std::function<NameUse(const QString& name)> useOf,
                                   Purpose purpose, QWidget* parent)
    : QDialog(parent)
    , m_purpose(purpose)
    , m_useOf(std::move(useOf))
    , m_name(new QLineEdit(name, this))
    , m_hint(makeHint({}, this))
    , m_save(new QPushButton(this))
{
    setObjectName(QStringLiteral("savePolicyDialog"));
    setWindowTitle(purpose == Purpose::Rename ? tr("Rename policy") : tr("Save policy as"));
    auto* label = makeLabel(tr("&Name"), this);
    label->setBuddy(m_name);
    nameInput(m_name, QStringLiteral("policyNameEdit"), tr("Name of the policy"));
    setLeastCharacters(m_name, kNameCharacters);
    m_name->selectAll();
    auto* cancel = new QPushButton(tr("Cancel"), this);
    nameInput(cancel, QStringLiteral("policyNameCancel"), tr("Cancel"));
    m_save->setObjectName(QStringLiteral("policyNameSave"));
    m_save->setProperty("primary", true);
    m_save->setDefault(true);
    m_hint->setObjectName(QStringLiteral("policyNameHint"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->setSpacing(8);
    layout->addWidget(label);
    layout->addWidget(m_name);
    layout->addWidget(m_hint);
    layout->addSpacing(8);
    layout->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_name, &QLineEdit::textChanged, this, &SavePolicyDialog::displayUse);
    connect(this, &QDialog::accepted, this, [this] { Q_EMIT nameChosen(m_name->text()); });
    displayUse();
}

void SavePolicyDialog::displayUse()
{
    const bool isEmpty = m_name->text().trimmed().isEmpty();
    const NameUse use = isEmpty ? NameUse::Free : m_useOf(m_name->text());
    m_hint->setText(use == NameUse::Free
                        ? (m_purpose == Purpose::Rename
                               ? tr("The policy's file gets the same name.")
                               : tr("Saved among your own policies, in the list under “Your own”."))
                    : use == NameUse::Own ? tr("One of your policies has this name. Saving replaces it.")
                                          : tr("A preset has this name. Choose another one."));
    m_hint->setProperty("mark", use == NameUse::Free ? QVariant() : QVariant(QStringLiteral("warning")));
    restyle(m_hint);
    const QString action = use == NameUse::Own            ? tr("Replace")
                           : m_purpose == Purpose::Rename ? tr("Rename")
                                                          : tr("Save");
    m_save->setText(action);
    m_save->setAccessibleName(action);
    m_save->setEnabled(!isEmpty && use != NameUse::Preset);
}

} // namespace retryscope::ui
