// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/responder.h"

#include "core/facts/error_name.h"
#include "core/facts/header_syntax.h"
#include "core/facts/letter_case.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace retryscope {

namespace {

constexpr int kFirstError = 400;

/// A response as the forms look at it.
class Look
{
public:
    explicit Look(const Response& response)
        : m_response(response), m_body(inLowerCase(std::string_view(response.body).substr(0, kLookedAt)))
    {
    }

    /// A name, or one that ends in `*` for all that begin so.
    [[nodiscard]] bool hasHeader(std::string_view name) const
    {
        const bool isBeginning = name.ends_with('*');
        const std::string_view wanted = isBeginning ? name.substr(0, name.size() - 1) : name;
        return std::ranges::any_of(m_response.headers.entries, [&](const Header& header) {
            const std::string_view found =
                std::string_view(header.name).substr(0, isBeginning ? wanted.size() : std::string::npos);
            return equalsIgnoringCase(found, wanted) && countsForSomebody(m_response.headers, header);
        });
    }

    [[nodiscard]] bool hasForm(const ResponseForm& form) const
    {
        return (form.statusIn.empty() || std::ranges::count(form.statusIn, m_response.status) > 0) &&
               (form.headers.empty() ||
                std::ranges::any_of(form.headers, [this](const std::string& one) { return says(one); })) &&
               (form.bodyIs.empty() ||
                std::ranges::any_of(form.bodyIs,
                                    [this](BodyForm one) { return !m_response.bodyUnseen && is(one); })) &&
               (form.contains.empty() || std::ranges::any_of(form.contains,
                                                             [this](const std::string& text) {
                                                                 return m_body.find(text) !=
                                                                        std::string::npos;
                                                             })) &&
               std::ranges::all_of(form.members, [this](const BodyMember& member) { return has(member); });
    }

    [[nodiscard]] bool isOwnOf(const KnownResponder& responder) const
    {
        return std::ranges::any_of(responder.own, [this](const ResponseForm& form) { return hasForm(form); });
    }

    [[nodiscard]] bool isStampedBy(const KnownResponder& responder) const
    {
        return std::ranges::any_of(responder.stamps,
                                   [this](const std::string& name) { return hasHeader(name); });
    }

    [[nodiscard]] bool is(BodyForm form) const
    {
        const ParsedBody& body = m_response.parsed;
        switch (form) {
        case BodyForm::Empty:
            return body.isEmpty;
        case BodyForm::Page:
            return body.isHtml;
        case BodyForm::Json:
            return body.isJson;
        case BodyForm::Xml:
            return body.isXml && !body.isHtml;
        case BodyForm::Text:
            return !body.isEmpty && !body.isHtml && !body.isJson && !body.isXml;
        }
        return false;
    }

private:
    static constexpr std::size_t kLookedAt = 4096; ///< bytes of the body

    /// `name`, or `name: part of the value`.
    [[nodiscard]] bool says(std::string_view text) const
    {
        const std::size_t colon = text.find(':');
        const std::string_view name = text.substr(0, colon);
        if (colon == std::string_view::npos) {
            return hasHeader(name);
        }
        const std::string* value = m_response.headers.find(name);
        return value != nullptr && hasHeader(name) &&
               inLowerCase(*value).find(trimmed(text.substr(colon + 1))) != std::string::npos;
    }

    [[nodiscard]] bool has(const BodyMember& member) const
    {
        static constexpr std::string_view kAnyRoot = "xml:*/";
        return std::ranges::any_of(m_response.parsed.fields, [&member](const BodyField& field) {
            std::string_view place = field.place;
            std::string_view wanted = member.place;
            if (wanted.starts_with(kAnyRoot) && place.starts_with("xml:")) {
                place.remove_prefix(std::min(place.find('/'), place.size() - 1) + 1);
                wanted.remove_prefix(kAnyRoot.size());
            }
            return place == wanted &&
                   (member.in.empty() || std::ranges::any_of(member.in, [&field](const std::string& text) {
                        return equalsIgnoringCase(text, trimmed(field.text));
                    }));
        });
    }

