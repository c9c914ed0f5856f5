// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/bench_json.h"

#include "core/io/http/content_coding.h"
#include "core/io/http/pasted_response.h"
#include "core/io/json/json_fields.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "core/probe/side_difference.h"

#include <QDateTime>

#include <algorithm>
#include <memory>
#include <set>
#include <type_traits>

namespace retryscope::io {

namespace {

constexpr auto kBenchFormat = "retryscope.bench/1";
constexpr std::size_t kMostRows = 10'000;
constexpr std::size_t kMostSeen = 1'000; ///< arrivals of one row
/// Of which a bench holds verdicts: more than the presets and what people keep beside them.
constexpr std::size_t kMostPolicies = 500;
constexpr qint64 kMostNumber = 1'000'000'000;
constexpr qint64 kMostBodyBytes = qint64{1} << 40U;

int arrivalsIn(const std::vector<Arrival>& seen)
{
    return static_cast<int>(
        std::ranges::count_if(seen, [](const Arrival& arrival) { return !arrival.isOther; }));
}

int connectionsIn(const std::vector<Arrival>& seen)
{
    std::set<int> connections;
    for (const Arrival& arrival : seen) {
        if (!arrival.isOther) {
            connections.insert(arrival.connection);
        }
    }
    return static_cast<int>(connections.size());
}

/// The bodies of both sides without content coding, where the row has them whole.
struct WholeBodies
{
    std::string origin;
    std::string client;
};

/// nullopt: one was cut, or is in a coding that text does not keep; or the origin's was not HTTP.
std::optional<WholeBodies> keptBodies(const RowFacts& row)
{
    if (row.origin.fault && row.origin.fault->kind == FaultKind::MalformedResponse) {
        return std::nullopt;
    }
    const auto whole = [](const AttemptFacts& facts) -> std::optional<std::string> {
        if (!facts.response) {
            return std::string();
        }
        const Response& response = *facts.response;
        const bool isWhole = !response.bodyTruncated && response.body.size() <= kKeptBenchBody &&
                             response.bodyBytes == static_cast<std::int64_t>(response.body.size());
        return isWhole ? decodedBody(response.headers, response.body) : std::nullopt;
    };
    std::optional<std::string> origin = whole(row.origin);
    std::optional<std::string> client = whole(row.client);
    return origin && client ? std::optional(WholeBodies{*std::move(origin), *std::move(client)})
                            : std::nullopt;
}

/// How much a writer writes: everything, as the contract has it, or the facts that nothing else shows.
enum class Detail { Full, Facts };

class BenchWriter
{
public:
    BenchWriter(QIODevice& device, Detail detail)
        : m_writer(device, JsonWriter::Layout::Indented), m_isFull(detail == Detail::Full)
    {
    }

    void write(const Bench& bench, const BenchExtras& extras)
    {
        m_writer.beginObject();
        writeText(m_writer, "format", kBenchFormat);
        text("createdBy", bench.createdBy);
        text("startedAt", bench.startedAt);
        text("through", bench.through);
        text("listen", bench.listen);
        text("behaviours", bench.behaviours);
        word("evidence", bench.evidence, BenchEvidence::Measured);
        if (!bench.isOriginReached) {
            flag("originReached", false, true);
        }
        duration("patienceMs", bench.patience);
        duration("tookMs", bench.took);
        writeBox(bench);
        m_writer.key("rows");
        m_writer.beginArray();
        for (const BenchRow& row : bench.rows) {
            writeRow(row, extras);
        }
        m_writer.endArray();
        if (extras.ofBench) {
            extras.ofBench(m_writer);
        }
        m_writer.endObject();
        m_writer.finish();
    }

private:
    // Each leaves its member out of the facts when a reader assumes this value.

