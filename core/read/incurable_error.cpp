// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/incurable_error.h"

#include "core/read/possible_effect.h"

#include <algorithm>

namespace retryscope {

namespace {

bool contains(const std::vector<std::string>& values, const std::string& value)
{
    return std::find(values.begin(), values.end(), value) != values.end();
}

/// What one of the members of the body says; nullptr: none of them says it.
const std::string* memberThatSays(const IncurableErrors& errors, const ParsedBody& body)
{
    const auto says = [&errors](const BodyField& field) {
        const std::string member = field.place.substr(field.place.find_last_of("/:") + 1);
        return !field.place.starts_with("xml:") && contains(errors.members, member) &&
               (contains(errors.names, field.text) ||
                std::any_of(errors.contains.begin(), errors.contains.end(),
                            [&field](const std::string& part) {
                                return field.text.find(part) != std::string::npos;
                            }));
    };
    const auto found = std::find_if(body.fields.begin(), body.fields.end(), says);
    return found == body.fields.end() ? nullptr : &found->text;
}

} // namespace

std::optional<IncurableError> incurableErrorIn(const std::vector<IncurableErrors>& known,
                                               const AttemptFacts& facts)
{
    constexpr int kFirstError = 400;
    constexpr int kFirstServerError = 500;
    if (!facts.response || facts.fault || facts.response->status < kFirstError) {
        return std::nullopt;
    }
    const std::string name = writtenErrorName(facts);
    if (isThrottlingName(name)) {
        return std::nullopt; // `Client.RequestLimitExceeded` of EC2
    }
    const bool isClientError = facts.response->status < kFirstServerError;
    for (const IncurableErrors& errors : known) {
        if (const std::string* said = memberThatSays(errors, facts.response->parsed); isClientError && said) {
            return IncurableError{.name = *said, .because = errors.because, .source = errors.source};
        }
        const bool isNamed = isClientError && errors.members.empty() && contains(errors.names, name);
        const bool beginsSo =
            std::any_of(errors.prefixes.begin(), errors.prefixes.end(),
                        [&name](const std::string& prefix) { return name.starts_with(prefix); });
        if (isNamed || beginsSo) {
            return IncurableError{.name = name, .because = errors.because, .source = errors.source};
        }
    }
    return std::nullopt;
}

} // namespace retryscope
