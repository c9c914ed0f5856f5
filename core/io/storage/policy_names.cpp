// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/storage/policy_names.h"

namespace retryscope::io {

namespace {

/// The engine's own word; its views are literals, hence terminated.
template <typename Enum>
std::pair<Enum, const char*> named(Enum value)
{
    return {value, toString(value).data()};
}

std::vector<std::pair<FaultKind, const char*>> faultNames()
{
    std::vector<std::pair<FaultKind, const char*>> names;
    for (const FaultKind kind : allFaultKinds()) {
        names.push_back(named(kind));
    }
    return names;
}

} // namespace

const Words<ErrorKind, 9> EnumWords<ErrorKind>::kWords{
    {named(ErrorKind::None), named(ErrorKind::Permanent), named(ErrorKind::Transient),
     named(ErrorKind::Timeout), named(ErrorKind::Server), named(ErrorKind::Throttling),
     named(ErrorKind::ClockSkew), named(ErrorKind::NotReady), named(ErrorKind::PartDone)}};

const std::vector<std::pair<FaultKind, const char*>> EnumWords<FaultKind>::kWords = faultNames();

} // namespace retryscope::io