    void text(const char* key, std::string_view value, std::string_view assumed = {})
    {
        if (m_isFull || value != assumed) {
            writeText(m_writer, key, value, m_isFull ? Exact::Beside : Exact::Alone);
        }
    }
    void number(const char* key, std::int64_t value, std::int64_t assumed = 0)
    {
        if (m_isFull || value != assumed) {
            m_writer.key(key);
            m_writer.integer(value);
        }
    }
    void flag(const char* key, bool value, bool assumed = false)
    {
        if (m_isFull || value != assumed) {
            m_writer.key(key);
            m_writer.boolean(value);
        }
    }
    template <typename Word>
    void word(const char* key, Word value, std::type_identity_t<std::optional<Word>> assumed = {})
    {
        if (m_isFull || value != assumed) {
            writeText(m_writer, key, wordOf(value));
        }
    }
    void null(const char* key)
    {
        if (m_isFull) {
            m_writer.key(key);
            m_writer.null();
        }
    }
    void textOrNull(const char* key, std::string_view value) { value.empty() ? null(key) : text(key, value); }
    void duration(const char* key, const std::optional<Duration>& value)
    {
        if (!value) {
            null(key);
        } else if (m_isFull || *value != Duration::zero()) {
            m_writer.key(key);
            m_writer.number(toMilliseconds(*value));
        }
    }
    void names(const char* key, const std::vector<std::string>& names)
    {
        m_writer.key(key);
        m_writer.beginArray();
        for (const std::string& name : names) {
            m_writer.text(name);
        }
        m_writer.endArray();
    }
    void headers(const Headers& headers)
    {
        if (m_isFull || !headers.entries.empty()) {
            writeHeaders(m_writer, "headers", headers, m_isFull ? Exact::Beside : Exact::Alone);
        }
    }

    void writeBox(const Bench& bench)
    {
        if (bench.boxName.empty()) {
            null("box");
            return;
        }
        m_writer.key("box");
        m_writer.beginObject();
        text("name", bench.boxName);
        textOrNull("version", bench.boxVersion);
        m_writer.endObject();
    }

    /// One side: null members where no response came.
    void writeSide(const char* key, const AttemptFacts& facts, const std::vector<std::string>& interim)
    {
        m_writer.key(key);
        m_writer.beginObject();
        const Response none;
        const Response& response = facts.response ? *facts.response : none;
        if (facts.response) {
            number("status", response.status, -1);
        } else {
            null("status");
        }
        text("reason", response.reason);
        headers(response.headers);
        const std::string_view body = std::string_view(response.body).substr(0, kKeptBenchBody);
        text("body", body);
        number("bodyBytes", response.bodyBytes, static_cast<std::int64_t>(body.size()));
        flag("bodyTruncated", body.size() < response.body.size() || response.bodyTruncated);
        textOrNull("fault", facts.fault ? toString(facts.fault->kind) : std::string_view());
        text("faultDetail", facts.fault ? facts.fault->detail : std::string());
        if (m_isFull) {
            textOrNull("errorName", plainErrorNameOf(facts));
        }
        if (!interim.empty()) {
            names("interim", interim);
        }
        m_writer.endObject();
    }

    void writeRequest(const RequestSpec& request)
    {
        const RequestSpec usual;
        m_writer.key("request");
        m_writer.beginObject();
        text("method", request.method, usual.method);
        text("url", request.url);
        text("service", request.service, usual.service);
        text("operation", request.operation);
        text("protocol", request.protocol);
        headers(request.headers);
        number("bodyBytes", static_cast<std::int64_t>(request.body.size()));
        m_writer.endObject();
    }

    void writeArrival(const Arrival& arrival, const RequestSpec& request)
    {
        m_writer.beginObject();
        number("connection", arrival.connection);
        flag("reused", arrival.reused);
        text("method", arrival.method, request.method);
        text("target", arrival.target, request.url);
        text("host", arrival.host);
        headers(arrival.headers);
        number("bodyBytes", arrival.bodyBytes);
        duration("atMs", arrival.at);
        word("end", arrival.end, ArrivalEnd::Open);
        duration("endedAtMs", arrival.endedAt);
        if (arrival.isOther) {
            flag("other", true);
        }
        m_writer.endObject();
    }

    void writeWindow(const std::optional<DelayWindow>& window)
    {
        m_writer.key("delayWindowMs");
        if (!window) {
            m_writer.null();
            return;
        }
        m_writer.beginArray();
        m_writer.number(toMilliseconds(window->low));
        m_writer.number(toMilliseconds(window->high));
        m_writer.endArray();
    }

    /// `direct` and `through` are the verdicts, as the contract has them; all else of a side is an object.
    void writeVerdictSide(const char* key, const BenchSide& side)
    {
        m_writer.key(key);
        m_writer.beginObject();
        word("kind", side.kind);
        text("rule", side.rule);
        if (!side.proviso.empty()) {
            text("proviso", side.proviso);
        }
        text("errorName", side.errorName);
        writeWindow(side.window);
        if (side.requests) {
            number("requestsAtOrigin", *side.requests);
        } else {
            null("requestsAtOrigin");
        }
        m_writer.endObject();
    }

