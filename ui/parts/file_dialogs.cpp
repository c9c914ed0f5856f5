// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/file_dialogs.h"

#include "ui/parts/foreign_text.h"
#include "ui/parts/tr.h"

#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

/// Of this program, until it ends.
QString& lastFolder()
{
    static QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return folder;
}

QString startFolder()
{
    return QFileInfo(lastFolder()).isDir() ? lastFolder() : QString();
}

void prepare(QFileDialog* dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAttribute(Qt::WA_WindowPropagation);
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog,
                     [](const QString& file) { lastFolder() = QFileInfo(file).absolutePath(); });
}

QString filterOf(const FileFormat& format)
{
    return QStringLiteral("%1 (*.%2)").arg(format.name, format.ending);
}

/// The name without an ending that some format has; `14.05` has none.
QString baseOf(const QString& file)
{
    static const QStringList kEndings{
        QStringLiteral("json"), QStringLiteral("csv"),  QStringLiteral("md"),  QStringLiteral("png"),
        QStringLiteral("svg"),  QStringLiteral("pdf"),  QStringLiteral("txt"), QStringLiteral("html"),
        QStringLiteral("xml"),  QStringLiteral("yaml"), QStringLiteral("har"), QStringLiteral("jpg"),
        QStringLiteral("jpeg"), QStringLiteral("xlsx"), QStringLiteral("log"), QStringLiteral("jsonl")};
    const QFileInfo info(file);
    return kEndings.contains(info.suffix().toLower()) ? info.completeBaseName() : info.fileName();
}

class SaveDialog final : public QFileDialog
{
public:
    SaveDialog(QWidget* parent, const QString& title, std::vector<FileFormat> formats, const QString& name)
        : QFileDialog(parent, title, startFolder()), m_formats(std::move(formats))
    {
        QStringList filters;
        for (const FileFormat& format : m_formats) {
            filters += filterOf(format);
        }
        setNameFilters(filters);
        setAcceptMode(QFileDialog::AcceptSave);
        setDefaultSuffix(format().ending);
        selectFile(named(name));
        connect(this, &QFileDialog::filterSelected, this, [this] {
            setDefaultSuffix(format().ending);
            if (const QStringList files = selectedFiles(); !files.isEmpty()) {
                selectFile(named(baseOf(files.front())));
            }
        });
    }

protected:
    void accept() override
    {
        const QStringList files = selectedFiles();
        const bool isFile = files.size() == 1 && !QFileInfo(files.front()).isDir();
        const QString ending = isFile ? QFileInfo(files.front()).suffix().toLower() : format().ending;
        const auto typed = std::ranges::find(m_formats, ending, &FileFormat::ending);
        if (typed == m_formats.end()) {
            offer(files.front());
            return;
        }
        selectNameFilter(filterOf(*typed)); // what was typed is the format, and the list shows it
        setDefaultSuffix(typed->ending);
        QFileDialog::accept();
    }

private:
    [[nodiscard]] const FileFormat& format() const
    {
        const auto chosen = std::ranges::find(m_formats, selectedNameFilter(), filterOf);
        return chosen == m_formats.end() ? m_formats.front() : *chosen;
    }

    [[nodiscard]] QString named(const QString& base) const
    {
        return QStringLiteral("%1.%2").arg(base, format().ending);
    }

    void offer(const QString& file)
    {
        const QString right = QFileInfo(file).dir().filePath(named(baseOf(file))); // in the same folder
        auto* question = new QMessageBox(QMessageBox::Question, windowTitle(),
                                         tr("The name “%1” does not end in .%2.")
                                             .arg(shortened(QFileInfo(file).fileName()), format().ending),
                                         QMessageBox::Cancel, this);
        question->setObjectName(QStringLiteral("endingQuestion"));
        question->setAttribute(Qt::WA_DeleteOnClose);
        question->setAttribute(Qt::WA_WindowPropagation);
        question->setTextFormat(Qt::PlainText);
        question->setInformativeText(tr("The chosen format is %1.").arg(format().name));
        QPushButton* save = question->addButton(
            tr("Save as %1").arg(shortened(QFileInfo(right).fileName(), 60)), QMessageBox::AcceptRole);
        save->setObjectName(QStringLiteral("rightEndingButton"));
        question->setDefaultButton(save);
        connect(save, &QPushButton::clicked, this, [this, right] {
            selectFile(right);
            QFileDialog::accept();
        });
        question->open();
    }

    std::vector<FileFormat> m_formats;
};

} // namespace

QFileDialog* makeSaveDialog(QWidget* parent, const QString& title, const std::vector<FileFormat>& formats,
                            const QString& name)
{
    auto* dialog = new SaveDialog(parent, title, formats, name);
    prepare(dialog);
    return dialog;
}

QFileDialog* makeOpenDialog(QWidget* parent, const QString& title, const QString& filter)
{
    auto* dialog = new QFileDialog(parent, title, startFolder(), filter);
    prepare(dialog);
    dialog->setFileMode(QFileDialog::ExistingFile);
    return dialog;
}

} // namespace retryscope::ui
