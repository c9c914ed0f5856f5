// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/chooser_button.h"

#include <QFrame>

QT_BEGIN_NAMESPACE
class QLineEdit;
class QListView;
class QStandardItemModel;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The list of a chooser: a search field and grouped entries. What is typed finds
/// entries by their names first, and marks the best one. While the field has the focus, Up and Down move
/// through the list, Enter chooses and Esc closes.
class ChooserPopup : public QFrame
{
    Q_OBJECT
public:
    ChooserPopup(const QString& searchHint, QWidget* owner);

    void setItems(std::vector<ChooserItem> items);
    /// Opens below the button, or above it if the screen ends there; as large as needed, within the screen.
    void openBeneath(const QWidget& button, const QString& currentId);

    /// Opens centred below the upper edge of the window.
    void openOver(const QWidget& window);

Q_SIGNALS:
    void chosen(const QString& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void begin(const QString& currentId);
    void fill(const QString& words);
    [[nodiscard]] std::vector<ChooserItem> itemsWithChosen() const;
    [[nodiscard]] int wantedHeight() const;
    /// growsDown: the upper edge of the room stays; else the lower one.
    void openIn(const QRect& room, bool growsDown);
    void fitHeight();
    void selectNext(int row, int step);
    void choose(const QModelIndex& index);

    std::vector<ChooserItem> m_items;
    std::vector<ChooserItem> m_shown; ///< since it was opened
    QString m_currentId;
    QPoint m_pointer; ///< where it was when the rows were made
    QLineEdit* m_search;
    QStandardItemModel* m_model;
    QListView* m_list;
    QRect m_room; ///< that it may take, on the screen
    bool m_growsDown = true;
};

} // namespace retryscope::ui
