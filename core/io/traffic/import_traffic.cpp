// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/import_traffic.h"

#include "core/facts/header_syntax.h"
#include "core/io/redact/redact.h"
#include "core/io/text/bounded_line.h"
#include "core/io/text/utf8.h"
#include "core/io/traffic/curl_log_reader.h"
#include "core/io/traffic/followed_redirects.h"
#include "core/io/traffic/har_reader.h"
#include "core/io/traffic/jaeger_reader.h"
#include "core/io/traffic/log_lines.h"
#include "core/io/traffic/otlp_reader.h"
#include "core/io/traffic/python_log_reader.h"
#include "core/recording/grouping_replay.h"
#include "core/recording/regroup.h"

#include <QCryptographicHash>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <utility>

namespace retryscope::io {

namespace {

constexpr qint64 kHead = qint64{64} * 1024; ///< bytes that decide about the format

struct TrafficFormat
{
    const char* name;
    const char* title;
    bool (*begins)(QByteArrayView head); ///< a file of this format can begin like this
    Result<Done> (*read)(QIODevice& device, const QString& place, TrafficSink& sink,
                         const Progress& progress);
};

/// The name of the first member of a JSON object that begins like this; empty for anything else.
QByteArray firstMemberOf(QByteArrayView head)
{
    QByteArrayView rest = head.startsWith("\xef\xbb\xbf") ? head.sliced(3) : head;
    rest = rest.trimmed();
    if (!rest.startsWith('{')) {
        return {};
    }
    rest = rest.sliced(1).trimmed();
    const qsizetype end = rest.isEmpty() || rest.front() != '"' ? -1 : rest.indexOf('"', 1);
    return end < 0 ? QByteArray() : rest.sliced(1, end - 1).toByteArray();
}

/// The name of a logger in it, and a line that begins with a time or has the default format of logging.
bool isLogOf(std::string_view logger, QByteArrayView head)
{
    return std::string_view(head.data(), static_cast<std::size_t>(head.size())).find(logger) !=
               std::string_view::npos &&
           hasLine(head,
                   [](std::string_view line) { return beginsWithTime(line) || isDefaultPythonLine(line); });
}

constexpr std::array<TrafficFormat, 6> kFormats{
    {{"har", "HAR 1.2", [](QByteArrayView head) { return firstMemberOf(head) == "log"; }, readHar},
     {"otlp", "OTLP JSON",
      [](QByteArrayView head) {
          const QByteArray first = firstMemberOf(head);
          return first == "resourceSpans" || first == "batches";
      },
      readOtlp},
     {"jaeger", "Jaeger JSON",
      [](QByteArrayView head) { return firstMemberOf(head) == "data" && head.contains("traceID"); },
      readJaeger},
     {"botocore-log", "Debug log of botocore or the AWS CLI",
      [](QByteArrayView head) { return isLogOf("botocore.", head); }, readPythonLog},
     {"urllib3-log", "Debug log of urllib3", [](QByteArrayView head) { return isLogOf("urllib3.", head); },
      readPythonLog},
     {"curl-log", "Output of curl -v", isCurlLog, readCurlLog}}};

const TrafficFormat* formatNamed(const QString& name)
{
    const auto found = std::ranges::find_if(
        kFormats, [&](const auto& format) { return name == QLatin1String(format.name); });
    return found == kFormats.end() ? nullptr : &*found;
}

std::string boundedText(const std::string& text)
{
    constexpr std::size_t kMost = 256; // bytes
    return text.size() <= kMost ? text : text.substr(0, kMost) + "…";
}

// A record must be readable, also where what is redacted makes a text longer.
constexpr std::size_t kMostOfAnAddress = std::size_t{64} * 1024; ///< bytes
constexpr std::size_t kMostOfAMethod = 256;

/// `aws-api`: a span of an SDK that names no server.
bool isHttp(std::string_view url)
{
    constexpr std::array<std::string_view, 3> kSchemes{"http", "https", "aws-api"};
    const std::size_t end = url.find("://");
    const std::string_view scheme = url.substr(0, end);
    return end != std::string_view::npos && std::ranges::any_of(kSchemes, [scheme](std::string_view own) {
               return equalsIgnoringCase(scheme, own);
           });
}

/// Collects the exchanges of all files.
class Collected : public TrafficSink
{
public:
    Collected(ImportNotes& notes, std::size_t most) : m_notes(notes), m_most(most) {}

    /// fileName: before each place; empty: there is one file.
    void begin(const QString& fileName)
    {
        m_file = fileName.isEmpty() ? std::string() : fromQString(fileName) + ": ";
    }
    [[nodiscard]] bool isOverfull() const { return m_isOverfull; }
    [[nodiscard]] std::deque<SeenExchange>& exchanges() { return m_exchanges; }

