// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/format/step_json.h"

#include "core/facts/reason_phrase.h"
#include "core/io/format/step_templates.h"
#include "core/io/http/error_body.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>
#include <QStringList>

#include <algorithm>

namespace retryscope::io {
namespace {

constexpr double kMaxDelayMs = 24.0 * 3600 * 1000;
constexpr std::int64_t kMaxBytes = std::int64_t{1} << 40U;
constexpr std::int64_t kMaxRepeat = 1'000'000'000;
constexpr std::size_t kMaxBodyBytes = std::size_t{64} * 1024 * 1024;
const QStringList& stepKeys()
{
    static const QStringList keys =
        QStringLiteral("template fault status reason headers body bodyBase64 delayMs "
                       "announcedBytes close missingBytes dripMs repeat")
            .split(u' ');
    return keys;
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

bool hasControlCharacter(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20U && c != '\t') || byte == 0x7FU;
    });
}

std::string reasonOf(const JsonCursor& json, const std::string& fallback)
{
    std::string reason = textOf(json, fallback);
    if (hasControlCharacter(reason)) {
        json.complain(QStringLiteral("a text without line breaks and control characters"));
    }
    return reason;
}

Header headerOf(const QString& name, const JsonCursor& value)
{
    Header header{.name = name.toStdString(), .value = textOf(value)};
    if (!isToken(header.name)) {
        value.reject(
            QStringLiteral("\"%1\" is no header name; allowed are letters, digits and !#$%&'*+-.^_`|~")
                .arg(name));
    }
    if (!value.isPresent()) {
        value.complain(QStringLiteral("a string"));
    }
    if (hasControlCharacter(header.value)) {
        value.complain(QStringLiteral("a header value without line breaks and control characters"));
    }
    return header;
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

/// A file can add to a template and change it, but not take a fault or an announced length away.
bool isExpressibleOver(const EndpointStep& step, const EndpointStep& base)
{
    const bool dropsFault = step.fault == Misbehaviour::None && base.fault != Misbehaviour::None;
    const bool dropsLength = !step.announcedBytes && base.announcedBytes;
    return !base.templateName.empty() && !dropsFault && !dropsLength;
}

void writeResponse(const EndpointStep& step, const EndpointStep& base, QJsonObject& json)
{
    const bool isPlainResponse = step.fault == Misbehaviour::None && base.templateName.empty();
    const bool hasOwnStatus = step.status != base.status || isPlainResponse;
    if (hasOwnStatus) {
        json.insert(u"status", step.status);
    }
    const bool hasBaseReason = !hasOwnStatus && !base.templateName.empty();
    if (step.reason != (hasBaseReason ? base.reason : reasonPhraseOf(step.status))) {
        json.insert(u"reason", toQString(step.reason));
    }
    if (step.headers != base.headers) {
        json.insert(u"headers", headersToJson(step.headers));
    }
    if (step.body != base.body) {
        writeBody(step.body, json);
    }
}

} // namespace

std::string textOf(const JsonCursor& json, const std::string& fallback)
{
    return json.isPresent() ? json.string().toStdString() : fallback;
}

bool isToken(std::string_view text)
{
    constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::ranges::all_of(text, [kOthers](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               kOthers.find(c) != std::string_view::npos;
    });
}

void rejectUnknownKeys(const JsonCursor& json, const QStringList& allowed)
{
    for (const QString& key : json.keys()) {
        if (!allowed.contains(key)) {
            json.at(key).reject(
                QStringLiteral("unknown key; allowed are %1").arg(allowed.join(QStringLiteral(", "))));
        }
    }
}

Headers headersOf(const JsonCursor& json, const Headers& fallback)
{
    const JsonCursor list = json.at(QStringLiteral("headers"));
    if (!list.isPresent()) {
        return fallback;
    }
    Headers headers;
    if (list.is(JsonTree::Type::Object)) {
        for (const QString& name : list.keys()) {
            headers.entries.push_back(headerOf(name, list.at(name)));
        }
        return headers;
    }
    if (!list.is(JsonTree::Type::Array)) {
        list.complain(QStringLiteral("an object or a list of [name, value] pairs"));
    }
    for (const JsonCursor& pair : list.items()) {
        const std::vector<JsonCursor> both = pair.items();
        if (both.size() == 2) {
            headers.entries.push_back(headerOf(both[0].string(), both[1]));
        } else {
            pair.complain(QStringLiteral("a [name, value] pair"));
        }
    }
    return headers;
}

