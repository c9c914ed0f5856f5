// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/bench_changes.h"

#include "core/change/reversing_changes.h"
#include "core/explain/change_text.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/files/box_files.h"
#include "core/io/files/mended_row.h"
#include "core/io/files/recipe_files.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

/// The policies of verdicts that a box turned from a retry into none.
std::vector<const Policy*> losingPolicies(const std::vector<Policy>& policies, const BenchRow& row)
{
    std::vector<const Policy*> losing;
    for (const BenchVerdict& verdict : row.verdicts) {
        const auto policy = std::find_if(policies.begin(), policies.end(), [&verdict](const Policy& known) {
            return known.id == verdict.policy;
        });
        if (verdict.direct.verdict == Verdict::Retry && verdict.through.verdict == Verdict::Stop &&
            policy != policies.end()) {
            losing.push_back(&*policy);
        }
    }
    return losing;
}

/// Of the response that the box makes up, what would let most clients retry again; absent: nothing does.
std::optional<BenchChange> changeOfPage(const std::vector<Policy>& policies, const BenchRow& row)
{
    const std::vector<const Policy*> losing = losingPolicies(policies, row);
    std::vector<std::pair<Change, int>> counts;
    for (const Policy* policy : losing) {
        for (const ReversingChange& reversing : reversingChangesOf(situationThrough(*policy, row))) {
            if (ownerOf(reversing.change) != ChangeOwner::Response) {
                continue;
            }
            const auto known = std::find_if(counts.begin(), counts.end(), [&reversing](const auto& count) {
                return count.first == reversing.change;
            });
            if (known == counts.end()) {
                counts.emplace_back(reversing.change, 1);
            } else {
                ++known->second;
            }
        }
    }
    const auto most = std::max_element(counts.begin(), counts.end(), [](const auto& left, const auto& right) {
        return left.second < right.second;
    });
    if (most == counts.end()) {
        return std::nullopt;
    }
    return BenchChange{.title = QStringLiteral("Or keep the page: %1 (reverses %2 of %3)")
                                    .arg(toQString(changeText(most->first)))
                                    .arg(most->second)
                                    .arg(losing.size())
                                    .toStdString(),
                       .code = {},
                       .effect = {},
                       .policy = {},
                       .service = {},
                       .change = most->first,
                       .rows = {row.id}};
}

enum class Use { Some, Unknown, None };

/// Whether clients decide otherwise once the box is changed so.
Use useOf(const std::vector<Policy>& policies, const BenchRow& row, const std::optional<RowFacts>& mended,
          std::optional<WallTime> wallTime)
{
    bool isKnown = false;
    for (const BenchVerdict& verdict : row.verdicts) {
        const auto policy = std::find_if(policies.begin(), policies.end(),
                                         [&verdict](const Policy& one) { return one.id == verdict.policy; });
        if (!mended || policy == policies.end()) {
            continue;
        }
        isKnown = true;
        const BenchVerdict then = benchVerdictOf(*policy, *mended, wallTime);
        const bool isSame = row.isFlipped() ? then.through.verdict == verdict.through.verdict
                                            : then.through.verdict == verdict.through.verdict &&
                                                  then.delay() == verdict.delay() &&
                                                  then.through.requests == verdict.through.requests;
        if (!isSame || (row.isResent() && mended->arrivals < row.arrivals)) {
            return Use::Some;
        }
    }
    return isKnown ? Use::None : Use::Unknown;
}

} // namespace

std::vector<BoxEffect> usefulEffects(const BoxKind& kind, const std::vector<Policy>& policies,
                                     const BenchRow& row, const std::string& listen,
                                     std::optional<WallTime> wallTime)
{
    std::vector<std::pair<Use, BoxEffect>> uses;
    for (const BoxEffect effect : effectsIn(row)) {
        const BoxRemedy remedy = boxRemedy(kind, effect, row, listen);
        const Use use = useOf(policies, row, mendedRow(row, effect, remedy), wallTime);
        if (!remedy.title.empty() && use != Use::None) {
            uses.emplace_back(use, effect);
        }
    }
    std::stable_sort(uses.begin(), uses.end(),
                     [](const auto& left, const auto& right) { return left.first < right.first; });
    std::vector<BoxEffect> effects;
    for (const auto& [use, effect] : uses) {
        effects.push_back(effect);
    }
    return effects;
}

