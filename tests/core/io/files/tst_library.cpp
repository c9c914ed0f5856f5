// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/policy_json.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/files/library.h"
#include "core/io/text/suggestions.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace retryscope;
using namespace retryscope::io;

class TstLibrary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void builtInPoliciesAndScenariosAreThereWithoutAFolder()
    {
        const Library library;
        QVERIFY(!library.policyEntries().empty());
        QVERIFY(!library.scenarioEntries().empty());
        for (const Library::Entry& entry : library.policyEntries()) {
            QVERIFY(entry.isBuiltIn);
            QVERIFY2(library.policy(entry.id).ok(), qPrintable(entry.id));
        }
        for (const Library::Entry& entry : library.scenarioEntries()) {
            QVERIFY2(library.scenario(entry.id).ok(), qPrintable(entry.id));
        }
    }

    void oldIdsOfScenariosAreRead()
    {
        const Library library;
        for (const auto& [old, current] : {std::pair("never-answers", "no-response"),
                                           {"slow-answer", "slow-response"},
                                           {"dynamodb-damaged-answer", "dynamodb-wrong-checksum"}}) {
            const Result<Scenario> scenario = library.scenario(QString::fromLatin1(old));
            QVERIFY2(scenario.ok(), old);
            QCOMPARE(scenario.value().id, std::string(current));
        }
    }

    void aUsersPolicyIsSavedAndFoundAgain()
    {
        const QTemporaryDir folder;
        Library library(folder.path());
        Policy policy = library.policy(QStringLiteral("dynamodb-guide")).value();
        policy.id = "mine";
        policy.attempts.max = 3;
        const Result<QString> path = library.savePolicy(policy);
        QVERIFY2(path.ok(), qPrintable(path.ok() ? QString() : path.error().text()));
        QCOMPARE(path.value(), folder.filePath(QStringLiteral("policies/mine.json")));

        const Library::Entry& last = library.policyEntries().back();
        QCOMPARE(last.id, QStringLiteral("mine"));
        QVERIFY(!last.isBuiltIn);
        QVERIFY(library.policy(QStringLiteral("mine")).value() == policy);
        QVERIFY(Library(folder.path()).policy(path.value()).value() == policy);
    }

    void aUsersScenarioIsSavedAndFoundAgain()
    {
        const QTemporaryDir folder;
        Library library(folder.path());
        Scenario scenario = library.scenario(QStringLiteral("s3-slowdown-then-ok")).value();
        scenario.id = "mine";
        QVERIFY(library.saveScenario(scenario).ok());
        QVERIFY(library.scenario(QStringLiteral("mine")).value() == scenario);
    }

    void nothingIsMadeBeforeTheFirstSave()
    {
        const QTemporaryDir folder;
        const QString inside = folder.filePath(QStringLiteral("retryscope"));
        const Library library(inside);
        QVERIFY(!QFileInfo::exists(inside));
    }

    void aPresetCannotBeReplaced()
    {
        const QTemporaryDir folder;
        Library library(folder.path());
        const Policy preset = library.policy(QStringLiteral("dynamodb-guide")).value();
        const Result<QString> path = library.savePolicy(preset);
        QVERIFY(!path.ok());
        QCOMPARE(path.error().message,
                 QStringLiteral("\"dynamodb-guide\" is built in and cannot be replaced; choose another id"));
    }

    void anIdThatIsNoFileNameIsNotSaved_data()
    {
        QTest::addColumn<QString>("id");
        for (const char* id : {"", "../up", "a/b", "Mine", "a b", ".hidden", ".."}) {
            QTest::newRow(id) << QString::fromLatin1(id);
        }
        QTest::newRow("line break") << QStringLiteral("a\n");
    }
    void anIdThatIsNoFileNameIsNotSaved()
    {
        QFETCH(const QString, id);
        const QTemporaryDir folder;
        Library library(folder.path());
        Policy policy = library.policy(QStringLiteral("dynamodb-guide")).value();
        policy.id = id.toStdString();
        const Result<QString> path = library.savePolicy(policy);
        QVERIFY(!path.ok());
        QCOMPARE(path.error().kind, Error::Kind::BadUsage);
    }

    void aFolderThatCannotBeMadeIsTold()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("file"));
        QVERIFY(writeFile(file, "x").ok());
        Library library(file);
        Policy policy = library.policy(QStringLiteral("dynamodb-guide")).value();
        policy.id = "mine";
        const Result<QString> path = library.savePolicy(policy);
        QVERIFY(!path.ok());
        QCOMPARE(path.error().kind, Error::Kind::Environment);
    }

    void anUnknownIdNamesCloseOnes()
    {
        const Library library;
        const Result<Policy> policy = library.policy(QStringLiteral("sdk-reference-standart"));
        QVERIFY(!policy.ok());
        QCOMPARE(policy.error().kind, Error::Kind::BadUsage);
        QCOMPARE(policy.error().message,
                 QStringLiteral(
                     "there is no policy \"sdk-reference-standart\"; did you mean sdk-reference-standard?"));
        const Result<Scenario> scenario = library.scenario(QStringLiteral("s3-slowdown-then-okay"));
        QVERIFY(!scenario.ok());
        QVERIFY(scenario.error().message.startsWith(QStringLiteral(
            "there is no scenario \"s3-slowdown-then-okay\"; did you mean s3-slowdown-then-ok")));
    }

    void anIdThatIsLikeNothingListsAll()
    {
        const Library library;
        const Result<Policy> policy = library.policy(QStringLiteral("zzzzzz"));
        QVERIFY(
            policy.error().message.contains(QStringLiteral("; available: aiohttp-retry-2.9.1-default, ")));
    }

    void aFileIsReadByItsName()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("some name.json"));
        const Policy preset = Library().policy(QStringLiteral("dynamodb-guide")).value();
        QVERIFY(writeFile(path, QJsonDocument(policyToJson(preset)).toJson()).ok());
        QVERIFY(Library().policy(path).value() == preset);
    }

    void aMissingFileAndAFolderAreTold()
    {
        const QTemporaryDir folder;
        const Result<Policy> missing = Library().policy(folder.filePath(QStringLiteral("missing.json")));
        QCOMPARE(missing.error().kind, Error::Kind::BadInput);
        QCOMPARE(missing.error().place, folder.filePath(QStringLiteral("missing.json")));
        QCOMPARE(Library().policy(folder.path()).error().kind, Error::Kind::BadInput);
    }

    void aFileInTheFolderIsNamedLikeItsId()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("policies")));
        const Policy preset = Library().policy(QStringLiteral("dynamodb-guide")).value();
        QVERIFY(writeFile(folder.filePath(QStringLiteral("policies/other.json")),
                          QJsonDocument(policyToJson(preset)).toJson())
                    .ok());
        const Result<Policy> policy = Library(folder.path()).policy(QStringLiteral("other"));
        QVERIFY(!policy.ok());
        QCOMPARE(policy.error().message,
                 QStringLiteral("found \"dynamodb-guide\", expected \"other\" as in the file name"));
    }

    void whatIsWrittenToAPipeComesThroughIt()
    {
        const QTemporaryDir folder;
        const QByteArray path = QFile::encodeName(folder.filePath(QStringLiteral("pipe")));
        QCOMPARE(mkfifo(path.constData(), S_IRUSR | S_IWUSR), 0);
        const int reader = ::open(path.constData(), O_RDONLY | O_NONBLOCK);
        QVERIFY(reader >= 0);

        QVERIFY(writeFile(QFile::decodeName(path), "record").ok());

        QByteArray came(16, '\0');
        came.resize(::read(reader, came.data(), static_cast<std::size_t>(came.size())));
        QCOMPARE(came, QByteArray("record"));
        struct stat now
        {
        };
        QCOMPARE(::stat(path.constData(), &now), 0);
        QVERIFY(S_ISFIFO(now.st_mode));
        ::close(reader);
    }

    void writingReplacesAFileWholeOrNotAtAll()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("file"));
        QVERIFY(writeFile(path, "one").ok());
        QVERIFY(writeFile(path, "two").ok());
        QCOMPARE(readFile(path).value(), QByteArray("two"));
        const Result<Done> refused = writeFile(folder.filePath(QStringLiteral("no/such/folder")), "x");
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().kind, Error::Kind::Environment);
    }

    void closeNamesComeBestFirst()
    {
        const QStringList names{QStringLiteral("standard"), QStringLiteral("adaptive"),
                                QStringLiteral("stand")};
        QCOMPARE(closestNames(QStringLiteral("standar"), names),
                 (QStringList{QStringLiteral("standard"), QStringLiteral("stand")}));
        QCOMPARE(closestNames(QStringLiteral("legacy"), names), QStringList());
        QCOMPARE(suggestionFor(QStringLiteral("x"), {}), QStringLiteral("none exist"));
        const QStringList clients{QStringLiteral("botocore-1-standard"), QStringLiteral("cpp-1-default")};
        QCOMPARE(suggestionFor(QStringLiteral("Boto3"), clients),
                 QStringLiteral("did you mean botocore-1-standard?"));
        const QStringList presets{
            QStringLiteral("botocore-1.29.27-legacy"), QStringLiteral("botocore-1.29.27-standard"),
            QStringLiteral("botocore-1.43.67-legacy"), QStringLiteral("botocore-1.43.67-standard"),
            QStringLiteral("go-v2-1.17.1-standard"),   QStringLiteral("got-14.6.6-default")};
        QCOMPARE(suggestionFor(QStringLiteral("botocore-1.43.67-standart"), presets),
                 QStringLiteral("did you mean botocore-1.43.67-standard?"));
        QCOMPARE(suggestionFor(QStringLiteral("go"), presets),
                 QStringLiteral("did you mean go-v2-1.17.1-standard, got-14.6.6-default?"));
        const QStringList words{QStringLiteral("explain"), QStringLiteral("connectTimeout"),
                                QStringLiteral("readTimeout"), QStringLiteral("s3"), QStringLiteral("sqs")};
        QCOMPARE(nearestText(QStringLiteral("explian"), words), QStringLiteral("did you mean explain?"));
        QCOMPARE(nearestText(QStringLiteral("timeout"), words),
                 QStringLiteral("did you mean connectTimeout, readTimeout?"));
        QCOMPARE(nearestText(QStringLiteral("s4"), words), QStringLiteral("did you mean s3?"));
        QCOMPARE(nearestText(QStringLiteral("x"), words), QString());
        QStringList many;
        for (int i = 0; i < 30; ++i) {
            many.append(QStringLiteral("name-%1").arg(i));
        }
        QVERIFY(suggestionFor(QStringLiteral("zzz"), many).endsWith(QStringLiteral(", name-23 and 6 more")));
    }
};

RETRYSCOPE_TEST(TstLibrary)
#include "tst_library.moc"
