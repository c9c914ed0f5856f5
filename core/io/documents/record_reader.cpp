// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/phrases.h"
#include "core/io/documents/attempt_reader.h"
#include "core/io/documents/message_json.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_json.h"
#include "core/io/documents/record_lines.h"
#include "core/io/documents/record_values.h"
#include "core/io/json/json_parse.h"
#include "core/io/text/program_version.h"
#include "core/io/text/utf8.h"
#include "core/policy/renamed_ids.h"
#include "core/recording/call_grouping.h"

#include <QBuffer>
#include <QDateTime>
#include <QVersionNumber>

#include <algorithm>
#include <tuple>
#include <utility>

namespace retryscope::io {

namespace {

bool isRecording(const JsonCursor& root)
{
    const std::string_view origin = root.at("origin").text();
    return origin == kRecordedOrigin || origin == kImportedOrigin;
}

std::vector<PolicyOverrideNote> readNotes(const JsonCursor& cursor)
{
    std::vector<PolicyOverrideNote> notes;
    for (const JsonCursor& note : cursor.items()) {
        for (const char* const key : {"path", "origin"}) {
            (void)note.at(key).shortText();
        }
        (void)note.at("value").shortText(kLongestInHead);
        notes.push_back(readDescribed<PolicyOverrideNote>(note));
    }
    return notes;
}

WallTime readStartedAt(const JsonCursor& cursor)
{
    const QDateTime time = QDateTime::fromString(cursor.string(), Qt::ISODateWithMs);
    if (!time.isValid() && cursor.isPresent()) {
        cursor.complain(QStringLiteral("a time such as 2026-01-31T12:00:00.000Z"));
    }
    return WallTime(time.isValid() ? time.toMSecsSinceEpoch() : 0);
}

RequestSpec readRequest(const JsonCursor& cursor)
{
    for (const char* const key : {"method", "service", "operation", "protocol"}) {
        (void)cursor.at(key).shortText();
    }
    RequestSpec spec = readDescribed<RequestSpec>(cursor);
    if (spec.url.size() > kLongestInHead) {
        cursor.at("url").reject(QStringLiteral("found a URL of %1 bytes, expected at most %2")
                                    .arg(spec.url.size())
                                    .arg(kLongestInHead));
        spec.url.clear();
    }
    spec.headers = readHeaders(cursor, "headers");
    return spec;
}

/// The policy that the record carries, or else the preset that it names; a recording needs none.
Result<Policy> readPolicy(const JsonCursor& cursor, bool isRecorded, const QString& place,
                          const JsonProblem& problem)
{
    const JsonCursor resolved = cursor.at("resolved");
    if (!resolved.isPresent()) {
        const JsonCursor id = cursor.required("id");
        const QString name = id.string();
        if (problem.isSet) {
            return errorOf(problem, place);
        }
        if (isRecorded) {
            return recordedHeader({}).policy->policy;
        }
        const Result<Policy> preset = presetPolicy(name);
        return preset ? preset
                      : Error{Error::Kind::BadInput, preset.error().message,
                              place + QStringLiteral(": ") + id.path()};
    }
    return policyFromJson(resolved.value().toObject(), place + QStringLiteral(": ") + resolved.path());
}

/// Older records have no `end`, but say in `reason` what it would say.
RefusedHandshake readRefusedHandshake(const JsonCursor& cursor)
{
    auto refused = readDescribed<RefusedHandshake>(cursor);
    if (!cursor.at("end").isPresent()) {
        refused.end = refused.reason.find("closed the connection") != std::string::npos
                          ? HandshakeEnd::ClientClosed
                      : refused.reason == "it did not complete it in time" ? HandshakeEnd::Timeout
                                                                           : HandshakeEnd::Alert;
    }
    return refused;
}

/// `header:x-request-id`; another kind of key is one of a newer program.
std::string_view fieldOfKey(std::string_view key)
{
    constexpr std::string_view kHeader = "header:";
    return key.starts_with(kHeader) ? key.substr(kHeader.size()) : std::string_view();
}

RunHeader readHeader(const JsonCursor& root, const Policy& policy)
{
    RunHeader header;
    header.spec = readRequest(root.required("request"));
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
    header.overrides = readNotes(root.at("policy").at("overrideOrigins"));
    header.settings = readNotes(root.at("settings"));
    header.seed = seedFromJson(root.at("seed"));
    header.isVirtual = root.at("virtual").boolean();
    header.isRecorded = isRecording(root);
    header.importedFrom = root.at("importedFrom").shortText();
    if (const JsonCursor import = root.at("import"); import.isPresent()) {
        auto notes = readDescribed<ImportNotes>(import);
        notes.format = header.importedFrom;
        header.import = std::make_shared<const ImportNotes>(std::move(notes));
    }
    header.groupBy = fieldOfKey(root.at("groupBy").shortText());
    header.noWait = root.at("noWait").boolean();
    header.isCutOff = root.at("cutOff").boolean();
    header.isEndLost = root.at("endLost").boolean();
    header.scenarioId = currentId(root.at("scenario").shortText());
    header.createdBy = root.at("createdBy").shortText();
    header.startedAt = readStartedAt(root.at("startedAt"));
    header.clients = static_cast<int>(root.at("clients").integer(1, kMaxInt, 1));
    header.callsPerClient = static_cast<int>(root.at("callsPerClient").integer(1, kMaxInt, 1));
    if (const JsonCursor loop = root.at("loop"); loop.isPresent()) {
        header.loop = readDescribed<OuterLoop>(loop);
    }
    if (const JsonCursor watched = root.at("watchedMs"); watched.isPresent()) {
        header.watchedUntil = Instant{millisecondsFromJson(watched)};
    }
    if (const JsonCursor whole = root.at("wholeRun"); whole.isPresent()) {
        header.whole = std::make_shared<const WholeRun>(readDescribed<WholeRun>(whole));
    }
    if (const JsonCursor shortage = root.at("shortage"); shortage.isPresent()) {
        header.shortage = readDescribed<DescriptorShortage>(shortage);
    }
    for (const JsonCursor& refused : root.at("refusedHandshakes").items()) {
        if (header.refusedHandshakes.size() < RunHeader::kMostRefusedHandshakes) {
            header.refusedHandshakes.push_back(readRefusedHandshake(refused));
        }
    }
    for (const JsonCursor& state : root.at("clientState").items()) {
        header.startStates.push_back(readDescribed<ClientState>(state));
    }
    return header;
}

CallSource readSource(const JsonCursor& call)
{
    auto source = readDescribed<CallSource>(call);
    if (source.confidence < 0 || source.confidence > 1) {
        call.at("confidence").complain(QStringLiteral("a number from 0 to 1"));
    }
    for (const auto& [member, text] :
         {std::pair("userAgent", &source.userAgent), std::pair("operation", &source.operation)}) {
        (void)call.at(member).shortText(); // complains about a long one
        text->resize(std::min(text->size(), JsonCursor::kLongestText));
    }
    return source;
}

/// Goes through a record once. Attempts and calls are read as they end and leave the tree; in files of ours
/// they come before the policy that they speak of.
class RecordPass
{
public:
    /// rules: those of the policy when it is known already.
    RecordPass(const QString& place, const std::vector<Rule>* rules) : m_place(place)
    {
        m_rules.rules = rules;
    }

