// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/policy_json.h"
#include "core/io/files/library.h"
#include "core/policy/check.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

using namespace retryscope;
using namespace retryscope::io;

/// Every file of resources/policies, as it is embedded.
class TstPolicyPresets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noPresetSaysWhatNeverHasAnEffect()
    {
        const Library presets;
        for (const Library::Entry& entry : presets.policyEntries()) {
            const std::vector<PolicyProblem> remarks = remarksOn(presets.policy(entry.id).value());
            QVERIFY2(remarks.empty(), qPrintable(entry.id));
        }
    }

    void envoyKeepsAMebibyteOfABodyInItsPresets()
    {
        const Library presets;
        for (const char* id : {"envoy-5xx", "istio-default", "istio-1.23-default"}) {
            const std::optional<RequestBodySpec> body =
                presets.policy(QString::fromLatin1(id)).value().requestBody;
            QVERIFY2(body && body->max == 1024 * 1024 && !body->onlyOnceSent, id);
        }
    }

    void aCutSuccessIsOneWithOneUrllib3OnlyWhereTheClientTakesBoth()
    {
        const Library presets;
        for (const char* id : {"botocore-1.43.67-standard", "botocore-1.43.67-legacy",
                               "botocore-1.43.67-adaptive", "botocore-1.43.67-standard-newretries"}) {
            const Policy policy = presets.policy(QString::fromLatin1(id)).value();
            const auto rule = std::find_if(policy.rules.begin(), policy.rules.end(),
                                           [](const Rule& one) { return one.id == "truncation-unnoticed"; });
            QVERIFY2(rule != policy.rules.end(), id);
            QVERIFY2(rule->proviso.starts_with("with urllib3 1.26; with urllib3 2 "), id);
        }
    }

    void thereIsOnePresetForEachReadingOfTheDocuments()
    {
        const QStringList expected{QStringLiteral("aws-cpp-s3-blog"),
                                   QStringLiteral("aws-general-polling"),
                                   QStringLiteral("aws-general-polling-java-sample"),
                                   QStringLiteral("aws-general-request"),
                                   QStringLiteral("dynamodb-guide"),
                                   QStringLiteral("dynamodb-guide-prose"),
                                   QStringLiteral("sdk-reference-adaptive"),
                                   QStringLiteral("sdk-reference-legacy"),
                                   QStringLiteral("sdk-reference-standard"),
                                   QStringLiteral("simpledb-java-sample"),
                                   QStringLiteral("simpledb-pseudocode")};
        const QStringList existing = presetIds();
        for (const QString& id : expected) {
            QVERIFY2(existing.contains(id), qPrintable(id));
        }
    }

    void isReadWithoutAProblem_data() { addPresets(); }
    void isReadWithoutAProblem()
    {
        QFETCH(const QString, id);
        const Result<Policy> policy = preset(id);
        QVERIFY2(policy.ok(), qPrintable(policy.ok() ? QString() : policy.error().text()));
        QCOMPARE(QString::fromStdString(policy.value().id), id);
    }

    void comesBackEqualAfterBeingWritten_data() { addPresets(); }
    void comesBackEqualAfterBeingWritten()
    {
        QFETCH(const QString, id);
        const Policy policy = preset(id).value();
        const QByteArray written = QJsonDocument(policyToJson(policy)).toJson();
        const Result<Policy> again = policyFromJson(written, QStringLiteral("again"));
        QVERIFY2(again.ok(), qPrintable(again.ok() ? QString() : again.error().text()));
        QVERIFY(again.value() == policy);
    }

    void namesTheSourceOfEveryGroupOfNumbers_data() { addPresets(); }
    void namesTheSourceOfEveryGroupOfNumbers()
    {
        QFETCH(const QString, id);
        const Policy policy = preset(id).value();
        QVERIFY(!policy.success.source.empty());
        QVERIFY(!policy.attempts.source.empty());
        QVERIFY(!policy.backoff.source.empty());
        QVERIFY(!policy.otherwiseSource.empty());
        for (const auto& [protocol, reading] : policy.reading) {
            QVERIFY2(!reading.source.empty(), protocol.c_str());
        }
        for (const PolicyNote& note : policy.notes) {
            QVERIFY2(!note.source.empty(), note.text.c_str());
        }
    }

    void standsOnThePageOfPresets_data() { addPresets(); }
    void standsOnThePageOfPresets()
    {
        QFETCH(const QString, id);
        QFile page(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/resources/policies/README.md"));
        QVERIFY2(page.open(QIODevice::ReadOnly), qPrintable(page.errorString()));
        QVERIFY(page.readAll().contains("\n| `" + id.toUtf8() + "` |"));
    }

    void saysWhereItComesFrom_data() { addPresets(); }
    void saysWhereItComesFrom()
    {
        QFETCH(const QString, id);
        const Policy policy = preset(id).value();
        const EvidenceLevel evidence = evidenceOf(policy);
        const bool isFromSource = policy.emulates.empty() && evidence == EvidenceLevel::Source;
        const QString title = QString::fromStdString(policy.title);
        QCOMPARE(title.endsWith(QStringLiteral("(announced)")), evidence == EvidenceLevel::Announced);
        QCOMPARE(title.endsWith(QStringLiteral("(from source, not recorded)")), isFromSource);
        QVERIFY(!isFromSource || !policy.notes.empty());
    }

private:
    static QStringList presetIds()
    {
        QStringList ids;
        for (const QFileInfo& file : QDir(QStringLiteral(":/retryscope/policies")).entryInfoList()) {
            ids.append(file.completeBaseName());
        }
        return ids;
    }

    static void addPresets()
    {
        QTest::addColumn<QString>("id");
        for (const QString& id : presetIds()) {
            QTest::newRow(qPrintable(id)) << id;
        }
    }

    static Result<Policy> preset(const QString& id)
    {
        const QString path = QStringLiteral(":/retryscope/policies/%1.json").arg(id);
        QFile file(path);
        return file.open(QIODevice::ReadOnly)
                   ? policyFromJson(file.readAll(), path)
                   : Result<Policy>(Error{Error::Kind::Environment, file.errorString(), path});
    }
};

RETRYSCOPE_TEST(TstPolicyPresets)
#include "tst_policy_presets.moc"
