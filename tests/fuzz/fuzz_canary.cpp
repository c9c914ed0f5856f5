// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A secret under a name that the rules of SECURITY.md make secret, in a place where secrets stand: it never
// comes out. The first bytes choose the name, its spelling, the place and the escapes; the rest is text
// around it.

#include "core/facts/headers.h"
#include "core/io/redact/redact.h"
#include "tests/fuzz/fuzz_check.h"

#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace retryscope;

constexpr std::string_view kCanary = "cAnArY7391xYz";

/// In none of the exceptions.
constexpr std::array<std::string_view, 6> kPlainWords{"acme", "blue", "orbit", "zeta", "corp", "tenant"};
constexpr std::array<std::string_view, 8> kHeaderWords{"key",        "token",    "secret",  "signature",
                                                       "credential", "password", "session", "auth"};
constexpr std::array<std::string_view, 12> kLastWords{"token",     "secret", "password",   "passwd",
                                                      "pwd",       "otp",    "passphrase", "assertion",
                                                      "signature", "apikey", "credential", "credentials"};
constexpr std::array<std::string_view, 6> kBeforeKey{"api",     "access",  "secret",
                                                     "private", "session", "encryption"};

using Words = std::vector<std::string_view>;

template <typename List>
std::string_view chosen(const List& list, FuzzInput& input)
{
    return list[input.byte() % list.size()];
}

Words headerWords(FuzzInput& input)
{
    Words words{chosen(kPlainWords, input), chosen(kHeaderWords, input)};
    const unsigned more = input.byte();
    if (more % 3 == 1) {
        words.push_back("acme");
    } else if (more % 3 == 2) {
        words.insert(words.begin(), "zeta");
    }
    return words;
}

Words memberWords(FuzzInput& input)
{
    Words words;
    for (unsigned count = input.byte() % 3; count > 0; --count) {
        words.push_back(chosen(kPlainWords, input));
    }
    switch (input.byte() % 4) {
    case 0:
        words.push_back(chosen(kBeforeKey, input));
        words.push_back("key");
        break;
    case 1:
        words.push_back("session");
        words.push_back("id");
        break;
    default:
        words.push_back(chosen(kLastWords, input));
        break;
    }
    return words;
}

enum class Spelling { Kebab, Snake, Screaming, Camel, Pascal, Train, Dotted };

std::string spelt(const Words& words, Spelling spelling)
{
    std::string name;
    for (const std::string_view word : words) {
        std::string one(word);
        const bool isCapital = spelling == Spelling::Pascal || spelling == Spelling::Train ||
                               (spelling == Spelling::Camel && !name.empty());
        if (isCapital) {
            one.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(one.front())));
        }
        if (spelling == Spelling::Screaming) {
            for (char& letter : one) {
                letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
            }
        }
        if (!name.empty()) {
            name += spelling == Spelling::Kebab || spelling == Spelling::Train       ? "-"
                    : spelling == Spelling::Snake || spelling == Spelling::Screaming ? "_"
                    : spelling == Spelling::Dotted                                   ? "."
                                                                                     : "";
        }
        name += one;
    }
    return name;
}

/// What cannot end or begin a value, a member or an element.
std::string harmless(std::string_view text)
{
    constexpr std::size_t kMost = 300;
    std::string kept;
    for (const char letter : text.substr(0, kMost)) {
        const auto byte = static_cast<unsigned char>(letter);
        kept += std::isalnum(byte) != 0 || letter == ' ' || letter == '.' ? letter : '_';
    }
    return kept;
}

std::string escaped(const std::string& text)
{
    std::string result;
    for (const char letter : text) {
        result += letter == '"' || letter == '\\' ? std::string{'\\', letter} : std::string(1, letter);
    }
    return result;
}

std::string around(const std::string& name, const std::string& value, const std::string& noise,
                   unsigned place)
{
    switch (place % 10) {
    case 0:
        return "https://api.example/" + std::string("p?a=") + noise.substr(0, 20) + '&' + name + '=' + value +
               "&z=1";
    case 1:
        return "a=1&" + name + '=' + value + "&z=1";
    case 2:
        return R"({"a":")" + noise + R"(","b":{")" + name + R"(":")" + value + R"("},"c":1})";
    case 3:
        return R"({"a":")" + escaped(R"({"b":[{")" + name + R"(":")" + value + R"("}]})") + R"("})";
    case 4:
        return "<r><a>" + noise + "</a><" + name + '>' + value + "</" + name + "></r>";
    case 5:
        return "--x\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value +
               "\r\n--x--\r\n";
    case 6:
        return noise + '\n' + name + '=' + value + '\n' + noise;
    case 7:
        return "export " + name + "='" + value + "'\n";
    case 8:
        return R"([{"Name":")" + name + R"(","Value":")" + value + R"("}])";
    default:
        return "user[" + name + "]=" + value + "&a=" + noise.substr(0, 20);
    }
}

bool isGone(const std::string& text)
{
    return text.find(kCanary.substr(0, 6)) == std::string::npos;
}

void requireGone(const std::string& written, const std::string& source)
{
    if (!isGone(written)) {
        std::fprintf(stderr, "in:  %s\nout: %s\n", source.c_str(), written.c_str());
    }
    require(isGone(written), "a secret never comes out");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const unsigned place = input.byte();
    const auto spelling = static_cast<Spelling>(input.byte() % 7);
    const bool isHeader = place % 3 == 0;
    const std::string name = spelt(isHeader ? headerWords(input) : memberWords(input), spelling);
    const std::string noise = harmless(input.rest());
    if (!isGone(noise)) {
        return 0; // the fuzzer has found the word
    }
    const std::string value(kCanary);
    if (isHeader) {
        const Headers headers = io::redacted(Headers{{{name, value + noise}, {"x-note", noise}}});
        requireGone(headers.entries[0].value, name);
        const std::string message =
            "HTTP/1.1 503 x\r\nServer: a\r\n" + name + ": " + value + "\r\n\r\n" + noise;
        requireGone(io::redactedMessage(message), message);
        return 0;
    }
    const std::string text = around(name, value, noise, place / 3);
    requireGone(io::redactedText(text), text);
    requireGone(io::redactedMessage("HTTP/1.1 503 x\r\nServer: a\r\n\r\n" + text), text);
    return 0;
}
