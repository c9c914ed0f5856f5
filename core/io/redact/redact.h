// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/text_search.h"
#include "core/io/redact/carried_secrets.h"
#include "core/io/redact/secret_names.h"
#include "core/run/run_record.h"
#include "core/simulate/scenario.h"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace retryscope::io {

/// The text that replaces a secret.
inline constexpr std::string_view kRedacted = "[redacted]";

/// The redacted form of a value: the value itself if not secret, `[redacted]`, or for an idempotency key
/// `[key 1a2b3c4d]`, with the first 8 digits of its SHA-256.
[[nodiscard]] std::string shownInPlaceOf(std::string_view value, Secrecy secrecy);
/// True also for `[key 1a2b3c4d]`.
[[nodiscard]] bool beginsWithDigest(std::string_view text);
/// True if something in the text was redacted.
[[nodiscard]] bool holdsRedacted(std::string_view text);
/// Redacts headers: replaces values of secret headers, and secrets within other values.
[[nodiscard]] Headers redacted(Headers headers);
/// Redacts any text (URL, form, document, message): values of secret parameters, JSON members, XML elements
/// and header lines, and user information in URLs. Keeps everything else. Takes time proportional to the
/// text.
[[nodiscard]] std::string redactedText(std::string_view text);
/// The same; `hidden` gets the redacted values, unescaped.
[[nodiscard]] std::string redactedText(std::string_view text, std::vector<std::string>& hidden);
/// The same for a URL: a secret parameter extends to the next `&`.
[[nodiscard]] std::string redactedUrl(std::string_view url);
/// The same for a request body, which can be a form.
[[nodiscard]] std::string redactedBody(std::string_view body);
/// Redacts raw HTTP messages, also with several heads (interim responses): lines of secret headers, and the
/// rest as text.
[[nodiscard]] std::string redactedMessage(std::string_view bytes);
/// A copy of the record with all secrets redacted. Every file and export must use it.
[[nodiscard]] RunRecord redacted(const RunRecord& record);
[[nodiscard]] RunHeader redacted(RunHeader header);
[[nodiscard]] RequestSpec redacted(RequestSpec spec);
/// Redacts title, request and all steps.
[[nodiscard]] Scenario redacted(Scenario scenario);
/// Redacts titles and notes only; the rest affects decisions.
[[nodiscard]] Policy redacted(Policy policy);

/// The same redaction attempt by attempt, for writers without a copy of the record. Searches a shared
/// response once and keeps it shared.
class AttemptRedactor
{
public:
    /// Also redacts secrets of this run's request where responses repeat them.
    explicit AttemptRedactor(const RunHeader& header);
    /// For texts about this attempt only.
    AttemptRedactor(const RunHeader& header, const AttemptRecord& attempt);

    /// The copy is valid until the next call. The attempts must outlive this object.
    [[nodiscard]] const AttemptRecord& redacted(const AttemptRecord& attempt);
    /// Redacts any text about such an attempt.
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
