// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/policy/policy.h"
#include "core/run/run_record.h"
#include "core/simulate/scenario.h"

#include <QString>
#include <QStringList>

#include <map>
#include <vector>

namespace retryscope::test {

/// What one real client did with one scenario.
struct Observation
{
    QString scenario;
    int requests = 0; ///< that the server read
    std::vector<double> waitsMs;
    std::vector<QString> amzSdkRequest; ///< empty text: the header was not sent
    bool ok = false;
    int endedAfter = 0;  ///< requests after which the recorder ended the client; 0: it ended by itself
    QString notModelled; ///< why no preset can do the same; empty: it does
};

/// `botocore-1.29.27-standard` and what that client did.
struct Recording
{
    QString client;
    std::vector<Observation> observations;
};

/// How often a client tried to reach a server that cannot be reached; no server counts that.
struct UnreachedServer
{
    FaultKind fault = FaultKind::ConnectionRefused;
    QString operation;
    int attempts = 0;
};

/// What one client did about servers that cannot be reached and responses that are cut.
struct FaultRecording
{
    std::vector<UnreachedServer> unreached;
    Recording cut;
};

/// One client object making many calls: `kind:requests` each.
struct QuotaRecording
{
    QString client;
    QString name; ///< drain-503, drain-slowdown, rate
    QStringList requestsPerCall;
    std::vector<double> waitsBeforeFirstMs; ///< only for `rate`: per call
    std::vector<std::vector<double>> gapsMs;
};

/// Scenarios and recordings of tests/data/recordings; a file that cannot be read fails the test run.
[[nodiscard]] std::vector<Scenario> recordedScenarios();
[[nodiscard]] std::vector<Recording> recordings();
/// Those of its folder quiet, made again with tests/recordings/drivers.
[[nodiscard]] std::vector<Recording> quietRecordings();
[[nodiscard]] std::vector<QuotaRecording> quotaRecordings();
/// Those of its folder faults.
[[nodiscard]] std::vector<FaultRecording> faultRecordings();
/// The request of a client that was recorded: that of the scenario, with the time-outs of the recordings.
[[nodiscard]] RequestSpec recordedRequest(const std::string& service, const std::string& operation);

/// `client-version-mode` of every configuration that a policy emulates.
[[nodiscard]] QStringList emulatedNames(const Policy& policy);

/// Presets by the client configuration that they emulate.
[[nodiscard]] std::map<QString, Policy> emulations();

/// Requests that the server saw beyond one for each attempt.
[[nodiscard]] int hiddenSendsOf(const CallRecord& call);

/// The calls of one client against the scenario, in virtual time, with the time-outs of the recordings.
/// limitsAttempts: the time-out was one of the whole attempt, not one between two reads.
[[nodiscard]] RunRecord played(const Policy& policy, const Scenario& scenario, int calls,
                               bool limitsAttempts = false);

} // namespace retryscope::test
