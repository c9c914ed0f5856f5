// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "ui/parts/services.h"

#include <QWidget>

#include <functional>

QT_BEGIN_NAMESPACE
class QLabel;
class QPushButton;
class QStackedWidget;
QT_END_NAMESPACE

namespace retryscope::io {
class Library;
}

namespace retryscope::ui {

class AffectedPage;
class ImportPage;
class PolicyList;
class PolicyPanel;
class PresetsPage;
class TwoPoliciesPage;

/// The room of policies: a list of all, and the selected one beside it. The one in use can be edited, the
/// others are read until they are used. All of them can be set side by side in a table, and every SDK with
/// its presets before and after the rules of 2026.
class PoliciesRoom : public QWidget
{
    Q_OBJECT
public:
    /// panel: the editors of the policy in use; becomes part of the room.
    PoliciesRoom(const Services& services, PolicyPanel* panel, QWidget* parent = nullptr);

    /// The editors of the policy in use; part as in PolicyPanel::showPart().
    void showEditor(int part);
    /// The table of all.
    void showLibrary();
    /// What the rules of 2026 change, for every SDK.
    void showAffected();
    /// Two policies beside each other: the one in use and the selected one, until others are chosen.
    void showDifferences();
    /// Where a configuration of another client becomes a policy. text: one to begin with; empty leaves what
    /// is there.
    void showImport(const QString& text = {});
    /// As if it had been picked in the list.
    void showPolicy(const QString& key);
    /// The editors of the policy in use are what is shown.
    [[nodiscard]] bool showsEditor() const;
    /// From a page beside the policies back to the selected one.
    void leavePage();
    /// Reads the library again.
    void reload();
    /// The policy in use, by id, or file for the user's own; it is shown, too.
    void select(const QString& key);
    /// The same, and what is shown changes only where another policy is in use than before.
    void setInUse(const QString& key);

Q_SIGNALS:
    /// Another page is shown, or another policy.
    void pageChanged();
    void favouritesChanged();
    /// To be the one in use; by its id, or file for the user's own.
    void policyChosen(const QString& key);
    /// To be kept as one of the user's own, and to be the one in use.
    void policyMade(const retryscope::Policy& policy);
    /// One of the user's own, by its file.
    void renameRequested(const QString& file);
    void removeRequested(const QString& file);
    /// Something was done that shows nowhere else, such as a copy.
    void noteFound(const QString& note);

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* buildSide();
    /// Reads every policy, so not before the room is looked at.
    void fillList();
    void displayUnreadable();
    void displayMark();
    void display(const QString& key);
    [[nodiscard]] PolicyPanel* reader();
    [[nodiscard]] TwoPoliciesPage* twoPolicies();
    [[nodiscard]] QString neighbourOf(const QString& key) const;

    /// Makes a policy a favourite, or no longer one.
    void toggleFavourite(const QString& key);

    const io::Library& m_library;
    Settings& m_settings;
    RetrySettingsSource m_retrySettings;
    PolicyPanel* m_panel;
    PolicyList* m_list;
    QPushButton* m_all;
    QPushButton* m_affectedLink;
    QPushButton* m_importLink;
    QPushButton* m_compareLink;
    QStackedWidget* m_pages;
    QLabel* m_unreadable;               ///< files of the user's own that are no policies
    PolicyPanel* m_reader = nullptr;    ///< of a policy that is not in use; made when there is one to read
    AffectedPage* m_affected = nullptr; ///< made when it is first looked at
    TwoPoliciesPage* m_two = nullptr;   ///< made when it is first looked at
    ImportPage* m_import = nullptr;     ///< made when it is first looked at
    PresetsPage* m_table = nullptr;     ///< made when it is first looked at
    QString m_inUse;
    bool m_isFilled = false;
};

} // namespace retryscope::ui
