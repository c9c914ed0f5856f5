// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/curl_log_reader.h"

#include "core/facts/header_syntax.h"
#include "core/facts/http_date.h"
#include "core/io/http/error_body.h"
#include "core/io/traffic/fault_text.h"
#include "core/io/traffic/log_lines.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

namespace retryscope::io {

namespace {

constexpr std::chrono::hours kDay{24};
constexpr std::string_view kWarning = "Warning: ";

/// The progress meter can share a line with the message behind it.
std::string_view withoutMeter(std::string_view text)
{
    constexpr std::string_view kUnknownTime = "--:--:--";
    constexpr std::size_t kSpeed = 6; // characters of the last column
    if (const std::size_t line = text.rfind('\r'); line != std::string_view::npos) {
        text.remove_prefix(line + 1);
    }
    const std::size_t last = text.rfind(kUnknownTime);
    return last == std::string_view::npos
               ? text
               : text.substr(std::min(last + kUnknownTime.size() + kSpeed, text.size()));
}

/// Takes `00:44:18.417741 ` off the beginning: since midnight.
std::optional<Duration> takeClock(std::string_view& text)
{
    constexpr std::string_view kForm = "00:00:00.000000 ";
    if (text.size() < kForm.size()) {
        return std::nullopt;
    }
    for (std::size_t index = 0; index < kForm.size(); ++index) {
        const bool isDigit = text[index] >= '0' && text[index] <= '9';
        if (kForm[index] == '0' ? !isDigit : text[index] != kForm[index]) {
            return std::nullopt;
        }
    }
    const auto number = [text](std::size_t begin, std::size_t size) {
        int value = 0;
        std::from_chars(text.data() + begin, text.data() + begin + size, value);
        return value;
    };
    const Duration time = std::chrono::hours{number(0, 2)} + std::chrono::minutes{number(3, 2)} +
                          std::chrono::seconds{number(6, 2)} + Duration{number(9, 6)};
    text.remove_prefix(kForm.size());
    return time;
}

bool isRequestLine(std::string_view text)
{
    const std::size_t version = text.rfind(" HTTP/");
    const std::size_t target = text.find(' ');
    return version != std::string_view::npos && target != std::string_view::npos && target < version &&
           target > 0 &&
           std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(target),
                       [](char sign) { return sign >= 'A' && sign <= 'Z'; });
}

/// The text behind these words up to the next blank.
std::string_view wordAfter(std::string_view text, std::string_view words)
{
    const std::size_t found = text.find(words);
    if (found == std::string_view::npos) {
        return {};
    }
    const std::string_view rest = text.substr(found + words.size());
    return rest.substr(0, rest.find(' '));
}

class CurlLogPass
{
public:
    explicit CurlLogPass(TrafficSink& sink) : m_sink(sink) {}

    Result<Done> go(QIODevice& device, const QString& place, const Progress& progress)
    {
        Result<Done> read =
            readLogLines(device, place, progress, [this](const LogLine& line) { takeLine(line); });
        if (read) {
            finish();
        }
        return read;
    }

private:
    enum class Part { Nothing, Request, Response, Body };

    struct Exchange
    {
        SeenExchange seen; ///< times since midnight
        Response response;
        bool hasResponse = false;
        bool hasRequest = false;
    };

    void takeLine(const LogLine& line)
    {
        std::string_view text = withoutMeter(line.text);
        if (const std::optional<Duration> clock = takeClock(text)) {
            setClock(*clock);
        }
        if (text.starts_with("> ") || text == ">") {
            takeSent(line, text.substr(std::min<std::size_t>(2, text.size())));
        } else if (text.starts_with("< ") || text == "<") {
            takeReceived(text.substr(std::min<std::size_t>(2, text.size())));
        } else if (text.starts_with("* ")) {
            takeMessage(line, text.substr(2));
        } else if (const std::size_t warning = text.find("Warning: Problem");
                   warning != std::string_view::npos) { // perhaps behind the last line of a body
            if (m_part == Part::Body && warning > 0) {
                takeBody(text.substr(0, warning));
            }
            takeRetry(line, std::string(text.substr(warning)));
        } else if (!m_warning.empty() && text.starts_with(kWarning)) {
            takeRetry(line, std::exchange(m_warning, {}) + ' ' + std::string(text.substr(kWarning.size())));
        } else if (text.starts_with("curl: (")) {
            takeError(line, text);
        } else if (m_part == Part::Body && !text.starts_with("{ [") && !text.starts_with("} [")) {
            takeBody(text);
        }
    }

