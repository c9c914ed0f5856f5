// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/body_fields.h"
#include "core/io/http/error_body.h"
#include "core/io/http/place_scanner.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <string_view>

namespace retryscope::io {
namespace {

constexpr QStringView kRequestItems = u"RequestItems";
/// The members that make a document an error. They are read first, so that no long list displaces them.
constexpr std::array kErrorMembers{"error", "errors"};

struct Node
{
    QJsonValue value;
    std::string path;
    int depth = 0;
};

std::string scalarText(const QJsonValue& value)
{
    if (value.isString()) {
        return value.toString().toUtf8().toStdString();
    }
    const QByteArray wrapped = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return wrapped.sliced(1, wrapped.size() - 2).toStdString();
}

bool isErrorMember(const QString& key)
{
    return std::any_of(kErrorMembers.begin(), kErrorMembers.end(),
                       [&key](const char* name) { return key == QLatin1String(name); });
}

/// Queues at most as many children as fields may still be found, so that a list of a million stays cheap.
void appendChildren(const Node& parent, std::vector<Node>& queue)
{
    const std::string prefix = parent.depth == 0 ? parent.path : parent.path + '/';
    std::size_t room = kMaxFields;
    if (parent.value.isObject()) {
        const QJsonObject object = parent.value.toObject();
        for (auto member = object.begin(); member != object.end() && room > 0; ++member, --room) {
            const bool isReadAlready = parent.depth == 0 && isErrorMember(member.key());
            if (!isReadAlready &&
                prefix.size() + static_cast<std::size_t>(member.key().size()) <= kMaxPlaceBytes) {
                queue.push_back(
                    {member.value(), prefix + member.key().toUtf8().toStdString(), parent.depth + 1});
            }
        }
    } else {
        const QJsonArray array = parent.value.toArray();
        for (qsizetype i = 0; i < array.size() && room > 0; ++i, --room) {
            queue.push_back({array.at(i), prefix + std::to_string(i), parent.depth + 1});
        }
    }
}

/// `[…]` counts its elements, `{"Keys": […]}` its keys.
qsizetype itemsOfTable(const QJsonValue& table)
{
    return table.isArray() ? table.toArray().size() : table.toObject().value(u"Keys").toArray().size();
}

int countItems(const QJsonObject& tables)
{
    qsizetype items = 0;
    for (const QJsonValue table : tables) {
        items += itemsOfTable(table);
    }
    return static_cast<int>(items);
}

std::string compact(const QJsonObject& object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

bool isFilled(const QJsonValue& value)
{
    return value.isObject() ? !value.toObject().isEmpty() : !value.toString().isEmpty();
}

std::string errorPlaceIn(const QJsonObject& document, const std::string& prefix)
{
    if (isFilled(document.value(u"error"))) {
        return prefix + "error";
    }
    const QJsonValue data = document.value(u"data");
    const bool hasList = !document.value(u"errors").toArray().isEmpty();
    return hasList && (data.isNull() || data.isUndefined()) ? prefix + "errors/0" : std::string();
}

/// Shallow leaves first. most: fields that the body may then have.
void readLevels(std::vector<Node> level, std::size_t most, ParsedBody& parsed)
{
    while (!level.empty() && parsed.fields.size() < most) {
        std::vector<Node> next;
        for (const Node& node : level) {
            if (node.value.isObject() || node.value.isArray()) {
                if (node.depth < kMaxFieldDepth && next.size() < kMaxFields) {
                    appendChildren(node, next);
                }
            } else if (!node.value.isNull() && parsed.fields.size() < most) {
                addField(parsed, node.path, scalarText(node.value));
            }
        }
        level = std::move(next);
    }
}

} // namespace

std::optional<QJsonValue> jsonOf(QByteArrayView body)
{
    const QByteArrayView trimmed = body.trimmed();
    if (trimmed.isEmpty()) {
        return std::nullopt;
    }
    QJsonParseError error{};
    if (trimmed.front() == '{' || trimmed.front() == '[') {
        const auto document =
            QJsonDocument::fromJson(QByteArray::fromRawData(trimmed.data(), trimmed.size()), &error);
        if (error.error != QJsonParseError::NoError) {
            return std::nullopt;
        }
        return document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
    }
    constexpr std::string_view kScalarBegins = "\"-.0123456789eEtfn"; // all that Qt takes for one
    if (kScalarBegins.find(trimmed.front()) == std::string_view::npos) {
        return std::nullopt; // plain text, mostly
    }
    // QJsonDocument reads no bare scalars; an array of one does.
    const auto wrapped = QJsonDocument::fromJson('[' + trimmed.toByteArray() + ']', &error);
    if (error.error != QJsonParseError::NoError || wrapped.array().size() != 1) {
        return std::nullopt;
    }
    return wrapped.array().first();
}

void readJsonFields(const QJsonValue& document, ParsedBody& parsed, const std::string& prefix)
{
    const QJsonObject object = document.toObject();
    std::vector<Node> errors;
    for (const char* const name : kErrorMembers) {
        if (const QJsonValue value = object.value(QLatin1String(name)); !value.isUndefined()) {
            errors.push_back({value, prefix + name, 1});
        }
    }
    parsed.errorPlace = errorPlaceIn(object, prefix);
    readLevels(std::move(errors), kMaxFields / 2, parsed);
    readLevels({{document, prefix, 0}}, kMaxFields, parsed);
}

std::optional<Remaining> remainingOf(const QJsonValue& document, QByteArrayView written)
{
    for (const char* const member : {"UnprocessedItems", "UnprocessedKeys"}) {
        const int left = countItems(document.toObject().value(QLatin1String(member)).toObject());
        if (left == 0) {
            continue; // tables without items are nothing to do
        }
        bool isThere = false;
        const std::vector<WrittenValue> values = valuesTowards(written, member, isThere);
        if (isThere) {
            const BodyRange range = values.back().range;
            return Remaining{.items = written.sliced(range.offset, range.length).toByteArray().toStdString(),
                             .left = left};
        }
    }
    return std::nullopt;
}

std::optional<BatchEnvelope> batchEnvelopeOf(QByteArrayView body)
{
    // Looked for first, so that a large upload is not parsed for nothing.
    if (body.indexOf("RequestItems") < 0) {
        return std::nullopt;
    }
    QJsonObject request = jsonOf(body).value_or(QJsonValue()).toObject();
    const QJsonValue items = request.take(kRequestItems);
    if (!items.isObject()) {
        return std::nullopt;
    }
    const std::string others = compact(request); // `{}` or `{"Name":…}`
    return BatchEnvelope{.before = R"({"RequestItems":)",
                         .after = request.isEmpty() ? others.substr(1) : ',' + others.substr(1),
                         .items = countItems(items.toObject())};
}

void prepareBatch(RequestSpec& spec)
{
    spec.batch = batchEnvelopeOf(QByteArrayView(spec.body.data(), static_cast<qsizetype>(spec.body.size())));
}

} // namespace retryscope::io
