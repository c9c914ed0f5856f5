// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/lab.h"
#include "tests/support/strict_gui_main.h"
#include "ui/explanation/flips_list.h"

#include <QLabel>
#include <QPushButton>

#include <memory>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

std::vector<Flip> threeFlips()
{
    return {
        {.change = NameMapped{.name = "429", .kind = ErrorKind::Throttling}, .verdictAfter = Verdict::Retry},
        {.change = StatusReplaced{.from = 429, .to = 503}, .verdictAfter = Verdict::Retry},
        {.change = StatusReplaced{.from = 429, .to = 500}, .verdictAfter = Verdict::Retry}};
}

} // namespace

class TstFlipsList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void eachChangeSaysWhoCanMakeIt();
    void ofOneSortOnlyTheNearestIsInSight();
    void theOthersComeWithAKey();
    void tryingHandsTheChangeOn();
    void theOutcomeStandsBeneathWhatWasTried();
    void anotherTryTakesTheOutcomeAway();
    void withoutFlipsItSaysWhy();
    void whoeverListensMayShowOtherFlipsAtOnce();

private:
    template <typename Widget>
    Widget& find(const char* name)
    {
        auto* widget = m_list->findChild<Widget*>(QString::fromLatin1(name));
        Q_ASSERT(widget != nullptr);
        return *widget;
    }

    std::unique_ptr<FlipsList> m_list;
};

void TstFlipsList::init()
{
    m_list = std::make_unique<FlipsList>();
    m_list->display(threeFlips());
    m_list->show();
}

void TstFlipsList::eachChangeSaysWhoCanMakeIt()
{
    QVERIFY(find<QLabel>("flipText0").text().contains(QStringLiteral("429")));
    QCOMPARE(find<QLabel>("flipOwner0").text(), QStringLiteral("client's settings · then it retries"));
    QCOMPARE(find<QLabel>("flipOwner1").text(), QStringLiteral("server or proxy · then it retries"));
    QVERIFY(find<QPushButton>("flipTry1").accessibleName().contains(QStringLiteral("503")));
}

void TstFlipsList::ofOneSortOnlyTheNearestIsInSight()
{
    QVERIFY(find<QFrame>("flip0").isVisible());
    QVERIFY(find<QFrame>("flip1").isVisible());
    QVERIFY(!find<QFrame>("flip2").isVisible());
    QCOMPARE(find<QPushButton>("flipsMoreButton").text(), QStringLiteral("1 more"));
}

void TstFlipsList::theOthersComeWithAKey()
{
    QTest::keyClick(&find<QPushButton>("flipsMoreButton"), Qt::Key_Space);

    QVERIFY(find<QFrame>("flip2").isVisible());
    QVERIFY(!find<QPushButton>("flipsMoreButton").isVisible());
}

void TstFlipsList::tryingHandsTheChangeOn()
{
    std::vector<Change> tried;
    connect(m_list.get(), &FlipsList::tried, this,
            [&tried](const Change& change) { tried.push_back(change); });

    QTest::mouseClick(&find<QPushButton>("flipTry1"), Qt::LeftButton);
    QTest::keyClick(&find<QPushButton>("flipTry0"), Qt::Key_Space);

    QVERIFY(tried == (std::vector<Change>{threeFlips()[1].change, threeFlips()[0].change}));
}

void TstFlipsList::theOutcomeStandsBeneathWhatWasTried()
{
    Change followed;
    connect(m_list.get(), &FlipsList::followed, this,
            [&followed](const Change& change) { followed = change; });
    QTest::mouseClick(&find<QPushButton>("flipTry1"), Qt::LeftButton);
    m_list->showOutcome(QStringLiteral("stops → retries"), QStringLiteral("Play it"));

    QVERIFY(find<QLabel>("flipOutcome1").isVisible());
    QCOMPARE(find<QLabel>("flipOutcome1").text(), QStringLiteral("stops → retries"));
    QVERIFY(!find<QLabel>("flipOutcome0").isVisible());
    QTest::mouseClick(&find<QPushButton>("flipAction1"), Qt::LeftButton);
    QVERIFY(followed == threeFlips()[1].change);
}

void TstFlipsList::anotherTryTakesTheOutcomeAway()
{
    QTest::mouseClick(&find<QPushButton>("flipTry1"), Qt::LeftButton);
    m_list->showOutcome(QStringLiteral("stops → retries"), QStringLiteral("Play it"));
    QTest::mouseClick(&find<QPushButton>("flipTry0"), Qt::LeftButton);

    QVERIFY(!find<QLabel>("flipOutcome1").isVisible());
    QVERIFY(!find<QPushButton>("flipAction1").isVisible());
}

void TstFlipsList::withoutFlipsItSaysWhy()
{
    m_list->display({});
    QCOMPARE(find<QLabel>("flipsReason").text(), QStringLiteral("No single change turns this around."));
    QVERIFY(!find<QPushButton>("flipsMoreButton").isVisible());
    QVERIFY(m_list->flips().empty());
}

void TstFlipsList::whoeverListensMayShowOtherFlipsAtOnce()
{
    connect(m_list.get(), &FlipsList::tried, this, [this] { m_list->display({threeFlips()[1]}); });

    QTest::mouseClick(&find<QPushButton>("flipTry0"), Qt::LeftButton);

    QCOMPARE(m_list->flips().size(), std::size_t{1});
    m_list->showOutcome(QStringLiteral("nothing was tried among these"));
}

RETRYSCOPE_GUI_TEST_MAIN(TstFlipsList)
#include "tst_flips_list.moc"
