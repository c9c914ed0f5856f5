// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/policy_difference.h"

#include "core/io/documents/policy_json.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>

namespace retryscope::ui {

namespace {

/// Bare JSON text of any value.
QString jsonText(const QJsonValue& value)
{
    if (value.isUndefined()) {
        return QStringLiteral("null");
    }
    const QByteArray list = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(list.mid(1, list.size() - 2));
}

class Comparison
{
public:
    explicit Comparison(const QString& origin) : m_origin(origin) {}

    void compare(const QString& path, const QJsonValue& before, const QJsonValue& after)
    {
        if (before == after) {
            return;
        }
        if (before.isObject() && after.isObject()) {
            compareObjects(path, before.toObject(), after.toObject());
            return;
        }
        m_notes.push_back({.path = fromQString(path),
                           .value = fromQString(jsonText(after)),
                           .origin = fromQString(m_origin)});
    }

    [[nodiscard]] std::vector<PolicyOverrideNote> notes() && { return std::move(m_notes); }

private:
    void compareObjects(const QString& path, const QJsonObject& before, const QJsonObject& after)
    {
        const auto inside = [&path](const QString& key) {
            return path.isEmpty() ? key : path + QLatin1Char('.') + key;
        };
        for (auto member = after.begin(); member != after.end(); ++member) {
            compare(inside(member.key()), before.value(member.key()), member.value());
        }
        for (auto member = before.begin(); member != before.end(); ++member) {
            if (!after.contains(member.key())) {
                compare(inside(member.key()), member.value(), QJsonValue(QJsonValue::Undefined));
            }
        }
    }

    QString m_origin;
    std::vector<PolicyOverrideNote> m_notes;
};

} // namespace

std::vector<PolicyOverrideNote> differencesOf(const Policy& preset, const Policy& edited,
                                              const QString& origin)
{
    if (preset == edited) {
        return {};
    }
    Comparison comparison(origin);
    comparison.compare({}, io::policyToJson(preset), io::policyToJson(edited));
    return std::move(comparison).notes();
}

} // namespace retryscope::ui
