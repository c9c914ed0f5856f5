// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/lab.h"
#include "tests/support/strict_main.h"
#include "ui/explanation/explanation_panel.h"
#include "ui/explanation/trace_rows.h"

#include <QLabel>
#include <QListView>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

Policy policyWithTokens()
{
    Policy policy = test::plainPolicy();
    policy.quota = test::plainQuota();
    policy.backoff = test::plainBackoff();
    return policy;
}

QStringList captionsOf(const TraceTable& trace)
{
    QStringList captions;
    for (const TraceRow& row : trace.rows) {
        if (row.isCaption) {
            captions += QString::fromStdString(row.sentence.title);
        }
    }
    return captions;
}

const TraceRow& decidingRowOf(const TraceTable& trace)
{
    return trace.rows.at(static_cast<std::size_t>(trace.deciding));
}

const AttemptRecord& attemptOf(const RunRecord& record, std::size_t attempt)
{
    return record.calls().front().attempts[attempt];
}

} // namespace

class TstTraceRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findingsStandUnderTheirCaptions();
    void theMatchingRuleDecidesARetry();
    void aLimitOutranksTheRuleWhenItStopsTheCall();
    void captionsCannotBeSelected();
    void eachRuleThatWasTriedHasARow();
    void thePanelSaysWhyInOneSentence();
    void aRunningAttemptHasNoReasonsYet();
};

void TstTraceRows::findingsStandUnderTheirCaptions()
{
    const RunRecord record = test::runOf(policyWithTokens(), {test::response(503), test::response(200)});
    const TraceTable trace = traceOf(*record.header().policy, attemptOf(record, 0));

    const QStringList captions = captionsOf(trace);
    QCOMPARE(captions.first(), QStringLiteral("Who responded"));
    for (const char* expected : {"Rules, in order", "Limits", "Delay", "Retry quota"}) {
        QVERIFY2(captions.contains(QString::fromLatin1(expected)), expected);
    }
}

void TstTraceRows::theMatchingRuleDecidesARetry()
{
    const RunRecord record = test::runOf(policyWithTokens(), {test::response(503), test::response(200)});
    const TraceTable trace = traceOf(*record.header().policy, attemptOf(record, 0));

    const TraceRow& deciding = decidingRowOf(trace);
    QCOMPARE(deciding.sentence.mark, SentenceMark::Matched);
    QVERIFY(!deciding.endsCall);
}

void TstTraceRows::aLimitOutranksTheRuleWhenItStopsTheCall()
{
    const RunRecord record = test::runOf(policyWithTokens(), {test::response(503)});
    const TraceTable trace = traceOf(*record.header().policy, attemptOf(record, 2));

    const TraceRow& deciding = decidingRowOf(trace);
    QCOMPARE(deciding.sentence.mark, SentenceMark::Blocked);
    QVERIFY(deciding.endsCall);
}

void TstTraceRows::captionsCannotBeSelected()
{
    const RunRecord record = test::runOf(policyWithTokens(), {test::response(200)});
    ExplanationPanel panel;
    panel.display(record, attemptOf(record, 0));
    const std::vector<TraceRow> rows = traceOf(*record.header().policy, attemptOf(record, 0)).rows;

    const QAbstractItemModel& model = *panel.findChild<QListView*>(QStringLiteral("whyFindings"))->model();
    QCOMPARE(static_cast<std::size_t>(model.rowCount()), rows.size());
    for (int row = 0; row < model.rowCount(); ++row) {
        QCOMPARE(model.index(row, 0).flags().testFlag(Qt::ItemIsSelectable),
                 !rows[static_cast<std::size_t>(row)].isCaption);
    }
}

void TstTraceRows::eachRuleThatWasTriedHasARow()
{
    Policy policy = policyWithTokens();
    Condition never;
    never.statusIn = {{418, 418}};
    policy.rules.insert(policy.rules.begin(), test::ruleFor("teapot", never, ErrorKind::Transient));
    const RunRecord record = test::runOf(policy, {test::response(503), test::response(200)});
    const TraceTable trace = traceOf(*record.header().policy, attemptOf(record, 0));

    QVERIFY(std::ranges::any_of(
        trace.rows, [](const TraceRow& row) { return row.sentence.mark == SentenceMark::NotMatched; }));
}

void TstTraceRows::thePanelSaysWhyInOneSentence()
{
    const RunRecord record = test::runOf(policyWithTokens(), {test::response(404)});
    ExplanationPanel panel;

    panel.display(record, attemptOf(record, 0));

    QCOMPARE(panel.findChild<QLabel*>(QStringLiteral("whyHeadline"))->text(),
             QStringLiteral("Why attempt 1 was the last"));
    QVERIFY(!panel.findChild<QLabel*>(QStringLiteral("whySentence"))->text().isEmpty());
    QVERIFY(panel.text().contains(QStringLiteral("Rules, in order")));
}

void TstTraceRows::aRunningAttemptHasNoReasonsYet()
{
    const RunRecord record = test::runOf(policyWithTokens(), {test::response(200)});
    AttemptRecord running = attemptOf(record, 0);
    running.isRunning = true;
    ExplanationPanel panel;

    panel.display(record, running);

    QCOMPARE(panel.findChild<QLabel*>(QStringLiteral("whyHeadline"))->text(),
             QStringLiteral("Attempt 1 is under way"));
}

RETRYSCOPE_TEST(TstTraceRows)
#include "tst_trace_rows.moc"
