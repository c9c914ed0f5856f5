// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/literal_setting.h"
#include "core/io/import/rest_of_text.h"

#include <optional>
#include <vector>

namespace retryscope::io {

/// What the requests of a program set for themselves: `http.request('GET', url, retries=0)`. Such a setting
/// decides where every request in the text has it.
class EveryCall
{
public:
    /// methods: names of the functions that send a request.
    EveryCall(LiteralReader& reader, const QStringList& methods);

    /// The value that each request gives this name, among its arguments or in an object among them. Absent:
    /// the text has no request, a request does not give the name, or two requests give different values.
    [[nodiscard]] std::optional<Setting::Member> gives(const QString& name) const;

private:
    std::vector<Setting> m_calls;
};

/// Removes a setting that the reader reports itself, wherever it stands in the program.
void removeReported(std::vector<PlacedSetting>& placed, const QString& name);

} // namespace retryscope::io
