// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/draft_history.h"

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

/// A seed that is drawn when something is sent is not the user's doing.
bool sameButForSeed(const Draft& one, const Draft& other)
{
    Draft copy = one;
    copy.run.seed = other.run.seed;
    return copy == other;
}

} // namespace

void DraftHistory::start(const Draft& now)
{
    m_now = now;
    m_past.clear();
    m_future.clear();
}

void DraftHistory::note(const Draft& now, bool continues)
{
    if (sameButForSeed(now, m_now) && (!now.run.keepsSeed || now.run.seed == m_now.run.seed)) {
        m_now = now;
        return;
    }
    if (!continues || m_past.empty() || !m_future.empty()) {
        m_past.push_back(std::move(m_now));
        if (m_past.size() > kMostSteps) {
            m_past.erase(m_past.begin());
        }
    }
    m_future.clear();
    m_now = now;
}

void DraftHistory::renamePolicy(const QString& file, const QString& newFile, const Policy& renamed)
{
    const auto rename = [&](Draft& draft) {
        if (draft.policyKey == file) {
            draft.policyKey = newFile;
            for (Policy* policy : {&draft.preset, &draft.policy}) {
                policy->id = renamed.id;
                policy->title = renamed.title;
            }
        }
    };
    rename(m_now);
    std::for_each(m_past.begin(), m_past.end(), rename);
    std::for_each(m_future.begin(), m_future.end(), rename);
}

std::optional<Draft> DraftHistory::undo()
{
    if (m_past.empty()) {
        return {};
    }
    m_future.push_back(std::exchange(m_now, std::move(m_past.back())));
    m_past.pop_back();
    return m_now;
}

std::optional<Draft> DraftHistory::redo()
{
    if (m_future.empty()) {
        return {};
    }
    m_past.push_back(std::exchange(m_now, std::move(m_future.back())));
    m_future.pop_back();
    return m_now;
}

} // namespace retryscope::ui
