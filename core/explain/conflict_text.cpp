// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/conflict_text.h"

#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/units.h"

#include <algorithm>

namespace retryscope {

std::vector<std::string> conflictSentences(const Policy& policy, const std::vector<NoteTopic>& topics)
{
    std::vector<std::string> sentences;
    for (const PolicyNote& note : policy.notes) {
        const bool isWanted =
            std::any_of(note.conflictsAbout.begin(), note.conflictsAbout.end(), [&topics](NoteTopic topic) {
                return topics.empty() || std::find(topics.begin(), topics.end(), topic) != topics.end();
            });
        if (isWanted) {
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
    return filled("%1 repeats a failed call: at most %2 (%3), %4", shownName(loop.name),
                  counted(loop.rounds, "round"), retriesText(loop.rounds - 1),
                  loop.delay > Duration::zero() ? durationText(loop.delay) + " between them" : "at once");
}

} // namespace retryscope
