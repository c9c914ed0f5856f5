// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A built-in preset and the import of the configuration that it stands for decide alike: the same verdicts,
// delays and attempts after every built-in response, every behaviour and every fault.

#include "core/io/documents/step_templates.h"
#include "core/io/files/behaviour_files.h"
#include "core/io/files/library.h"
#include "core/io/http/error_body.h"
#include "core/io/import/import.h"
#include "core/simulate/simulate.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <map>

using namespace retryscope;
using namespace retryscope::io;

namespace {

struct Failure
{
    std::string name;
    Scenario scenario; ///< without steps: a fault that no server can play
    AttemptFacts facts;
};

Scenario playing(EndpointStep step)
{
    if (step.fault == Misbehaviour::None) {
        step.parsed = parseBody(step.headers, {step.body.data(), static_cast<qsizetype>(step.body.size())});
    }
    Scenario scenario{.id = "one"};
    scenario.steps = {std::move(step)};
    return scenario;
}

AttemptFacts brokenOff(FaultKind kind, int status)
{
    AttemptFacts facts = test::response(status);
    facts.fault = Fault{kind, {}};
    return facts;
}

/// Responses that decide in one of these configurations and are in no list of templates.
std::vector<EndpointStep> tellingSteps()
{
    std::vector<EndpointStep> steps;
    const auto add = [&steps](int status, std::vector<Header> headers, std::string body = {}) {
        EndpointStep step{.status = status, .body = std::move(body)};
        for (const Header& header : headers) {
            step.headers.add(header.name, header.value);
        }
        steps.push_back(std::move(step));
    };
    for (const int status : {200, 204, 302, 400, 408, 409, 413, 418, 421, 429, 500, 501, 503, 504, 520}) {
        add(status, {});
        add(status, {{"Retry-After", "1"}});
        add(status, {{"Content-Type", "text/html"}}, "<html></html>");
    }
    for (const char* value : {"0", "1.0", "-1", "+1", "soon", "90", "21601", "2147484"}) {
        add(503, {{"Retry-After", value}});
    }
    for (const char* status : {"0", "1", "2", "4", "8", "13", "14", "16"}) {
        add(200, {{"content-type", "application/grpc"}, {"grpc-status", status}});
        add(200, {{"grpc-status", status}, {"x-envoy-overloaded", "true"}});
        add(200, {{"grpc-status", status}, {"x-envoy-ratelimited", "true"}});
    }
    add(200,
        {{"content-type", "application/grpc"}, {"grpc-status", "14"}, {"grpc-retry-pushback-ms", "700"}});
    add(200, {{"content-type", "application/grpc"}, {"grpc-status", "14"}, {"grpc-retry-pushback-ms", "-1"}});
    for (const char* header : {"x-envoy-overloaded", "x-envoy-ratelimited", "x-envoy-retriable-header"}) {
        add(503, {{header, "true"}});
        add(200, {{header, "true"}});
    }
    return steps;
}

std::vector<Failure> allFailures()
{
    std::vector<Failure> failures;
    for (const StepTemplate& given : stepTemplates()) {
        failures.push_back({given.name.toStdString(), playing(given.step), {}});
    }
    for (const char* group : {"common", "aws", "rare"}) {
        const Scenario behaviours = behavioursNamed(QString::fromLatin1(group)).value();
        for (const EndpointStep& step : behaviours.steps) {
            failures.push_back({std::string(group) + " " + step.id, playing(step), {}});
        }
    }
    for (const EndpointStep& step : tellingSteps()) {
        std::string name = std::to_string(step.status);
        for (const Header& header : step.headers.entries) {
            name += " " + header.name + ": " + header.value;
        }
        failures.push_back({name, playing(step), {}});
    }
    for (const FaultKind kind : allFaultKinds()) {
        failures.push_back({std::string(wordOf(kind)), {}, test::faulty(kind)});
    }
    for (const FaultKind kind : {FaultKind::ResponseTruncated, FaultKind::ResponseReset,
                                 FaultKind::ReadTimeout, FaultKind::ResponseTooLarge}) {
        for (const int status : {200, 302, 404, 429, 503}) {
            failures.push_back({std::string(wordOf(kind)) + " within " + std::to_string(status),
                                {},
                                brokenOff(kind, status)});
        }
    }
    return failures;
}

std::string lineOf(const Decision& decision)
{
    std::string line(wordOf(decision.verdict));
    if (decision.window) {
        line += " " + std::to_string(decision.window->low.count()) + ".." +
                std::to_string(decision.window->high.count());
    }
    return line + "; ";
}

/// Two calls that meet nothing but this failure: verdicts and delays of each attempt.
std::string courseOf(const Policy& policy, const Failure& failure, const RequestSpec& spec)
{
    RunHeader header{.seed = 1, .callsPerClient = 2};
    header.spec = spec;
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, spec));
    const RunRecord record = failure.scenario.steps.empty()
                                 ? test::runOf(policy, {failure.facts}, {.spec = spec})
                                 : simulate(header, failure.scenario);
    std::string course;
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            course += lineOf(attempt.decision);
        }
        course += "| ";
    }
    return course;
}

struct Pair
{
    const char* preset;
    const char* kind;
    const char* configuration;
};

