// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/form.h"
#include "ui/parts/panes.h"
#include "ui/parts/stack.h"
#include "ui/parts/text_space.h"

#include <QLineEdit>
#include <QSplitter>
#include <QTabBar>
#include <QTest>

using namespace retryscope::ui;

namespace {

constexpr int kSpacing = 10;

QWidget* sized(int least, QWidget* parent = nullptr)
{
    auto* widget = new QWidget(parent);
    widget->setMinimumSize(least, 20);
    widget->setMaximumHeight(20);
    return widget;
}

/// Two panes of 300 pixels at least, side by side.
struct TwoPanes
{
    TwoPanes()
    {
        splitter->addWidget(left);
        splitter->addWidget(right);
        left->setMinimumWidth(300);
        right->setMinimumWidth(300);
        field->setParent(right);
        panes.resize(800, 200);
        panes.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panes));
    }
    QWidget* left = new QWidget;
    QWidget* right = new QWidget;
    QLineEdit* field = new QLineEdit;
    QSplitter* splitter = makeSplitter(Qt::Horizontal, QStringLiteral("two"), nullptr);
    Panes panes{splitter, {QStringLiteral("Left"), QStringLiteral("Right")}};
    QTabBar* tabs = panes.findChild<QTabBar*>();
};

} // namespace

/// What happens where parts have less room than they want.
class TstRoomForParts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aLineBeginsWhereMinimumWidthsExceedTheRoom();
    void whatStretchesSharesTheRoomOfItsLine();
    void aHiddenItemTakesNoRoom();
    void panesFoldWhereTheirMinimumWidthsDoNotFit();
    void aFoldedPaneIsShownByItsTabAndByTheFocus();
    void foldedPanesKeepTheSizesThatTheUserGave();
    void aStackNeedsRoomForItsPageOnly();
    void roomForCharactersGrowsWithTheText();
};

void TstRoomForParts::aLineBeginsWhereMinimumWidthsExceedTheRoom()
{
    QWidget bar;
    auto* layout = new FlowLayout(&bar, kSpacing);
    for (int index = 0; index < 3; ++index) {
        layout->addWidget(sized(100));
    }
    QCOMPARE(layout->heightForWidth(320), 20);
    QCOMPARE(layout->heightForWidth(319), 2 * 20 + kSpacing);
    QCOMPARE(layout->heightForWidth(150), 3 * 20 + 2 * kSpacing);
    QCOMPARE(layout->minimumSize().width(), 100);
}

void TstRoomForParts::whatStretchesSharesTheRoomOfItsLine()
{
    QWidget bar;
    auto* layout = new FlowLayout(&bar, kSpacing);
    QWidget* first = sized(100);
    QWidget* wide = sized(50);
    QWidget* wider = sized(50);
    first->setMaximumWidth(100);
    layout->addWidget(first);
    layout->addWidget(wide, 1);
    layout->addWidget(wider, 2);
    layout->setGeometry({0, 0, 420, 20});
    QCOMPARE(first->width(), 100);
    QCOMPARE(wide->width(), 100);
    QCOMPARE(wider->width(), 200);
    QCOMPARE(wider->geometry().right(), 419);
}

void TstRoomForParts::aHiddenItemTakesNoRoom()
{
    QWidget bar;
    auto* layout = new FlowLayout(&bar, kSpacing);
    QWidget* first = sized(100);
    QWidget* second = sized(100);
    layout->addWidget(first);
    layout->addWidget(second);
    first->hide();
    layout->setGeometry({0, 0, 200, 20});
    QCOMPARE(second->x(), 0);
    QCOMPARE(layout->heightForWidth(100), 20);
}

void TstRoomForParts::panesFoldWhereTheirMinimumWidthsDoNotFit()
{
    TwoPanes two;
    two.field->clearFocus();
    QVERIFY(!two.panes.isFolded());
    QVERIFY(!two.tabs->isVisible());
    QCOMPARE(two.panes.minimumSizeHint().width(), 300); // of one pane

    two.panes.resize(500, 200);
    QTRY_VERIFY(two.panes.isFolded());
    QVERIFY(two.tabs->isVisible());
    QCOMPARE(two.left->width(), two.splitter->width() - two.splitter->handleWidth());
    QVERIFY(!two.right->geometry().intersects(two.splitter->rect()));

    two.right->hide(); // one pane alone needs no tabs
    QTRY_VERIFY(!two.panes.isFolded());
    two.right->show();
    QTRY_VERIFY(two.panes.isFolded());
    two.panes.resize(800, 200);
    QTRY_VERIFY(!two.panes.isFolded());
    QVERIFY(two.right->geometry().intersects(two.splitter->rect()));
}

void TstRoomForParts::aFoldedPaneIsShownByItsTabAndByTheFocus()
{
    TwoPanes two;
    two.panes.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&two.panes));
    two.field->setFocus();
    two.panes.resize(500, 200);
    QTRY_VERIFY(two.panes.isFolded());
    QTRY_VERIFY(two.right->geometry().intersects(two.splitter->rect()));
    QCOMPARE(two.tabs->currentIndex(), 1);

    QTest::mouseClick(two.tabs, Qt::LeftButton, {}, two.tabs->tabRect(0).center());
    QTRY_VERIFY(two.left->geometry().intersects(two.splitter->rect()));
    two.field->clearFocus();
    two.field->setFocus();
    QTRY_VERIFY(two.right->geometry().intersects(two.splitter->rect()));

    two.panes.showPane(two.left);
    Panes::reveal(two.field);
    QTRY_VERIFY(two.right->geometry().intersects(two.splitter->rect()));
}

void TstRoomForParts::foldedPanesKeepTheSizesThatTheUserGave()
{
    TwoPanes two;
    two.splitter->setSizes({490, 309});
    const QList<int> sizes = two.splitter->sizes();
    const QByteArray state = Panes::unfoldedState(*two.splitter);
    two.panes.resize(500, 200);
    QTRY_VERIFY(two.panes.isFolded());
    QCOMPARE(Panes::unfoldedState(*two.splitter), state);
    two.panes.resize(800, 200);
    QTRY_COMPARE(two.splitter->sizes(), sizes);
}

void TstRoomForParts::aStackNeedsRoomForItsPageOnly()
{
    Stack stack;
    stack.addWidget(sized(100));
    stack.addWidget(sized(500));
    QCOMPARE(stack.minimumSizeHint().width(), 100);
    stack.setCurrentIndex(1);
    QCOMPARE(stack.minimumSizeHint().width(), 500);
}

void TstRoomForParts::roomForCharactersGrowsWithTheText()
{
    QWidget widget;
    setLeastCharacters(&widget, 20);
    setLines(&widget, 3, 4);
    QFont large = widget.font();
    large.setPointSizeF(2 * large.pointSizeF());
    widget.setFont(large);
    QCOMPARE(widget.minimumWidth(), 20 * QFontMetrics(large).averageCharWidth());
    QCOMPARE(widget.minimumHeight(), 3 * QFontMetrics(large).lineSpacing() + 4);
    QCOMPARE(widget.maximumHeight(), widget.minimumHeight());
    setLeastCharacters(&widget, 10); // in place of the first
    QCOMPARE(widget.minimumWidth(), 10 * QFontMetrics(large).averageCharWidth());
}

RETRYSCOPE_TEST(TstRoomForParts)
#include "tst_room_for_parts.moc"
