// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"
#include "tests/support/strict_main.h"
#include "tests/ui/proxy/sample_bench.h"
#include "ui/proxy/bench_filter.h"
#include "ui/proxy/bench_model.h"
#include "ui/proxy/bench_words.h"
#include "ui/proxy/side_text.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace retryscope;
using namespace retryscope::test;
using namespace retryscope::ui;

namespace {

std::vector<Policy> twoPolicies()
{
    const io::Library library;
    return {library.policy(QStringLiteral("cpp-1.11.332-default")).value(),
            library.policy(QStringLiteral("jsv3-3.1169.0-standard")).value()};
}

std::vector<BenchModel::Client> clientsOf(const std::vector<Policy>& policies)
{
    std::vector<BenchModel::Client> clients;
    for (const Policy& policy : policies) {
        clients.push_back(
            {policy.id, QString::fromStdString(shortNameOf(policy)), QString::fromStdString(policy.title)});
    }
    return clients;
}

} // namespace

class TstBenchModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aRowSaysWhatTheBoxChanged();
    void aClientThatDecidesOtherwiseIsTold();
    void whatCameTwiceIsTold();
    void rowsThatAreToComeAreThereAndEmpty();
    void filtersLeaveTheirRows();
    void anEarlierBenchMarksWhatWasMended();
    void textOfOthersIsOneBoundedLine();
    void aSideIsBoundedInLinesAndLength();

private:
    QString text(int row, int column) { return m_model->index(row, column).data().toString(); }

    std::vector<Policy> m_policies = twoPolicies();
    std::unique_ptr<BenchModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TstBenchModel::init()
{
    m_tester.reset();
    m_model = std::make_unique<BenchModel>();
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get());
    m_model->setClients(clientsOf(m_policies));
    m_model->setBench(sampleBench(m_policies));
}

void TstBenchModel::aRowSaysWhatTheBoxChanged()
{
    QCOMPARE(text(0, BenchModel::Behaviour), QStringLiteral("503 SlowDown"));
    QCOMPARE(m_model->index(0, 0).data(BenchModel::DetailRole).toString(),
             QStringLiteral("Throttled, wait 2 seconds"));
    QCOMPARE(text(0, BenchModel::Status), QStringLiteral("429"));
    QCOMPARE(text(0, BenchModel::Name), QStringLiteral("429"));
    QVERIFY2(text(0, BenchModel::Body).startsWith(QStringLiteral("XML, ")),
             qPrintable(text(0, BenchModel::Body)));
    QCOMPARE(text(0, BenchModel::HeaderFields), QStringLiteral("− Retry-After"));
    QCOMPARE(text(0, BenchModel::Arrivals), QStringLiteral("once"));
    QCOMPARE(text(2, BenchModel::HeaderFields), QStringLiteral("kept"));
    QVERIFY(!m_model->index(2, BenchModel::Body).data(BenchModel::IsStrongRole).toBool());
    QVERIFY(m_model->index(0, BenchModel::Body).data(BenchModel::IsStrongRole).toBool());
}

void TstBenchModel::aClientThatDecidesOtherwiseIsTold()
{
    QCOMPARE(text(0, BenchModel::FirstPolicy), QStringLiteral("retry > stop"));
    QCOMPARE(text(2, BenchModel::FirstPolicy), QStringLiteral("retry"));
    const QString tip = m_model->index(0, BenchModel::FirstPolicy).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QStringLiteral("Directly: retries (throttling")), qPrintable(tip));
    QVERIFY2(tip.contains(QStringLiteral("Through the proxy: does not retry")), qPrintable(tip));
}

void TstBenchModel::whatCameTwiceIsTold()
{
    QCOMPARE(text(1, BenchModel::Behaviour), QStringLiteral("POST: connection reset before the response"));
    QCOMPARE(text(1, BenchModel::Arrivals), QStringLiteral("2 times"));
    const QString tip = m_model->index(1, BenchModel::Arrivals).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QStringLiteral("processed twice")), qPrintable(tip));
}