    void writeVerdict(const BenchVerdict& verdict)
    {
        m_writer.beginObject();
        text("policy", verdict.policy);
        text("direct", toString(verdict.direct.verdict));
        text("through", toString(verdict.through.verdict));
        flag("flipped", verdict.isFlipped());
        word("delay", verdict.delay());
        writeVerdictSide("directDetail", verdict.direct);
        writeVerdictSide("throughDetail", verdict.through);
        if (verdict.isSaved) {
            flag("saved", true);
        }
        m_writer.endObject();
    }

    void writeBody(const BenchRow& row)
    {
        if (m_isFull || !keptBodies(row)) {
            word("bodyIs", row.bodyIs, BodyFate::Same);
        }
        if (row.isBodyEitherWay) {
            flag("bodyEitherWay", true);
        }
        if (m_isFull || !keptBodies(row)) {
            flag("reencoded", row.isReencoded);
        }
    }

    void writeRow(const BenchRow& row, const BenchExtras& extras)
    {
        m_writer.beginObject();
        text("id", row.id);
        text("title", row.title);
        text("behaviour", row.behaviour);
        writeRequest(row.request);
        writeSide("origin", row.origin, row.originInterim);
        writeSide("client", row.client, row.clientInterim);
        number("requests", row.requests, 1);
        number("arrivals", row.arrivals, arrivalsIn(row.seen));
        number("connections", row.connections, connectionsIn(row.seen));
        if (m_isFull) {
            flag("mayBeDoneTwice", row.mayBeDoneTwice());
        }
        duration("tookMs", row.took);
        if (row.added) { // zero is another fact than none
            m_writer.key("addedMs");
            m_writer.number(toMilliseconds(*row.added));
        } else {
            null("addedMs");
        }
        if (m_isFull) {
            names("lostHeaders", row.lostHeaders);
            names("addedHeaders", row.addedHeaders);
            names("changedHeaders", row.changedHeaders);
        }
        writeBody(row);
        flag("unstable", row.isUnstable);
        if (m_isFull) {
            word("outcome", row.outcome);
        }
        if (!row.source.empty()) {
            text("source", row.source);
        }
        if (m_isFull || !row.seen.empty()) {
            m_writer.key("seen");
            m_writer.beginArray();
            for (const Arrival& arrival : row.seen) {
                writeArrival(arrival, row.request);
            }
            m_writer.endArray();
        }
        if (m_isFull) {
            m_writer.key("verdicts");
            m_writer.beginArray();
            for (const BenchVerdict& verdict : row.verdicts) {
                writeVerdict(verdict);
            }
            m_writer.endArray();
        }
        if (extras.ofRow) {
            extras.ofRow(m_writer, row);
        }
        m_writer.endObject();
    }

