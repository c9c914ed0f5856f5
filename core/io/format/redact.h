// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/text_search.h"
#include "core/io/format/carried_secrets.h"
#include "core/io/format/secret_names.h"
#include "core/run/run_record.h"
#include "core/simulate/scenario.h"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace retryscope::io {

/// What stands where a secret stood.
inline constexpr std::string_view kRedacted = "[redacted]";

/// What stands where this value stood: the value itself where nothing is secret about it, `[redacted]`, or of
/// an idempotency key `[key 1a2b3c4d]`, the first 8 digits of its SHA-256.
[[nodiscard]] std::string shownInPlaceOf(std::string_view value, Secrecy secrecy);
/// With `[key 1a2b3c4d]`.
[[nodiscard]] bool beginsWithDigest(std::string_view text);
/// True where something was hidden in the text.
[[nodiscard]] bool holdsRedacted(std::string_view text);
/// Header values replaced by `[redacted]` where the name says so, other values searched for secrets.
[[nodiscard]] Headers redacted(Headers headers);
/// Any text (URL, form, document, message): what secret parameters, members of JSON, elements of XML and
/// header lines hold, and user information in URLs, is replaced; all else stays as it is. Takes time in
/// proportion to the text, whatever it is.
[[nodiscard]] std::string redactedText(std::string_view text);
/// The same, and what was left out, without the escapes that it was found behind.
[[nodiscard]] std::string redactedText(std::string_view text, std::vector<std::string>& hidden);
/// The same of what is known to be a URL: a secret parameter goes up to the next `&`, whatever stands in it.
[[nodiscard]] std::string redactedUrl(std::string_view url);
/// The same of a request's body, which may be a form.
[[nodiscard]] std::string redactedBody(std::string_view body);
/// The bytes of HTTP messages, several heads in a row included (interim responses): every line that reads
/// like a secret header, and the rest as text.
[[nodiscard]] std::string redactedMessage(std::string_view bytes);
/// The one gate on the way to every file and export: a copy of the record in which no secret is left.
[[nodiscard]] RunRecord redacted(const RunRecord& record);
[[nodiscard]] RunHeader redacted(RunHeader header);
[[nodiscard]] RequestSpec redacted(RequestSpec spec);
/// Of its title, its request and every step.
[[nodiscard]] Scenario redacted(Scenario scenario);
/// Of its titles and its notes, which are texts for people; the rest decides, and stays.
[[nodiscard]] Policy redacted(Policy policy);

/// The same gate attempt by attempt, for writers that keep no copy of the record. A response that attempts
/// share is searched once and stays shared.
class AttemptRedactor
{
public:
    /// What the request of this run carried as a secret is left out of responses that repeat it, too.
    explicit AttemptRedactor(const RunHeader& header);
    /// For texts made of this attempt alone.
    AttemptRedactor(const RunHeader& header, const AttemptRecord& attempt);

    /// The copy lives until the next call. The attempts must outlive the object.
    [[nodiscard]] const AttemptRecord& redacted(const AttemptRecord& attempt);
    /// Any text made of such an attempt.
    [[nodiscard]] std::string withoutSecrets(std::string_view text) const;

private:
    using Secrets = std::vector<std::string>;

    struct Known
    {
        std::shared_ptr<const Response> response;
        std::shared_ptr<const Secrets> secrets; ///< with which it was searched
        bool isAll = true;                      ///< m_isAll then
    };

    /// What was learned last, by what each attempt has for itself or shares with others.
    struct Learned
    {
        const Headers* headers = nullptr;
        const RequestTarget* target = nullptr;
        const std::string* body = nullptr;
        bool operator==(const Learned&) const = default;
    };

    void learn(const AttemptRecord& attempt);
    void searchFor(Secrets secrets);
    void forget(std::string& text) const;
    void forgetCut(std::string& text) const;
    [[nodiscard]] Response withoutSecrets(Response response) const;
    void forgetIn(WireFacts& wire) const;

    CarriedSecrets m_ofRun;                   ///< what every request of the run carries
    bool m_isAll = true;                      ///< m_secrets are all that the attempt at hand carried
    std::shared_ptr<const Secrets> m_secrets; ///< the same, and what the attempt at hand carried
    TextSearch m_search;                      ///< for those
    Learned m_learned;
    AttemptRecord m_attempt;
    std::unordered_map<const Response*, Known> m_responses;
};

} // namespace retryscope::io
