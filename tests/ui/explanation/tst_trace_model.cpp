// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/lab.h"
#include "tests/support/strict_main.h"
#include "ui/explanation/explanation_panel.h"
#include "ui/explanation/trace_model.h"

#include <QAbstractItemModelTester>
#include <QLabel>

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

QStringList captionsOf(const TraceModel& model)
{
    QStringList captions;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.at(row).isCaption) {
            captions += model.text(row, 0);
        }
    }
    return captions;
}

const AttemptRecord& attemptOf(const RunRecord& record, std::size_t attempt)
{
    return record.calls().front().attempts[attempt];
}

} // namespace

class TstTraceModel : public QObject
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

void TstTraceModel::findingsStandUnderTheirCaptions()
{
    const RunRecord record = test::runOf(policyWithTokens(), {test::response(503), test::response(200)});
    TraceModel model;
    const QAbstractItemModelTester tester(&model);

    model.display(*record.header().policy, attemptOf(record, 0));

    const QStringList captions = captionsOf(model);
    QCOMPARE(captions.first(), QStringLiteral("Who responded"));
    for (const char* expected : {"Rules, in order", "Limits", "Delay", "Retry quota"}) {
        QVERIFY2(captions.contains(QString::fromLatin1(expected)), expected);
    }
}

void TstTraceModel::theMatchingRuleDecidesARetry()
{
    const RunRecord record = test::runOf(policyWithTokens(), {test::response(503), test::response(200)});
    TraceModel model;

    model.display(*record.header().policy, attemptOf(record, 0));

    const TraceRow& deciding = model.at(model.decidingRow());
    QCOMPARE(deciding.sentence.mark, SentenceMark::Matched);
    QVERIFY(!deciding.endsCall);
}

void TstTraceModel::aLimitOutranksTheRuleWhenItStopsTheCall()
{
    const RunRecord record = test::runOf(policyWithTokens(), {test::response(503)});
    TraceModel model;

    model.display(*record.header().policy, attemptOf(record, 2));

    const TraceRow& deciding = model.at(model.decidingRow());
    QCOMPARE(deciding.sentence.mark, SentenceMark::Blocked);
    QVERIFY(deciding.endsCall);
}

void TstTraceModel::captionsCannotBeSelected()
{
    const RunRecord record = test::runOf(policyWithTokens(), {test::response(200)});
    TraceModel model;
    model.display(*record.header().policy, attemptOf(record, 0));

    for (int row = 0; row < model.rowCount(); ++row) {
        QCOMPARE(model.flags(model.index(row, 0)).testFlag(Qt::ItemIsSelectable), !model.at(row).isCaption);
    }
}

void TstTraceModel::eachRuleThatWasTriedHasARow()
{
    Policy policy = policyWithTokens();
    Condition never;
    never.statusIn = {{418, 418}};
    policy.rules.insert(policy.rules.begin(), test::ruleFor("teapot", never, ErrorKind::Transient));
    const RunRecord record = test::runOf(policy, {test::response(503), test::response(200)});
    TraceModel model;

    model.display(*record.header().policy, attemptOf(record, 0));

    int notMatched = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        notMatched += model.at(row).sentence.mark == SentenceMark::NotMatched ? 1 : 0;
    }
    QVERIFY(notMatched >= 1);
}

void TstTraceModel::thePanelSaysWhyInOneSentence()
{
    const RunRecord record = test::runOf(policyWithTokens(), {test::response(404)});
    ExplanationPanel panel;

    panel.display(record, attemptOf(record, 0));

    QCOMPARE(panel.findChild<QLabel*>(QStringLiteral("whyHeadline"))->text(),
             QStringLiteral("Why attempt 1 was the last"));
    QVERIFY(!panel.findChild<QLabel*>(QStringLiteral("whySentence"))->text().isEmpty());
    QVERIFY(panel.text().contains(QStringLiteral("Rules, in order")));
}

void TstTraceModel::aRunningAttemptHasNoReasonsYet()
{
    const RunRecord record = test::runOf(policyWithTokens(), {test::response(200)});
    AttemptRecord running = attemptOf(record, 0);
    running.isRunning = true;
    ExplanationPanel panel;

    panel.display(record, running);

    QCOMPARE(panel.findChild<QLabel*>(QStringLiteral("whyHeadline"))->text(),
             QStringLiteral("Attempt 1 is under way"));
}

RETRYSCOPE_TEST(TstTraceModel)
#include "tst_trace_model.moc"
