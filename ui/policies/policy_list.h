// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/chooser_button.h"

#include <QSet>
#include <QStringList>
#include <QWidget>

#include <vector>

QT_BEGIN_NAMESPACE
class QComboBox;
class QLineEdit;
class QListView;
class QStandardItemModel;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// All policies, grouped by section and client, with a search field and a filter by evidence. Up and Down
/// move through the list while the field has the focus. Only the groups of the selected policy are unfolded:
/// Enter, a click, or Right and Left on a group unfold and fold it. A search shows all matches unfolded.
/// Ctrl+D toggles the selected policy as a favourite. The menu of an entry does so too, and renames (F2) or
/// deletes (Del) the user's own policies.
class PolicyList : public QWidget
{
    Q_OBJECT
public:
    explicit PolicyList(QWidget* parent = nullptr);

    /// Sets the items; keeps the selection if it still exists.
    void setItems(std::vector<ChooserItem> items, QStringList favourites = {});
    /// Selects a policy by id, or by file for a policy of the user's. Clears the selection if the key is
    /// unknown or hidden by the search.
    void select(const QString& key);
    [[nodiscard]] QString selected() const { return m_selected; }
    /// Marks a policy as in use. mark: the word beside its name.
    void setInUse(const QString& key, const QString& mark);

Q_SIGNALS:
    /// The user selected this policy.
    void picked(const QString& key);
    /// The user clicked this policy, even if it was selected already.
    void clicked(const QString& key);
    /// Enter or a double click: the user wants it in use.
    void chosen(const QString& key);
    void favouriteToggled(const QString& key);
    /// The user pasted several lines into the search: a client's configuration.
    void configurationPasted(const QString& text);
    /// Compare the selected policy with the one in use.
    void compareRequested();
    /// file: of a policy of the user's.
    void renameRequested(const QString& file);
    void removeRequested(const QString& file);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void countEntries();
    void fold();
    [[nodiscard]] bool isFolded(const QString& place) const;
    [[nodiscard]] int nameAbove(int row) const;
    void toggleGroup(int row);
    [[nodiscard]] bool onListKey(int key);
    void displayFavourite();
    void toggleFavourite();
    void showMenu(const QPoint& at);
    [[nodiscard]] bool isOwn(const QString& key) const;
    void markFirst();
    void showSelected();
    void walk(int step);
    void onCurrentChanged();

    std::vector<ChooserItem> m_items;
    QString m_selected;
    QString m_inUse;
    QString m_mark;
    bool m_isFilling = false;
    QStringList m_favourites;
    QSet<QString> m_unfolded; ///< sections, and families in them
    QComboBox* m_evidence;
    QToolButton* m_star;
    QLineEdit* m_search;
    QStandardItemModel* m_model;
    QListView* m_list;
};

} // namespace retryscope::ui
