// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/facts/headers.h"
#include "core/facts/instant.h"
#include "core/facts/optional_duration.h"
#include "core/facts/shared.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope {

/// Every way in which an attempt can end without a complete HTTP response.
enum class FaultKind : std::uint8_t {
    HostNotFound,
    ConnectionRefused,
    Unreachable,
    ConnectTimeout,
    TlsFailed,
    ConnectionReset,      ///< RST before any byte of the response
    ClosedBeforeResponse, ///< FIN before any byte of the response
    ResponseTruncated,    ///< FIN inside the response
    ResponseReset,        ///< RST inside the response
    MalformedResponse,    ///< bytes that are not HTTP
    ReadTimeout,
    ResponseTooLarge,
    Cancelled,
};

template <>
struct EnumWords<FaultKind>
{
    static constexpr Words<FaultKind, 13> kWords{{{FaultKind::HostNotFound, "hostNotFound"},
                                                  {FaultKind::ConnectionRefused, "connectionRefused"},
                                                  {FaultKind::Unreachable, "unreachable"},
                                                  {FaultKind::ConnectTimeout, "connectTimeout"},
                                                  {FaultKind::TlsFailed, "tlsFailed"},
                                                  {FaultKind::ConnectionReset, "connectionReset"},
                                                  {FaultKind::ClosedBeforeResponse, "closedBeforeResponse"},
                                                  {FaultKind::ResponseTruncated, "responseTruncated"},
                                                  {FaultKind::ResponseReset, "responseReset"},
                                                  {FaultKind::MalformedResponse, "malformedResponse"},
                                                  {FaultKind::ReadTimeout, "readTimeout"},
                                                  {FaultKind::ResponseTooLarge, "responseTooLarge"},
                                                  {FaultKind::Cancelled, "cancelled"}}};
};

/// Name of the fault in records and on the command line, for example `connectionRefused`.
[[nodiscard]] std::string_view toString(FaultKind kind);
[[nodiscard]] std::optional<FaultKind> faultKindFrom(std::string_view name);
/// All kinds in declaration order.
[[nodiscard]] const std::vector<FaultKind>& allFaultKinds();

struct Fault
{
    FaultKind kind = FaultKind::ConnectionReset;
    std::string detail; ///< what the operating system or TLS library said; may be empty
    bool operator==(const Fault&) const = default;
};

/// One text found in a body, and where: `xml:Error/Code`, `json:__type`, `json:Table/TableStatus`.
struct BodyField
{
    std::string place;
    std::string text;
    bool operator==(const BodyField&) const = default;
};

/// The items of a batch that the response lists as not processed.
struct Remaining
{
    std::string items; ///< JSON text of UnprocessedItems / UnprocessedKeys
    int left = 0;      ///< number of items in it
    bool operator==(const Remaining&) const = default;
};

/// How the root element of an XML document is named.
enum class XmlRootName {
    Plain,       ///< `<Error>`
    InNamespace, ///< `<Error xmlns="…">`
    Prefixed,    ///< `<s3:Error …>`
};

template <>
struct EnumWords<XmlRootName>
{
    static constexpr Words<XmlRootName, 3> kWords{{{XmlRootName::Plain, "plain"},
                                                   {XmlRootName::InNamespace, "inNamespace"},
                                                   {XmlRootName::Prefixed, "prefixed"}}};
};

/// What a JSON document is made of at its top.
enum class JsonShape { Object, Array, Scalar };

template <>
struct EnumWords<JsonShape>
{
    static constexpr Words<JsonShape, 3> kWords{
        {{JsonShape::Object, "object"}, {JsonShape::Array, "array"}, {JsonShape::Scalar, "scalar"}}};
};

/// Oddities that make some parsers reject a document that others accept.
enum class BodyOddity : std::uint8_t {
    ByteOrderMark, ///< a UTF-8 mark before the document
    LeadingBlanks, ///< white space before `<?xml`, as S3 sends it while a copy goes on
    TrailingText,  ///< something after the root element of an XML document
    Entities,      ///< the document declares entities of its own
    OnlyBlanks,    ///< white space and nothing else
    NoMarkup,      ///< text without `<` and `&` where XML is expected
};

template <>
struct EnumWords<BodyOddity>
{
    static constexpr Words<BodyOddity, 6> kWords{{{BodyOddity::ByteOrderMark, "byteOrderMark"},
                                                  {BodyOddity::LeadingBlanks, "leadingBlanks"},
                                                  {BodyOddity::TrailingText, "trailingText"},
                                                  {BodyOddity::Entities, "entities"},
                                                  {BodyOddity::OnlyBlanks, "onlyBlanks"},
                                                  {BodyOddity::NoMarkup, "noMarkup"}}};
};