    JsonWriter m_writer;
    bool m_isFull;
};

std::vector<std::string> namesAt(const JsonCursor& json)
{
    std::vector<std::string> names;
    for (const JsonCursor& item : json.items()) {
        names.emplace_back(item.text());
    }
    return names;
}

/// Of one side.
std::vector<std::string> interimAt(const JsonCursor& side)
{
    std::vector<std::string> interim = namesAt(side.at("interim"));
    interim.resize(std::min(interim.size(), kMostInterim));
    return interim;
}

int countAt(const JsonCursor& json, int fallback)
{
    return static_cast<int>(json.integer(0, kMostNumber, fallback));
}

std::optional<Duration> durationAt(const JsonCursor& json)
{
    return json.isPresent() ? std::optional(millisecondsFromJson(json)) : std::nullopt;
}

AttemptFacts sideAt(const JsonCursor& json)
{
    AttemptFacts facts;
    if (const JsonCursor fault = json.at("fault"); fault.isPresent()) {
        facts.fault = Fault{.kind = readWord<FaultKind>(fault), .detail = readText(json, "faultDetail")};
    }
    const JsonCursor status = json.at("status");
    if (!status.isPresent()) {
        if (!facts.fault) {
            json.complain(QStringLiteral("a \"status\" or a \"fault\""));
        }
        return facts;
    }
    Response response;
    response.status = static_cast<int>(status.integer(100, 999));
    response.reason = readText(json, "reason");
    response.headers = readHeaders(json, "headers");
    response.body = readText(json, "body");
    completeResponse(response);
    response.bodyBytes = json.at("bodyBytes").integer(0, kMostBodyBytes, response.bodyBytes);
    response.bodyTruncated = json.at("bodyTruncated").boolean();
    facts.response = std::make_shared<const Response>(std::move(response));
    return facts;
}

RequestSpec requestAt(const JsonCursor& json)
{
    RequestSpec request;
    if (!json.isPresent()) {
        return request;
    }
    request.method = json.at("method").isPresent() ? readText(json, "method") : request.method;
    request.url = readText(json, "url");
    request.service = json.at("service").isPresent() ? readText(json, "service") : request.service;
    request.operation = readText(json, "operation");
    request.protocol = readText(json, "protocol");
    request.headers = readHeaders(json, "headers");
    return request;
}

Arrival arrivalAt(const JsonCursor& json, const RequestSpec& request)
{
    Arrival arrival;
    arrival.connection = countAt(json.at("connection"), 0);
    arrival.reused = json.at("reused").boolean();
    arrival.method = json.at("method").isPresent() ? readText(json, "method") : request.method;
    arrival.target = json.at("target").isPresent() ? readText(json, "target") : request.url;
    arrival.host = readText(json, "host");
    arrival.headers = readHeaders(json, "headers");
    arrival.bodyBytes = json.at("bodyBytes").integer(0, kMostBodyBytes, 0);
    arrival.at = durationAt(json.at("atMs")).value_or(Duration::zero());
    if (const JsonCursor end = json.at("end"); end.isPresent()) {
        arrival.end = readWord<ArrivalEnd>(end);
    }
    arrival.endedAt = durationAt(json.at("endedAtMs"));
    arrival.isOther = json.at("other").boolean();
    return arrival;
}

void readVerdictDetail(const JsonCursor& json, BenchSide& side)
{
    if (!json.isPresent()) {
        return;
    }
    if (const JsonCursor kind = json.at("kind"); kind.isPresent()) {
        side.kind = readWord<ErrorKind>(kind);
    }
    side.rule = readText(json, "rule");
    side.proviso = readText(json, "proviso");
    side.errorName = readText(json, "errorName");
    if (const std::vector<JsonCursor> window = json.at("delayWindowMs").items(); window.size() == 2) {
        side.window =
            DelayWindow{.low = millisecondsFromJson(window[0]), .high = millisecondsFromJson(window[1])};
    }
    if (const JsonCursor requests = json.at("requestsAtOrigin"); requests.isPresent()) {
        side.requests = countAt(requests, 1);
    }
}

BenchVerdict verdictAt(const JsonCursor& json)
{
    BenchVerdict verdict;
    verdict.policy = json.required("policy").text();
    verdict.direct.verdict = readWord<Verdict>(json.required("direct"));
    verdict.through.verdict = readWord<Verdict>(json.required("through"));
    readVerdictDetail(json.at("directDetail"), verdict.direct);
    readVerdictDetail(json.at("throughDetail"), verdict.through);
    return verdict;
}

/// From the bodies where they are there: a file may say something else of them.
void readBodyFate(const JsonCursor& json, RowFacts& row)
{
    if (const std::optional<WholeBodies> bodies = keptBodies(row)) {
        compareBodies(row, bodies->origin, bodies->client);
        return;
    }
    if (const JsonCursor bodyIs = json.at("bodyIs"); bodyIs.isPresent()) {
        row.bodyIs = readWord<BodyFate>(bodyIs);
    }
    row.isReencoded = json.at("reencoded").boolean();
}

RowFacts rowAt(const JsonCursor& json)
{
    RowFacts row;
    row.id = json.required("id").text();
    row.title = readText(json, "title");
    row.behaviour = readText(json, "behaviour");
    row.request = requestAt(json.at("request"));
    row.origin = sideAt(json.required("origin"));
    row.client = sideAt(json.required("client"));
    row.originInterim = interimAt(json.required("origin"));
    row.clientInterim = interimAt(json.required("client"));
    const std::vector<JsonCursor> seen = json.at("seen").items();
    for (std::size_t i = 0; i < std::min(seen.size(), kMostSeen); ++i) {
        row.seen.push_back(arrivalAt(seen[i], row.request));
    }
    row.requests = countAt(json.at("requests"), 1);
    row.arrivals = countAt(json.at("arrivals"), arrivalsIn(row.seen));
    row.connections = countAt(json.at("connections"), connectionsIn(row.seen));
    row.took = durationAt(json.at("tookMs")).value_or(Duration::zero());
    row.added = durationAt(json.at("addedMs"));
    readBodyFate(json, row);
    row.isBodyEitherWay = json.at("bodyEitherWay").boolean();
    row.isUnstable = json.at("unstable").boolean();
    row.source = readText(json, "source");
    std::set<std::string> policies;
    for (const JsonCursor& item : json.at("verdicts").items()) {
        BenchVerdict verdict = verdictAt(item);
        if (policies.insert(verdict.policy).second) { // the first one counts
            row.saved.push_back(std::move(verdict));
        }
    }
    return row;
}

void readBox(const JsonCursor& json, Bench& bench)
{
    if (json.isPresent()) {
        bench.boxName = readText(json, "name");
        bench.boxVersion = readText(json, "version");
    }
}

} // namespace

void writeBench(QIODevice& device, const Bench& bench, const BenchExtras& extras)
{
    BenchWriter(device, Detail::Full).write(bench, extras);
}

void writeBenchFacts(QIODevice& device, const Bench& bench)
{
    BenchWriter(device, Detail::Facts).write(bench, {});
}

Result<Bench> benchFromJson(const QByteArray& json, const QString& place)
{
    const Result<QJsonObject> document = parseJsonObject(json, place);
    return document ? benchFromJson(document.value(), place) : document.error();
}

Result<Bench> benchFromJson(const QJsonObject& document, const QString& place)
{
    JsonProblem problem;
    const JsonCursor json(document, {}, problem);
    requireFormat(json, kBenchFormat);
    Bench bench;
    bench.createdBy = readText(json, "createdBy");
    bench.startedAt = readText(json, "startedAt");
    bench.through = readText(json, "through");
    bench.listen = readText(json, "listen");
    bench.behaviours = readText(json, "behaviours");
    if (const JsonCursor reached = json.at("originReached"); reached.isPresent()) {
        bench.isOriginReached = reached.boolean();
    }
    if (const JsonCursor evidence = json.at("evidence"); evidence.isPresent()) {
        bench.evidence = readWord<BenchEvidence>(evidence);
    }
    bench.patience = durationAt(json.at("patienceMs")).value_or(Duration::zero());
    bench.took = durationAt(json.at("tookMs")).value_or(Duration::zero());
    readBox(json.at("box"), bench);
    const JsonCursor rows = json.required("rows");
    const std::vector<JsonCursor> items = rows.items();
    if (items.size() > kMostRows) {
        rows.reject(QStringLiteral("more than %1 rows").arg(kMostRows));
        return errorOf(problem, place);
    }
    std::set<std::string> ids;
    std::set<std::string> policies;
    for (const JsonCursor& item : items) {
        RowFacts row = rowAt(item);
        for (const BenchVerdict& verdict : row.saved) {
            policies.insert(verdict.policy);
        }
        if (policies.size() > kMostPolicies) {
            rows.reject(QStringLiteral("verdicts of more than %1 policies").arg(kMostPolicies));
        }
        if (problem.isSet) {
            break;
        }
        if (!ids.insert(row.id).second) {
            item.at("id").reject(QStringLiteral("the id \"%1\" is repeated").arg(toQString(row.id)));
        }
        bench.rows.push_back(readingOf(std::move(row)));
    }
    if (problem.isSet) {
        return errorOf(problem, place);
    }
    return bench;
}

std::optional<WallTime> startOf(const Bench& bench)
{
    const QDateTime at = QDateTime::fromString(toQString(bench.startedAt), Qt::ISODateWithMs);
    return at.isValid() ? std::optional(WallTime{at.toMSecsSinceEpoch()}) : std::nullopt;
}

Bench redacted(Bench bench)
{
    bench.through = redactedUrl(bench.through);
    for (BenchRow& row : bench.rows) {
        RunHeader header;
        header.spec = row.request;
        AttemptRedactor redactor(header); // which knows what the request carried
        const auto hide = [&redactor](std::string& text) {
            text = redactor.withoutSecrets(text);
        };
        for (AttemptFacts* side : {&row.origin, &row.client}) {
            AttemptRecord attempt;
            attempt.facts = *side;
            *side = redactor.redacted(attempt).facts;
        }
        for (std::vector<std::string>* lines : {&row.originInterim, &row.clientInterim}) {
            std::ranges::for_each(*lines, hide);
        }
        for (Arrival& arrival : row.seen) {
            arrival.target = redactedUrl(arrival.target);
            hide(arrival.target);
            arrival.headers = redacted(std::move(arrival.headers));
            for (Header& field : arrival.headers.entries) {
                hide(field.value);
            }
        }
        row.request = redacted(std::move(row.request));
    }
    return bench;
}

} // namespace retryscope::io
