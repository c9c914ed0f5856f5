// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/explain.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/files/library.h"
#include "core/io/http/error_body.h"
#include "core/policy/retry_settings.h"
#include "core/simulate/scripted_transport.h"
#include "core/simulate/simulate.h"
#include "core/simulate/virtual_run.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <functional>

using namespace retryscope;
using namespace retryscope::io;

namespace {

/// Draws of attempt 1, 2, … of every call; the last one repeats. Without any: one half.
class ListedDice final : public Dice
{
public:
    explicit ListedDice(const QJsonArray& draws)
    {
        for (const QJsonValue draw : draws) {
            m_draws.push_back(draw.toDouble());
        }
    }
    [[nodiscard]] double draw(int, int, int attempt) const override
    {
        if (m_draws.empty()) {
            return 0.5;
        }
        return m_draws[std::min(static_cast<std::size_t>(attempt), m_draws.size()) - 1];
    }

private:
    std::vector<double> m_draws;
};

QString qText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString shown(const QJsonValue& value)
{
    return QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
}

/// What a table may state about the last call: a word in the table, and how it is read off the run.
struct Seen
{
    const RunRecord& record;
    const ResolvedPolicy& policy;

    [[nodiscard]] const CallRecord& call() const { return record.calls().back(); }

    [[nodiscard]] QJsonArray perAttempt(const std::function<QJsonValue(const AttemptRecord&)>& read) const
    {
        QJsonArray array;
        for (const AttemptRecord& attempt : call().attempts) {
            array.append(read(attempt));
        }
        return array;
    }

    [[nodiscard]] const Rule* ruleOf(const AttemptRecord& attempt) const
    {
        const int rule = attempt.decision.rule;
        return rule < 0 ? nullptr : &policy.policy.rules.at(static_cast<std::size_t>(rule));
    }
};

using Observation = std::function<QJsonValue(const Seen&)>;

QJsonValue windowOf(const AttemptRecord& attempt)
{
    const std::optional<DelayWindow>& window = attempt.decision.window;
    return window ? QJsonValue(QJsonArray{toMilliseconds(window->low), toMilliseconds(window->high)})
                  : QJsonValue(QJsonValue::Null);
}

/// Tokens after the attempt, whether charged, refused or given back.
QJsonValue quotaAfter(const AttemptRecord& attempt)
{
    const Trace& trace = attempt.decision.trace;
    if (const auto charged = findStep<QuotaCharged>(trace)) {
        return charged->after;
    }
    const auto returned = findStep<QuotaReturned>(trace);
    return returned ? QJsonValue(returned->after) : QJsonValue(QJsonValue::Null);
}

QJsonValue totalDelay(const Seen& seen)
{
    Duration sum{0};
    for (const AttemptRecord& attempt : seen.call().attempts) {
        sum += attempt.sendDelay + attempt.decision.delay;
    }
    return toMilliseconds(sum);
}

QJsonValue attemptsPerCall(const Seen& seen)
{
    QJsonArray array;
    for (const CallRecord& call : seen.record.calls()) {
        array.append(static_cast<int>(call.attempts.size()));
    }
    return array;
}

QJsonValue stopReason(const Seen& seen)
{
    const std::optional<StopReason> reason = seen.call().stopReason;
    return reason ? QJsonValue(qText(toString(*reason))) : QJsonValue(QJsonValue::Null);
}

QJsonValue ruleId(const Seen& seen, const AttemptRecord& attempt)
{
    const Rule* rule = seen.ruleOf(attempt);
    return rule ? QJsonValue(QString::fromStdString(rule->id)) : QJsonValue(QJsonValue::Null);
}

QJsonValue meaning(const Seen& seen, const AttemptRecord& attempt)
{
    const Rule* rule = seen.ruleOf(attempt);
    return QString::fromStdString(rule ? rule->meaning : seen.policy.policy.otherwiseMeaning);
}

QJsonValue errorName(const AttemptRecord& attempt)
{
    const auto found = findStep<NameFound>(attempt.decision.trace);
    return found && found->name.state == NameState::Present
               ? QJsonValue(QString::fromStdString(found->name.name))
               : QJsonValue(QJsonValue::Null);
}

/// The client's own message, quoted in the sentence about the last attempt.
QJsonValue clientSays(const Seen& seen)
{
    const AttemptRecord& last = seen.call().attempts.back();
    const QString why =
        QString::fromStdString(whySentence(seen.policy, last.facts, last.decision, last.attempt));
    const QString message =
        why.section(QStringLiteral("'s own message: "), 1); // the error's name may be quoted before
    return message.section(QChar(0x201c), 1).section(QChar(0x201d), 0, 0);
}

const std::map<QString, Observation>& observations()
{
    const auto each = [](auto read) -> Observation {
        return [read](const Seen& seen) {
            return seen.perAttempt(
                [&](const AttemptRecord& attempt) -> QJsonValue { return read(seen, attempt); });
        };
    };
    static const std::map<QString, Observation> known{
        {QStringLiteral("attempts"),
         [](const Seen& seen) {
             return QJsonValue(static_cast<int>(seen.call().attempts.size()));
         }},
        {QStringLiteral("attemptsPerCall"), attemptsPerCall},
        {QStringLiteral("verdict"),
         [](const Seen& seen) {
             return QJsonValue(qText(toString(seen.call().verdict)));
         }},
        {QStringLiteral("stopReason"), stopReason},
        {QStringLiteral("totalDelayMs"), totalDelay},
        {QStringLiteral("endMs"),
         [](const Seen& seen) {
             return QJsonValue(toMilliseconds(seen.call().end - Instant{}));
         }},
        {QStringLiteral("verdicts"), each([](const Seen&, const AttemptRecord& attempt) {
             return qText(toString(attempt.decision.verdict));
         })},
        {QStringLiteral("kinds"), each([](const Seen&, const AttemptRecord& attempt) {
             return qText(toString(attempt.decision.kind));
         })},
        {QStringLiteral("rules"), each(ruleId)},
        {QStringLiteral("meanings"), each(meaning)},
        {QStringLiteral("names"),
         each([](const Seen&, const AttemptRecord& attempt) { return errorName(attempt); })},
        {QStringLiteral("windowsMs"),
         each([](const Seen&, const AttemptRecord& attempt) { return windowOf(attempt); })},
        {QStringLiteral("delaysMs"), each([](const Seen&, const AttemptRecord& attempt) {
             return toMilliseconds(attempt.decision.delay);
         })},
        {QStringLiteral("sendDelaysMs"),
         each([](const Seen&, const AttemptRecord& attempt) { return toMilliseconds(attempt.sendDelay); })},
        {QStringLiteral("quota"),
         each([](const Seen&, const AttemptRecord& attempt) { return quotaAfter(attempt); })},
        {QStringLiteral("sentBodies"), each([](const Seen&, const AttemptRecord& attempt) {
             return QString::fromStdString(attempt.sentBody);
         })},
        {QStringLiteral("sentPolls"), each([](const Seen&, const AttemptRecord& attempt) {
             const RequestTarget& target = attempt.sentTarget;
             return target.url.empty() ? QJsonValue(QJsonValue::Null)
                                       : QJsonValue(QString::fromStdString(target.method + ' ' + target.url));
         })},
        {QStringLiteral("clientSays"), clientSays}};
    return known;
}

/// One row of a table.
class Case
{
public:
    explicit Case(QJsonObject json) : m_json(std::move(json)) {}

