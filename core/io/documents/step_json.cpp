// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/step_json.h"

#include "core/facts/header_syntax.h"
#include "core/facts/reason_phrase.h"
#include "core/io/documents/message_json.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/documents/step_templates.h"
#include "core/io/http/error_body.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QStringList>

#include <utility>

namespace retryscope::io {
namespace {

constexpr double kMaxDelayMs = 24.0 * 3600 * 1000;
constexpr std::int64_t kMaxBytes = std::int64_t{1} << 40U;
constexpr std::int64_t kMaxRepeat = 1'000'000'000;

/// Every member of a step but its template, once, for reading and writing alike.
template <typename Fields>
void describeStep(Fields& fields)
{
    fields.fault("fault", &EndpointStep::fault);
    fields.response();
    fields.milliseconds("delayMs", &EndpointStep::delay);
    fields.number("announcedBytes", &EndpointStep::announcedBytes, 0, kMaxBytes);
    fields.flag("close", &EndpointStep::close);
    fields.number("missingBytes", &EndpointStep::missingBytes, 1, kMaxBytes);
    fields.milliseconds("dripMs", &EndpointStep::drip);
    fields.number("repeat", &EndpointStep::repeat, 1, kMaxRepeat);
    fields.throttle("throttle");
    fields.interim("interim");
    fields.trailers("trailers");
    fields.flag("beforeBody", &EndpointStep::beforeBody);
    fields.flag("pass", &EndpointStep::pass);
    fields.condition("when");
    fields.behaviour();
}

QString misbehaviourNames()
{
    QStringList names;
    for (const auto& [fault, word] : EnumWords<Misbehaviour>::kWords) {
        if (fault != Misbehaviour::None) {
            names << QLatin1String(word);
        }
    }
    return names.join(QStringLiteral(", "));
}

QString templateNames()
{
    QStringList names;
    for (const StepTemplate& known : stepTemplates()) {
        names << known.name;
    }
    return names.join(QStringLiteral(", "));
}

EndpointStep templateOf(const JsonCursor& json)
{
    if (!json.isPresent()) {
        return {};
    }
    const std::optional<EndpointStep> step = stepFromTemplate(json.string());
    if (!step) {
        json.complain(QStringLiteral("one of the templates %1").arg(templateNames()));
    }
    return step.value_or(EndpointStep{});
}

Misbehaviour faultOf(const JsonCursor& json, Misbehaviour fallback)
{
    if (!json.isPresent()) {
        return fallback;
    }
    const std::optional<Misbehaviour> fault = misbehaviourFrom(json.string().toStdString());
    if (!fault || *fault == Misbehaviour::None) {
        json.complain(QStringLiteral("one of the faults %1").arg(misbehaviourNames()));
    }
    return fault.value_or(Misbehaviour::None);
}

std::string reasonOf(const JsonCursor& json, const std::string& fallback)
{
    std::string reason = textOf(json, fallback, kLongestInHead);
    if (hasControlCharacter(reason)) {
        json.complain(QStringLiteral("text without line breaks and control characters"));
    }
    return reason;
}

Duration durationOf(const JsonCursor& json, Duration fallback)
{
    const double milliseconds = json.number(toMilliseconds(fallback));
    if (milliseconds < 0 || milliseconds > kMaxDelayMs) {
        json.complain(QStringLiteral("milliseconds from 0 to %1").arg(kMaxDelayMs, 0, 'f', 0));
        return fallback;
    }
    return fromMilliseconds(milliseconds);
}

/// A response, or a connection that breaks: what a server can do with a request that it got.
bool canAnswer(Misbehaviour fault)
{
    return fault != Misbehaviour::Refuse && fault != Misbehaviour::TlsFail && fault != Misbehaviour::NoHost &&
           fault != Misbehaviour::NoConnect;
}

/// `{ "ratePerSecond": 20, "burst": 5, "template": "s3-slow-down" }`
void readThrottle(const JsonCursor& json, EndpointStep& step)
{
    constexpr double kMostPerSecond = 1e6;
    constexpr double kLeastPerSecond = 1e-3;
    ThrottleSpec limit;
    const JsonCursor rate = json.required("ratePerSecond");
    limit.ratePerSecond = rate.number(limit.ratePerSecond);
    if (!(limit.ratePerSecond >= kLeastPerSecond && limit.ratePerSecond <= kMostPerSecond)) {
        rate.complain(QStringLiteral("requests per second from 0.001 to 1000000"));
    }
    const JsonCursor burst = json.at("burst");
    limit.burst = burst.number(limit.burst);
    if (!(limit.burst >= 1 && limit.burst <= kMostPerSecond)) {
        burst.complain(QStringLiteral("requests from 1 to 1000000"));
    }
    const JsonCursor name = json.required("template");
    const EndpointStep throttled = templateOf(name);
    if (!canAnswer(throttled.fault)) {
        name.complain(QStringLiteral("a template that responds to a request"));
    }
    limit.templateName = throttled.templateName;
    rejectUnknownKeys(json,
                      {QStringLiteral("ratePerSecond"), QStringLiteral("burst"), QStringLiteral("template")});
    step.throttle = limit;
    step.throttled = {throttled};
}

/// `[ { "status": 103, "headers": { "Link": "…" } } ]`
std::vector<InterimResponse> interimOf(const JsonCursor& json)
{
    constexpr std::size_t kMost = 16;
    constexpr int kSwitchingProtocols = 101;
    std::vector<InterimResponse> responses;
    for (const JsonCursor& item : json.items()) {
        const JsonCursor status = item.required("status");
        responses.push_back(
            {.status = static_cast<int>(status.integer(100, 199, 103)), .headers = headersOf(item)});
        if (responses.back().status == kSwitchingProtocols) {
            status.complain(QStringLiteral("a status from 100 to 199 other than 101"));
        }
        rejectUnknownKeys(item, {QStringLiteral("status"), QStringLiteral("headers")});
    }
    if (responses.size() > kMost) {
        json.complain(QStringLiteral("at most %1 interim responses").arg(kMost));
    }
    return responses;
}

QJsonArray interimToJson(const std::vector<InterimResponse>& responses)
{
    QJsonArray list;
    for (const InterimResponse& response : responses) {
        QJsonObject item{{QStringLiteral("status"), response.status}};
        if (!response.headers.entries.empty()) {
            item.insert(QStringLiteral("headers"), headersToJson(response.headers));
        }
        list.append(item);
    }
    return list;
}

/// `{ "method": "PUT", "path": "/bucket/*" }`
StepCondition conditionOf(const JsonCursor& json)
{
    StepCondition when{.method = textOf(json.at("method")),
                       .path = textOf(json.at("path"), {}, kLongestInHead)};
    if (!when.method.empty() && !isToken(when.method)) {
        json.at("method").complain(QStringLiteral("a method, such as PUT"));
    }
    if (!when.path.empty() && when.path.front() != '/' && when.path.front() != '*') {
        json.at("path").complain(QStringLiteral("a path beginning with /, where * matches any text"));
    }
    if (when == StepCondition{}) {
        json.complain(QStringLiteral("an object with method, path or both"));
    }
    rejectUnknownKeys(json, {QStringLiteral("method"), QStringLiteral("path")});
    return when;
}

QJsonObject conditionToJson(const StepCondition& when)
{
    QJsonObject json;
    if (!when.method.empty()) {
        json.insert(QStringLiteral("method"), toQString(when.method));
    }
    if (!when.path.empty()) {
        json.insert(QStringLiteral("path"), toQString(when.path));
    }
    return json;
}

/// Of a row: it goes into an address as it stands.
std::string rowIdOf(const JsonCursor& json)
{
    static const QRegularExpression allowed(QStringLiteral("\\A[A-Za-z0-9][A-Za-z0-9._-]{0,79}\\z"));
    if (json.isPresent() && !allowed.match(json.string()).hasMatch()) {
        json.complain(QStringLiteral("at most 80 letters, digits, '.', '_' and '-'"));
    }
    return textOf(json);
}

/// A body of many equal parts, so that a file need not hold them all; written in full.
std::string repeatedBody(const JsonCursor& json, std::string body)
{
    constexpr qint64 kMostBytes = qint64{16} * 1024 * 1024;
    const qint64 times = json.integer(1, kMostBytes, 1);
    if (times * static_cast<qint64>(body.size()) > kMostBytes) {
        json.reject(QStringLiteral("the repeated body is larger than 16 MiB"));
        return body;
    }
    const qint64 added = (times - 1) * static_cast<qint64>(body.size());
    if (!json.make(added)) {
        return body;
    }
    std::string result;
    result.reserve(body.size() * static_cast<std::size_t>(times));
    for (qint64 i = 0; i < times; ++i) {
        result += body;
    }
    return result;
}

/// A file can add to a template and change it, but not take a fault or an announced length away.
bool isExpressibleOver(const EndpointStep& step, const EndpointStep& base)
{
    const bool dropsFault = step.fault == Misbehaviour::None && base.fault != Misbehaviour::None;
    const bool dropsLength = !step.announcedBytes && base.announcedBytes;
    return !base.templateName.empty() && !dropsFault && !dropsLength;
}

/// Members of an object -> what they change in a template's step, or in one that answers 200.
class StepReader
{
public:
    explicit StepReader(const JsonCursor& json) : m_json(json), m_step(templateOf(claim("template"))) {}