    /// The clock of the log begins anew at midnight.
    void setClock(Duration clock)
    {
        m_hasClock = true;
        while (m_now - (m_day + clock) > kDay / 2) {
            m_day += kDay;
        }
        m_now = std::max(m_now, m_day + clock);
    }

    void takeSent(const LogLine& line, std::string_view text)
    {
        if (m_part != Part::Request && isRequestLine(text)) {
            begin(line, text);
        } else if (m_part == Part::Request && m_current) {
            text.empty() ? endRequest() : addHeader(text, m_current->seen.request.headers);
        }
    }

    void begin(const LogLine& line, std::string_view text)
    {
        end();
        Exchange exchange;
        exchange.hasRequest = true;
        SeenExchange& seen = exchange.seen;
        seen.place = placeOf(line);
        seen.start = m_now;
        seen.end = m_now;
        seen.request.method = text.substr(0, text.find(' '));
        const std::size_t target = text.find(' ') + 1;
        seen.request.url = text.substr(target, text.rfind(" HTTP/") - target);
        seen.request.attempt = nextAttempt();
        seen.connection = m_connection;
        seen.peer = m_peer;
        exchange.response.bodyUnseen = true;
        m_current = std::move(exchange);
        m_part = Part::Request;
    }

    int nextAttempt()
    {
        m_attempt = std::exchange(m_isRetry, false) ? m_attempt + 1 : 1;
        return m_attempt;
    }

    static void addHeader(std::string_view text, Headers& headers)
    {
        const std::size_t colon = text.find(':');
        constexpr std::size_t kMostHeaders = 1000;
        if (colon == std::string_view::npos || !isToken(text.substr(0, colon)) ||
            headers.entries.size() >= kMostHeaders) {
            return;
        }
        headers.add(std::string(text.substr(0, colon)), std::string(trimmed(text.substr(colon + 1))));
    }

    /// The address is known once the host is.
    void endRequest()
    {
        SeenRequest& request = m_current->seen.request;
        const std::string* host = request.headers.find("host");
        const std::string name = host ? *host : m_host;
        const bool isSecure = m_secure.contains(name.substr(0, name.rfind(':'))) || m_secure.contains(name);
        if (request.url.starts_with('/')) {
            request.url = (isSecure ? "https://" : "http://") + name + request.url;
        }
        const std::string* length = request.headers.find("content-length");
        m_current->seen.bodyUnseen =
            (length && *length != "0") || request.headers.contains("transfer-encoding");
        for (SeenExchange& failed : m_failed) { // to connect, and for the same request
            failed.request.method = request.method;
            failed.request.url = request.url;
            m_done.push_back(std::move(failed));
        }
        m_failed.clear();
        m_part = Part::Nothing;
    }

    void takeReceived(std::string_view text)
    {
        if (!m_current) {
            return;
        }
        if (text.starts_with("HTTP/")) { // an interim response gives way to the next
            if (m_part == Part::Request) {
                endRequest();
            }
            m_current->response.headers = {};
            m_current->response.reason.clear();
            takeStatus(text);
            m_part = Part::Response;
        } else if (m_part == Part::Response && text.empty()) {
            m_part = Part::Body;
        } else if (m_part == Part::Response) {
            addHeader(text, m_current->response.headers);
        }
        m_current->seen.end = m_now;
    }

