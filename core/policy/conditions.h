// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/resolve.h"
#include "core/policy/rule_texts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

/// Each condition of a rule is a row of kConditions. A new one is a member of Condition (rule.h) with its
/// name (policy_members.h), a row here with the function that evaluates it, and its entry in the schema.
namespace retryscope {

/// Everything that the conditions of rules may ask about one attempt.
struct ConditionInput
{
    const ResolvedPolicy& policy;
    const AttemptFacts& facts;
    const ErrorName& name;
    int status = 0; ///< that the rules see
    std::optional<bool> clockIsOff;
    std::string_view method; ///< of the request
    const std::vector<int>& ruleUses;
    // Made when a rule asks: few do.
    mutable std::string message{};
    mutable std::optional<RuleTexts> ofMessage{};
    mutable std::optional<RuleTexts> ofBody{};

    [[nodiscard]] bool hasFaultIn(const std::vector<FaultKind>& kinds) const;
    [[nodiscard]] bool hasStatusIn(const std::vector<StatusRange>& ranges) const;
    [[nodiscard]] bool hasMethodIn(const std::vector<std::string>& methods) const;
    [[nodiscard]] bool isIdempotent(bool wanted) const;
    [[nodiscard]] bool hasHeaderIn(const std::vector<std::string>& names) const;
    [[nodiscard]] bool hasHeaderValues(const std::vector<HeaderValue>& wanted) const;
    [[nodiscard]] bool isHinted(bool wanted) const;
    [[nodiscard]] bool isAfter(const std::vector<std::string>& ruleIds) const;
    [[nodiscard]] bool hasBodyIn(const std::vector<BodyState>& states) const;
    [[nodiscard]] bool hasJsonIn(const std::vector<JsonShape>& shapes) const;
    [[nodiscard]] bool hasNameState(NameIs wanted) const;
    [[nodiscard]] bool hasNameIn(const std::vector<std::string>& names) const;
    [[nodiscard]] bool hasPrefixIn(const std::vector<std::string>& prefixes) const;
    [[nodiscard]] bool hasNamePart(const std::vector<std::string>& texts) const;
    [[nodiscard]] bool hasProtocolIn(const std::vector<std::string>& protocols) const;
    [[nodiscard]] bool hasServiceIn(const std::vector<std::string>& services) const;
    [[nodiscard]] bool hasOperationIn(const std::vector<std::string>& operations) const;
    [[nodiscard]] bool hasOperationNotIn(const std::vector<std::string>& operations) const;
    [[nodiscard]] bool hasMessage(const std::vector<std::string>& texts) const;
    [[nodiscard]] bool hasText(const std::vector<std::string>& texts) const;
    [[nodiscard]] bool hasValue(const ValueAt& wanted) const;
    [[nodiscard]] bool lacks(const std::vector<std::string>& places) const;
    [[nodiscard]] bool hasClockOff(bool wanted) const;
    [[nodiscard]] bool hasCrc32Mismatch(bool wanted) const;
    [[nodiscard]] bool isPartDone(bool wanted) const;
};

template <typename Value>
struct ConditionValue
{
    using Asked = const Value&;
};
template <typename Value>
struct ConditionValue<std::optional<Value>>
{
    using Asked = std::conditional_t<std::is_scalar_v<Value>, Value, const Value&>;
};

/// How a list of more entries changes what matches.
enum class Entries : std::uint8_t {
    OneHolds,  ///< more matches: one entry has to hold
    EachHolds, ///< less matches: each entry has to hold
};

/// Value: the type of the member, a list or an optional.
template <typename Value>
struct ConditionRow
{
    Value Condition::*member;
    Evidence evidence;
    bool (ConditionInput::*holds)(typename ConditionValue<Value>::Asked wanted) const;
    /// Sentence about a response that matches; %1: the values.
    const char* sentence;
    const char* opposite = ""; ///< of a yes or no: the sentence about no
    /// Sentence about one that does not match, where what was found instead has no words of its own.
    const char* unmet = "";
    bool needsResponse = true; ///< of a yes or no: to be yes
    Entries entries = Entries::OneHolds;
    std::size_t longest = 3; ///< a list with more entries is given by their number
    bool isQuoted = false;
    bool isSearchText =
        false; ///< looked for in long texts: PolicyLimits::kTexts, not kValues, limits their number
    bool Condition::*openList =
        nullptr; ///< where this is true, an empty list is a condition: it matches nothing

