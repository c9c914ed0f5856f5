// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/reversing_changes.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/files/library.h"
#include "core/io/files/recipe_files.h"
#include "core/io/import/client_readers.h"
#include "core/io/text/input_file.h"
#include "core/policy/resolve.h"
#include "core/recipes/client_code.h"
#include "core/simulate/simulate.h"
#include "tests/recordings/comparison.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <memory>
#include <utility>

using namespace retryscope;

namespace {

constexpr int kMostCounted = 4; ///< requests that the driver counts, see drivers/settings.py

const QJsonObject& data()
{
    static const QJsonObject all = [] {
        const auto content = io::readFile(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/settings.json"));
        if (!content) {
            qFatal("%s", qPrintable(content.error().text()));
        }
        return QJsonDocument::fromJson(content.value()).object();
    }();
    return all;
}

/// A way to change a client, and the failure that every request of its call meets.
struct Question
{
    Policy wanted;
    RequestSpec spec;
    Scenario scenario;
};

Question questionOf(const Policy& policy, const QJsonObject& asked)
{
    const QString option = asked[u"option"].toString();
    const QString value = asked[u"value"].toString();
    const int status = asked[u"status"].toInt();
    Question question{.wanted = policy, .spec = {}, .scenario = {}};
    question.spec.method = asked[u"method"].toString().toStdString();
    if (option == u"--max-attempts") {
        question.wanted.attempts.setAttempts(value.toInt());
    } else if (option == u"--retry-method") {
        question.wanted = withChange(policy, {}, MethodRetried{value.toStdString()});
    } else {
        const ErrorKind kind = value.endsWith(u"=permanent") ? ErrorKind::Permanent : ErrorKind::Transient;
        question.wanted = withChange(policy, {}, StatusMapped{status, kind});
    }
    EndpointStep step;
    if (status == 0) {
        step.fault = Misbehaviour::Close;
    } else {
        step.status = status;
        step.headers.add("Retry-After", "1");
    }
    question.scenario.steps = {step};
    return question;
}

ClientCode codeOf(const Policy& policy, const Policy& wanted)
{
    const ClientReaders& readers = io::clientReaders();
    return clientCodeFor(io::clientRecipes(), readers.unconfigured(policy).value_or(policy), wanted,
                         codeContextFor(io::builtInSdks(), policy, {}), readers);
}

int requestsUnder(const Policy& policy, const Question& question)
{
    RunHeader header;
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, question.spec));
    header.spec = question.spec;
    const RunRecord record = simulate(std::move(header), question.scenario);
    return std::min(test::requestsOf(record.calls().at(0)), kMostCounted);
}

} // namespace

/// A setting that is printed makes its client do what it is printed for (`./dev peers settings`).
class TstPrintedSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void clientsDoWhatTheirSettingsPromise_data()
    {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QJsonObject>("asked");
        QTest::addColumn<int>("requests");
        const QJsonObject executed = data()[u"executed"].toObject();
        for (auto preset = executed.begin(); preset != executed.end(); ++preset) {
            const QJsonObject row = preset.value().toObject();
            for (auto each = row.begin(); each != row.end(); ++each) {
                if (each.key() != u"version") {
                    QTest::addRow("%s %s", qPrintable(preset.key()), qPrintable(each.key()))
                        << preset.key() << data()[u"questions"][each.key()].toObject()
                        << each.value().toInt();
                }
            }
        }
    }
    void clientsDoWhatTheirSettingsPromise()
    {
        QFETCH(const QString, preset);
        QFETCH(const QJsonObject, asked);
        QFETCH(const int, requests);
        const Policy policy = io::Library().policy(preset).value();
        const Question question = questionOf(policy, asked);
        const ClientCode code = codeOf(policy, question.wanted);
        QCOMPARE(code.way, CodeWay::Setting);
        // What is promised of a mapping is whether it is retried; how often may hang on the kind of failure.
        const int most = asked[u"option"].toString() == u"--map" ? 2 : kMostCounted;
        QCOMPARE(std::min(requestsUnder(question.wanted, question), most), std::min(requests, most));
        QCOMPARE(std::min(requestsUnder(code.meant.value(), question), most), std::min(requests, most));
    }

    /// No preset is left out in silence.
    void everyPresetWithASettingIsExecutedOrNamed()
    {
        const io::Library library;
        const QJsonObject questions = data()[u"questions"].toObject();
        for (const io::Library::Entry& entry : library.policyEntries()) {
            const Policy policy = library.policy(entry.id).value();
            const bool hasSetting =
                std::any_of(questions.begin(), questions.end(), [&policy](const QJsonValue& asked) {
                    const Policy wanted = questionOf(policy, asked.toObject()).wanted;
                    return wanted != policy && codeOf(policy, wanted).way == CodeWay::Setting;
                });
            const QString why = data()[u"notExecuted"][entry.id].toString();
            const bool isNamed = data()[u"executed"].toObject().contains(entry.id) || !why.isEmpty();
            QVERIFY2(isNamed || !hasSetting, qPrintable(entry.id));
        }
    }
};

RETRYSCOPE_TEST(TstPrintedSettings)
#include "tst_printed_settings.moc"
