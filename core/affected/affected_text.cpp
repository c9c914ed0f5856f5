// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/affected/affected_text.h"

#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/facts/aws_host.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

std::string delayWords(const AffectedSide& side, const FailureCost& cost)
{
    if (side.attempts == 1) { // nothing follows that it could be before
        return "–";
    }
    if (!cost.firstHigh) {
        return "unknown";
    }
    if (!cost.firstLow) {
        return "up to " + durationText(*cost.firstHigh);
    }
    return *cost.firstHigh == Duration::zero() ? "at once" : windowText(*cost.firstLow, *cost.firstHigh);
}

std::string numberWords(const std::optional<int>& number)
{
    return number ? std::to_string(*number) : "unknown";
}

std::string tokenWords(const AffectedSide& side)
{
    if (!side.capacity) {
        return side.plain.tokens     ? std::to_string(*side.plain.tokens)
               : side.policy.empty() ? "unknown" // figures that do not tell of it
                                     : "no quota";
    }
    const std::string usual = numberWords(side.plain.tokens) + " of " + std::to_string(*side.capacity);
    return side.plain.tokens == side.throttling.tokens
               ? usual
               : usual + ", " + numberWords(side.throttling.tokens) + " after throttling";
}

void addChange(std::vector<std::string>& changes, const std::string& what, const std::string& before,
               const std::string& after)
{
    if (before != after) {
        changes.push_back(what + ": " + before + " → " + after);
    }
}

std::string longestWords(const FailureCost& cost)
{
    return cost.longest ? durationText(*cost.longest) : "unknown";
}

/// Those of the operations that clients of the service have; `generic` stands for any service. One whose
/// service is not known here is nobody's in particular.
std::string operationsOf(const std::vector<std::string>& operations, const std::string& service)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kServices{
        {{"ReceiveMessage", "sqs"},
         {"GetActivityTask", "stepfunctions"},
         {"PollForActivityTask", "swf"},
         {"PollForDecisionTask", "swf"}}};
    std::string text;
    for (const std::string& operation : operations) {
        const auto known = std::find_if(kServices.begin(), kServices.end(),
                                        [&operation](const auto& pair) { return pair.first == operation; });
        const bool isAnyones = service == "generic" || known == kServices.end();
        if (isAnyones || known->second == serviceNamed(service)) {
            text += (text.empty() ? "" : ", ") + operation;
        }
    }
    return text;
}

/// `no limit`, `35`: retries of failures alone.
std::string retriesWords(const AffectedSide& side, const FailureCost& cost)
{
    if (!side.capacity || !cost.tokens) {
        return side.policy.empty() && !side.capacity ? "unknown" : "no limit";
    }
    return *cost.tokens == 0 ? "no limit" : std::to_string(*side.capacity / *cost.tokens);
}

/// `3 attempts and 150 ms of delays`: when the last error of a call reaches the caller, at the latest. Empty:
/// not known.
std::string endWords(const AffectedSide& side, const FailureCost& cost)
{
    if (!side.attempts || !cost.longest) {
        return {};
    }
    const std::string attempts = counted(*side.attempts, "attempt");
    return *side.attempts == 1 ? attempts : attempts + " and " + durationText(*cost.longest) + " of delays";
}

void addEnd(std::vector<std::string>& changes, const std::string& what, const std::string& before,
            const std::string& after)
{
    if (!before.empty() && !after.empty()) {
        addChange(changes, "Last " + what + " reaches the caller after at most", before, after);
    }
}

/// Which responses the caller gets after the first attempt on one side only.
void addResponsesThatEndAtOnce(std::vector<std::string>& changes, const AffectedClient& client)
{
    std::vector<std::string> ended;
    for (const ChangedVerdict& verdict : client.verdicts) {
        if (verdict.before == "retried" && verdict.after == "not retried") {
            ended.push_back(verdict.what);
        }
    }
    if (!ended.empty()) {
        changes.push_back(
            filled("The caller gets %1 without an error name after one attempt.", joined(ended, " or ")));
    }
}

std::string arrowed(const std::string& before, const std::string& after)
{
    return before == after ? before : before + " → " + after;
}

std::string tokenCell(const AffectedSide& side)
{
    return side.plain.tokens || side.policy.empty() ? numberWords(side.plain.tokens) : "none";
}

ReportTable tableOf(const std::vector<AffectedClient>& clients)
{
    ReportTable table{{{"SDK"},
                       {"service"},
                       {"mode"},
                       {"attempts"},
                       {"first delay", WhenNarrow::Fold},
                       {"after throttling", WhenNarrow::Drop},
                       {"tokens per retry", WhenNarrow::Drop}},
                      {}};
    for (const AffectedClient& client : clients) {
        const AffectedCells cells = cellsOf(client);
        const bool isChanged = client.isChanged();
        table.add({{sdkText(client), Tone::Strong},
                   {client.service},
                   {cells.mode},
                   {cells.attempts, isChanged ? Tone::Warning : Tone::Plain},
                   {cells.firstDelay},
                   {cells.throttlingDelay},
                   {cells.tokens}});
    }
    return table;
}