    Result<Done> go(QIODevice& device, const Progress& progress)
    {
        return parseJson(
            device, m_place, m_tree,
            {.takeItem = [this](JsonTree::Index item) { return take(item); }, .progress = progress});
    }

    [[nodiscard]] const JsonTree& tree() const { return m_tree; }
    [[nodiscard]] const RuleBook& rules() const { return m_rules; }
    /// The first problem of the calls.
    [[nodiscard]] const JsonProblem& problem() const { return m_problem; }
    /// After the header was read without a problem: the calls that the tree still holds, which are none, too.
    [[nodiscard]] std::vector<CallRecord> takeCalls()
    {
        JsonProblem problem;
        const JsonCursor calls = JsonCursor(m_tree, JsonTree::kRoot, problem).required("calls");
        for (const JsonCursor& call : calls.items()) {
            readCall(call);
        }
        if (problem.isSet) {
            m_problem = problem;
        }
        return std::move(m_calls);
    }

private:
    bool take(JsonTree::Index item)
    {
        const JsonTree::Index array = m_tree.parent(item);
        const JsonTree::Index around = m_tree.parent(array);
        if (around == JsonTree::kRoot && m_tree.key(array) == "calls") {
            readCall(JsonCursor(m_tree, item, m_problem));
            return true;
        }
        const bool isInCall = around != JsonTree::kNone && m_tree.key(array) == "attempts" &&
                              isCall(around) && m_tree.type(item) == JsonTree::Type::Object;
        if (isInCall && !m_problem.isSet) {
            m_attempts.push_back(m_reader.read(JsonCursor(m_tree, item, m_problem)));
            placeInOrder();
        }
        return isInCall;
    }

