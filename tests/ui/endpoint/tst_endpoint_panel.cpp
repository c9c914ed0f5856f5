// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/fault_endpoint.h"
#include "tests/support/strict_main.h"
#include "ui/endpoint/endpoint_panel.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

std::vector<int> statusesOf(const std::vector<EndpointStep>& steps)
{
    std::vector<int> statuses;
    for (const EndpointStep& step : steps) {
        statuses.push_back(step.status);
    }
    return statuses;
}

EndpointStep responding(int status)
{
    EndpointStep step;
    step.status = status;
    return step;
}

} // namespace

class TstEndpointPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void showingAScenarioIsNoEdit();
    void aTemplateIsAddedAfterTheCurrentStep();
    void whatABoxIsNotKnownToDoIsLeftAsItIs();
    void stepsMoveByTheirButtons();
    void theLastStepCannotBeRemoved();
    void anEditedBodyIsReadAnew();
    void bytesThatAreNoTextSurviveOtherEdits();
    void theEndpointListensForOtherPrograms();
    void scriptsOfSeveralCallsAreEditedOneByOne();
    void aBoxIsPutBetweenAndTakenAway();

private:
    template <typename Widget>
    Widget& find(const char* name)
    {
        auto* widget = m_panel->findChild<Widget*>(QString::fromLatin1(name));
        Q_ASSERT(widget != nullptr);
        return *widget;
    }
    void click(const char* name) { QTest::mouseClick(&find<QAbstractButton>(name), Qt::LeftButton); }

    std::unique_ptr<io::FaultEndpoint> m_endpoint;
    std::unique_ptr<EndpointPanel> m_panel;
};

void TstEndpointPanel::init()
{
    m_panel.reset();
    m_endpoint = std::make_unique<io::FaultEndpoint>();
    m_panel = std::make_unique<EndpointPanel>(*m_endpoint);
    Scenario scenario;
    scenario.id = "three";
    scenario.steps = {responding(503), responding(500), responding(200)};
    m_panel->setScenario(scenario);
    m_panel->show();
}

void TstEndpointPanel::showingAScenarioIsNoEdit()
{
    QVERIFY(!m_panel->isEdited());
    QCOMPARE(find<QListView>("stepsList").currentIndex().row(), 0);
}

void TstEndpointPanel::aTemplateIsAddedAfterTheCurrentStep()
{
    QMenu* menu = find<QPushButton>("addStepButton").menu();
    Q_EMIT menu->aboutToShow();
    auto* action = menu->findChild<QAction*>(QStringLiteral("template-s3-slow-down"));
    QVERIFY(action != nullptr);

    action->trigger();

    QCOMPARE(statusesOf(m_panel->scenario()->steps), (std::vector<int>{503, 503, 500, 200}));
    QVERIFY(m_panel->scenario()->steps[1].body.find("SlowDown") != std::string::npos);
    QVERIFY(m_panel->isEdited());
}

void TstEndpointPanel::whatABoxIsNotKnownToDoIsLeftAsItIs()
{
    QMenu* menu = find<QPushButton>("endpointBehind").menu();
    Q_EMIT menu->aboutToShow();
    const QSignalSpy problems(m_panel.get(), &EndpointPanel::problemFound);

    menu->findChild<QAction*>(QStringLiteral("behind-envoy"))->trigger();

    QCOMPARE(statusesOf(m_panel->scenario()->steps), (std::vector<int>{503, 500, 200}));
    QVERIFY(!m_panel->isEdited());
    QVERIFY(problems.last()[0].toString().startsWith(QStringLiteral("Script unchanged: the probe result")));
}

void TstEndpointPanel::stepsMoveByTheirButtons()
{
    click("moveStepDownButton");
    QCOMPARE(statusesOf(m_panel->scenario()->steps), (std::vector<int>{500, 503, 200}));
    click("moveStepDownButton");
    QCOMPARE(statusesOf(m_panel->scenario()->steps), (std::vector<int>{500, 200, 503}));
    QVERIFY(!find<QToolButton>("moveStepDownButton").isEnabled());
    click("moveStepUpButton");
    QCOMPARE(statusesOf(m_panel->scenario()->steps), (std::vector<int>{500, 503, 200}));
}

