// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/endpoint/step_text.h"

#include <QAbstractItemModelTester>

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
QString textOf(const EditableTable<EndpointStep>& model)
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        rows +=
            stepMark(model.at(row), row, row + 1 == model.rowCount()) + QLatin1Char(' ') + model.text(row, 0);
    }
    return rows.join(QStringLiteral(" | "));
}

} // namespace

class TstStepRows : public QObject
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
    EditableTable<EndpointStep> m_model{stepColumns(), nullptr};
    QAbstractItemModelTester m_tester{&m_model};
};

void TstStepRows::init()
{
    m_model.userEdited = {};
    m_model.setRows({responding(503, "Slow Down"), responding(500, "Oops"), responding(200, "OK")});
}

void TstStepRows::theLastStepIsMarkedAsRepeating()
{
    QCOMPARE(textOf(m_model), QStringLiteral("1 503 Slow Down | 2 500 Oops | ∞ 200 OK"));
}

void TstStepRows::movesKeepEveryStep_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<QString>("expected");
    QTest::newRow("down") << 0 << 1 << QStringLiteral("1 500 Oops | 2 503 Slow Down | ∞ 200 OK");
    QTest::newRow("to the end") << 0 << 2 << QStringLiteral("1 500 Oops | 2 200 OK | ∞ 503 Slow Down");
    QTest::newRow("up") << 2 << 0 << QStringLiteral("1 200 OK | 2 503 Slow Down | ∞ 500 Oops");
}

void TstStepRows::movesKeepEveryStep()
{
    QFETCH(int, from);
    QFETCH(int, to);
    QFETCH(QString, expected);
    int edited = 0;
    m_model.userEdited = [&edited] {
        ++edited;
    };

    m_model.move(from, to);

    QCOMPARE(textOf(m_model), expected);
    QCOMPARE(edited, 1);
}

void TstStepRows::aMoveToItsOwnPlaceIsNone()
{
    int edited = 0;
    m_model.userEdited = [&edited] {
        ++edited;
    };

    m_model.move(1, 1);

    QCOMPARE(edited, 0);
}

void TstStepRows::anInsertedStepStandsWhereItWasPut()
{
    m_model.insert(1, m_model.at(0));

    QCOMPARE(textOf(m_model), QStringLiteral("1 503 Slow Down | 2 503 Slow Down | 3 500 Oops | ∞ 200 OK"));
}

void TstStepRows::removingTheLastMovesTheMark()
{
    QVERIFY(m_model.removeRows(2, 1));

    QCOMPARE(textOf(m_model), QStringLiteral("1 503 Slow Down | ∞ 500 Oops"));
}

void TstStepRows::repeatedStepsSayHowOften()
{
    EndpointStep step = responding(503, "Slow Down");
    step.repeat = 4;

    m_model.set(0, step);

    QCOMPARE(textOf(m_model), QStringLiteral("×4 503 Slow Down | 2 500 Oops | ∞ 200 OK"));
}

void TstStepRows::faultsSayWhatHappens()
{
    EndpointStep step;
    step.fault = Misbehaviour::Reset;

    m_model.set(0, step);

    const QModelIndex index = m_model.index(0, 0);
    QCOMPARE(index.data().toString(), QStringLiteral("connection reset"));
    QCOMPARE(stepDetail(m_model.at(0)), QStringLiteral("RST, no bytes"));
}

RETRYSCOPE_TEST(TstStepRows)
#include "tst_step_rows.moc"
