// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/played_step.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace retryscope {

namespace {

bool isWrittenByTheServer(const Header& header)
{
    constexpr std::array<std::string_view, 4> kNames{"connection", "content-length", "date",
                                                     "transfer-encoding"};
    return std::any_of(kNames.begin(), kNames.end(),
                       [&header](std::string_view name) { return equalsIgnoringCase(header.name, name); });
}

Misbehaviour misbehaviourFor(FaultKind kind, bool hasResponse)
{
    switch (kind) {
    case FaultKind::HostNotFound:
        return Misbehaviour::NoHost;
    case FaultKind::ConnectionRefused:
        return Misbehaviour::Refuse;
    case FaultKind::Unreachable:
    case FaultKind::ConnectTimeout:
        return Misbehaviour::NoConnect;
    case FaultKind::TlsFailed:
        return Misbehaviour::TlsFail;
    case FaultKind::ConnectionReset:
        return Misbehaviour::Reset;
    case FaultKind::ClosedBeforeResponse:
        return Misbehaviour::Close;
    case FaultKind::ResponseTruncated:
        return hasResponse ? Misbehaviour::Truncate : Misbehaviour::Close;
    case FaultKind::ResponseReset:
        return hasResponse ? Misbehaviour::TruncateReset : Misbehaviour::Reset;
    case FaultKind::MalformedResponse:
    case FaultKind::ResponseTooLarge:
        return Misbehaviour::Garbage;
    case FaultKind::ReadTimeout:
    case FaultKind::Cancelled:
        break;
    }
    return Misbehaviour::Hang;
}

bool playTheSameHeaders(const Headers& one, const Headers& other)
{
    const auto nextPlayed = [](auto at, auto end) {
        return std::find_if_not(at, end, isWrittenByTheServer);
    };
    auto left = nextPlayed(one.entries.begin(), one.entries.end());
    auto right = nextPlayed(other.entries.begin(), other.entries.end());
    while (left != one.entries.end() && right != other.entries.end() && *left == *right) {
        left = nextPlayed(left + 1, one.entries.end());
        right = nextPlayed(right + 1, other.entries.end());
    }
    return left == one.entries.end() && right == other.entries.end();
}

} // namespace

EndpointStep stepPlaying(const AttemptFacts& facts)
{
    EndpointStep step;
    if (facts.fault) {
        step.fault = misbehaviourFor(facts.fault->kind, facts.response != nullptr);
    }
    if (facts.response) {
        step.status = facts.response->status;
        step.reason = facts.response->reason;
        step.headers = facts.response->headers;
        std::erase_if(step.headers.entries, isWrittenByTheServer);
        step.body = facts.response->body;
        step.parsed = facts.response->parsed;
    }
    return step;
}

bool playTheSame(const AttemptFacts& one, const AttemptFacts& other)
{
    const Response* left = one.response.get();
    const Response* right = other.response.get();
    if (one.fault.has_value() != other.fault.has_value() ||
        (one.fault && misbehaviourFor(one.fault->kind, left != nullptr) !=
                          misbehaviourFor(other.fault->kind, right != nullptr))) {
        return false;
    }
    if (left == nullptr || right == nullptr || left == right) {
        return left == right;
    }
    return left->status == right->status && left->reason == right->reason && left->body == right->body &&
           playTheSameHeaders(left->headers, right->headers);
}

} // namespace retryscope
