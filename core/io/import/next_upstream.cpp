// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/next_upstream.h"

#include <chrono>
#include <optional>

namespace retryscope::io {

namespace {

/// What nginx reads in one go with the head: client_header_buffer_size.
constexpr int kBytesWithHead = 1024;

bool isKnownStatus(const QString& word)
{
    static const QList<int> known{403, 404, 429, 500, 502, 503, 504};
    return word.startsWith(QStringLiteral("http_")) && known.contains(word.mid(5).toInt());
}

/// One that is taken beside others.
bool isRetryWord(const QString& word)
{
    return isKnownStatus(word) || word == u"error" || word == u"timeout" || word == u"non_idempotent" ||
           word == u"invalid_header";
}

} // namespace

void NextUpstream::readWords(const Directive* next, const QString& name)
{
    const QStringList words = next != nullptr
                                  ? next->words.mid(1)
                                  : QStringList{QStringLiteral("error"), QStringLiteral("timeout")};
    if (next == nullptr) {
        m_draft.understood(0, name, QStringLiteral("not given: error timeout"));
    }
    if (words.isEmpty()) {
        m_draft.refused(*next, QStringLiteral("without a word"));
    }
    m_draft.take(next);
    m_isOff = words.contains(QStringLiteral("off"), Qt::CaseInsensitive);
    for (const QString& word : words) {
        readWord(word.toLower(), next != nullptr ? next->line : 0, name);
    }
}

void NextUpstream::readWord(const QString& word, int line, const QString& directive)
{
    const QString setting = directive + QLatin1Char(' ') + word;
    if (word == u"off") {
        m_draft.understood(line, setting, QStringLiteral("retries nothing, whatever the other words"));
    } else if (m_isOff && isRetryWord(word)) {
        m_draft.understood(line, setting, QStringLiteral("without effect together with off"));
    } else if (word == u"non_idempotent") {
        m_takesAll = true;
        m_draft.understood(line, setting, QStringLiteral("also retries POST, LOCK and PATCH"));
    } else if (word == u"error") {
        m_onError = true;
        m_draft.understood(
            line, setting,
            QStringLiteral(
                "moves to the next server if connecting, sending or reading the response headers fails"));
    } else if (word == u"timeout") {
        m_onTimeout = true;
        m_draft.understood(line, setting, QStringLiteral("moves to the next server after a timeout"));
    } else if (word.startsWith(QStringLiteral("http_"))) {
        readStatus(word, line, setting);
    } else if (word == u"invalid_header") {
        m_draft.notUnderstood(
            line, setting,
            QStringLiteral("no recording shows malformed headers after a valid status line; nginx passes "
                           "on a text that is not HTTP"),
            QStringLiteral("nginx moves to the next server after an empty or invalid response."));
    } else if (word == u"updating") {
        m_draft.refused(line, setting,
                        QStringLiteral("a word of proxy_cache_use_stale, not of next_upstream"));
    } else {
        m_draft.refused(line, setting, QStringLiteral("not a word of next_upstream"));
    }
}

void NextUpstream::readStatus(const QString& word, int line, const QString& setting)
{
    const int status = word.mid(5).toInt();
    if (!isKnownStatus(word)) {
        m_draft.refused(line, setting,
                        QStringLiteral("nginx knows only http_403, 404, 429, 500, 502, 503 and 504"));
        return;
    }
    if (!m_statuses.contains(status)) {
        m_statuses.append(status);
    }
    m_draft.understood(line, setting, QStringLiteral("moves to the next server after a %1").arg(status));
}

QJsonObject NextUpstream::sentAgain(QJsonObject when) const
{
    if (!m_takesAll) {
        when[QStringLiteral("methodIn")] =
            textList({QStringLiteral("GET"), QStringLiteral("HEAD"), QStringLiteral("PUT"),
                      QStringLiteral("DELETE"), QStringLiteral("OPTIONS"), QStringLiteral("TRACE"),
                      QStringLiteral("PROPFIND"), QStringLiteral("PROPPATCH"), QStringLiteral("MKCOL"),
                      QStringLiteral("COPY"), QStringLiteral("MOVE"), QStringLiteral("UNLOCK")});
    }
    return when;
}

void NextUpstream::addRules()
{
    const QString transient = QStringLiteral("transient");
    if (m_isOff) {
        m_draft.addRule(QStringLiteral("off"), QStringLiteral("next_upstream is off"),
                        QStringLiteral("permanent"),
                        {{QStringLiteral("statusIn"),
                          QJsonArray{QStringLiteral("3xx"), QStringLiteral("4xx"), QStringLiteral("5xx")}}});
        return;
    }
    // nginx decides by a status before the body arrives.
    if (!m_statuses.isEmpty()) {
        m_draft.addRule(QStringLiteral("statuses"), QStringLiteral("a listed status"),
                        QStringLiteral("server"), sentAgain({{QStringLiteral("statusIn"), m_statuses}}));
    }
    m_draft.addBodyBreaksOff();
    if (m_onError) {
        m_draft.addRule(QStringLiteral("no-connection"), QStringLiteral("no connection was made"), transient,
                        {{QStringLiteral("faultIn"),
                          textList({QStringLiteral("connectionRefused"), QStringLiteral("unreachable"),
                                    QStringLiteral("hostNotFound"), QStringLiteral("tlsFailed")})}});
        m_draft.addRule(QStringLiteral("error"),
                        QStringLiteral("the connection closed before the response headers"), transient,
                        sentAgain({{QStringLiteral("faultIn"),
                                    textList(faults::brokenBefore() + faults::brokenWithin())}}));
    }
    if (m_onTimeout) {
        m_draft.addRule(QStringLiteral("connect-timeout"), QStringLiteral("connecting took too long"),
                        QStringLiteral("timeout"),
                        {{QStringLiteral("faultIn"), textList({QStringLiteral("connectTimeout")})}});
        m_draft.addRule(QStringLiteral("timeout"), QStringLiteral("the response took too long"),
                        QStringLiteral("timeout"),
                        sentAgain({{QStringLiteral("faultIn"), textList({QStringLiteral("readTimeout")})}}));
    }
}

/// How long further servers are asked.
QJsonObject NextUpstream::limitFrom(const Directive* limit)
{
    const std::optional<Duration> longest =
        limit != nullptr ? durationFrom(limit->words.value(1), std::chrono::seconds{1}) : std::nullopt;
    if (limit == nullptr) {
        return {};
    }
    if (longest && *longest == Duration::zero()) {
        m_draft.understood(*limit, QStringLiteral("no limit by time"));
        return {};
    }
    if (!longest) {
        m_draft.refused(*limit, QStringLiteral("not a time such as 10s"));
        return {};
    }
    m_draft.understood(*limit,
                       QStringLiteral("moves to no further server after %1").arg(shownDuration(*longest)));
    return noLongerThan(longest);
}

/// Without buffering nginx passes the body on as it comes and keeps only what came together with the
/// head. Source: nginx, proxy_request_buffering; ngx_http_upstream.c, ngx_http_upstream_next(). Run of
/// nginx 1.22.1, November 2026: bodies of 300 and 3,000 bytes in one piece with the head go to 3 servers,
/// one of 100,000 bytes and any that comes after the head to 1.
void NextUpstream::readBuffering(const Directive* buffering)
{
    if (buffering == nullptr) {
        return;
    }
    const QString value = buffering->words.value(1).toLower();
    if (value != u"on" && value != u"off") {
        m_draft.refused(*buffering, QStringLiteral("not on or off"));
    }
    if (value != u"off") {
        m_draft.understood(*buffering, QStringLiteral("keeps the whole body, so that it can be sent again"));
        return;
    }
    m_draft.set(QStringLiteral("requestBody"), QJsonObject{{QStringLiteral("max"), kBytesWithHead},
                                                           {QStringLiteral("onlyOnceSent"), true},
                                                           {QStringLiteral("source"), m_draft.source()}});
    m_draft.understood(
        *buffering, QStringLiteral("sends a request again only if its body came together with the headers; "
                                   "the policy assumes this of at most %1 bytes")
                        .arg(kBytesWithHead));
}

} // namespace retryscope::io
