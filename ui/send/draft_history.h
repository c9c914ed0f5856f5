// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/send/draft.h"

#include <QString>

#include <optional>
#include <vector>

namespace retryscope::ui {

/// What the draft was, for undo and redo across all forms, lists and editors. Reads no clock: who notes a
/// change says whether it goes on with the last one.
class DraftHistory
{
public:
    /// Steps that are kept; the oldest ones are forgotten.
    static constexpr std::size_t kMostSteps = 100;

    /// Forgets everything; the draft is what it is now.
    void start(const Draft& now);
    /// The draft became another one. A change that continues the last one (the next letter in the same field)
    /// makes no step of its own. Nothing happens when it is the same draft.
    void note(const Draft& now, bool continues);
    [[nodiscard]] bool canUndo() const { return !m_past.empty(); }
    [[nodiscard]] bool canRedo() const { return !m_future.empty(); }
    /// The policy's file has another name: what is undone is found there.
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
