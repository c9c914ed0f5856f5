// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/facts/request_spec.h"
#include "core/policy/policy.h"
#include "core/simulate/scenario.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace retryscope::io {

/// Who responds.
enum class SessionMode : std::uint8_t {
    Endpoint, ///< the endpoint under test: `request.url` is a whole URL
    BuiltIn ///< the built-in endpoint plays the script: `request.url` is kept for when the mode changes back
};

/// How the request authenticates.
enum class AuthKind : std::uint8_t { None, Header, Basic, Bearer, SignatureV4 };

/// Authentication without its secret: a session never has passwords, tokens or keys.
struct SessionAuth
{
    AuthKind kind = AuthKind::None;
    std::string user;    ///< of Basic
    std::string profile; ///< of SignatureV4: in the shared config file; empty: keys that were typed
    std::string region;
    std::string service; ///< the name that is signed
    bool operator==(const SessionAuth&) const = default;
};

/// What the built-in endpoint plays.
struct SessionScript
{
    std::string id = "s3-slowdown-then-ok"; ///< or file it was taken from
    std::optional<Scenario> edited;         ///< absent: as it is in the library
    bool operator==(const SessionScript&) const = default;
};

struct SessionPolicy
{
    std::string id = "sdk-reference-standard"; ///< or file it was taken from
    std::optional<Policy> edited;              ///< absent: as it is in the library
    std::string draft; ///< text of an editor that cannot be read as a policy now; empty: there is none
    bool operator==(const SessionPolicy&) const = default;
};

struct SessionRun
{
    int calls = 1;   ///< per client, 1 … 1,000,000
    int clients = 1; ///< 1 … 1,000,000
    std::uint64_t seed = 1;
    bool locksSeed = false; ///< false: each run draws another
    bool isVirtual = false;
    bool waits = true;         ///< false: delays are planned and recorded, not slept
    bool keepsTokens = true;   ///< quota and limiter go on from run to run, live ones only
    std::optional<int> tokens; ///< level to start with; absent: as the policy has it
    bool operator==(const SessionRun&) const = default;
};

/// Parts of a session that were not saved because they are secret or large: the window shows "not kept, type
/// again".
enum class NotKept : std::uint8_t {
    Header, ///< value of a request header; its name is `name`
    Url,    ///< user information, signature or token in it: `[redacted]` stands there
    Body,   ///< the same, or a body above kMostSessionBody, which is then empty
    Proxy,  ///< user information of the proxy
    Script, ///< secrets in requests or responses of the edited script
    Policy, ///< secrets in the policy's draft, or one above kMostSessionBody, which is then empty
};

struct NotKeptPart
{
    NotKept part = NotKept::Header;
    std::string name; ///< of a header, else empty
    bool operator==(const NotKeptPart&) const = default;
};

/// What the window restores at its start: all inputs and choices, but no results, which are in the run store.
/// A value that reads back equal, except for the parts not kept.
struct Session
{
    /// Headers whose value was not kept have an empty one, in their place. The deadline, time limits, proxy
    /// and TLS settings are its own.
    RequestSpec request;
    /// The user's own for the built-in endpoint, `url` being path and query; absent: as the script brings it.
    std::optional<RequestSpec> builtInRequest;
    SessionAuth auth;
    SessionMode mode = SessionMode::BuiltIn;
    SessionScript script;
    SessionPolicy policy;
    SessionRun run;
    std::vector<std::string> expectations; ///< of a run, as typed
    std::string room;                      ///< id of the open one, such as `send`; empty: the first
    std::vector<std::string> panels;       ///< ids of those that are open
    std::string shownRun;                  ///< id in the run store; empty: none
    /// Filled by the reader; the window takes away what was typed again. The writer heeds headers: one that
    /// is empty and named here is again written as not kept. Else it looks at the values themselves.
    std::vector<NotKeptPart> notKept;
    bool operator==(const Session&) const = default;
};

/// Largest body or draft that is kept: a session is saved often.
inline constexpr std::size_t kMostSessionBody = std::size_t{256} * 1024;

} // namespace retryscope::io

namespace retryscope {

template <>
struct EnumWords<io::SessionMode>
{
    static constexpr Words<io::SessionMode, 2> kWords{
        {{io::SessionMode::Endpoint, "endpoint"}, {io::SessionMode::BuiltIn, "builtIn"}}};
};

template <>
struct EnumWords<io::AuthKind>
{
    static constexpr Words<io::AuthKind, 5> kWords{{{io::AuthKind::None, "none"},
                                                    {io::AuthKind::Header, "header"},
                                                    {io::AuthKind::Basic, "basic"},
                                                    {io::AuthKind::Bearer, "bearer"},
                                                    {io::AuthKind::SignatureV4, "signatureV4"}}};
};

template <>
struct EnumWords<io::NotKept>
{
    static constexpr Words<io::NotKept, 6> kWords{{{io::NotKept::Header, "header"},
                                                   {io::NotKept::Url, "url"},
                                                   {io::NotKept::Body, "body"},
                                                   {io::NotKept::Proxy, "proxy"},
                                                   {io::NotKept::Script, "script"},
                                                   {io::NotKept::Policy, "policy"}}};
};

} // namespace retryscope
