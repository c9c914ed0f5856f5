// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/curl/curl_command.h"

#include "core/facts/header_syntax.h"
#include "core/io/curl/curl_options.h"
#include "core/io/curl/curl_settings.h"
#include "core/io/curl/shell_words.h"
#include "core/io/http/url_encoded.h"
#include "core/io/text/bounded_line.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace retryscope::io {

namespace {

using Kind = CurlRemark::Kind;

QString policyDecides()
{
    return QStringLiteral("was not used: the selected policy decides when to retry");
}

/// Goes through the words and collects what the options say.
class CurlReader
{
public:
    Result<CurlCommand> run(const ShellWords& words);

private:
    void takeWord(const std::string& word);
    void takeLong(std::string_view name);
    void takeLetters(std::string_view letters);
    /// written: the option as it stands in the line.
    void takeFlag(const CurlOption& option, bool isOn, const std::string& written);
    void takeValue(const CurlOption& option, const std::string& written, const std::string& value);
    void takeRetries(const CurlOption& option, const std::string& written, const std::string& value);
    void takeRequestValue(const CurlOption& option, const std::string& value);
    bool takeWireValue(const CurlOption& option, const std::string& value);
    void takeUnknown(const std::string& written, std::string_view name);
    std::optional<std::string> nextValue(const std::string& written);

    void takeHeader(const std::string& line);
    void takeData(const CurlOption& option, const std::string& written, const std::string& value);
    void takeQuery(const std::string& written, const std::string& value);
    void takeUser(const std::string& value);
    void takeCookie(const std::string& value);
    void takeCertificate(const std::string& value);
    void takeUrl(const std::string& url, bool isAfterUnknown);
    std::optional<Duration> seconds(const std::string& written, const std::string& value);

    void remark(Kind kind, std::string_view what, const QString& text = {})
    {
        m_settings.remarks.push_back(curlRemark(kind, what, text));
    }