constexpr const char* kGrpc = R"({
  "methodConfig": [{
    "name": [{"service": "shop.Cart"}],
    "retryPolicy": {
      "maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE"]
    }
  }],
  "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}
})";

constexpr Pair kPairs[] = {
    {"nginx-proxy-next-upstream-default", "nginx",
     "upstream a { server 10.0.0.1; server 10.0.0.2; server 10.0.0.3; }\n"
     "server { location / { proxy_pass http://a; } }\n"},
    {"nginx-proxy-next-upstream-5xx-429", "nginx",
     "upstream a { server 10.0.0.1; server 10.0.0.2; server 10.0.0.3; }\n"
     "server { location / { proxy_pass http://a; proxy_next_upstream error timeout http_500 http_502 "
     "http_503 http_504 http_429; } }\n"},
    {"haproxy-retries-default", "haproxy", "backend a\n  mode http\n  retries 3\n  server one 10.0.0.1:80\n"},
    {"haproxy-retry-on-all-retryable-errors", "haproxy",
     "backend a\n  mode http\n  retry-on all-retryable-errors\n  server one 10.0.0.1:80\n"},
    {"envoy-5xx", "envoy", "retry_policy: {retry_on: 5xx}\n"},
    {"istio-default", "istio",
     "spec: {http: [{route: [{destination: {host: a}}], retries: {attempts: 2}}]}\n"},
    {"istio-1.23-default", "istio",
     "spec: {http: [{route: [{destination: {host: a}}], retries: {attempts: 2, retryOn: "
     "'connect-failure,refused-stream,unavailable,cancelled,503'}}]}\n"},
    {"grpc-a6-retry-throttling", "grpc", kGrpc},
    {"urllib3-2-retry-default", "urllib3", "retry = Retry()\n"},
    {"urllib3-1.26-retry-default", "urllib3",
     "retry = Retry(method_whitelist=['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PUT', 'TRACE'])\n"},
    {"axios-retry-4.5.0-default", "axios-retry", "axiosRetry(axios, { retries: 3 });\n"},
    {"axios-retry-4.5.0-exponential-delay", "axios-retry",
     "axiosRetry(axios, { retries: 3, retryDelay: axiosRetry.exponentialDelay });\n"},
    {"resilience4j-2-default", "resilience4j", "resilience4j.retry.instances.a: {maxAttempts: 3}\n"},
    {"botocore-1.43.67-legacy", "shared-config", "[default]\nretry_mode = legacy\n"},
    {"botocore-1.43.67-standard", "shared-config", "[default]\nretry_mode = standard\n"},
    {"botocore-1.43.67-adaptive", "shared-config", "[default]\nretry_mode = adaptive\n"},
};

} // namespace

class TstImportLikePreset : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theyDecideAlike_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("configuration");
        for (const Pair& pair : kPairs) {
            QTest::newRow(pair.preset)
                << QString::fromLatin1(pair.kind) << QString::fromLatin1(pair.configuration);
        }
    }

    void theyDecideAlike()
    {
        QFETCH(QString, kind);
        QFETCH(QString, configuration);
        Policy preset = Library().policy(QString::fromLatin1(QTest::currentDataTag())).value();
        // The preset was recorded with gRPC 1.51; an import is for the cores of today.
        preset.backoff.firstWithoutJitter = false;
        const ImportWish wish{.kind = fromWord<ConfigurationKind>(kind.toStdString()), .part = {}, .id = {}};
        QVERIFY(wish.kind.has_value());
        const Result<ImportedPolicy> imported = importPolicy(configuration.toUtf8(), wish, {});
        QVERIFY2(imported.ok(), imported ? "" : qPrintable(imported.error().text()));
        std::map<std::string, std::string> differences; ///< by what differs, the first request
        int count = 0;
        for (const Failure& failure : allFailures()) {
            for (const RequestSpec& spec : requests()) {
                const std::string expected = courseOf(preset, failure, spec);
                const std::string found = courseOf(imported.value().policy, failure, spec);
                if (expected != found) {
                    ++count;
                    differences.try_emplace(expected.substr(0, 200) + "\n   but " + found.substr(0, 200),
                                            spec.method + " with " + std::to_string(spec.body.size()) +
                                                " bytes, " + failure.name);
                }
            }
        }
        std::string text = std::to_string(count) + " differ:";
        for (const auto& [what, where] : differences) {
            text += "\n " + where + ":\n       " + what;
        }
        QVERIFY2(count == 0, text.c_str());
    }

private:
    static std::vector<RequestSpec> requests()
    {
        std::vector<RequestSpec> specs;
        const auto add = [&specs](const char* method, std::size_t bytes) {
            specs.push_back({.method = method,
                             .url = "http://localhost/",
                             .body = std::string(bytes, 'a'),
                             .service = "generic"});
        };
        for (const char* method : {"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "POST", "PATCH",
                                   "PROPFIND", "LOCK", "get"}) {
            add(method, 0);
        }
        for (const char* method : {"GET", "PUT", "POST"}) {
            for (const std::size_t bytes : {std::size_t{15} * 1024, std::size_t{64} * 1024,
                                            std::size_t{1024} * 1024, std::size_t{1024} * 1024 + 1}) {
                add(method, bytes);
            }
        }
        return specs;
    }
};

RETRYSCOPE_TEST(TstImportLikePreset)
#include "tst_import_like_preset.moc"
