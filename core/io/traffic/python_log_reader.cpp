// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/python_log_reader.h"

#include "core/io/http/error_body.h"
#include "core/io/traffic/fault_text.h"
#include "core/io/traffic/log_lines.h"
#include "core/io/traffic/python_literal.h"

#include <QByteArrayView>
#include <QDateTime>

#include <charconv>
#include <map>
#include <utility>

namespace retryscope::io {

namespace {

constexpr std::size_t kMostOfANote = 256; ///< bytes

/// The text behind these words; absent without them.
std::optional<std::string_view> after(std::string_view text, std::string_view words)
{
    const std::size_t found = text.find(words);
    return found == std::string_view::npos ? std::nullopt : std::optional(text.substr(found + words.size()));
}

/// Takes the text before these words off, and the words with it; all of it without them.
std::string_view takeUntil(std::string_view& text, std::string_view words)
{
    const std::size_t end = text.find(words);
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + words.size());
    return part;
}

/// `http://host:80 "GET /path HTTP/1.1" 503 151`, as urllib3 writes it once it has read a response's head.
struct StatusLine
{
    std::string method;
    std::string url;
    int status = 0;
    std::int64_t length = 0; ///< of the body; 0: not known
};

std::optional<StatusLine> statusLineIn(std::string_view message)
{
    StatusLine line;
    const std::size_t quote = message.find(" \"");
    if (quote == std::string_view::npos) {
        return std::nullopt;
    }
    const std::size_t begin = message.rfind(' ', quote - (quote > 0 ? 1 : 0));
    const std::string_view root =
        message.substr(begin == std::string_view::npos ? 0 : begin + 1, quote - (begin + 1));
    std::string_view rest = message.substr(quote + 2);
    line.method = takeUntil(rest, " ");
    const std::string_view target = takeUntil(rest, " ");
    const std::string_view version = takeUntil(rest, "\" ");
    const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), line.status);
    if (!version.starts_with("HTTP/") || problem != std::errc() || line.status < 100 || line.status > 999 ||
        root.find("://") == std::string_view::npos) {
        return std::nullopt;
    }
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    rest.remove_prefix(rest.starts_with(' ') ? 1 : 0);
    std::from_chars(rest.data(), rest.data() + rest.size(), line.length);
    line.url = (target.starts_with('/') ? std::string(root) : std::string()) + std::string(target);
    return line;
}