    std::vector<std::string> m_words;
    std::size_t m_next = 0;
    bool m_onlyUrls = false; ///< after `--`
    bool m_isOver = false;   ///< after --next
    bool m_isAfterUnknown = false;
    std::optional<Error> m_problem;
    bool m_urlIsAGuess = false; ///< it may be the value of an option that nobody knows
    CurlSettings m_settings;
};

Result<CurlCommand> CurlReader::run(const ShellWords& words)
{
    m_words = words.words;
    for (m_next = 1; m_next < m_words.size() && !m_problem && !m_isOver;) {
        takeWord(m_words[m_next++]);
    }
    if (m_problem) {
        return *m_problem;
    }
    for (const std::string& name : words.variables) {
        remark(Kind::Unknown, name,
               QStringLiteral("stays in the request unexpanded; only the shell knows its value"));
    }
    for (const std::string& left : words.leftOut) {
        remark(Kind::Harmless, left);
    }
    return commandOf(std::move(m_settings));
}

void CurlReader::takeWord(const std::string& word)
{
    const bool isAfterUnknown = std::exchange(m_isAfterUnknown, false);
    if (m_onlyUrls || word.size() < 2 || word[0] != '-') {
        takeUrl(word, isAfterUnknown);
    } else if (word == "--") {
        m_onlyUrls = true;
    } else if (word.starts_with("--")) {
        takeLong(std::string_view(word).substr(2));
    } else {
        takeLetters(std::string_view(word).substr(1));
    }
}

std::optional<std::string> CurlReader::nextValue(const std::string& written)
{
    if (m_next >= m_words.size()) {
        m_problem = badCurlLine(QStringLiteral("%1 needs a value").arg(boundedLine(written)));
        return std::nullopt;
    }
    return m_words[m_next++];
}

void CurlReader::takeLong(std::string_view name)
{
    const std::string written = "--" + std::string(name);
    const CurlOption* option = curlOption(name);
    const CurlOption* negated = name.starts_with("no-") ? curlOption(name.substr(3)) : nullptr;
    if (option == nullptr && negated != nullptr && !negated->hasValue) {
        takeFlag(*negated, false, written);
    } else if (option == nullptr) {
        takeUnknown(written, name);
    } else if (!option->hasValue) {
        takeFlag(*option, true, written);
    } else if (const std::optional<std::string> value = nextValue(written)) {
        takeValue(*option, written, *value);
    }
}

/// `-sSL`, `-XPOST`, `-d@file`: letters up to the first that has a value, which is the rest or the next word.
void CurlReader::takeLetters(std::string_view letters)
{
    while (!letters.empty() && !m_problem && !m_isOver) {
        const std::string written = {'-', letters.front()};
        const CurlOption* option = curlOption(letters.front());
        letters.remove_prefix(1);
        if (option == nullptr) {
            takeUnknown(written + std::string(letters), {});
            return;
        }
        if (!option->hasValue) {
            takeFlag(*option, true, written);
            continue;
        }
        if (!letters.empty()) {
            takeValue(*option, written, std::string(letters));
        } else if (const std::optional<std::string> value = nextValue(written)) {
            takeValue(*option, written, *value);
        }
        return;
    }
}

/// The beginning of one option is taken by curl for that option, so its value goes with it.
void CurlReader::takeUnknown(const std::string& written, std::string_view name)
{
    const std::size_t equals = name.find('=');
    if (equals != std::string_view::npos && curlOption(name.substr(0, equals)) != nullptr) {
        remark(Kind::Unknown, written,
               QStringLiteral("is not curl's way to give a value; write --%1, a space and the value")
                   .arg(toQString(name.substr(0, equals))));
        return;
    }
    const std::vector<const CurlOption*> meant =
        name.empty() ? std::vector<const CurlOption*>() : curlOptionsLike(name);
    if (meant.size() == 1) {
        const bool takesNext = meant.front()->hasValue && m_next < m_words.size();
        remark(Kind::Unknown, takesNext ? written + ' ' + m_words[m_next] : written,
               QStringLiteral("is abbreviated; write --%1").arg(toQString(meant.front()->name)));
        m_next += takesNext ? 1 : 0;
        return;
    }
    remark(Kind::Unknown, written, QStringLiteral("is not a curl option that Retryscope knows"));
    m_isAfterUnknown = true;
}

void CurlReader::takeFlag(const CurlOption& option, bool isOn, const std::string& written)
{
    switch (option.meaning) {
    case CurlMeaning::Get:
        m_settings.isGet = isOn;
        return;
    case CurlMeaning::Head:
        m_settings.isHead = isOn;
        return;
    case CurlMeaning::Insecure:
        m_settings.request.wire.verifyPeer = !isOn;
        return;
    case CurlMeaning::Globoff:
        m_settings.globs = !isOn;
        return;
    case CurlMeaning::Next:
        m_isOver = true;
        remark(Kind::NotSupported, written,
               QStringLiteral("begins another request; Retryscope uses only the first"));
        return;
    case CurlMeaning::Policy:
        (option.name == "retry-all-errors" ? m_settings.retries.allErrors
                                           : m_settings.retries.connectionRefused) = isOn;
        remark(Kind::Policy, written, policyDecides());
        return;
    case CurlMeaning::File:
        remark(Kind::FileNotRead, written, QStringLiteral("reads a file; Retryscope does not"));
        return;
    case CurlMeaning::PathAsIs:
        m_settings.squashesDots = !isOn;
        remark(Kind::Harmless, written);
        return;
    default:
        break;
    }
    if (option.meaning == CurlMeaning::Redirects) {
        m_settings.followsRedirects = isOn;
        const bool isTrusted = isOn && option.name == "location-trusted";
        remark(isTrusted ? Kind::Differs : Kind::Harmless, written,
               isTrusted ? QStringLiteral("follows redirects; Retryscope sends authorization to the first "
                                          "server only")
                         : QString());
    } else if (!isOn || option.meaning == CurlMeaning::Harmless) {
        remark(Kind::Harmless, written);
    } else if (option.meaning == CurlMeaning::Compression) {
        remark(Kind::NotSupported, written,
               QStringLiteral("asks for a compressed body, which Retryscope would show compressed; omitted"));
    } else {
        remark(Kind::NotSupported, written, QStringLiteral("is not supported; omitted"));
    }
}

void CurlReader::takeValue(const CurlOption& option, const std::string& written, const std::string& value)
{
    const std::string whole = written + ' ' + value;
    switch (option.meaning) {
    case CurlMeaning::Data:
    case CurlMeaning::DataRaw:
    case CurlMeaning::DataUrlencode:
    case CurlMeaning::Json:
        takeData(option, whole, value);
        return;
    case CurlMeaning::UrlQuery:
        takeQuery(whole, value);
        return;
    case CurlMeaning::Header:
        value.starts_with('@') ? remark(Kind::FileNotRead, whole,
                                        QStringLiteral("names a file with headers; type the headers instead"))
                               : takeHeader(value);
        return;
    case CurlMeaning::Policy:
        takeRetries(option, whole, value);
        remark(Kind::Policy, whole, policyDecides());
        return;
    case CurlMeaning::RetryMaxTime:
        remark(Kind::Policy, whole,
               QStringLiteral("limits when a retry can begin, but does not end a running one; in Retryscope "
                              "the policy decides when to retry"));
        return;
    case CurlMeaning::Upload:
        m_settings.isUpload = true;
        [[fallthrough]];
    case CurlMeaning::File:
        remark(Kind::FileNotRead, whole, QStringLiteral("names a file; Retryscope does not read it"));
        return;
    case CurlMeaning::Harmless:
        remark(Kind::Harmless, whole);
        return;
    case CurlMeaning::NotSupported:
        remark(Kind::NotSupported, whole, QStringLiteral("is not supported; omitted"));
        return;
    case CurlMeaning::Form:
        m_settings.isForm = true;
        remark(Kind::NotSupported, whole,
               QStringLiteral(
                   "is a part of a multipart form, which Retryscope cannot build; the body is missing"));
        return;
    case CurlMeaning::MaxRedirects: {
        int most = 0;
        std::from_chars(value.data(), value.data() + value.size(), most);
        m_settings.mostRedirects = most < 0 ? kMostFollowed : std::min(most, kMostFollowed);
        remark(Kind::Harmless, whole);
        return;
    }
    case CurlMeaning::MaxTime:
        m_settings.request.attemptTimeout = seconds(whole, value);
        return;
    case CurlMeaning::ConnectTimeout:
        m_settings.request.connectTimeout = seconds(whole, value).value_or(m_settings.request.connectTimeout);
        return;
    default:
        break;
    }
    if (!takeWireValue(option, value)) {
        takeRequestValue(option, value);
    }
}

void CurlReader::takeRetries(const CurlOption& option, const std::string& written, const std::string& value)
{
    if (option.name == "retry-delay") {
        m_settings.retries.delay = seconds(written, value);
        return;
    }
    constexpr int kMost = 1000; // as a policy has at most
    int number = 0;
    const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (problem != std::errc{} || end != value.data() + value.size() || number < 0) {
        m_problem = badCurlLine(QStringLiteral("%1 needs a number of retries").arg(boundedLine(written)));
        return;
    }
    m_settings.retries.retries = std::min(number, kMost);
}

void CurlReader::takeRequestValue(const CurlOption& option, const std::string& value)
{
    switch (option.meaning) {
    case CurlMeaning::Url:
        takeUrl(value, false);
        return;
    case CurlMeaning::Method:
        m_settings.method = value;
        return;
    case CurlMeaning::User:
        takeUser(value);
        return;
    case CurlMeaning::Bearer:
        m_settings.bearer = "Bearer " + value;
        return;
    case CurlMeaning::UserAgent:
        m_settings.agent = value;
        return;
    case CurlMeaning::Referer:
        m_settings.referer = value.substr(0, value.find(";auto"));
        return;
    case CurlMeaning::Cookie:
        takeCookie(value);
        return;
    case CurlMeaning::Range:
        m_settings.range = "bytes=" + value;
        return;
    default:
        remark(Kind::Unknown, value); // no meaning is left without a case
        return;
    }
}

bool CurlReader::takeWireValue(const CurlOption& option, const std::string& value)
{
    WireOptions& wire = m_settings.request.wire;
    switch (option.meaning) {
    case CurlMeaning::Proxy:
        wire.proxyUrl = value;
        return true;
    case CurlMeaning::Socks5:
        wire.proxyUrl = "socks5://" + value;
        return true;
    case CurlMeaning::Socks5Hostname:
        wire.proxyUrl = "socks5h://" + value;
        return true;
    case CurlMeaning::ProxyUser:
        m_settings.proxyUser = value;
        return true;
    case CurlMeaning::NoProxy:
        wire.noProxy = value;
        return true;
    case CurlMeaning::CaFile:
        wire.caFile = value;
        return true;
    case CurlMeaning::Certificate:
        takeCertificate(value);
        return true;
    case CurlMeaning::Key:
        wire.keyFile = value;
        return true;
    default:
        return false;
    }
}

/// `Name: value`, `Name;` for an empty value, `Name:` for a header that curl shall not add.
void CurlReader::takeHeader(const std::string& line)
{
    const std::size_t colon = line.find(':');
    const std::string name(trimmed(std::string_view(line).substr(0, colon)));
    if (colon == std::string::npos && name.ends_with(';') &&
        isToken(std::string_view(name).substr(0, name.size() - 1))) {
        m_settings.request.headers.add(name.substr(0, name.size() - 1), {});
    } else if (colon == std::string::npos || !isToken(name)) {
        remark(Kind::Unknown, "-H " + line, QStringLiteral("is not a header such as Name: value; omitted"));
    } else if (const std::string_view value = trimmed(std::string_view(line).substr(colon + 1));
               value.empty()) {
        m_settings.dropped.push_back(name);
    } else {
        m_settings.request.headers.add(name, std::string(value));
    }
}

void CurlReader::takeData(const CurlOption& option, const std::string& written, const std::string& value)
{
    const bool mayBeFile = option.meaning == CurlMeaning::Data || option.meaning == CurlMeaning::Json;
    const bool isFile = mayBeFile && value.starts_with('@');
    const std::optional<std::string> text = option.meaning == CurlMeaning::DataUrlencode
                                                ? urlEncodedField(value)
                                            : isFile ? std::nullopt
                                                     : std::optional(value);
    if (!text) {
        remark(Kind::FileNotRead, written,
               QStringLiteral("names a file; its contents are missing from the body"));
    }
    m_settings.isJson = m_settings.isJson || option.meaning == CurlMeaning::Json;
    const bool isJoined = m_settings.data && option.meaning != CurlMeaning::Json;
    m_settings.data = m_settings.data.value_or(std::string()) + (isJoined ? "&" : "") + text.value_or("");
}

/// As --data-urlencode takes it; `+text` is taken as it stands.
void CurlReader::takeQuery(const std::string& written, const std::string& value)
{
    const std::optional<std::string> text =
        value.starts_with('+') ? std::optional(value.substr(1)) : urlEncodedField(value);
    if (!text) {
        remark(Kind::FileNotRead, written,
               QStringLiteral("names a file; its contents are missing from the query"));
    }
    m_settings.query += (m_settings.query.empty() ? "" : "&") + text.value_or("");
}

void CurlReader::takeUser(const std::string& value)
{
    if (value.find(':') == std::string::npos) {
        remark(
            Kind::NotSupported, "-u " + value,
            QStringLiteral("has no password, so curl would ask for it; Retryscope uses an empty password"));
    }
    m_settings.authorization = basicAuthorization(value.find(':') == std::string::npos ? value + ':' : value);
}

void CurlReader::takeCookie(const std::string& value)
{
    if (value.find('=') == std::string::npos) {
        remark(Kind::FileNotRead, "-b " + value,
               QStringLiteral("names a file with cookies; type them in a Cookie header"));
        return;
    }
    m_settings.cookie = m_settings.cookie ? *m_settings.cookie + ';' + value : value;
}

/// `FILE` or `FILE:PASSWORD`
void CurlReader::takeCertificate(const std::string& value)
{
    const std::size_t colon = value.find(':');
    m_settings.request.wire.certificateFile = value.substr(0, colon);
    if (colon != std::string::npos) {
        remark(Kind::NotSupported, "--cert " + value.substr(0, colon) + ":…",
               QStringLiteral("has a password; Retryscope cannot read encrypted keys"));
    }
}

void CurlReader::takeUrl(const std::string& url, bool isAfterUnknown)
{
    if (!m_settings.url || (m_urlIsAGuess && !isAfterUnknown)) {
        if (m_settings.url) {
            remark(Kind::Unknown, *m_settings.url,
                   QStringLiteral("seems to be the value of an unknown option; omitted"));
        }
        m_settings.url = url;
        m_urlIsAGuess = isAfterUnknown;
    } else if (isAfterUnknown) {
        remark(Kind::Unknown, url, QStringLiteral("seems to be the value of an unknown option; omitted"));
    } else {
        remark(Kind::NotSupported, url, QStringLiteral("is another URL; Retryscope uses only the first"));
    }
}

std::optional<Duration> CurlReader::seconds(const std::string& written, const std::string& value)
{
    double number = 0;
    const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
    constexpr double kMost = 1e9;
    if (problem != std::errc{} || end != value.data() + value.size() || !(number >= 0) || number > kMost) {
        m_problem = badCurlLine(QStringLiteral("%1 needs a number of seconds").arg(boundedLine(written)));
        return std::nullopt;
    }
    return number == 0 ? std::nullopt : std::optional(fromMilliseconds(number * 1000));
}

/// Without the prompt that was copied along.
std::string_view withoutPrompt(std::string_view text)
{
    text = trimmed(text);
    for (const std::string_view prompt : {"$ ", "% ", "# ", "> "}) {
        if (text.starts_with(prompt)) {
            return trimmed(text.substr(prompt.size()));
        }
    }
    return text;
}

} // namespace

bool isCurlCommand(std::string_view text)
{
    text = withoutPrompt(text);
    std::string_view word = text.substr(0, text.find_first_of(" \t\r\n"));
    if (word.size() == text.size()) {
        return false; // a host may have this name
    }
    word.remove_prefix(word.find_last_of("/\\") + 1);
    return word == "curl" || equalsIgnoringCase(word, "curl.exe");
}

Result<CurlCommand> readCurlCommand(std::string_view text)
{
    const std::string_view line = withoutPrompt(text);
    const Result<ShellWords> words = isForCmd(line) ? cmdWords(line) : bashWords(line);
    if (!words) {
        Error error = words.error();
        error.place =
            error.place.isEmpty() ? QStringLiteral("curl line") : QStringLiteral("curl line, ") + error.place;
        return error;
    }
    return CurlReader().run(words.value());
}

} // namespace retryscope::io
