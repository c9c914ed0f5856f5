// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/inference_report.h"

#include "core/explain/inference_text.h"
#include "core/explain/phrases.h"

#include <algorithm>

namespace retryscope {

namespace {

constexpr std::size_t kMostFits = 10;
constexpr double kWorthNaming = 0.5; // the least score

/// The first presets with what agrees, and what speaks against the best.
void addFits(Report& report, const InferredClient& client)
{
    constexpr std::size_t kShown = 5;
    const std::vector<PresetFit> fits = worthNaming(client);
    const bool isTied = client.naming() == Naming::Tied; // as many as the sentence says
    const std::size_t shown = std::min(fits.size(), isTied ? client.named : std::max(kShown, client.named));
    if (shown == 0) {
        return;
    }
    ReportTable table{{{"preset"}, {"matches"}, {"evidence", WhenNarrow::Fold}}, {}};
    for (std::size_t index = 0; index < shown; ++index) {
        const PresetFit& fit = fits[index];
        table.add({{fit.policy, index < client.named ? Tone::Strong : Tone::Plain},
                   {agreementCount(fit)},
                   {(fit.isDocument ? "a document; " : "") + agreementText(fit)}});
    }
    report.gap();
    report.add(std::move(table));
    if (shown < fits.size()) {
        report.say(filled("and %1 more (--format json)", fits.size() - shown));
    }
    if (const std::vector<std::string> against = againstTexts(client.fits.front()); !against.empty()) {
        report.gap();
        report.say("Evidence against " + client.fits.front().policy + ":");
        report.item(against);
    }
}

/// number: of the client among several; 0 for the only one.
void addClient(Report& report, const InferredClient& client, std::size_t number)
{
    report.add(ReportLines{{{number > 0 ? filled("%1. ", number) : ""}, {clientText(client), Tone::Strong}}});
    report.say(seenTexts(client.seen));
    report.gap();
    report.say(fitHeadline(client));
    report.say(fitRemarks(client));
    addFits(report, client);
}

} // namespace

std::vector<PresetFit> worthNaming(const InferredClient& client)
{
    std::vector<PresetFit> fits;
    for (const PresetFit& fit : client.fits) {
        if (fits.size() < client.named || (fits.size() < kMostFits && fit.score >= kWorthNaming)) {
            fits.push_back(fit);
        }
    }
    return fits;
}

std::vector<std::string> seenTexts(const SeenClient& seen)
{
    std::vector<std::string> texts{activitySentences(seen), backoffSentence(seen.backoff)};
    for (const SeenHint& hint : seen.hints) {
        texts.push_back(hintSentences(hint));
    }
    return texts;
}

Report inferenceReport(const std::vector<InferredClient>& clients, std::size_t leftOut,
                       const std::string& madeUnder)
{
    Report report;
    if (!madeUnder.empty()) {
        report.say("Retryscope made this record itself, under the policy " + madeUnder +
                   ". The result below ignores that.");
        report.gap();
    }
    for (std::size_t index = 0; index < clients.size(); ++index) {
        if (index > 0) {
            report.gap();
        }
        addClient(report, clients[index], clients.size() > 1 ? index + 1 : 0);
    }
    if (clients.empty()) {
        report.say("The record has no requests.");
    }
    if (leftOut > 0) {
        report.gap();
        report.say(filled("Not compared: %1 more with fewer calls.", leftOut));
    }
    return report;
}

} // namespace retryscope
