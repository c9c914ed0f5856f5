// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/record_json.h"
#include "core/io/files/run_store.h"
#include "core/io/text/input_file.h"
#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <random>
#include <string_view>
#include <thread>
#include <vector>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace retryscope;
using namespace retryscope::test;

namespace {

/// RETRYSCOPE_KILLS=200: as `./dev soak` has it.
int killsWanted()
{
    bool isNumber = false;
    const int kills = qEnvironmentVariableIntValue("RETRYSCOPE_KILLS", &isNumber);
    return isNumber ? kills : 8;
}

/// Responds 200 to every request and remembers when it came, on a thread of its own, so that it is as quick
/// as a server. On one connection the next request says that the call before it had ended in the client.
class CountingServer
{
public:
    CountingServer()
    {
        m_clock.start();
        m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* any = reinterpret_cast<sockaddr*>(&address);
        const bool isOpen = ::bind(m_listener, any, size) == 0 && ::listen(m_listener, 4) == 0 &&
                            ::getsockname(m_listener, any, &size) == 0;
        m_port = isOpen ? ntohs(address.sin_port) : 0;
        m_thread = std::thread([this] { serve(); });
    }
    ~CountingServer()
    {
        ::shutdown(m_listener, SHUT_RDWR); // ends accept()
        m_thread.join();
        ::close(m_listener);
    }
    CountingServer(const CountingServer&) = delete;
    CountingServer& operator=(const CountingServer&) = delete;

    [[nodiscard]] QString url() const { return QStringLiteral("http://127.0.0.1:%1/").arg(m_port); }
    [[nodiscard]] qint64 now() const { return m_clock.elapsed(); }
    /// Of the first request; -1: none came.
    [[nodiscard]] qint64 firstAsked() const
    {
        const std::lock_guard lock(m_mutex);
        return m_arrivals.empty() ? -1 : m_arrivals.front();
    }
    /// Calls that had ended by then for certain.
    [[nodiscard]] std::size_t endedBy(qint64 moment) const
    {
        const std::lock_guard lock(m_mutex);
        const auto after = std::upper_bound(m_arrivals.begin(), m_arrivals.end(), moment);
        return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - m_arrivals.begin() - 1, 0));
    }

private:
    void serve()
    {
        for (int client = 0; (client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
            respond(client);
            ::close(client);
        }
    }
    void respond(int client)
    {
        constexpr std::string_view kResponse = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
        constexpr int kPause = 1;         // milliseconds: some hundred calls a second are enough
        std::array<char, 4096> request{}; // more than one of these has
        while (::recv(client, request.data(), request.size(), 0) > 0) {
            {
                const std::lock_guard lock(m_mutex);
                m_arrivals.push_back(now());
            }
            ::poll(nullptr, 0, kPause);
            if (::send(client, kResponse.data(), kResponse.size(), MSG_NOSIGNAL) < 0) {
                return;
            }
        }
    }

    int m_listener = -1;
    int m_port = 0;
    QElapsedTimer m_clock;
    mutable std::mutex m_mutex;
    std::vector<qint64> m_arrivals;
    std::thread m_thread;
};

/// A program that sends to a server of its own until it is killed.
struct Victim
{
    CountingServer server;
    QProcess process;
    qint64 lifeTime = 0;  ///< milliseconds from its first request
    qint64 killedAt = -1; ///< by the server's clock
};