    void take(SeenExchange exchange) override
    {
        if (!isHttp(exchange.request.url)) {
            const bool hasScheme = exchange.request.url.find(':') != std::string::npos;
            skip(exchange.place, exchange.request.method + ' ' + exchange.request.url,
                 hasScheme ? "this is not an HTTP request" : "it has no address");
            return;
        }
        if (exchange.request.url.size() > kMostOfAnAddress) {
            skip(exchange.place, exchange.request.method + ' ' + exchange.request.url,
                 "its address is longer than 64 KiB");
            return;
        }
        if (m_exchanges.size() >= m_most) {
            m_isOverfull = true;
            return;
        }
        exchange.request.method.resize(std::min(exchange.request.method.size(), kMostOfAMethod));
        std::string& operation = exchange.request.operation;
        if (operation.size() > kMostOfAMethod || !isToken(operation)) {
            operation.clear(); // no SDK calls one so
        }
        exchange.place = m_file + exchange.place;
        exchange.connection = exchange.connection.empty() ? std::string() : m_file + exchange.connection;
        m_exchanges.push_back(std::move(exchange));
    }
    void keepBody(Response& response, std::string_view body) override
    {
        if (makeRoomFor(body.size())) {
            response.body = body;
            return;
        }
        response.bodySha256 =
            QCryptographicHash::hash(QByteArrayView(body), QCryptographicHash::Sha256).toHex().toStdString();
        response.bodyTruncated = true;
    }
    void keepBody(SeenRequest& request, std::string_view body) override
    {
        request.bodyHash = body.empty() ? 0 : std::hash<std::string_view>{}(body);
        if (makeRoomFor(body.size())) {
            request.body = body;
        }
    }
    void skip(const std::string& place, const std::string& text, const std::string& why) override
    {
        ++m_notes.skippedCount;
        if (m_notes.skipped.size() < ImportNotes::kMostLines) {
            m_notes.skipped.push_back(
                {.place = m_file + place, .text = boundedText(redactedText(text)), .why = redactedText(why)});
        }
    }
    void remark(const std::string& sentence) override
    {
        if (m_notes.remarks.size() < ImportNotes::kMostLines) {
            m_notes.remarks.push_back(m_file + redactedText(sentence));
        }
    }
    void setTitle(const std::string& title) override
    {
        if (m_notes.title.empty()) {
            m_notes.title = redactedText(title);
        }
    }

private:
    [[nodiscard]] bool makeRoomFor(std::size_t size)
    {
        constexpr std::size_t kMostOfABody = std::size_t{64} * 1024;
        constexpr std::size_t kMostOfAll = std::size_t{128} * 1024 * 1024;
        const bool isKept = size <= kMostOfABody && m_bodyBytes + size <= kMostOfAll;
        m_bodyBytes += isKept ? size : 0;
        return isKept;
    }

    ImportNotes& m_notes;
    std::size_t m_most;
    std::string m_file;
    std::deque<SeenExchange> m_exchanges;
    std::size_t m_bodyBytes = 0;
    bool m_isOverfull = false;
};

/// Plays the exchanges to the grouping of the recorder as if they happened now.
class Regrouped
{
public:
    Regrouped(std::deque<SeenExchange>& exchanges, ImportNotes& notes, const std::string& groupBy)
        : m_exchanges(exchanges)
        , m_notes(notes)
        , m_begin(std::chrono::floor<std::chrono::milliseconds>(exchanges.front().start))
        , m_replay(recordedHeader(m_begin), groupBy)
    {
    }

    RunRecord take()
    {
        for (SeenExchange& exchange : m_exchanges) {
            add(exchange);
        }
        return m_replay.take();
    }

private:
    [[nodiscard]] Instant instantOf(Duration since1970) const { return Instant{since1970 - m_begin}; }

    void add(SeenExchange& exchange)
    {
        SeenRequest& request = exchange.request;
        request.at = instantOf(exchange.start);
        if (!exchange.connection.empty()) {
            const auto [found, isNew] =
                m_connections.try_emplace(exchange.connection, static_cast<int>(m_connections.size()) + 1);
            request.connection = found->second;
            exchange.isReused = !isNew;
        }
        const SeenAttempt attempt = m_replay.add(request, instantOf(exchange.end), factsOf(exchange));
        request = {};
        ++m_notes.understoodCount;
        if (m_notes.understood.size() < ImportNotes::kMostLines) {
            m_notes.understood.push_back(
                {.place = exchange.place, .call = attempt.index, .attempt = attempt.attempt - 1});
        }
    }

    AttemptFacts factsOf(SeenExchange& exchange)
    {
        if (!(*m_latestHeaders == exchange.request.headers)) {
            m_latestHeaders = exchange.request.headers;
        }
        for (Hop& hop : exchange.hops) { // until now since 1970
            hop.start = instantOf(hop.start.time_since_epoch());
            hop.end = instantOf(hop.end.time_since_epoch());
        }
        WireFacts wire;
        wire.sentHeaders = m_latestHeaders;
        wire.connection = exchange.request.connection;
        wire.reused = exchange.isReused;
        wire.peer = std::move(exchange.peer);
        wire.hops = std::move(exchange.hops);
        wire.notes = std::move(exchange.notes);
        if (exchange.saidDelay) {
            wire.saidDelay = *exchange.saidDelay;
        }
        wire.sentHeadersUnseen = exchange.headersUnseen;
        wire.sentBodyUnseen = exchange.bodyUnseen;
        AttemptFacts facts;
        facts.phases = exchange.phases;
        facts.timesUnseen = exchange.timesUnseen;
        facts.response = std::move(exchange.response);
        facts.fault = std::move(exchange.fault);
        facts.wire = std::make_shared<const WireFacts>(std::move(wire));
        return facts;
    }

