// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"
#include "tests/support/strict_main.h"
#include "ui/parts/chooser_list.h"
#include "ui/parts/library_items.h"
#include "ui/parts/settings.h"
#include "ui/request/request_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QToolButton>

using namespace retryscope;
using namespace retryscope::ui;

/// The line on top: shows only what acts, says what Send will do.
class TstRequestBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void eachTargetShowsOnlyItsOwnFields();
    void pathsBeginWithASlash();
    void aListIsAsHighAsItsEntries();
    void sendSaysWhatItDoes();
    void sendIsStopWhileARunGoesOn();
    void goingLiveSetsTheCallsBack();
    void clientsAndTheirCallsAreSaid();
    void aSeedThatIsTypedIsKept();
    void virtualTimeIsOfferedForTheBuiltInEndpointOnly();
    void policiesAreFoundByTheirWords();
    void anExactNameIsTheFirstHit();
    void theNameOfAClientFindsWhatPeopleHave_data();
    void theNameOfAClientFindsWhatPeopleHave();
    void theListOpensAtTheTopWithTheChosenPolicy();
    void arrowsPassTheNamesOfGroups();
    void escClosesTheListAndChoosesNothing();
    void aProblemWithTheAddressIsSaidAtItUntilItIsEdited();
    void aPastedCurlCommandIsHandedOn();

private:
    template <typename Widget>
    Widget& find(const char* name)
    {
        auto* widget = m_bar->findChild<Widget*>(QString::fromLatin1(name));
        Q_ASSERT(widget != nullptr);
        return *widget;
    }
    QString send() { return find<QPushButton>("sendButton").text(); }
    void setVirtual(bool isVirtual)
    {
        QTest::mouseClick(&find<QPushButton>(isVirtual ? "clockSwitch1" : "clockSwitch0"), Qt::LeftButton);
    }
    QLineEdit& openPolicies()
    {
        QTest::mouseClick(&find<QPushButton>("policyBox"), Qt::LeftButton);
        auto* search =
            QApplication::activePopupWidget()->findChild<QLineEdit*>(QStringLiteral("chooserSearch"));
        Q_ASSERT(search != nullptr);
        return *search;
    }

    io::Library m_library;
    std::unique_ptr<RequestBar> m_bar;
};

void TstRequestBar::init()
{
    m_bar = std::make_unique<RequestBar>([this] { return policyItems(m_library); },
                                         [this] { return scenarioItems(m_library); }, [] { return 4711; });
    m_bar->resize(1400, 60);
    m_bar->show();
    m_bar->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_bar.get()));
}

void TstRequestBar::eachTargetShowsOnlyItsOwnFields()
{
    const QSignalSpy chosen(m_bar.get(), &RequestBar::targetChosen);
    QVERIFY(find<QPushButton>("scenarioBox").isVisible() && find<QLineEdit>("pathEdit").isVisible());
    QVERIFY(!find<QComboBox>("urlBox").isVisible());

    QTest::mouseClick(&find<QPushButton>("targetSwitch0"), Qt::LeftButton);

    QCOMPARE(chosen.count(), 1);
    QVERIFY(m_bar->target() == Target::UnderTest);
    QVERIFY(find<QComboBox>("urlBox").isVisible());
    QVERIFY(!find<QPushButton>("scenarioBox").isVisible() && !find<QLineEdit>("pathEdit").isVisible());
}

void TstRequestBar::aListIsAsHighAsItsEntries()
{
    QLineEdit& search = openPolicies();
    const QWidget& popup = *QApplication::activePopupWidget();
    const QRect all = popup.geometry();
    QTest::keyClicks(&search, QStringLiteral("polly 8"));
    const auto* list = popup.findChild<QListView*>(QStringLiteral("chooserList"));
    QVERIFY2(popup.height() < all.height() / 2, qPrintable(QString::number(popup.height())));
    const QModelIndex last = list->model()->index(list->model()->rowCount() - 1, 0);
    QVERIFY(list->viewport()->rect().contains(list->visualRect(last)));
    search.clear();
    QCOMPARE(popup.geometry(), all);
    QTest::keyClick(&search, Qt::Key_Escape);
}

void TstRequestBar::pathsBeginWithASlash()
{
    m_bar->setPath(QStringLiteral("bucket?x=1"));
    QCOMPARE(m_bar->path(), QStringLiteral("/bucket?x=1"));
}

void TstRequestBar::sendSaysWhatItDoes()
{
    QCOMPARE(send(), QStringLiteral("Send"));
    setVirtual(true);
    QCOMPARE(send(), QStringLiteral("Simulate"));
    find<QSpinBox>("callsBox").setValue(30);
    find<QSpinBox>("clientsBox").setValue(3);
    QCOMPARE(send(), QStringLiteral("Simulate 90 calls"));
}