    void takeStatus(std::string_view text)
    {
        const std::size_t begin = std::min(text.find(' '), text.size());
        std::string_view rest = trimmed(text.substr(begin));
        int status = 0;
        const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), status);
        if (problem != std::errc() || status < 100 || status > 999) {
            return;
        }
        m_current->response.status = status;
        m_current->response.reason = trimmed(rest.substr(static_cast<std::size_t>(end - rest.data())));
        m_current->hasResponse = true;
    }

    /// Lines without a sign, up to a message of curl, which can follow the body's last byte in the same line.
    void takeBody(std::string_view text)
    {
        constexpr std::array<std::string_view, 7> kMessages{
            "* Connection #",      "* Closing connection", "* transfer closed", "* Found bundle for host",
            "* Re-using existing", "* Hostname ",          "*   Trying "};
        for (const std::string_view message : kMessages) {
            if (const std::size_t found = text.find(message); found != std::string_view::npos) {
                addBody(text.substr(0, found));
                m_part = Part::Nothing;
                return;
            }
        }
        addBody(text);
        m_hasBodyLine = true;
    }

    void addBody(std::string_view text)
    {
        constexpr std::size_t kMostOfABody = std::size_t{64} * 1024;
        if (!m_hasBodyLine && text.empty()) {
            return;
        }
        Response& response = m_current->response;
        response.body += (m_hasBodyLine ? "\n" : "") + std::string(text.substr(0, kMostOfABody));
        response.bodyTruncated =
            response.bodyTruncated || text.size() > kMostOfABody || response.body.size() > kMostOfABody;
        response.body.resize(std::min(response.body.size(), kMostOfABody));
        response.bodyUnseen = false;
        m_current->seen.end = m_now;
    }

    void takeMessage(const LogLine& line, std::string_view text)
    {
        if (m_part == Part::Body) {
            m_part = Part::Nothing;
        }
        if (text.starts_with("Connected to ")) { // `host (1.2.3.4) port 80 (#0)`
            m_host = wordAfter(text, "Connected to ");
            const std::string_view address = wordAfter(text, " (");
            m_peer = std::string(address.substr(0, address.find(')'))) + ':' +
                     std::string(wordAfter(text, ") port "));
            setConnection(text);
            if (wordAfter(text, ") port ") == "443") {
                m_secure.insert(m_host);
            }
        } else if (text.starts_with("Re-using existing ")) {
            setConnection(text);
        } else if (text.starts_with("SSL connection using")) {
            m_secure.insert(m_host);
        } else if (text.starts_with("connect to ") || text.starts_with("Trying")) {
            m_connectProblem =
                text.starts_with("c") ? text : std::string_view(); // `… failed: Connection refused`
        } else if (const std::optional<Fault> fault = faultIn(text)) {
            fail(line, *fault);
        }
    }

    [[nodiscard]] std::optional<Fault> faultIn(std::string_view text) const
    {
        constexpr std::array<std::string_view, 9> kBegins{
            "Empty reply",          "Recv failure",      "Send failure",
            "Failed to connect",    "Could not resolve", "Operation timed out",
            "Connection timed out", "transfer closed",   "SSL certificate problem"};
        const bool isError =
            std::ranges::any_of(kBegins, [text](std::string_view begin) { return text.starts_with(begin); });
        std::optional<Fault> fault = isError ? faultNamedIn(text) : std::nullopt;
        return isError && !fault ? faultNamedIn(m_connectProblem) : fault;
    }

    void setConnection(std::string_view text)
    {
        const std::size_t number = text.find('#');
        m_connection = number == std::string_view::npos
                           ? std::string()
                           : std::string(text.substr(number, text.find_first_of(" )", number) - number));
    }

    /// `curl: (52) Empty reply from server`
    void takeError(const LogLine& line, std::string_view text)
    {
        if (std::optional<Fault> fault = faultNamedIn(text)) {
            fail(line, *fault);
        }
        end();
    }

    void fail(const LogLine& line, const Fault& fault)
    {
        if (!m_current) { // the request was not sent
            Exchange exchange;
            exchange.seen.place = placeOf(line);
            exchange.seen.start = m_now;
            exchange.seen.request.attempt = nextAttempt();
            m_current = std::move(exchange);
        }
        if (!m_current->seen.fault) {
            m_current->seen.fault = fault;
        }
        m_current->seen.end = m_now;
        m_part = Part::Nothing;
    }

    /// `Warning: Problem : HTTP error. Will retry in 1 seconds. 3 retries left.`
    /// curl breaks long ones: the next line begins with `Warning: `, too.
    void takeRetry(const LogLine& line, const std::string& text)
    {
        constexpr std::size_t kMostOfAWarning = 500;
        if (text.find("Will retry in ") == std::string::npos && text.size() < kMostOfAWarning) {
            m_warning = text;
            return;
        }
        if (!m_current) {
            if (const std::optional<Fault> fault = faultNamedIn(text)) {
                fail(line, *fault);
            }
        }
        const std::optional<Duration> wait = secondsIn(wordAfter(text, "Will retry in "));
        if (!m_current || !wait) {
            return;
        }
        m_current->seen.saidDelay = wait;
        m_isRetry = true;
        m_namesRetries = true;
        this->end();
        m_now += m_hasClock ? Duration::zero() : *wait;
    }

    void end()
    {
        m_part = Part::Nothing;
        m_hasBodyLine = false;
        const bool isRefused = m_done.size() + m_failed.size() >= kMostHeldBack;
        if (!m_current || isRefused) {
            m_current.reset();
            return;
        }
        Exchange exchange = *std::exchange(m_current, std::nullopt);
        if (!exchange.hasRequest) {
            exchange.seen.headersUnseen = true;
            exchange.seen.bodyUnseen = true;
            m_failed.push_back(std::move(exchange.seen));
            return;
        }
        if (exchange.hasResponse) {
            endResponse(exchange);
        }
        m_done.push_back(std::move(exchange.seen));
    }

    void endResponse(Exchange& exchange)
    {
        Response& response = exchange.response;
        const std::string* said = response.headers.find("content-length");
        std::int64_t length = -1;
        if (said != nullptr) {
            std::from_chars(said->data(), said->data() + said->size(), length);
        }
        if (length >= 0 && static_cast<std::size_t>(length) <= response.body.size()) {
            response.body.resize(static_cast<std::size_t>(length));
        }
        response.bodyUnseen = response.bodyUnseen && length != 0;
        response.bodyBytes = std::max(length, static_cast<std::int64_t>(response.body.size()));
        response.bodyTruncated = response.bodyTruncated || response.bodyUnseen ||
                                 response.bodyBytes > static_cast<std::int64_t>(response.body.size());
        if (const std::string* date = response.headers.find("date"); date && !m_date) {
            m_date = parseHttpDate(*date);
            m_dateAt = exchange.seen.end;
        }
        response.parsed = parseBody(response.headers, QByteArrayView(response.body));
        m_sink.keepBody(response, std::exchange(response.body, {}));
        response.parsed.isEmpty = response.parsed.isEmpty && !response.bodyUnseen;
        exchange.seen.response = std::make_shared<const Response>(std::move(response));
    }

    void finish()
    {
        end();
        for (SeenExchange& failed : m_failed) {
            failed.request.url = "http://" + m_host + '/';
            failed.notes.emplace_back("the log does not name the request");
            m_done.push_back(std::move(failed));
        }
        m_sink.setTitle("Output of curl -v");
        if (!m_hasClock && m_done.size() > 1) {
            m_sink.remark("The log has no times. Only the delays that curl prints are known. Record with "
                          "--trace-time to get the rest.");
        }
        const Duration begin = beginning();
        for (SeenExchange& exchange : m_done) {
            if (!m_namesRetries) {
                exchange.request.attempt.reset(); // --silent hides them
            }
            exchange.start += begin;
            exchange.end += begin;
            exchange.timesUnseen = !m_hasClock;
            if (exchange.request.method == "CONNECT") {
                m_sink.skip(exchange.place, exchange.request.url, "it opens a tunnel through a proxy");
            } else {
                m_sink.take(std::move(exchange));
            }
        }
    }

    /// Of the log's clock, since 1970.
    [[nodiscard]] Duration beginning() const
    {
        const Duration known = m_date
                                   ? Duration{*m_date}
                                   : Duration{std::chrono::milliseconds{QDateTime::currentMSecsSinceEpoch()}};
        if (!m_hasClock) {
            return std::max(known - m_dateAt, Duration::zero());
        }
        const QDateTime at = QDateTime::fromMSecsSinceEpoch(
            std::chrono::duration_cast<std::chrono::milliseconds>(known).count());
        return std::chrono::seconds{std::max<qint64>(at.date().startOfDay().toSecsSinceEpoch(), 0)};
    }

    TrafficSink& m_sink;
    std::optional<Exchange> m_current;
    std::vector<SeenExchange> m_done;
    std::vector<SeenExchange> m_failed; ///< to connect; their request is not known yet
    Part m_part = Part::Nothing;
    bool m_hasBodyLine = false;
    Duration m_now{0}; ///< since the midnight before the log began, or since its beginning
    Duration m_day{0};
    bool m_hasClock = false;
    int m_attempt = 0;              ///< of the last request in its call
    std::string m_warning;          ///< about a retry, which the next line may go on
    bool m_isRetry = false;         ///< what comes next, as curl says
    bool m_namesRetries = false;    ///< the log says which requests are retries
    std::optional<WallTime> m_date; ///< of a response, which ended then:
    Duration m_dateAt{0};
    std::string m_host; ///< of the last connection
    std::string m_peer;
    std::string m_connection;
    std::string m_connectProblem;   ///< of the last address that was tried
    std::set<std::string> m_secure; ///< hosts with TLS
};

} // namespace

bool isCurlLog(QByteArrayView head)
{
    bool hasRequest = false;
    return hasLine(head, [&hasRequest](std::string_view line) {
        std::string_view text = withoutMeter(trimmed(line));
        takeClock(text);
        hasRequest = hasRequest || (text.starts_with("> ") && isRequestLine(text.substr(2)));
        return hasRequest && text.starts_with("< HTTP/");
    });
}

Result<Done> readCurlLog(QIODevice& device, const QString& place, TrafficSink& sink, const Progress& progress)
{
    return CurlLogPass(sink).go(device, place, progress);
}

} // namespace retryscope::io