    void fault(const char* key, Misbehaviour EndpointStep::*member)
    {
        m_step.*member = faultOf(claim(key), m_step.*member);
    }

    /// Status, reason, headers and body: another status has a reason of its own.
    void response()
    {
        const JsonCursor status = claim("status");
        const bool hasOwnStatus = status.isPresent() || m_step.templateName.empty();
        m_step.status = static_cast<int>(status.integer(200, 999, m_step.status));
        m_step.reason = reasonOf(claim("reason"),
                                 hasOwnStatus ? std::string(reasonPhraseOf(m_step.status)) : m_step.reason);
        claim("headers");
        m_step.headers = headersOf(m_json, m_step.headers);
        if (const JsonCursor bytes = claim("fillerHeaderBytes"); bytes.isPresent()) {
            constexpr qint64 kMostFiller = qint64{1024} * 1024;
            const qint64 filler = bytes.integer(1, kMostFiller, 1);
            if (bytes.make(filler)) {
                m_step.headers.add("X-Filler", std::string(static_cast<std::size_t>(filler), 'a'));
            }
        }
        claim("body");
        claim("bodyBase64");
        m_step.body = repeatedBody(claim("bodyRepeat"), bodyOf(m_json, m_step.body));
    }

    void milliseconds(const char* key, Duration EndpointStep::*member)
    {
        m_step.*member = durationOf(claim(key), m_step.*member);
    }

