// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/send/draft.h"

#include <QString>

#include <optional>
#include <vector>

namespace retryscope::ui {

/// Earlier drafts, for undo and redo across all forms, lists and editors. It reads no clock: the caller of
/// note() says whether a change continues the previous one.
class DraftHistory
{
public:
    /// Maximum number of steps; older ones are dropped.
    static constexpr std::size_t kMostSteps = 100;

    /// Clears the history and starts from this draft.
    void start(const Draft& now);
    /// Notes a changed draft. A change that continues the previous one (the next letter in the same field)
    /// makes no step of its own. An equal draft changes nothing.
    void note(const Draft& now, bool continues);
    [[nodiscard]] bool canUndo() const { return !m_past.empty(); }
    [[nodiscard]] bool canRedo() const { return !m_future.empty(); }
    /// Updates the history after a policy file was renamed, so that undo finds it under its new name.
    void renamePolicy(const QString& file, const QString& newFile, const Policy& renamed);
    /// The draft before the last step; absent when there is none.
    std::optional<Draft> undo();
    /// The draft that was last undone; absent when there is none.
    std::optional<Draft> redo();

private:
    Draft m_now;
    std::vector<Draft> m_past;
    std::vector<Draft> m_future;
};

} // namespace retryscope::ui
