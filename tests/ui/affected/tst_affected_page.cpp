// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"
#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/affected/affected_columns.h"
#include "ui/affected/affected_page.h"
#include "ui/parts/chooser_list.h"
#include "ui/policy/policy_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

#include <map>
#include <memory>
#include <string>

using namespace retryscope;
using namespace retryscope::ui;

/// *Am I affected?*: what this machine asks for, and what every SDK makes of it.
class TstAffectedPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open({}); }
    void cleanup()
    {
        m_page.reset();
        m_lab.reset();
    }

    void whatThisMachineSaysIsShownWithItsOrigin()
    {
        QCOMPARE(text("affectedSetting0"), QStringLiteral("not set"));
        QCOMPARE(text("affectedSetting2"), QStringLiteral("not set"));
        QVERIFY(!find<QLabel>("affectedProblems").isVisible());
        open({{"AWS_RETRY_MODE", "standard"}, {"AWS_NEW_RETRIES_2026", "true"}});
        QCOMPARE(text("affectedSetting0"), QStringLiteral("standard (AWS_RETRY_MODE)"));
        QCOMPARE(text("affectedSetting2"), QStringLiteral("true (AWS_NEW_RETRIES_2026)"));
    }

    void aBadValueIsAProblem()
    {
        open({{"AWS_RETRY_MODE", "<b>fast</b>"}});
        QVERIFY(find<QLabel>("affectedProblems").isVisible());
        QVERIFY2(text("affectedProblems").contains(QStringLiteral("AWS_RETRY_MODE is \"<b>fast</b>\"")),
                 qPrintable(text("affectedProblems")));
        QCOMPARE(find<QLabel>("affectedProblems").textFormat(), Qt::PlainText);
        QCOMPARE(find<QLabel>("affectedSetting0").textFormat(), Qt::PlainText);
    }

    void settingsThatCannotBeReadAreAProblem()
    {
        m_page = std::make_unique<AffectedPage>(m_library, [] {
            return io::Result<RetrySettings>(
                io::Error{io::Error::Kind::BadUsage, QStringLiteral("there is no profile \"x\""), {}});
        });
        m_page->show();
        QVERIFY(text("affectedProblems").contains(QStringLiteral("there is no profile \"x\"")));
        QVERIFY(table().model()->rowCount() > 10);
    }

    void everySdkHasARowFromTodayToAfter()
    {
        QCOMPARE(cell("Python", 1), QStringLiteral("legacy → standard"));
        QCOMPARE(cell("Python", 2), QStringLiteral("5 → 3"));
        QVERIFY(affected("Python"));
        open({{"AWS_RETRY_MODE", "legacy"}});
        QVERIFY(!affected("Python"));
        QCOMPARE(cell("Python", 2), QStringLiteral("5"));
        open({{"AWS_NEW_RETRIES_2026", "false"}}); // nobody reads it any more
        QVERIFY(affected("Python"));
    }

    void theServiceIsChosenOrTyped()
    {
        auto& box = find<QComboBox>("affectedService");
        QCOMPARE(box.currentText(), QStringLiteral("generic"));
        box.lineEdit()->setFocus();
        box.lineEdit()->selectAll();
        QTest::keyClicks(box.lineEdit(), QStringLiteral("dynamodb"));
        QTest::keyClick(box.lineEdit(), Qt::Key_Return);
        QCOMPARE(cell("Python", 2), QStringLiteral("10 → 4"));
    }

    void theKeysWalkAndTheChangesOfTheSdkAreSaid()
    {
        select("Python");
        QCOMPARE(text("affectedSdk"), QStringLiteral("Python (boto3, botocore)"));
        QVERIFY2(text("affectedChanges").contains(QStringLiteral("• Attempts: 5 → 3")),
                 qPrintable(text("affectedChanges")));
        QVERIFY(text("affectedStanding")
                    .startsWith(QStringLiteral("The 2026 rules are the default since 1.44.0")));
        QVERIFY(text("affectedRemarks").contains(QStringLiteral("AWS_MAX_ATTEMPTS=5 alone")));
        const QString before = text("affectedSdk");
        table().setFocus();
        QTest::keyClick(&table(), Qt::Key_Down);
        QVERIFY(text("affectedSdk") != before);
    }

    void whatKeepsTheOldRulesIsCopied()
    {
        select("Python");
        QCOMPARE(text("affectedKeep"), QStringLiteral("AWS_RETRY_MODE=legacy"));
        QSignalSpy notes(m_page.get(), &AffectedPage::noteFound);
        QTest::mouseClick(&find<QPushButton>("affectedKeepCopy"), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("AWS_RETRY_MODE=legacy"));
        QCOMPARE(notes.size(), 1);
    }

    void whereNothingChangesThatIsAllThatIsSaid()
    {
        select("JavaScript 2");
        QVERIFY(!affected("JavaScript 2"));
        QVERIFY2(text("affectedChanges").startsWith(QStringLiteral("Nothing changes")),
                 qPrintable(text("affectedChanges")));
        QVERIFY(!find<QLabel>("affectedKeep").isVisible());
    }

    void anotherVersionIsAskedAboutAndStaysWithItsSdk()
    {
        select("Python");
        auto& version = find<QLineEdit>("affectedVersion");
        QVERIFY(version.text().isEmpty());
        version.setFocus();
        QTest::keyClicks(&version, QStringLiteral("x1.29.27")); // what begins no version is not taken
        QTest::keyClick(&version, Qt::Key_Return);
        QCOMPARE(version.text(), QStringLiteral("1.29.27"));
        QCOMPARE(find<QPushButton>("affectedLeftPolicy").text(), QStringLiteral("botocore-1.29.27-legacy"));
        QCOMPARE(find<QPushButton>("affectedRightPolicy").text(), QStringLiteral("botocore-1.44.0-standard"));
        table().setFocus();
        QTest::keyClick(&table(), Qt::Key_Up);
        QVERIFY(version.text().isEmpty());
        select("Python");
        QCOMPARE(version.text(), QStringLiteral("1.29.27"));
        version.setFocus();
        version.clear();
        QTest::keyClick(&version, Qt::Key_Return);
        QVERIFY(affected("Python"));
    }

    void twoVersionsAreComparedBothWays()
    {
        select("Python");
        const auto type = [this](const char* field, const char* version) {
            auto& edit = find<QLineEdit>(field);
            edit.setFocus();
            edit.selectAll();
            QTest::keyClicks(&edit, QString::fromLatin1(version));
            QTest::keyClick(&edit, Qt::Key_Return);
        };
        type("affectedVersion", "1.44.0");
        type("affectedToVersion", "1.43.67");
        QCOMPARE(find<QPushButton>("affectedLeftPolicy").text(), QStringLiteral("botocore-1.44.0-standard"));
        QCOMPARE(find<QPushButton>("affectedRightPolicy").text(), QStringLiteral("botocore-1.43.67-legacy"));
        QVERIFY2(text("affectedChanges").contains(QStringLiteral("Attempts: 3 → 5")),
                 qPrintable(text("affectedChanges")));
        find<QLineEdit>("affectedToVersion").clear();
        QTest::keyClick(&find<QLineEdit>("affectedToVersion"), Qt::Key_Return);
        QVERIFY(text("affectedChanges").contains(QStringLiteral("Attempts: 5 → 3")));
    }

    void theLinkUnderTheListLeadsHereAndAPresetBack()
    {
        m_lab = std::make_unique<test::WindowLab>();
        QTest::keyClick(m_lab->window.get(), Qt::Key_8, Qt::ControlModifier);
        QTest::mouseClick(&m_lab->find<QPushButton>("policiesAffectedButton"), Qt::LeftButton);
        QVERIFY(m_lab->find<QWidget>("affectedPage").isVisible());
        auto& policy = m_lab->find<QPushButton>("affectedRightPolicy");
        QTRY_VERIFY(policy.isVisible());
        const QString wanted = policy.text();
        QTest::mouseClick(&policy, Qt::LeftButton);
        QVERIFY(!m_lab->find<QWidget>("affectedPage").isVisible());
        QVERIFY(m_lab->find<PolicyPanel>("policyReader").isVisible());
        const auto& list = m_lab->find<QListView>("policiesList");
        QCOMPARE(m_lab->library.policy(wanted).value().title,
                 m_lab->library.policy(list.currentIndex().data(ChooserIdRole).toString()).value().title);
    }

    /// The entry that is selected already is no change of the selection.
    void aClickInTheListLeavesThePage()
    {
        m_lab = std::make_unique<test::WindowLab>();
        QVERIFY(m_lab->window->showPanel(QStringLiteral("affected")));
        auto& list = m_lab->find<QListView>("policiesList");
        list.scrollTo(list.currentIndex());
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(list.currentIndex()).center());
        QVERIFY(!m_lab->find<QWidget>("affectedPage").isVisible());
        QVERIFY(m_lab->find<PolicyPanel>("policyPanel").isVisible());
    }

    void aCommandOpensIt()
    {
        m_lab = std::make_unique<test::WindowLab>();
        QTest::keyClick(m_lab->window.get(), Qt::Key_K, Qt::ControlModifier);
        QWidget* search = QApplication::focusWidget();
        QVERIFY(search != nullptr);
        QTest::keyClicks(search, QStringLiteral("new_retries_2026"));
        QTest::keyClick(search, Qt::Key_Return);
        QTRY_VERIFY(m_lab->window->findChild<QWidget*>(QStringLiteral("affectedPage")) != nullptr);
        QVERIFY(m_lab->find<QWidget>("affectedPage").isVisible());
    }

    void itFitsASmallWindow()
    {
        m_lab = std::make_unique<test::WindowLab>();
        m_lab->window->resize(1024, 700);
        QVERIFY(m_lab->window->showPanel(QStringLiteral("affected")));
        QCoreApplication::processEvents();
        QCOMPARE(m_lab->window->size(), QSize(1024, 700));
    }

