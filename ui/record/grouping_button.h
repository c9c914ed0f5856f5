// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <QPushButton>

#include <functional>
#include <vector>

QT_BEGIN_NAMESPACE
class QMenu;
QT_END_NAMESPACE

namespace retryscope::ui {

/// What is shown, and selected, when the menu opens.
struct GroupingState
{
    const RunRecord* record = nullptr;
    int call = -1;             ///< index of the call whose attempts are shown; -1: none
    std::vector<int> selected; ///< indices
};

/// The menu in which a person says which attempts are one call: join the selected calls, split the shown one,
/// or name the header field that holds the id of a call.
class GroupingButton : public QPushButton
{
    Q_OBJECT
public:
    /// state: asked when the menu opens.
    explicit GroupingButton(std::function<GroupingState()> state, QWidget* parent = nullptr);

    /// Opens the menu there, in global coordinates.
    void openAt(const QPoint& point);

Q_SIGNALS:
    void joinRequested(const std::vector<int>& calls);
    /// A call of its own begins with this attempt.
    void splitRequested(retryscope::Place at);
    /// field: name of a header field; empty: automatically.
    void groupByRequested(const QString& field);

private:
    void fill();
    void addJoin(const GroupingState& state);
    void addSplits(const GroupingState& state);
    void addFields(const RunRecord& record);

    std::function<GroupingState()> m_state;
    QMenu* m_menu;
};

} // namespace retryscope::ui
