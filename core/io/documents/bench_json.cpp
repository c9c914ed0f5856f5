// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/bench_json.h"

#include "core/io/http/content_coding.h"
#include "core/io/http/pasted_response.h"
#include "core/io/json/json_fields.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "core/policy/renamed_ids.h"
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

struct RequestMembers
{
    std::string method = RequestSpec().method;
    std::string url;
    std::string service = RequestSpec().service;
    std::string operation;
    std::string protocol;
    Headers headers;
    std::int64_t bodyBytes = 0;
};

/// One side: null members where no response came.
struct SideMembers
{
    std::optional<int> status;
    std::string reason;
    Headers headers;
    std::string body;
    std::int64_t bodyBytes = -1; ///< of `body`, unless it says something else
    bool bodyTruncated = false;
    std::optional<FaultKind> fault;
    std::string faultDetail;
    std::string errorName;
    std::vector<std::string> interim;
};

struct BoxMembers
{
    std::string name;
    std::string version;
};

/// A row as the file has it.
struct RowMembers : BenchRow
{
    RequestMembers requestAs;
    SideMembers originAs;
    SideMembers clientAs;
};

/// The comparison of bodies of which the row has not all.
struct BodyMembers
{
    BodyFate bodyIs = BodyFate::Same;
    bool isReencoded = false;
};

} // namespace

template <typename Fields>
void describe(Fields& fields, RequestMembers& request)
{
    const RequestSpec usual;
    fields.unless(usual.method, "method", request.method);
    fields.field("url", request.url);
    fields.unless(usual.service, "service", request.service);
    fields.field("operation", request.operation);
    fields.field("protocol", request.protocol);
    fields.field("headers", request.headers);
    fields.computed("bodyBytes", request.bodyBytes);
}

template <typename Fields>
void describe(Fields& fields, SideMembers& side)
{
    fields.number("status", side.status, 100, 999);
    fields.field("reason", side.reason);
    fields.field("headers", side.headers);
    fields.field("body", side.body);
    fields.number("bodyBytes", side.bodyBytes, 0, kMostBodyBytes,
                  static_cast<std::int64_t>(side.body.size()));
    fields.field("bodyTruncated", side.bodyTruncated);
    fields.field("fault", side.fault);
    fields.field("faultDetail", side.faultDetail);
    fields.textOrNull("errorName", side.errorName);
    fields.rare("interim", side.interim);
}

template <typename Fields>
void describe(Fields& fields, Arrival& arrival)
{
    fields.number("connection", arrival.connection, 0, kMostNumber);
    fields.field("reused", arrival.reused);
    fields.field("method", arrival.method);
    fields.field("target", arrival.target);
    fields.field("host", arrival.host);
    fields.field("headers", arrival.headers);
    fields.number("bodyBytes", arrival.bodyBytes, 0, kMostBodyBytes);
    fields.field("atMs", arrival.at);
    fields.unless(ArrivalEnd::Open, "end", arrival.end);
    fields.field("endedAtMs", arrival.endedAt);
    fields.rare("other", arrival.isOther);
}

template <typename Fields>
void describe(Fields& fields, BenchSide& side)
{
    std::optional<std::vector<Duration>> window;
    if (side.window) {
        window = {side.window->low, side.window->high};
    }
    fields.field("kind", side.kind);
    fields.field("rule", side.rule);
    side.rule = currentId(side.rule);
    fields.rare("proviso", side.proviso);
    fields.field("errorName", side.errorName);
    fields.field("delayWindowMs", window);
    fields.number("requestsAtOrigin", side.requests, 0, kMostNumber);
    if (window && window->size() == 2) {
        side.window = DelayWindow{.low = window->front(), .high = window->back()};
    }
}

/// `direct` and `through` are the verdicts, as the contract has them; all else of a side is an object.
template <typename Fields>
void describe(Fields& fields, BenchVerdict& verdict)
{
    fields.required("policy", verdict.policy);
    fields.required("direct", verdict.direct.verdict);
    fields.required("through", verdict.through.verdict);
    fields.computed("flipped", verdict.isFlipped());
    fields.computed("delay", verdict.delay());
    fields.field("directDetail", verdict.direct);
    fields.field("throughDetail", verdict.through);
    if (verdict.isSaved) {
        fields.computed("saved", true);
    }
}

template <typename Fields>
void describe(Fields& fields, BoxMembers& box)
{
    fields.field("name", box.name);
    fields.textOrNull("version", box.version);
}

