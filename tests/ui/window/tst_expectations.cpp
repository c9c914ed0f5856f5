// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/parts/verdict_sign.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTableView>
#include <QTest>

using namespace retryscope;
using namespace retryscope::test;

/// What a run has to fulfil, beside its request.
class TstExpectations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_lab = std::make_unique<WindowLab>(); }
    void cleanup() { m_lab.reset(); }
    void aSuccessIsRedIfOneDoesNotHold();
    void aLineThatCannotBeReadSaysWhere();
    void theyComeBackWithTheForm();
    void aPastedTextWithAResponseIsJudged();

private:
    void write(const QString& text);
    [[nodiscard]] QString shown() { return m_lab->find<QLabel>("outcomeExpected").text(); }

    std::unique_ptr<WindowLab> m_lab;
};

void TstExpectations::write(const QString& text)
{
    m_lab->find<QAction>("expectationsAction").trigger();
    auto& editor = m_lab->find<QPlainTextEdit>("expectationText");
    QVERIFY(editor.isVisible());
    editor.selectAll();
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        QTest::keyClicks(&editor, line);
        QTest::keyClick(&editor, Qt::Key_Return);
    }
}

void TstExpectations::aSuccessIsRedIfOneDoesNotHold()
{
    m_lab->simulate("s3-slowdown-then-ok");
    QVERIFY(m_lab->find<QLabel>("outcomeTitle").text().contains(QStringLiteral("Succeeded")));
    QVERIFY(!m_lab->find<QLabel>("outcomeExpected").isVisible());
    write(QStringLiteral("attempts<=3"));
    QCOMPARE(shown(), QStringLiteral("All expectations hold."));
    write(QStringLiteral("attempts<=2"));
    QVERIFY2(shown().contains(
                 QStringLiteral("0 of 1 expectations hold. Not met: attempts&lt;=2: call 1: attempts is 3")),
             qPrintable(shown()));
    QVERIFY(m_lab->find<QLabel>("expectationState").text().contains(QStringLiteral("✗ attempts<=2")));
    // What is expected belongs to no run: the form has not changed.
    QVERIFY(!m_lab->find<QLabel>("formChangedPill").isVisible());
    // The link leads to the last attempt of the call, wherever the user is.
    auto& table = m_lab->find<QTableView>("attemptsTable");
    table.selectRow(0);
    const QRegularExpression link(QStringLiteral("href=\"([0-9.]+)\""));
    const QString target = link.match(shown()).captured(1);
    QCOMPARE(target, QStringLiteral("0.2"));
    Q_EMIT m_lab->find<QLabel>("outcomeExpected").linkActivated(target);
    QCOMPARE(table.currentIndex().row(), 2);
}

void TstExpectations::aLineThatCannotBeReadSaysWhere()
{
    m_lab->simulate("s3-slowdown-then-ok");
    write(QStringLiteral("\n\nattempts<=x"));
    const QString state = m_lab->find<QLabel>("expectationState").text();
    QVERIFY2(state.contains(QStringLiteral("Line 3, column 11")), qPrintable(state));
    QVERIFY(shown().isEmpty());
}

void TstExpectations::theyComeBackWithTheForm()
{
    m_lab->find<QAction>("expectationsAction").trigger();
    auto& editor = m_lab->find<QPlainTextEdit>("expectationText");
    QTest::keyClicks(&editor, QStringLiteral("p99<2s"));
    m_lab->find<QAction>("undoAction").trigger();
    QCOMPARE(editor.toPlainText(), QString());
    m_lab->find<QAction>("redoAction").trigger();
    QCOMPARE(editor.toPlainText(), QStringLiteral("p99<2s"));
}

void TstExpectations::aPastedTextWithAResponseIsJudged()
{
    const QString file = m_lab->path("mc.txt");
    QFile text(file);
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write("mc: <DEBUG> GET /b HTTP/1.1\nHost: h\n\nmc: <DEBUG> HTTP/1.1 503 Slow\nRetry-After: 120\n\n"
               "<Error><Code>SlowDown</Code></Error>mc: <DEBUG> Response Time: 30 ms\n");
    text.close();
    const io::Result<io::Done> opened = m_lab->window->openPath(file);
    QVERIFY2(opened.ok(), qPrintable(opened ? QString() : opened.error().text()));
    QTRY_VERIFY(m_lab->find<QPlainTextEdit>("judgeText").isVisible());
}

RETRYSCOPE_TEST(TstExpectations)
#include "tst_expectations.moc"
