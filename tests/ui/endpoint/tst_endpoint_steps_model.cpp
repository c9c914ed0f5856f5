// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/endpoint/endpoint_steps_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

EndpointStep responding(int status, const std::string& reason)
{
    EndpointStep step;
    step.status = status;
    step.reason = reason;
    return step;
}

/// Positions and titles, `1 503 Slow Down | ∞ 200 OK`.
QString textOf(const EndpointStepsModel& model)
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, 0);
        rows +=
            index.data(EndpointStepsModel::MarkRole).toString() + QLatin1Char(' ') + index.data().toString();
    }
    return rows.join(QStringLiteral(" | "));
}

} // namespace

class TstEndpointStepsModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theLastStepIsMarkedAsRepeating();
    void movesKeepEveryStep_data();
    void movesKeepEveryStep();
    void aMoveToItsOwnPlaceIsNone();
    void anInsertedStepStandsWhereItWasPut();
    void removingTheLastMovesTheMark();
    void repeatedStepsSayHowOften();
    void faultsSayWhatHappens();

private:
    EndpointStepsModel m_model;
    QAbstractItemModelTester m_tester{&m_model};
};

void TstEndpointStepsModel::init()
{
    m_model.setRows({responding(503, "Slow Down"), responding(500, "Oops"), responding(200, "OK")});
}

void TstEndpointStepsModel::theLastStepIsMarkedAsRepeating()
{
    QCOMPARE(textOf(m_model), QStringLiteral("1 503 Slow Down | 2 500 Oops | ∞ 200 OK"));
}

void TstEndpointStepsModel::movesKeepEveryStep_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<QString>("expected");
    QTest::newRow("down") << 0 << 1 << QStringLiteral("1 500 Oops | 2 503 Slow Down | ∞ 200 OK");
    QTest::newRow("to the end") << 0 << 2 << QStringLiteral("1 500 Oops | 2 200 OK | ∞ 503 Slow Down");
    QTest::newRow("up") << 2 << 0 << QStringLiteral("1 200 OK | 2 503 Slow Down | ∞ 500 Oops");
}

void TstEndpointStepsModel::movesKeepEveryStep()
{
    QFETCH(int, from);
    QFETCH(int, to);
    QFETCH(QString, expected);
    const QSignalSpy edited(&m_model, &EndpointStepsModel::edited);

    m_model.move(from, to);

    QCOMPARE(textOf(m_model), expected);
    QCOMPARE(edited.count(), 1);
}

void TstEndpointStepsModel::aMoveToItsOwnPlaceIsNone()
{
    const QSignalSpy edited(&m_model, &EndpointStepsModel::edited);

    m_model.move(1, 1);

    QCOMPARE(edited.count(), 0);
}

void TstEndpointStepsModel::anInsertedStepStandsWhereItWasPut()
{
    m_model.insert(1, m_model.at(0));

    QCOMPARE(textOf(m_model), QStringLiteral("1 503 Slow Down | 2 503 Slow Down | 3 500 Oops | ∞ 200 OK"));
}

void TstEndpointStepsModel::removingTheLastMovesTheMark()
{
    QVERIFY(m_model.removeRows(2, 1));

    QCOMPARE(textOf(m_model), QStringLiteral("1 503 Slow Down | ∞ 500 Oops"));
}

void TstEndpointStepsModel::repeatedStepsSayHowOften()
{
    EndpointStep step = responding(503, "Slow Down");
    step.repeat = 4;

    m_model.set(0, step);

    QCOMPARE(textOf(m_model), QStringLiteral("×4 503 Slow Down | 2 500 Oops | ∞ 200 OK"));
}

void TstEndpointStepsModel::faultsSayWhatHappens()
{
    EndpointStep step;
    step.fault = Misbehaviour::Reset;

    m_model.set(0, step);

    const QModelIndex index = m_model.index(0, 0);
    QCOMPARE(index.data().toString(), QStringLiteral("connection reset"));
    QCOMPARE(index.data(EndpointStepsModel::DetailRole).toString(), QStringLiteral("RST, no bytes"));
}

RETRYSCOPE_TEST(TstEndpointStepsModel)
#include "tst_endpoint_steps_model.moc"
