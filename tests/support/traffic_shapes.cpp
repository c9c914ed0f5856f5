// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/traffic_shapes.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>

namespace retryscope::test {

namespace {

using Pace = TrafficShape::Pace;
using Fate = TrafficShape::Fate;

/// One request of a shape.
struct Request
{
    QByteArray number;
    QByteArray client; ///< its name
    QByteArray path;
    qint64 start = 0; ///< milliseconds since 1970
    qint64 end = 0;
    int status = 0; ///< 0: no response
};

struct Format
{
    const char* name;
    const char* begin;
    const char* between;
    const char* end;
    QByteArray (*write)(const Request& request);
};

QByteArray timeText(qint64 at, const char* form)
{
    return QDateTime::fromMSecsSinceEpoch(at, QTimeZone::utc()).toString(QLatin1String(form)).toLatin1();
}

QByteArray statusAttribute(const Request& request, const char* begin, const char* end)
{
    return request.status == 0 ? QByteArray() : begin + QByteArray::number(request.status) + end;
}

// What else stands in each entry, span or request is what real files have there, or a part of it.

QByteArray harEntry(const Request& request)
{
    return R"({"startedDateTime":")" + timeText(request.start, "yyyy-MM-ddTHH:mm:ss.zzzZ") + R"(","time":)" +
           QByteArray::number(request.end - request.start) + R"(,"request":{"method":"GET","url":"http://a)" +
           request.path + R"(","headers":[{"name":"User-Agent","value":")" + request.client +
           R"("},{"name":"Accept","value":"*/*"}],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":0,)" +
           R"("httpVersion":"HTTP/1.1"},"response":{"status":)" + QByteArray::number(request.status) +
           (request.status == 0 ? R"(,"_error":"net::ERR_CONNECTION_RESET")" : "") +
           R"(,"statusText":"","httpVersion":"HTTP/1.1","cookies":[],"headers":[],"redirectURL":"",)" +
           R"("content":{"size":0,"mimeType":"text/plain"},"headersSize":-1,"bodySize":0},"cache":{},)" +
           R"("timings":{"send":0,"wait":1,"receive":0}})";
}

QByteArray otlpSpan(const Request& request)
{
    return R"({"traceId":"t)" + request.number + R"(","spanId":"s)" + request.number +
           R"(","kind":3,"startTimeUnixNano":")" + QByteArray::number(request.start) +
           R"(000000","endTimeUnixNano":")" + QByteArray::number(request.end) +
           R"(000000","attributes":[{"key":"http.request.method","value":{"stringValue":"GET"}},)" +
           R"({"key":"user_agent.original","value":{"stringValue":")" + request.client + R"("}},)" +
           R"({"key":"server.address","value":{"stringValue":"a"}},{"key":"server.port","value":{"intValue":80}},)" +
           R"({"key":"network.protocol.version","value":{"stringValue":"1.1"}},)" +
           R"({"key":"network.peer.port","value":{"intValue":80}},)" +
           R"({"key":"thread.name","value":{"stringValue":"main"}},{"key":"thread.id","value":{"intValue":1}},)" +
           statusAttribute(request, R"({"key":"http.response.status_code","value":{"intValue":)", "}},") +
           R"({"key":"url.full","value":{"stringValue":"http://a)" + request.path + R"("}}]})";
}

/// Each in a trace with a process of its own, as a file with many processes has them.
QByteArray jaegerSpan(const Request& request)
{
    return R"({"traceID":"t)" + request.number + R"(","spanID":"s)" + request.number +
           R"(","operationName":"GET","startTime":)" + QByteArray::number(request.start) +
           R"(000,"duration":)" + QByteArray::number(request.end - request.start) +
           R"(000,"references":[],"logs":[],"warnings":null,"tags":[)" +
           R"({"key":"http.request.method","type":"string","value":"GET"},)" +
           R"({"key":"span.kind","type":"string","value":"client"},)" +
           R"({"key":"server.address","type":"string","value":"a"},)" +
           R"({"key":"server.port","type":"int64","value":80},)" +
           R"({"key":"network.protocol.version","type":"string","value":"1.1"},)" +
           R"({"key":"network.peer.port","type":"int64","value":80},)" +
           R"({"key":"otel.scope.name","type":"string","value":"http"},)" +
           statusAttribute(request, R"({"key":"http.response.status_code","value":)", "},") +
           R"({"key":"user_agent.original","value":")" + request.client +
           R"("},{"key":"url.full","value":"http://a)" + request.path + R"("}],"processID":"p)" +
           request.number + R"("})";
}

