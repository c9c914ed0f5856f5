// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/attempt_columns.h"

#include "core/explain/attempt_cells.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"

#include <array>
#include <cstdio>

namespace retryscope::cells {

namespace {

// The order here is that of an attempt's life; each view has its own.
constexpr AttemptColumn kColumns[] = {
    {.id = "client", .value = [](At at) { return cell(at.call.client); }, .csv = {1, "client"}},
    {.id = "call", .value = [](At at) { return cell(at.call.call); }, .csv = {2, "call"}},
    {.id = "number",
     .value = [](At at) { return cell(at.attempt.attempt); },
     .table = {.place = 1,
               .title = "#",
               .text = words::number,
               .about = "Number of the attempt, with its call when there are several"},
     .report = {1, "#"},
     .csv = {3, "attempt"}},
    {.id = "sendDelay",
     .value = [](At at) { return cell(at.attempt.sendDelay); },
     .table = {.place = 10,
               .title = "Delay before",
               .text = sendDelayText,
               .sortBy = bySendDelay,
               .about = "How long the send rate or a polling delay held the attempt before sending"},
     .card = {1, "Delay before sending", sendDelayText, SpanKind::SendDelay},
     .report = {5, "delay before", sendDelayText},
     .csv = {4, "send_delay_ms"}},
    {.id = "start",
     .value = start,
     .table = {.place = 2,
               .title = "Start",
               .sortBy = byLength<start>,
               .about = "When the attempt was sent, counted from the start of the run"},
     .card = {2, "Started at"},
     .report = {2, "start"},
     .csv = {5, "start_ms"}},
    {.id = "end",
     .value =
         [](At at) {
             return at.attempt.isRunning || at.attempt.facts.timesUnseen
                        ? kNothing
                        : cell(at.attempt.end.time_since_epoch());
         },
     .csv = {6, "end_ms"}},
    {.id = "took",
     .value = [](At at) { return cell(length(at)); },
     .table = {.place = 3,
               .title = "Took",
               .text = words::took,
               .sortBy = byTime,
               .about = "Time from sending the attempt to the end of its response",
               .whenNarrow = WhenNarrow::Drop},
     .card = {3, "Took", words::took},
     .report = {.place = 9, .title = "took", .text = words::took, .whenNarrow = WhenNarrow::Drop}},
    {.id = "status",
     .value = [](At at) { return cell(at.attempt.facts.response, &Response::status); },
     .csv = {7, "status"}},
    {.id = "fault",
     .value = [](At at) { return cell(at.attempt.facts.fault, &Fault::kind); },
     .csv = {8, "fault"}},
    {.id = "result",
     .table = {.place = 4,
               .title = "Response",
               .text = words::result,
               .about = "Status of the response, or the fault when no response arrived"},
     .report = {.place = 3, .title = "response", .text = words::response, .whenNarrow = WhenNarrow::Shorten}},
    {.id = "name",
     .value = [](At at) { return cell(nameOfFailure(at).name); },
     .table = {.place = 5,
               .title = "Error name",
               .text = words::nameOrDash,
               .whenEmpty = "",
               .about = "The error name (exception name) that this client reads from the response",
               .whenNarrow = WhenNarrow::Shorten},
     .csv = {9, "error_name"}},
    {.id = "nameOrigin",
     .value = [](At at) { return cell(nameOfFailure(at).origin); },
     .csv = {10, "error_name_origin"}},
    {.id = "message",
     .value =
         [](At at) {
             return isFailure(at) ? cell(messageOf(at.header.policy->reading, at.attempt.facts)) : kNothing;
         },
     .csv = {11, "message"}},
    {.id = "requestId",
     .value = [](At at) { return cell(requestIdOf(at.attempt.facts)); },
     .csv = {12, "request_id"}},
    {.id = "kind",
     .value = [](At at) { return isKindUnknown(at) ? kNothing : cell(at.attempt.decision.kind); },
     .table = {.place = 6,
               .title = "Kind",
               .text = words::kindOrDash,
               .whenEmpty = "",
               .about = "How this client classifies the failure; the kind decides whether it retries",
               .whenNarrow = WhenNarrow::DropFirst},
     .report = {.place = 10, .title = "kind", .text = kindWhenJudged, .whenNarrow = WhenNarrow::Drop},
     .csv = {13, "kind"}},
    {.id = "rule", .value = rule, .csv = {14, "rule"}},
    {.id = "verdict",
     .value = [](At at) { return at.attempt.isRunning ? kNothing : cell(at.attempt.decision.verdict); },
     .table = {.place = 7,
               .title = "Verdict",
               .text = words::verdict,
               .about = "What the client does next: retry, stop or succeed"},
     .report = {4, "verdict"},
     .csv = {15, "verdict"}},
    {.id = "stopReason",
     .value = [](At at) { return cell(knownStopReason(at.attempt)); },
     .csv = {16, "stop_reason"}},
    {.id = "windowLow", .value = edgeOfRetry<&DelayWindow::low>, .csv = {17, "delay_window_low_ms"}},
    {.id = "windowHigh", .value = edgeOfRetry<&DelayWindow::high>, .csv = {18, "delay_window_high_ms"}},
    {.id = "delay",
     .value = [](At at) { return isPlannedRetry(at) ? cell(at.attempt.decision.delay) : kNothing; },
     .table = {.place = 8,
               .title = "Delay",
               .text = words::delay,
               .sortBy = byDelay,
               .about = "Planned delay before the next attempt"},
     .card = {11, "Planned delay", words::delay, SpanKind::RetryDelay, 2},
     .report = {6, "delay (range)", delayWithWindow},
     .csv = {19, "planned_delay_ms"}},
    {.id = "window",
     .table = {.place = 11,
               .title = "Delay range",
               .text = words::window,
               .sortBy = byWindow,
               .about = "Shortest and longest delay that jitter allows"},
     .card = {.place = 12, .title = "Delay range", .text = words::window, .group = 2}},
    {.id = "hint",
     .table = {.place = 13,
               .title = "Delay hint",
               .text = words::hintText,
               .about = "The delay that the response asks for, for example in Retry-After, and what the "
                        "client does with it"}},
    {.id = "hintHeader",
     .value = [](At at) { return cell(words::foremostHint(at), &ServerHint::header); },
     .csv = {21, "hint_header"}},
    {.id = "hintAsked",
     .value = [](At at) { return cell(words::foremostHint(at), &ServerHint::asked); },
     .card = {.place = 13, .title = "%1 asks for", .text = askedLine, .group = 2},
     .csv = {22, "hint_asked_ms"}},
    {.id = "hintApplied",
     .value = [](At at) { return cell(words::foremostHint(at), &ServerHint::applied); },
     .card = {.place = 14, .title = "%1 applied", .text = appliedLine, .group = 2},
     .csv = {23, "hint_applied_ms"}},
    {.id = "hintUse", .value = hintUse, .csv = {41, "hint_use"}},
    {.id = "measuredDelay",
     .value = actualDelay,
     .table = {.place = 12,
               .title = "Measured delay",
               .text = measuredDelayText,
               .sortBy = byLength<measuredDelay>,
               .about = "Delay that really passed before the next attempt"},
     .card = {.place = 15, .title = "Measured delay", .text = measuredDelayLine, .group = 2},
     .csv = {20, "actual_delay_ms"}},
    {.id = "lateness", .card = {.place = 16, .title = "Late by", .text = lateness, .group = 2}},
    {.id = "quotaBefore", .value = quota<&QuotaEntry::before>, .csv = {24, "quota_before"}},
    {.id = "quotaCost", .value = quota<&QuotaEntry::cost>, .csv = {25, "quota_cost"}},
    {.id = "quotaReturned", .value = quota<&QuotaEntry::returned>, .csv = {26, "quota_returned"}},
    {.id = "quotaAfter", .value = quota<&QuotaEntry::after>, .csv = {27, "quota_after"}},
    {.id = "tokens",
     .table = {.place = 9,
               .title = "Tokens",
               .text = words::tokens,
               .sortBy = byTokens,
               .about = "The client's retry quota (token bucket) before and after the attempt"},
     .card = {.place = 17, .title = "Retry quota", .text = words::tokens, .group = 3},
     .report = {.place = 7, .title = "tokens", .text = reportTokens, .whenNarrow = WhenNarrow::Drop}},
    {.id = "sendRate",
     .value = [](At at) { return cell(at.attempt.sendRatePerSecond); },
     .table = {.place = 21,
               .title = "Send rate",
               .text = words::sendRate,
               .sortBy = bySendRate,
               .about = "Send rate that an adaptive client allowed and measured"},
     .report = {.place = 8, .title = "allowed rate", .text = allowedRate, .whenNarrow = WhenNarrow::Drop},
     .csv = {28, "send_rate_per_second"}},
    {.id = "draw", .value = [](At at) { return cell(at.attempt.draw); }, .csv = {29, "draw"}},
    {.id = "connection",
     .value = [](At at) { return ofConnection(at, &WireFacts::connection); },
     .table = {.place = 14,
               .title = "Connection",
               .text = words::connection,
               .about = "Whether the attempt opened a connection or reused one"},
     .card = {.place = 18, .title = "Connection", .text = words::connection, .group = 3},
     .csv = {30, "connection"}},
    {.id = "reused",
     .value = [](At at) { return ofConnection(at, &WireFacts::reused); },
     .csv = {31, "reused"}},
    {.id = "lookup",
     .value = lengthOf<&Phases::lookup>,
     .table = {.place = 15, .title = "Look-up", .sortBy = byLength<lengthOf<&Phases::lookup>>},
     .card = {.place = 4, .title = "Look-up", .span = SpanKind::Lookup},
     .csv = {32, "lookup_ms"}},
    {.id = "connect",
     .value = lengthOf<&Phases::connect>,
     .table = {.place = 16, .title = "Connect", .sortBy = byLength<lengthOf<&Phases::connect>>},
     .card = {.place = 5, .title = "Connect", .span = SpanKind::Connect},
     .csv = {33, "connect_ms"}},
    {.id = "tls",
     .value = lengthOf<&Phases::tls>,
     .table = {.place = 17, .title = "TLS", .sortBy = byLength<lengthOf<&Phases::tls>>},
     .card = {.place = 6, .title = "TLS", .span = SpanKind::Tls},
     .csv = {34, "tls_ms"}},
    {.id = "send",
     .value = lengthOf<&Phases::send>,
     .table = {.place = 18, .title = "Send", .sortBy = byLength<lengthOf<&Phases::send>>},
     .card = {.place = 7, .title = "Send", .span = SpanKind::Send},
     .csv = {35, "send_ms"}},
    {.id = "wait",
     .value = lengthOf<&Phases::wait>,
     .table = {.place = 19, .title = "Wait", .sortBy = byLength<lengthOf<&Phases::wait>>},
     .card = {.place = 8, .title = "Wait for first byte", .span = SpanKind::Wait},
     .csv = {36, "wait_ms"}},
    {.id = "receive",
     .value = lengthOf<&Phases::receive>,
     .table = {.place = 20, .title = "Receive", .sortBy = byLength<lengthOf<&Phases::receive>>},
     .card = {.place = 9, .title = "Receive", .span = SpanKind::Receive},
     .csv = {37, "receive_ms"}},
    {.id = "ownTime",
     .value = ownTime,
     .card = {.place = 10, .title = "In Retryscope", .span = SpanKind::Attempt}},
    {.id = "bodyBytes",
     .value =
         [](At at) {
             return at.attempt.facts.response ? cell(at.attempt.facts.response->bodyBytes) : cell(0);
         },
     .csv = {38, "body_bytes"}},
    {.id = "assumed",
     .value = [](At at) { return cell(at.attempt.assumed); },
     .card = {.place = 19,
              .title = "Assumed",
              .text = [](At at) { return std::string(at.attempt.assumed ? "not in the record" : ""); },
              .group = 3},
     .csv = {39, "assumed"}},
    {.id = "idleBefore",
     .value = idleBefore,
     .card = {.place = 20, .title = "Idle before", .text = idleBeforeLine, .group = 3},
     .csv = {42, "idle_before_ms"}},
    {.id = "hops",
     .value =
         [](At at) {
             return cell(at.attempt.facts.wire ? static_cast<std::int64_t>(at.attempt.facts.wire->hops.size())
                                               : 0);
         },
     .card = {.place = 22, .title = "Redirects", .text = hopsLine, .group = 3},
     .csv = {45, "hops"}},
    {.id = "why", .value = [](At at) { return cell(words::why(at)); }, .csv = {40, "why"}},
    {.id = "inFlight",
     .value = inFlight,
     .table = {.place = 22, .title = "In flight", .sortBy = byNumber<inFlight>, .needsLoad = true}},
    {.id = "lastSecond",
     .value = lastSecond,
     .table = {.place = 23, .title = "Last second", .sortBy = byNumber<lastSecond>, .needsLoad = true}},
    {.id = "processing",
     .value =
         [](At at) {
             const std::optional<PossibleEffect> effect = effectOf(at);
             return effect ? cell(std::string(wordOf(effect->processing))) : kNothing;
         },
     .table = {.place = 24,
               .title = "Done already?",
               .text = effectWords,
               .about = "Whether the server could have processed the failed request"},
     .card = {.place = 21, .title = "Done already?", .text = effectWords, .group = 3},
     .csv = {43, "processing"}},
    {.id = "repeating",
     .value =
         [](At at) {
             const std::optional<PossibleEffect> effect = effectOf(at);
             return effect ? cell(std::string(wordOf(effect->repeating))) : kNothing;
         },
     .csv = {44, "repeating"}},
};

} // namespace

} // namespace retryscope::cells

namespace retryscope {

std::span<const AttemptColumn> attemptColumns()
{
    return cells::kColumns;
}

std::string cellText(const CellValue& value)
{
    return std::visit(Overloaded{
                          [](std::monostate) { return std::string(); },
                          [](bool is) { return std::string(is ? "yes" : "no"); },
                          [](std::int64_t number) { return std::to_string(number); },
                          [](double number) {
                              std::array<char, 32> text{};
                              std::snprintf(text.data(), text.size(), "%g", number);
                              return std::string(text.data());
                          },
                          [](Duration length) { return durationText(length); },
                          [](const std::string& text) { return text; },
                      },
                      value);
}

} // namespace retryscope
