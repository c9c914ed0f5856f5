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
    return arrayOf(texts, toQString);
}

QJsonArray gapsToJson(const std::vector<PolicyDifference>& gaps)
{
    return arrayOf(gaps, [](const PolicyDifference& gap) {
        return QJsonObject{{QStringLiteral("what"), toQString(gap.what)},
                           {QStringLiteral("policy"), textOrNull(gap.here)},
                           {QStringLiteral("client"), textOrNull(gap.there)}};
    });
}

QJsonArray snippetsToJson(const std::vector<CodeSnippet>& snippets)
{
    return arrayOf(snippets, [](const CodeSnippet& snippet) {
        return QJsonObject{{QStringLiteral("title"), toQString(snippet.title)},
                           {QStringLiteral("text"), toQString(snippet.text)}};
    });
}

} // namespace retryscope::cli
