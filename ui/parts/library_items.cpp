// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/library_items.h"

#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

QString groupOf(const Policy& policy, bool isBuiltIn)
{
    if (!isBuiltIn) {
        return tr("Your own");
    }
    if (!policy.emulates.empty()) {
        return tr("As recorded clients do");
    }
    return policy.document.empty() ? tr("As sources say, not recorded") : tr("As documents say");
}

QString titleOf(const std::string& title, const QString& id)
{
    return title.empty() ? id : toQString(title);
}

void sortByGroup(std::vector<LibraryBox::Item>& items)
{
    std::stable_sort(
        items.begin(), items.end(),
        [](const LibraryBox::Item& left, const LibraryBox::Item& right) { return left.group < right.group; });
}

} // namespace

std::vector<ChoosablePolicy> choosablePolicies(const io::Library& library)
{
    std::vector<ChoosablePolicy> policies;
    for (const io::Library::Entry& entry : library.policyEntries()) {
        const QString key = entry.isBuiltIn ? entry.id : entry.path;
        if (io::Result<Policy> policy = library.policy(key)) {
            policies.push_back({key, std::move(policy).value()});
        }
    }
    return policies;
}

std::vector<Policy> builtInPolicies(const io::Library& library)
{
    std::vector<Policy> policies;
    for (const io::Library::Entry& entry : library.policyEntries()) {
        if (!entry.isBuiltIn) {
            continue;
        }
        if (const auto policy = library.policy(entry.id)) {
            policies.push_back(policy.value());
        }
    }
    return policies;
}

std::vector<LibraryBox::Item> policyItems(const io::Library& library)
{
    std::vector<LibraryBox::Item> items;
    for (const io::Library::Entry& entry : library.policyEntries()) {
        if (const auto policy = library.policy(entry.isBuiltIn ? entry.id : entry.path)) {
            items.push_back({groupOf(policy.value(), entry.isBuiltIn),
                             titleOf(policy.value().title, entry.id),
                             entry.isBuiltIn ? entry.id : entry.path});
        }
    }
    sortByGroup(items);
    return items;
}

std::vector<LibraryBox::Item> scenarioItems(const io::Library& library)
{
    std::vector<LibraryBox::Item> items;
    for (const io::Library::Entry& entry : library.scenarioEntries()) {
        if (const auto scenario = library.scenario(entry.isBuiltIn ? entry.id : entry.path)) {
            const QString group = entry.isBuiltIn ? toQString(scenario.value().service) : tr("Your own");
            items.push_back(
                {group, titleOf(scenario.value().title, entry.id), entry.isBuiltIn ? entry.id : entry.path});
        }
    }
    sortByGroup(items);
    return items;
}

} // namespace retryscope::ui