    /// A message when something in the row is wrong or does not hold, else empty.
    QString check(const Library& library)
    {
        const QStringList known =
            QStringLiteral("name policy service operation protocol method body poll set maxAttempts "
                           "draws quota clientCalls answers calls expected source")
                .split(QLatin1Char(' '));
        for (const QString& key : m_json.keys()) {
            if (!known.contains(key)) {
                return QStringLiteral("unknown key \"%1\"").arg(key);
            }
        }
        const Result<Policy> policy = givenPolicy(library);
        if (!policy) {
            return policy.error().text();
        }
        const Result<Scenario> scenario = givenScenario();
        if (!scenario) {
            return scenario.error().text();
        }
        return compare(run(policy.value(), scenario.value()));
    }

private:
    [[nodiscard]] QString text(const char* key) const { return m_json.value(QLatin1String(key)).toString(); }

    [[nodiscard]] Result<Policy> givenPolicy(const Library& library) const
    {
        Result<Policy> policy = library.policy(text("policy"));
        const QJsonObject changes = m_json.value(QStringLiteral("set")).toObject();
        for (auto change = changes.begin(); policy && change != changes.end(); ++change) {
            policy = withOverride(policy.value(), change.key(), change.value().toString());
        }
        const int attempts = m_json.value(QStringLiteral("maxAttempts")).toInt();
        return policy && attempts > 0 ? withMaxAttempts(policy.value(), attempts) : policy;
    }

    [[nodiscard]] Result<Scenario> givenScenario() const
    {
        QJsonObject json{{QStringLiteral("format"), QStringLiteral("retryscope.scenario/1")},
                         {QStringLiteral("id"), QStringLiteral("table")},
                         {QStringLiteral("title"), text("name")}};
        if (m_json.contains(QStringLiteral("calls"))) {
            json.insert(QStringLiteral("calls"), m_json.value(QStringLiteral("calls")));
        } else {
            json.insert(QStringLiteral("steps"), m_json.value(QStringLiteral("answers")));
        }
        return scenarioFromJson(QJsonDocument(json).toJson(), text("name"));
    }

