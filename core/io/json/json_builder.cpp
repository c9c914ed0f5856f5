// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/json/json_builder.h"

#include "core/io/text/utf8.h"

#include <utility>

namespace retryscope::io {

void JsonBuilder::key(std::string_view name)
{
    m_open.back().key = toQString(name);
}

void JsonBuilder::text(std::string_view utf8)
{
    value(toQString(utf8));
}

void JsonBuilder::value(const QJsonValue& value)
{
    if (m_open.empty()) {
        m_result = value;
    } else if (m_open.back().isArray) {
        m_open.back().array.append(value);
    } else {
        m_open.back().object.insert(m_open.back().key, value);
    }
}

void JsonBuilder::dropIfBlank()
{
    Level& level = m_open.back();
    const auto last = level.object.find(level.key);
    if (last != level.object.end() && last->isObject() && last->toObject().isEmpty()) {
        level.object.erase(last);
    }
}

void JsonBuilder::close()
{
    const Level done = std::move(m_open.back());
    m_open.pop_back();
    value(done.isArray ? QJsonValue(done.array) : QJsonValue(done.object));
}

} // namespace retryscope::io
