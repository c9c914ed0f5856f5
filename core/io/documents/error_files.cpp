// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/error_files.h"

#include "core/io/documents/built_in_files.h"
#include "core/io/documents/policy_json.h"
#include "core/io/json/json_description.h"

namespace retryscope::io {

template <typename Fields>
void describe(Fields& fields, IncurableErrors& value)
{
    fields.filled("names", value.names);
    fields.filled("prefixes", value.prefixes);
    fields.filled("members", value.members);
    fields.filled("contains", value.contains);
    fields.required("because", value.because);
    fields.required("source", value.source);
}

Result<std::vector<IncurableErrors>> errorsFromJson(const QByteArray& json, const QString& place)
{
    return readDocument(json, place, [](const JsonCursor& document) {
        std::vector<IncurableErrors> errors;
        JsonFieldReader fields(document);
        fields.constant("format", "retryscope.errors/1", QStringLiteral("\"retryscope.errors/1\""));
        fields.required("incurable", errors);
        fields.finish();
        return errors;
    });
}

const std::vector<IncurableErrors>& incurableErrors()
{
    static const std::vector<IncurableErrors> all = [] {
        std::vector<IncurableErrors> read;
        for (const std::vector<IncurableErrors>& file :
             readBuiltIn(QStringLiteral("errors"), errorsFromJson)) {
            read.insert(read.end(), file.begin(), file.end());
        }
        return read;
    }();
    return all;
}

} // namespace retryscope::io
