// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/endpoint/odd_ports.h"
#include "tests/core/io/wire/misbehaving_server.h"
#include "tests/core/io/wire/test_certificates.h"
#include "tests/core/io/wire/test_proxy.h"

#include "core/run/run_record.h"

#include <QByteArray>

#include <array>
#include <memory>
#include <vector>

namespace retryscope::test {

/// One value for each factor, as indices: fault, method, warm, TLS, proxy.
using FaultRow = std::array<int, 5>;

/// Every pair of values that can stand together does so in one of the rows at least: each time the row that
/// has the most new pairs.
[[nodiscard]] std::vector<FaultRow> allFaultPairs();

[[nodiscard]] QByteArray nameOf(const FaultRow& row);

/// What a row needs, and one run of it.
class FaultStage
{
public:
    FaultStage(const FaultRow& row, const TestCertificates& certificates);

    [[nodiscard]] bool isReady() const { return m_isReady; }
    [[nodiscard]] const RequestSpec& spec() const { return m_header.spec; }

    /// The record; empty when the run did not end.
    RunRecord run();

private:
    RequestSpec requestFor(const TestCertificates& certificates);
    TestProxy& proxy();

    FaultRow m_row;
    bool m_isReady = false;
    MisbehavingServer m_server;
    std::unique_ptr<TestProxy> m_proxy;
    io::FullPort m_fullPort;
    RunHeader m_header;
};

/// What is wrong with the record of this row; empty: nothing.
[[nodiscard]] QString problemWith(const RunRecord& record, const FaultRow& row, const RequestSpec& spec);

} // namespace retryscope::test
