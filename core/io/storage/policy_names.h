// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/storage/json_description.h"
#include "core/policy/policy.h"

#include <array>
#include <utility>
#include <vector>

/// The words of policy files for every enumeration of a policy.
namespace retryscope::io {

template <typename Enum, std::size_t N>
using Words = std::array<std::pair<Enum, const char*>, N>;

template <>
struct EnumWords<ErrorKind>
{
    static const Words<ErrorKind, 9> kWords;
};

template <>
struct EnumWords<FaultKind>
{
    static const std::vector<std::pair<FaultKind, const char*>> kWords;
};

template <>
struct EnumWords<NameIs>
{
    static constexpr Words<NameIs, 4> kWords{{{NameIs::Absent, "absent"},
                                              {NameIs::Empty, "empty"},
                                              {NameIs::Unknown, "unknown"},
                                              {NameIs::Present, "present"}}};
};

template <>
struct EnumWords<BodyState>
{
    static constexpr Words<BodyState, 3> kWords{{{BodyState::Absent, "absent"},
                                                 {BodyState::Unparseable, "unparseable"},
                                                 {BodyState::Parsed, "parsed"}}};
};

template <>
struct EnumWords<RuleScope>
{
    static constexpr Words<RuleScope, 3> kWords{
        {{RuleScope::Errors, "errors"}, {RuleScope::Successes, "successes"}, {RuleScope::All, "all"}}};
};

template <>
struct EnumWords<BodySyntax>
{
    static constexpr Words<BodySyntax, 3> kWords{
        {{BodySyntax::Any, "any"}, {BodySyntax::Xml, "xml"}, {BodySyntax::Json, "json"}}};
};

template <>
struct EnumWords<JsonShape>
{
    static constexpr Words<JsonShape, 3> kWords{
        {{JsonShape::Object, "object"}, {JsonShape::Array, "array"}, {JsonShape::Scalar, "scalar"}}};
};

template <>
struct EnumWords<XmlRootName>
{
    static constexpr Words<XmlRootName, 3> kWords{{{XmlRootName::Plain, "plain"},
                                                   {XmlRootName::InNamespace, "inNamespace"},
                                                   {XmlRootName::Prefixed, "prefixed"}}};
};

template <>
struct EnumWords<XmlRootMatch>
{
    static constexpr Words<XmlRootMatch, 3> kWords{{{XmlRootMatch::Local, "local"},
                                                    {XmlRootMatch::Qualified, "qualified"},
                                                    {XmlRootMatch::Expanded, "expanded"}}};
};

template <>
struct EnumWords<Strip>
{
    static constexpr Words<Strip, 8> kWords{{{Strip::AfterHash, "afterHash"},
                                             {Strip::BeforeColon, "beforeColon"},
                                             {Strip::AfterColon, "afterColon"},
                                             {Strip::AfterDot, "afterDot"},
                                             {Strip::AfterHashElseBeforeColon, "afterHashElseBeforeColon"},
                                             {Strip::BeforeSemicolon, "beforeSemicolon"},
                                             {Strip::BeforeColonInHeaders, "beforeColonInHeaders"},
                                             {Strip::Blanks, "blanks"}}};
};

template <>
struct EnumWords<EmbeddedBody>
{
    static constexpr Words<EmbeddedBody, 3> kWords{{{EmbeddedBody::ErrorDocument, "errorDocument"},
                                                    {EmbeddedBody::Unparseable, "unparseable"},
                                                    {EmbeddedBody::Empty, "empty"}}};
};

template <>
struct EnumWords<BackoffType>
{
    static constexpr Words<BackoffType, 2> kWords{
        {{BackoffType::None, "none"}, {BackoffType::Exponential, "exponential"}}};
};

template <>
struct EnumWords<CapApplies>
{
    static constexpr Words<CapApplies, 2> kWords{
        {{CapApplies::BeforeJitter, "beforeJitter"}, {CapApplies::AfterJitter, "afterJitter"}}};
};

template <>
struct EnumWords<Jitter>
{
    static constexpr Words<Jitter, 4> kWords{{{Jitter::None, "none"},
                                              {Jitter::Full, "full"},
                                              {Jitter::Equal, "equal"},
                                              {Jitter::Decorrelated, "decorrelated"}}};
};

template <>
struct EnumWords<BackoffWhen>
{
    static constexpr Words<BackoffWhen, 2> kWords{
        {{BackoffWhen::AfterFailure, "afterFailure"}, {BackoffWhen::BeforeEach, "beforeEach"}}};
};

template <>
struct EnumWords<QuotaScope>
{
    static constexpr Words<QuotaScope, 2> kWords{
        {{QuotaScope::Client, "client"}, {QuotaScope::Call, "call"}}};
};

template <>
struct EnumWords<GiveBack>
{
    static constexpr Words<GiveBack, 4> kWords{{{GiveBack::Nothing, "nothing"},
                                                {GiveBack::One, "one"},
                                                {GiveBack::LastCost, "lastCost"},
                                                {GiveBack::LastCostAndOne, "lastCostAndOne"}}};
};

template <>
struct EnumWords<WhenQuotaEmpty>
{
    static constexpr Words<WhenQuotaEmpty, 2> kWords{
        {{WhenQuotaEmpty::Refuse, "refuse"}, {WhenQuotaEmpty::TakeWhatIsLeft, "takeWhatIsLeft"}}};
};

template <>
struct EnumWords<HintUnit>
{
    static constexpr Words<HintUnit, 4> kWords{{{HintUnit::Seconds, "seconds"},
                                                {HintUnit::Date, "date"},
                                                {HintUnit::SecondsOrDate, "secondsOrDate"},
                                                {HintUnit::Milliseconds, "milliseconds"}}};
};

template <>
struct EnumWords<HintBounds>
{
    static constexpr Words<HintBounds, 3> kWords{{{HintBounds::LowerBound, "lowerBound"},
                                                  {HintBounds::Replace, "replace"},
                                                  {HintBounds::Within5s, "within5s"}}};
};

} // namespace retryscope::io
