// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/envoy_retries.h"

#include "core/facts/header_syntax.h"
#include "core/io/json/json_units.h"
#include "core/io/redact/secret_names.h"
#include "core/io/text/utf8.h"

#include <algorithm>

namespace retryscope::io {

namespace {

const QString& protobufExample()
{
    static const QString text = QStringLiteral("decimal seconds with an s, such as 0.025s");
    return text;
}

struct Matcher
{
    QString member;                ///< of a header value: `textIn`, `prefixIn`
    const Setting* text = nullptr; ///< nullptr: another way to match
};

/// `exact_match: text`, `prefix_match: text`, or one of them within `string_match` that minds the
/// case.
Matcher matcherOf(const Setting& matcher)
{
    if (matcher.members.size() != 2) {
        return {};
    }
    const Setting* match = matcher.find({"string_match"});
    const bool isNested = match != nullptr && match->members.size() == 1;
    if (const Setting* exact = isNested ? match->find({"exact"}) : matcher.find({"exact_match"})) {
        return {QStringLiteral("textIn"), exact};
    }
    return {QStringLiteral("prefixIn"), isNested ? match->find({"prefix"}) : matcher.find({"prefix_match"})};
}

/// The name of a header; nullptr: there is none.
const Setting* nameIn(const Setting& matcher)
{
    const Setting* name = matcher.find({"name"});
    return name != nullptr && isToken(fromQString(name->text)) ? name : nullptr;
}

} // namespace

bool EnvoyRetries::isDecided(const QString& setting, const Setting::Member& member)
{
    if (const auto found = m_lines.find(setting); found != m_lines.end()) {
        m_draft.take(&member.value);
        m_draft.unimportant(member.line, written(member),
                            QStringLiteral("line %1 decides for this part").arg(found.value()));
        return true;
    }
    m_lines[setting] = member.line;
    return false;
}

void EnvoyRetries::read(const Setting& retryPolicy)
{
    for (const Setting::Member& member : retryPolicy.members) {
        const QString name = plainName(member.name);
        if (name == u"retryon") {
            readConditions(member, member.value.text);
        } else if (name == u"numretries") {
            readRetries(member);
        } else if (name == u"retriablestatuscodes") {
            readStatuses(member);
        } else if (name == u"retrybackoff") {
            readBackoff(member.value);
        } else if (name == u"ratelimitedretrybackoff") {
            readRateLimited(member.value);
        } else if (name == u"retriableheaders") {
            readHeaders(member);
        }
    }
}

void EnvoyRetries::readConditions(const Setting::Member& member, const QString& words)
{
    if (isDecided(QStringLiteral("retry_on"), member)) {
        return;
    }
    m_draft.take(&member.value);
    m_conditions.line = member.line;
    m_conditions.setting = member.name.left(40);
    for (const QString& text : words.left(2000).split(u',', Qt::SkipEmptyParts)) {
        m_conditions.words += text.trimmed();
    }
    if (m_conditions.words.isEmpty()) {
        m_draft.understood(
            member, QStringLiteral("names no condition: Envoy retries only if a request asks for it with "
                                   "x-envoy-retry-on"));
    }
}

void EnvoyRetries::readRetries(const Setting::Member& member)
{
    if (isDecided(QStringLiteral("num_retries"), member)) {
        return;
    }
    const std::optional<int> retries = member.value.wholeNumber();
    if (!retries || *retries < 0) {
        m_draft.refused(
            member,
            member.value.find({"value"}) != nullptr
                ? QStringLiteral("not a plain number: YAML and JSON write a UInt32Value as the number itself")
                : QStringLiteral("not a number of retries"),
            retriesText(m_retries));
        return;
    }
    m_retries = std::min(*retries, 1'000'000);
    m_draft.understood(member, m_retries == 0 ? QStringLiteral("retries nothing") : retriesText(m_retries));
}

void EnvoyRetries::readStatuses(const Setting::Member& member)
{
    m_draft.take(&member.value);
    for (const Setting& item : member.value.items) {
        const std::optional<int> status = item.wholeNumber();
        if (status && *status >= 100 && *status <= 999 && m_conditions.statuses.size() < 900) {
            m_conditions.statuses += *status;
        } else {
            m_draft.refused(item.line, member.name.left(40) + QStringLiteral(": ") + item.shown(),
                            QStringLiteral("not a status (100 to 999)"));
        }
    }
    m_conditions.statusesLine = member.line;
    m_conditions.statusesText = written(member);
}

void EnvoyRetries::readBase(const Setting::Member& member, std::optional<Duration> parsed,
                            const QString& example)
{
    if (isDecided(QStringLiteral("base_interval"), member)) {
        return;
    }
    if (!parsed || *parsed <= Duration::zero()) {
        m_draft.refused(member, QStringLiteral("not %1").arg(example), shownDuration(m_base));
        return;
    }
    m_base = *parsed;
    m_draft.understood(
        member,
        QStringLiteral("random delay from 0 to %1, doubled for each retry").arg(shownDuration(m_base)));
}

void EnvoyRetries::readCap(const Setting::Member& member, std::optional<Duration> parsed,
                           const QString& example)
{
    if (isDecided(QStringLiteral("max_interval"), member)) {
        return;
    }
    if (!parsed || *parsed <= Duration::zero()) {
        m_draft.refused(member, QStringLiteral("not %1").arg(example), QStringLiteral("ten times the base"));
        return;
    }
    m_cap = parsed;
    m_draft.understood(member, QStringLiteral("delays of at most %1").arg(shownDuration(*parsed)));
}

void EnvoyRetries::readBackoff(const Setting& group)
{
    const Setting::Member* cap = nullptr;
    for (const Setting::Member& one : group.members) {
        const QString name = plainName(one.name);
        const std::optional<Duration> parsed = protobufDurationFrom(one.value.text);
        if (name == u"baseinterval") {
            readBase(one, parsed, protobufExample());
        } else if (name == u"maxinterval") {
            readCap(one, parsed, protobufExample());
            cap = &one;
        }
    }
    if (cap != nullptr && m_cap && *m_cap < m_base) {
        m_draft.refused(group.line, QStringLiteral("retry_back_off: ") + group.shown(),
                        QStringLiteral("max_interval is below base_interval"));
    }
}

void EnvoyRetries::readHeaders(const Setting::Member& member)
{
    if (!member.value.items.empty()) {
        m_draft.take(&member.value);
    }
    for (const Setting& matcher : member.value.items) {
        const Setting* name = nameIn(matcher);
        const Setting* present = matcher.find({"present_match"});
        const bool isThere = matcher.members.size() == 1 ||
                             (present != nullptr && present->yes() == true && matcher.members.size() == 2);
        const auto [how, text] = matcherOf(matcher);
        if (name != nullptr && text != nullptr && isSecretHeader(fromQString(name->text))) {
            m_draft.notUnderstood(matcher.line, QStringLiteral("retriable_headers: ") + name->text,
                                  QStringLiteral("the value of this header is a secret"),
                                  QStringLiteral("Retries because of this header are missing."));
        } else if (name != nullptr && text != nullptr && m_conditions.headerValues.size() < 100) {
            m_conditions.headerValues.append(QJsonObject{{QStringLiteral("header"), name->text.left(200)},
                                                         {how, textList({text->text.left(200)})}});
            m_draft.understood(matcher.line, QStringLiteral("retriable_headers: ") + name->text,
                               (how == u"textIn" ? QStringLiteral("retries if the header is \"%1\"")
                                                 : QStringLiteral("retries if the header begins with \"%1\""))
                                   .arg(text->shown()));
        } else if (name != nullptr && isThere && m_conditions.headers.size() < 100) {
            m_conditions.headers += name->text.left(200);
            m_draft.understood(matcher.line, QStringLiteral("retriable_headers: ") + name->text,
                               QStringLiteral("retries if the header is present"));
        } else {
            m_draft.notUnderstood(
                matcher.line,
                QStringLiteral("retriable_headers: ") + (name != nullptr ? name->text : matcher.shown()),
                QStringLiteral("Retryscope cannot import this way to match a header's value"),
                QStringLiteral("Envoy retries according to this header's value; this policy does not."));
        }
    }
}

/// A header replaces the backoff, and up to half of what it says comes on top; one that is too long counts as
/// if it were not there. Source: Envoy, JitteredLowerBoundBackOffStrategy, RateLimitedRetryBackOff.
void EnvoyRetries::readRateLimited(const Setting& group)
{
    const Setting* longest = group.find({"max_interval"});
    const std::optional<Duration> most =
        longest != nullptr ? protobufDurationFrom(longest->text) : std::chrono::seconds{300};
    const Setting* headers = group.find({"reset_headers"});
    QJsonArray hints;
    if (headers != nullptr && !headers->items.empty()) {
        m_draft.take(headers);
    }
    for (const Setting& header : headers != nullptr ? headers->items : std::vector<Setting>{}) {
        const Setting* name = header.find({"name"});
        const Setting* format = header.find({"format"});
        const bool isMoment =
            format != nullptr && (format->text == u"UNIX_TIMESTAMP" || format->text == u"1");
        const bool isHeader = name != nullptr && isToken(fromQString(name->text));
        if (!isHeader || !most || hints.size() >= 20) {
            m_draft.refused(header.line, QStringLiteral("reset_headers: ") + header.shown(),
                            QStringLiteral("reset_headers needs a header name, and max_interval "
                                           "needs decimal seconds with an s"));
            continue;
        }
        hints.append(QJsonObject{
            {QStringLiteral("header"), name->text.left(200).toLower()},
            {QStringLiteral("unit"), isMoment ? QStringLiteral("epochSeconds") : QStringLiteral("seconds")},
            {QStringLiteral("bounds"), QStringLiteral("replace")},
            {QStringLiteral("ignoreAbove"), durationToText(*most)},
            {QStringLiteral("spread"), 0.5},
            {QStringLiteral("source"), m_draft.source()}});
        m_draft.understood(
            header.line, QStringLiteral("reset_headers: ") + name->text,
            isMoment ? QStringLiteral("uses the header as the time of the retry, in seconds since 1970")
                     : QStringLiteral("uses the header's seconds as the delay"));
    }
    m_draft.take(longest);
    if (!most) {
        m_draft.refused(longest->line,
                        QStringLiteral("rate_limited_retry_back_off.max_interval: ") + longest->shown(),
                        QStringLiteral("not %1").arg(protobufExample()));
    } else {
        m_draft.understood(
            longest != nullptr ? longest->line : 0,
            QStringLiteral("rate_limited_retry_back_off.max_interval"),
            QStringLiteral("ignores a header that asks for more than %1").arg(shownDuration(*most)));
    }
    m_draft.set(QStringLiteral("hints"), hints);
}

void EnvoyRetries::finish(bool withRules)
{
    m_draft.setAttempts(m_retries, false);
    m_draft.setBackoff(m_base, 2, m_cap.value_or(m_base * 10));
    m_draft.setBackoff(QStringLiteral("jitter"), QStringLiteral("full"));
    if (withRules) {
        addEnvoyRules(m_draft, m_conditions);
    } else if (!m_conditions.statusesText.isEmpty()) {
        m_draft.understood(m_conditions.statusesLine, m_conditions.statusesText,
                           QStringLiteral("without effect: retry_on lacks retriable-status-codes"));
    }
}

} // namespace retryscope::io
