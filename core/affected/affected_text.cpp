// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/affected/affected_text.h"

#include "core/explain/name_text.h"
#include "core/explain/units.h"
#include "core/facts/aws_host.h"

#include <algorithm>
#include <array>
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
        return side.plain.tokens ? std::to_string(*side.plain.tokens) : "no quota";
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
        const bool isChanged = client.today != client.after;
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
    report.item("today: " + sideText(client.today));
    report.item("after: " + sideText(client.after));
    report.item(client.problems);
    report.item(changesOf(client));
    if (const std::string keep = keepOf(client); !keep.empty()) {
        report.item("To keep today's behaviour: " + keep);
    }
    report.item(keepAlsoOf(client));
    report.item(client.remarks, Tone::Faint);
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

std::string sdkText(const AffectedClient& client)
{
    return client.version.empty() ? client.sdk->id : client.sdk->id + '@' + client.version;
}

AffectedCells cellsOf(const AffectedClient& client)
{
    const AffectedSide& today = client.today;
    const AffectedSide& after = client.after;
    const auto cell = [&today, &after](const auto& words) {
        return arrowed(figureCell(today, words(today)), figureCell(after, words(after)));
    };
    return {.mode = arrowed(modeCell(today), modeCell(after)),
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
        return "mode " + side.mode + ", " + side.policy;
    }
    return "mode " + side.mode + ", no preset: " + (side.source.empty() ? "no figures known" : side.source);
}

std::vector<std::string> changesOf(const AffectedClient& client)
{
    const AffectedSide& today = client.today;
    const AffectedSide& after = client.after;
    if (today.settings != SettingsUse::Taken || after.settings != SettingsUse::Taken) {
        return {"Correct the setting to see what changes."};
    }
    if (today == after) {
        const std::string why = client.line->use == SwitchUse::Unread
                                    ? "Nothing changes with this version: it does not have the new rules."
                                : client.line->use == SwitchUse::Always
                                    ? "Nothing changes: this version already has the new rules."
                                    : "Nothing changes.";
        return {why};
    }
    std::vector<std::string> changes;
    addChange(changes, "mode", today.mode, after.mode);
    addChange(changes, "attempts", numberWords(today.attempts), numberWords(after.attempts));
    addChange(changes, "first delay", delayWords(today, today.plain), delayWords(after, after.plain));
    addChange(changes, "first delay after throttling", delayWords(today, today.throttling),
              delayWords(after, after.throttling));
    addChange(changes, "longest total delay of a call", longestWords(today.plain), longestWords(after.plain));
    addChange(changes, "longest total delay of a call after throttling", longestWords(today.throttling),
              longestWords(after.throttling));
    addChange(changes, "tokens per retry", tokenWords(today), tokenWords(after));
    if (!today.obeysRetryAfter && after.obeysRetryAfter) {
        changes.emplace_back("the client obeys x-amz-retry-after, up to 5 seconds above its own delay");
    }
    const std::string polls =
        today.polling.empty() ? operationsOf(after.polling, client.service) : std::string();
    if (!polls.empty()) {
        changes.push_back("operations that poll for work (" + polls +
                          ") wait before they fail when only the retry quota prevents a retry");
    }
    return changes;
}

std::string keepOf(const AffectedClient& client)
{
    return client.today == client.after || client.line->use != SwitchUse::Read ? std::string()
                                                                               : client.sdk->keep;
}

std::vector<std::string> keepAlsoOf(const AffectedClient& client)
{
    const bool isOtherMode = client.today.mode != client.after.mode;
    return isOtherMode && !keepOf(client).empty() ? client.sdk->keepAlso : std::vector<std::string>{};
}

std::vector<std::string> refusalsIn(const std::vector<AffectedClient>& clients, const RetrySettings& settings)
{
    const auto hasSide = [&clients](SettingsUse use) {
        return std::any_of(clients.begin(), clients.end(), [use](const AffectedClient& client) {
            return client.today.settings == use || client.after.settings == use;
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

std::string switchText()
{
    return "AWS will make the 2026 rules the default in November 2026 at the earliest (announced in May "
           "2026). The SDK for JavaScript switched on 10 November 2026. No date is known for the other SDKs.";
}

Report affectedReport(const std::vector<AffectedClient>& clients, const RetrySettings& settings, bool inFull)
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
    report.gap();
    report.say(switchText());
    if (!inFull) {
        report.gap();
        report.say("Each cell shows today → after the switch. For one SDK, --sdk NAME@VERSION shows what "
                   "changes and how to keep today's behaviour.");
    }
    return report;
}

} // namespace retryscope
