// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/json/json_repeated_key.h"

#include <QByteArrayView>
#include <QSet>

#include <algorithm>
#include <vector>

namespace retryscope::io {

namespace {

/// Position of the quote that ends the string beginning at `begin`, or the end of the text.
qsizetype endOfString(const QByteArray& json, qsizetype begin)
{
    qsizetype at = begin + 1;
    while (at < json.size() && json[at] != '"') {
        at += json[at] == '\\' ? 2 : 1;
    }
    return std::min(at, json.size());
}

bool isKey(const QByteArray& json, qsizetype afterString)
{
    while (afterString < json.size() && (json[afterString] == ' ' || json[afterString] == '\t' ||
                                         json[afterString] == '\n' || json[afterString] == '\r')) {
        ++afterString;
    }
    return afterString < json.size() && json[afterString] == ':';
}

} // namespace

std::optional<RepeatedKey> repeatedKeyIn(const QByteArray& json)
{
    std::vector<QSet<QByteArrayView>> open; // the keys of every object around the current position
    for (qsizetype at = 0; at < json.size(); ++at) {
        if (json[at] == '{') {
            open.emplace_back();
        } else if (json[at] == '}' && !open.empty()) {
            open.pop_back();
        } else if (json[at] == '"') {
            const qsizetype end = endOfString(json, at);
            if (!open.empty() && isKey(json, end + 1)) {
                const QByteArrayView key = QByteArrayView(json).sliced(at + 1, end - at - 1);
                if (open.back().contains(key)) {
                    return RepeatedKey{.key = key.toByteArray(), .offset = at};
                }
                open.back().insert(key);
            }
            at = end;
        }
    }
    return std::nullopt;
}

} // namespace retryscope::io