QJsonValue headersToJson(const Headers& headers)
{
    QJsonObject object;
    QJsonArray pairs;
    QStringList names;
    for (const Header& header : headers.entries) {
        names << toQString(header.name);
        object.insert(names.last(), toQString(header.value));
        pairs.append(QJsonArray{names.last(), toQString(header.value)});
    }
    // An object holds each name once, and sorted.
    return object.keys() == names ? QJsonValue(object) : QJsonValue(pairs);
}

std::string bodyOf(const JsonCursor& json, const std::string& fallback)
{
    const JsonCursor text = json.at(QStringLiteral("body"));
    const JsonCursor encoded = json.at(QStringLiteral("bodyBase64"));
    std::string body = textOf(text, fallback);
    if (encoded.isPresent()) {
        if (text.isPresent()) {
            encoded.reject(QStringLiteral("there is a \"body\" too; only one of them is allowed"));
        }
        const auto decoded = QByteArray::fromBase64Encoding(encoded.string().toUtf8(),
                                                            QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded) {
            encoded.complain(QStringLiteral("bytes as Base64 (RFC 4648, with padding)"));
        }
        body = decoded.decoded.toStdString();
    }
    if (body.size() > kMaxBodyBytes) {
        (encoded.isPresent() ? encoded : text).reject(QStringLiteral("the body is larger than 64 MiB"));
    }
    return body;
}

void writeBody(const std::string& body, QJsonObject& json)
{
    const QString text = toQString(body);
    if (text.toStdString() == body) {
        json.insert(u"body", text);
    } else {
        json.insert(u"bodyBase64", QString::fromLatin1(QByteArray::fromStdString(body).toBase64()));
    }
}

EndpointStep stepFromJson(const JsonCursor& json)
{
    const auto member = [&json](const char16_t* key) {
        return json.at(QString::fromUtf16(key));
    };
    EndpointStep step = templateOf(member(u"template"));
    step.fault = faultOf(member(u"fault"), step.fault);
    const bool hasOwnStatus = member(u"status").isPresent() || step.templateName.empty();
    step.status = static_cast<int>(member(u"status").integer(200, 999, step.status));
    step.reason =
        reasonOf(member(u"reason"), hasOwnStatus ? std::string(reasonPhraseOf(step.status)) : step.reason);
    step.headers = headersOf(json, step.headers);
    step.body = bodyOf(json, step.body);
    step.delay = durationOf(member(u"delayMs"), step.delay);
    if (member(u"announcedBytes").isPresent()) {
        step.announcedBytes = member(u"announcedBytes").integer(0, kMaxBytes);
    }
    step.close = member(u"close").boolean(step.close);
    step.missingBytes = member(u"missingBytes").integer(1, kMaxBytes, step.missingBytes);
    step.drip = durationOf(member(u"dripMs"), step.drip);
    step.repeat = static_cast<int>(member(u"repeat").integer(1, kMaxRepeat, step.repeat));
    rejectUnknownKeys(json, stepKeys());
    if (member(u"status").is(
            JsonTree::Type::Null)) { // left out it is 200, but null was meant to say something
        member(u"status").complain(QStringLiteral("a whole number from 200 to 999"));
    }
    step.parsed =
        parseBody(step.headers, QByteArrayView(step.body.data(), static_cast<qsizetype>(step.body.size())));
    return step;
}

QJsonObject stepToJson(const EndpointStep& step)
{
    const EndpointStep made = stepFromTemplate(toQString(step.templateName)).value_or(EndpointStep{});
    const EndpointStep base = isExpressibleOver(step, made) ? made : EndpointStep{};
    QJsonObject json;
    if (!base.templateName.empty()) {
        json.insert(u"template", toQString(base.templateName));
    }
    if (step.fault != base.fault) {
        json.insert(u"fault", toQString(toString(step.fault)));
    }
    writeResponse(step, base, json);
    if (step.delay != base.delay) {
        json.insert(u"delayMs", toMilliseconds(step.delay));
    }
    if (step.announcedBytes != base.announcedBytes) {
        json.insert(u"announcedBytes", static_cast<qint64>(*step.announcedBytes));
    }
    if (step.close != base.close) {
        json.insert(u"close", step.close);
    }
    if (step.missingBytes != base.missingBytes) {
        json.insert(u"missingBytes", static_cast<qint64>(step.missingBytes));
    }
    if (step.drip != base.drip) {
        json.insert(u"dripMs", toMilliseconds(step.drip));
    }
    if (step.repeat != base.repeat) {
        json.insert(u"repeat", step.repeat);
    }
    return json;
}

} // namespace retryscope::io