template <typename Fields>
void describe(Fields& fields, RowMembers& row)
{
    fields.required("id", row.id);
    fields.field("title", row.title);
    fields.field("behaviour", row.behaviour);
    fields.field("request", row.requestAs);
    fields.required("origin", row.originAs);
    fields.required("client", row.clientAs);
    fields.rare("source", row.source);
    fields.firstOf(kMostSeen, "seen", row.seen);
    fields.number("requests", row.requests, 0, kMostNumber, 1);
    fields.number("arrivals", row.arrivals, 0, kMostNumber, arrivalsIn(row.seen));
    fields.number("connections", row.connections, 0, kMostNumber, connectionsIn(row.seen));
    fields.computed("mayBeDoneTwice", row.mayBeDoneTwice());
    fields.field("tookMs", row.took);
    fields.field("addedMs", row.added);
    fields.computed("lostHeaders", row.lostHeaders);
    fields.computed("addedHeaders", row.addedHeaders);
    fields.computed("changedHeaders", row.changedHeaders);
    fields.rare("bodyEitherWay", row.isBodyEitherWay);
    fields.field("unstable", row.isUnstable);
    fields.computed("outcome", row.outcome);
}

template <typename Fields>
void describe(Fields& fields, BodyMembers& body)
{
    fields.unless(BodyFate::Same, "bodyIs", body.bodyIs);
    fields.field("reencoded", body.isReencoded);
}

template <typename Fields>
void describe(Fields& fields, Bench& bench)
{
    fields.field("createdBy", bench.createdBy);
    fields.field("startedAt", bench.startedAt);
    fields.field("through", bench.through);
    fields.field("listen", bench.listen);
    fields.field("behaviours", bench.behaviours);
    fields.unless(BenchEvidence::Measured, "evidence", bench.evidence);
    fields.field("patienceMs", bench.patience);
    fields.field("tookMs", bench.took);
}

namespace {

SideMembers membersOf(const AttemptFacts& facts, const std::vector<std::string>& interim)
{
    SideMembers side{.bodyBytes = 0, .errorName = plainErrorNameOf(facts), .interim = interim};
    if (facts.response) {
        const Response& response = *facts.response;
        side.status = response.status;
        side.reason = response.reason;
        side.headers = response.headers;
        side.body = response.body.substr(0, kKeptBenchBody);
        side.bodyBytes = response.bodyBytes;
        side.bodyTruncated = response.bodyTruncated || side.body.size() < response.body.size();
    }
    if (facts.fault) {
        side.fault = facts.fault->kind;
        side.faultDetail = facts.fault->detail;
    }
    return side;
}

AttemptFacts factsOf(SideMembers side)
{
    AttemptFacts facts;
    if (side.fault) {
        facts.fault = Fault{.kind = *side.fault, .detail = std::move(side.faultDetail)};
    }
    if (side.status) {
        Response response{.status = *side.status,
                          .reason = std::move(side.reason),
                          .headers = std::move(side.headers),
                          .body = std::move(side.body)};
        completeResponse(response);
        response.bodyBytes = side.bodyBytes < 0 ? response.bodyBytes : side.bodyBytes;
        response.bodyTruncated = side.bodyTruncated;
        facts.response = std::make_shared<const Response>(std::move(response));
    }
    return facts;
}

RowMembers membersOf(const BenchRow& row, Form form)
{
    RowMembers members{row};
    const RequestSpec& request = row.request;
    members.requestAs = {request.method,
                         request.url,
                         request.service,
                         request.operation,
                         request.protocol,
                         request.headers,
                         static_cast<std::int64_t>(request.body.size())};
    members.originAs = membersOf(row.origin, row.originInterim);
    members.clientAs = membersOf(row.client, row.clientInterim);
    if (form == Form::Told) {
        members.originAs.errorName.clear();
        members.clientAs.errorName.clear();
        for (Arrival& arrival : members.seen) { // readers take what is missing from the request
            arrival.method = arrival.method == request.method ? std::string() : arrival.method;
            arrival.target = arrival.target == request.url ? std::string() : arrival.target;
        }
    }
    return members;
}

void writeMembers(QIODevice& device, const Bench& bench, const BenchExtras& extras, Form form)
{
    JsonWriter writer(device, JsonWriter::Layout::Indented);
    FieldWriter fields(writer, form);
    writer.beginObject();
    fields.field("format", std::string(kBenchFormat));
    fields.members(bench);
    if (!bench.isOriginReached) {
        writer.key("originReached");
        writer.boolean(false);
    }
    fields.field("box", bench.boxName.empty() ? std::nullopt
                                              : std::optional(BoxMembers{bench.boxName, bench.boxVersion}));
    writer.key("rows");
    writer.beginArray();
    for (const BenchRow& row : bench.rows) {
        writer.beginObject();
        fields.members(membersOf(row, form));
        if (form == Form::Record || !keptBodies(row)) {
            fields.members(BodyMembers{row.bodyIs, row.isReencoded});
        }
        fields.computed("verdicts", row.verdicts);
        if (extras.ofRow) {
            extras.ofRow(writer, row);
        }
        writer.endObject();
    }
    writer.endArray();
    if (extras.ofBench) {
        extras.ofBench(writer);
    }
    writer.endObject();
    writer.finish();
}

void requireEither(const JsonCursor& json, const SideMembers& side)
{
    if (!side.status && !side.fault) {
        json.complain(QStringLiteral("a \"status\" or a \"fault\""));
    }
}

BenchRow rowAt(const JsonCursor& json)
{
    FieldReader fields(json);
    RowMembers row;
    row.arrivals = -1;
    row.connections = -1;
    describe(fields, row);
    requireEither(json.at("origin"), row.originAs);
    requireEither(json.at("client"), row.clientAs);
    RequestMembers& request = row.requestAs;
    row.request.method = std::move(request.method);
    row.request.url = std::move(request.url);
    row.request.service = std::move(request.service);
    row.request.operation = std::move(request.operation);
    row.request.protocol = std::move(request.protocol);
    row.request.headers = std::move(request.headers);
    row.originInterim = std::move(row.originAs.interim);
    row.clientInterim = std::move(row.clientAs.interim);
    row.originInterim.resize(std::min(row.originInterim.size(), kMostInterim));
    row.clientInterim.resize(std::min(row.clientInterim.size(), kMostInterim));
    row.origin = factsOf(std::move(row.originAs));
    row.client = factsOf(std::move(row.clientAs));
    for (Arrival& arrival : row.seen) {
        arrival.method = arrival.method.empty() ? row.request.method : arrival.method;
        arrival.target = arrival.target.empty() ? row.request.url : arrival.target;
    }
    row.arrivals = row.arrivals < 0 ? arrivalsIn(row.seen) : row.arrivals;
    row.connections = row.connections < 0 ? connectionsIn(row.seen) : row.connections;
    if (const std::optional<WholeBodies> bodies = keptBodies(row)) {
        compareBodies(row, bodies->origin, bodies->client); // whatever the file says of them
    } else {
        BodyMembers body;
        describe(fields, body);
        row.bodyIs = body.bodyIs;
        row.isReencoded = body.isReencoded;
    }
    std::set<std::string> policies;
    for (const JsonCursor& item : json.at("verdicts").items()) {
        BenchVerdict verdict;
        FieldReader members(item);
        describe(members, verdict);
        if (policies.insert(verdict.policy).second) { // the first one counts
            row.saved.push_back(std::move(verdict));
        }
    }
    return readingOf(std::move(row));
}

} // namespace