/// Waits for the first request, then for the end of the life time, and kills.
bool kill(Victim& victim)
{
    if (!QTest::qWaitFor([&victim] { return victim.server.firstAsked() >= 0; }, 30'000)) {
        return false;
    }
    const qint64 end = victim.server.firstAsked() + victim.lifeTime;
    if (!QTest::qWaitFor([&victim, end] { return victim.server.now() >= end; }, 30'000)) {
        return false;
    }
    victim.killedAt = victim.server.now();
    victim.process.kill();
    return victim.process.waitForFinished(30'000);
}

io::Result<RunRecord> recordIn(const QString& path)
{
    const io::Result<std::unique_ptr<QIODevice>> device = io::openToRead(path);
    return device ? io::readRecord(*device.value(), path) : io::Result<RunRecord>(device.error());
}

std::size_t endedCalls(const RunRecord& record)
{
    return static_cast<std::size_t>(
        std::count_if(record.calls().begin(), record.calls().end(),
                      [](const CallRecord& call) { return call.verdict == CallVerdict::Succeeded; }));
}

} // namespace

/// Programs that are killed in the midst of a run.
class TstKilledRuns : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void noCallThatEndedASecondBeforeIsLost()
    {
        constexpr int kAtOnce = 4;
        constexpr qint64 kGrace = 1000; // milliseconds
        std::mt19937 dice(20261122);
        std::uniform_int_distribution<qint64> life(20, 2400);
        std::size_t calls = 0;
        for (int done = 0; done < killsWanted(); done += kAtOnce) {
            std::vector<std::unique_ptr<Victim>> victims;
            for (int number = 0; number < kAtOnce; ++number) {
                victims.push_back(std::make_unique<Victim>());
                Victim& victim = *victims.back();
                victim.lifeTime = life(dice);
                startProgram(victim.process, {QStringLiteral("run"), QStringLiteral("--calls"),
                                              QStringLiteral("1000000"), QStringLiteral("--url"),
                                              victim.server.url(), QStringLiteral("--output"), path(number)});
            }
            std::sort(victims.begin(), victims.end(),
                      [](const auto& left, const auto& right) { return left->lifeTime < right->lifeTime; });
            for (const auto& victim : victims) {
                QVERIFY(kill(*victim));
                const QString journal = victim->process.arguments().last() + QStringLiteral(".partial");
                QVERIFY(!QFile::exists(victim->process.arguments().last()));
                const io::Result<RunRecord> record = recordIn(journal);
                QVERIFY2(record.ok(), qPrintable(record.ok() ? QString() : record.error().text()));
                QVERIFY(record.value().header().isCutOff);
                const std::size_t certain = victim->server.endedBy(victim->killedAt - kGrace);
                const std::size_t kept = endedCalls(record.value());
                QVERIFY2(
                    kept >= certain,
                    qPrintable(
                        QStringLiteral("%1 of %2 after %3 ms").arg(kept).arg(certain).arg(victim->killedAt)));
                QVERIFY(kept <= victim->server.endedBy(victim->server.now()) + 1);
                calls += kept;
                QVERIFY(QFile::remove(journal));
            }
        }
        qInfo("%d kills, %zu calls kept", killsWanted(), calls);
    }

    void theWindowFindsWhatItWasKilledIn()
    {
        const QString data = m_folder.filePath(QStringLiteral("share"));
        QProcessEnvironment environment = plainEnvironment();
        environment.insert(QStringLiteral("XDG_STATE_HOME"), data);
        environment.insert(QStringLiteral("XDG_DATA_HOME"), m_folder.filePath(QStringLiteral("data")));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder.filePath(QStringLiteral("config")));
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        Victim victim;
        victim.lifeTime = 1500;
        const auto start = [&environment](QProcess& process, const QStringList& arguments) {
            process.setProcessEnvironment(environment);
            process.start(QStringLiteral(RETRYSCOPE_WINDOW_PROGRAM), arguments);
        };
        start(victim.process, {QStringLiteral("--url"), victim.server.url(), QStringLiteral("--calls"),
                               QStringLiteral("100000"), QStringLiteral("--send")});
        QVERIFY(kill(victim));
        const QString runs = data + QStringLiteral("/retryscope/runs");
        const QStringList left =
            QDir(runs).entryList({QStringLiteral(".running-*")}, QDir::Files | QDir::Hidden);
        QCOMPARE(left.size(), 1);
        struct stat status = {};
        QCOMPARE(::stat(QFile::encodeName(runs + u'/' + left.first()).constData(), &status), 0);
        QCOMPARE(static_cast<int>(status.st_mode & 0777U), 0600);

        QProcess next;
        start(next, {});
        const io::RunStore store(runs);
        const auto list = [&store] {
            const io::Result<io::RunList> runList = store.list();
            return runList ? runList.value().runs : std::vector<io::RunSummary>();
        };
        QTRY_COMPARE_WITH_TIMEOUT(list().size(), std::size_t{1}, 30'000);
        const io::RunSummary run = list().front();
        QVERIFY(run.isCutOff);
        QVERIFY(static_cast<std::size_t>(run.succeeded) >= victim.server.endedBy(victim.killedAt - 1000));
        QVERIFY(run.succeeded > 0);
        QTRY_VERIFY(
            QDir(runs).entryList({QStringLiteral(".running-*")}, QDir::Files | QDir::Hidden).isEmpty());
        next.kill();
        QVERIFY(next.waitForFinished(30'000));
    }

private:
    [[nodiscard]] QString path(int number) const
    {
        return m_folder.filePath(QStringLiteral("run-%1.json").arg(number));
    }

    QTemporaryDir m_folder;
};

RETRYSCOPE_TEST(TstKilledRuns)
#include "tst_killed_runs.moc"