private:
    void open(std::map<std::string, std::string> environment)
    {
        m_page = std::make_unique<AffectedPage>(m_library, [environment] {
            return io::Result<RetrySettings>(resolveRetrySettings({.environment = environment}));
        });
        m_page->resize(900, 700);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    }
    template <typename Widget>
    Widget& find(const char* name)
    {
        auto* widget = m_page->findChild<Widget*>(QString::fromLatin1(name));
        Q_ASSERT_X(widget != nullptr, "find", name);
        return *widget;
    }
    QString text(const char* name) { return find<QLabel>(name).text(); }
    QTableView& table() { return find<QTableView>("affectedTable"); }
    QModelIndex indexOf(const char* title, int column = 0)
    {
        for (int row = 0; row < table().model()->rowCount(); ++row) {
            if (table().model()->index(row, 0).data().toString() == QLatin1String(title)) {
                return table().model()->index(row, column);
            }
        }
        return {};
    }
    QString cell(const char* title, int column) { return indexOf(title, column).data().toString(); }
    bool affected(const char* title)
    {
        return indexOf(title).data(CellRole::Tone).toInt() == static_cast<int>(Tone::Strong);
    }
    void select(const char* title)
    {
        const QModelIndex index = indexOf(title);
        QVERIFY(index.isValid());
        table().scrollTo(index);
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, table().visualRect(index).center());
    }

    io::Library m_library;
    std::unique_ptr<AffectedPage> m_page;
    std::unique_ptr<test::WindowLab> m_lab;
};

RETRYSCOPE_TEST(TstAffectedPage)
#include "tst_affected_page.moc"