    [[nodiscard]] bool isCall(JsonTree::Index node) const
    {
        const JsonTree::Index array = m_tree.parent(node);
        return array != JsonTree::kNone && m_tree.parent(array) == JsonTree::kRoot &&
               m_tree.key(array) == "calls" && m_tree.type(array) == JsonTree::Type::Array;
    }

    void readCall(const JsonCursor& cursor)
    {
        if (m_problem.isSet) {
            return;
        }
        auto call = readDescribed<CallRecord>(cursor);
        if (cursor.at("groupedBy").isPresent()) {
            call.source = readSource(cursor);
        }
        for (const JsonCursor& attempt : cursor.required("attempts").items()) {
            m_attempts.push_back(m_reader.read(attempt));
            placeInOrder();
        }
        call.attempts.assign(std::make_move_iterator(m_attempts.begin()),
                             std::make_move_iterator(m_attempts.end()));
        m_attempts.clear();
        if (!call.attempts.empty() && !cursor.at("startMs").isPresent()) {
            call.start = call.attempts.front().start;
        }
        if (!call.attempts.empty() && !cursor.at("endMs").isPresent()) {
            call.end = call.attempts.back().end;
        }
        if (call.verdict != CallVerdict::Running) {
            requireOrder(cursor, call.start, call.end);
        }
        m_calls.push_back(std::move(call));
    }

    /// An attempt whose times nobody saw stands behind the one before it.
    void placeInOrder()
    {
        AttemptRecord& attempt = m_attempts.back();
        if (attempt.facts.timesUnseen && m_attempts.size() > 1) {
            const AttemptRecord& before = m_attempts[m_attempts.size() - 2];
            attempt.start = before.end + before.actualDelay.value_or(Duration::zero());
            attempt.end = attempt.start;
        }
    }

