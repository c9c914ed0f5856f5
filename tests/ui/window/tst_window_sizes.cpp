// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/bench_json.h"
#include "tests/support/strict_main.h"
#include "tests/ui/proxy/sample_bench.h"
#include "tests/ui/window/layout_faults.h"
#include "tests/ui/window/window_lab.h"
#include "ui/parts/fitted_text.h"
#include "ui/parts/panes.h"
#include "ui/parts/quiet_style.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QTest>

using namespace retryscope;
using namespace retryscope::ui;

/// Every room and every popup of the window with the longest names that there are, in twelve settings of
/// window size and text size: nothing that may not be cut is cut, no two controls overlap, none leaves the
/// window.
class TstWindowSizes : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void everyRoomFits_data() { settings(); }
    void everyRoomFits();
    void everyRoomKeepsTheRulesOfSpace();
    void everyPopupFits_data() { settings(); }
    void everyPopupFits();

private:
    static void settings();
    void applySetting();
    /// Adds the faults of this window, and where it was first seen in `places`.
    static void collect(QWidget& window, const QString& place, QMap<QString, QStringList>& places);
    static void verifyNone(const QMap<QString, QStringList>& places);

    std::unique_ptr<test::WindowLab> m_lab;
};

namespace {

constexpr int kLargestText = 10; ///< points, added to a system font of 10

/// read: gives what has this id.
template <typename Read>
QString longestTitle(const std::vector<io::Library::Entry>& entries, Read read)
{
    const auto longest =
        std::max_element(entries.begin(), entries.end(), [&read](const auto& left, const auto& right) {
            return read(left.id).value().title.size() < read(right.id).value().title.size();
        });
    return longest->id;
}

} // namespace

/// A run, a recording, a probe result and a comparison, so that no room is empty.
void TstWindowSizes::initTestCase()
{
    QApplication::setStyle(new QuietStyle);
    QFont font = QApplication::font();
    font.setPointSizeF(10);
    QApplication::setFont(font);
    m_lab = std::make_unique<test::WindowLab>();
    QVERIFY(m_lab->window->openPath(
        QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/records/boto3-standard.json")));
    std::vector<Policy> policies;
    for (const char* id : {"cpp-1.11.332-default", "jsv3-3.1169.0-standard"}) {
        policies.push_back(m_lab->library.policy(QString::fromLatin1(id)).value());
    }
    QFile bench(m_lab->path("bench.json"));
    QVERIFY(bench.open(QIODevice::WriteOnly));
    io::writeBench(bench, test::sampleBench(policies));
    bench.close();
    QVERIFY(m_lab->window->openPath(bench.fileName()));
    const io::Library& library = m_lab->library;
    const QString policy =
        longestTitle(library.policyEntries(), [&library](const QString& id) { return library.policy(id); });
    const QString scenario = longestTitle(library.scenarioEntries(),
                                          [&library](const QString& id) { return library.scenario(id); });
    QVERIFY(m_lab->window->choosePolicy(policy).ok());
    QVERIFY(m_lab->window->showPanel(QStringLiteral("endpoint")));
    m_lab->window->setCalls(25, 1); // as many as have percentiles
    m_lab->simulate(scenario.toLatin1().constData());
    m_lab->window->settle();
}

void TstWindowSizes::settings()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("points");
    for (const QSize size : {QSize(1024, 700), QSize(1440, 900), QSize(2560, 1440)}) {
        for (const int points : {0, kLargestText / 2, kLargestText}) {
            QTest::addRow("%d, %d %%", size.width(), 100 + 10 * points) << size << points;
        }
    }
    QTest::addRow("1024, back to 100 %%") << QSize(1024, 700) << 0;
    QTest::addRow("wider only") << QSize(1180, 700) << 0;
    QTest::addRow("narrower only") << QSize(1024, 700) << 0;
}

void TstWindowSizes::applySetting()
{
    QFETCH(const QSize, size);
    QFETCH(const int, points);
    m_lab->window->setSize(size);
    m_lab->window->setTextSize(points);
    QCoreApplication::processEvents();
}

void TstWindowSizes::collect(QWidget& window, const QString& place, QMap<QString, QStringList>& places)
{
    QTRY_VERIFY2(test::isAtRest(), qPrintable(place));
    const CutTexts cut;
    window.grab();
    if (qEnvironmentVariableIsSet("RETRYSCOPE_LIST_CUTS")) {
        for (const CutText& text : cut.all()) {
            qInfo("%s %s", text.loss == Loss::Nothing ? "!" : " ",
                  qPrintable(text.whole + QStringLiteral(" -> ") + text.shown));
        }
    }
    QStringList faults = test::layoutFaults(window);
    for (const QString& text : cut.forbidden()) {
        faults += QStringLiteral("cut: “%1”").arg(text);
    }
    faults.removeDuplicates();
    for (const QString& fault : faults) {
        places[fault] += place;
    }
}

/// The message of a check is too short for all of them.
void TstWindowSizes::verifyNone(const QMap<QString, QStringList>& places)
{
    for (auto entry = places.begin(); entry != places.end(); ++entry) {
        qInfo("%s: %s", qPrintable(entry.value().join(QLatin1Char(' '))), qPrintable(entry.key()));
    }
    QVERIFY2(places.isEmpty(), qPrintable(places.keys().value(0)));
}

void TstWindowSizes::everyRoomFits()
{
    applySetting();
    QMap<QString, QStringList> faults;
    QSet<QPair<const QTabBar*, int>> seen; // panes that several panels have
    m_lab->find<QAction>("welcomeAction").trigger();
    collect(*m_lab->window, QStringLiteral("welcome"), faults);
    for (const QString& panel : MainWindow::panelNames()) {
        QVERIFY(m_lab->window->showPanel(panel));
        collect(*m_lab->window, panel, faults);
        for (QTabBar* tabs : m_lab->window->findChildren<QTabBar*>()) {
            if (qobject_cast<Panes*>(tabs->parentWidget()) == nullptr) {
                continue;
            }
            for (int tab = 0; tabs->isVisible() && tab < tabs->count(); ++tab) {
                if (seen.contains({tabs, tab})) {
                    continue;
                }
                seen.insert({tabs, tab});
                QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(tab).center());
                collect(*m_lab->window, QStringLiteral("%1(%2)").arg(panel, tabs->tabText(tab)), faults);
            }
        }
    }
    // A message covers nothing, however long.
    QVERIFY(!m_lab->window->openPath(QStringLiteral("/nowhere/%1.json").arg(QString(300, u'x'))).ok());
    collect(*m_lab->window, QStringLiteral("message"), faults);
    m_lab->find<QAbstractButton>("closeMessageButton").click();
    // What opens in the panel Why: it takes no more width than the panel has.
    QVERIFY(m_lab->window->showPanel(QStringLiteral("response")));
    for (const char* opener : {"flipsMoreButton", "elsewhereMoreButton", "whyFoldButton"}) {
        m_lab->find<QAbstractButton>(opener).click();
        collect(*m_lab->window, QString::fromLatin1(opener), faults);
        m_lab->find<QAbstractButton>(opener).click();
    }
    verifyNone(faults);
}

