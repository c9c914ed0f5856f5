// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/policy_json.h"
#include "core/io/import/import.h"
#include "tests/fuzz/fuzz_check.h"

#include <QJsonDocument>

#include <cstddef>
#include <cstdint>

using namespace retryscope;
using namespace retryscope::io;

namespace {

/// What is said of a foreign text is short, plain and on one line.
bool isTame(const QString& text)
{
    return text.size() <= 101 && !text.contains(u'\n');
}

void check(const Result<ImportedPolicy>& result)
{
    if (!result) {
        require(!result.error().message.isEmpty(), "what is refused is refused with a reason");
        return;
    }
    const ImportedPolicy& imported = result.value();
    for (const UnderstoodSetting& one : imported.understood) {
        require(isTame(one.setting) && one.line >= 0, "what was understood is said on one short line");
    }
    for (const SkippedSetting& one : imported.notUnderstood) {
        require(isTame(one.setting) && one.line >= 0 && !one.why.isEmpty() && !one.means.isEmpty(),
                "what was not is said on one, with why and what it means");
    }
    for (const UnimportantSetting& one : imported.unimportant) {
        require(isTame(one.setting) && one.line >= 0 && !one.why.isEmpty(),
                "what does not matter is said on one, with why");
    }
    require(imported.passedOver >= 0 && imported.blocks.size() <= 20, "what was read is counted and bounded");
    // What is written is read again as the same policy.
    const Result<Policy> again = policyFromJson(QJsonDocument(imported.document).toJson(), {});
    require(again.ok() && again.value() == imported.policy, "what is written is read as the same policy");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    const auto& words = EnumWords<ConfigurationKind>::kWords;
    const QByteArray text(reinterpret_cast<const char*>(data) + 1, static_cast<qsizetype>(size - 1));
    check(importPolicy(text, {.kind = words[data[0] % words.size()].first, .part = {}, .id = {}}, {}));
    check(importPolicy(text, {}, {}));
    return 0;
}
