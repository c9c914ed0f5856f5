// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bounds/bounds_page.h"

#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/bounds/bounds_tables.h"
#include "ui/parts/chooser_button.h"
#include "ui/parts/duration_box.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>

#include <memory>

using namespace retryscope;
using namespace retryscope::test;
using namespace retryscope::ui;

class TstBoundsPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_lab = std::make_unique<WindowLab>();
        QVERIFY(m_lab->window->choosePolicy(QStringLiteral("dynamodb-guide")));
        QVERIFY(m_lab->window->chooseScenario(QStringLiteral("dynamodb-outage")));
        QTest::keyClick(m_lab->window.get(), Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(m_lab->window->findChild<BoundsPage*>() != nullptr);
        QVERIFY(QTest::qWaitForWindowActive(m_lab->window->findChild<BoundsPage*>()));
    }

    void cleanup() { m_lab.reset(); }

    void theCurrentPolicyIsAskedAboutFirst()
    {
        QVERIFY2(find<ChooserButton>("boundsPolicy").text().startsWith(QStringLiteral("In use: DynamoDB")),
                 qPrintable(find<ChooserButton>("boundsPolicy").text()));
        QCOMPARE(headline(), QStringLiteral("Without the deadline a caller waits 53.4 s in the worst case. "
                                            "The server sees 11 requests."));
        QVERIFY2(sentences().contains(
                     QStringLiteral("The deadline of 30 s ends the call after 10 complete attempts.")),
                 qPrintable(sentences()));
    }

    void aConflictOfTheDocumentStandsBesideTheNumbers()
    {
        QVERIFY2(
            sentences().contains(QStringLiteral("Another point of the document can be read in two ways, too. "
                                                "The document gives delays of up to 50, 100, 200 ms")),
            qPrintable(sentences()));
    }

    void anotherPolicyInTheWindowIsFollowed()
    {
        QVERIFY(m_lab->window->choosePolicy(QStringLiteral("botocore-1.29.27-standard")));
        QCOMPARE(find<ChooserButton>("boundsPolicy").text(),
                 QStringLiteral("In use: botocore 1.29 standard"));
        QVERIFY(headline().contains(QStringLiteral(" on average, and ")));
    }

    void aChosenPolicyIsAskedAbout()
    {
        auto& policy = find<ChooserButton>("boundsPolicy");
        QTest::mouseClick(&policy, Qt::LeftButton);
        auto* search = policy.findChild<QLineEdit*>(QStringLiteral("chooserSearch"));
        QTest::keyClicks(search, QStringLiteral("polly 8"));
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(policy.currentId(), QStringLiteral("polly-8-default"));
        QVERIFY2(headline().contains(QStringLiteral("The server sees 1 request.")), qPrintable(headline()));
    }

    void editsChangeTheSentence()
    {
        type("boundsTime", "2 s");
        QVERIFY2(headline().contains(QStringLiteral("waits 73.2 s")), qPrintable(headline()));
        type("boundsDeadline", "2 min");
        QVERIFY2(sentences().contains(QStringLiteral("long enough for all 11 attempts")),
                 qPrintable(sentences()));
        type("boundsDeadline", "0");
        QVERIFY2(!sentences().contains(QStringLiteral("deadline")), qPrintable(sentences()));
    }

    void theFailureDecidesWhetherItIsTriedAgain()
    {
        auto& failure = find<QComboBox>("boundsFailure");
        failure.setFocus();
        failure.setCurrentIndex(failure.findText(QStringLiteral("Status 400")));
        QVERIFY2(headline().contains(QStringLiteral("does not retry this failure")), qPrintable(headline()));
    }

    void layersMultiplyTheRequests()
    {
        auto& layers = find<QTableView>("boundsLayers");
        layers.setFocus();
        for (const int row : {0, 1}) {
            layers.setCurrentIndex(layers.model()->index(row, 0));
            QTest::keyClick(&layers, Qt::Key_Space);
        }
        QVERIFY2(headline().contains(QStringLiteral("sees 66 requests (3 × 11 × 2)")),
                 qPrintable(headline()));
        QVERIFY(find<QTableView>("boundsNested").isVisible());
        layers.model()->setData(layers.model()->index(0, 1), 5);
        QVERIFY2(headline().contains(QStringLiteral("(5 × 11 × 2)")), qPrintable(headline()));
    }

    void aLayerCanBeAddedAndRemoved()
    {
        QTest::mouseClick(&find<QPushButton>("boundsAddLayer"), Qt::LeftButton);
        QVERIFY2(headline().contains(QStringLiteral("22 requests (2 × 11)")), qPrintable(headline()));
        auto& layers = find<QTableView>("boundsLayers");
        layers.setCurrentIndex(layers.model()->index(2, 0));
        QTest::mouseClick(&find<QPushButton>("boundsRemoveLayer"), Qt::LeftButton);
        QVERIFY2(headline().contains(QStringLiteral("11 requests.")), qPrintable(headline()));
    }

    void manyCallsSayWhenTokensRunOut()
    {
        QVERIFY(m_lab->window->choosePolicy(QStringLiteral("botocore-1.29.27-standard")));
        auto& calls = find<QSpinBox>("boundsCalls");
        calls.setFocus();
        calls.selectAll();
        QTest::keyClicks(&calls, QStringLiteral("100"));
        QVERIFY2(sentences().contains(QStringLiteral("From call 51 on, the retry quota is too low")),
                 qPrintable(sentences()));
    }

    void theSentencesAreCopied()
    {
        QTest::mouseClick(&find<QPushButton>("boundsCopy"), Qt::LeftButton);
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.startsWith(QStringLiteral("**dynamodb-guide**: ")), qPrintable(copied));
        QVERIFY2(copied.contains(QStringLiteral("| delay before | starts: best |")), qPrintable(copied));
        QVERIFY(copied.contains(QStringLiteral("ends the call after 10 complete attempts")));
        const auto labels = m_lab->window->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text() == QStringLiteral("Copied the bounds as Markdown.");
        }));
    }

    void everyAttemptIsHeldAgainstTheDeadline()
    {
        const QAbstractItemModel& attempts = *find<QTableView>("boundsAttempts").model();
        QCOMPARE(attempts.rowCount(), 11);
        const auto row = [&attempts](int number) {
            QStringList cells;
            for (int column = 0; column < attempts.columnCount(); ++column) {
                cells += attempts.index(number - 1, column).data().toString();
            }
            return cells.join(QStringLiteral(" | "));
        };
        // The rows of the command line's report.
        QCOMPARE(row(1), QStringLiteral("1 | 0 ms | 0 ms | 0 ms | 0 ms | ends in time"));
        QCOMPARE(row(2), QStringLiteral("2 | 50 ms | 250 ms | 250 ms | 250 ms | ends in time"));
        QCOMPARE(row(11), QStringLiteral("11 | 25.6 s | 53.1 s | 53.1 s | 53.1 s | does not start"));
    }

    void theLayersModelIsSound()
    {
        EditableTable<LayerRow> model(layerColumns(), nullptr);
        model.setRows(usualLayers());
        const auto taken = [&model](bool isBehind) {
            return takenLayers(model.rows(), isBehind);
        };
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(taken(false).empty() && taken(true).empty());
        QVERIFY(model.setData(model.index(1, model.columnOf("name")), Qt::Checked, Qt::CheckStateRole));
        QVERIFY(model.setData(model.index(1, model.columnOf("delay")), QStringLiteral("1.5 s")));
        QVERIFY(!model.setData(model.index(1, model.columnOf("delay")), QStringLiteral("soon")));
        QVERIFY(!model.setData(model.index(1, model.columnOf("attempts")), 0));
        QCOMPARE(taken(true).size(), std::size_t{1});
        QCOMPARE(taken(true).front(), (RetryLayer{"proxy", 2, std::chrono::milliseconds{1500}}));
        QVERIFY(
            model.setData(model.index(1, model.columnOf("serverSide")), Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(taken(false).size(), std::size_t{1});
        model.insert(2, {.layer = {.name = "third", .attempts = 2}});
        model.removeRows(0, 1);
        model.removeRows(7, 1);
        QCOMPARE(model.rowCount(), 2);
    }

private:
    template <typename Type>
    Type& find(const char* name)
    {
        return m_lab->find<Type>(name);
    }
    QString headline() { return find<QLabel>("boundsHeadline").text().replace(QChar::Nbsp, u' '); }
    QString sentences() { return find<QLabel>("boundsSentences").text().replace(QChar::Nbsp, u' '); }
    void type(const char* name, const char* text)
    {
        auto& box = find<DurationBox>(name);
        box.setFocus();
        box.selectAll();
        QTest::keyClicks(&box, QString::fromLatin1(text));
        QTest::keyClick(&box, Qt::Key_Return);
    }

    std::unique_ptr<WindowLab> m_lab;
};

RETRYSCOPE_TEST(TstBoundsPage)
#include "tst_bounds_page.moc"
