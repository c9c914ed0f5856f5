// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/envoy_rules.h"

#include <array>

namespace retryscope::io {

namespace {

QJsonArray noResponse()
{
    return textList(faults::noConnection() + faults::brokenBefore() +
                    QStringList{QStringLiteral("readTimeout"), QStringLiteral("malformedResponse")});
}

struct GrpcWord
{
    const char* word;
    const char* code;
};
constexpr std::array<GrpcWord, 5> kGrpcWords{{{"cancelled", "1"},
                                              {"deadline-exceeded", "4"},
                                              {"internal", "13"},
                                              {"resource-exhausted", "8"},
                                              {"unavailable", "14"}}};

QString grpcCodeOf(const QString& word)
{
    for (const GrpcWord& one : kGrpcWords) {
        if (word == QLatin1String(one.word)) {
            return QLatin1String(one.code);
        }
    }
    return {};
}

class EnvoyRules
{
public:
    EnvoyRules(PolicyDraft& draft, const EnvoyConditions& conditions)
        : m_draft(draft), m_conditions(conditions)
    {
    }

    void add()
    {
        addRefused();
        QSet<QString> done;
        for (const QString& word : m_conditions.words) {
            if (!done.contains(word)) {
                done.insert(word);
                addWord(word);
            }
        }
        if (!m_grpcCodes.isEmpty()) {
            addGrpc();
        }
        addFaults();
        if (!m_conditions.statusesText.isEmpty()) {
            m_draft.understood(m_conditions.statusesLine, m_conditions.statusesText,
                               done.contains(QStringLiteral("retriable-status-codes"))
                                   ? QStringLiteral("the statuses of retriable-status-codes")
                                   : QStringLiteral("without effect: %1 lacks retriable-status-codes")
                                         .arg(m_conditions.setting));
        }
    }

private:
    [[nodiscard]] QString settingOf(const QString& word) const
    {
        return m_conditions.setting + QStringLiteral(": ") + word;
    }

    void addRefused()
    {
        QStringList headers{QStringLiteral("x-envoy-overloaded")};
        if (!m_conditions.words.contains(QStringLiteral("envoy-ratelimited"))) {
            headers += QStringLiteral("x-envoy-ratelimited");
        }
        m_draft.addRule(QStringLiteral("refused"),
                        QStringLiteral("the upstream reports overload or rate limiting"),
                        QStringLiteral("permanent"), {{QStringLiteral("headerIn"), textList(headers)}});
        m_draft.addRule(QStringLiteral("refused-in-success"),
                        QStringLiteral("a success whose upstream reports overload or rate limiting"),
                        QStringLiteral("none"), {{QStringLiteral("headerIn"), textList(headers)}},
                        {{QStringLiteral("on"), QStringLiteral("successes")}});
    }

    /// A status that is listed is retried whatever it means: even 200.
    void addStatuses(const QString& word, const QJsonArray& statuses, const QString& became)
    {
        m_draft.addRule(word, QStringLiteral("retry_on %1: status").arg(word), QStringLiteral("server"),
                        {{QStringLiteral("statusIn"), statuses}}, onAll());
        m_draft.understood(m_conditions.line, settingOf(word), became);
    }

    /// Envoy decides by the head of a response; what breaks off later was passed on.
    void addFaults()
    {
        m_draft.addBodyBreaksOff();
        for (const QString& word : m_withoutResponse) {
            m_draft.addRule(
                word + QStringLiteral("-no-response"),
                QStringLiteral("retry_on %1: no response, disconnect, reset or timeout").arg(word),
                QStringLiteral("transient"), {{QStringLiteral("faultIn"), noResponse()}});
        }
        if (m_onConnectFailure) {
            m_draft.addRule(
                QStringLiteral("connect-failure"), QStringLiteral("retry_on connect-failure: no connection"),
                QStringLiteral("transient"), {{QStringLiteral("faultIn"), textList(faults::noConnection())}});
        }
    }

    static QJsonObject onAll() { return {{QStringLiteral("on"), QStringLiteral("all")}}; }

