// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/file_field.h"

#include "ui/parts/form.h"

#include <QFileDialog>
#include <QLineEdit>
#include <QToolButton>

namespace retryscope::ui {

FileField::FileField(const QString& objectName, const QString& label, QWidget* parent)
    : QWidget(parent), m_edit(new QLineEdit(this)), m_label(label)
{
    nameInput(m_edit, objectName + QStringLiteral("Edit"), label);
    m_edit->setPlaceholderText(tr("none"));
    m_edit->setClearButtonEnabled(true);
    auto* button = new QToolButton(this);
    button->setText(QStringLiteral("…"));
    nameInput(button, objectName + QStringLiteral("Button"), tr("Choose file: %1").arg(label));
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QToolButton::clicked, this, &FileField::pick);
    connect(m_edit, &QLineEdit::textChanged, this, &FileField::edited);

    auto* layout = rowIn(this, 4);
    layout->addWidget(m_edit, 1);
    layout->addWidget(button);
    setFocusProxy(m_edit);
}

QString FileField::file() const
{
    return m_edit->text().trimmed();
}

void FileField::setFile(const QString& file)
{
    m_edit->setText(file);
}

void FileField::pick()
{
    auto* dialog = new QFileDialog(this, m_label);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAttribute(Qt::WA_WindowPropagation);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, m_edit, &QLineEdit::setText);
    dialog->open();
}

} // namespace retryscope::ui
