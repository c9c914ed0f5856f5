// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/chooser_button.h"

#include <QWidget>

#include <vector>

QT_BEGIN_NAMESPACE
class QLineEdit;
class QListView;
class QStandardItemModel;
QT_END_NAMESPACE

namespace retryscope::ui {

/// All policies under their clients, with a search field. Up and Down walk the list while the field has the
/// focus.
class PolicyList : public QWidget
{
    Q_OBJECT
public:
    explicit PolicyList(QWidget* parent = nullptr);

    /// What was selected stays so where it still exists.
    void setItems(std::vector<ChooserItem> items);
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

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void showSelected();
    void walk(int step);
    void onCurrentChanged();

    std::vector<ChooserItem> m_items;
    QString m_selected;
    QString m_inUse;
    QString m_mark;
    bool m_isFilling = false;
    QLineEdit* m_search;
    QStandardItemModel* m_model;
    QListView* m_list;
};

} // namespace retryscope::ui
