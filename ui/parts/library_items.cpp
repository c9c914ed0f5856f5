// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/library_items.h"

#include "core/decide/backoff.h"
#include "core/explain/condition_text.h"
#include "core/explain/phrases.h"
#include "core/explain/policy_summary.h"
#include "core/explain/units.h"
#include "core/io/documents/client_files.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/files/installed_clients.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "ui/parts/settings.h"
#include "ui/parts/tr.h"

#include <QFile>
#include <QRegularExpression>
#include <QVersionNumber>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

QString ownSection()
{
    return tr("Your own");
}

/// As they stand in the list, the user's own before them.
QStringList sectionNames()
{
    return {tr("AWS SDKs"),        tr("Model and other APIs"),
            tr("HTTP clients"),    tr("Proxies and control planes"),
            tr("Retry libraries"), tr("Others"),
            tr("Documents")};
}

QString sectionOf(const Policy& policy, bool isBuiltIn)
{
    if (!isBuiltIn) {
        return ownSection();
    }
    const QStringList names = sectionNames();
    if (!policy.document.empty()) {
        return names.last();
    }
    constexpr int kOthers = 5;
    return names[policy.ecosystem ? static_cast<int>(*policy.ecosystem) : kOthers];
}

bool isOwn(const ChooserItem& item)
{
    return item.section == ownSection() || (item.section.isEmpty() && item.group == ownSection());
}

/// Only the user's own and sections have an order of their own, groups go by name.
qsizetype rankOf(const ChooserItem& item)
{
    return isOwn(item) ? -1 : std::max<qsizetype>(0, sectionNames().indexOf(item.section));
}

bool isOneGroup(const ChooserItem& left, const ChooserItem& right)
{
    return left.section == right.section && left.group == right.group;
}

void sortByGroup(std::vector<ChooserItem>& items)
{
    std::stable_sort(items.begin(), items.end(), [](const ChooserItem& left, const ChooserItem& right) {
        return std::pair(rankOf(left), left.group.toCaseFolded()) <
               std::pair(rankOf(right), right.group.toCaseFolded());
    });
}

template <typename Work>
void forEachGroup(std::vector<ChooserItem>& items, const Work& work)
{
    for (auto first = items.begin(); first != items.end();) {
        const auto last = std::find_if(first, items.end(),
                                       [&](const ChooserItem& item) { return !isOneGroup(item, *first); });
        work(first, last);
        first = last;
    }
}

/// The newest version of a client comes first: most people look for it.
void sortByVersion(std::vector<ChooserItem>& items)
{
    const auto versionOf = [](const ChooserItem& item) {
        static const QRegularExpression kVersion(QStringLiteral("\\d+(\\.\\d+)+"));
        return QVersionNumber::fromString(kVersion.match(item.title).captured());
    };
    forEachGroup(items, [&](auto first, auto last) {
        if (!isOwn(*first) && !first->group.isEmpty()) {
            std::stable_sort(first, last, [&](const ChooserItem& left, const ChooserItem& right) {
                return versionOf(left) > versionOf(right);
            });
        }
    });
}

/// A client with one preset needs no name above it.
void dissolveGroupsOfOne(std::vector<ChooserItem>& items)
{
    forEachGroup(items, [](auto first, auto last) {
        if (last - first == 1 && !first->group.isEmpty() && !isOwn(*first)) {
            first->group.clear();
        }
    });
}

/// What else people know a policy by: `429`, `retry-after`, `standard`.
QString keywordsOf(const Policy& policy)
{
    QStringList words{toQString(policy.family), toQString(policy.mode), toQString(policy.version)};
    for (const Rule& rule : policy.rules) {
        for (const StatusRange& range : rule.when.statusIn) {
            words += range.from == range.to ? QString::number(range.from)
                                            : QStringLiteral("%1-%2").arg(range.from).arg(range.to);
        }
        for (const std::string& header : rule.when.headerIn) {
            words += toQString(header);
        }
    }
    for (const HintSpec& hint : policy.hints) {
        words += toQString(hint.header);
    }
    words.removeDuplicates();
    return words.join(QLatin1Char(' '));
}

/// What somebody gets who installs an AWS SDK today and sets nothing.
QStringList policiesInForce()
{
    QStringList keys;
    for (const Sdk& sdk : io::builtInSdks()) {
        const SdkLine* const line = defaultLineOf(sdk);
        const auto mode =
            line == nullptr ? decltype(line->modes.begin()){} : line->modes.find(line->defaultAfter);
        if (line != nullptr && mode != line->modes.end() && !mode->second.after.policy.empty()) {
            keys += toQString(mode->second.after.policy);
        }
    }
    keys.removeDuplicates();
    return keys;
}