void TstEndpointPanel::theLastStepCannotBeRemoved()
{
    click("removeStepButton");
    click("removeStepButton");

    QCOMPARE(statusesOf(m_panel->scenario()->steps), (std::vector<int>{200}));
    QVERIFY(!find<QToolButton>("removeStepButton").isEnabled());
}

void TstEndpointPanel::anEditedBodyIsReadAnew()
{
    find<QPlainTextEdit>("stepBodyEdit").setPlainText(QStringLiteral("<Error><Code>Busy</Code></Error>"));

    const std::string* code = m_panel->scenario()->steps[0].parsed.find("xml:Error/Code");
    QVERIFY(code != nullptr);
    QCOMPARE(QString::fromStdString(*code), QStringLiteral("Busy"));
}

void TstEndpointPanel::bytesThatAreNoTextSurviveOtherEdits()
{
    Scenario scenario;
    scenario.id = "binary";
    scenario.steps = {responding(503)};
    scenario.steps[0].body = std::string("\x1f\x8b\r\n\xff", 5);
    m_panel->setScenario(scenario);

    find<QSpinBox>("stepStatusBox").setValue(500);

    QCOMPARE(m_panel->scenario()->steps[0].status, 500);
    QVERIFY(m_panel->scenario()->steps[0].body == scenario.steps[0].body);
}

void TstEndpointPanel::theEndpointListensForOtherPrograms()
{
    find<QCheckBox>("listenBox").click();
    QVERIFY(m_endpoint->isOpen());
    QVERIFY(find<QLabel>("endpointStatus").text().contains(m_endpoint->url().authority()));

    click("copyUrlButton");
    QCOMPARE(QGuiApplication::clipboard()->text(), m_endpoint->url().toString());

    find<QCheckBox>("listenBox").click();
    QVERIFY(!m_endpoint->isOpen());
}

void TstEndpointPanel::scriptsOfSeveralCallsAreEditedOneByOne()
{
    Scenario scenario;
    scenario.id = "calls";
    scenario.calls = {{.times = 2, .steps = {responding(503)}}, {.times = 1, .steps = {responding(200)}}};
    m_panel->setScenario(scenario);
    auto& calls = find<QComboBox>("callsScriptBox");
    QVERIFY(calls.isVisible());
    QCOMPARE(calls.itemText(0), QStringLiteral("Calls 1 to 2"));

    calls.setFocus();
    QTest::keyClick(&calls, Qt::Key_Down);
    find<QSpinBox>("stepStatusBox").setValue(204);

    QCOMPARE(m_panel->scenario()->calls[0].steps[0].status, 503);
    QCOMPARE(m_panel->scenario()->calls[1].steps[0].status, 204);
}

void TstEndpointPanel::aBoxIsPutBetweenAndTakenAway()
{
    const Scenario origin = m_panel->scenario();
    auto& chooser = find<QPushButton>("endpointBehind");
    const auto choose = [&chooser](const QString& name) {
        chooser.menu()->popup({});
        auto* action = chooser.menu()->findChild<QAction*>(QStringLiteral("behind-") + name);
        QVERIFY2(action != nullptr, qPrintable(name));
        action->trigger();
        chooser.menu()->hide();
    };
    const QSignalSpy notes(m_panel.get(), &EndpointPanel::noteFound);

    choose(QStringLiteral("nginx-article"));
    QCOMPARE(statusesOf(m_panel->scenario()->steps), (std::vector<int>{429, 500, 200}));
    QVERIFY(m_panel->isEdited());
    QCOMPARE(notes.size(), 1);
    choose(QStringLiteral("nginx")); // of the steps as they were
    QCOMPARE(statusesOf(m_panel->scenario()->steps), (std::vector<int>{503, 500, 200}));
    QCOMPARE(chooser.text(), QStringLiteral("Behind: nginx"));
    choose({});
    QVERIFY(*m_panel->scenario() == origin);
    QCOMPARE(chooser.text(), QStringLiteral("Behind a proxy…"));

    choose(QStringLiteral("nginx-article"));
    click("duplicateStepButton"); // by hand: the steps are the user's from here on
    QCOMPARE(chooser.text(), QStringLiteral("Behind a proxy…"));
}

RETRYSCOPE_TEST(TstEndpointPanel)
#include "tst_endpoint_panel.moc"