void TstRequestBar::sendIsStopWhileARunGoesOn()
{
    const QSignalSpy sent(m_bar.get(), &RequestBar::sendRequested);
    const QSignalSpy stopped(m_bar.get(), &RequestBar::stopRequested);
    m_bar->setRunning(true);
    QCOMPARE(send(), QStringLiteral("Stop"));
    QTest::mouseClick(&find<QPushButton>("sendButton"), Qt::LeftButton);
    m_bar->setRunning(false);
    QCOMPARE(send(), QStringLiteral("Send"));
    QCOMPARE(sent.count(), 0);
    QCOMPARE(stopped.count(), 1);
}

void TstRequestBar::goingLiveSetsTheCallsBack()
{
    setVirtual(true);
    find<QSpinBox>("callsBox").setValue(90);
    setVirtual(false);
    QCOMPARE(m_bar->run().settings().calls, 1);
    QCOMPARE(send(), QStringLiteral("Send"));
}

void TstRequestBar::clientsAndTheirCallsAreSaid()
{
    find<QSpinBox>("clientsBox").setValue(2);
    find<QSpinBox>("callsBox").setValue(7);
    const auto run = [this] {
        return find<QPushButton>("runButton").accessibleDescription();
    };
    QVERIFY2(run().contains(QStringLiteral("2 × 7 calls · ")), qPrintable(run()));
    find<QSpinBox>("callsBox").setValue(1);
    QVERIFY2(run().contains(QStringLiteral("2 × 1 call · ")), qPrintable(run()));
}

void TstRequestBar::aSeedThatIsTypedIsKept()
{
    m_bar->run().renewSeed();
    QCOMPARE(m_bar->run().settings().seed, std::uint64_t{4711});
    auto& seed = find<QLineEdit>("seedEdit");
    seed.selectAll();
    QTest::keyClicks(&seed, QStringLiteral("23"));
    QVERIFY(find<QToolButton>("keepSeedButton").isChecked());

    m_bar->run().renewSeed();

    QCOMPARE(m_bar->run().settings().seed, std::uint64_t{23});
    QVERIFY(find<QPushButton>("runButton").accessibleDescription().contains(QStringLiteral("seed 23")));
}

void TstRequestBar::virtualTimeIsOfferedForTheBuiltInEndpointOnly()
{
    setVirtual(true);
    QTest::mouseClick(&find<QPushButton>("targetSwitch0"), Qt::LeftButton);
    QVERIFY(!m_bar->run().settings().isVirtual);
    QVERIFY(!find<QPushButton>("clockSwitch1").isEnabled());
}

void TstRequestBar::policiesAreFoundByTheirWords()
{
    QSignalSpy chosen(m_bar.get(), &RequestBar::policyChosen);
    QLineEdit& search = openPolicies();
    QTest::keyClicks(&search, QStringLiteral("python 1.43 standard"));
    auto* list = search.parentWidget()->findChild<QListView*>(QStringLiteral("chooserList"));
    for (int row = 2; row < list->model()->rowCount(); ++row) { // beneath the section and the client
        QVERIFY(list->model()->index(row, 0).data().toString().contains(QStringLiteral("1.43")));
    }

    QTest::keyClick(&search, Qt::Key_Return);

    QCOMPARE(chosen.count(), 1);
    QVERIFY(chosen.takeFirst().at(0).toString().startsWith(QStringLiteral("botocore-1.43")));
    QVERIFY(QApplication::activePopupWidget() == nullptr);
}

/// A law over all policies: id or short name and Enter takes that policy.
void TstRequestBar::anExactNameIsTheFirstHit()
{
    const std::vector<ChooserItem> items = policyItems(m_library);
    QStandardItemModel model;
    for (const ChooserItem& item : items) {
        for (const QString& name : {item.title, item.id}) {
            if (!item.isAnswer) {
                fillChooserModel(model, items, name);
                QCOMPARE(model.index(0, 0).data(ChooserIdRole).toString(), item.id);
            }
        }
    }
    const QSignalSpy chosen(m_bar.get(), &RequestBar::policyChosen);
    QLineEdit& search = openPolicies();
    QTest::keyClicks(&search, QStringLiteral("botocore 1.43 standard"));
    QTest::keyClick(&search, Qt::Key_Return);
    QCOMPARE(chosen.value(0).value(0).toString(), QStringLiteral("botocore-1.43.67-standard"));
}

