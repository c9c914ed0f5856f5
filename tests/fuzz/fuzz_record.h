// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/header_syntax.h"
#include "core/io/documents/policy_json.h"
#include "core/io/http/error_body.h"
#include "core/simulate/simulate.h"
#include "tests/fuzz/fuzz_check.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace retryscope {

inline const ResolvedPolicy& fuzzedPolicy(unsigned number)
{
    static const std::array<ResolvedPolicy, 3> policies = [] {
        RequestSpec spec;
        spec.service = "s3"; // as the runs have it: how bodies are read depends on it
        const auto of = [&spec](const char* preset) {
            return resolve(io::presetPolicy(QString::fromLatin1(preset)).value(), spec);
        };
        return std::array{of("sdk-reference-standard"), of("jsv3-3.1169.0-standard"),
                          of("cpp-1.11.332-standard")};
    }();
    return policies[number % policies.size()];
}

/// A run whose server says what the input has: the first byte picks the policy, the next two the status; then
/// come, each up to a zero byte, the reason, a header's name and value, the URL and the body.
inline RunRecord fuzzedRecord(FuzzInput& input, std::string_view scenarioId = "fuzz")
{
    RunHeader header;
    const ResolvedPolicy& policy = fuzzedPolicy(input.byte());
    header.policy = std::make_shared<const ResolvedPolicy>(policy);
    EndpointStep step;
    step.status = 100 + static_cast<int>((input.byte() * 256 + input.byte()) % 900);
    step.reason = std::string(input.text());
    const std::string name(input.text());
    step.headers.add(isToken(name) ? name : "x-note", std::string(input.text()));
    header.spec.url = "http://localhost/" + std::string(input.text());
    header.spec.service = "s3";
    step.body = std::string(input.rest());
    step.parsed = io::parseBody(step.headers, {step.body.data(), static_cast<qsizetype>(step.body.size())});
    Scenario scenario;
    scenario.id = std::string(scenarioId);
    scenario.steps = {step};
    return simulate(header, scenario);
}

} // namespace retryscope