    [[nodiscard]] RequestSpec givenRequest() const
    {
        RequestSpec spec;
        spec.method = m_json.value(QStringLiteral("method")).toString(QStringLiteral("GET")).toStdString();
        spec.url = "http://localhost/";
        spec.service =
            m_json.value(QStringLiteral("service")).toString(QStringLiteral("generic")).toStdString();
        spec.operation = text("operation").toStdString();
        spec.protocol = text("protocol").toStdString();
        spec.body = text("body").toStdString();
        prepareBatch(spec);
        if (const QJsonObject poll = m_json.value(QStringLiteral("poll")).toObject(); !poll.isEmpty()) {
            const auto part = [&poll](const char* key) {
                return poll.value(QLatin1String(key)).toString().toStdString();
            };
            spec.poll = PollRequest{
                .method = part("method"), .url = part("url"), .body = {}, .tokenPlace = part("tokenPlace")};
        }
        return spec;
    }

    [[nodiscard]] RunRecord run(const Policy& policy, const Scenario& scenario) const
    {
        const RequestSpec spec = givenRequest();
        RunRecord record(RunHeader{.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, spec)),
                                   .spec = spec,
                                   .startedAt = kVirtualStart});
        const RunHeader& header = record.header();
        std::vector<ClientState> states(1);
        if (const QJsonValue quota = m_json.value(QStringLiteral("quota")); quota.isDouble()) {
            states.front().quota = quota.toInt();
        }
        VirtualScheduler scheduler;
        ScriptedTransport transport(scenario, scheduler, kVirtualStart, 1);
        const ListedDice dice(m_json.value(QStringLiteral("draws")).toArray());
        runVirtually({.policy = *header.policy,
                      .spec = header.spec,
                      .ports = {.transport = &transport, .scheduler = &scheduler, .dice = &dice},
                      .limits = {.startedAt = kVirtualStart},
                      .states = states},
                     {.clients = 1, .calls = m_json.value(QStringLiteral("clientCalls")).toInt(1)}, scheduler,
                     [&record](RunEvent event) { record.append(std::move(event)); });
        return record;
    }

    [[nodiscard]] QString compare(const RunRecord& record) const
    {
        const QJsonObject expected = m_json.value(QStringLiteral("expected")).toObject();
        if (expected.isEmpty()) {
            return QStringLiteral("the row expects nothing");
        }
        const Seen seen{record, *record.header().policy};
        for (auto member = expected.begin(); member != expected.end(); ++member) {
            const auto observation = observations().find(member.key());
            if (observation == observations().end()) {
                return QStringLiteral("nothing is known as \"%1\"").arg(member.key());
            }
            if (const QJsonValue found = observation->second(seen); found != member.value()) {
                return QStringLiteral("%1: found %2, expected %3")
                    .arg(member.key(), shown(found), shown(member.value()));
            }
        }
        return {};
    }

    QJsonObject m_json;
};

} // namespace

/// The tables `*.json` of this folder: under a policy, these responses lead to these decisions. A table is
/// named after its policy; in `rest-json.json` (one protocol, many clients), `rules-2026.json` and
/// `neighbours.json` (middle boxes and generic clients) each row names its policy and its source.
class TstConformance : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Presets of clients are held against recordings instead, or follow sources that state no cases.
    void everyPresetOfADocumentHasATable()
    {
        QStringList tables;
        for (const QFileInfo& file : folder().entryInfoList()) {
            tables.append(file.completeBaseName());
        }
        for (const Library::Entry& entry : m_library.policyEntries()) {
            const bool followsADocument = !m_library.policy(entry.id).value().document.empty();
            QVERIFY2(!followsADocument || tables.contains(entry.id), qPrintable(entry.id));
        }
    }

    void decidesAsTheTableSays_data()
    {
        QTest::addColumn<QJsonObject>("row");
        for (const QFileInfo& info : folder().entryInfoList()) {
            QFile file(info.filePath());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QJsonParseError error;
            const QJsonObject table = QJsonDocument::fromJson(file.readAll(), &error).object();
            QVERIFY2(error.error == QJsonParseError::NoError,
                     qPrintable(info.fileName() + QStringLiteral(": ") + error.errorString()));
            addRows(info.completeBaseName(), table);
        }
    }
    void decidesAsTheTableSays()
    {
        QFETCH(const QJsonObject, row);
        const QString problem = Case(row).check(m_library);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

private:
    static QDir folder()
    {
        return QDir(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/conformance"), QStringLiteral("*.json"));
    }

    /// A table's `given` holds for all of its rows; a row may say otherwise.
    static void addRows(const QString& policy, const QJsonObject& table)
    {
        QJsonObject given = table.value(QStringLiteral("given")).toObject();
        given.insert(QStringLiteral("policy"), policy);
        const QJsonArray rows = table.value(QStringLiteral("cases")).toArray();
        QVERIFY2(!rows.isEmpty(), qPrintable(policy));
        for (const QJsonValue entry : rows) {
            QJsonObject row = given;
            const QJsonObject own = entry.toObject();
            for (auto member = own.begin(); member != own.end(); ++member) {
                row.insert(member.key(), member.value());
            }
            const QString name = policy + QStringLiteral(": ") + row.value(QStringLiteral("name")).toString();
            QTest::newRow(qPrintable(name)) << row;
        }
    }

    Library m_library;
};

RETRYSCOPE_TEST(TstConformance)
#include "tst_conformance.moc"
