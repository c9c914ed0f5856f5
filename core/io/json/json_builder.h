// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>

#include <cstdint>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// Builds a QJsonValue by the calls that JsonWriter has, for values that are compared or changed before they
/// are written.
class JsonBuilder
{
public:
    void beginObject() { m_open.push_back({.isArray = false, .key = {}}); }
    void endObject() { close(); }
    void beginArray() { m_open.push_back({.isArray = true, .key = {}}); }
    void endArray() { close(); }
    void key(std::string_view name);

    void null() { value(QJsonValue()); }
    void boolean(bool value) { this->value(value); }
    void integer(std::int64_t value) { this->value(static_cast<qint64>(value)); }
    void number(double value) { this->value(value); }
    void text(std::string_view utf8);
    void value(const QJsonValue& value);

    /// Takes the last member back if it is an empty object.
    void dropIfBlank();
    [[nodiscard]] const QJsonValue& result() const { return m_result; }

private:
    struct Level
    {
        bool isArray = false;
        QString key; ///< of the last member
        QJsonObject object;
        QJsonArray array;
    };

    void close();

    std::vector<Level> m_open;
    QJsonValue m_result;
};

} // namespace retryscope::io