/// What a line has before its logger, without its level: the name of the thread, if at all.
std::string threadIn(std::string_view text)
{
    std::string thread(text);
    for (const std::string_view level : {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"}) {
        if (const std::size_t found = thread.find(level); found != std::string::npos) {
            thread.erase(found, level.size());
        }
    }
    return thread;
}

/// `DEBUG:urllib3.connectionpool:message`: the format of Python's logging where a program sets none.
struct DefaultLine
{
    std::string logger;
    std::string_view message;
};

std::optional<DefaultLine> defaultLineIn(std::string_view text)
{
    for (const std::string_view level : {"DEBUG:", "INFO:", "WARNING:", "ERROR:", "CRITICAL:"}) {
        const std::string_view rest =
            text.starts_with(level) ? text.substr(level.size()) : std::string_view();
        const std::size_t end = rest.find(':');
        if ((rest.starts_with("botocore.") || rest.starts_with("urllib3.")) &&
            end != std::string_view::npos) {
            return DefaultLine{std::string(rest.substr(0, end)), rest.substr(end + 1)};
        }
    }
    return std::nullopt;
}

class PythonLogPass
{
public:
    explicit PythonLogPass(TrafficSink& sink) : m_sink(sink) {}

    Result<Done> go(QIODevice& device, const QString& place, const Progress& progress)
    {
        Result<Done> read =
            readLogLines(device, place, progress, [this](const LogLine& line) { takeLine(line); });
        if (read) {
            for (auto& [name, thread] : m_threads) {
                endAttempt(thread);
                endUnfinished(thread);
            }
            if (!m_hasTimes) {
                m_sink.remark(
                    "The log has no times. Give Python's logging a format with %(asctime)s to see them.");
            }
            m_sink.setTitle(m_isOfBotocore ? "Debug log of botocore" : "Debug log of urllib3");
        }
        return read;
    }

private:
    /// An attempt of botocore whose lines are still read.
    struct Attempt
    {
        SeenExchange exchange;
        Response response;
        bool hasResponse = false;
        bool hasEnded = false;
    };
    struct Thread
    {
        std::optional<Attempt> attempt;
        std::optional<int> attempts; ///< of the call so far; absent: the log does not show where calls begin
        std::string operation;       ///< of the call
        // Of urllib3 alone:
        std::string root;               ///< `http://host:80` of the last connection
        std::string path;               ///< of the request that is sent again
        int count = 0;                  ///< attempts of the last call
        std::optional<Duration> begun;  ///< the next attempt
        std::optional<Duration> failed; ///< the last one
        bool hasConnected = false;      ///< since the attempt began
        std::string place;
    };
    enum class Continued { Nothing, Body, Traceback };

    void takeLine(const LogLine& line)
    {
        if (line.time) {
            m_hasTimes = true;
            takeTimed(line);
        } else if (const std::optional<DefaultLine> plain =
                       m_hasTimes ? std::nullopt : defaultLineIn(line.text)) {
            m_continued = Continued::Nothing;
            takeMessage(line, {}, plain->logger + ' ' + std::string(plain->message),
                        m_beginning + Duration{++m_linesWithoutTime});
        } else {
            continueMessage(line);
        }
    }

    void takeTimed(const LogLine& line)
    {
        m_continued = Continued::Nothing;
        const std::size_t logger = std::min(line.text.find("botocore."), line.text.find("urllib3."));
        if (logger == std::string_view::npos) {
            return;
        }
        if (!line.time->hasZone && !std::exchange(m_hasLocalTime, true)) {
            m_sink.remark("The times have no zone and were read as local time.");
        }
        takeMessage(line, line.text.substr(0, std::min(logger, kMostOfANote)), line.text.substr(logger),
                    line.time->since1970);
    }

    /// message: begins with the logger. at: of a log without times only the order of its lines.
    void takeMessage(const LogLine& line, std::string_view before, std::string_view message, Duration at)
    {
        Thread& thread = threadOf(before);
        m_current = &thread;
        if (message.starts_with("botocore.")) {
            takeBotocore(thread, line, message, at);
        } else {
            takeUrllib3(thread, line, message, at);
        }
    }

    void give(SeenExchange exchange)
    {
        exchange.timesUnseen = !m_hasTimes;
        m_sink.take(std::move(exchange));
    }

    /// Those beyond the most that are separated count as one.
    Thread& threadOf(std::string_view text)
    {
        constexpr std::size_t kMostThreads = 10'000;
        const std::string name = threadIn(text);
        const auto found = m_threads.find(name);
        return found != m_threads.end()          ? found->second
               : m_threads.size() < kMostThreads ? m_threads[name]
                                                 : m_threads[std::string()];
    }

    void takeBotocore(Thread& thread, const LogLine& line, std::string_view message, Duration at)
    {
        m_isOfBotocore = true;
        if (const auto request = after(message, "Sending http request: <AWSPreparedRequest")) {
            endAttempt(thread);
            beginAttempt(thread, line, *request, at);
        } else if (auto model = after(message, "Making request for OperationModel(name=")) {
            endAttempt(thread);
            thread.attempts = 0;
            thread.operation = takeUntil(*model, ")");
        }
        if (!thread.attempt) {
            return;
        }
        Attempt& attempt = *thread.attempt;
        if (auto headers = after(message, "Response headers: ")) {
            attempt.response.headers = takePythonDictionary(*headers);
            attempt.response.headersUnseen = false;
            respond(attempt, at);
        } else if (auto body = after(message, "Response body:")) {
            respond(attempt, at);
            m_continued = Continued::Body;
            takeBody(body->substr(body->starts_with(' ') ? 1 : 0), line.isCut);
        } else if (message.find("Exception received when sending HTTP request") != std::string_view::npos ||
                   message.find("retryable exception caught") != std::string_view::npos) {
            endAt(attempt, at);
            m_continued = Continued::Traceback;
        } else {
            takeRetryLine(attempt, message, at);
        }
    }

    /// What the modules for retries say.
    void takeRetryLine(Attempt& attempt, std::string_view message, Duration at)
    {
        if (message.find("Event needs-retry") != std::string_view::npos) {
            endAt(attempt, at);
        }
        for (const std::string_view words :
             {"sleeping for ", "retrying request after delay of: ", "Retry needed, action of: "}) {
            if (const auto delay = after(message, words)) {
                endAt(attempt, at);
                attempt.exchange.saidDelay = secondsIn(*delay);
            }
        }
        for (const std::string_view words :
             {"Max attempts of", "Reached the maximum number of retry attempts", "Retry quota",
              "No retry needed", "Not retrying request"}) {
            if (const std::size_t found = message.find(words); found != std::string_view::npos) {
                endAt(attempt, at);
                attempt.exchange.notes.emplace_back(message.substr(found, kMostOfANote));
            }
        }
    }

    void beginAttempt(Thread& thread, const LogLine& line, std::string_view request, Duration at)
    {
        const auto method = after(request, "method=");
        auto url = after(request, "url=");
        const auto headers = after(request, "headers=");
        if (!method || !url) {
            return;
        }
        Attempt attempt;
        SeenExchange& exchange = attempt.exchange;
        exchange.place = placeOf(line);
        exchange.start = at;
        exchange.end = at;
        exchange.request.method = method->substr(0, std::min(method->find(','), kMostOfANote));
        exchange.request.url = takeUntil(*url, ", headers=");
        if (headers) {
            std::string_view text = *headers;
            exchange.request.headers = takePythonDictionary(text);
        }
        exchange.request.operation = thread.operation;
        if (thread.attempts) {
            exchange.request.attempt = ++*thread.attempts;
        }
        exchange.headersUnseen = !headers.has_value();
        exchange.bodyUnseen = true;
        attempt.response.headersUnseen = true;
        attempt.response.bodyUnseen = true;
        thread.attempt = std::move(attempt);
    }

    static void endAt(Attempt& attempt, Duration at)
    {
        if (!std::exchange(attempt.hasEnded, true)) {
            attempt.exchange.end = std::max(attempt.exchange.start, at);
        }
    }

    static void respond(Attempt& attempt, Duration at)
    {
        attempt.hasResponse = true;
        endAt(attempt, at);
    }

    void endAttempt(Thread& thread)
    {
        if (!thread.attempt) {
            return;
        }
        Attempt attempt = *std::move(thread.attempt);
        thread.attempt.reset();
        if (attempt.hasResponse) {
            Response& response = attempt.response;
            response.bodyTruncated = response.bodyUnseen;
            response.bodyBytes =
                std::max(response.bodyBytes, static_cast<std::int64_t>(response.body.size()));
            response.parsed = parseBody(response.headers, QByteArrayView(response.body));
            m_sink.keepBody(response, std::exchange(response.body, {}));
            response.parsed.isEmpty = response.parsed.isEmpty && !response.bodyUnseen;
            attempt.exchange.response = std::make_shared<const Response>(std::move(response));
            attempt.exchange.fault.reset(); // of an exception after the response, which has notes
        }
        give(std::move(attempt.exchange));
    }

    void takeUrllib3(Thread& thread, const LogLine& line, std::string_view message, Duration at)
    {
        std::optional<StatusLine> status = statusLineIn(message);
        if (thread.attempt) {
            if (status && !thread.attempt->hasResponse) {
                thread.attempt->response.status = status->status;
                thread.attempt->response.bodyBytes = status->length;
                respond(*thread.attempt, at);
            }
            return;
        }
        if (status) {
            takeStatus(thread, line, *std::move(status), at);
        } else if (auto host = after(message, "Starting new HTTP")) {
            connect(thread, line, *host, at);
        } else if (auto increment = after(message, "Incremented Retry for (url=")) {
            thread.failed = at;
        } else if (const auto path = after(message, "Retry: ")) {
            begin(thread, line, *path, at);
        } else if (auto broken = after(message, "after connection broken by ")) {
            breakOff(thread, line, *broken, at);
        }
    }

    void begin(Thread& thread, const LogLine& line, std::string_view path, Duration at)
    {
        thread.path = path;
        thread.begun = at;
        thread.failed.reset();
        thread.hasConnected = false;
        thread.place = placeOf(line);
    }

    /// `S connection (1): host:443`
    void connect(Thread& thread, const LogLine& line, std::string_view text, Duration at)
    {
        if (thread.begun && thread.hasConnected) {
            endUnfinished(thread);
        }
        const bool isSecure = text.starts_with('S');
        thread.root = (isSecure ? "https://" : "http://") + std::string(after(text, "): ").value_or(""));
        if (!thread.begun) {
            thread.begun = at;
            thread.place = placeOf(line);
        }
        thread.hasConnected = true;
    }

    [[nodiscard]] SeenExchange exchangeOf(Thread& thread, std::string url, Duration end)
    {
        SeenExchange exchange;
        exchange.place = thread.begun ? thread.place : std::string();
        exchange.start = thread.begun.value_or(end);
        exchange.end = std::max(exchange.start, end);
        exchange.request.url = std::move(url);
        thread.count = thread.path.empty() ? 1 : thread.count + 1; // lines of urllib3 name each retry
        exchange.request.attempt = thread.count;
        exchange.headersUnseen = true;
        exchange.bodyUnseen = true;
        if (!thread.begun) {
            exchange.notes.emplace_back("the log does not show when the request began");
        }
        thread.begun.reset();
        thread.path.clear();
        return exchange;
    }

    void takeStatus(Thread& thread, const LogLine& line, StatusLine status, Duration at)
    {
        thread.root = status.url.substr(0, status.url.find('/', status.url.find("://") + 3));
        SeenExchange exchange = exchangeOf(thread, std::move(status.url), at);
        exchange.place = placeOf(line);
        exchange.request.method = std::move(status.method);
        Response response;
        response.status = status.status;
        response.bodyBytes = status.length;
        response.bodyTruncated = true;
        response.bodyUnseen = true;
        response.headersUnseen = true;
        response.parsed.isEmpty = false;
        exchange.response = std::make_shared<const Response>(std::move(response));
        for (SeenExchange& earlier : m_withoutMethod[thread.root]) {
            earlier.request.method = exchange.request.method;
            give(std::move(earlier));
        }
        m_withoutMethod.erase(thread.root);
        give(std::move(exchange));
    }

    /// `'NewConnectionError(…)': /path`, once the wait is over.
    void breakOff(Thread& thread, const LogLine& line, std::string_view text, Duration at)
    {
        const std::size_t end = text.rfind(": ");
        const std::string path(end == std::string_view::npos ? std::string_view() : text.substr(end + 2));
        if (thread.root.empty() || path.empty()) {
            m_sink.skip(placeOf(line), std::string(line.text),
                        "the log names no server before it; the level DEBUG shows it");
        } else {
            SeenExchange exchange = exchangeOf(thread, thread.root + path, thread.failed.value_or(at));
            exchange.place = placeOf(line);
            exchange.fault = faultNamedIn(text.substr(0, end));
            if (!exchange.fault) {
                exchange.notes.emplace_back(text.substr(0, std::min(end, kMostOfANote)));
            }
            keepWithoutMethod(thread, std::move(exchange));
        }
        begin(thread, line, path, at);
    }

    /// An attempt that was begun, and of whose end nothing was written.
    void endUnfinished(Thread& thread)
    {
        if (thread.begun && !thread.path.empty() && !thread.root.empty()) {
            const Duration begun = *thread.begun;
            keepWithoutMethod(thread, exchangeOf(thread, thread.root + thread.path, begun));
        }
        thread.begun.reset();
        for (SeenExchange& exchange : m_withoutMethod[thread.root]) {
            exchange.notes.emplace_back("the log does not name the method");
            give(std::move(exchange));
        }
        m_withoutMethod.erase(thread.root);
    }

    /// Only lines with a status name the method.
    void keepWithoutMethod(const Thread& thread, SeenExchange exchange)
    {
        std::vector<SeenExchange>& earlier = m_withoutMethod[thread.root];
        if (earlier.size() < kMostHeldBack) {
            earlier.push_back(std::move(exchange));
        }
    }

    void continueMessage(const LogLine& line)
    {
        if (m_current == nullptr || !m_current->attempt) {
            return;
        }
        if (m_continued == Continued::Body) {
            takeBody(line.text, line.isCut);
            m_continued = Continued::Nothing;
        } else if (m_continued == Continued::Traceback && !line.text.empty() && line.text.front() != ' ') {
            SeenExchange& exchange = m_current->attempt->exchange;
            if (std::optional<Fault> fault = faultNamedIn(line.text)) {
                exchange.fault = std::move(fault);
            }
        }
    }

    /// The bytes of the body. A body that the program reads itself is not written.
    void takeBody(std::string_view text, bool isCut)
    {
        Attempt& attempt = *m_current->attempt;
        if (isCut) {
            return; // a part of a body is not the body
        }
        if (std::optional<std::string> body = takePythonText(text)) {
            attempt.response.body = *std::move(body);
            attempt.response.bodyUnseen = false;
            attempt.response.bodyBytes = static_cast<std::int64_t>(attempt.response.body.size());
            m_continued = Continued::Nothing;
        }
    }

    TrafficSink& m_sink;
    std::map<std::string, Thread> m_threads;
    Thread* m_current = nullptr; ///< of the last line with a time
    Continued m_continued = Continued::Nothing;
    std::map<std::string, std::vector<SeenExchange>> m_withoutMethod; ///< by server
    bool m_isOfBotocore = false;
    bool m_hasLocalTime = false;
    bool m_hasTimes = false;
    qint64 m_linesWithoutTime = 0;
    /// Of a log without times: now, so that what is made of it has a date.
    Duration m_beginning{std::chrono::milliseconds{QDateTime::currentMSecsSinceEpoch()}};
};

} // namespace

bool isDefaultPythonLine(std::string_view line)
{
    return defaultLineIn(line).has_value();
}

Result<Done> readPythonLog(QIODevice& device, const QString& place, TrafficSink& sink,
                           const Progress& progress)
{
    return PythonLogPass(sink).go(device, place, progress);
}

} // namespace retryscope::io
