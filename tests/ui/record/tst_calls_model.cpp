// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/call_grouping.h"
#include "tests/support/strict_main.h"
#include "ui/record/call_line.h"
#include "ui/record/calls_model.h"

#include <QSignalSpy>

#include <memory>

using namespace retryscope;
using namespace retryscope::ui;
using namespace std::chrono_literals;

namespace {

/// Calls of a client that gives ids, one after the other.
class SeenCalls
{
public:
    SeenCalls()
        : m_grouping(recordedHeader(WallTime{0}, "s3"), [this](Place place) { changed.insert(place.call); })
    {
    }

    void add(const std::vector<int>& statuses, const std::string& target = "/bucket/key")
    {
        const std::string id = std::to_string(++m_calls);
        int number = 0;
        for (const int status : statuses) {
            SeenRequest request;
            request.at = m_now;
            request.peer = "127.0.0.1";
            request.connection = 1;
            request.method = "GET";
            request.url = "http://127.0.0.1:8899" + target;
            request.headers.add("amz-sdk-invocation-id", id);
            request.headers.add("amz-sdk-request", "attempt=" + std::to_string(++number));
            const SeenAttempt attempt = m_grouping.begin(request);
            m_now += 10ms;
            AttemptFacts facts;
            facts.response = std::make_shared<const Response>(Response{.status = status});
            m_grouping.end(attempt, m_now, facts);
            m_now += 100ms;
        }
    }
    void finish() { m_grouping.finish(m_now); }
    [[nodiscard]] const RunRecord& record() const { return m_grouping.record(); }

    std::set<int> changed;

private:
    Instant m_now{};
    int m_calls = 0;
    CallGrouping m_grouping;
};

} // namespace

class TstCallsModel : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theNewestIsOnTop();
    void aFilterShowsWhatWasRetriedOrFailed();
    void aCallThatBecomesRetriedComesIntoTheFilter();
    void secretsOfATargetAreNotShown();
    void aHundredThousandCallsAreTakenInOnceEach();
};

void TstCallsModel::theNewestIsOnTop()
{
    SeenCalls calls;
    CallsModel model;
    model.setRecord(&calls.record());
    calls.add({200});
    calls.add({503, 200});
    model.update(calls.changed);

    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.callAt(model.index(0)), 1);
    QCOMPARE(model.indexOfCall(0), model.index(1));
    QVERIFY(model.index(0).data().toString().contains(QStringLiteral("2 attempts")));
    model.setRecord(nullptr);
}

void TstCallsModel::aFilterShowsWhatWasRetriedOrFailed()
{
    SeenCalls calls;
    calls.add({200});
    calls.add({503, 200});
    calls.add({503, 503});
    calls.finish();
    CallsModel model;
    model.setRecord(&calls.record());

    QCOMPARE(model.counts().calls, 3);
    QCOMPARE(model.counts().retried, 2);
    QCOMPARE(model.counts().failed, 1);
    model.show(CallsModel::Failed);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.callAt(model.index(0)), 2);
    model.show(CallsModel::Retried);
    QCOMPARE(model.rowCount(), 2);
    QVERIFY(!model.indexOfCall(0).isValid());
    model.setRecord(nullptr);
}

void TstCallsModel::aCallThatBecomesRetriedComesIntoTheFilter()
{
    SeenCalls calls;
    CallsModel model;
    model.setRecord(&calls.record());
    model.show(CallsModel::Retried);
    calls.add({503});
    model.update(calls.changed);
    QCOMPARE(model.rowCount(), 0);
    calls.add({503, 200});
    model.update(calls.changed);

    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.callAt(model.index(0)), 1);
    model.setRecord(nullptr);
}

void TstCallsModel::secretsOfATargetAreNotShown()
{
    SeenCalls calls;
    calls.add({200}, "/bucket/key?X-Amz-Signature=s3cret&x=1");
    const CallLine line = callLine(calls.record(), 0);

    QVERIFY2(line.target.contains(QStringLiteral("/bucket/key")), qPrintable(line.target));
    QVERIFY2(!line.summary().contains(QStringLiteral("s3cret")), qPrintable(line.summary()));
}

/// What a change costs does not grow with the calls that are there.
void TstCallsModel::aHundredThousandCallsAreTakenInOnceEach()
{
    SeenCalls calls;
    CallsModel model;
    model.setRecord(&calls.record());
    const QSignalSpy resets(&model, &CallsModel::modelReset);
    const QSignalSpy inserts(&model, &CallsModel::rowsInserted);
    for (int batch = 0; batch < 100; ++batch) {
        for (int call = 0; call < 1000; ++call) {
            calls.add({200});
        }
        model.update(calls.changed);
        calls.changed.clear();
    }

    QCOMPARE(model.rowCount(), 100'000);
    QCOMPARE(inserts.size(), 100);
    QCOMPARE(resets.size(), 0);
    QCOMPARE(model.callAt(model.index(0)), 99'999);
    model.setRecord(nullptr);
}

RETRYSCOPE_TEST(TstCallsModel)
#include "tst_calls_model.moc"
