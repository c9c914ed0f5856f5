// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/attempt_columns.h"

#include "core/explain/attempt_cells.h"
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
     .table = {1, "#", words::number},
     .report = {1, "#"},
     .ticket = {.place = 1, .title = "#", .text = words::number, .isRight = true},
     .csv = {3, "attempt"}},
    {.id = "sendDelay",
     .value = [](At at) { return cell(at.attempt.sendDelay); },
     .table = {10, "delay before", sendDelayText, bySendDelay},
     .card = {1, "delayed before sending", sendDelayText, SpanKind::SendDelay},
     .report = {5, "before it", sendDelayText},
     .csv = {4, "send_delay_ms"}},
    {.id = "start",
     .value = start,
     .table = {.place = 2, .title = "start", .sortBy = byLength<start>},
     .card = {2, "started at"},
     .report = {2, "start"},
     .ticket = {.place = 2, .title = "start", .isRight = true},
     .csv = {5, "start_ms"}},
    {.id = "end",
     .value = [](At at) { return at.attempt.isRunning ? kNothing : cell(at.attempt.end.time_since_epoch()); },
     .csv = {6, "end_ms"}},
    {.id = "took",
     .value = [](At at) { return cell(length(at)); },
     .table = {3, "took", words::took, byTime},
     .card = {3, "took", words::took},
     .report = {.place = 8, .title = "took", .text = words::took, .mayBeDropped = true},
     .ticket = {.place = 3, .title = "took", .isRight = true}},
    {.id = "status",
     .value = [](At at) { return cell(at.attempt.facts.response, &Response::status); },
     .csv = {7, "status"}},
    {.id = "fault",
     .value = [](At at) { return cell(at.attempt.facts.fault, &Fault::kind); },
     .csv = {8, "fault"}},
    {.id = "result",
     .table = {4, "result", words::result},
     .report = {.place = 3, .title = "answer", .text = words::response, .mayBeShortened = true},
     .ticket = {4, "answer", words::response}},
    {.id = "name",
     .value = [](At at) { return cell(nameOfFailure(at).name); },
     .table = {.place = 5, .title = "name", .text = words::nameOrDash, .whenEmpty = ""},
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
     .value = [](At at) { return cell(at.attempt.decision.kind); },
     .table = {.place = 6, .title = "kind", .text = words::kindOrDash, .whenEmpty = ""},
     .report = {.place = 9, .title = "kind", .text = kindWhenJudged, .mayBeDropped = true},
     .ticket = {5, "kind", kindWhenJudged},
     .csv = {13, "kind"}},
    {.id = "rule", .value = rule, .csv = {14, "rule"}},
    {.id = "verdict",
     .value = [](At at) { return at.attempt.isRunning ? kNothing : cell(at.attempt.decision.verdict); },
     .table = {7, "verdict", words::markedVerdict},
     .report = {4, "verdict"},
     .ticket = {6, "verdict"},
     .csv = {15, "verdict"}},
    {.id = "stopReason",
     .value = [](At at) { return cell(at.attempt.decision.stopReason); },
     .csv = {16, "stop_reason"}},
    {.id = "windowLow", .value = edgeOfRetry<&DelayWindow::low>, .csv = {17, "delay_window_low_ms"}},
    {.id = "windowHigh", .value = edgeOfRetry<&DelayWindow::high>, .csv = {18, "delay_window_high_ms"}},
    {.id = "delay",
     .value = [](At at) { return isRetried(at) ? cell(at.attempt.decision.delay) : kNothing; },
     .table = {8, "delay", words::delay, byDelay},
     .card = {11, "delay planned", words::delay, SpanKind::RetryDelay, 2},
     .report = {6, "delay (window)", delayWithWindow<DelayForm::InParentheses>},
     .ticket = {7, "delay after", delayWithWindow<DelayForm::Of>},
     .csv = {19, "planned_delay_ms"}},
    {.id = "window",
     .table = {11, "drawn from", words::window, byWindow},
     .card = {.place = 12, .title = "drawn from", .text = words::window, .group = 2}},
    {.id = "hint", .table = {13, "server asked", words::hintText}},
    {.id = "hintHeader",
     .value = [](At at) { return cell(lastHint(at), &HintApplied::header); },
     .csv = {21, "hint_header"}},
    {.id = "hintAsked",
     .value = [](At at) { return cell(lastHint(at), &HintApplied::asked); },
     .card = {.place = 13, .title = "%1 asked", .text = askedLine, .group = 2},
     .csv = {22, "hint_asked_ms"}},
    {.id = "hintApplied",
     .value = [](At at) { return cell(lastHint(at), &HintApplied::applied); },
     .card = {.place = 14, .title = "%1 applied", .text = appliedLine, .group = 2},
     .csv = {23, "hint_applied_ms"}},
    {.id = "measuredDelay",
     .value = actualDelay,
     .table = {12, "delay measured", measuredDelayText, byLength<measuredDelay>},
     .card = {.place = 15, .title = "delay measured", .text = measuredDelayLine, .group = 2},
     .csv = {20, "actual_delay_ms"}},
    {.id = "lateness", .card = {.place = 16, .title = "late by", .text = lateness, .group = 2}},
    {.id = "quotaBefore", .value = quota<&QuotaEntry::before>, .csv = {24, "quota_before"}},
    {.id = "quotaCost", .value = quota<&QuotaEntry::cost>, .csv = {25, "quota_cost"}},
    {.id = "quotaReturned", .value = quota<&QuotaEntry::returned>, .csv = {26, "quota_returned"}},
    {.id = "quotaAfter", .value = quota<&QuotaEntry::after>, .csv = {27, "quota_after"}},
    {.id = "tokens",
     .table = {9, "tokens", words::tokens, byTokens},
     .card = {.place = 17, .title = "retry tokens", .text = words::tokens, .group = 3},
     .report = {.place = 7, .title = "tokens", .text = reportTokens, .mayBeDropped = true},
     .ticket = {8, "retry tokens", ticketTokens}},
    {.id = "sendRate",
     .value = [](At at) { return cell(at.attempt.sendRatePerSecond); },
     .table = {21, "send rate", words::sendRate, bySendRate},
     .csv = {28, "send_rate_per_second"}},
    {.id = "draw", .value = [](At at) { return cell(at.attempt.draw); }, .csv = {29, "draw"}},
    {.id = "connection",
     .value = [](At at) { return cell(at.attempt.facts.wire, &WireFacts::connection); },
     .table = {14, "connection", words::connection},
     .card = {.place = 18, .title = "connection", .text = words::connection, .group = 3},
     .csv = {30, "connection"}},
    {.id = "reused",
     .value = [](At at) { return cell(at.attempt.facts.wire, &WireFacts::reused); },
     .csv = {31, "reused"}},
    {.id = "lookup",
     .value = lengthOf<&Phases::lookup>,
     .table = {.place = 15, .title = "look-up", .sortBy = byLength<lengthOf<&Phases::lookup>>},
     .card = {.place = 4, .title = "look-up", .span = SpanKind::Lookup},
     .csv = {32, "lookup_ms"}},
    {.id = "connect",
     .value = lengthOf<&Phases::connect>,
     .table = {.place = 16, .title = "connect", .sortBy = byLength<lengthOf<&Phases::connect>>},
     .card = {.place = 5, .title = "connect", .span = SpanKind::Connect},
     .csv = {33, "connect_ms"}},
    {.id = "tls",
     .value = lengthOf<&Phases::tls>,
     .table = {.place = 17, .title = "TLS", .sortBy = byLength<lengthOf<&Phases::tls>>},
     .card = {.place = 6, .title = "TLS", .span = SpanKind::Tls},
     .csv = {34, "tls_ms"}},
    {.id = "send",
     .value = lengthOf<&Phases::send>,
     .table = {.place = 18, .title = "send", .sortBy = byLength<lengthOf<&Phases::send>>},
     .card = {.place = 7, .title = "send", .span = SpanKind::Send},
     .csv = {35, "send_ms"}},
    {.id = "wait",
     .value = lengthOf<&Phases::wait>,
     .table = {.place = 19, .title = "wait", .sortBy = byLength<lengthOf<&Phases::wait>>},
     .card = {.place = 8, .title = "wait for first byte", .span = SpanKind::Wait},
     .csv = {36, "wait_ms"}},
    {.id = "receive",
     .value = lengthOf<&Phases::receive>,
     .table = {.place = 20, .title = "receive", .sortBy = byLength<lengthOf<&Phases::receive>>},
     .card = {.place = 9, .title = "receive", .span = SpanKind::Receive},
     .csv = {37, "receive_ms"}},
    {.id = "ownTime",
     .value = ownTime,
     .card = {.place = 10, .title = "in this program", .span = SpanKind::Attempt}},
    {.id = "bodyBytes",
     .value =
         [](At at) {
             return at.attempt.facts.response ? cell(at.attempt.facts.response->bodyBytes) : cell(0);
         },
     .csv = {38, "body_bytes"}},
    {.id = "assumed",
     .value = [](At at) { return cell(at.attempt.assumed); },
     .card = {.place = 19,
              .title = "assumed",
              .text = [](At at) { return std::string(at.attempt.assumed ? "not in the record" : ""); },
              .group = 3},
     .csv = {39, "assumed"}},
    {.id = "why", .value = [](At at) { return cell(words::why(at)); }, .csv = {40, "why"}},
    {.id = "inFlight",
     .value = inFlight,
     .table = {.place = 22, .title = "in flight", .sortBy = byNumber<inFlight>, .needsLoad = true}},
    {.id = "lastSecond",
     .value = lastSecond,
     .table = {.place = 23, .title = "in a second", .sortBy = byNumber<lastSecond>, .needsLoad = true}},
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
