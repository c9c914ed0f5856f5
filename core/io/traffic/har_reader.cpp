// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/har_reader.h"

#include "core/io/http/error_body.h"
#include "core/io/text/utf8.h"
#include "core/io/traffic/fault_text.h"
#include "core/io/traffic/json_items.h"
#include "core/io/traffic/moment.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <utility>

namespace retryscope::io {

namespace {

constexpr std::size_t kMostHeaders = 1000;
constexpr std::size_t kMostOfText = 256; ///< bytes of a name, or of what a message quotes
constexpr qint64 kMostBytes = qint64{1} << 50;
constexpr Duration kLongestTime = std::chrono::hours{24 * 366};

std::string bounded(std::string_view text)
{
    return std::string(text.substr(0, kMostOfText));
}

Duration millisecondsOf(const JsonCursor& cursor)
{
    return cursor.isPresent() ? std::min(fromMilliseconds(cursor.number(-1)), kLongestTime) : Duration{-1};
}

/// Absent where it is missing or below 0, by which HAR says that it does not apply.
OptionalDuration timingOf(const JsonCursor& timings, const char* name)
{
    const Duration time = millisecondsOf(timings.at(name));
    return time < Duration::zero() ? OptionalDuration{} : OptionalDuration{time};
}

Phases phasesOf(const JsonCursor& timings)
{
    Phases phases{.lookup = timingOf(timings, "dns"),
                  .connect = timingOf(timings, "connect"),
                  .tls = timingOf(timings, "ssl"),
                  .send = timingOf(timings, "send"),
                  .wait = timingOf(timings, "wait"),
                  .receive = timingOf(timings, "receive")};
    if (phases.connect && phases.tls) { // HAR counts the handshake as a part of the connect
        phases.connect = std::max(*phases.connect - *phases.tls, Duration::zero());
    }
    return phases;
}

/// Omits the fields that HTTP/2 makes of the request line.
Headers headersOf(const JsonCursor& list)
{
    Headers headers;
    for (const JsonCursor& header : list.items(kMostHeaders)) {
        const std::string_view name = header.at("name").text();
        if (!name.empty() && name.front() != ':') {
            headers.add(std::string(name), std::string(header.at("value").text()));
        }
    }
    return headers;
}

/// A body where the archive has it, so that large ones are not copied.
class BodyText
{
public:
    explicit BodyText(const JsonCursor& content) : m_text(content.at("text").text())
    {
        if (content.at("encoding").text() == "base64") {
            m_decoded = QByteArray::fromBase64(
                QByteArray::fromRawData(m_text.data(), static_cast<qsizetype>(m_text.size())));
            m_text = {m_decoded.constData(), static_cast<std::size_t>(m_decoded.size())};
        }
    }
    [[nodiscard]] std::string_view view() const { return m_text; }

private:
    QByteArray m_decoded;
    std::string_view m_text;
};

std::shared_ptr<const Response> responseOf(const JsonCursor& entry, int status, TrafficSink& sink)
{
    const JsonCursor json = entry.at("response");
    const JsonCursor content = json.at("content");
    Response response;
    response.status = status;
    response.reason = bounded(json.at("statusText").text());
    response.headers = headersOf(json.at("headers"));
    const BodyText body(content);
    const std::int64_t said = content.at("size").integer(-1, kMostBytes, 0);
    response.bodyBytes = std::max(said, static_cast<std::int64_t>(body.view().size()));
    Headers asSaved = response.headers; // the body stands there decoded
    std::erase_if(asSaved.entries,
                  [](const Header& header) { return equalsIgnoringCase(header.name, "content-encoding"); });
    response.parsed = parseBody(asSaved, QByteArrayView(body.view()));
    sink.keepBody(response, body.view());
    // Base64 that cannot be decoded, or a text that the archive has in another encoding.
    response.bodyTruncated =
        response.bodyTruncated || static_cast<std::int64_t>(body.view().size()) < response.bodyBytes;
    if (body.view().empty() && response.bodyBytes > 0) { // the archive was saved without it
        response.bodyUnseen = true;
        response.parsed.isEmpty = false;
    }
    return std::make_shared<const Response>(std::move(response));
}

/// axios keeps the usual methods in lower case and sends them in upper case.
std::string asSent(std::string method)
{
    constexpr std::array<std::string_view, 7> kUsual{"delete", "get",  "head", "options",
                                                     "patch",  "post", "put"};
    return std::ranges::find(kUsual, method) == kUsual.end()
               ? method
               : QByteArray::fromStdString(method).toUpper().toStdString();
}

SeenRequest requestOf(const JsonCursor& json, TrafficSink& sink)
{
    SeenRequest request;
    request.method = asSent(bounded(json.required("method").text()));
    request.url = std::string(json.required("url").text());
    request.headers = headersOf(json.at("headers"));
    const BodyText body(json.at("postData"));
    sink.keepBody(request, body.view());
    request.bodyBytes = std::max(static_cast<std::int64_t>(json.at("bodySize").integer(-1, kMostBytes, 0)),
                                 static_cast<std::int64_t>(body.view().size()));
    return request;
}

/// Goes through the archive once. Entries leave the tree as they end.
class HarPass
{
public:
    HarPass(QString place, TrafficSink& sink) : m_place(std::move(place)), m_sink(sink) {}