void addStory(Report& report, const AffectedClient& client)
{
    report.gap();
    report.add(ReportText{
        .lead = {{sdkText(client), Tone::Strong}},
        .text = {", " + client.sdk->title + ", " + shownName(client.service)},
    });
    report.item(standingText(client));
    report.item(partsText(client));
    const auto addSide = [&report, &client](bool isLeft) {
        report.item(sideTitle(client, isLeft) + ": " + sideText(isLeft ? client.left() : client.right()));
    };
    addSide(true);
    addSide(false);
    report.item(client.problems);
    report.item(changesOf(client));
    if (!client.keep.empty()) {
        report.item("To keep the old rules: " + client.keep);
    }
    report.item(keepAlsoOf(client));
    report.item(client.remarks, Tone::Faint);
}

std::string atVersion(const std::string& version)
{
    return version.empty() ? std::string() : " (" + version + ")";
}

/// `1.44.0 (10 November 2026, announced)`
std::string lineWords(const SdkLine& line)
{
    const std::string date = line.date.empty() ? std::string() : dateText(line.date) + ", ";
    return (line.from.empty() ? "the first version" : line.from) + " (" + date +
           std::string(wordOf(line.sure)) + ")";
}

const char* flagWords(FlagText text)
{
    switch (text) {
    case FlagText::Exact:
        return "exactly true";
    case FlagText::AnyCase:
        return "true, in any letter case";
    case FlagText::NotSeen:
        break;
    }
    return "true; other texts not known";
}

bool hasOptIn(const Sdk& sdk)
{
    return std::any_of(sdk.lines.begin(), sdk.lines.end(),
                       [](const SdkLine& line) { return line.use != SwitchUse::Unread; });
}

} // namespace

std::string modeCell(const AffectedSide& side)
{
    return side.settings == SettingsUse::Refused          ? "error"
           : side.settings == SettingsUse::NotEstablished ? "unknown"
                                                          : side.mode;
}

/// Without figures nothing is sent or known: no cell but the mode's says so.
std::string figureCell(const AffectedSide& side, const std::string& text)
{
    return side.settings == SettingsUse::Taken ? text : "–";
}

