// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/sdk_files.h"

#include "core/io/documents/built_in_files.h"
#include "core/io/documents/policy_json.h"
#include "core/io/json/json_fields.h"

namespace retryscope::io {

template <typename Fields>
void describe(Fields& fields, ModeFigures& value)
{
    fields.required("attempts", value.attempts);
    fields.field("delay", value.delay);
    fields.field("throttlingDelay", value.throttlingDelay);
    fields.field("cost", value.cost);
    fields.field("throttlingCost", value.throttlingCost);
    fields.field("capacity", value.capacity);
    fields.required("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, ModeRules& value)
{
    fields.field("policy", value.policy);
    fields.field("asService", value.asService);
    fields.field("figures", value.figures);
}

template <typename Fields>
void describe(Fields& fields, SdkMode& value)
{
    fields.field("before", value.before);
    fields.field("after", value.after);
}

template <typename Fields>
void describe(Fields& fields, ProfileHabits& value)
{
    fields.required("titles", value.titles);
    fields.field("form", value.form);
    fields.field("missing", value.missing);
    fields.field("refusal", value.refusal);
    fields.field("keptComments", value.keptComments);
    fields.required("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, VersionRange& value)
{
    fields.field("from", value.from);
    fields.field("below", value.below);
}

template <typename Fields>
void describe(Fields& fields, AssumedVersion& value)
{
    fields.field("from", value.from);
    fields.required("version", value.version);
}

template <typename Fields>
void describe(Fields& fields, SdkPart& value)
{
    fields.required("name", value.name);
    fields.required("lookUp", value.lookUp);
    fields.filled("services", value.services);
    fields.required("assumed", value.assumed);
    fields.filled("assumed", value.assumed);
}

template <typename Fields>
void describe(Fields& fields, SdkLine& value)
{
    fields.field("from", value.from);
    fields.field("below", value.below);
    fields.field("parts", value.parts);
    fields.filled("services", value.services);
    fields.required("switch", value.use);
    fields.field("date", value.date);
    fields.required("sure", value.sure);
    fields.field("keep", value.keep);
    fields.field("keepUnknown", value.keepUnknown);
    fields.field("pin", value.pin);
    fields.required("defaultBefore", value.defaultBefore);
    fields.required("defaultAfter", value.defaultAfter);
    fields.required("modes", value.modes);
    fields.field("profiles", value.profiles);
    fields.field("notes", value.notes);
    fields.field("modeNotes", value.modeNotes);
    fields.required("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, Sdk& value)
{
    fields.constant("format", "retryscope.sdk/1", QStringLiteral("\"retryscope.sdk/1\""));
    fields.required("id", value.id);
    fields.required("title", value.title);
    fields.field("names", value.names);
    fields.field("versions", value.versions);
    fields.field("flagText", value.flagText);
    fields.field("readsJavaProperties", value.readsJavaProperties);
    fields.field("readsNoSettings", value.readsNoSettings);
    fields.required("checkedOn", value.checkedOn);
    fields.filled("parts", value.parts);
    fields.field("profiles", value.profiles);
    fields.required("lines", value.lines);
    fields.filled("lines", value.lines);
}

Result<Sdk> sdkFromJson(const QByteArray& json, const QString& place)
{
    return readDocument(json, place, [](const JsonCursor& document) {
        Sdk sdk;
        readEdited(document, sdk);
        return sdk;
    });
}

const Sdks& builtInSdks()
{
    static const Sdks sdks = readBuiltIn(QStringLiteral("sdks"), sdkFromJson);
    return sdks;
}

} // namespace retryscope::io
