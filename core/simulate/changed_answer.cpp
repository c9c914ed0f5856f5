// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/changed_answer.h"

#include "core/facts/reason_phrase.h"

#include <algorithm>

namespace retryscope {

namespace {

/// Applies one change to a copy of the answer.
class AnswerEditor
{
public:
    AnswerEditor(const AttemptFacts& facts, const ErrorReading& reading)
        : m_before(facts), m_reading(reading), m_after(facts)
    {
    }

    [[nodiscard]] AttemptFacts result() && { return std::move(m_after); }

    void operator()(const BodyDropped&)
    {
        edit([](Reply& reply) {
            reply.body.clear();
            reply.bodyBytes = 0;
            reply.bodyTruncated = false;
            // Whoever sends a checksum sends the one of what is left.
            reply.parsed = {.crc32Matches = reply.parsed.crc32Matches};
        });
    }

    void operator()(const StatusReplaced& change)
    {
        if (!m_before.reply) {
            m_after.reply = std::make_shared<const Reply>();
        }
        m_after.fault.reset();
        edit([&change](Reply& reply) {
            reply.status = change.to;
            reply.reason = reasonPhraseOf(change.to);
        });
    }

    void operator()(const NameReplaced& change)
    {
        const ErrorName name = nameOf(m_reading, m_before);
        constexpr std::string_view kHeader = "header:";
        if (name.state == NameState::Absent) {
            return;
        }
        edit([&](Reply& reply) {
            if (name.origin.starts_with(kHeader)) {
                reply.headers.set(name.origin.substr(kHeader.size()), change.to);
                return;
            }
            const auto field =
                std::find_if(reply.parsed.fields.begin(), reply.parsed.fields.end(),
                             [&name](const BodyField& known) { return known.place == name.origin; });
            if (field != reply.parsed.fields.end()) {
                field->text = change.to;
            }
        });
    }

    void operator()(const HeaderAdded& change)
    {
        edit([&change](Reply& reply) { reply.headers.set(change.name, change.value); });
    }

    void operator()(const HeaderDropped& change)
    {
        edit([&change](Reply& reply) {
            std::erase_if(reply.headers.entries, [&change](const Header& header) {
                return equalsIgnoringCase(header.name, change.name);
            });
            if (equalsIgnoringCase(change.name, "date")) {
                reply.date.reset();
            }
            if (equalsIgnoringCase(change.name, "x-amz-crc32")) {
                reply.parsed.crc32Matches.reset();
            }
        });
    }

    void operator()(const FaultReplaced& change)
    {
        m_after = {};
        m_after.fault = Fault{change.to, {}};
    }

    void operator()(const NameMapped&) {}
    void operator()(const StatusMapped&) {}
    void operator()(const FaultMapped&) {}
    void operator()(const AttemptsSet&) {}
    void operator()(const TokensSet&) {}
    void operator()(const DeadlineSet&) {}
    void operator()(const AnsweredSooner&) {}
    void operator()(const ClockSet&) {}
    void operator()(const BodyMadeReplayable&) {}

private:
    template <typename Edit>
    void edit(Edit&& apply)
    {
        if (m_after.reply) {
            Reply reply = *m_after.reply;
            apply(reply);
            m_after.reply = std::make_shared<const Reply>(std::move(reply));
        }
    }

    const AttemptFacts& m_before;
    const ErrorReading& m_reading;
    AttemptFacts m_after;
};

} // namespace

AttemptFacts changedAnswer(const AttemptFacts& facts, const ErrorReading& reading, const Change& change)
{
    AnswerEditor editor(facts, reading);
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
