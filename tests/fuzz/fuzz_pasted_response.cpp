// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Responses as people paste them, places in their bodies, and responses changed on wish. The first byte picks
// the client that reads, the second one the change; then come a text for it, a zero byte and the response.

#include "core/change/apply_change.h"
#include "core/facts/responder.h"
#include "core/io/documents/error_files.h"
#include "core/io/documents/policy_json.h"
#include "core/io/http/body_place.h"
#include "core/io/http/error_body.h"
#include "core/io/http/pasted_response.h"
#include "core/io/http/rewrite_response.h"
#include "core/policy/resolve.h"
#include "tests/fuzz/fuzz_check.h"
#include "ui/judge/pasted_text_places.h"

#include <array>

namespace {

using namespace retryscope;

const ErrorReading& readingOf(unsigned number)
{
    static const std::array<ErrorReading, 4> readings = [] {
        const auto under = [](const char* preset, const char* service) {
            RequestSpec spec;
            spec.service = service;
            return resolve(io::presetPolicy(QString::fromLatin1(preset)).value(), spec).reading;
        };
        return std::array{under("sdk-reference-standard", "s3"), under("cpp-1.11.332-standard", "dynamodb"),
                          under("botocore-1.43.67-standard", "sqs"), under("jsv3-3.1169.0-standard", "s3")};
    }();
    return readings[number % readings.size()];
}

QByteArrayView viewOf(const std::string& body)
{
    return {body.data(), static_cast<qsizetype>(body.size())};
}

void checkPlaces(const Response& response, const ErrorReading& reading)
{
    const auto isInside = [&response](const io::BodyRange& range) {
        return range.offset >= 0 && range.length >= 0 &&
               range.offset + range.length <= static_cast<qsizetype>(response.body.size());
    };
    if (const auto near = io::nearestTo(reading, response.parsed, viewOf(response.body))) {
        require(isInside(*near), "what stands nearest stands in the body");
    }
    for (const BodyField& field : response.parsed.fields) {
        const auto range = io::rangeOf(response.headers, viewOf(response.body), field.place);
        require(!range || isInside(*range), "a place is in the body");
        const std::string wanted = "a<&\"'\\]]>b";
        const auto next = io::withTextAt(response.headers, viewOf(response.body), field.place, wanted);
        if (next) {
            const std::string* found = nullptr;
            const ParsedBody again = io::parseBody(response.headers, viewOf(*next));
            found = again.find(field.place);
            require(found != nullptr && *found == wanted, "a text that is set is read there");
        }
    }
}

Change changeOf(unsigned number, const std::string& text, const AttemptFacts& facts,
                const ErrorReading& reading)
{
    const int status = facts.response ? facts.response->status : 0;
    switch (number % 5) {
    case 0:
        return BodyDropped{};
    case 1:
        return StatusReplaced{.from = status, .to = 100 + static_cast<int>(number * 3 % 500)};
    case 2:
        return NameReplaced{.from = nameOf(reading, facts).found, .to = text};
    case 3:
        return HeaderDropped{.name = text};
    default:
        return HeaderAdded{.name = "x-fuzz", .value = text};
    }
}

/// As an editor holds it, with one character at the end of a line.
void checkText(QString text, const ErrorReading& reading)
{
    text.replace(QStringLiteral("\r\n"), QStringLiteral("\n")).replace(u'\r', u'\n');
    const io::PastedResponse pasted = io::readPastedResponse(text.toStdString(), "GET");
    if (!pasted.facts.response) {
        return;
    }
    const auto isInside = [&text](qsizetype begin, qsizetype length) {
        return begin >= 0 && length >= 0 && begin + length <= text.size();
    };
    const ErrorName name = nameOf(reading, pasted.facts);
    if (const auto mark = ui::markIn(text, *pasted.facts.response, reading, name)) {
        require(isInside(mark->begin, mark->length), "a mark is in the text");
    }
    const ui::TextEdit edit = ui::statusEdit(text, 503, !pasted.facts.response->headers.entries.empty());
    require(isInside(edit.begin, edit.length), "an edit is in the text");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const ErrorReading& reading = readingOf(input.byte());
    const unsigned number = input.byte();
    const std::string wish(input.text());
    const std::string text(input.rest());

    const io::PastedResponse pasted = io::readPastedResponse(text, "GET");
    for (const io::PasteRemark& remark : pasted.remarks) {
        require(!remark.text.isEmpty() && remark.text.size() < 2000, "remarks are short sentences");
    }
    if (!pasted.facts.response) {
        return 0;
    }
    const Response& response = *pasted.facts.response;
    require(response.status >= 100 && response.status <= 999, "a status has three digits");
    checkPlaces(response, reading);
    checkText(QString::fromStdString(text), reading);
    static_cast<void>(responderOf(io::errorKnowledge().responders, pasted.facts));

    const Change change = changeOf(number, wish, pasted.facts, reading);
    const AttemptFacts next = io::rewriteResponse(pasted.facts, reading, change);
    require(next.response != nullptr, "a changed response is one");
    if (std::holds_alternative<BodyDropped>(change)) {
        require(next.response->body.empty(), "a dropped body is gone");
    }
    if (const auto* status = std::get_if<StatusReplaced>(&change)) {
        require(next.response->status == status->to, "a replaced status is there");
    }
    // What reads like a second head may be one to whoever reads the text: curl -L prints several, and curl -v
    // with signs before each line.
    const std::string written = io::pastedTextOf(*next.response);
    const bool mayBeAnother = written.rfind("HTTP/") != 0;
    const io::PastedResponse again = io::readPastedResponse(written, "GET");
    require(mayBeAnother || (again.facts.response && again.facts.response->status == next.response->status),
            "a response that is written down has its status");
    return 0;
}
