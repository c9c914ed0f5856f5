// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"
#include "core/io/files/session_store.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <csignal>

#include <sys/resource.h>
#include <sys/stat.h>

using namespace retryscope;
using namespace retryscope::io;

namespace {

constexpr auto kCanary = "canary0123456789";
constexpr auto kSaveInto = "RETRYSCOPE_TEST_SAVES_INTO";

/// While it lives, no file grows beyond that, as on a disk that is full. Files of this process alone.
class DiskOf
{
public:
    explicit DiskOf(rlim_t bytes)
    {
        m_signals = std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{.rlim_cur = bytes, .rlim_max = m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~DiskOf()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_signals);
    }
    Q_DISABLE_COPY_MOVE(DiskOf)

private:
    rlimit m_before{};
    void (*m_signals)(int) = nullptr;
};

/// No member has its default.
Session fullSession()
{
    Session session;
    RequestSpec& request = session.request;
    request.method = "POST";
    request.url = "https://example.com/a?b=c";
    request.headers = {{{"A", "b"}, {"Empty", ""}, {"A", "c\xff"}, {"Cookie", ""}}};
    request.body = std::string("body\0\xfe", 6);
    request.service = "dynamodb";
    request.operation = "ListTables";
    request.protocol = "json";
    request.bodyIsReplayable = false;
    request.connectTimeout = std::chrono::milliseconds(1500);
    request.readTimeout = std::chrono::microseconds(1);
    request.deadline = std::chrono::seconds(9);
    request.wire = {.proxyUrl = "http://proxy:1",
                    .noProxy = "a,b",
                    .caFile = "ca",
                    .certificateFile = "c",
                    .keyFile = "k",
                    .verifyPeer = false};
    session.builtInRequest = request;
    session.builtInRequest->url = "/path?of=mine";
    request.batch = BatchEnvelope{.before = "{", .after = "}", .items = 3};
    session.auth = {
        .kind = AuthKind::SignatureV4, .user = "u", .profile = "p", .region = "r", .service = "s"};
    session.mode = SessionMode::Endpoint;
    session.script = {.id = "file.json",
                      .edited = Library().scenario(QStringLiteral("s3-slowdown-then-ok")).value()};
    session.policy = {.id = "polly-8-default",
                      .edited = Library().policy(QStringLiteral("botocore-1.43.67-standard")).value(),
                      .draft = "[ half"};
    session.run = {.calls = 90,
                   .clients = 4,
                   .seed = ~std::uint64_t{0},
                   .locksSeed = true,
                   .isVirtual = true,
                   .waits = false,
                   .keepsTokens = false,
                   .tokens = 7};
    session.room = "proxy";
    session.panels = {"why", "setup"};
    session.shownRun = "1769860800123";
    return session;
}

Session readBack(const Session& session)
{
    const Result<ReadSession> read = sessionFromJson(sessionBytes(session), QStringLiteral("s.json"));
    return read && read.value().problems.isEmpty() ? read.value().session : Session{.room = "not read"};
}

} // namespace

class TstSessionStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFieldComesBack()
    {
        const Session session = fullSession();
        const Session back = readBack(session);
        QVERIFY(back.request == session.request);
        QVERIFY(back.auth == session.auth);
        QVERIFY(back.script == session.script);
        QVERIFY(back.policy == session.policy);
        QVERIFY(back.run == session.run);
        QVERIFY(back == session);
        QVERIFY(readBack(Session()) == Session());
    }

    void aFullDiskLeavesWhatWasThere()
    {
        const QTemporaryDir folder;
        const SessionStore store(folder.path());
        QVERIFY(store.save(fullSession()).ok());
        Session larger = fullSession();
        larger.request.body = std::string(50'000, 'x');
        {
            const DiskOf disk(4096);
            const Result<Done> saved = store.save(larger);
            QVERIFY(!saved.ok());
            QVERIFY2(saved.error().text().contains(QStringLiteral("cannot write this file")),
                     qPrintable(saved.error().text()));
        }
        QVERIFY(store.load().value().session == fullSession());
    }

    void aPipeInItsPlaceIsTold()
    {
        const QTemporaryDir folder;
        const SessionStore store(folder.path());
        QCOMPARE(::mkfifo(QFile::encodeName(store.path()).constData(), 0600), 0);
        const Result<ReadSession> read = store.load();
        QVERIFY(!read.ok());
    }

    void secretsAreNotWrittenAndAreTold()
    {
        const std::string secret = kCanary;
        Session session = fullSession();
        session.request.url = "https://user:" + secret + "@h/?X-Amz-Signature=" + secret;
        session.request.headers = {{{"authorization", "Bearer " + secret},
                                    {"Set-Cookie", secret},
                                    {"X", "kept"},
                                    {"X-Api-Key", secret},
                                    {"X-Amz-Security-Token", secret},
                                    {"Proxy-Authorization", secret},
                                    {"Referer", "https://h/?Signature=" + secret},
                                    {"Cookie", ""}}};
        session.request.body = "Action=x&Signature=" + secret;
        session.request.wire.proxyUrl = "http://u:" + secret + "@proxy:1";
        QVERIFY(!session.script.edited->steps.empty());
        session.script.edited->steps.front().headers = {{{"Set-Cookie", secret}}};
        session.script.edited->request = RequestSpec{.url = "/", .headers = {{{"Authorization", secret}}}};
        session.policy.draft = "http://u:" + secret + "@h/";
        session.expectations = {"attempts<=3", "header(Authorization)==\"Bearer " + secret + '"'};
        const QByteArray bytes = sessionBytes(session);
        QVERIFY2(!bytes.contains(kCanary), bytes.constData());

        const Session back = sessionFromJson(bytes, {}).value().session;
        QCOMPARE(back.request.headers.entries[0].name, std::string("authorization"));
        QCOMPARE(back.expectations.size(), 2U);
        QCOMPARE(back.expectations[0], std::string("attempts<=3"));
        QCOMPARE(back.request.headers.entries[0].value, std::string());
        QCOMPARE(back.request.headers.entries[2].value, std::string("kept"));
        QVERIFY(back.request.headers.entries[6].value.starts_with("https://h/?Signature="));
        const std::vector<NotKeptPart> expected{{NotKept::Header, "authorization"},
                                                {NotKept::Header, "Set-Cookie"},
                                                {NotKept::Header, "X-Api-Key"},
                                                {NotKept::Header, "X-Amz-Security-Token"},
                                                {NotKept::Header, "Proxy-Authorization"},
                                                {NotKept::Header, "Referer"},
                                                {NotKept::Url, ""},
                                                {NotKept::Proxy, ""},
                                                {NotKept::Body, ""},
                                                {NotKept::Script, ""},
                                                {NotKept::Policy, ""}};
        QVERIFY(back.notKept == expected);
        QVERIFY(readBack(back) == back); // until it is typed again
    }

    void aLargeBodyIsLeftOutAndTold()
    {
        Session session;
        session.request.body = std::string(kMostSessionBody, 'x');
        QVERIFY(readBack(session) == session);
        session.request.body += 'x';
        const Session back = readBack(session);
        QVERIFY(back.request.body.empty());
        QVERIFY((back.notKept == std::vector{NotKeptPart{NotKept::Body, {}}}));
    }

    void aLargeDraftOfAPolicyIsLeftOutAndTold()
    {
        Session session;
        session.policy.draft = std::string(kMostSessionBody, 'x');
        QVERIFY(readBack(session) == session);
        session.policy.draft += 'x';
        const Session back = readBack(session);
        QVERIFY(back.policy.draft.empty());
        QVERIFY((back.notKept == std::vector{NotKeptPart{NotKept::Policy, {}}}));
    }

    void whatIsUnknownOrMissingDoesNoHarm()
    {
        const Result<ReadSession> read = sessionFromJson(
            R"({"format": "retryscope.session/1", "later": {"a": 1}, "run": {"calls": 5, "later": 1}})",
            QStringLiteral("f"));
        QVERIFY(read.ok());
        Session expected;
        expected.run.calls = 5;
        QVERIFY(read.value().session == expected);
        QVERIFY(read.value().problems.isEmpty());
    }

    void aWrongPartHasItsDefaultsAndIsTold()
    {
        const Result<ReadSession> read = sessionFromJson(
            R"({"format": "retryscope.session/1", "room": "fleet", "run": {"calls": 0, "clients": 7}, "auth": [],
                "policy": {"id": "x", "edited": {"format": "retryscope.policy/1"}}, "request": {"method": "PUT"}})",
            QStringLiteral("f"));
        QVERIFY(read.ok());
        const Session& session = read.value().session;
        QCOMPARE(session.room, std::string("fleet"));
        QCOMPARE(session.run.clients, 1);
        QCOMPARE(session.policy.id, std::string("x"));
        QVERIFY(!session.policy.edited);
        QCOMPARE(session.request.method, std::string("PUT"));
        QCOMPARE(read.value().problems.size(), 3);
        QCOMPARE(read.value().problems[1],
                 QStringLiteral("f: run.calls: found 0, expected a whole number from 1 to 1000000"));
    }

    void aMissingFileIsAFreshSession()
    {
        const QTemporaryDir folder;
        const SessionStore store(folder.filePath(QStringLiteral("not/there")));
        const Result<ReadSession> read = store.load();
        QVERIFY(read.ok());
        QVERIFY(read.value().session == Session());
        QVERIFY(read.value().problems.isEmpty());
    }

    void onlyTheOwnerCanReadWhatIsSaved()
    {
        const QTemporaryDir folder;
        const SessionStore store(folder.filePath(QStringLiteral("data")));
        QVERIFY(store.save(fullSession()).ok());
        QFile::setPermissions(store.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther);
        QVERIFY(store.save(fullSession()).ok());
        const QFileDevice::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup |
                                                QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
        QVERIFY(!(QFileInfo(store.path()).permissions() & others));
        QVERIFY(!(QFileInfo(folder.filePath(QStringLiteral("data"))).permissions() & others));
        QVERIFY(store.load().value().session == fullSession());
    }

    void aDamagedFileIsMovedAside_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("cut") << sessionBytes(fullSession()).left(500);
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("another format") << QByteArray("{\"format\": \"retryscope.record/1\"}");
        QTest::newRow("a later version") << QByteArray("{\"format\": \"retryscope.session/2\"}");
        QTest::newRow("nothing like it") << QByteArray("\xff\x00\x01", 3);
    }
    void aDamagedFileIsMovedAside()
    {
        QFETCH(QByteArray, content);
        const QTemporaryDir folder;
        const SessionStore store(folder.path());
        for (int round = 0; round < 2; ++round) {
            QFile file(store.path());
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(content);
            file.close();
            const Result<ReadSession> read = store.load();
            QVERIFY(read.ok());
            QVERIFY(read.value().session == Session());
            QCOMPARE(read.value().problems.size(), 1);
            QVERIFY(read.value().problems.front().contains(QStringLiteral("session.json.damaged")));
            QVERIFY(!QFile::exists(store.path()));
            QFile aside(store.path() + QStringLiteral(".damaged"));
            QVERIFY(aside.open(QIODevice::ReadOnly));
            QCOMPARE(aside.readAll(), content);
        }
        QVERIFY(store.save(fullSession()).ok());
        QVERIFY(store.load().value().session == fullSession());
    }

    void aFolderThatCannotBeMadeIsTold()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("file")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const Result<Done> saved = SessionStore(folder.filePath(QStringLiteral("file/data"))).save({});
        QVERIFY(!saved.ok());
        QCOMPARE(saved.error().kind, Error::Kind::Environment);
    }

    /// Only in the process that the next test starts: saves one session after the other until it is killed.
    void savesUntilItIsKilled()
    {
        const QString folder = qEnvironmentVariable(kSaveInto);
        const SessionStore store(folder);
        Session session = fullSession();
        for (std::uint64_t seed = 1; !folder.isEmpty(); ++seed) {
            session.run.seed = seed;
            session.request.body = std::string(seed % 7 * 10'000, static_cast<char>('a' + seed % 26));
            if (!store.save(session)) {
                return;
            }
            const QByteArray line = "saved " + QByteArray::number(static_cast<qulonglong>(seed)) + '\n';
            fwrite(line.constData(), 1, static_cast<std::size_t>(line.size()), stdout);
            fflush(stdout);
        }
    }

    void aProcessThatIsKilledLeavesAWholeSession()
    {
        const QTemporaryDir folder;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QString::fromLatin1(kSaveInto), folder.path());
        for (int round = 0; round < 10; ++round) {
            QProcess process;
            process.setProcessEnvironment(environment);
            process.start(QCoreApplication::applicationFilePath(),
                          {QStringLiteral("tst_session_store"), QStringLiteral("savesUntilItIsKilled")});
            QByteArray output;
            while (output.count("saved ") < 3 + round * 3 && process.waitForReadyRead()) {
                output += process.readAll();
                for (int look = 0; look < 5; ++look) { // nobody ever sees half of one
                    const QStringList problems = SessionStore(folder.path()).load().value().problems;
                    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
                }
            }
            process.kill();
            QVERIFY(process.waitForFinished());
            output += process.readAll();
            output.truncate(output.lastIndexOf('\n'));
            const std::uint64_t told = output.mid(output.lastIndexOf("saved ") + 6).toULongLong();
            QVERIFY2(told > 0, output.constData());

            const Result<ReadSession> read = SessionStore(folder.path()).load();
            QVERIFY(read.ok());
            QVERIFY2(read.value().problems.isEmpty(), qPrintable(read.value().problems.join(u'\n')));
            const std::uint64_t seed = read.value().session.run.seed;
            QVERIFY(seed == told || seed == told + 1);
            Session expected = fullSession();
            expected.run.seed = seed;
            expected.request.body = std::string(seed % 7 * 10'000, static_cast<char>('a' + seed % 26));
            QVERIFY(read.value().session == expected);
        }
    }
};

RETRYSCOPE_TEST(TstSessionStore)
#include "tst_session_store.moc"
