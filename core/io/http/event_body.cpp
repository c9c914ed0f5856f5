// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/body_fields.h"

#include "core/facts/header_syntax.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <string_view>

namespace retryscope::io {
namespace {

constexpr qsizetype kSearchedBytes = qsizetype{64} * 1024;

bool isEventStream(const Headers& headers, QByteArrayView body)
{
    constexpr std::string_view kType = "text/event-stream";
    if (const std::string* type = headers.find("content-type")) {
        return equalsIgnoringCase(std::string_view{*type}.substr(0, kType.size()), kType);
    }
    return body.startsWith("event:") || body.startsWith("data:");
}

/// One event under way: https://html.spec.whatwg.org/multipage/server-sent-events.html, section 9.2.6.
struct Event
{
    QByteArray name;
    QByteArray data;

    [[nodiscard]] bool isEmpty() const { return name.isEmpty() && data.isEmpty(); }

    void take(QByteArrayView line)
    {
        const qsizetype colon = line.indexOf(':');
        const QByteArrayView field = colon < 0 ? line : line.first(colon);
        QByteArrayView value = colon < 0 ? QByteArrayView() : line.sliced(colon + 1);
        if (value.startsWith(' ')) {
            value = value.sliced(1);
        }
        if (field == QByteArrayView("event")) {
            name = value.toByteArray();
        } else if (field == QByteArrayView("data")) {
            data += (data.isEmpty() ? QByteArray() : QByteArray("\n")) + value.toByteArray();
        }
    }
};

/// Adds the fields of the event if it is an error.
bool keepError(const Event& event, int index, ParsedBody& parsed)
{
    const bool isNamed = event.name == "error";
    if (!isNamed && !event.data.contains("\"error")) {
        return false; // most events; they are not parsed
    }
    const std::string prefix = "event[" + std::to_string(index) + "]:";
    const QJsonObject data = jsonOf(event.data).value_or(QJsonValue()).toObject();
    ParsedBody read;
    readJsonFields(data, read, prefix);
    if (read.errorPlace.empty() && !isNamed) {
        return false;
    }
    parsed.errorPlace = read.errorPlace.empty() ? prefix : read.errorPlace;
    parsed.fields = std::move(read.fields);
    if (data.isEmpty() && !event.data.isEmpty()) {
        addField(parsed, prefix + "data", event.data.toStdString());
    }
    return true;
}

} // namespace

void readErrorEvent(const Headers& headers, QByteArrayView body, ParsedBody& parsed)
{
    if (!isEventStream(headers, body)) {
        return;
    }
    QByteArrayView rest = body.first(std::min(body.size(), kSearchedBytes));
    const bool isWhole = rest.size() == body.size();
    Event event;
    int index = 0;
    while (!rest.isEmpty()) {
        const qsizetype end = rest.indexOf('\n');
        if (end < 0 && !isWhole) {
            return; // a line that is cut is none
        }
        QByteArrayView line = end < 0 ? rest : rest.first(end);
        rest = end < 0 ? QByteArrayView() : rest.sliced(end + 1);
        if (line.endsWith('\r')) {
            line.chop(1);
        }
        if (!line.isEmpty()) {
            event.take(line);
        }
        const bool isOver = line.isEmpty() || (rest.isEmpty() && isWhole);
        if (isOver && !event.isEmpty()) {
            if (keepError(event, index, parsed)) {
                return;
            }
            event = {};
            ++index;
        }
    }
}

} // namespace retryscope::io