/// Favourites, what was used lately, and the AWS rules in force, once more at the top.
void addShortcuts(std::vector<ChooserItem>& items, const Settings& habits)
{
    constexpr std::size_t kMostLately = 4;
    std::vector<ChooserItem> shortcuts;
    const auto add = [&](const QString& key, const QString& group) {
        const auto found =
            std::find_if(items.begin(), items.end(), [&](const ChooserItem& item) { return item.id == key; });
        if (found != items.end()) {
            ChooserItem shortcut = *found;
            shortcut.section = group;
            shortcut.group.clear();
            shortcut.isShortcut = true;
            shortcuts.push_back(std::move(shortcut));
        }
    };
    for (const QString& key : habits.favouritePolicies) {
        add(key, tr("Favourites"));
    }
    const std::size_t most = shortcuts.size() + kMostLately;
    for (const QString& key : habits.usedPolicies) {
        if (shortcuts.size() < most && !habits.favouritePolicies.contains(key)) {
            add(key, tr("Recently used"));
        }
    }
    const std::size_t ofTheUser = shortcuts.size();
    for (const QString& key : policiesInForce()) {
        add(key, tr("AWS rules in force since November 2026"));
    }
    const auto middle = shortcuts.begin() + static_cast<std::ptrdiff_t>(ofTheUser);
    items.insert(std::find_if_not(items.begin(), items.end(), isOwn), middle, shortcuts.end());
    items.insert(items.begin(), shortcuts.begin(), middle);
}

/// The entry of a built-in policy; nullptr: there is none.
const ChooserItem* entryOf(const std::vector<ChooserItem>& items, const QString& id)
{
    const auto found = std::ranges::find(items, id, &ChooserItem::id);
    return found == items.end() ? nullptr : &*found;
}

QString installedText(const io::InstalledClient& client)
{
    return tr("%1 %2 in %3 · %4").arg(client.package, client.version, client.place, client.why);
}

/// What is installed on this machine comes first.
void addInstalled(std::vector<ChooserItem>& items)
{
    std::vector<ChooserItem> installed;
    for (const io::InstalledClient& client : io::foundClients()) {
        if (const ChooserItem* entry = entryOf(items, client.policy)) {
            ChooserItem item = *entry;
            item.section = tr("Installed on this machine");
            item.group.clear();
            item.summary = installedText(client);
            item.isShortcut = true;
            installed.push_back(std::move(item));
        }
    }
    items.insert(items.begin(), installed.begin(), installed.end());
}