    std::deque<SeenExchange>& m_exchanges;
    ImportNotes& m_notes;
    WallTime m_begin;
    GroupingReplay m_replay;
    std::map<std::string, int> m_connections;
    Shared<Headers> m_latestHeaders;
};

/// The first lines of a file, for a message.
QString beginningOf(QIODevice& device)
{
    constexpr int kShown = 2;      // lines
    constexpr qint64 kRead = 4096; // bytes
    constexpr qsizetype kMost = 100;
    device.seek(0);
    QStringList lines;
    for (const QByteArray& line : device.read(kRead).split('\n')) {
        if (!line.trimmed().isEmpty() && lines.size() < kShown) {
            lines +=
                QStringLiteral("\"%1\"").arg(boundedLine(redactedText(line.trimmed().toStdString()), kMost));
        }
    }
    return lines.isEmpty() ? QStringLiteral("nothing") : lines.join(QStringLiteral(", "));
}

Error nothingFound(const std::vector<TrafficFile>& files, const TrafficFormat& format,
                   const ImportNotes& notes)
{
    constexpr std::size_t kShown = 3;
    QString message =
        QStringLiteral("found no request to import (read as %1)").arg(QLatin1String(format.title));
    for (std::size_t index = 0; index < std::min(kShown, notes.skipped.size()); ++index) {
        const SkippedLine& line = notes.skipped[index];
        message += QStringLiteral("; %1: %2").arg(toQString(line.place), toQString(line.why));
    }
    if (notes.skipped.empty()) {
        message += QStringLiteral("; it begins with %1").arg(beginningOf(files.front().device));
    }
    message += QStringLiteral("; name another format with --from");
    return {.kind = Error::Kind::BadInput, .message = message, .place = files.front().name};
}

} // namespace

QStringList trafficFormats()
{
    QStringList names;
    for (const TrafficFormat& format : kFormats) {
        names += QLatin1String(format.name);
    }
    return names;
}

QString trafficTitle(const QString& format)
{
    const TrafficFormat* found = formatNamed(format);
    return found == nullptr ? QString() : QLatin1String(found->title);
}

QString trafficFormatOf(QByteArrayView text)
{
    const QByteArrayView head = text.first(std::min(text.size(), kHead));
    const auto found =
        std::ranges::find_if(kFormats, [&](const TrafficFormat& format) { return format.begins(head); });
    return found == kFormats.end() ? QString() : QString(QLatin1String(found->name));
}

QString trafficFormatOf(QIODevice& device)
{
    return trafficFormatOf(device.peek(kHead));
}

Result<RunRecord> importTraffic(const std::vector<TrafficFile>& files, const QString& format,
                                const Progress& progress, std::size_t most, const std::string& groupBy)
{
    const TrafficFormat& chosen = *formatNamed(format);
    auto notes = std::make_shared<ImportNotes>();
    notes->format = chosen.name;
    Collected collected(*notes, most);
    for (std::size_t index = 0; index < files.size(); ++index) {
        const TrafficFile& file = files[index];
        collected.begin(files.size() > 1 ? file.name : QString());
        const Progress part = [&](double done) {
            const double before = static_cast<double>(index);
            return !progress || progress((before + done) / static_cast<double>(files.size()));
        };
        if (const Result<Done> read = chosen.read(file.device, file.name, collected, part); !read) {
            return read.error();
        }
        if (!file.damage.isEmpty()) {
            collected.remark(fromQString(
                QStringLiteral("The packed file is damaged (%1); the part before the damage was read.")
                    .arg(file.damage)));
        }
        if (collected.isOverfull()) {
            return Error{.kind = Error::Kind::BadInput,
                         .message = QStringLiteral("more than %L1 requests; import a part of them").arg(most),
                         .place = file.name};
        }
    }
    collected.setTitle(chosen.title); // where a file ends before it says more
    std::deque<SeenExchange>& exchanges = collected.exchanges();
    if (exchanges.empty()) {
        return nothingFound(files, chosen, *notes);
    }
    if (!std::ranges::is_sorted(exchanges, {}, &SeenExchange::start)) { // mostly it is
        std::ranges::stable_sort(exchanges, {}, &SeenExchange::start);
    }
    foldRedirects(exchanges);
    RunRecord record = Regrouped(exchanges, *notes, groupBy).take();
    if (const std::string why = groupBy.empty() ? "" : whyNotGroupedBy(record, groupBy); !why.empty()) {
        return Error{.kind = Error::Kind::BadInput, .message = toQString(why), .place = files.front().name};
    }
    record.noteImport(std::move(notes));
    return record;
}

} // namespace retryscope::io