    [[nodiscard]] constexpr bool hasValue(const Condition& when) const
    {
        if constexpr (requires(const Value& value) { value.has_value(); }) {
            return (when.*member).has_value();
        } else {
            return !(when.*member).empty();
        }
    }
    [[nodiscard]] constexpr bool isAskedBy(const Condition& when) const
    {
        return hasValue(when) || (openList != nullptr && when.*openList);
    }
    /// The caller asks isAskedBy() first.
    [[nodiscard]] constexpr bool isMet(const Condition& when, const ConditionInput& input) const
    {
        if constexpr (requires(const Value& value) { value.has_value(); }) {
            return (input.*holds)(*(when.*member));
        } else {
            return (input.*holds)(when.*member);
        }
    }
};

using TextsRow = ConditionRow<std::vector<std::string>>;
using YesNoRow = ConditionRow<std::optional<bool>>;

/// Cheap ones first: in this order they are evaluated, and sentences name them.
inline constexpr std::tuple kConditions{
    ConditionRow<std::vector<FaultKind>>{.member = &Condition::faultIn,
                                         .evidence = Evidence::Fault,
                                         .holds = &ConditionInput::hasFaultIn,
                                         .sentence = "%1",
                                         .needsResponse = false,
                                         .longest = 2},
    ConditionRow<std::vector<StatusRange>>{.member = &Condition::statusIn,
                                           .evidence = Evidence::Status,
                                           .holds = &ConditionInput::hasStatusIn,
                                           .sentence = "the status is %1",
                                           .longest = 12},
    TextsRow{.member = &Condition::methodIn,
             .evidence = Evidence::Method,
             .holds = &ConditionInput::hasMethodIn,
             .sentence = "the method is %1",
             .needsResponse = false,
             .longest = 6},
    YesNoRow{.member = &Condition::idempotent,
             .evidence = Evidence::Method,
             .holds = &ConditionInput::isIdempotent,
             .sentence = "the request is idempotent",
             .opposite = "the request is not idempotent",
             .needsResponse = false},
    TextsRow{.member = &Condition::headerIn,
             .evidence = Evidence::Header,
             .holds = &ConditionInput::hasHeaderIn,
             .sentence = "the response has the header %1",
             .unmet = "the response has no such header"},
    ConditionRow<std::vector<HeaderValue>>{.member = &Condition::headerValues,
                                           .evidence = Evidence::HeaderValue,
                                           .holds = &ConditionInput::hasHeaderValues,
                                           .sentence = "%1",
                                           .entries = Entries::EachHolds},
    YesNoRow{.member = &Condition::hinted,
             .evidence = Evidence::Hint,
             .holds = &ConditionInput::isHinted,
             .sentence = "the response has a delay hint that this client can read",
             .opposite = "the response has no delay hint that this client can read"},
    TextsRow{.member = &Condition::afterRules,
             .evidence = Evidence::Before,
             .holds = &ConditionInput::isAfter,
             .sentence = "an earlier attempt of this call ended by rule %1",
             .unmet = "no earlier attempt of this call ended by that rule",
             .needsResponse = false},
    ConditionRow<std::vector<BodyState>>{.member = &Condition::bodyIs,
                                         .evidence = Evidence::Body,
                                         .holds = &ConditionInput::hasBodyIn,
                                         .sentence = "%1"},
    ConditionRow<std::vector<JsonShape>>{.member = &Condition::jsonIs,
                                         .evidence = Evidence::Body,
                                         .holds = &ConditionInput::hasJsonIn,
                                         .sentence = "the JSON is %1"},
    ConditionRow<std::optional<NameIs>>{.member = &Condition::nameIs,
                                        .evidence = Evidence::NameState,
                                        .holds = &ConditionInput::hasNameState,
                                        .sentence = "%1"},
    TextsRow{.member = &Condition::nameIn,
             .evidence = Evidence::Name,
             .holds = &ConditionInput::hasNameIn,
             .sentence = "the error name is %1",
             .openList = &Condition::nameMustBeListed},
    TextsRow{.member = &Condition::namePrefixIn,
             .evidence = Evidence::Name,
             .holds = &ConditionInput::hasPrefixIn,
             .sentence = "the error name starts with %1"},
    TextsRow{.member = &Condition::nameHas,
             .evidence = Evidence::Name,
             .holds = &ConditionInput::hasNamePart,
             .sentence = "the error name contains %1",
             .isQuoted = true},
    TextsRow{.member = &Condition::protocolIn,
             .evidence = Evidence::Protocol,
             .holds = &ConditionInput::hasProtocolIn,
             .sentence = "the protocol is %1",
             .needsResponse = false},
    TextsRow{.member = &Condition::serviceIn,
             .evidence = Evidence::Service,
             .holds = &ConditionInput::hasServiceIn,
             .sentence = "the service is %1",
             .needsResponse = false},
    TextsRow{.member = &Condition::operationIn,
             .evidence = Evidence::Operation,
             .holds = &ConditionInput::hasOperationIn,
             .sentence = "the operation is %1",
             .needsResponse = false},
    TextsRow{.member = &Condition::operationNotIn,
             .evidence = Evidence::Operation,
             .holds = &ConditionInput::hasOperationNotIn,
             .sentence = "the operation is not %1",
             .needsResponse = false,
             .entries = Entries::EachHolds},
    TextsRow{.member = &Condition::messageHas,
             .evidence = Evidence::Message,
             .holds = &ConditionInput::hasMessage,
             .sentence = "the message contains %1",
             .isQuoted = true,
             .isSearchText = true},
    TextsRow{.member = &Condition::bodyHas,
             .evidence = Evidence::Body,
             .holds = &ConditionInput::hasText,
             .sentence = "the body contains %1",
             .isQuoted = true,
             .isSearchText = true},
    ConditionRow<std::optional<ValueAt>>{.member = &Condition::valueAt,
                                         .evidence = Evidence::Value,
                                         .holds = &ConditionInput::hasValue,
                                         .sentence = "%1"},
    TextsRow{.member = &Condition::lacks,
             .evidence = Evidence::Value,
             .holds = &ConditionInput::lacks,
             .sentence = "the body has no text at %1",
             .entries = Entries::EachHolds},
    YesNoRow{.member = &Condition::serverClockOff,
             .evidence = Evidence::Clock,
             .holds = &ConditionInput::hasClockOff,
             .sentence = "the clocks of client and server differ",
             .opposite = "the clocks of client and server agree"},
    YesNoRow{.member = &Condition::crc32Mismatch,
             .evidence = Evidence::Crc32,
             .holds = &ConditionInput::hasCrc32Mismatch,
             .sentence = "the checksum does not match",
             .opposite = "the checksum matches",
             .unmet = "the checksum matches, or the response has none"},
    YesNoRow{.member = &Condition::partDone,
             .evidence = Evidence::PartDone,
             .holds = &ConditionInput::isPartDone,
             .sentence = "the server did not process the whole batch",
             .opposite = "the server processed the whole batch",
             .unmet = "the response lists no unprocessed items"}};

/// Calls test(row) for each row until one of them returns true; false: none did.
template <typename Test>
constexpr bool anyCondition(Test&& test)
{
    return std::apply([&test](const auto&... row) { return (test(row) || ...); }, kConditions);
}

/// The condition asks for something that one of these looks at.
[[nodiscard]] constexpr bool asksFor(const Condition& when, std::initializer_list<Evidence> what)
{
    return anyCondition([&](const auto& row) {
        return std::find(what.begin(), what.end(), row.evidence) != what.end() && row.isAskedBy(when);
    });
}

/// What the error is called.
[[nodiscard]] constexpr bool asksForName(const Condition& when)
{
    return asksFor(when, {Evidence::Name, Evidence::NameState});
}

/// Evidence::Matched, or what the first condition that does not hold looks at.
[[nodiscard]] Evidence firstMismatch(const Condition& when, const ConditionInput& input);

} // namespace retryscope