void TstBenchModel::rowsThatAreToComeAreThereAndEmpty()
{
    Scenario behaviours;
    behaviours.steps.push_back(EndpointStep{.status = 503, .id = "slow-down", .title = "Throttled"});
    behaviours.steps.push_back(EndpointStep{.fault = Misbehaviour::Reset, .id = "reset", .title = "Reset"});
    m_model->plan(behaviours);

    QCOMPARE(m_model->rowCount(), 2);
    QCOMPARE(text(0, BenchModel::Behaviour), QStringLiteral("503"));
    QCOMPARE(text(0, BenchModel::Status), QString());
    QCOMPARE(m_model->probedRows(), 0);

    m_model->setRow(sampleBench(m_policies).rows.front());
    QCOMPARE(m_model->probedRows(), 1);
    QCOMPARE(text(0, BenchModel::Status), QStringLiteral("429"));
}

void TstBenchModel::filtersLeaveTheirRows()
{
    BenchFilter filter(m_model.get());
    const auto rowsOf = [&filter](BenchFilter::Show rows) {
        filter.show(rows);
        QStringList ids;
        for (int row = 0; row < filter.rowCount(); ++row) {
            ids += filter.index(row, BenchModel::Behaviour).data().toString();
        }
        return ids;
    };
    const QString slow = QStringLiteral("503 SlowDown");
    const QString post = QStringLiteral("POST: connection reset before the response");
    QCOMPARE(rowsOf(BenchFilter::All).size(), 3);
    QVERIFY(rowsOf(BenchFilter::Flips).contains(slow));
    QCOMPARE(rowsOf(BenchFilter::Duplicates), QStringList(post));
    QCOMPARE(rowsOf(BenchFilter::HeadersLost), QStringList(slow));
    QCOMPARE(rowsOf(BenchFilter::Changed), QStringList());
}

void TstBenchModel::anEarlierBenchMarksWhatWasMended()
{
    m_model->setBench(mendedBench(m_policies));
    m_model->compareWith(sampleBench(m_policies));

    QCOMPARE(m_model->markOf(0), BenchModel::Mended);
    QCOMPARE(m_model->markOf(2), BenchModel::Unmarked);
    QCOMPARE(m_model->markedRows(), 1);
    m_model->compareWith({});
    QCOMPARE(m_model->markedRows(), 0);
}

void TstBenchModel::textOfOthersIsOneBoundedLine()
{
    Bench bench = sampleBench(m_policies);
    const std::string wild = "<b>x</b>\n\x1b[31m" + std::string(100'000, 'y');
    bench.rows[0].title = wild;
    bench.rows[0].behaviour = "503";
    bench.rows[0].lostHeaders = {wild};
    bench.rows[0].client = responseFacts(429, {}, "<Error><Code>" + wild + "</Code></Error>");
    m_model->setBench(std::move(bench));
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const QModelIndex cell = m_model->index(0, column);
        for (const int role : {static_cast<int>(Qt::DisplayRole), static_cast<int>(BenchModel::DetailRole)}) {
            const QString shown = cell.data(role).toString();
            QVERIFY2(shown.size() < 500, qPrintable(shown.left(100)));
            QVERIFY(!shown.contains(QLatin1Char('\n')) && !shown.contains(QChar(0x1b)));
        }
        QVERIFY(!cell.data(Qt::ToolTipRole).toString().contains(QStringLiteral("<b>x")));
    }
}

void TstBenchModel::aSideIsBoundedInLinesAndLength()
{
    const AttemptFacts facts =
        responseFacts(200, {}, std::string(300'000, 'x') + std::string(100'000, '\n') + "end");
    const QStringList lines = sideLines(facts);

    QVERIFY(lines.size() <= 1010);
    for (const QString& line : lines) {
        QVERIFY(line.size() < 600);
    }
}

RETRYSCOPE_TEST(TstBenchModel)
#include "tst_bench_model.moc"
