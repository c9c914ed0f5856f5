// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_fields.h"
#include "core/policy/policy_members.h"

#include <QJsonObject>

#include <optional>
#include <string>
#include <vector>

/// Where reading the members of a policy from JSON and writing them differ.
namespace retryscope::io {

using PolicyWriter = FieldWriter<JsonBuilder>;

/// Who writes a policy of their own need not say whom it emulates.
inline void describeEmulated(FieldReader& fields, std::vector<EmulatedClient>& emulates)
{
    fields.field("emulates", emulates);
}

inline void describeEmulated(PolicyWriter& fields, const std::vector<EmulatedClient>& emulates)
{
    fields.required("emulates", emulates);
}

inline void describeMost(FieldReader& fields, AttemptLimit& value)
{
    fields.requiredByKind("max", value.max, value.maxByKind);
}

inline void describeMost(PolicyWriter& fields, const AttemptLimit& value)
{
    fields.byKind("max", value.max, value.maxByKind);
}

inline void describePlace(FieldReader& fields, std::string& place)
{
    fields.required("place", place);
    const bool isBodyPlace = place == "body" || place.starts_with("json:") || place.starts_with("xml:");
    if (const JsonCursor member = fields.claim("place"); member.isPresent() && !isBodyPlace) {
        member.complain(QStringLiteral("\"body\", \"json:PATH\" or \"xml:PATH\""));
    }
}

inline void describePlace(PolicyWriter& fields, const std::string& place)
{
    fields.required("place", place);
}

inline void describeBodyPlaces(FieldReader& fields, const char* key, std::vector<std::string>& places)
{
    fields.filled(key, places);
    for (const std::string& place : places) {
        if (!place.starts_with("json:") && !place.starts_with("xml:")) {
            fields.claim(key).complain(QStringLiteral("a list of \"json:PATH\" or \"xml:PATH\""));
        }
    }
}

inline void describeBodyPlaces(PolicyWriter& fields, const char* key, const std::vector<std::string>& places)
{
    fields.filled(key, places);
}

/// Members that files of older versions have: never a rule without its condition.
inline void describeRetired(FieldReader& fields)
{
    fields.retired("requestHeaderIn",
                   QStringLiteral("requestHeaderIn was removed; for requests with an Idempotency-Key "
                                  "write \"idempotent\": true, for others write two policies"));
}

inline void describeRetired(PolicyWriter&) {}

/// `nameIn` alone may be an empty list: one left open for people, which matches nothing until it is filled.
inline void describeNames(FieldReader& fields, Condition& value)
{
    fields.field("nameIn", value.nameIn);
    value.nameMustBeListed = value.nameIn.empty() && fields.claim("nameIn").isPresent();
}

inline void describeNames(PolicyWriter& fields, const Condition& value)
{
    fields.field("nameIn", value.nameIn);
    if (value.nameIn.empty() && value.nameMustBeListed) {
        fields.required("nameIn", value.nameIn);
    }
}

/// A group that a client may not have: `{ "type": "none" }`.
template <typename Group>
void describeGroup(FieldReader& fields, const char* key, std::optional<Group>& group)
{
    const QJsonObject none{{QStringLiteral("type"), QStringLiteral("none")}};
    if (fields.claim(key).value().toObject() != none) {
        fields.field(key, group);
    }
}

template <typename Group>
void describeGroup(PolicyWriter& fields, const char* key, const std::optional<Group>& group)
{
    if (group) {
        fields.field(key, group);
    } else {
        fields.json(key, QJsonObject{{QStringLiteral("type"), QStringLiteral("none")}});
    }
}

/// Where an editor finds the schema of policies; of no interest here.
inline void describeSchema(FieldReader& fields)
{
    if (const JsonCursor schema = fields.claim("$schema"); schema.isPresent()) {
        (void)schema.text();
    }
}

inline void describeSchema(PolicyWriter&) {}

} // namespace retryscope::io
