// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/grpc_status.h"

#include "core/facts/headers.h"

#include <array>
#include <charconv>
#include <cstddef>

namespace retryscope {

namespace {

constexpr std::string_view kHeader = "grpc-status";

} // namespace

std::string_view grpcStatusWord(std::string_view number)
{
    constexpr std::array<std::string_view, kGrpcStatuses> kWords{
        "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
        "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
        "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
        "DATA_LOSS", "UNAUTHENTICATED"};
    std::size_t status = 0;
    const char* const last = number.data() + number.size();
    const auto [end, error] = std::from_chars(number.data(), last, status);
    return error == std::errc{} && end == last && status < kWords.size() ? kWords.at(status)
                                                                         : std::string_view();
}

bool isGrpcStatusHeader(const NamePlace& place)
{
    return place.source == NameSource::Header && equalsIgnoringCase(place.path, kHeader);
}

bool isGrpcStatusPlace(std::string_view origin)
{
    constexpr std::string_view kOfHeader = "header:";
    return origin.starts_with(kOfHeader) && equalsIgnoringCase(origin.substr(kOfHeader.size()), kHeader);
}

} // namespace retryscope
