// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/name_text.h"

#include "core/explain/phrases.h"
#include "core/facts/grpc_status.h"

#include <array>
#include <vector>

namespace retryscope {

namespace {

std::vector<std::string> placeNames(const std::vector<NamePlace>& places)
{
    std::vector<std::string> names;
    for (const NamePlace& place : places) {
        names.push_back(placeWords(place));
    }
    return names;
}

/// `, and there is no header x-amzn-errortype`; empty if the client reads no error name from a header.
std::string headersText(const ErrorReading& reading)
{
    std::vector<std::string> headers;
    for (const NamePlace& place : reading.places) {
        if (place.source == NameSource::Header) {
            headers.push_back(place.path);
        }
    }
    return headers.empty() ? std::string() : ", and there is no header " + joined(headers, " or ");
}

std::string syntaxText(BodySyntax syntax)
{
    constexpr std::array<const char*, 3> kTexts{"", " as XML", " as JSON"};
    static_assert(kTexts.size() == EnumWords<BodySyntax>::kWords.size());
    return kTexts.at(static_cast<std::size_t>(syntax));
}

/// `The body contains xml:Error/Message and 2 more.`
std::string contentText(const ParsedBody& body)
{
    if (body.fields.empty()) {
        return {};
    }
    constexpr std::size_t kShown = 2;
    std::vector<std::string> places;
    for (const BodyField& field : body.fields) {
        places.push_back(field.place);
    }
    return filled("The body contains %1.", joinedUpTo(kShown + 1, std::move(places), " and "));
}

} // namespace

std::string shownName(std::string_view text, std::size_t most)
{
    constexpr std::size_t kLongestCharacter = 4; // bytes; what is no UTF-8 may begin none
    std::size_t characters = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
        characters += begins ? 1U : 0U;
        if (characters > most || at == most * kLongestCharacter) {
            return std::string(text.substr(0, at)) + "…";
        }
    }
    return std::string(text);
}

std::string grpcStatusText(std::string_view number, std::size_t most)
{
    const std::string_view word = grpcStatusWord(number);
    return "grpc-status " + shownName(number, most) + (word.empty() ? "" : ", " + std::string(word));
}

namespace {

/// `the status`, `xml:Error/Code`
std::string placeOf(const ErrorName& name)
{
    return name.origin == "status" ? "the status" : name.origin;
}

} // namespace

std::string nameText(const ErrorName& name, NameForm form)
{
    switch (name.state) {
    case NameState::Absent:
        return "there is no error name";
    case NameState::Empty:
        return "the error name in " + placeOf(name) + " is empty";
    case NameState::Present:
        break;
    }
    return filled("the error name is “%1”", shownName(name.name)) +
           (form == NameForm::WithOrigin ? " (from " + placeOf(name) + ")" : "");
}

std::string whyNoNameText(const ErrorReading& reading, const AttemptFacts& facts)
{
    if (!facts.response) {
        return "No error name: no HTTP response arrived.";
    }
    if (reading.places.empty()) {
        return "No error name: this client does not read any.";
    }
    if (facts.response->bodyUnseen) {
        return "The error name is unknown: the imported file does not show the body.";
    }
    switch (bodyStateOf(reading, facts)) {
    case BodyState::Absent:
        return filled("No error name: the response has no body%1.", headersText(reading));
    case BodyState::Unparseable:
        return filled("No error name: the body cannot be parsed%1%2.", syntaxText(reading.syntax),
                      headersText(reading));
    case BodyState::Parsed:
        break;
    }
    return prose({filled("No error name at %1.", joined(placeNames(reading.places), " or ")),
                  contentText(facts.response->parsed)});
}

} // namespace retryscope