    void addWord(const QString& word)
    {
        if (word == u"5xx") {
            addStatuses(word, {QStringLiteral("5xx")},
                        QStringLiteral("retries 500 to 599 and missing responses"));
            m_withoutResponse += word;
        } else if (word == u"gateway-error") {
            addStatuses(word, {502, 503, 504}, QStringLiteral("retries 502, 503, 504 and missing responses"));
            m_withoutResponse += word;
        } else if (word == u"retriable-4xx") {
            addStatuses(word, {409}, QStringLiteral("retries 409"));
        } else if (word == u"reset") {
            m_withoutResponse += word;
            m_draft.understood(m_conditions.line, settingOf(word),
                               QStringLiteral("retries a missing response (disconnect, reset, timeout)"));
        } else if (word == u"connect-failure") {
            m_onConnectFailure = true;
            m_draft.understood(m_conditions.line, settingOf(word),
                               QStringLiteral("retries failed connections"));
        } else if (word == u"retriable-status-codes") {
            addListed(word);
        } else if (word == u"retriable-headers") {
            addHeaders(word);
        } else if (word == u"envoy-ratelimited") {
            m_draft.addRule(word, QStringLiteral("the response carries x-envoy-ratelimited"),
                            QStringLiteral("throttling"),
                            {{QStringLiteral("headerIn"), textList({QStringLiteral("x-envoy-ratelimited")})}},
                            onAll());
            m_draft.understood(m_conditions.line, settingOf(word),
                               QStringLiteral("retries a response with x-envoy-ratelimited"));
        } else if (const QString code = grpcCodeOf(word); !code.isEmpty()) {
            m_grpcCodes += code;
            m_draft.understood(m_conditions.line, settingOf(word),
                               QStringLiteral("retries grpc-status %1 in the headers").arg(code));
        } else {
            addOther(word);
        }
    }

    void addListed(const QString& word)
    {
        QJsonArray statuses;
        QStringList texts;
        for (const int status : m_conditions.statuses) {
            statuses.append(status);
            texts += QString::number(status);
        }
        if (statuses.isEmpty()) {
            m_draft.understood(m_conditions.line, settingOf(word),
                               QStringLiteral("without effect: no status codes are listed"));
            return;
        }
        addStatuses(word, statuses, QStringLiteral("retries %1").arg(texts.join(QStringLiteral(", "))));
    }

    void addHeaders(const QString& word)
    {
        if (m_conditions.headers.isEmpty() && m_conditions.headerValues.isEmpty()) {
            m_draft.understood(
                m_conditions.line, settingOf(word),
                QStringLiteral("without effect: Retryscope understands none of the listed headers"));
            return;
        }
        const QString title = QStringLiteral("the response carries one of the retriable headers");
        if (!m_conditions.headers.isEmpty()) {
            m_draft.addRule(word, title, QStringLiteral("transient"),
                            {{QStringLiteral("headerIn"), textList(m_conditions.headers)}}, onAll());
        }
        int number = 0;
        for (const QJsonValue value : m_conditions.headerValues) {
            m_draft.addRule(QStringLiteral("%1-%2").arg(word).arg(++number), title,
                            QStringLiteral("transient"),
                            {{QStringLiteral("headerValues"), QJsonArray{value}}}, onAll());
        }
        m_draft.understood(m_conditions.line, settingOf(word),
                           QStringLiteral("retries a response with one of the listed headers"));
    }

    void addOther(const QString& word)
    {
        if (word == u"refused-stream" || word == u"http3-post-connect-failure" ||
            word == u"reset-before-request") {
            m_draft.notUnderstood(
                m_conditions.line, settingOf(word),
                word == u"reset-before-request"
                    ? QStringLiteral(
                          "recordings do not show whether a reset came before the request was sent")
                    : QStringLiteral("Retryscope records HTTP/1.1 only, not HTTP/2 and HTTP/3 streams"),
                QStringLiteral("Envoy retries such failures; this policy does not."));
        } else {
            m_draft.notUnderstood(m_conditions.line, settingOf(word),
                                  QStringLiteral("not a condition of retry_on"),
                                  QStringLiteral("Envoy ignores it too."));
        }
    }

    void addGrpc()
    {
        m_draft.addRule(QStringLiteral("grpc-status"), QStringLiteral("grpc-status is in the list"),
                        QStringLiteral("transient"), {{QStringLiteral("nameIn"), textList(m_grpcCodes)}},
                        onAll());
        m_draft.set(QStringLiteral("reading"),
                    QJsonObject{{QStringLiteral("generic"),
                                 QJsonObject{{QStringLiteral("syntax"), QStringLiteral("any")},
                                             {QStringLiteral("places"),
                                              textList({QStringLiteral("header:grpc-status")})},
                                             {QStringLiteral("strip"), QJsonArray()},
                                             {QStringLiteral("messages"), QJsonArray()},
                                             {QStringLiteral("source"), m_draft.source()}}}});
    }

    PolicyDraft& m_draft;
    const EnvoyConditions& m_conditions;
    QStringList m_grpcCodes;
    QStringList m_withoutResponse; ///< words that retry a missing response, in their order
    bool m_onConnectFailure = false;
};

} // namespace

void addEnvoyRules(PolicyDraft& draft, const EnvoyConditions& conditions)
{
    EnvoyRules(draft, conditions).add();
}

} // namespace retryscope::io
