// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/enum_words.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

enum class NameState {
    Absent, ///< no place held a name
    Empty,  ///< a place was there, with no text in it
    Present,
};

template <>
struct EnumWords<NameState>
{
    static constexpr Words<NameState, 3> kWords{
        {{NameState::Absent, "absent"}, {NameState::Empty, "empty"}, {NameState::Present, "present"}}};
};

/// The error name of a failure, and where it was found.
struct ErrorName
{
    NameState state = NameState::Absent;
    std::string name;   ///< after stripping: what the rules look up
    std::string found;  ///< as it stood in the response
    std::string origin; ///< `xml:Error/Code`, `header:x-amzn-errortype`, `status`; empty when absent
    bool operator==(const ErrorName&) const = default;
};

enum class NameSource {
    Header,
    Xml,
    Json,
    Status,
    Reason,     ///< the reason phrase that came, without its blanks
    StatusText, ///< the phrase registered for the status, without its blanks, whatever came
};

/// One place where a client looks. Text form: `header:x-amzn-errortype`, `xml:Error/Code` (first component
/// may be
/// `*` for any root), `json:__type`, `status`, `reason`,
/// `statusText`.
struct NamePlace
{
    NameSource source = NameSource::Xml;
    std::string path;
    bool operator==(const NamePlace&) const = default;
};
/// `xml:Error/Code`, `status`: a place as policy files write it.
[[nodiscard]] std::string placeWords(const NamePlace& place);

/// What a client cuts off a name before it looks the name up; applied in order.
enum class Strip {
    AfterHash,                ///< keep what follows the first `#`
    BeforeColon,              ///< keep what precedes the first `:`
    AfterColon,               ///< keep what follows the last `:` (QName prefix, or a URI)
    AfterDot,                 ///< keep what follows the last `.`
    AfterHashElseBeforeColon, ///< the first of the two that applies, not both
    BeforeSemicolon,          ///< keep what precedes the first `;`
    BeforeColonInHeaders,     ///< as BeforeColon, for names out of a header only
    Blanks,                   ///< drop white space at both ends
    AfterLastHash,            ///< keep what follows the last `#`
    AfterLastHashInBody,      ///< keep what follows the last `#`, for names out of the body only
    AfterLastHashInType,      ///< keep what follows the last `#`, for names out of the member `__type` only
    BeforeComma,              ///< keep what precedes the first `,`
};

template <>
struct EnumWords<Strip>
{
    static constexpr Words<Strip, 12> kWords{{{Strip::AfterHash, "afterHash"},
                                              {Strip::BeforeColon, "beforeColon"},
                                              {Strip::AfterColon, "afterColon"},
                                              {Strip::AfterDot, "afterDot"},
                                              {Strip::AfterHashElseBeforeColon, "afterHashElseBeforeColon"},
                                              {Strip::BeforeSemicolon, "beforeSemicolon"},
                                              {Strip::BeforeColonInHeaders, "beforeColonInHeaders"},
                                              {Strip::Blanks, "blanks"},
                                              {Strip::AfterLastHash, "afterLastHash"},
                                              {Strip::AfterLastHashInBody, "afterLastHashInBody"},
                                              {Strip::AfterLastHashInType, "afterLastHashInType"},
                                              {Strip::BeforeComma, "beforeComma"}}};
};

enum class BodySyntax { Any, Xml, Json };

template <>
struct EnumWords<BodySyntax>
{
    static constexpr Words<BodySyntax, 3> kWords{
        {{BodySyntax::Any, "any"}, {BodySyntax::Xml, "xml"}, {BodySyntax::Json, "json"}}};
};
/// How a client compares the name of an XML document's root with the one it looks for.
enum class XmlRootMatch {
    Local,     ///< the namespace and its prefix do not matter
    Qualified, ///< as it is written: a prefix is part of the name, and nothing below it is found either
    Expanded,  ///< with its namespace: `<Error xmlns="…">` is another name than `<Error>`; `*` is any root
};

template <>
struct EnumWords<XmlRootMatch>
{
    static constexpr Words<XmlRootMatch, 3> kWords{{{XmlRootMatch::Local, "local"},
                                                    {XmlRootMatch::Qualified, "qualified"},
                                                    {XmlRootMatch::Expanded, "expanded"}}};
};

enum class BodyState { Absent, Unparseable, Parsed };

template <>
struct EnumWords<BodyState>
{
    static constexpr Words<BodyState, 3> kWords{{{BodyState::Absent, "absent"},
                                                 {BodyState::Unparseable, "unparseable"},
                                                 {BodyState::Parsed, "parsed"}}};
};

enum class EmbeddedBody {
    ErrorDocument, ///< XML whose root is `Error`
    Unparseable,
    Empty,
    NoObject,  ///< JSON, but a list or a bare value other than null
    Null,      ///< JSON null
    NoResult,  ///< XML whose root has no child named after the operation: `GetCallerIdentityResult`
    ErrorTail, ///< its last bytes are `</Error>`, whatever stands before them
    ErrorHead, ///< an XML declaration and, after blanks only, `<Error>`, whatever comes after it
};

