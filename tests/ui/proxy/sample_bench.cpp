// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/proxy/sample_bench.h"

#include "core/io/http/error_body.h"
#include "core/probe/bench_verdicts.h"
#include "core/probe/side_difference.h"
#include "tests/support/lab.h"

using namespace std::chrono_literals;

namespace retryscope::test {

namespace {

Headers xmlHeaders(const std::string& retryAfter)
{
    Headers headers;
    headers.add("Content-Type", "application/xml");
    if (!retryAfter.empty()) {
        headers.add("Retry-After", retryAfter);
    }
    return headers;
}

BenchRow rowOf(const char* id, const char* title, const char* behaviour, AttemptFacts origin,
               AttemptFacts client)
{
    BenchRow row;
    row.id = id;
    row.title = title;
    row.behaviour = behaviour;
    row.request.method = "GET";
    row.request.url = "/";
    row.request.service = "s3";
    row.origin = std::move(origin);
    row.client = std::move(client);
    row.arrivals = 1;
    row.connections = 1;
    row.took = 3ms;
    return row;
}

Bench judged(Bench bench, const std::vector<Policy>& policies)
{
    for (BenchRow& row : bench.rows) {
        row = comparedRow(std::move(row));
    }
    judge(bench, policies);
    return bench;
}

Bench benchWith(AttemptFacts ofFirstRow, const std::vector<Policy>& policies)
{
    const std::string slowDown = "<Error><Code>SlowDown</Code></Error>";
    const std::string internal = "<Error><Code>InternalError</Code></Error>";
    Bench bench{.through = "http://127.0.0.1:8080",
                .listen = "127.0.0.1:9000",
                .boxName = "nginx",
                .boxVersion = "1.22.1",
                .behaviours = "sample",
                .startedAt = "2026-11-22T10:00:00.000Z",
                .patience = 10s,
                .took = 61s};
    bench.rows.push_back(rowOf("slow-down", "Throttled, wait 2 seconds", "503",
                               responseFacts(503, xmlHeaders("2"), slowDown), std::move(ofFirstRow)));
    AttemptFacts reset;
    reset.fault = Fault{.kind = FaultKind::ConnectionReset, .detail = {}};
    bench.rows.push_back(rowOf("post-reset", "POST: connection reset before the response", "reset", reset,
                               responseFacts(502, {}, "<html>502</html>")));
    bench.rows.back().request.method = "POST";
    bench.rows.back().arrivals = 2;
    bench.rows.push_back(rowOf("internal", "Internal error", "500",
                               responseFacts(500, xmlHeaders({}), internal),
                               responseFacts(500, xmlHeaders({}), internal)));
    return judged(std::move(bench), policies);
}

} // namespace

AttemptFacts responseFacts(int status, const Headers& headers, const std::string& body)
{
    AttemptFacts facts;
    facts.response = std::make_shared<const Response>(Response{
        .status = status,
        .headers = headers,
        .body = body,
        .bodyBytes = static_cast<std::int64_t>(body.size()),
        .parsed = io::parseBody(headers, QByteArrayView(body.data(), static_cast<qsizetype>(body.size())))});
    return facts;
}

Bench sampleBench(const std::vector<Policy>& policies)
{
    return benchWith(responseFacts(429, xmlHeaders({}), "<Error><Code>429</Code></Error>"), policies);
}

Bench mendedBench(const std::vector<Policy>& policies)
{
    return benchWith(responseFacts(503, xmlHeaders("2"), "<Error><Code>SlowDown</Code></Error>"), policies);
}

} // namespace retryscope::test