    QString m_place;
    JsonTree m_tree;
    RuleBook m_rules;
    AttemptReader m_reader{m_rules};
    JsonProblem m_problem;
    std::vector<AttemptRecord> m_attempts; ///< of the call that has not ended
    std::vector<CallRecord> m_calls;
};

Result<RunHeader> readHeader(const JsonTree& tree, const QString& place)
{
    JsonProblem problem;
    const JsonCursor root(tree, JsonTree::kRoot, problem);
    const JsonCursor format = root.at("format");
    if (format.text() != kRecordFormat) {
        format.complain(
            QStringLiteral("\"%1\", which every record contains").arg(QLatin1String(kRecordFormat)));
    }
    const JsonCursor policyPart = root.required("policy");
    if (problem.isSet) {
        return errorOf(problem, place);
    }
    const Result<Policy> policy = readPolicy(policyPart, isRecording(root), place, problem);
    if (!policy) {
        return Error{Error::Kind::BadInput, policy.error().message, policy.error().place};
    }
    RunHeader header = readHeader(root, policy.value());
    return problem.isSet ? Result<RunHeader>(errorOf(problem, place)) : Result<RunHeader>(std::move(header));
}

/// A journal has the calls as they ended, and those that were under way. Nobody knows how these would have
/// gone on.
void closeCutOff(std::vector<CallRecord>& calls)
{
    for (CallRecord& call : calls) {
        if (call.verdict == CallVerdict::Running) {
            call.verdict = CallVerdict::Cancelled;
            call.stopReason = StopReason::Cancelled;
        }
    }
    std::stable_sort(calls.begin(), calls.end(), [](const CallRecord& left, const CallRecord& right) {
        return std::tie(left.start, left.client, left.call) < std::tie(right.start, right.client, right.call);
    });
}

Result<RunRecord> finished(RecordPass& pass, RunHeader header, const QString& place)
{
    std::vector<CallRecord> calls = pass.takeCalls();
    if (header.isCutOff) {
        closeCutOff(calls);
    }
    RunRecord record(std::move(header));
    for (CallRecord& call : calls) {
        record.adopt(std::move(call));
    }
    return pass.problem().isSet ? Result<RunRecord>(errorOf(pass.problem(), place))
                                : Result<RunRecord>(std::move(record));
}

} // namespace

namespace {

Result<std::optional<RunRecord>> readWholeRecord(QIODevice& device, const QString& place,
                                                 const Progress& progress)
{
    const qint64 start = device.pos();
    auto pass = std::make_unique<RecordPass>(place, nullptr);
    if (const Result<Done> gone = pass->go(device, progress); !gone) {
        return gone.error();
    }
    JsonProblem ignored;
    const JsonCursor root(pass->tree(), JsonTree::kRoot, ignored);
    if (!root.at("format").text().starts_with("retryscope.record/")) {
        return std::optional<RunRecord>();
    }
    Result<RunHeader> header = readHeader(pass->tree(), place);
    if (!header) {
        return header.error();
    }
    const std::vector<Rule>& rules = header.value().policy->policy.rules;
    if (!pass->rules().fits(rules)) { // made elsewhere, or wrong: with the rules at hand once more
        pass = std::make_unique<RecordPass>(place, &rules);
        device.seek(start);
        if (const Result<Done> gone = pass->go(device, progress); !gone) {
            return gone.error();
        }
    }
    Result<RunRecord> record = finished(*pass, std::move(header).value(), place);
    return record ? Result<std::optional<RunRecord>>(std::move(record).value())
                  : Result<std::optional<RunRecord>>(record.error());
}

} // namespace

Result<std::optional<RunRecord>> readRecordAmongOthers(QIODevice& device, const QString& place,
                                                       const Progress& progress)
{
    const qint64 start = device.pos();
    Result<std::optional<RunRecord>> record = readWholeRecord(device, place, progress);
    if (record || record.error().kind != Error::Kind::BadInput) {
        return record;
    }
    for (const auto linesOf : {wholeLinesOf, soundLinesOf}) {
        const std::unique_ptr<QIODevice> lines = linesOf(device, start);
        if (!lines) {
            break;
        }
        Result<std::optional<RunRecord>> rest = readWholeRecord(*lines, place, progress);
        if (rest && rest.value()) {
            return rest;
        }
    }
    return record;
}

Result<RunRecord> readRecord(QIODevice& device, const QString& place, const Progress& progress)
{
    const qint64 start = device.pos();
    Result<std::optional<RunRecord>> record = readRecordAmongOthers(device, place, progress);
    if (!record) {
        return record.error();
    }
    if (record.value()) {
        return *std::move(record).value();
    }
    device.seek(start);
    JsonTree tree;
    if (const Result<Done> parsed = parseJson(device, place, tree); !parsed) {
        return parsed.error();
    }
    return readHeader(tree, place).error(); // the format is wrong
}

QString noteAbout(const RunHeader& header)
{
    QStringList notes;
    if (header.isCutOff) {
        notes += QStringLiteral("this run is incomplete: Retryscope was ended during the run; unfinished "
                                "calls count as cancelled");
    }
    if (header.whole) {
        notes += QStringLiteral("this record keeps the first calls; the numbers are those of all %1, and the "
                                "seed makes the run again")
                     .arg(toQString(counted(header.whole->totals.calls, "call")));
    }
    if (header.isEndLost) {
        notes += QStringLiteral("the end of this file is damaged; Retryscope read the part before it");
    }
    if (const QString otherVersion = otherVersionNote(header); !otherVersion.isEmpty()) {
        notes += otherVersion;
    }
    return notes.join(QStringLiteral("; "));
}

QString otherVersionNote(const RunHeader& header)
{
    constexpr std::string_view kName = "retryscope ";
    const std::string_view maker = header.createdBy;
    const QVersionNumber own = QVersionNumber::fromString(programVersion());
    if (!maker.starts_with(kName)) {
        return {};
    }
    const QVersionNumber version = QVersionNumber::fromString(
        QLatin1String(maker.data() + kName.size(), static_cast<qsizetype>(maker.size() - kName.size())));
    if (version.isNull() || version == own) {
        return {};
    }
    return version < own ? QStringLiteral("an older version, retryscope %1, wrote this record (this is %2): "
                                          "new verdicts might differ from the recorded ones")
                               .arg(version.toString(), own.toString())
                         : QStringLiteral("a newer version, retryscope %1, wrote this record (this is %2): "
                                          "it might contain data that this version does not understand")
                               .arg(version.toString(), own.toString());
}

Result<RunRecord> recordFromJson(const QByteArray& json, const QString& place)
{
    QBuffer buffer;
    buffer.setData(json);
    buffer.open(QIODevice::ReadOnly);
    return readRecord(buffer, place);
}

} // namespace retryscope::io