void writeBench(QIODevice& device, const Bench& bench, const BenchExtras& extras)
{
    writeMembers(device, bench, extras, Form::Record);
}

void writeBenchFacts(QIODevice& device, const Bench& bench)
{
    writeMembers(device, bench, {}, Form::Told);
}

Result<Bench> benchFromJson(const QByteArray& json, const QString& place)
{
    const Result<QJsonObject> document = parseJsonObject(json, place);
    return document ? benchFromJson(document.value(), place) : document.error();
}

Result<Bench> benchFromJson(const QJsonObject& document, const QString& place)
{
    return readObject(document, place, [](const JsonCursor& json) {
        requireFormat(json, kBenchFormat);
        FieldReader fields(json);
        Bench bench;
        std::optional<BoxMembers> box;
        describe(fields, bench);
        fields.unless(true, "originReached", bench.isOriginReached);
        fields.field("box", box);
        bench.boxName = box ? box->name : std::string();
        bench.boxVersion = box ? box->version : std::string();
        const JsonCursor rows = json.required("rows");
        const std::vector<JsonCursor> items = rows.items();
        if (items.size() > kMostRows) {
            rows.reject(QStringLiteral("more than %1 rows").arg(kMostRows));
            return bench;
        }
        std::set<std::string> ids;
        std::set<std::string> policies;
        for (const JsonCursor& item : items) {
            BenchRow row = rowAt(item);
            for (const BenchVerdict& verdict : row.saved) {
                policies.insert(verdict.policy);
            }
            if (policies.size() > kMostPolicies) {
                rows.reject(QStringLiteral("verdicts of more than %1 policies").arg(kMostPolicies));
            }
            if (json.hasProblem()) {
                break;
            }
            if (!ids.insert(row.id).second) {
                item.at("id").reject(QStringLiteral("the id \"%1\" is repeated").arg(toQString(row.id)));
            }
            bench.rows.push_back(std::move(row));
        }
        return bench;
    });
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
        AttemptRedactor redactor(header); // it knows what the request carried
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
