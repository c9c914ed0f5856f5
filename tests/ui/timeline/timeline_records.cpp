// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/timeline/timeline_records.h"

#include <algorithm>
#include <array>

namespace retryscope::test {

namespace {

constexpr int kCost = 5;

Instant at(double milliseconds)
{
    return Instant{fromMilliseconds(milliseconds)};
}

RunHeader headerWith(int quota, int clients, int callsPerClient)
{
    Policy policy;
    policy.id = "for-tests";
    policy.title = "A policy for tests";
    policy.reading["generic"].places = {{NameSource::Xml, "Error/Code"}};
    if (quota > 0) {
        policy.quota = QuotaSpec{.capacity = quota, .cost = kCost};
    }
    RunHeader header;
    header.spec.url = "http://127.0.0.1/bucket";
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
    header.seed = 7;
    header.startedAt = WallTime{1'767'225'600'000};
    header.clients = clients;
    header.callsPerClient = callsPerClient;
    return header;
}

AttemptFacts response(int status, const std::string& name, Duration took)
{
    Response response;
    response.status = status;
    response.reason = status == 200 ? "OK" : "";
    if (!name.empty()) {
        response.parsed.isEmpty = false;
        response.parsed.isXml = true;
        response.parsed.xmlRoot = "Error";
        response.parsed.fields = {{"xml:Error/Code", name}};
    }
    AttemptFacts facts;
    facts.response = std::make_shared<const Response>(std::move(response));
    facts.phases = {.lookup = took / 16,
                    .connect = took / 8,
                    .tls = std::nullopt,
                    .send = took / 16,
                    .wait = took / 2,
                    .receive = took / 4};
    return facts;
}

} // namespace

RecordWriter::RecordWriter(int quota, int clients, int callsPerClient)
    : m_record(headerWith(quota, clients, callsPerClient)), m_level(quota), m_capacity(quota)
{
}

void RecordWriter::beginCall(double when, int client, int call)
{
    m_client = client;
    m_call = call;
    m_attempt = 0;
    m_place = m_record.append(CallBegan{.client = client, .call = call, .at = at(when)});
}

void RecordWriter::beginAttempt(double when, double sendDelay)
{
    ++m_attempt;
    m_attemptBegan = when;
    m_place = m_record.append(AttemptBegan{.client = m_client,
                                           .call = m_call,
                                           .attempt = m_attempt,
                                           .at = at(when),
                                           .sendDelay = fromMilliseconds(sendDelay),
                                           .admission = {},
                                           .sentBody = {}});
}

void RecordWriter::charge(Decision& decision)
{
    if (m_capacity > 0) {
        decision.trace.push_back(QuotaCharged{.kind = decision.kind,
                                              .cost = kCost,
                                              .before = m_level,
                                              .after = m_level - kCost,
                                              .granted = true});
        m_level -= kCost;
    }
}

void RecordWriter::judge(double when, AttemptFacts facts, Decision decision)
{
    m_place = m_record.append(AttemptJudged{.client = m_client,
                                            .call = m_call,
                                            .attempt = m_attempt,
                                            .at = at(when),
                                            .draw = 0.5,
                                            .facts = std::move(facts),
                                            .decision = std::move(decision),
                                            .sendRatePerSecond = std::nullopt});
}

void RecordWriter::retryAfter(double when, int status, const std::string& name, double delay, double window)
{
    Decision decision{
        .verdict = Verdict::Retry, .kind = ErrorKind::Throttling, .delay = fromMilliseconds(delay)};
    decision.window = DelayWindow{.low = Duration{0}, .high = fromMilliseconds(window)};
    charge(decision);
    judge(when, response(status, name, fromMilliseconds(when - m_attemptBegan)), std::move(decision));
}

void RecordWriter::retryAfterFault(double when, FaultKind fault, double delay, double window)
{
    Decision decision{
        .verdict = Verdict::Retry, .kind = ErrorKind::Transient, .delay = fromMilliseconds(delay)};
    decision.window = DelayWindow{.low = Duration{0}, .high = fromMilliseconds(window)};
    charge(decision);
    AttemptFacts facts;
    facts.fault = Fault{.kind = fault, .detail = {}};
    judge(when, std::move(facts), std::move(decision));
}

void RecordWriter::endDelay(double actual)
{
    m_place = m_record.append(DelayEnded{
        .client = m_client, .call = m_call, .attempt = m_attempt, .actual = fromMilliseconds(actual)});
}

void RecordWriter::stop(double when, int status, const std::string& name)
{
    const Decision decision{
        .verdict = Verdict::Stop, .stopReason = StopReason::NotRetryable, .kind = ErrorKind::Permanent};
    judge(when, response(status, name, fromMilliseconds(when - m_attemptBegan)), decision);
    endCall(when, CallVerdict::Failed);
}

void RecordWriter::succeed(double when)
{
    Decision decision;
    if (m_capacity > 0) {
        const int after = std::min(m_capacity, m_level + (m_attempt > 1 ? kCost : 1));
        decision.trace.push_back(QuotaReturned{.amount = after - m_level, .before = m_level, .after = after});
        m_level = after;
    }
    judge(when, response(200, {}, fromMilliseconds(when - m_attemptBegan)), decision);
    endCall(when, CallVerdict::Succeeded);
}

void RecordWriter::endCall(double when, CallVerdict verdict)
{
    m_place = m_record.append(CallEnded{.client = m_client,
                                        .call = m_call,
                                        .at = at(when),
                                        .verdict = verdict,
                                        .stopReason = verdict == CallVerdict::Failed
                                                          ? std::optional(StopReason::NotRetryable)
                                                          : std::nullopt});
}

RunRecord threeAttempts()
{
    RecordWriter writer;
    writer.beginCall(0);
    writer.beginAttempt(0);
    writer.retryAfter(38.2, 503, "SlowDown", 412, 1000);
    writer.endDelay(412.3);
    writer.beginAttempt(450.5);
    writer.retryAfterFault(471.5, FaultKind::ConnectionReset, 1188, 2000);
    writer.endDelay(1188.2);
    writer.beginAttempt(1659.7);
    writer.stop(1703.8, 429, "429");
    return writer.record();
}

RunRecord manyAttempts(int attempts)
{
    static constexpr std::array<double, 5> kDelays{25, 60, 110, 240, 400};
    RecordWriter writer(100'000);
    writer.beginCall(0);
    double now = 0;
    for (int attempt = 1; attempt < attempts; ++attempt) {
        const double delay = kDelays[static_cast<std::size_t>(attempt) % kDelays.size()];
        writer.beginAttempt(now);
        now += 30 + attempt % 7;
        writer.retryAfter(now, 503, "SlowDown", delay, 2 * delay);
        writer.endDelay(delay);
        now += delay;
    }
    writer.beginAttempt(now);
    writer.succeed(now + 30);
    return writer.record();
}

RunRecord callsOfTwo(int calls, int failing)
{
    RecordWriter writer(0, 1, calls);
    for (int call = 1; call <= calls; ++call) {
        const double begin = (call - 1) * 100;
        writer.beginCall(begin, 1, call);
        writer.beginAttempt(begin);
        writer.retryAfter(begin + 20, 503, "SlowDown", 50, 60);
        writer.endDelay(50);
        writer.beginAttempt(begin + 70);
        if (failing > 0 && call % failing == 0) {
            writer.stop(begin + 90, 400, "Bad");
        } else {
            writer.succeed(begin + 90);
        }
    }
    return writer.record();
}

} // namespace retryscope::test
