// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/call_grouping.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace retryscope::test {

namespace {

/// What became of one attempt: the call that the grouping put it to, how sure that is, and the true one.
struct Placed
{
    int truth = 0;
    int call = 0; ///< index in the record
};

struct Figures
{
    int attempts = 0;
    int right = 0;
    int sure = 0; ///< attempts in calls with a confidence of kSure or more
    int sureAndRight = 0;
    int inMixed = 0;   ///< attempts in calls that have attempts of several
    int saidMixed = 0; ///< of these, in calls that say so, or are not sure

    void add(const Figures& more)
    {
        attempts += more.attempts;
        right += more.right;
        sure += more.sure;
        sureAndRight += more.sureAndRight;
        inMixed += more.inMixed;
        saidMixed += more.saidMixed;
    }
    [[nodiscard]] double share() const { return attempts == 0 ? 1 : double(right) / attempts; }
    [[nodiscard]] double calibration() const { return sure == 0 ? 1 : double(sureAndRight) / sure; }
};

constexpr double kSure = 0.9;

/// What the recorder was told of the calls of one client: tests/data/grouping/README.md.
class EventLog
{
public:
    explicit EventLog(const QList<QByteArray>& lines) : m_grouping(recordedHeader(WallTime{1767225600000}))
    {
        for (const QByteArray& line : lines) {
            take(line.split('\t'));
        }
        m_grouping.finish(m_last);
    }

    /// An attempt is in its call where the true call and the recorded one have most of each other.
    [[nodiscard]] Figures figures() const
    {
        std::map<std::pair<int, int>, int> together;
        std::map<int, std::set<int>> truthsOf;
        for (const auto& [number, placed] : m_placed) {
            ++together[{placed.truth, placed.call}];
            truthsOf[placed.call].insert(placed.truth);
        }
        std::vector<std::pair<int, std::pair<int, int>>> ordered;
        for (const auto& [pair, times] : together) {
            ordered.emplace_back(-times, pair);
        }
        std::sort(ordered.begin(), ordered.end());
        std::map<int, int> callOfTruth;
        std::map<int, int> truthOfCall;
        for (const auto& [times, pair] : ordered) {
            callOfTruth.try_emplace(pair.first, pair.second);
            truthOfCall.try_emplace(pair.second, pair.first);
        }
        Figures figures;
        for (const auto& [number, placed] : m_placed) {
            const CallSource& source = *m_grouping.record().callAt(placed.call).source;
            const bool isRight =
                callOfTruth[placed.truth] == placed.call && truthOfCall[placed.call] == placed.truth;
            const bool isSure = source.confidence >= kSure;
            const bool isMixed = truthsOf[placed.call].size() > 1;
            figures.add({.attempts = 1,
                         .right = isRight,
                         .sure = isSure,
                         .sureAndRight = isSure && isRight,
                         .inMixed = isMixed,
                         .saidMixed = isMixed && (source.isAmbiguous || !isSure)});
        }
        return figures;
    }

    [[nodiscard]] const RunRecord& record() const { return m_grouping.record(); }

private:
    void take(const QList<QByteArray>& cells)
    {
        m_last = Instant{fromMilliseconds(cells[0].toDouble())};
        if (cells[1] == "begin") {
            begin(cells);
        } else if (cells[1] == "end") {
            AttemptFacts facts = cells[3].toInt() > 0 ? response(cells[3].toInt())
                                                      : faulty(faultKindFrom(cells[3].toStdString()).value());
            auto wire = std::make_shared<WireFacts>();
            wire->connection = m_connections[cells[2].toInt()];
            facts.wire = std::move(wire);
            m_grouping.end(m_underWay[cells[2].toInt()], m_last, std::move(facts));
        } else {
            m_grouping.endConnection(cells[2].toInt(), m_last, true);
        }
    }

    /// moment, begin, number, connection, true call, method, target, body, headers
    void begin(const QList<QByteArray>& cells)
    {
        SeenRequest request;
        request.at = m_last;
        request.peer = "127.0.0.1";
        request.connection = cells[3].toInt();
        request.method = cells[5].toStdString();
        request.url = "http://127.0.0.1" + cells[6].toStdString();
        request.body = cells[7].toStdString();
        request.bodyBytes = static_cast<std::int64_t>(request.body.size());
        request.bodyHash = request.body.empty() ? 1 : qHash(cells[7]) | 1U;
        for (const QByteArray& header : cells[8].split('|')) {
            if (const qsizetype colon = header.indexOf(": "); colon > 0) {
                request.headers.add(header.left(colon).trimmed().toStdString(),
                                    header.mid(colon + 2).trimmed().toStdString());
            }
        }
        const int number = cells[2].toInt();
        m_underWay[number] = m_grouping.begin(request);
        m_connections[number] = request.connection;
        m_placed[number] = {.truth = cells[4].toInt(), .call = m_underWay[number].index};
    }