    template <typename T>
    void number(const char* key, T EndpointStep::*member, std::int64_t lowest, std::int64_t highest)
    {
        m_step.*member = static_cast<T>(claim(key).integer(lowest, highest, m_step.*member));
    }
    void number(const char* key, std::optional<std::int64_t> EndpointStep::*member, std::int64_t lowest,
                std::int64_t highest)
    {
        if (const JsonCursor json = claim(key); json.isPresent()) {
            m_step.*member = json.integer(lowest, highest);
        }
    }

    void flag(const char* key, bool EndpointStep::*member)
    {
        m_step.*member = claim(key).boolean(m_step.*member);
    }

    void throttle(const char* key)
    {
        if (const JsonCursor json = claim(key); json.isPresent()) {
            readThrottle(json, m_step);
        }
    }

    void interim(const char* key)
    {
        if (const JsonCursor json = claim(key); json.isPresent()) {
            m_step.interim = interimOf(json);
        }
    }

    /// Only a chunked response has room for them (RFC 9112, section 7.1.2).
    void trailers(const char* key)
    {
        const JsonCursor json = claim(key);
        if (!json.isPresent()) {
            return;
        }
        m_step.trailers = headersAt(json);
        const std::string* coding = m_step.headers.find("transfer-encoding");
        if (coding == nullptr || !equalsIgnoringCase(*coding, "chunked")) {
            json.reject(QStringLiteral("trailers need the header Transfer-Encoding: chunked"));
        }
    }

    void condition(const char* key)
    {
        if (const JsonCursor json = claim(key); json.isPresent()) {
            m_step.when = conditionOf(json);
        }
    }

    /// What makes a step a row of a probe.
    void behaviour()
    {
        m_step.id = rowIdOf(claim("id"));
        m_step.title = reasonOf(claim("title"), m_step.title);
        if (const JsonCursor json = claim("request"); json.isPresent()) {
            m_step.request = stepRequestFromJson(json);
        }
    }

    EndpointStep finish()
    {
        rejectUnknownKeys(m_json, m_known);
        if (const JsonCursor status = m_json.at("status"); status.is(JsonTree::Type::Null)) {
            // Left out it is 200, but null was meant to say something.
            status.complain(QStringLiteral("a whole number from 200 to 999"));
        }
        m_step.parsed = parseBody(
            m_step.headers, QByteArrayView(m_step.body.data(), static_cast<qsizetype>(m_step.body.size())));
        return std::move(m_step);
    }

private:
    /// The member, which is known from now on.
    JsonCursor claim(const char* key)
    {
        m_known.append(QLatin1String(key));
        return m_json.at(key);
    }