/// A body turned into plain fields by io/http/error_body. The engine looks only at these and never parses.
struct ParsedBody
{
    bool isEmpty = true;
    bool isXml = false;  ///< well-formed XML document, but for its oddities
    bool isJson = false; ///< valid JSON document, but for its oddities
    bool isHtml = false; ///< looks like a web page (well-formed or not)
    std::string xmlRoot; ///< local name of the XML root element
    XmlRootName xmlRootName = XmlRootName::Plain;
    JsonShape jsonShape = JsonShape::Object;
    std::vector<BodyOddity> oddities; ///< in the order of the enumeration
    std::string opening;              ///< first bytes of the trimmed body, at most kBodyEdge
    std::string closing;              ///< last bytes of the body as it came, at most kBodyEdge
    std::optional<int> errorTagEnds; ///< bytes up to the end of `<Error>` after an XML declaration and blanks
    std::string text;              ///< the whole body, trimmed, when it is at most 64 bytes long; else empty
    std::vector<BodyField> fields; ///< bounded: at most 64 leaves, depth 8
    /// Place of the error that the JSON document, or an event of the stream, is: `json:error`,
    /// `json:errors/0`, `event[2]:error`, `event[2]:`. Empty: none.
    std::string errorPlace;
    std::optional<bool> crc32Matches;   ///< set when an `x-amz-crc32` header came along
    std::optional<Remaining> remaining; ///< set when the response is part done
    std::string statedName; ///< error name that an imported file gives without the text it stood in

    /// Bytes that are kept of a body's beginning and end: enough for a tag.
    static constexpr std::size_t kBodyEdge = 16;

    [[nodiscard]] bool has(BodyOddity oddity) const;
    /// The first field at this place, or nullptr.
    [[nodiscard]] const std::string* find(std::string_view place) const;
    bool operator==(const ParsedBody&) const = default;
};

/// An HTTP response, or as much of it as arrived.
struct Response
{
    int status = 0; ///< 0: an imported file does not show it
    std::string reason;
    Headers headers;
    std::string body;           ///< kept part
    std::int64_t bodyBytes = 0; ///< received, kept or not
    bool bodyTruncated = false; ///< true when `body` holds less than what was received
    /// In hex, of a whole `body` that was dropped once it was judged; else empty.
    std::string bodySha256;
    std::optional<WallTime> date; ///< the Date header, read
    ParsedBody parsed;
    bool headersUnseen = false; ///< an imported file does not show them, or not all of them
    bool bodyUnseen = false;    ///< an imported file does not show it
    bool operator==(const Response&) const = default;
};

/// Time spent in each phase of an attempt. Absent phases did not happen (reused connection,
/// plain HTTP, fault before).
struct Phases
{
    OptionalDuration lookup;
    OptionalDuration connect;
    OptionalDuration tls;
    OptionalDuration send;
    OptionalDuration wait;    ///< last byte sent to first byte received
    OptionalDuration receive; ///< first to last byte received
    bool operator==(const Phases&) const = default;
};

/// A redirect that was followed within an attempt: a request and its response.
struct Hop
{
    Instant start{}; ///< of the request
    Instant end{};   ///< of the response
    std::string method;
    std::string url;
    std::string location; ///< as the server wrote it
    std::string note;     ///< what the next request lost or changed; may be empty
    Response response;    ///< at most kMostHopBody bytes of its body
    bool operator==(const Hop&) const = default;
};
inline constexpr std::size_t kMostHopBody = std::size_t{64} * 1024;

/// What the transport observed and did besides the response itself.
struct WireFacts
{
    Shared<Headers> sentHeaders; ///< every header of the first request, those added by the transport included
    Shared<std::string> rawSent; ///< bounded, for the window
    std::string rawReceived;     ///< of the last request, as rawSent; bounded, for the window
    std::int64_t rawSentBytes = 0;
    std::int64_t rawReceivedBytes = 0;
    int connection = 0; ///< number of the connection within the run, from 1; 0: none was made
    bool reused = false;
    bool tlsVerified = true;    ///< false if verification was off or errors were ignored
    std::string peer;           ///< address and port spoken to
    std::string untrustedChain; ///< PEM, not recorded; set if trusting it would fix the TLS failure
    std::vector<Hop> hops;      ///< before the response of the attempt, which is the last one's; mostly none
    std::vector<std::string> notes; ///< for example a stale kept-alive connection that was opened again
    OptionalDuration saidDelay;     ///< before the next attempt, as an imported log names it
    bool sentHeadersUnseen = false; ///< an imported file does not show them, or not all of them
    bool sentBodyUnseen = false;    ///< an imported file does not show it
    bool operator==(const WireFacts&) const = default;
};

/// The outcome of one attempt. Both `response` and `fault` are set if the response was truncated.
struct AttemptFacts
{
    Phases phases;
    std::shared_ptr<const Response> response;
    std::optional<Fault> fault;
    /// Requests that the client's HTTP library sent again by itself within this attempt: the connection had
    /// been kept alive and died before a byte of the response. The client knows nothing of them.
    int hiddenSends = 0;
    /// An imported file does not show when: start and end of the attempt tell its place among others, and no
    /// length. See tookOf().
    bool timesUnseen = false;
    std::shared_ptr<const WireFacts> wire;

    /// Compares what is pointed to.
    bool operator==(const AttemptFacts& other) const;
};

/// A response with this status, and nothing else: no name, no header, no body.
[[nodiscard]] AttemptFacts bareResponse(int status);
/// No response, but this fault.
[[nodiscard]] AttemptFacts bareFault(FaultKind kind);

} // namespace retryscope