QByteArray botocoreLines(const Request& request)
{
    const QByteArray begin = timeText(request.start, "yyyy-MM-dd HH:mm:ss,zzz");
    const QByteArray end = timeText(request.end, "yyyy-MM-dd HH:mm:ss,zzz");
    const QByteArray answer =
        request.status == 0
            ? QByteArray(" - botocore.httpsession - DEBUG - Exception received when sending HTTP request\n"
                         "ConnectionResetError: Connection reset by peer\n")
            : " - urllib3.connectionpool - DEBUG - http://a:80 \"GET " + request.path + " HTTP/1.1\" " +
                  QByteArray::number(request.status) + " 0\n";
    return begin +
           " - botocore.endpoint - DEBUG - Sending http request: <AWSPreparedRequest stream_output=False, "
           "method=GET, url=http://a" +
           request.path + ", headers={'User-Agent': '" + request.client + "'}>\n" + end + answer;
}

QByteArray urllib3Lines(const Request& request)
{
    const QByteArray end = timeText(request.end, "yyyy-MM-dd HH:mm:ss,zzz");
    const QByteArray begun = timeText(request.start, "yyyy-MM-dd HH:mm:ss,zzz") +
                             " DEBUG urllib3.connectionpool: Starting new HTTP connection (1): a:80\n";
    return begun + end +
           (request.status == 0
                ? " WARNING urllib3.connectionpool: Retrying (Retry(total=2)) after connection broken by "
                  "'NewConnectionError(refused)': " +
                      request.path + "\n"
                : " DEBUG urllib3.connectionpool: http://a:80 \"GET " + request.path + " HTTP/1.1\" " +
                      QByteArray::number(request.status) + " 0\n");
}

QByteArray curlLines(const Request& request)
{
    const QByteArray begin = timeText(request.start, "HH:mm:ss.zzz000 ");
    const QByteArray end = timeText(request.end, "HH:mm:ss.zzz000 ");
    return begin + "*   Trying 127.0.0.1:80...\n" + begin + "* Connected to a (127.0.0.1) port 80 (#0)\n" +
           begin + "> GET " + request.path + " HTTP/1.1\n" + begin + "> Host: a\n" + begin +
           "> User-Agent: " + request.client + "\n" + begin + "> Accept: */*\n" + begin + "> \n" +
           (request.status == 0
                ? end +
                      "* Recv failure: Connection reset by peer\ncurl: (56) Recv failure: Connection reset\n"
                : end + "< HTTP/1.1 " + QByteArray::number(request.status) + " X\n" + end + "< Server: a\n" +
                      end + "< Content-Type: application/xml\n" + end + "< Content-Length: 0\n" + end +
                      "< \n" + end + "* Connection #0 to host a left intact\n");
}

constexpr std::array<Format, 6> kFormats{
    {{"har", R"({"log":{"version":"1.2","entries":[)", ",", "]}}", harEntry},
     {"otlp", R"({"resourceSpans":[{"scopeSpans":[{"spans":[)", ",", "]}]}]}", otlpSpan},
     {"jaeger", R"({"data":[{"spans":[)", ",", R"(],"processes":{)", jaegerSpan},
     {"botocore-log", "", "", "", botocoreLines},
     {"urllib3-log", "", "", "", urllib3Lines},
     {"curl-log", "", "", "", curlLines}}};

Request requestOf(const TrafficShape& shape, int index)
{
    constexpr qint64 kSecond = 1000;
    constexpr qint64 kYear = 365 * 24 * 3600 * kSecond;
    constexpr qint64 kBegin = 1'767'225'600'000; // 1 January 2026
    Request request;
    request.number = QByteArray::number(index);
    request.client = shape.isOneClient ? QByteArray("one/1.0") : "agent-" + request.number + "/1.0";
    request.path = shape.isAlike ? QByteArray("/") : "/" + request.number;
    request.start = kBegin + (shape.pace == Pace::AtOneMoment ? 0 : index * kSecond);
    request.end = request.start + (shape.pace == Pace::LastingAYear ? kYear : 1);
    request.status = shape.fate == Fate::Fails ? 503 : shape.fate == Fate::Succeeds ? 200 : 0;
    return request;
}

} // namespace

QByteArray trafficOf(const QString& format, const TrafficShape& shape, int count)
{
    const auto* const found = std::find_if(kFormats.begin(), kFormats.end(), [&format](const Format& known) {
        return format == QLatin1String(known.name);
    });
    if (found == kFormats.end()) {
        return {};
    }
    QByteArray bytes = found->begin;
    for (int index = 0; index < count; ++index) {
        bytes += (index == 0 ? "" : found->between) + found->write(requestOf(shape, index));
    }
    bytes += found->end;
    if (format == QLatin1String("jaeger")) {
        for (int index = count - 1; index >= 0; --index) { // not in the order of their names
            bytes += "\"p" + QByteArray::number(index) + R"(":{"serviceName":")" +
                     requestOf(shape, index).client + (index == 0 ? "\"}}}]}" : "\"},");
        }
    }
    return bytes;
}

} // namespace retryscope::test