    const JsonCursor& m_json;
    QStringList m_known;
    EndpointStep m_step;
};

/// What a step changes in another one -> members of an object.
class StepWriter
{
public:
    StepWriter(const EndpointStep& step, const EndpointStep& base) : m_step(step), m_base(base)
    {
        if (!base.templateName.empty()) {
            put("template", toQString(base.templateName));
        }
    }

    void fault(const char* key, Misbehaviour EndpointStep::*member)
    {
        if (differs(member)) {
            put(key, toQString(toString(m_step.*member)));
        }
    }

    void response()
    {
        const bool isPlainResponse = m_step.fault == Misbehaviour::None && m_base.templateName.empty();
        const bool hasOwnStatus = differs(&EndpointStep::status) || isPlainResponse;
        if (hasOwnStatus) {
            put("status", m_step.status);
        }
        const bool hasBaseReason = !hasOwnStatus && !m_base.templateName.empty();
        if (m_step.reason != (hasBaseReason ? m_base.reason : reasonPhraseOf(m_step.status))) {
            put("reason", toQString(m_step.reason));
        }
        if (differs(&EndpointStep::headers)) {
            put("headers", headersToJson(m_step.headers));
        }
        if (differs(&EndpointStep::body)) {
            writeBody(m_step.body, m_json);
        }
    }

    void milliseconds(const char* key, Duration EndpointStep::*member)
    {
        if (differs(member)) {
            put(key, toMilliseconds(m_step.*member));
        }
    }

    template <typename T>
    void number(const char* key, T EndpointStep::*member, std::int64_t, std::int64_t)
    {
        if (differs(member)) {
            put(key, static_cast<qint64>(m_step.*member));
        }
    }
    void number(const char* key, std::optional<std::int64_t> EndpointStep::*member, std::int64_t,
                std::int64_t)
    {
        if (differs(member)) {
            put(key, static_cast<qint64>(*(m_step.*member)));
        }
    }

    void flag(const char* key, bool EndpointStep::*member)
    {
        if (differs(member)) {
            put(key, m_step.*member);
        }
    }

    void throttle(const char* key)
    {
        if (const std::optional<ThrottleSpec>& limit = m_step.throttle) {
            put(key, QJsonObject{{QStringLiteral("ratePerSecond"), limit->ratePerSecond},
                                 {QStringLiteral("burst"), limit->burst},
                                 {QStringLiteral("template"), toQString(limit->templateName)}});
        }
    }

    void interim(const char* key)
    {
        if (differs(&EndpointStep::interim)) {
            put(key, interimToJson(m_step.interim));
        }
    }

    void trailers(const char* key)
    {
        if (differs(&EndpointStep::trailers)) {
            put(key, headersToJson(m_step.trailers));
        }
    }

    void condition(const char* key)
    {
        if (m_step.when) {
            put(key, conditionToJson(*m_step.when));
        }
    }

    void behaviour()
    {
        if (!m_step.id.empty()) {
            put("id", toQString(m_step.id));
        }
        if (differs(&EndpointStep::title)) {
            put("title", toQString(m_step.title));
        }
        if (m_step.request) {
            put("request", stepRequestToJson(*m_step.request));
        }
    }

    [[nodiscard]] const QJsonObject& json() const { return m_json; }

private:
    template <typename T>
    [[nodiscard]] bool differs(T EndpointStep::*member) const
    {
        return m_step.*member != m_base.*member;
    }
    void put(const char* key, const QJsonValue& value) { m_json.insert(QLatin1String(key), value); }

    const EndpointStep& m_step;
    const EndpointStep& m_base;
    QJsonObject m_json;
};

} // namespace

EndpointStep stepFromJson(const JsonCursor& json)
{
    StepReader reader(json);
    describeStep(reader);
    return reader.finish();
}

QJsonObject stepToJson(const EndpointStep& step)
{
    const EndpointStep made = stepFromTemplate(toQString(step.templateName)).value_or(EndpointStep{});
    const EndpointStep base = isExpressibleOver(step, made) ? made : EndpointStep{};
    StepWriter writer(step, base);
    describeStep(writer);
    return writer.json();
}

} // namespace retryscope::io
