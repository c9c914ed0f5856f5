// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/attempt_facts.h"

#include <algorithm>
#include <array>
#include <utility>

namespace retryscope {

namespace {

template <typename T>
bool pointsToEqual(const std::shared_ptr<const T>& left, const std::shared_ptr<const T>& right)
{
    return left == right || (left && right && *left == *right);
}

} // namespace

std::string_view toString(FaultKind kind)
{
    return wordOf(kind);
}

std::optional<FaultKind> faultKindFrom(std::string_view name)
{
    return fromWord<FaultKind>(name);
}

const std::vector<FaultKind>& allFaultKinds()
{
    static const std::vector<FaultKind> kinds = [] {
        std::vector<FaultKind> all;
        for (const auto& [kind, name] : EnumWords<FaultKind>::kWords) {
            all.push_back(kind);
        }
        return all;
    }();
    return kinds;
}

bool ParsedBody::has(BodyOddity oddity) const
{
    return std::find(oddities.begin(), oddities.end(), oddity) != oddities.end();
}

const std::string* ParsedBody::find(std::string_view place) const
{
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [place](const BodyField& field) { return field.place == place; });
    return found == fields.end() ? nullptr : &found->text;
}

bool AttemptFacts::operator==(const AttemptFacts& other) const
{
    return phases == other.phases && fault == other.fault && hiddenSends == other.hiddenSends &&
           timesUnseen == other.timesUnseen && pointsToEqual(response, other.response) &&
           pointsToEqual(wire, other.wire);
}

AttemptFacts bareResponse(int status)
{
    auto response = std::make_shared<Response>();
    response->status = status;
    AttemptFacts facts;
    facts.response = std::move(response);
    return facts;
}

AttemptFacts bareFault(FaultKind kind)
{
    AttemptFacts facts;
    facts.fault = Fault{.kind = kind, .detail = {}};
    return facts;
}

} // namespace retryscope
