// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The readers of policy, scenario and record files. What was read must be writable and readable again; what
// was refused must come with a message.

#include "core/io/storage/policy_json.h"
#include "core/io/storage/record_json.h"
#include "core/io/storage/scenario_json.h"

#include <QJsonDocument>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

const QString kPlace = QStringLiteral("input");

template <typename Read, typename Write>
void readWriteRead(const QByteArray& json, Read&& read, Write&& write)
{
    const auto first = read(json, kPlace);
    if (!first) {
        if (first.error().message.isEmpty()) {
            std::abort();
        }
        return;
    }
    if (!read(QJsonDocument(write(first.value())).toJson(), kPlace)) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace retryscope::io;
    const QByteArray json(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    readWriteRead(json, policyFromJson, policyToJson);
    readWriteRead(json, scenarioFromJson, scenarioToJson);
    readWriteRead(json, recordFromJson, [](const auto& record) { return recordToJson(record); });
    return 0;
}
