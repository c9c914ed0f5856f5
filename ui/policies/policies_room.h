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

/// The room Policies: a list of all policies, with the selected one beside it. The policy in use can be
/// edited; the others are read-only. Further pages: a table of all policies, a comparison of two, an import,
/// and the effect of the rules of 2026 on each SDK.
class PoliciesRoom : public QWidget
{
    Q_OBJECT
public:
    /// panel: the editors of the policy in use; becomes part of the room.
    PoliciesRoom(const Services& services, PolicyPanel* panel, QWidget* parent = nullptr);

    /// Shows the editors of the policy in use; part as in PolicyPanel::showPart().
    void showEditor(int part);
    /// Shows the table of all policies.
    void showLibrary();
    /// Shows what the rules of 2026 change for each SDK.
    void showAffected();
    /// Shows two policies side by side: first the one in use and the selected one.
    void showDifferences();
    /// Shows the import page. text: a configuration to start with; empty keeps the current text.
    void showImport(const QString& text = {});
    /// Shows a policy as if the user had picked it in the list.
    void showPolicy(const QString& key);
    /// True while the editors of the policy in use are shown.
    [[nodiscard]] bool showsEditor() const;
    /// Returns from one of the further pages to the selected policy.
    void leavePage();
    /// Reads the library again.
    void reload();
    /// Sets and shows the policy in use. key: id of a preset, or file of a policy of the user's.
    void select(const QString& key);
    /// Like select(), but switches the page only if the policy in use changes.
    void setInUse(const QString& key);

Q_SIGNALS:
    /// Another page is shown, or another policy.
    void pageChanged();
    void favouritesChanged();
    /// Use this policy. key: id of a preset, or file of a policy of the user's.
    void policyChosen(const QString& key);
    /// Save this policy among the user's own and use it.
    void policyMade(const retryscope::Policy& policy);
    /// file: of a policy of the user's.
    void renameRequested(const QString& file);
    void removeRequested(const QString& file);
    /// Reports an action that leaves no visible trace, for example a copy.
    void noteFound(const QString& note);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// Shows this page beside the list, or in place of the list where the two do not fit.
    void showPage(QWidget* page);
    [[nodiscard]] QWidget* buildSide();
    /// Reads every policy; therefore called only when the room is first shown.
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
