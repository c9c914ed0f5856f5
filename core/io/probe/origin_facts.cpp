// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/probe/origin_facts.h"

#include "core/io/http/http_message.h"
#include "core/io/http/pasted_response.h"

#include <algorithm>
#include <memory>

namespace retryscope::io {

namespace {

using namespace std::chrono_literals;

/// True when all of it was fed before the client lost its patience.
bool feedPieces(ResponseReader& reader, const ResponsePlan& plan, Duration patience)
{
    for (const ResponsePiece& piece : plan.pieces) {
        const bool isTooLate = piece.delay >= patience || (piece.perByte >= patience && !piece.bytes.empty());
        if (isTooLate) {
            return false;
        }
        reader.feed(piece.bytes);
    }
    return true;
}

std::optional<FaultKind> faultAfter(const ResponseReader& reader, const ResponsePlan& plan)
{
    const bool isReset = plan.ending == ResponseEnding::Reset;
    if (plan.ending == ResponseEnding::KeepAlive || plan.ending == ResponseEnding::Hang) {
        return FaultKind::ReadTimeout;
    }
    if (!reader.hasBegun()) {
        return isReset ? FaultKind::ConnectionReset : FaultKind::ClosedBeforeResponse;
    }
    return isReset ? FaultKind::ResponseReset : FaultKind::ResponseTruncated;
}

std::optional<FaultKind> faultOf(ResponseReader& reader, const ResponsePlan& plan, Duration patience)
{
    if (!feedPieces(reader, plan, patience)) {
        return FaultKind::ReadTimeout;
    }
    if (!reader.isFinal() && plan.endingDelay >= patience) {
        return FaultKind::ReadTimeout;
    }
    if (!reader.isFinal() && plan.ending == ResponseEnding::Fin) {
        reader.feedEnd();
    }
    switch (reader.state()) {
    case ResponseReader::State::Complete:
        return std::nullopt;
    case ResponseReader::State::Malformed:
        return FaultKind::MalformedResponse;
    case ResponseReader::State::TooLarge:
        return FaultKind::ResponseTooLarge;
    case ResponseReader::State::Head:
    case ResponseReader::State::Body:
        break;
    }
    return faultAfter(reader, plan);
}

} // namespace

AttemptFacts factsOfPlan(const ResponsePlan& plan, std::string_view method, Duration patience)
{
    ResponseReader reader(method);
    AttemptFacts facts;
    if (const std::optional<FaultKind> fault = faultOf(reader, plan, patience)) {
        facts.fault = Fault{.kind = *fault, .detail = reader.problem()};
    }
    const bool hasResponse = reader.hasHead() && reader.state() != ResponseReader::State::Malformed;
    if (hasResponse) {
        Response response = reader.takeResponse();
        completeResponse(response);
        facts.response = std::make_shared<const Response>(std::move(response));
    }
    return facts;
}

std::string bytesOf(const ResponsePlan& plan)
{
    std::string bytes;
    for (const ResponsePiece& piece : plan.pieces) {
        bytes += piece.bytes;
    }
    return bytes;
}

Duration durationOf(const ResponsePlan& plan)
{
    Duration total = plan.endingDelay;
    for (const ResponsePiece& piece : plan.pieces) {
        total += piece.delay + piece.perByte * static_cast<std::int64_t>(piece.bytes.size());
    }
    return total;
}

ResponsePlan probePlanFor(const EndpointStep& step, const ResponseContext& context)
{
    constexpr Duration kApart = 50ms;
    ResponsePlan plan = responsePlanFor(step, context);
    const bool isPart = step.fault == Misbehaviour::Truncate || step.fault == Misbehaviour::CutHead;
    if (isPart && plan.ending == ResponseEnding::Fin) {
        plan.endingDelay = std::max(plan.endingDelay, kApart);
    }
    return plan;
}

bool isQuick(const EndpointStep& step)
{
    constexpr Duration kNoticed = 300ms;
    switch (step.fault) {
    case Misbehaviour::Hang:
    case Misbehaviour::Drip:
    case Misbehaviour::DripHead:
        return false;
    default:
        break;
    }
    const bool isAwaited = step.announcedBytes && !step.close && !step.beforeBody &&
                           *step.announcedBytes > static_cast<std::int64_t>(step.body.size());
    return step.delay < kNoticed && !isAwaited;
}

} // namespace retryscope::io