/// The rules of ui/theme/space.md that numbers can say, at the text size for which pixels are chosen.
void TstWindowSizes::everyRoomKeepsTheRulesOfSpace()
{
    m_lab->window->setSize({1440, 900});
    m_lab->window->setTextSize(0);
    QStringList faults;
    for (const QString& panel : MainWindow::panelNames()) {
        QVERIFY(m_lab->window->showPanel(panel));
        QTRY_VERIFY(test::isAtRest());
        for (const QString& fault :
             test::spaceFaults(*m_lab->window->findChild<QWidget*>(QStringLiteral("rooms")))) {
            faults += QStringLiteral("%1: %2").arg(panel, fault);
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QStringLiteral("; "))));
}

void TstWindowSizes::everyPopupFits()
{
    applySetting();
    QVERIFY(m_lab->window->showPanel(QStringLiteral("send")));
    QMap<QString, QStringList> faults;
    int popups = 0;
    const auto collectPopup = [this, &faults, &popups](const char* opener) {
        QCoreApplication::processEvents();
        for (QWidget* top : QApplication::topLevelWidgets()) {
            if (top == m_lab->window.get() || !top->isVisible()) {
                continue;
            }
            collect(*top, QString::fromLatin1(opener), faults);
            top->close();
            ++popups;
        }
    };
    for (const char* action : {"settingsAction", "shortcutsAction", "paletteAction", "choosePolicyAction",
                               "runSettingsAction", "aboutAction"}) {
        m_lab->find<QAction>(action).trigger();
        collectPopup(action);
    }
    for (const auto& [panel, button] : {std::pair("endpoint", "scenarioBox"),
                                        {"bounds", "boundsPolicy"},
                                        {"proxy", "proxyRequestsButton"},
                                        {"proxy", "proxyClientsButton"},
                                        {"proxy", "proxyConfigurationButton"},
                                        {"proxy", "proxyBehaviours"},
                                        {"policy", "savePolicyButton"}}) {
        QVERIFY(m_lab->window->showPanel(QString::fromLatin1(panel)));
        m_lab->find<QAbstractButton>(button).click();
        collectPopup(button);
    }
    QCOMPARE(popups, 13);
    verifyNone(faults);
}

RETRYSCOPE_TEST(TstWindowSizes)
#include "tst_window_sizes.moc"
