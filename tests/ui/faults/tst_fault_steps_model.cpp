// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_gui_main.h"
#include "ui/faults/fault_steps_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

FaultStep answering(int status, const std::string& reason)
{
    FaultStep step;
    step.status = status;
    step.reason = reason;
    return step;
}

/// Positions and titles, `1 503 Slow Down | ∞ 200 OK`.
QString textOf(const FaultStepsModel& model)
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, FaultStepsModel::Answer);
        rows += index.data(FaultStepsModel::MarkRole).toString() + QLatin1Char(' ') + index.data().toString();
    }
    return rows.join(QStringLiteral(" | "));
}

} // namespace

class TstFaultStepsModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theLastStepIsMarkedAsRepeating();
    void movesKeepEveryStep_data();
    void movesKeepEveryStep();
    void aMoveToItsOwnPlaceIsNone();
    void duplicatesStandNextToTheirModel();
    void removingTheLastMovesTheMark();
    void repeatedStepsSayHowOften();
    void faultsSayWhatHappens();

private:
    FaultStepsModel m_model;
    QAbstractItemModelTester m_tester{&m_model};
};

void TstFaultStepsModel::init()
{
    m_model.setSteps({answering(503, "Slow Down"), answering(500, "Oops"), answering(200, "OK")});
}

void TstFaultStepsModel::theLastStepIsMarkedAsRepeating()
{
    QCOMPARE(textOf(m_model), QStringLiteral("1 503 Slow Down | 2 500 Oops | ∞ 200 OK"));
}

void TstFaultStepsModel::movesKeepEveryStep_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<QString>("expected");
    QTest::newRow("down") << 0 << 1 << QStringLiteral("1 500 Oops | 2 503 Slow Down | ∞ 200 OK");
    QTest::newRow("to the end") << 0 << 2 << QStringLiteral("1 500 Oops | 2 200 OK | ∞ 503 Slow Down");
    QTest::newRow("up") << 2 << 0 << QStringLiteral("1 200 OK | 2 503 Slow Down | ∞ 500 Oops");
}

void TstFaultStepsModel::movesKeepEveryStep()
{
    QFETCH(int, from);
    QFETCH(int, to);
    QFETCH(QString, expected);
    const QSignalSpy edited(&m_model, &FaultStepsModel::edited);

    m_model.moveStep(from, to);

    QCOMPARE(textOf(m_model), expected);
    QCOMPARE(edited.count(), 1);
}

void TstFaultStepsModel::aMoveToItsOwnPlaceIsNone()
{
    const QSignalSpy edited(&m_model, &FaultStepsModel::edited);

    m_model.moveStep(1, 1);

    QCOMPARE(edited.count(), 0);
}

void TstFaultStepsModel::duplicatesStandNextToTheirModel()
{
    m_model.duplicate(0);

    QCOMPARE(textOf(m_model), QStringLiteral("1 503 Slow Down | 2 503 Slow Down | 3 500 Oops | ∞ 200 OK"));
}

void TstFaultStepsModel::removingTheLastMovesTheMark()
{
    QVERIFY(m_model.removeRows(2, 1));

    QCOMPARE(textOf(m_model), QStringLiteral("1 503 Slow Down | ∞ 500 Oops"));
}

void TstFaultStepsModel::repeatedStepsSayHowOften()
{
    FaultStep step = answering(503, "Slow Down");
    step.repeat = 4;

    m_model.setStep(0, step);

    QCOMPARE(textOf(m_model), QStringLiteral("×4 503 Slow Down | 2 500 Oops | ∞ 200 OK"));
}

void TstFaultStepsModel::faultsSayWhatHappens()
{
    FaultStep step;
    step.fault = StepFault::Reset;

    m_model.setStep(0, step);

    const QModelIndex index = m_model.index(0, FaultStepsModel::Answer);
    QCOMPARE(index.data().toString(), QStringLiteral("reset"));
    QCOMPARE(index.data(FaultStepsModel::DetailRole).toString(), QStringLiteral("RST, no byte"));
}

RETRYSCOPE_GUI_TEST_MAIN(TstFaultStepsModel)
#include "tst_fault_steps_model.moc"
