// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/file_dialogs.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

namespace retryscope::ui {

namespace {

/// Of this program, until it ends.
QString& lastFolder()
{
    static QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return folder;
}

QFileDialog* makeDialog(QWidget* parent, const QString& title, const QString& filter)
{
    const bool isThere = QFileInfo(lastFolder()).isDir();
    auto* dialog = new QFileDialog(parent, title, isThere ? lastFolder() : QString(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAttribute(Qt::WA_WindowPropagation);
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog,
                     [](const QString& file) { lastFolder() = QFileInfo(file).absolutePath(); });
    return dialog;
}

/// `png` of `PNG (*.png)`
QString suffixOf(const QString& filter)
{
    static const QRegularExpression kSuffix(QStringLiteral("\\*\\.(\\w+)"));
    return kSuffix.match(filter).captured(1);
}

} // namespace

QFileDialog* makeSaveDialog(QWidget* parent, const QString& title, const QString& filter, const QString& name)
{
    QFileDialog* dialog = makeDialog(parent, title, filter);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffixOf(filter));
    dialog->selectFile(name);
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& chosen) {
        dialog->setDefaultSuffix(suffixOf(chosen));
        if (const QStringList files = dialog->selectedFiles(); !files.isEmpty()) {
            dialog->selectFile(QFileInfo(files.front()).completeBaseName() + QLatin1Char('.') +
                               suffixOf(chosen));
        }
    });
    return dialog;
}

QFileDialog* makeOpenDialog(QWidget* parent, const QString& title, const QString& filter)
{
    QFileDialog* dialog = makeDialog(parent, title, filter);
    dialog->setFileMode(QFileDialog::ExistingFile);
    return dialog;
}

} // namespace retryscope::ui
