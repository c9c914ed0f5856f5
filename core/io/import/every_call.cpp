// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/every_call.h"

#include <algorithm>

namespace retryscope::io {

namespace {

const Setting::Member* memberOf(const Setting& arguments, const QString& name)
{
    for (const Setting::Member& member : arguments.members) {
        if (member.name == name) {
            return &member;
        }
        if (member.name.isEmpty() && member.value.kind == Setting::Kind::Group) {
            const auto own = std::ranges::find(member.value.members, name, &Setting::Member::name);
            if (own != member.value.members.end()) {
                return &*own;
            }
        }
    }
    return nullptr;
}

/// Their lines may differ.
bool isSameValue(const Setting& one, const Setting& other)
{
    return one.kind == other.kind && one.isQuoted == other.isQuoted && one.text == other.text &&
           std::ranges::equal(one.items, other.items, isSameValue) &&
           std::ranges::equal(one.members, other.members,
                              [](const Setting::Member& left, const Setting::Member& right) {
                                  return left.name == right.name && isSameValue(left.value, right.value);
                              });
}

} // namespace

EveryCall::EveryCall(LiteralReader& reader, const QStringList& methods)
{
    for (const QString& method : methods) {
        for (const qsizetype at : reader.callsOf(method)) {
            const Result<Setting> arguments = reader.argumentsAt(at);
            m_calls.push_back(arguments ? reader.withConstants(arguments.value()) : Setting());
        }
    }
}

std::optional<Setting::Member> EveryCall::gives(const QString& name) const
{
    const Setting::Member* first = m_calls.empty() ? nullptr : memberOf(m_calls.front(), name);
    const auto isSame = [&name, first](const Setting& arguments) {
        const Setting::Member* other = memberOf(arguments, name);
        return other != nullptr && isSameValue(other->value, first->value);
    };
    return first != nullptr && std::ranges::all_of(m_calls, isSame) ? std::optional(*first) : std::nullopt;
}

void removeReported(std::vector<PlacedSetting>& placed, const QString& name)
{
    std::erase_if(placed,
                  [plain = plainName(name)](const PlacedSetting& one) { return one.names.contains(plain); });
}

} // namespace retryscope::io
