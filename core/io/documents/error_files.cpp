// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/error_files.h"

#include "core/io/documents/built_in_files.h"
#include "core/io/documents/policy_json.h"
#include "core/io/json/json_fields.h"

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

template <typename Fields>
void describe(Fields& fields, BodyMember& value)
{
    fields.required("place", value.place);
    fields.filled("in", value.in);
}

template <typename Fields>
void describe(Fields& fields, ResponseForm& value)
{
    fields.filled("statusIn", value.statusIn);
    fields.filled("headers", value.headers);
    fields.filled("bodyIs", value.bodyIs);
    fields.filled("contains", value.contains);
    fields.filled("members", value.members);
}

template <typename Fields>
void describe(Fields& fields, KnownResponder& value)
{
    fields.required("name", value.name);
    fields.required("kind", value.kind);
    fields.field("server", value.server);
    fields.field("serverTells", value.serverTells);
    fields.filled("stamps", value.stamps);
    fields.filled("own", value.own);
    fields.required("source", value.source);
}

Result<ErrorKnowledge> errorsFromJson(const QByteArray& json, const QString& place)
{
    return readDocument(json, place, [](const JsonCursor& document) {
        ErrorKnowledge errors;
        FieldReader fields(document, Form::Edited);
        fields.constant("format", "retryscope.errors/1", QStringLiteral("\"retryscope.errors/1\""));
        fields.filled("incurable", errors.incurable);
        fields.filled("responders", errors.responders);
        fields.finish();
        return errors;
    });
}

const ErrorKnowledge& errorKnowledge()
{
    static const ErrorKnowledge all = [] {
        ErrorKnowledge read;
        for (const ErrorKnowledge& file : readBuiltIn(QStringLiteral("errors"), errorsFromJson)) {
            read.incurable.insert(read.incurable.end(), file.incurable.begin(), file.incurable.end());
            read.responders.insert(read.responders.end(), file.responders.begin(), file.responders.end());
        }
        return read;
    }();
    return all;
}

} // namespace retryscope::io
