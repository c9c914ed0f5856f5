// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/policy_report.h"

#include "app/cli/text_table.h"
#include "core/explain/explain.h"
#include "core/explain/phrases.h"
#include "core/explain/policy_words.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/text/utf8.h"
#include "core/policy/sdk_switch.h"

namespace retryscope::cli {

namespace {

QString attemptsText(const AttemptLimit& attempts)
{
    const QString most =
        attempts.countsFirst
            ? QStringLiteral("%1, the first one included").arg(attempts.max)
            : QStringLiteral("%1 (%2 retries after the first)").arg(attempts.attempts()).arg(attempts.max);
    return most + toQString(attemptHabitsText(attempts));
}

QString rulesText(const std::vector<Rule>& rules, const TextStyle& style)
{
    constexpr int kMargin = 4;
    QString result;
    for (const Rule& rule : rules) {
        const QString line = QStringLiteral("%1: %2 → %3")
                                 .arg(toQString(rule.id), toQString(ruleTitle(rule)),
                                      toQString(std::string(toString(rule.kind))));
        const QString proviso =
            rule.proviso.empty() ? QString() : QStringLiteral("; applies ") + toQString(rule.proviso);
        result += QStringLiteral("  ") + wrapped(line + proviso, style, kMargin, 2) + QLatin1Char('\n');
        if (!rule.source.empty()) {
            result += QString(kMargin, QLatin1Char(' ')) +
                      style.paint(wrapped(toQString(rule.source), style, kMargin, kMargin), Tone::Faint) +
                      QLatin1Char('\n');
        }
    }
    return result;
}

/// A group of numbers under its title, with its source below; what follows stands in this column.
QString groupText(const QString& lead, const QString& content, const std::string& source, int column,
                  const TextStyle& style)
{
    QString result =
        lead + wrapped(content, style, column, static_cast<int>(lead.size())) + QLatin1Char('\n');
    if (!source.empty()) {
        result += QString(column, QLatin1Char(' ')) +
                  style.paint(wrapped(toQString(source), style, column, column), Tone::Faint) +
                  QLatin1Char('\n');
    }
    return result;
}

/// What one service or operation changes.
QString overrideText(const std::string& name, const ServiceOverride& change, const TextStyle& style)
{
    QString result = QStringLiteral("for %1\n").arg(toQString(name)) + rulesText(change.rules, style);
    const auto group = [&result, &style](const char* title, const QString& content,
                                         const std::string& source) {
        result += groupText(QStringLiteral("  %1: ").arg(QLatin1String(title)), content, source, 4, style);
    };
    if (change.attempts) {
        group("attempts", attemptsText(*change.attempts), change.attempts->source);
    }
    if (change.backoff) {
        group("backoff", toQString(backoffLine(*change.backoff)), change.backoff->source);
    }
    if (change.quota) {
        group("quota", toQString(quotaLine(*change.quota)), change.quota->source);
    }
    if (change.success) {
        group("success", toQString(successLine(*change.success)), change.success->source);
    }
    if (!change.replaces.empty()) {
        group("general rules that do not apply", toQString(joined(change.replaces, ", ")), {});
    }
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
        return QStringLiteral("if nothing is set, this SDK uses mode %1").arg(before);
    case SwitchUse::Always:
        return QStringLiteral("if nothing is set, this SDK uses mode %1; it always follows the rules of 2026")
            .arg(toQString(line.defaultAfter));
    case SwitchUse::Read:
        break;
    }
    return QStringLiteral("if nothing is set, this SDK uses mode %1; with AWS_NEW_RETRIES_2026=true, or once "
                          "the rules of 2026 are the default, mode %2 (details: retryscope-cli affected)")
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
        result +=
            groupText(QString::fromLatin1(title).leftJustified(kColumn), content, source, kColumn, style);
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
    line("backoff", toQString(backoffLine(policy.backoff)), policy.backoff.source);
    if (policy.quota) {
        line("quota", toQString(quotaLine(*policy.quota)), policy.quota->source);
    }
    if (policy.limiter) {
        line("send rate", toQString(limiterLine(*policy.limiter)), policy.limiter->source);
    }
    for (const HintSpec& hint : policy.hints) {
        line("hint", toQString(hintLine(hint)), hint.source);
    }
    if (policy.connection) {
        line("connect",
             QStringLiteral("opens a new connection after %1").arg(kindsText(policy.connection->closeAfter)),
             policy.connection->source);
    }
    if (policy.requestBody) {
        line("body", toQString(requestBodyLine(*policy.requestBody)), policy.requestBody->source);
    }
    if (policy.clock) {
        line("clock", toQString(clockLine(*policy.clock)), policy.clock->source);
    }
    for (const AttemptHeader& header : policy.attemptHeaders) {
        line("header", toQString(header.name + ": " + attemptHeaderLine(header)), header.source);
    }
    line("success", toQString(successLine(policy.success)), policy.success.source);
    for (const auto& [protocol, reading] : policy.reading) {
        line("reads", toQString(protocol + ": " + placesLine(reading)), reading.source);
    }
    for (const PolicyNote& note : policy.notes) {
        const char* kind = !note.conflictsAbout.empty() ? "conflict"
                           : !note.assumedAbout.empty() ? "assumed"
                                                        : "note";
        line(kind, toQString(note.text), note.source);
    }
    result += policy.lastMatchWins ? QStringLiteral("rules (the last match wins)\n")
                                   : QStringLiteral("rules (the first match wins)\n");
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
            add(change.success ? change.success->source : std::string());
        }
    }
    sources.removeDuplicates();
    return sources;
}

} // namespace retryscope::cli
