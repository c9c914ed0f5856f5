// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/json_values.h"

#include "core/io/json/json_fields.h"
#include "core/io/text/utf8.h"

#include <QJsonObject>

namespace retryscope::cli {

QJsonValue textOrNull(const std::string& text)
{
    return text.empty() ? QJsonValue() : QJsonValue(toQString(text));
}

QJsonValue numberOrNull(const std::optional<int>& number)
{
    return number ? QJsonValue(*number) : QJsonValue();
}

QJsonValue durationOrNull(const std::optional<Duration>& duration)
{
    return duration ? QJsonValue(io::millisecondsToJson(*duration)) : QJsonValue();
}

QJsonValue windowToJson(const std::optional<DelayWindow>& window)
{
    return window ? QJsonValue(
                        QJsonArray{io::millisecondsToJson(window->low), io::millisecondsToJson(window->high)})
                  : QJsonValue();
}

QJsonArray textsToJson(const std::vector<std::string>& texts)
{
    QJsonArray array;
    for (const std::string& text : texts) {
        array.append(toQString(text));
    }
    return array;
}

QJsonArray gapsToJson(const std::vector<PolicyDifference>& gaps)
{
    const auto value = [](const std::string& text) {
        return text.empty() ? QJsonValue() : QJsonValue(toQString(text));
    };
    QJsonArray array;
    for (const PolicyDifference& gap : gaps) {
        array.append(QJsonObject{{QStringLiteral("what"), toQString(gap.what)},
                                 {QStringLiteral("policy"), value(gap.here)},
                                 {QStringLiteral("client"), value(gap.there)}});
    }
    return array;
}

QJsonArray snippetsToJson(const std::vector<CodeSnippet>& snippets)
{
    QJsonArray array;
    for (const CodeSnippet& snippet : snippets) {
        array.append(QJsonObject{{QStringLiteral("title"), toQString(snippet.title)},
                                 {QStringLiteral("text"), toQString(snippet.text)}});
    }
    return array;
}

} // namespace retryscope::cli