void TstRequestBar::theNameOfAClientFindsWhatPeopleHave_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* typed, const char* id, const char* why) {
        QTest::newRow(typed) << QString::fromLatin1(typed) << QString::fromLatin1(id)
                             << QString::fromLatin1(why);
    };
    row("boto", "botocore-1.44.0-standard", "boto3 without settings, since 1.44.0");
    row("boto3", "botocore-1.44.0-standard", "boto3 without settings, since 1.44.0");
    row("requests", "urllib3-2-retry-default", "requests does not retry by itself");
    row("OpenAI", "openai-python-3.3.1-default", "OpenAI client for Python without settings");
    row("terraform", "go-v2-1.48.0-standard", "AWS SDK for Go");
}

void TstRequestBar::theNameOfAClientFindsWhatPeopleHave()
{
    QFETCH(const QString, typed);
    QFETCH(const QString, id);
    QFETCH(const QString, why);
    QLineEdit& search = openPolicies();
    QTest::keyClicks(&search, typed);
    const auto* list = QApplication::activePopupWidget()->findChild<QListView*>();
    QCOMPARE(list->currentIndex().row(), 0);
    QCOMPARE(list->currentIndex().data(ChooserIdRole).toString(), id);
    const QString summary = list->currentIndex().data(ChooserSummaryRole).toString();
    QVERIFY2(summary.contains(why), qPrintable(summary));
}

void TstRequestBar::theListOpensAtTheTopWithTheChosenPolicy()
{
    const Settings settings;
    m_bar = std::make_unique<RequestBar>([&] { return policyItems(m_library, &settings); },
                                         [this] { return scenarioItems(m_library); }, [] { return 4711; });
    find<ChooserButton>("policyBox").display(QStringLiteral("sdk-reference-standard"), {});
    m_bar->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_bar.get()));
    QLineEdit& search = openPolicies();
    auto* list = search.parentWidget()->findChild<QListView*>(QStringLiteral("chooserList"));
    const auto at = [list](int row) {
        return list->model()->index(row, 0);
    };
    QCOMPARE(list->currentIndex(), at(1));
    QCOMPARE(at(0).data().toString(), QStringLiteral("In use"));
    QCOMPARE(at(2).data().toString(), QStringLiteral("AWS rules in force since November 2026"));
    QVERIFY(list->viewport()->rect().contains(list->visualRect(at(3)))); // seen without scrolling
    QTest::keyClick(&search, Qt::Key_Escape);
    m_bar.reset();
}

void TstRequestBar::arrowsPassTheNamesOfGroups()
{
    QLineEdit& search = openPolicies();
    auto* list = search.parentWidget()->findChild<QListView*>(QStringLiteral("chooserList"));
    QSet<int> rows;
    for (int step = 0; step < list->model()->rowCount(); ++step) {
        QVERIFY((list->currentIndex().flags() & Qt::ItemIsSelectable) != 0);
        rows.insert(list->currentIndex().row());
        QTest::keyClick(&search, Qt::Key_Down);
    }
    int choosable = 0;
    for (int row = 0; row < list->model()->rowCount(); ++row) {
        choosable += (list->model()->index(row, 0).flags() & Qt::ItemIsSelectable) != 0 ? 1 : 0;
    }
    QCOMPARE(rows.size(), choosable);
}

void TstRequestBar::escClosesTheListAndChoosesNothing()
{
    const QSignalSpy chosen(m_bar.get(), &RequestBar::policyChosen);
    QTest::keyClick(&openPolicies(), Qt::Key_Escape);
    QVERIFY(QApplication::activePopupWidget() == nullptr);
    QCOMPARE(chosen.count(), 0);
}

void TstRequestBar::aProblemWithTheAddressIsSaidAtItUntilItIsEdited()
{
    m_bar->setTarget(Target::UnderTest);
    m_bar->showAddressProblem(QStringLiteral("no address"));
    QCOMPARE(m_bar->addressProblem(), QStringLiteral("no address"));
    QTest::keyClicks(find<QComboBox>("urlBox").lineEdit(), QStringLiteral("h"));
    QVERIFY(m_bar->addressProblem().isEmpty());
}

void TstRequestBar::aPastedCurlCommandIsHandedOn()
{
    QSignalSpy pasted(m_bar.get(), &RequestBar::pasted);
    m_bar->setTarget(Target::UnderTest);
    QLineEdit* address = find<QComboBox>("urlBox").lineEdit();
    QGuiApplication::clipboard()->setText(QStringLiteral("curl -X POST http://localhost/"));
    QTest::keySequence(address, QKeySequence::Paste);
    QCOMPARE(pasted.count(), 1);
    QVERIFY(address->text().isEmpty());
    QGuiApplication::clipboard()->setText(QStringLiteral("http://localhost/"));
    QTest::keySequence(address, QKeySequence::Paste);
    QCOMPARE(pasted.count(), 1);
    QCOMPARE(address->text(), QStringLiteral("http://localhost/"));
}

RETRYSCOPE_TEST(TstRequestBar)
#include "tst_request_bar.moc"