template <>
struct EnumWords<EmbeddedBody>
{
    static constexpr Words<EmbeddedBody, 8> kWords{{{EmbeddedBody::ErrorDocument, "errorDocument"},
                                                    {EmbeddedBody::Unparseable, "unparseable"},
                                                    {EmbeddedBody::Empty, "empty"},
                                                    {EmbeddedBody::NoObject, "noObject"},
                                                    {EmbeddedBody::Null, "null"},
                                                    {EmbeddedBody::NoResult, "noResult"},
                                                    {EmbeddedBody::ErrorTail, "errorTail"},
                                                    {EmbeddedBody::ErrorHead, "errorHead"}}};
};

/// A response with a success status that this client takes for a failure because of its body.
struct EmbeddedError
{
    std::vector<EmbeddedBody> bodyIs;
    std::optional<int>
        within; ///< the tag of ErrorHead and ErrorTail ends in this many first bytes; absent: anywhere
    std::vector<int> statusIn;               ///< empty: every success
    std::vector<std::string> operationIn;    ///< empty: all operations
    std::vector<std::string> operationNotIn; ///< wins over operationIn
    std::optional<int> treatAsStatus; ///< the status that the rules then see; absent: the one that came
    std::string source;
    bool operator==(const EmbeddedError&) const = default;
};

/// How certain it is that a policy decides like its client.
enum class EvidenceLevel {
    Recorded,  ///< compared with recordings of the running client
    Measured,  ///< compared with the running client, response by response
    Source,    ///< read in its source or documentation, never run
    Announced, ///< read in a changelog or announcement, not in the source
    Document,  ///< the policy follows a document, not a client
    Assumed,   ///< nobody looked; the preset decides it as it decides similar failures
};

template <>
struct EnumWords<EvidenceLevel>
{
    static constexpr Words<EvidenceLevel, 6> kWords{{{EvidenceLevel::Recorded, "recorded"},
                                                     {EvidenceLevel::Measured, "measured"},
                                                     {EvidenceLevel::Source, "source"},
                                                     {EvidenceLevel::Announced, "announced"},
                                                     {EvidenceLevel::Document, "document"},
                                                     {EvidenceLevel::Assumed, "assumed"}}};
};

/// Where a client looks for the error name, in which order, and how it treats bodies without one.
struct ErrorReading
{
    BodySyntax syntax = BodySyntax::Any; ///< decides when a body counts as unparseable
    XmlRootMatch rootMatch = XmlRootMatch::Local;
    std::vector<NamePlace> places; ///< first place that exists wins, also with an empty text
    std::vector<Strip> strip;
    std::vector<NamePlace> messagePlaces; ///< first non-empty text wins
    bool nameFromStatusWhenUnreadable =
        false; ///< absent or unparseable body: the status, as text, is the name
    /// Documents that this client's parser reads all the same. OnlyBlanks, NoMarkup: they count as no body.
    std::vector<BodyOddity> tolerates;
    /// Places whose names are looked up as they stand, nothing stripped.
    std::vector<NamePlace> verbatim;
    bool unreadableHidesName = false; ///< with an unparseable body the client looks for no name at all
    bool anyLetterCase = false;       ///< of the names of JSON members
    /// From status 500 on, blanks, and a page that begins with `<html>` (in lower case), count as no body.
    bool pagesAreNoBody = false;
    std::vector<EmbeddedError> embedded; ///< responses with a success status that are failures all the same
    /// Where it is weaker than the policy's own; absent: as the policy's.
    std::optional<EvidenceLevel> evidence;
    std::string source;
    bool operator==(const ErrorReading&) const = default;
};

/// State of the response's body for a client that expects this syntax. No response counts as Absent.
[[nodiscard]] BodyState bodyStateOf(const ErrorReading& reading, const AttemptFacts& facts);
/// The first embedded error that this body is for this operation, or nullptr. Looks at the body
/// only, not at the status.
[[nodiscard]] const EmbeddedError* embeddedErrorIn(const ErrorReading& reading, const AttemptFacts& facts,
                                                   const std::string& operation);
/// True when the body, as this client reads it, has a text at this place (`json:Id`,
/// `xml:*/Errors/Error/Code`).
[[nodiscard]] bool bodyHas(const ErrorReading& reading, const AttemptFacts& facts, const std::string& place);
/// The name under this reading. Absent for a fault without a response.
[[nodiscard]] ErrorName nameOf(const ErrorReading& reading, const AttemptFacts& facts);
/// The message for people that came with the error; empty when there is none.
[[nodiscard]] std::string messageOf(const ErrorReading& reading, const AttemptFacts& facts);
/// The request id of the response, from a header field whose name ends in `request-id` or `requestid` or from
/// an XML body; empty when absent.
[[nodiscard]] std::string requestIdOf(const AttemptFacts& facts);
/// That header field; nullptr: there is none that counts.
[[nodiscard]] const Header* requestIdHeaderOf(const Headers& headers);
/// False for a field that is repeated, empty or longer than 1 KiB: it tells nothing about who responded.
[[nodiscard]] bool countsForSomebody(const Headers& headers, const Header& field);

} // namespace retryscope