    CallGrouping m_grouping;
    Instant m_last{};
    std::map<int, SeenAttempt> m_underWay; ///< by number of the request
    std::map<int, int> m_connections;
    std::map<int, Placed> m_placed;
};

QString folder()
{
    return QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/grouping");
}

/// On these the numbers of core/recording/client_habits.cpp were chosen; the others were looked at
/// afterwards.
const QStringList& chosenOn()
{
    static const QStringList names{
        QStringLiteral("async-retry"),  QStringLiteral("curl"),          QStringLiteral("got"),
        QStringLiteral("loop-closing"), QStringLiteral("loop-constant"), QStringLiteral("loop-full-jitter"),
        QStringLiteral("urllib3"),      QStringLiteral("axios-retry"),   QStringLiteral("urllib-loop")};
    return names;
}

/// The delays of these are not longer than the pause until their next call: three retry at once, and the
/// fourth waits for 0 to 0.3 s, as long as it takes to begin the next call. Where a call of theirs ends,
/// nothing tells.
bool hasNoGaps(const QString& client)
{
    static const QStringList names{QStringLiteral("axios-retry"), QStringLiteral("superagent"),
                                   QStringLiteral("urllib3-at-once"), QStringLiteral("tenacity-httpx")};
    return names.contains(client);
}

struct LoggedClient
{
    QString client;
    QString manner; ///< row, row-mixed, apart, alike
    Figures figures;
};

std::vector<LoggedClient> logged()
{
    std::vector<LoggedClient> all;
    const QDir logs(folder());
    for (const QString& name : logs.entryList({QStringLiteral("*.tsv")}, QDir::Files, QDir::Name)) {
        QFile file(logs.filePath(name));
        if (!file.open(QIODevice::ReadOnly)) {
            continue;
        }
        std::vector<std::pair<QString, QList<QByteArray>>> sections;
        for (const QByteArray& line : file.readAll().split('\n')) {
            if (line.startsWith("# ")) {
                sections.emplace_back(QString::fromLatin1(line.mid(2)), QList<QByteArray>());
            } else if (!line.isEmpty()) {
                sections.back().second.append(line);
            }
        }
        for (const auto& [manner, lines] : sections) {
            all.push_back(
                {.client = name.chopped(4), .manner = manner, .figures = EventLog(lines).figures()});
        }
    }
    return all;
}

} // namespace

/// Which attempts are one call, held against what clients from npm, Debian and Go were known to do.
class TstCallGroupingMeasured : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_logged = logged();
        for (const LoggedClient& one : m_logged) {
            qDebug("%-26s %-10s %3d of %3d, sure %3d of %3d, mixed %d said %d%s", qPrintable(one.client),
                   qPrintable(one.manner), one.figures.right, one.figures.attempts, one.figures.sureAndRight,
                   one.figures.sure, one.figures.inMixed, one.figures.saidMixed,
                   chosenOn().contains(one.client) ? "" : " (held out)");
        }
    }

    /// Calls in a row follow each other at once, those side by side have targets or bodies of their own.
    void whatCanBeToldApartIsInItsCall_data() { rows({"row", "row-mixed", "apart"}); }
    void whatCanBeToldApartIsInItsCall()
    {
        QFETCH(QString, manner);
        QFETCH(bool, heldOut);
        Figures all;
        int clients = 0;
        for (const LoggedClient& one : m_logged) {
            if (one.manner == manner && chosenOn().contains(one.client) != heldOut &&
                (manner == QLatin1String("apart") || !hasNoGaps(one.client))) {
                all.add(one.figures);
                ++clients;
            }
        }
        QVERIFY(clients >= 6);
        QVERIFY2(all.share() >= 0.99,
                 qPrintable(QStringLiteral("%1 of %2").arg(all.right).arg(all.attempts)));
    }

    /// Side by side and equal: of what is sure as much is right as sure means, and what is mixed up says so.
    void whatCannotBeToldApartIsNotSaidToBe_data() { rows({"alike", "row", "row-mixed"}); }
    void whatCannotBeToldApartIsNotSaidToBe()
    {
        QFETCH(QString, manner);
        QFETCH(bool, heldOut);
        Figures all;
        for (const LoggedClient& one : m_logged) {
            if (one.manner == manner && chosenOn().contains(one.client) != heldOut) {
                all.add(one.figures);
            }
        }
        QVERIFY2(all.calibration() >= 0.9,
                 qPrintable(QStringLiteral("%1 of %2").arg(all.sureAndRight).arg(all.sure)));
        if (manner == QLatin1String("alike")) {
            QCOMPARE(all.saidMixed, all.inMixed);
        }
    }

private:
    static void rows(std::initializer_list<const char*> manners)
    {
        QTest::addColumn<QString>("manner");
        QTest::addColumn<bool>("heldOut");
        for (const char* manner : manners) {
            QTest::addRow("%s, chosen on", manner) << manner << false;
            QTest::addRow("%s, held out", manner) << manner << true;
        }
    }

    std::vector<LoggedClient> m_logged;
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstCallGroupingMeasured)

#include "tst_call_grouping_measured.moc"
