// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

enum class ResponderKind { Nobody, Origin, Proxy, LoadBalancer, Unknown };

template <>
struct EnumWords<ResponderKind>
{
    static constexpr Words<ResponderKind, 5> kWords{{{ResponderKind::Nobody, "nobody"},
                                                     {ResponderKind::Origin, "service"},
                                                     {ResponderKind::Proxy, "proxy"},
                                                     {ResponderKind::LoadBalancer, "loadBalancer"},
                                                     {ResponderKind::Unknown, "unknown"}}};
};

/// What a body is, as a program in between or a service writes it.
enum class BodyForm { Empty, Page, Text, Json, Xml };

template <>
struct EnumWords<BodyForm>
{
    static constexpr Words<BodyForm, 5> kWords{{{BodyForm::Empty, "empty"},
                                                {BodyForm::Page, "page"},
                                                {BodyForm::Text, "text"},
                                                {BodyForm::Json, "json"},
                                                {BodyForm::Xml, "xml"}}};
};

/// A member of a body by its place, for example `json:error/status`.
struct BodyMember
{
    std::string place;           ///< of XML: `xml:*` stands for any root element
    std::vector<std::string> in; ///< texts, without case; empty: any
    bool operator==(const BodyMember&) const = default;
};

/// How a responder's own responses look. All conditions hold; an empty one always does.
struct ResponseForm
{
    std::vector<int> statusIn;
    std::vector<std::string> headers;  ///< one of them: `name`, or `name: part of the value`, without case
    std::vector<BodyForm> bodyIs;      ///< one of them
    std::vector<std::string> contains; ///< one of these texts in the first 4 KiB of the body, without case
    std::vector<BodyMember> members;   ///< all of them
    bool operator==(const ResponseForm&) const = default;
};

/// Who may respond, and how to tell it. resources/errors holds them.
struct KnownResponder
{
    std::string name; ///< product or provider
    ResponderKind kind = ResponderKind::Origin;
    /// Part of its Server header field, lower case; empty: it has none, or the field tells nothing.
    std::string server;
    /// Of a proxy whose Server field takes the place of the service's, and which writes pages and text of its
    /// own: an error of that form is from it.
    bool serverTells = false;
    /// Header fields that only a response of this service carries, or that a proxy adds to all: then they are
    /// no request id of a service. Lower case; `x-goog-*` stands for all that begin so.
    std::vector<std::string> stamps;
    std::vector<ResponseForm> own; ///< a response of one of these forms is from it
    std::string source;
    bool operator==(const KnownResponder&) const = default;
};

/// A guess at who produced a response, with the evidence.
struct Responder
{
    ResponderKind kind = ResponderKind::Unknown;
    std::string name;                  ///< product, for example `nginx`; empty when unknown
    std::vector<std::string> evidence; ///< `Server: nginx`, `no request id`, `HTML body` …
    bool operator==(const Responder&) const = default;
};

/// Based on the forms that are known, request ids, `Server`, `Via` and the type of the body; never certain. A
/// header field that is repeated, empty or longer than 1 KiB counts for nobody.
[[nodiscard]] Responder responderOf(const std::vector<KnownResponder>& known, const AttemptFacts& facts);

} // namespace retryscope