    Result<Done> go(QIODevice& device, const Progress& progress)
    {
        const Result<Done> parsed = parseItems(
            device, m_place, m_tree,
            {.takeItem = [this](JsonTree::Index item) { return take(item); }, .progress = progress}, m_count,
            m_sink);
        if (parsed && !m_tree.isEmpty()) {
            readHead();
        }
        return parsed;
    }

private:
    bool take(JsonTree::Index item)
    {
        const JsonTree::Index array = m_tree.parent(item);
        const JsonTree::Index log = m_tree.parent(array);
        if (log == JsonTree::kNone || m_tree.key(log) != "log" || m_tree.parent(log) != JsonTree::kRoot) {
            return false;
        }
        if (m_tree.key(array) == "entries") {
            readEntry(item);
            return true;
        }
        return m_tree.key(array) == "pages";
    }

    void readEntry(JsonTree::Index item)
    {
        const std::string place = "entries[" + std::to_string(m_count++) + ']';
        JsonProblem problem; // one entry that is wrong spoils no other
        const JsonCursor entry(m_tree, item, problem);
        SeenExchange exchange = exchangeOf(entry);
        exchange.place = place;
        const std::string text = exchange.request.method + ' ' + exchange.request.url;
        const std::string why = problem.isSet ? fromQString(problem.text) : whyNoRequest(entry);
        if (!why.empty()) {
            m_sink.skip(place, text, why);
        } else {
            m_sink.take(std::move(exchange));
        }
    }

    SeenExchange exchangeOf(const JsonCursor& entry)
    {
        SeenExchange exchange;
        exchange.request = requestOf(entry.required("request"), m_sink);
        const JsonCursor started = entry.required("startedDateTime");
        const std::optional<Moment> start = readMoment(started.text());
        if (!start) {
            started.complain(QStringLiteral("a time such as 2026-01-31T12:00:00.000Z"));
            return exchange;
        }
        if (!start->hasZone && !std::exchange(m_hasLocalTime, true)) {
            m_sink.remark("The times have no zone and were read as local time.");
        }
        exchange.start = start->since1970;
        exchange.end = start->since1970 + std::max(millisecondsOf(entry.at("time")), Duration::zero());
        exchange.phases = phasesOf(entry.at("timings"));
        exchange.connection = bounded(entry.at("connection").text());
        exchange.peer = bounded(entry.at("serverIPAddress").text());
        const auto status = static_cast<int>(entry.at("response").at("status").integer(-1, 999, 0));
        if (status >= 100) {
            exchange.response = responseOf(entry, status, m_sink);
        }
        for (const JsonCursor& error :
             {entry.at("_retryscope").at("fault"), entry.at("response").at("_error"),
              entry.at("response").at("_failureText"), entry.at("_error")}) {
            if (exchange.fault || error.text().empty()) {
                continue;
            }
            exchange.fault = faultNamedIn(error.text());
            if (!exchange.fault) {
                exchange.notes.push_back(bounded(error.text()));
            }
        }
        return exchange;
    }

    /// Empty if the entry is a request that went over the wire.
    static std::string whyNoRequest(const JsonCursor& entry)
    {
        if (entry.at("_fromCache").isPresent()) {
            return "the response came from the browser's cache, so no request was sent";
        }
        return {};
    }

    void readHead()
    {
        JsonProblem ignored;
        const JsonCursor log = JsonCursor(m_tree, JsonTree::kRoot, ignored).at("log");
        std::string title = "HAR";
        if (const std::string version = bounded(log.at("version").text()); !version.empty()) {
            title += ' ' + version;
        }
        const JsonCursor creator = log.at("creator");
        if (const std::string name = bounded(creator.at("name").text()); !name.empty()) {
            title += ", " + name + ' ' + bounded(creator.at("version").text());
        }
        m_sink.setTitle(title);
    }

    QString m_place;
    TrafficSink& m_sink;
    JsonTree m_tree;
    std::size_t m_count = 0;
    bool m_hasLocalTime = false;
};

} // namespace

Result<Done> readHar(QIODevice& device, const QString& place, TrafficSink& sink, const Progress& progress)
{
    return HarPass(place, sink).go(device, progress);
}

} // namespace retryscope::io
