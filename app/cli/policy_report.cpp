// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/policy_report.h"

#include "app/cli/text_table.h"
#include "core/explain/explain.h"
#include "core/explain/hint_text.h"
#include "core/explain/state_story.h"
#include "core/explain/units.h"
#include "core/io/format/sdk_files.h"
#include "core/io/text/utf8.h"
#include "core/policy/sdk_switch.h"

#include <array>

namespace retryscope::cli {

namespace {

QString attemptsText(const AttemptLimit& attempts)
{
    return attempts.countsFirst
               ? QStringLiteral("%1, the first one included").arg(attempts.max)
               : QStringLiteral("%1 (%2 retries after the first)").arg(attempts.attempts()).arg(attempts.max);
}

QString jitterText(Jitter jitter)
{
    constexpr std::array<const char*, 4> kTexts{"no jitter", "full jitter", "equal jitter",
                                                "decorrelated jitter"};
    return QString::fromLatin1(kTexts.at(static_cast<std::size_t>(jitter)));
}

QString backoffText(const BackoffSpec& backoff)
{
    if (backoff.type == BackoffType::None) {
        return QStringLiteral("none");
    }
    QString result = QStringLiteral("%1 × %2^n, n from %3, %4, ")
                         .arg(toQString(durationText(backoff.base.byDefault)))
                         .arg(backoff.factor)
                         .arg(backoff.exponentStart)
                         .arg(jitterText(backoff.jitter));
    for (const auto& [kind, base] : backoff.base.byKind) {
        result += QStringLiteral("%1 × %2^n after %3, ")
                      .arg(toQString(durationText(base)))
                      .arg(backoff.factor)
                      .arg(toQString(std::string(toString(kind))));
    }
    result += backoff.cap ? QStringLiteral("at most %1").arg(toQString(durationText(*backoff.cap)))
                          : QStringLiteral("without a limit");
    result += backoff.when == BackoffWhen::BeforeEach ? QStringLiteral(", before every attempt") : QString();
    result += backoff.firstRetryAtOnce ? QStringLiteral(", first retry at once") : QString();
    return backoff.beforeGivingUp ? result + QStringLiteral(", once more before giving up") : result;
}

QString quotaText(const QuotaSpec& quota)
{
    QString result =
        QStringLiteral("%1 tokens per %2, %3 for a retry")
            .arg(quota.capacity)
            .arg(quota.scope == QuotaScope::Client ? QStringLiteral("client") : QStringLiteral("call"))
            .arg(quota.cost);
    for (const auto& [kind, cost] : quota.costByKind) {
        result += QStringLiteral(", %1 after %2").arg(cost).arg(toQString(std::string(toString(kind))));
    }
    if (!quota.longPolling.empty()) {
        result += QStringLiteral("; %1 operations that poll for work wait before it refuses them")
                      .arg(quota.longPolling.size());
    }
    result += quota.scope == QuotaScope::Call ? QStringLiteral("; full again for every call")
                                              : QStringLiteral("; ") + toQString(givenBackText(quota));
    return quota.whenEmpty == WhenQuotaEmpty::TakeWhatIsLeft
               ? result + QStringLiteral("; a retry that costs more than is left takes what is left")
               : result;
}

/// In the words of the run: no limit at first, then a share of what was measured.
QString limiterText(const LimiterSpec& limiter)
{
    const double longest = limiter.costPerAttempt / limiter.minFillRatePerSecond;
    const QString text =
        QStringLiteral(
            "adaptive send rate; no limit until the first throttling response, then %1 × the measured "
            "rate, growing again with time, at least %2 and at most %3 × the measured rate; an attempt "
            "that has to wait for its token waits for %4 at the lowest rate")
            .arg(limiter.beta)
            .arg(toQString(rateText(limiter.minFillRatePerSecond)))
            .arg(limiter.rateCapFactor)
            .arg(toQString(durationText(fromMilliseconds(longest * 1000))));
    return limiter.scope == QuotaScope::Call
               ? text + QStringLiteral("; new for every call, so it holds no first attempt back")
               : text;
}

QString rulesText(const std::vector<Rule>& rules, const TextStyle& style)
{
    constexpr int kMargin = 4;
    QString result;
    for (const Rule& rule : rules) {
        const QString line = QStringLiteral("%1: %2 → %3")
                                 .arg(toQString(rule.id), toQString(ruleTitle(rule)),
                                      toQString(std::string(toString(rule.kind))));
        result += QStringLiteral("  ") + wrapped(line, style, kMargin, 2) + QLatin1Char('\n');
        if (!rule.source.empty()) {
            result += QString(kMargin, QLatin1Char(' ')) +
                      style.paint(wrapped(toQString(rule.source), style, kMargin, kMargin), Tone::Faint) +
                      QLatin1Char('\n');
        }
    }
    return result;
}

/// What one service or operation changes.
QString overrideText(const std::string& name, const ServiceOverride& change, const TextStyle& style)
{
    QString result = QStringLiteral("for %1\n").arg(toQString(name)) + rulesText(change.rules, style);
    result +=
        change.attempts ? QStringLiteral("  attempts: %1\n").arg(attemptsText(*change.attempts)) : QString();
    result +=
        change.backoff ? QStringLiteral("  backoff: %1\n").arg(backoffText(*change.backoff)) : QString();
    result += change.quota ? QStringLiteral("  quota: %1\n").arg(quotaText(*change.quota)) : QString();
    return result;
}

/// In which mode the SDK is when nothing is set, and what switches its rules; empty for other policies.
QString usualModeText(const Policy& policy)
{
    const std::optional<SdkPlace> place = placeOf(io::builtInSdks(), policy.id);
    if (!place) {
        return {};
    }
    const SdkLine& line = *place->line;
    const QString before = toQString(line.defaultBefore);
    switch (line.use) {
    case SwitchUse::Unread:
        return QStringLiteral("with nothing set this SDK is in mode %1").arg(before);
    case SwitchUse::Always:
        return QStringLiteral("with nothing set this SDK is in mode %1, always with the rules of 2026")
            .arg(toQString(line.defaultAfter));
    case SwitchUse::Read:
        break;
    }
    return QStringLiteral(
               "with nothing set this SDK is in mode %1; with AWS_NEW_RETRIES_2026=true, and once the rules "
               "of 2026 are the default, in mode %2 ('affected' says more)")
        .arg(before, toQString(line.defaultAfter));
}

QString kindsText(const std::vector<ErrorKind>& kinds)
{
    QStringList words;
    for (const ErrorKind kind : kinds) {
        words.append(toQString(std::string(toString(kind))));
    }
    return words.join(QStringLiteral(", "));
}

} // namespace

QString policyReport(const Policy& policy, const TextStyle& style)
{
    constexpr int kColumn = 10;
    QString result = style.paint(toQString(policy.id), Tone::Strong) + QLatin1Char('\n') +
                     wrapped(toQString(policy.title), style, 0, 0) + QLatin1Char('\n');
    const auto line = [&](const char* title, const QString& content, const std::string& source) {
        result += QString::fromLatin1(title).leftJustified(kColumn) +
                  wrapped(content, style, kColumn, kColumn) + QLatin1Char('\n');
        if (!source.empty()) {
            result += QString(kColumn, QLatin1Char(' ')) +
                      style.paint(wrapped(toQString(source), style, kColumn, kColumn), Tone::Faint) +
                      QLatin1Char('\n');
        }
    };
    if (!policy.document.empty()) {
        line("follows", toQString(policy.document), {});
    }
    for (const EmulatedClient& client : policy.emulates) {
        line("emulates", toQString(client.client + " " + client.version + " " + client.mode), {});
    }
    if (const QString usual = usualModeText(policy); !usual.isEmpty()) {
        line("default", usual, {});
    }
    line("attempts", attemptsText(policy.attempts), policy.attempts.source);
    line("backoff", backoffText(policy.backoff), policy.backoff.source);
    if (policy.quota) {
        line("quota", quotaText(*policy.quota), policy.quota->source);
    }
    if (policy.limiter) {
        line("limiter", limiterText(*policy.limiter), policy.limiter->source);
    }
    for (const HintSpec& hint : policy.hints) {
        line("hint",
             QStringLiteral("%1, in %2: %3")
                 .arg(toQString(hint.header), toQString(std::string(hintUnitText(hint.unit))),
                      toQString(hintBoundsText(hint))),
             hint.source);
    }
    if (policy.connection) {
        line("connects", QStringLiteral("anew after %1").arg(kindsText(policy.connection->closeAfter)),
             policy.connection->source);
    }
    for (const PolicyNote& note : policy.notes) {
        line(note.conflictsAbout.empty() ? "note" : "conflict", toQString(note.text), note.source);
    }
    result += policy.lastMatchWins ? QStringLiteral("rules, the last match wins\n")
                                   : QStringLiteral("rules, the first match wins\n");
    result += rulesText(policy.rules, style);
    result += QStringLiteral("  otherwise → %1\n").arg(toQString(std::string(toString(policy.otherwise))));
    for (const auto* overrides : {&policy.services, &policy.operations}) {
        for (const auto& [name, change] : *overrides) {
            result += overrideText(name, change, style);
        }
    }
    return result;
}

QStringList sourcesOf(const Policy& policy)
{
    QStringList sources;
    const auto add = [&sources](const std::string& source) {
        if (!source.empty()) {
            sources.append(toQString(source));
        }
    };
    const auto addRules = [&add](const std::vector<Rule>& rules) {
        for (const Rule& rule : rules) {
            add(rule.source);
        }
    };
    for (const auto& [protocol, reading] : policy.reading) {
        add(reading.source);
    }
    add(policy.success.source);
    add(policy.attempts.source);
    addRules(policy.rules);
    add(policy.otherwiseSource);
    add(policy.backoff.source);
    add(policy.quota ? policy.quota->source : std::string());
    add(policy.limiter ? policy.limiter->source : std::string());
    for (const HintSpec& hint : policy.hints) {
        add(hint.source);
    }
    add(policy.clock ? policy.clock->source : std::string());
    for (const PolicyNote& note : policy.notes) {
        add(note.source);
    }
    add(policy.connection ? policy.connection->source : std::string());
    for (const auto* overrides : {&policy.services, &policy.operations}) {
        for (const auto& [name, change] : *overrides) {
            addRules(change.rules);
            add(change.attempts ? change.attempts->source : std::string());
            add(change.backoff ? change.backoff->source : std::string());
            add(change.quota ? change.quota->source : std::string());
        }
    }
    sources.removeDuplicates();
    return sources;
}

} // namespace retryscope::cli
