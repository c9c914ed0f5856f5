// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/client_wishes.h"

#include "core/policy/mapping.h"

#include <algorithm>
#include <utility>

namespace retryscope {

namespace {

bool isRetried(ErrorKind kind)
{
    return kind != ErrorKind::Permanent && kind != ErrorKind::None;
}

void addMappings(ClientWishes& wishes, const Policy& wanted)
{
    for (const ErrorMapping& mapping : mappingsOf(wanted)) {
        const bool retries = isRetried(mapping.kind);
        if (const auto* name = std::get_if<std::string>(&mapping.what)) {
            (retries ? wishes.names : wishes.noNames).push_back(*name);
        } else if (const auto* status = std::get_if<int>(&mapping.what)) {
            (retries ? wishes.statuses : wishes.noStatuses).push_back(*status);
        } else {
            wishes.mapsFaults = true;
        }
    }
}

/// What the code cannot ask for: everything but attempts, base, cap and mappings.
bool differsOtherwise(const Policy& preset, const Policy& wanted)
{
    Policy rest = withMappings(wanted, mappingsOf(preset));
    rest.attempts = preset.attempts;
    rest.backoff.base.byDefault = preset.backoff.base.byDefault;
    rest.backoff.cap = preset.backoff.cap;
    rest.backoff.source = preset.backoff.source;
    rest.id = preset.id;
    rest.title = preset.title;
    return rest != withMappings(preset, mappingsOf(preset));
}

/// A character that would end or change a text in quotation marks.
std::string escaped(const std::string& word)
{
    std::string result;
    for (const char character : word) {
        if (character == '"' || character == '\\') {
            result += '\\';
        }
        result += static_cast<unsigned char>(character) < 0x20 ? ' ' : character;
    }
    return result;
}

} // namespace

ClientWishes wishesOf(const Policy& preset, const Policy& wanted)
{
    ClientWishes wishes;
    wishes.family = preset.family;
    wishes.mode = preset.mode;
    wishes.attempts = wanted.attempts.attempts();
    wishes.changesAttempts = wishes.attempts != preset.attempts.attempts();
    wishes.wants2026 = preset.family.find("newretries") != std::string::npos;
    if (wanted.backoff.base.byDefault != preset.backoff.base.byDefault) {
        wishes.base = wanted.backoff.base.byDefault;
    }
    if (wanted.backoff.cap != preset.backoff.cap) {
        wishes.cap = wanted.backoff.cap;
    }
    addMappings(wishes, wanted);
    wishes.differsOtherwise =
        differsOtherwise(preset, wanted) || (wanted.backoff.cap != preset.backoff.cap && !wanted.backoff.cap);
    return wishes;
}

std::string quotedList(const std::vector<std::string>& words)
{
    std::string list;
    for (const std::string& word : words) {
        list += (list.empty() ? "\"" : ", \"") + escaped(word) + "\"";
    }
    return list;
}

std::string plainList(const std::vector<int>& numbers)
{
    std::string list;
    for (const int number : numbers) {
        list += (list.empty() ? "" : ", ") + std::to_string(number);
    }
    return list;
}

std::string millisecondsText(Duration duration)
{
    return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(duration).count());
}

std::string filledIn(std::string text, const std::vector<std::pair<std::string_view, std::string>>& values)
{
    for (const auto& [key, value] : values) {
        const std::string placeholder = "{" + std::string(key) + "}";
        for (std::size_t at = text.find(placeholder); at != std::string::npos;
             at = text.find(placeholder, at + value.size())) {
            text.replace(at, placeholder.size(), value);
        }
    }
    return text;
}

} // namespace retryscope