std::vector<OfferedChange> undoingChanges(const Policy& policy, const BenchRow& row,
                                          const ClientReaders& readers, std::optional<WallTime> wallTime)
{
    const auto verdict =
        std::find_if(row.verdicts.begin(), row.verdicts.end(),
                     [&policy](const BenchVerdict& known) { return known.policy == policy.id; });
    if (verdict == row.verdicts.end() || !verdict->isFlipped()) {
        return {};
    }
    std::vector<OfferedChange> changes =
        offeredChangesOf(clientRecipes(), builtInSdks(), situationThrough(policy, row, wallTime), readers);
    std::erase_if(changes, [&verdict](const OfferedChange& offered) {
        return ownerOf(offered.reversing.change) != ChangeOwner::Policy || offered.isPossible() == false ||
               offered.reversing.verdictAfter != verdict->direct.verdict;
    });
    return changes;
}

bool canClientsUndo(const std::vector<Policy>& policies, const BenchRow& row, const ClientReaders& readers,
                    std::optional<WallTime> wallTime)
{
    return std::any_of(policies.begin(), policies.end(), [&](const Policy& policy) {
        return !undoingChanges(policy, row, readers, wallTime).empty();
    });
}

std::vector<BenchChange> boxChanges(const Bench& bench, const std::vector<Policy>& policies,
                                    const BenchRow& row)
{
    const BoxKind& kind = boxKindOf(bench.boxName);
    std::vector<BenchChange> changes;
    for (const BoxEffect effect : usefulEffects(kind, policies, row, bench.listen)) {
        BoxRemedy remedy = boxRemedy(kind, effect, row, bench.listen);
        if (!remedy.title.empty()) {
            changes.push_back({.title = std::move(remedy.title),
                               .code = std::move(remedy.code),
                               .effect = effect,
                               .policy = {},
                               .service = {},
                               .change = {},
                               .rows = {row.id}});
        }
    }
    const bool isOwn = row.outcome == RowOutcome::OwnResponse || row.outcome == RowOutcome::Altered;
    if (std::optional<BenchChange> page = isOwn ? changeOfPage(policies, row) : std::nullopt) {
        changes.push_back(*std::move(page));
    }
    return changes;
}

std::vector<BenchChange> clientChanges(const std::vector<Policy>& policies, const BenchRow& row,
                                       const ClientReaders& readers)
{
    std::vector<BenchChange> changes;
    for (const Policy* policy : losingPolicies(policies, row)) {
        const std::vector<OfferedChange> undoing = undoingChanges(*policy, row, readers);
        if (!undoing.empty()) {
            const Change& change = undoing.front().reversing.change;
            changes.push_back({.title = changeText(change),
                               .code = {},
                               .effect = {},
                               .policy = policy->id,
                               .service = row.request.service,
                               .change = change,
                               .rows = {row.id}});
        }
    }
    return changes;
}

std::vector<BenchChange> gathered(std::vector<BenchChange> changes)
{
    std::vector<BenchChange> result;
    for (BenchChange& change : changes) {
        const auto same = std::find_if(result.begin(), result.end(), [&change](const BenchChange& known) {
            return known.title == change.title && known.policy == change.policy && known.code == change.code;
        });
        if (same == result.end()) {
            result.push_back(std::move(change));
        } else {
            same->rows.insert(same->rows.end(), change.rows.begin(), change.rows.end());
        }
    }
    std::stable_sort(result.begin(), result.end(), [](const BenchChange& left, const BenchChange& right) {
        return left.rows.size() > right.rows.size();
    });
    return result;
}

BenchFindings findingsOf(const Bench& bench, const std::vector<Policy>& policies,
                         const ClientReaders& readers, const CommandOf& commandOf)
{
    std::vector<BenchChange> box;
    std::vector<BenchChange> clients;
    BenchFindings findings;
    for (const BenchRow& row : bench.rows) {
        if (!row.isFlipped() && !row.isResent()) {
            continue;
        }
        const std::size_t before = box.size() + clients.size();
        std::ranges::move(boxChanges(bench, policies, row), std::back_inserter(box));
        std::ranges::move(clientChanges(policies, row, readers), std::back_inserter(clients));
        if (row.isFlipped() && box.size() + clients.size() == before &&
            !canClientsUndo(policies, row, readers)) {
            findings.lasting.push_back(row.id);
        }
    }
    for (BenchChange& change : gathered(std::move(box))) {
        findings.box.push_back(
            {.title = change.title, .policy = {}, .rows = std::move(change.rows), .code = change.code});
    }
    for (BenchChange& change : gathered(std::move(clients))) {
        findings.clients.push_back({.title = change.title,
                                    .policy = change.policy,
                                    .rows = change.rows,
                                    .code = commandOf ? commandOf(change) : std::string(),
                                    .isCommand = true});
    }
    // What a built-in probe result is of is known, also where it has no configuration, as a load balancer.
    if (bench.name.empty() && boxKindOf(bench.boxName).config.empty()) {
        for (const QString& name : boxNames()) {
            findings.boxNames.push_back(fromQString(name));
        }
    }
    return findings;
}

} // namespace retryscope::io