    const Response& m_response;
    std::string m_body;
};

std::string bodyEvidence(const Response& response)
{
    const ParsedBody& body = response.parsed;
    if (response.bodyUnseen) {
        return "the imported file does not show the body";
    }
    const std::string* type = response.headers.find("content-type");
    const std::string said = type == nullptr ? std::string() : inLowerCase(*type);
    if (body.isEmpty) {
        return "no body";
    }
    if (body.isHtml) {
        return "the body is a web page (HTML)";
    }
    if (body.isXml) {
        return "the body is XML with the root element " + body.xmlRoot;
    }
    if (body.isJson) {
        return "the body is JSON";
    }
    return said.find("json") != std::string::npos ? "Content-Type says JSON, but the body is not valid JSON"
           : said.find("xml") != std::string::npos
               ? "Content-Type says XML, but the body is not well-formed XML"
               : "the body is plain text";
}

/// The first of them that this is true of; nullptr: of none.
template <typename Holds>
const KnownResponder* firstOf(const std::vector<KnownResponder>& known, Holds holds)
{
    const auto found = std::ranges::find_if(known, holds);
    return found == known.end() ? nullptr : &*found;
}

bool isBetween(const KnownResponder& responder)
{
    return responder.kind != ResponderKind::Origin;
}

/// What the response shows, for people.
std::vector<std::string> evidenceOf(const Response& response, const std::string& requestId)
{
    std::vector<std::string> evidence;
    for (const char* name : {"Server", "Via"}) {
        if (const std::string* value = response.headers.find(name)) {
            evidence.push_back(std::string(name) + ": " + *value);
        }
    }
    if (!requestId.empty() || !response.headersUnseen) {
        evidence.push_back(requestId.empty() ? "no request id from a service" : "request id " + requestId);
    }
    evidence.push_back(bodyEvidence(response));
    return evidence;
}

} // namespace

Responder responderOf(const std::vector<KnownResponder>& known, const AttemptFacts& facts)
{
    if (!facts.response) {
        const bool hasBegun = facts.fault && (facts.fault->kind == FaultKind::ResponseTruncated ||
                                              facts.fault->kind == FaultKind::ResponseReset ||
                                              facts.fault->kind == FaultKind::ResponseTooLarge ||
                                              facts.fault->kind == FaultKind::MalformedResponse);
        return hasBegun ? Responder{.kind = ResponderKind::Unknown,
                                    .name = {},
                                    .evidence = {"only a part of the response arrived"}}
                        : Responder{.kind = ResponderKind::Nobody, .name = {}, .evidence = {}};
    }
    const Response& response = *facts.response;
    const Look look(response);
    const bool isError = response.status >= kFirstError;
    const Header* idHeader = requestIdHeaderOf(response.headers);
    const bool isStampedBetween =
        idHeader != nullptr && firstOf(known, [&](const KnownResponder& one) {
            return isBetween(one) && std::ranges::count(one.stamps, inLowerCase(idHeader->name)) > 0;
        });
    const std::string requestId = isStampedBetween ? std::string() : requestIdOf(facts);
    Responder result{.kind = ResponderKind::Unknown, .name = {}, .evidence = evidenceOf(response, requestId)};
    const auto is = [&result](const KnownResponder& one, std::string evidence = {}) {
        result.kind = one.kind;
        result.name = one.name;
        if (!evidence.empty()) {
            result.evidence.push_back(std::move(evidence));
        }
        return result;
    };

    // What a program in between writes itself comes first: its page may carry the id that it stamps on all.
    if (const KnownResponder* own = firstOf(known, [&](const KnownResponder& one) {
            return isBetween(one) && isError && look.isOwnOf(one);
        })) {
        return is(*own, own->name + " writes such responses itself");
    }
    const std::string* serverField = response.headers.find("server");
    const std::string server = serverField == nullptr ? std::string() : inLowerCase(*serverField);
    const KnownResponder* named = firstOf(known, [&server](const KnownResponder& one) {
        return !one.server.empty() && server.find(one.server) != std::string::npos;
    });
    const bool writesOwnBodies = named != nullptr && isBetween(*named) && named->serverTells;
    const KnownResponder* stamping = firstOf(
        known, [&look](const KnownResponder& one) { return !isBetween(one) && look.isStampedBy(one); });
    const KnownResponder* form = firstOf(
        known, [&](const KnownResponder& one) { return !isBetween(one) && isError && look.isOwnOf(one); });
    if (stamping != nullptr) {
        return is(*stamping, requestId.empty() ? "a header field of " + stamping->name : "");
    }
    if (idHeader != nullptr && !isStampedBetween) {
        result.kind = ResponderKind::Origin;
        const KnownResponder* service = named != nullptr && !isBetween(*named) ? named : form;
        result.name = service == nullptr ? std::string() : service->name;
        return result;
    }
    // A proxy that names itself may have written such a body (error_page of nginx), or passed on what the
    // service wrote: that cannot be told.
    if (isError && writesOwnBodies && (form != nullptr || !requestId.empty())) {
        return result;
    }
    if (form != nullptr) {
        return is(*form, "the body has the form of an error of " + form->name);
    }
    if (!requestId.empty()) {
        result.kind = ResponderKind::Origin;
        return result;
    }
    if (named != nullptr && !isBetween(*named)) {
        return is(*named);
    }
    const bool isDocument = look.is(BodyForm::Json) || look.is(BodyForm::Xml);
    if (isError && writesOwnBodies && !isDocument) {
        return is(*named);
    }
    if (isError && !isDocument && (response.parsed.isHtml || response.headers.contains("via"))) {
        result.kind = ResponderKind::Proxy;
    }
    return result;
}

} // namespace retryscope
