// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/record/calls_model.h"

#include <QFrame>
#include <QTimer>

#include <set>
#include <vector>

QT_BEGIN_NAMESPACE
class QLabel;
class QListView;
QT_END_NAMESPACE

namespace retryscope::ui {

class ListDelegate;
class ElidedLabel;
class OutsideView;
class Segments;

/// The calls of a recording as they arrive, to select one. Refreshes a few times a second at most. Keeps the
/// visible rows in place unless the list is scrolled to the top.
class CallsView : public QFrame
{
    Q_OBJECT
public:
    explicit CallsView(QWidget* parent = nullptr);

    void setRecord(const RunRecord* record);
    /// This call of the record has changed.
    void note(int call);
    /// Applies all noted changes at once.
    void refresh();
    /// Index in the record; -1: none.
    [[nodiscard]] int currentCall() const;
    void select(int call);
    /// Indices of all selected calls, ascending.
    [[nodiscard]] std::vector<int> selectedCalls() const;
    /// The view below the list, for traffic outside calls.
    [[nodiscard]] OutsideView& outside() { return *m_outside; }

Q_SIGNALS:
    /// Another call is selected, or the selected call has changed.
    void currentChanged(int call);
    /// The user asked for the menu of the calls, at this point of the screen.
    void menuRequested(const QPoint& point);
    /// The noted changes are shown.
    void refreshed();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void displayCounts();

    CallsModel* m_model;
    ListDelegate* m_delegate;
    QLabel* m_count;
    Segments* m_filter;
    QListView* m_list;
    QLabel* m_empty;
    OutsideView* m_outside;
    QTimer m_pause;
    std::set<int> m_noted;
    int m_call = -1;
    bool m_isUpdating = false;
};

} // namespace retryscope::ui
