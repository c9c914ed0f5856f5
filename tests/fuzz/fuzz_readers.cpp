// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The readers of policy, scenario and record files. What was read must be writable and read back as the same
// value; what was refused must come with a message.

#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_json.h"
#include "core/io/documents/scenario_json.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>

namespace {

const QString kPlace = QStringLiteral("input");

template <typename Read, typename Write, typename Same>
void readWriteRead(const QByteArray& json, Read&& read, Write&& write, Same&& same)
{
    const auto first = read(json);
    if (!first) {
        if (first.error().message.isEmpty()) {
            std::abort();
        }
        return;
    }
    const auto second = read(write(first.value()));
    if (!second || !same(first.value(), second.value())) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace retryscope::io;
    const QByteArray input(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    readWriteRead(
        input, [](const QByteArray& json) { return policyFromJson(json, kPlace); },
        [](const auto& policy) { return documentBytes(policyToJson(policy)); }, std::equal_to<>{});
    readWriteRead(
        input, [](const QByteArray& json) { return scenarioFromJson(json, kPlace); },
        [](const auto& scenario) { return documentBytes(scenarioToJson(scenario)); }, std::equal_to<>{});
    readWriteRead(
        input, [](const QByteArray& json) { return recordFromJson(json, kPlace); },
        [](const auto& record) { return recordBytes(record); },
        [](const auto& left, const auto& right) { return left.calls() == right.calls(); });
    return 0;
}
