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

/// All policies under where their clients are met, and the clients under that, with a search field and a
/// filter by how they are known. Up and Down walk the list while the field has the focus. Both are folded but
/// for those of the selected policy: Enter, a click, or Right and Left on a name unfold and fold one; what is
/// searched for is never folded. Ctrl+D makes the selected policy a favourite; the menu of an entry has that,
/// too, and renames (F2) and deletes (Del) what is the user's own.
class PolicyList : public QWidget
{
    Q_OBJECT
public:
    explicit PolicyList(QWidget* parent = nullptr);

    /// What was selected stays so where it still exists.
    void setItems(std::vector<ChooserItem> items, QStringList favourites = {});
    /// By id, or file for the user's own; one that is not there, or is not found by the search: none is.
    void select(const QString& key);
    [[nodiscard]] QString selected() const { return m_selected; }
    /// Marks one as in use. mark: the word beside its name.
    void setInUse(const QString& key, const QString& mark);

Q_SIGNALS:
    /// The user selected this one.
    void picked(const QString& key);
    /// A click, on the one that is selected already too.
    void clicked(const QString& key);
    /// Enter or a double click: the user wants it in use.
    void chosen(const QString& key);
    void favouriteToggled(const QString& key);
    /// The selected one, beside the one in use.
    void compareRequested();
    /// One of the user's own, by its file.
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
