// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/apply_change.h"

#include "core/facts/reason_phrase.h"
#include "core/facts/without_body.h"

#include <algorithm>

namespace retryscope {

namespace {

/// Applies one change to a copy of the response.
class ResponseEditor
{
public:
    ResponseEditor(const AttemptFacts& facts, const ErrorReading& reading)
        : m_before(facts), m_reading(reading), m_after(facts)
    {
    }

    [[nodiscard]] AttemptFacts result() && { return std::move(m_after); }

    void operator()(const BodyDropped&)
    {
        edit([](Response& response) {
            const std::optional<bool> matches = response.parsed.crc32Matches;
            response = withoutBody(std::move(response));
            response.parsed.crc32Matches = matches; // whoever sends a checksum sends the one of what is left
        });
    }

    void operator()(const BodyReplaced& change)
    {
        edit([&change](Response& response) {
            const std::optional<bool> matches = response.parsed.crc32Matches;
            const bool isHtml = response.parsed.isHtml; // as its Content-Type says
            response = withoutBody(std::move(response));
            response.body = change.text;
            response.bodyBytes = static_cast<std::int64_t>(change.text.size());
            ParsedBody& parsed = response.parsed;
            parsed.isEmpty = false;
            parsed.isHtml = isHtml;
            parsed.oddities = {BodyOddity::NoMarkup};
            parsed.opening = change.text.substr(0, ParsedBody::kBodyEdge);
            parsed.closing =
                change.text.substr(change.text.size() - std::min(change.text.size(), ParsedBody::kBodyEdge));
            parsed.text = change.text;
            parsed.crc32Matches = matches; // whoever sends a checksum sends the one of what there is
        });
    }

    void operator()(const StatusReplaced& change)
    {
        if (!m_before.response) {
            m_after.response = std::make_shared<const Response>();
        }
        m_after.fault.reset();
        edit([&change](Response& response) {
            response.status = change.to;
            response.reason = reasonPhraseOf(change.to);
        });
    }

    void operator()(const NameReplaced& change)
    {
        const ErrorName name = nameOf(m_reading, m_before);
        constexpr std::string_view kHeader = "header:";
        if (name.state == NameState::Absent) {
            return;
        }
        edit([&](Response& response) {
            if (name.origin.starts_with(kHeader)) {
                response.headers.set(name.origin.substr(kHeader.size()), change.to);
                return;
            }
            const auto field =
                std::find_if(response.parsed.fields.begin(), response.parsed.fields.end(),
                             [&name](const BodyField& known) { return known.place == name.origin; });
            if (field != response.parsed.fields.end()) {
                field->text = change.to;
            }
        });
    }

    void operator()(const HeaderAdded& change)
    {
        edit([&change](Response& response) { response.headers.set(change.name, change.value); });
    }

    void operator()(const HeaderDropped& change)
    {
        edit([&change](Response& response) {
            std::erase_if(response.headers.entries, [&change](const Header& header) {
                return equalsIgnoringCase(header.name, change.name);
            });
            if (equalsIgnoringCase(change.name, "date")) {
                response.date.reset();
            }
            if (equalsIgnoringCase(change.name, "x-amz-crc32")) {
                response.parsed.crc32Matches.reset();
            }
        });
    }

    void operator()(const NameMapped&) {}
    void operator()(const StatusMapped&) {}
    void operator()(const FaultMapped&) {}
    void operator()(const AttemptsSet&) {}
    void operator()(const TokensSet&) {}
    void operator()(const DeadlineSet&) {}
    void operator()(const RespondedSooner&) {}
    void operator()(const ClockSet&) {}
    void operator()(const BodyMadeReplayable&) {}
    void operator()(const RequestHeaderAdded&) {}
    void operator()(const RequestHeaderDropped&) {}
    void operator()(const ElapsedLimitSet&) {}
    void operator()(const RuleUsesSet&) {}
    void operator()(const BodyLimitSet&) {}
    void operator()(const QuotaSizeSet&) {}
    void operator()(const MethodRetried&) {}
    void operator()(const MethodNotRetried&) {}
    void operator()(const HintLimited&) {}

private:
    template <typename Edit>
    void edit(Edit&& apply)
    {
        if (m_after.response) {
            Response response = *m_after.response;
            apply(response);
            m_after.response = std::make_shared<const Response>(std::move(response));
        }
    }

    const AttemptFacts& m_before;
    const ErrorReading& m_reading;
    AttemptFacts m_after;
};

} // namespace

AttemptFacts applyChange(const AttemptFacts& facts, const ErrorReading& reading, const Change& change)
{
    ResponseEditor editor(facts, reading);
    std::visit([&editor](const auto& sort) { editor(sort); }, change);
    return std::move(editor).result();
}

bool mayHaveBody(int status)
{
    constexpr int kNoContent = 204;
    constexpr int kNotModified = 304;
    return status >= 200 && status != kNoContent && status != kNotModified;
}

} // namespace retryscope
