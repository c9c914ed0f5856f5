// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/bench_json.h"

#include "core/io/http/pasted_response.h"
#include "core/io/json/json_fields.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <memory>
#include <set>

namespace retryscope::io {

namespace {

constexpr auto kBenchFormat = "retryscope.bench/1";
constexpr std::size_t kMostRows = 10'000;
constexpr std::size_t kMostSeen = 1'000; ///< arrivals of one row
/// Of which a bench holds verdicts: more than the presets and what people keep beside them.
constexpr std::size_t kMostPolicies = 500;
constexpr qint64 kMostNumber = 1'000'000'000;
constexpr qint64 kMostBodyBytes = qint64{1} << 40U;

void writeDuration(JsonWriter& writer, const char* key, const std::optional<Duration>& duration)
{
    writer.key(key);
    if (duration) {
        writer.number(toMilliseconds(*duration));
    } else {
        writer.null();
    }
}

void writeNumber(JsonWriter& writer, const char* key, std::int64_t number)
{
    writer.key(key);
    writer.integer(number);
}

void writeTextOrNull(JsonWriter& writer, const char* key, std::string_view text)
{
    if (!text.empty()) {
        writeText(writer, key, text);
        return;
    }
    writer.key(key);
    writer.null();
}

void writeFlag(JsonWriter& writer, const char* key, bool value)
{
    writer.key(key);
    writer.boolean(value);
}

void writeNames(JsonWriter& writer, const char* key, const std::vector<std::string>& names)
{
    writer.key(key);
    writer.beginArray();
    for (const std::string& name : names) {
        writer.text(name);
    }
    writer.endArray();
}

/// One side: null members where no response came.
void writeSide(JsonWriter& writer, const char* key, const AttemptFacts& facts,
               const std::vector<std::string>& interim)
{
    writer.key(key);
    writer.beginObject();
    const Response none;
    const Response& response = facts.response ? *facts.response : none;
    writer.key("status");
    if (facts.response) {
        writer.integer(response.status);
    } else {
        writer.null();
    }
    writeText(writer, "reason", response.reason);
    writeHeaders(writer, "headers", response.headers);
    const bool isCut = response.body.size() > kKeptBenchBody;
    writeText(writer, "body", std::string_view(response.body).substr(0, kKeptBenchBody));
    writeNumber(writer, "bodyBytes", response.bodyBytes);
    writeFlag(writer, "bodyTruncated", isCut || response.bodyTruncated);
    writeTextOrNull(writer, "fault", facts.fault ? toString(facts.fault->kind) : std::string_view());
    writeText(writer, "faultDetail", facts.fault ? facts.fault->detail : std::string());
    writeTextOrNull(writer, "errorName", plainErrorNameOf(facts));
    if (!interim.empty()) {
        writeNames(writer, "interim", interim);
    }
    writer.endObject();
}

void writeRequest(JsonWriter& writer, const RequestSpec& request)
{
    writer.key("request");
    writer.beginObject();
    writeText(writer, "method", request.method);
    writeText(writer, "url", request.url);
    writeText(writer, "service", request.service);
    writeText(writer, "operation", request.operation);
    writeText(writer, "protocol", request.protocol);
    writeHeaders(writer, "headers", request.headers);
    writeNumber(writer, "bodyBytes", static_cast<std::int64_t>(request.body.size()));
    writer.endObject();
}

void writeArrival(JsonWriter& writer, const Arrival& arrival)
{
    writer.beginObject();
    writeNumber(writer, "connection", arrival.connection);
    writeFlag(writer, "reused", arrival.reused);
    writeText(writer, "method", arrival.method);
    writeText(writer, "target", arrival.target);
    writeText(writer, "host", arrival.host);
    writeHeaders(writer, "headers", arrival.headers);
    writeNumber(writer, "bodyBytes", arrival.bodyBytes);
    writeDuration(writer, "atMs", arrival.at);
    writeText(writer, "end", wordOf(arrival.end));
    writeDuration(writer, "endedAtMs", arrival.endedAt);
    if (arrival.isOther) {
        writeFlag(writer, "other", true);
    }
    writer.endObject();
}

void writeWindow(JsonWriter& writer, const char* key, const std::optional<DelayWindow>& window)
{
    writer.key(key);
    if (!window) {
        writer.null();
        return;
    }
    writer.beginArray();
    writer.number(toMilliseconds(window->low));
    writer.number(toMilliseconds(window->high));
    writer.endArray();
}

/// `direct` and `through` are the verdicts, as the contract has them; all else of a side stands in an object.
void writeVerdictSide(JsonWriter& writer, const char* key, const BenchSide& side)
{
    writer.key(key);
    writer.beginObject();
    writeText(writer, "kind", wordOf(side.kind));
    writeText(writer, "rule", side.rule);
    if (!side.proviso.empty()) {
        writeText(writer, "proviso", side.proviso);
    }
    writeText(writer, "errorName", side.errorName);
    writeWindow(writer, "delayWindowMs", side.window);
    writer.key("requestsAtOrigin");
    if (side.requests) {
        writer.integer(*side.requests);
    } else {
        writer.null();
    }
    writer.endObject();
}

void writeVerdict(JsonWriter& writer, const BenchVerdict& verdict)
{
    writer.beginObject();
    writeText(writer, "policy", verdict.policy);
    writeText(writer, "direct", toString(verdict.direct.verdict));
    writeText(writer, "through", toString(verdict.through.verdict));
    writeFlag(writer, "flipped", verdict.isFlipped());
    writeText(writer, "delay", wordOf(verdict.delay()));
    writeVerdictSide(writer, "directDetail", verdict.direct);
    writeVerdictSide(writer, "throughDetail", verdict.through);
    writer.endObject();
}

void writeRow(JsonWriter& writer, const BenchRow& row, const BenchExtras& extras)
{
    writer.beginObject();
    writeText(writer, "id", row.id);
    writeText(writer, "title", row.title);
    writeText(writer, "behaviour", row.behaviour);
    writeRequest(writer, row.request);
    writeSide(writer, "origin", row.origin, row.originInterim);
    writeSide(writer, "client", row.client, row.clientInterim);
    writeNumber(writer, "requests", row.requests);
    writeNumber(writer, "arrivals", row.arrivals);
    writeNumber(writer, "connections", row.connections);
    writeFlag(writer, "mayBeDoneTwice", row.mayBeDoneTwice());
    writeDuration(writer, "tookMs", row.took);
    writeDuration(writer, "addedMs", row.added);
    writeNames(writer, "lostHeaders", row.lostHeaders);
    writeNames(writer, "addedHeaders", row.addedHeaders);
    writeNames(writer, "changedHeaders", row.changedHeaders);
    writeText(writer, "bodyIs", wordOf(row.bodyIs));
    if (row.isBodyEitherWay) {
        writeFlag(writer, "bodyEitherWay", true);
    }
    writeFlag(writer, "reencoded", row.isReencoded);
    writeFlag(writer, "unstable", row.isUnstable);
    writeText(writer, "outcome", wordOf(row.outcome));
    if (!row.source.empty()) {
        writeText(writer, "source", row.source);
    }
    writer.key("seen");
    writer.beginArray();
    for (const Arrival& arrival : row.seen) {
        writeArrival(writer, arrival);
    }
    writer.endArray();
    writer.key("verdicts");
    writer.beginArray();
    for (const BenchVerdict& verdict : row.verdicts) {
        writeVerdict(writer, verdict);
    }
    writer.endArray();
    if (extras.ofRow) {
        extras.ofRow(writer, row);
    }
    writer.endObject();
}

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

Arrival arrivalAt(const JsonCursor& json)
{
    Arrival arrival;
    arrival.connection = countAt(json.at("connection"), 0);
    arrival.reused = json.at("reused").boolean();
    arrival.method = readText(json, "method");
    arrival.target = readText(json, "target");
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

BenchRow rowAt(const JsonCursor& json)
{
    BenchRow row;
    row.id = json.required("id").text();
    row.title = readText(json, "title");
    row.behaviour = readText(json, "behaviour");
    row.request = requestAt(json.at("request"));
    row.origin = sideAt(json.required("origin"));
    row.client = sideAt(json.required("client"));
    row.originInterim = interimAt(json.required("origin"));
    row.clientInterim = interimAt(json.required("client"));
    row.requests = countAt(json.at("requests"), 1);
    row.arrivals = countAt(json.required("arrivals"), 0);
    row.connections = countAt(json.at("connections"), 0);
    row.took = durationAt(json.required("tookMs")).value_or(Duration::zero());
    row.added = durationAt(json.at("addedMs"));
    row.lostHeaders = namesAt(json.at("lostHeaders"));
    row.addedHeaders = namesAt(json.at("addedHeaders"));
    row.changedHeaders = namesAt(json.at("changedHeaders"));
    row.bodyIs = readWord<BodyFate>(json.required("bodyIs"));
    row.isBodyEitherWay = json.at("bodyEitherWay").boolean();
    row.isReencoded = json.at("reencoded").boolean();
    row.isUnstable = json.at("unstable").boolean();
    if (const JsonCursor outcome = json.at("outcome"); outcome.isPresent()) {
        row.outcome = readWord<RowOutcome>(outcome);
    }
    row.source = readText(json, "source");
    const std::vector<JsonCursor> seen = json.at("seen").items();
    for (std::size_t i = 0; i < std::min(seen.size(), kMostSeen); ++i) {
        row.seen.push_back(arrivalAt(seen[i]));
    }
    std::set<std::string> policies;
    for (const JsonCursor& item : json.at("verdicts").items()) {
        BenchVerdict verdict = verdictAt(item);
        if (policies.insert(verdict.policy).second) { // the first one counts
            row.verdicts.push_back(std::move(verdict));
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
    JsonWriter writer(device, JsonWriter::Layout::Indented);
    writer.beginObject();
    writeText(writer, "format", kBenchFormat);
    writeText(writer, "createdBy", bench.createdBy);
    writeText(writer, "startedAt", bench.startedAt);
    writeText(writer, "through", bench.through);
    writeText(writer, "listen", bench.listen);
    writeText(writer, "behaviours", bench.behaviours);
    writeText(writer, "evidence", wordOf(bench.evidence));
    if (!bench.isOriginReached) {
        writeFlag(writer, "originReached", false);
    }
    writeDuration(writer, "patienceMs", bench.patience);
    writeDuration(writer, "tookMs", bench.took);
    writer.key("box");
    if (bench.boxName.empty()) {
        writer.null();
    } else {
        writer.beginObject();
        writeText(writer, "name", bench.boxName);
        writeTextOrNull(writer, "version", bench.boxVersion);
        writer.endObject();
    }
    writer.key("rows");
    writer.beginArray();
    for (const BenchRow& row : bench.rows) {
        writeRow(writer, row, extras);
    }
    writer.endArray();
    if (extras.ofBench) {
        extras.ofBench(writer);
    }
    writer.endObject();
    writer.finish();
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
    if (const JsonCursor format = json.at("format"); format.text() != kBenchFormat) {
        format.complain(QStringLiteral("\"%1\"").arg(QLatin1String(kBenchFormat)));
    }
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
        BenchRow row = rowAt(item);
        for (const BenchVerdict& verdict : row.verdicts) {
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
        bench.rows.push_back(std::move(row));
    }
    if (problem.isSet) {
        return errorOf(problem, place);
    }
    return bench;
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
