// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the main window that keeps the user's own policies.

#include "core/io/documents/session.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/policies/policies_room.h"
#include "ui/policies/save_policy_dialog.h"
#include "ui/policy/policy_panel.h"
#include "ui/request/request_bar.h"
#include "ui/send/send_room.h"
#include "ui/window/main_window.h"
#include "ui/window/rooms.h"
#include "ui/window/status_line.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace retryscope::ui {

namespace {

/// The id and the short name follow from the name; one that is too long for lists leaves them the id.
void giveName(Policy& policy, const QString& name)
{
    const QString title = name.trimmed();
    policy.id = fromQString(io::idFrom(title));
    policy.title = fromQString(title);
    policy.shortName = title.toUcs4().size() <= static_cast<qsizetype>(kLongestShortName) ? policy.title : "";
}

} // namespace

NameUse MainWindow::useOfName(const QString& name, const QString& exceptFile) const
{
    const auto& entries = m_services.library.policyEntries();
    const auto found =
        std::find_if(entries.begin(), entries.end(),
                     [id = io::idFrom(name)](const io::Library::Entry& entry) { return entry.id == id; });
    if (found == entries.end() || found->path == exceptFile) {
        return NameUse::Free;
    }
    return found->isBuiltIn ? NameUse::Preset : NameUse::Own;
}

void MainWindow::askForPolicyName(const QString& proposed, const QString& exceptFile,
                                  std::function<void(const QString& name)> then)
{
    auto* dialog = new SavePolicyDialog(
        proposed, [this, exceptFile](const QString& name) { return useOfName(name, exceptFile); },
        exceptFile.isEmpty() ? SavePolicyDialog::Purpose::Save : SavePolicyDialog::Purpose::Rename, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAttribute(Qt::WA_WindowPropagation);
    connect(dialog, &SavePolicyDialog::nameChosen, this, std::move(then));
    dialog->open();
}

void MainWindow::savePolicy()
{
    const QString title = toQString(m_rooms->policy().preset().title);
    const bool isOwn = useOfName(title) == NameUse::Own;
    askForPolicyName(isOwn ? title : tr("My %1").arg(title), {}, [this](const QString& name) {
        io::Result<Policy> policy = m_rooms->policy().policy();
        if (!policy) {
            m_status->showError(policy.error().text());
            return;
        }
        Policy own = policy.value();
        giveName(own, name);
        own.emulates.clear();
        keepPolicy(own);
    });
}

void MainWindow::keepPolicy(const Policy& own)
{
    const io::Result<QString> saved = m_services.library.savePolicy(own);
    if (!saved) {
        m_status->showError(saved.error().text());
        return;
    }
    reloadPolicies();
    m_send->usePolicy(own, saved.value());
    m_status->showNote(tr("Saved as %1").arg(saved.value()));
}

void MainWindow::reloadPolicies()
{
    m_send->bar().forgetPolicies();
    m_rooms->reloadPolicies();
}

void MainWindow::keepImported(Policy policy)
{
    const QString title = toQString(policy.title);
    QString name = title;
    for (int number = 2; useOfName(name) != NameUse::Free; ++number) {
        name = QStringLiteral("%1 %2").arg(title).arg(number);
    }
    giveName(policy, name);
    keepPolicy(policy);
    m_rooms->policies().showEditor(0);
    m_rooms->policies().setFocus(); // else it stands in the form, and the next key changes the policy
}

void MainWindow::showConfiguration(const QString& text)
{
    m_rooms->enter(Room::Policies);
    m_rooms->policies().showImport(text);
}

void MainWindow::askToRenamePolicy(const QString& file)
{
    const io::Result<Policy> policy = m_services.library.policy(file);
    if (!policy) {
        m_status->showError(policy.error().text());
        return;
    }
    askForPolicyName(toQString(policy.value().title), file, [this, file, policy](const QString& name) {
        Policy renamed = policy.value();
        giveName(renamed, name);
        const bool isInUse = m_send->policyKey() == file;
        const io::Result<QString> saved = m_services.library.savePolicy(renamed);
        if (!saved) {
            m_status->showError(saved.error().text());
            return;
        }
        if (saved.value() != file) {
            removePolicy(file);
            m_send->renamePolicy(file, saved.value(), renamed);
        }
        reloadPolicies();
        if (isInUse) {
            m_send->usePolicy(renamed, saved.value());
        }
        m_rooms->policies().showPolicy(saved.value());
    });
}

void MainWindow::askToRemovePolicy(const QString& file)
{
    const io::Result<Policy> policy = m_services.library.policy(file);
    const QString name = policy ? toQString(policy.value().title) : file;
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Delete the policy?"), {}, QMessageBox::Cancel, this);
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("Delete “%1” and its file %2 from this computer?")
                     .arg(shortened(name), shortened(QFileInfo(file).fileName())));
    box->button(QMessageBox::Cancel)->setIcon({});
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setAttribute(Qt::WA_WindowPropagation);
    const QPushButton* remove = box->addButton(tr("Delete"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(remove, &QPushButton::clicked, this, [this, file, name] {
        if (!removePolicy(file)) {
            return;
        }
        const bool wasInUse = m_send->policyKey() == file;
        reloadPolicies();
        if (wasInUse) {
            (void)m_send->choosePolicy(toQString(io::SessionPolicy().id));
        }
        m_rooms->policies().showPolicy(m_send->policyKey());
        const QString inUse = toQString(shortNameOf(m_rooms->policy().preset()));
        m_status->showNote(wasInUse ? tr("Deleted %1, which was in use; Retryscope now uses %2. Undo with "
                                         "Ctrl+Z to get the deleted policy back.")
                                          .arg(shortened(name), shortened(inUse))
                                    : tr("Deleted %1").arg(shortened(name)));
    });
    box->open();
}

bool MainWindow::removePolicy(const QString& file)
{
    const io::Result<io::Done> removed = m_services.library.removePolicy(file);
    if (!removed) {
        m_status->showError(removed.error().text());
    }
    return removed.ok();
}

} // namespace retryscope::ui
