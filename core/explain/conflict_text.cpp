// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/conflict_text.h"

#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/units.h"

#include <algorithm>

namespace retryscope {

std::vector<std::string> conflictSentences(const Policy& policy, const std::vector<NoteTopic>& topics,
                                           std::optional<int> status)
{
    std::vector<std::string> sentences;
    for (const PolicyNote& note : policy.notes) {
        const bool isWanted =
            std::any_of(note.conflictsAbout.begin(), note.conflictsAbout.end(), [&topics](NoteTopic topic) {
                return topics.empty() || std::find(topics.begin(), topics.end(), topic) != topics.end();
            });
        const bool isOfOthers = status && !note.statusIn.empty() &&
                                std::ranges::none_of(note.statusIn, [&status](const StatusRange& range) {
                                    return range.contains(*status);
                                });
        if (isWanted && !isOfOthers) {
            sentences.push_back(note.text);
        }
    }
    return sentences;
}

std::vector<std::string> twoReadings(const Policy& policy, const std::vector<NoteTopic>& topics)
{
    std::vector<std::string> sentences = conflictSentences(policy, topics);
    for (std::string& sentence : sentences) {
        sentence.insert(0, &sentence == &sentences.front()
                               ? "The document can be read in two ways here. "
                               : "Another point of the document can be read in two ways, too. ");
    }
    return sentences;
}

std::vector<std::string> assumptionSentences(const Policy& policy)
{
    std::vector<std::string> sentences;
    for (const PolicyNote& note : policy.notes) {
        if (!note.assumedAbout.empty()) {
            sentences.push_back(note.text);
        }
    }
    return sentences;
}

std::string loopText(const OuterLoop& loop)
{
    return filled("%1 retries a failed call: up to %2, %3", shownName(loop.name),
                  counted(loop.rounds, "attempt"),
                  loop.delay > Duration::zero() ? durationText(loop.delay) + " apart" : "at once");
}

} // namespace retryscope