/// What people get who type the name of a client: the versions on this machine, then the newest one.
void addAnswers(std::vector<ChooserItem>& items)
{
    std::vector<ChooserItem> answers;
    const auto add = [&](const QString& id, const QString& why, const QStringList& names) {
        if (const ChooserItem* entry = entryOf(items, id)) {
            ChooserItem item = *entry;
            item.summary = why;
            item.names = names;
            item.isAnswer = true;
            item.isShortcut = false;
            answers.push_back(std::move(item));
        }
    };
    for (const io::InstalledClient& client : io::foundClients()) {
        add(client.policy, installedText(client), client.names);
    }
    for (const io::CalledPolicy& called : io::calledPolicies()) {
        add(called.id, called.why, called.names);
    }
    items.insert(items.begin(), answers.begin(), answers.end());
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

/// Where a client does not count its attempts its preset says 1000, which stands for no limit.
static QString attemptsLine(const AttemptLimit& attempts)
{
    constexpr int kUncounted = 1000;
    if (attempts.attempts() < kUncounted) {
        return toQString(counted(attempts.attempts(), "attempt"));
    }
    return attempts.maxElapsed
               ? tr("attempts for up to %1").arg(toQString(durationText(*attempts.maxElapsed)))
               : tr("no attempt limit");
}

bool isPreset(const Policy& policy)
{
    return !policy.id.empty() &&
           QFile::exists(QStringLiteral(":/retryscope/policies/%1.json").arg(toQString(policy.id)));
}

namespace {

/// The longest delay after the first retry, over the kinds that most policies tell apart; 0: there is no
/// further retry, or it waits no longer than the first.
Duration longestLaterDelay(const Policy& policy, Duration first)
{
    constexpr int kMostRetries = 60; // of a policy without a limit: by then every backoff is at its cap
    const int retries = std::min(policy.attempts.attempts() - 1, kMostRetries);
    Duration longest = first;
    for (int retry = 2; retry <= retries; ++retry) {
        for (const ErrorKind kind : {ErrorKind::Transient, ErrorKind::Throttling}) {
            longest = std::max(longest, computeBackoff(policy.backoff, retry, kind, 0).high);
        }
    }
    return longest > first ? longest : Duration::zero();
}

/// Of the first retry, and the longest of the later ones; other kinds of error may wait otherwise.
QString delayLine(const Policy& policy)
{
    const BackoffSpec& backoff = policy.backoff;
    if (backoff.type == BackoffType::None) {
        return policy.hints.empty() ? tr("no delay") : tr("no delay unless asked for");
    }
    const auto windowFor = [&backoff](ErrorKind kind) {
        const BackoffComputed first = computeBackoff(backoff, 1, kind, 0);
        return std::pair(first.low, first.high);
    };
    const auto textOf = [](const std::pair<Duration, Duration>& window) {
        return window.second == Duration::zero() ? tr("at once")
                                                 : toQString(windowText(window.first, window.second));
    };
    const auto usual = windowFor(ErrorKind::Transient);
    const auto throttled = windowFor(ErrorKind::Throttling);
    QString text =
        tr("first retry %1")
            .arg(usual.second == Duration::zero() ? textOf(usual) : tr("after %1").arg(textOf(usual)));
    if (usual != throttled) {
        text = tr("%1, throttling %2").arg(text, textOf(throttled));
    }
    const Duration later = longestLaterDelay(policy, std::max(usual.second, throttled.second));
    return later > Duration::zero() ? tr("%1 · then up to %2").arg(text, toQString(durationText(later)))
                                    : text;
}

} // namespace

QString policySummaryLine(const Policy& policy, bool isEdited)
{
    const PolicySummary summary = summaryOf(policy);
    const QString delays = delayLine(policy);
    // What is known of a client is not known of a copy that was changed.
    const QString evidence = isEdited           ? tr("edited")
                             : isPreset(policy) ? toQString(evidenceText(summary.evidence))
                                                : tr("your own");
    return QStringList{attemptsLine(policy.attempts), delays, evidence}.join(QStringLiteral(" · "));
}

std::vector<ChooserItem> policyItems(const io::Library& library, const Settings* habits)
{
    std::vector<ChooserItem> items;
    for (const io::Library::Entry& entry : library.policyEntries()) {
        if (const auto policy = library.policy(entry.isBuiltIn ? entry.id : entry.path)) {
            const QString full = toQString(titleOf(policy.value()));
            const bool hasGroup = entry.isBuiltIn && policy.value().document.empty();
            items.push_back({.group = hasGroup ? toQString(clientOf(policy.value())) : QString(),
                             .title = toQString(shortNameOf(policy.value())),
                             .id = entry.isBuiltIn ? entry.id : entry.path,
                             .summary = policySummaryLine(policy.value()),
                             .keywords = keywordsOf(policy.value()),
                             .fullTitle = full,
                             .evidence = toQString(wordOf(evidenceOf(policy.value()))),
                             .section = sectionOf(policy.value(), entry.isBuiltIn)});
        }
    }
    sortByGroup(items);
    sortByVersion(items);
    dissolveGroupsOfOne(items);
    if (habits != nullptr) {
        addShortcuts(items, *habits);
        addInstalled(items);
    }
    addAnswers(items);
    return items;
}

std::vector<ChooserItem> scenarioItems(const io::Library& library)
{
    std::vector<ChooserItem> items;
    for (const io::Library::Entry& entry : library.scenarioEntries()) {
        if (const auto scenario = library.scenario(entry.isBuiltIn ? entry.id : entry.path)) {
            const QString group = entry.isBuiltIn ? toQString(scenario.value().service) : tr("Your own");
            items.push_back({.group = group,
                             .title = toQString(shortNameOf(scenario.value())),
                             .id = entry.isBuiltIn ? entry.id : entry.path,
                             .summary = toQString(titleOf(scenario.value())),
                             .keywords = entry.id,
                             .fullTitle = entry.id});
        }
    }
    sortByGroup(items);
    return items;
}

} // namespace retryscope::ui