std::string dateText(const std::string& date)
{
    static constexpr std::array kMonths{"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};
    const auto number = [&date](std::size_t at, std::size_t length) {
        return at < date.size() ? std::atoi(date.substr(at, length).c_str()) : 0;
    };
    const int month = number(5, 2);
    if (month < 1 || month > 12) {
        return date;
    }
    const int day = number(8, 2);
    return (day == 0 ? std::string() : std::to_string(day) + " ") +
           kMonths[static_cast<std::size_t>(month - 1)] + " " + date.substr(0, 4);
}

std::string sdkText(const AffectedClient& client)
{
    const std::string text = client.version.empty() ? client.sdk->id : client.sdk->id + '@' + client.version;
    return client.toVersion.empty() ? text : text + " → " + client.toVersion;
}

AffectedCells cellsOf(const AffectedClient& client)
{
    const AffectedSide& left = client.left();
    const AffectedSide& right = client.right();
    const auto cell = [&left, &right](const auto& words) {
        return arrowed(figureCell(left, words(left)), figureCell(right, words(right)));
    };
    return {.mode = arrowed(modeCell(left), modeCell(right)),
            .attempts = cell([](const AffectedSide& side) { return numberWords(side.attempts); }),
            .firstDelay = cell([](const AffectedSide& side) { return delayWords(side, side.plain); }),
            .throttlingDelay =
                cell([](const AffectedSide& side) { return delayWords(side, side.throttling); }),
            .tokens = cell(tokenCell)};
}

std::string sideText(const AffectedSide& side)
{
    if (side.settings != SettingsUse::Taken) {
        return side.settings == SettingsUse::Refused ? "error: with these settings the client sends nothing"
                                                     : "unknown with these settings";
    }
    if (!side.policy.empty()) {
        return "mode " + side.mode + ", " + side.policy +
               (side.asService.empty() ? "" : " with the figures of all services");
    }
    return "mode " + side.mode + ", no preset: " + (side.source.empty() ? "no figures known" : side.source);
}

std::string sideTitle(const AffectedClient& client, bool isLeft)
{
    const SdkLine* const since = defaultLineOf(*client.sdk);
    if (client.before) {
        // With versions of other packages given, it is not the version of the SDK that decides.
        return isLeft
                   ? "Before " + (since == nullptr || !client.given.empty() ? "the 2026 rules" : since->from)
                   : "Today" + atVersion(client.version);
    }
    if (isLeft) {
        return "Today" + atVersion(client.version);
    }
    return "After" + (!client.toVersion.empty() ? atVersion(client.toVersion)
                      : since != nullptr        ? atVersion(since->from + " or later")
                                                : std::string());
}

std::string standingText(const AffectedClient& client)
{
    const Sdk& sdk = *client.sdk;
    if (!hasOptIn(sdk)) {
        return "This SDK does not get the 2026 rules.";
    }
    const SdkLine* const since = defaultLineOf(sdk);
    const std::string standing = since != nullptr
                                     ? "The 2026 rules are the default since " + lineWords(*since) + "."
                                     : std::string("The release that makes the 2026 rules the default is "
                                                   "not announced.");
    std::string own;
    switch (client.line->use) {
    case SwitchUse::Unread:
        own = "This version has only the old rules.";
        break;
    case SwitchUse::NotEstablished:
        own = "Whether this version has the opt-in is not known.";
        break;
    case SwitchUse::Read:
        own = "This version has the opt-in: AWS_NEW_RETRIES_2026=true switches the 2026 rules on.";
        break;
    case SwitchUse::Always:
        own = "AWS_NEW_RETRIES_2026 has no effect on this version.";
        break;
    }
    const std::string checked = " Checked on " + dateText(sdk.checkedOn) + ".";
    return client.line->use == SwitchUse::Always ? standing + " " + own + checked
                                                 : own + " " + standing + checked;
}

std::vector<std::string> partsText(const AffectedClient& client)
{
    std::vector<std::string> texts;
    for (const auto& [name, version] : client.parts) {
        const SdkPart* const part = findPart(*client.sdk, name);
        const bool isGiven = client.given.contains(name);
        texts.push_back(isGiven ? "Counted with " + name + " " + version + "."
                                : "Assumed: " + name + " " + version + ". The version of yours decides: " +
                                      (part == nullptr ? std::string() : part->lookUp) + " (then --with " +
                                      name + "@VERSION)");
    }
    return texts;
}

std::vector<std::string> changesOf(const AffectedClient& client)
{
    const AffectedSide& left = client.left();
    const AffectedSide& right = client.right();
    if (left.settings != SettingsUse::Taken || right.settings != SettingsUse::Taken) {
        return {"Correct the setting to see what changes."};
    }
    if (!client.isChanged()) {
        return {"Nothing changes."};
    }
    std::vector<std::string> changes;
    addChange(changes, "Mode", left.mode, right.mode);
    addChange(changes, "Attempts", numberWords(left.attempts), numberWords(right.attempts));
    addChange(changes, "First delay", delayWords(left, left.plain), delayWords(right, right.plain));
    addChange(changes, "First delay after throttling", delayWords(left, left.throttling),
              delayWords(right, right.throttling));
    addChange(changes, "Longest total delay of a call", longestWords(left.plain), longestWords(right.plain));
    addChange(changes, "Longest total delay of a call after throttling", longestWords(left.throttling),
              longestWords(right.throttling));
    addChange(changes, "Tokens per retry", tokenWords(left), tokenWords(right));
    addChange(changes, "Retries of one client without a success until the quota refuses them",
              retriesWords(left, left.plain), retriesWords(right, right.plain));
    for (const ChangedVerdict& verdict : client.verdicts) {
        addChange(changes, verdict.what + " without an error name", verdict.before, verdict.after);
    }
    addEnd(changes, "error", endWords(left, left.plain), endWords(right, right.plain));
    addEnd(changes, "throttling error", endWords(left, left.throttling), endWords(right, right.throttling));
    addResponsesThatEndAtOnce(changes, client);
    if (left.obeysRetryAfter != right.obeysRetryAfter) {
        changes.emplace_back(right.obeysRetryAfter ? "The client obeys x-amz-retry-after, up to 5 seconds "
                                                     "above its own delay."
                                                   : "The client no longer obeys x-amz-retry-after.");
    }
    const std::string polls =
        operationsOf(left.polling.empty() ? right.polling : left.polling, client.service);
    if (left.polling.empty() != right.polling.empty() && !polls.empty()) {
        changes.push_back("Operations that poll for work (" + polls +
                          (right.polling.empty() ? ") fail at once" : ") wait before they fail") +
                          " when only the retry quota prevents a retry.");
    }
    return changes;
}

std::vector<std::string> keepAlsoOf(const AffectedClient& client)
{
    const SdkLine& line = client.toLine != nullptr ? *client.toLine : *client.line;
    // A line without any of these has the old rules itself: the comparison goes backwards.
    const bool replacesThem = !line.keep.empty() || !line.pin.empty() || !line.keepUnknown.empty();
    if (!replacesThem || !client.isChanged() || client.left().settings != SettingsUse::Taken) {
        return {};
    }
    std::vector<std::string> texts;
    if (client.keep.empty()) {
        texts.push_back(line.keepUnknown.empty()
                            ? "No setting brings the old rules back."
                            : "It is not known whether a setting brings the old rules back. " +
                                  line.keepUnknown);
        if (!line.pin.empty()) {
            texts.push_back(line.pin);
        }
    }
    return texts;
}

std::vector<std::string> refusalsIn(const std::vector<AffectedClient>& clients, const RetrySettings& settings)
{
    const auto hasSide = [&clients](SettingsUse use) {
        return std::any_of(clients.begin(), clients.end(), [use](const AffectedClient& client) {
            return client.left().settings == use || client.right().settings == use;
        });
    };
    std::string found;
    for (const std::string& error : settings.errors) {
        found += (found.empty() ? "" : "; ") + error;
    }
    if (const std::string& remark = settings.remark; settings.input.bareProfile && !remark.empty()) {
        found += (found.empty() ? "" : "; ") + remark;
    }
    if (found.empty()) { // only some clients find fault with it
        found = "use --sdk NAME to see which";
    }
    std::vector<std::string> texts;
    if (hasSide(SettingsUse::Refused)) {
        texts.push_back(
            "error: with this setting the client raises an error and sends nothing. Correct or remove it: " +
            found + ".");
    }
    if (hasSide(SettingsUse::NotEstablished)) {
        texts.push_back(
            "unknown: Retryscope does not know what this client does with this setting: " + found + ".");
    }
    return texts;
}

std::string settingText(const EffectiveSetting& setting)
{
    return setting.value ? *setting.value + " (" + setting.origin + ")" : "not set";
}

std::string switchText(const Sdks& sdks)
{
    std::vector<std::string> later;
    std::size_t switched = 0;
    std::string day;
    std::string checked;
    for (const Sdk& sdk : sdks) {
        if (const SdkLine* const since = defaultLineOf(sdk)) {
            ++switched;
            day = std::max(day, since->date);
        } else if (hasOptIn(sdk)) {
            later.push_back(sdk.title.substr(0, sdk.title.find(" (")));
        }
        checked = checked.empty() ? sdk.checkedOn : std::min(checked, sdk.checkedOn);
    }
    return "On " + dateText(day) + " AWS made the 2026 rules the default of " +
           counted(static_cast<std::int64_t>(switched), "SDK") + " and removed the opt-in. " +
           joined(later, " and ") + " follow later: the releases are not announced. Checked on " +
           dateText(checked) + ".";
}

ReportTable versionsTable(const Sdks& sdks)
{
    ReportTable table{{{"SDK"},
                       {"opt-in from", WhenNarrow::Fold},
                       {"default from", WhenNarrow::Fold},
                       {"AWS_NEW_RETRIES_2026", WhenNarrow::Fold}},
                      {}};
    for (const Sdk& sdk : sdks) {
        if (!hasOptIn(sdk)) {
            continue;
        }
        const SdkLine* const optIn = optInLineOf(sdk);
        const SdkLine* const since = defaultLineOf(sdk);
        table.add({{sdk.id, Tone::Strong},
                   {optIn == nullptr ? "version not known" : lineWords(*optIn)},
                   {since == nullptr ? "not announced" : lineWords(*since)},
                   {flagWords(sdk.flagText)}});
    }
    return table;
}

Report affectedReport(const std::vector<AffectedClient>& clients, const RetrySettings& settings,
                      const Sdks& sdks, bool inFull)
{
    constexpr int kColumn = 19;
    Report report;
    for (const EffectiveSetting* setting : {&settings.mode, &settings.maxAttempts, &settings.newRetries}) {
        report.field(setting->name, settingText(*setting), kColumn);
    }
    report.gap();
    report.add(tableOf(clients));
    for (const std::string& refusal : inFull ? std::vector<std::string>{} : refusalsIn(clients, settings)) {
        report.gap();
        report.say(refusal);
    }
    for (const AffectedClient& client : inFull ? clients : std::vector<AffectedClient>{}) {
        addStory(report, client);
    }
    if (!inFull) {
        report.gap();
        report.say("Each cell shows before → today for a version with the 2026 rules as its default, and "
                   "today → after an upgrade for any other. For one SDK, --sdk NAME@VERSION shows what "
                   "changes and how to keep the old rules.");
        report.gap();
        report.add(versionsTable(sdks));
    }
    report.gap();
    report.say(switchText(sdks));
    return report;
}

} // namespace retryscope
