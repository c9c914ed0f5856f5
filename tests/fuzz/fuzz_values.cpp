// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Short texts of others. The first byte picks the reader: dates, hints for the next attempt, URLs, hosts and
// proxies, what reads a value of a policy, words of a shell, and what writes a text into a cell or a line.

#include "core/decide/hint.h"
#include "core/decide/server_hints.h"
#include "core/explain/escape.h"
#include "core/facts/aws_host.h"
#include "core/facts/http_date.h"
#include "core/facts/service_guess.h"
#include "core/io/curl/shell_words.h"
#include "core/io/documents/policy_json.h"
#include "core/io/endpoint/host_names.h"
#include "core/io/endpoint/http_request_parser.h"
#include "core/io/http/http_message.h"
#include "core/io/http/url_encoded.h"
#include "core/io/http/wire_target.h"
#include "core/io/json/json_units.h"
#include "core/io/text/bounded_line.h"
#include "core/io/text/suggestions.h"
#include "core/io/wire/proxy_choice.h"
#include "core/policy/resolve.h"
#include "tests/fuzz/fuzz_check.h"

#include <QUrl>

#include <algorithm>
#include <array>
#include <string>

namespace {

using namespace retryscope;

constexpr Duration kLongest = std::chrono::hours{24 * 366 * 200};

void readDate(std::string_view text)
{
    if (const auto date = parseHttpDate(text)) {
        const auto again = parseHttpDate(httpDate(*date));
        require(again == date, "a date that is written reads back");
    }
}

void readHints(std::string_view text)
{
    static const std::array<ResolvedPolicy, 2> policies = {
        resolve(io::presetPolicy(QStringLiteral("jsv3-3.1169.0-standard")).value(), {}),
        resolve(io::presetPolicy(QStringLiteral("dynamodb-guide")).value(), {})};
    static const std::array<const char*, 8> names = {
        "Retry-After", "x-amz-retry-after", "retry-after-ms",    "grpc-retry-pushback-ms",
        "RateLimit",   "RateLimit-Reset",   "X-RateLimit-Reset", "x-should-retry"};
    const std::string value(text.substr(std::min<std::size_t>(text.size(), 1)));
    const std::size_t name = text.empty() ? 0 : static_cast<unsigned char>(text.front());
    auto response = std::make_shared<Response>();
    response->status = 503;
    response->headers.add(names[name % names.size()], value);
    AttemptFacts facts;
    facts.response = response;

    std::vector<HintSpec> specs;
    for (const HintUnit unit :
         {HintUnit::Seconds, HintUnit::Date, HintUnit::SecondsOrDate, HintUnit::Milliseconds}) {
        HintSpec spec;
        spec.header = names[name % names.size()];
        spec.unit = unit;
        spec.decimals = name % 2 == 0;
        spec.bounds = static_cast<HintBounds>(name % 3);
        specs.push_back(spec);
    }
    const BackoffComputed backoff{.low = Duration{1}, .high = Duration{9}, .result = Duration{5}};
    const HintedDelay delay = applyHints(specs, facts, backoff, WallTime{1767225600000});
    require(delay.result >= Duration::zero() && delay.result <= kLongest, "a delay fits");
    require(delay.low <= delay.result && delay.result <= delay.high, "a delay is in its window");
    for (const ResolvedPolicy& policy : policies) {
        for (const ServerHint& hint : serverHintsOf(policy, facts, {}, WallTime{1767225600000})) {
            require(!hint.asked || (*hint.asked >= Duration::zero() && *hint.asked <= kLongest),
                    "a wish fits");
        }
    }
}

void readUrl(std::string_view text)
{
    RequestSpec spec;
    spec.url = std::string(text);
    static_cast<void>(guessService(spec));
    static_cast<void>(awsHostOf(hostOf(text)));
    require(io::pathAndQueryOf(text).find_first_of("\r\n") == std::string::npos ||
                text.find_first_of("\r\n") != std::string_view::npos,
            "a path brings no line ends of its own");
    const auto target = io::targetOf(text);
    if (!target) {
        require(!target.error().message.isEmpty() && target.error().text().size() < 2000,
                "an error is a sentence");
        return;
    }
    const io::WireTarget& found = target.value();
    const auto isPrintable = [](char letter) {
        return letter > 0x20 && letter < 0x7f;
    };
    require(found.path.starts_with('/'), "a path begins with a slash");
    require(std::all_of(found.path.begin(), found.path.end(), isPrintable),
            "a path can stand in a request line");
    require(std::all_of(found.authority.begin(), found.authority.end(), isPrintable),
            "an authority can, too");
    require(!found.host.isEmpty(), "a target has a host");
    const auto again = io::targetOf(found.origin() + found.path);
    require(again && again.value().path == found.path && again.value().origin() == found.origin(),
            "a target that is written reads back");
    if (io::checkMessage(spec)) {
        const io::RequestHead head = io::requestHead(spec, found, 0, io::TargetForm::Origin, {});
        require(std::count(head.bytes.begin(), head.bytes.end(), '\n') ==
                    static_cast<std::ptrdiff_t>(head.headers.entries.size()) + 2,
                "a head has a line for each field");
    }
}

void readHost(std::string_view text)
{
    const std::size_t cut = std::min(text.find('\n'), text.size());
    const std::string first(text.substr(0, cut));
    const std::string_view second = text.substr(std::min(cut + 1, text.size()));
    io::HttpRequest request;
    request.method = "GET";
    request.target = std::string(second);
    request.headers.add("Host", first);
    if (const auto foreign = io::foreignHost(request, {QStringLiteral("a.example")})) {
        require(*foreign != QStringLiteral("a.example"), "a name that is listed is not foreign");
    }
    static_cast<void>(io::isExemptFromProxy(second, QString::fromStdString(first), 443));
    WireOptions options;
    options.proxyUrl = first;
    options.noProxy = std::string(second);
    const auto proxy = io::proxyFor(options, io::targetOf("https://example.com/").value());
    if (!proxy) {
        require(proxy.error().text().size() < 2000, "an error is a sentence");
    } else if (proxy.value()) {
        require(!proxy.value()->host.isEmpty() && proxy.value()->port != 0, "a proxy has a host and a port");
    }
}

void readUnits(std::string_view text)
{
    const QString value = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    if (const auto duration = io::durationFromText(value)) {
        require(io::durationFromText(io::durationToText(*duration)) == duration, "a duration reads back");
    }
    if (const auto range = io::statusRangeFromText(value)) {
        require(range->from >= 100 && range->to <= 999, "a status has three digits");
        require(io::statusRangeFromText(io::statusRangeToText(*range)) == range, "a range reads back");
    }
    if (const auto place = io::namePlaceFromText(value)) {
        require(io::namePlaceFromText(io::namePlaceToText(*place)) == place, "a place reads back");
    }
    require(io::closestNames(value.left(200), {QStringLiteral("max"), QStringLiteral("base")}).size() <= 3,
            "few names are suggested");
}

void readWords(std::string_view text)
{
    for (const auto& read : {io::bashWords, io::cmdWords}) {
        const auto words = read(text);
        require(!words || words.value().words.size() <= io::kMostShellWords, "words are counted");
        require(words || !words.error().message.isEmpty(), "an error says what is wrong");
    }
    const std::string encoded = io::urlEncoded(text);
    const QByteArray plain = QByteArray::fromPercentEncoding(QByteArray::fromStdString(encoded));
    require(plain == QByteArray(text.data(), static_cast<qsizetype>(text.size())),
            "what is encoded reads back");
}

/// One cell of RFC 4180.
std::string cellIn(std::string_view line)
{
    if (!line.starts_with('"')) {
        return std::string(line);
    }
    std::string cell;
    for (std::size_t at = 1; at + 1 < line.size(); ++at) {
        require(line[at] != '"' || line[++at] == '"', "quotes of a cell are doubled");
        cell += line[at];
    }
    require(line.size() > 1 && line.back() == '"', "a cell is closed");
    return cell;
}

void writeText(std::string_view text)
{
    const std::string line = oneLine(text);
    const QString shown = QString::fromStdString(line);
    for (const uint code : shown.toUcs4()) {
        require(code >= 0x20 && (code < 0x7f || code > 0x9f) && code != 0x2028 && code != 0x2029,
                "one line has no control character");
        require(QChar::category(code) != QChar::Other_Format, "one line has nothing that is not seen");
    }
    require(shown.toStdString() == line, "one line is UTF-8");
    require(oneLine(line) == line, "one line stays");

    std::string csv;
    appendCsvCell(csv, text);
    const std::string cell = cellIn(csv);
    require(csv.starts_with('"') || csv.find_first_of(",\"\r\n") == std::string::npos,
            "a bare cell is one cell");
    require(cell == text || cell == "'" + std::string(text), "a cell holds its text");
    bool isNumber = false;
    static_cast<void>(QByteArray::fromStdString(cell).toDouble(&isNumber));
    const auto seen = cell.find_first_not_of(" \t\r\n\v\f");
    require(isNumber || seen == std::string::npos ||
                std::string_view("=+-@").find(cell[seen]) == std::string_view::npos,
            "a cell never starts a formula");

    const std::string escaped = markdownEscaped(text, "|`*");
    require(escaped.size() <= 2 * text.size(), "a backslash stands before each");
    require(io::boundedLine(text).size() <= 81, "a bounded line is short");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const unsigned reader = input.byte() % 7;
    static const std::array<void (*)(std::string_view), 7> readers = {
        readDate, readHints, readUrl, readHost, readUnits, readWords, writeText};
    readers[reader](input.rest());
    return 0;
}
