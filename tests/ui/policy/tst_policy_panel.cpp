// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"
#include "core/policy/mapping.h"
#include "tests/support/strict_main.h"
#include "ui/policy/policy_difference.h"
#include "ui/policy/policy_panel.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTextBlock>
#include <QTextLayout>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

Policy standardPolicy()
{
    return io::Library().policy(QStringLiteral("sdk-reference-standard")).value();
}

io::Result<RetrySettings> settingsFromEnvironment()
{
    return resolveRetrySettings({.javaProperties = {},
                                 .environment = {{"AWS_RETRY_MODE", "fast"},
                                                 {"AWS_MAX_ATTEMPTS", "7"},
                                                 {"AWS_NEW_RETRIES_2026", "true"}},
                                 .profile = {},
                                 .profileOrigin = {}});
}

} // namespace

class TstPolicyPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void showingAPresetIsNoEdit();
    void aNumberTypedIntoTheFormChangesTheCopy();
    void resetBringsThePresetBack();
    void switchingTheBucketOffRemovesIt();
    void aRulesKindCanBeChanged();
    void theOrderOfTheRulesIsSaid();
    void wrongStatusesOfARuleAreSaidBesideTheField();
    void jsonIsReadWithEveryKeystroke();
    void aCapacityBelowAPriceIsTakenWithAWarningAtTheField();
    void aJsonErrorNamesItsPath();
    void aTypingErrorIsSaidOnceWithItsLine();
    void theJsonIsColouredAndThatIsNoEdit();
    void aContradictionMakesThePolicyUnusable();
    void whatDiffersIsNotedForTheRecord();
    void theEnvironmentsWishesAreShownWithTheirErrors();
    void whatThisMachineAsksOfAwsIsShownForAwsAlone();
    void aNegativeNumberIsNotTakenForAPositiveOne();
    void everyHeaderWithADelayIsShownAndEdited();
    void aHeaderWithADelayIsAddedAndRemoved();
    void aMappingIsAddedChangedAndRemoved();
    void mappingASuccessIsWarnedOf();
    void aStatusThatIsNoneIsSaidBesideTheField();
    void theCodeFollowsTheEditsAndCanBeCopied();

private:
    template <typename Widget>
    Widget& find(const char* name)
    {
        auto* widget = m_panel->findChild<Widget*>(QString::fromLatin1(name));
        Q_ASSERT(widget != nullptr);
        return *widget;
    }
    void showTab(int part) { m_panel->showPart(part); }

    std::unique_ptr<PolicyPanel> m_panel;
};

void TstPolicyPanel::init()
{
    m_panel = std::make_unique<PolicyPanel>(settingsFromEnvironment);
    m_panel->setPolicy(standardPolicy());
    m_panel->show();
}

void TstPolicyPanel::showingAPresetIsNoEdit()
{
    for (int tab = 0; tab < find<QTabWidget>("policyTabs").count(); ++tab) {
        showTab(tab);
    }
    QVERIFY(!m_panel->isEdited());
    QCOMPARE(m_panel->policy().value(), standardPolicy());
}

void TstPolicyPanel::aNumberTypedIntoTheFormChangesTheCopy()
{
    const QSignalSpy edited(m_panel.get(), &PolicyPanel::policyEdited);
    auto& box = find<QSpinBox>("attemptsMaxBox");
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("5"));
    QTest::keyClick(&box, Qt::Key_Return);

    Policy expected = standardPolicy();
    expected.attempts.max = 5;
    QCOMPARE(m_panel->policy().value(), expected);
    QCOMPARE(edited.count(), 1);
    QVERIFY(m_panel->isEdited());
    QCOMPARE(m_panel->preset(), standardPolicy());
}

void TstPolicyPanel::resetBringsThePresetBack()
{
    find<QSpinBox>("attemptsMaxBox").setValue(9);
    QTest::mouseClick(&find<QPushButton>("resetPolicyButton"), Qt::LeftButton);

    QVERIFY(!m_panel->isEdited());
    QCOMPARE(find<QSpinBox>("attemptsMaxBox").value(), standardPolicy().attempts.max);
}

void TstPolicyPanel::switchingTheBucketOffRemovesIt()
{
    auto& box = find<QCheckBox>("quotaSwitch");
    QTest::keyClick(&box, Qt::Key_Space);

    QVERIFY(!m_panel->policy().value().quota.has_value());
    QVERIFY(!find<QSpinBox>("quotaCapacityBox").isVisible());
    QVERIFY(find<QCheckBox>("quotaSwitch").isVisible());
}

void TstPolicyPanel::aRulesKindCanBeChanged()
{
    showTab(1);
    find<QTableView>("rulesTable").selectRow(1);
    auto& kind = find<QComboBox>("ruleKindBox");
    kind.setFocus();
    QTest::keyClick(&kind, Qt::Key_Home);
    QTest::keyClick(&kind, Qt::Key_Down);

    Policy expected = standardPolicy();
    expected.rules[1].kind = ErrorKind::Permanent;
    QCOMPARE(m_panel->policy().value(), expected);
}

void TstPolicyPanel::theOrderOfTheRulesIsSaid()
{
    const auto order = [this] {
        return find<QLabel>("rulesOrder").text();
    };
    QVERIFY2(order().endsWith(QStringLiteral("the first match decides")), qPrintable(order()));
    Policy policy = standardPolicy();
    policy.lastMatchWins = true;
    m_panel->setPolicy(policy);
    QVERIFY2(order().endsWith(QStringLiteral("the last match decides")), qPrintable(order()));
}

void TstPolicyPanel::wrongStatusesOfARuleAreSaidBesideTheField()
{
    showTab(1);
    find<QTableView>("rulesTable").selectRow(1);
    auto& edit = find<QLineEdit>("ruleStatusesEdit");
    edit.clear();
    QTest::keyClicks(&edit, QStringLiteral("599-500"));

    auto& problem = find<QLabel>("ruleStatusProblem");
    QVERIFY(problem.isVisible());
    QVERIFY(problem.text().contains(QStringLiteral("500-599")));
}

void TstPolicyPanel::jsonIsReadWithEveryKeystroke()
{
    showTab(2);
    auto& text = find<QPlainTextEdit>("policyJsonEdit");
    QString json = text.toPlainText();
    json.replace(QStringLiteral("\"max\": 3"), QStringLiteral("\"max\": 8"));
    text.setPlainText(json);

    Policy expected = standardPolicy();
    expected.attempts.max = 8;
    QCOMPARE(m_panel->policy().value(), expected);
    QCOMPARE(find<QSpinBox>("attemptsMaxBox").value(), 8);
}

void TstPolicyPanel::aCapacityBelowAPriceIsTakenWithAWarningAtTheField()
{
    auto& warning = find<QLabel>("quota.capacityNote");
    auto& box = find<QSpinBox>("quotaCapacityBox");
    QVERIFY(box.isVisible());
    QVERIFY(!warning.isVisible());
    box.setValue(3);
    QVERIFY(warning.isVisible());
    QCOMPARE(warning.parentWidget(), box.parentWidget());
    QVERIFY2(warning.text().contains(QStringLiteral("never pays")), qPrintable(warning.text()));
    QVERIFY(!find<QLabel>("policyProblems").isVisible());
    QCOMPARE(m_panel->policy().value().quota->capacity, 3);
    find<QCheckBox>("quotaSwitch").click();
    QVERIFY(!box.isVisible());
    QVERIFY(!warning.isVisible());
}

void TstPolicyPanel::aJsonErrorNamesItsPath()
{
    showTab(2);
    auto& text = find<QPlainTextEdit>("policyJsonEdit");
    QString json = text.toPlainText();
    json.replace(QStringLiteral("\"max\": 3"), QStringLiteral("\"max\": \"many\""));
    text.setPlainText(json);

    auto& problem = find<QLabel>("policyProblems");
    QVERIFY(problem.isVisible());
    QVERIFY2(problem.text().contains(QStringLiteral("attempts.max")), qPrintable(problem.text()));
    QVERIFY(!m_panel->policy().ok());
    showTab(0);
    showTab(2);
    QCOMPARE(text.toPlainText(), json);
}

void TstPolicyPanel::aTypingErrorIsSaidOnceWithItsLine()
{
    showTab(2);
    auto& text = find<QPlainTextEdit>("policyJsonEdit");
    text.setFocus();
    QTest::keyClick(&text, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&text, QStringLiteral("{x"));
    const QString said = find<QLabel>("policyProblems").text();
    QVERIFY2(said.startsWith(QStringLiteral("Cannot apply the JSON: line 1, column 3: ")), qPrintable(said));
    int times = 0;
    for (const QLabel* label : m_panel->findChildren<QLabel*>()) {
        times += label->isVisible() && label->text().contains(QStringLiteral("column 3")) ? 1 : 0;
    }
    QCOMPARE(times, 1);
}

void TstPolicyPanel::theJsonIsColouredAndThatIsNoEdit()
{
    showTab(2);
    const QSignalSpy edited(m_panel.get(), &PolicyPanel::policyEdited);
    auto& text = find<QPlainTextEdit>("policyJsonEdit");
    const auto colours = [&text] {
        const QTextBlock line = text.document()->findBlockByNumber(1);
        return line.layout()->formats().size();
    };
    QTRY_VERIFY(colours() > 0);
    QVERIFY(!m_panel->isEdited());
    QCOMPARE(edited.count(), 0);
}

void TstPolicyPanel::aContradictionMakesThePolicyUnusable()
{
    find<QDoubleSpinBox>("backoffSpreadBox").setValue(2);

    const io::Result<Policy> policy = m_panel->policy();
    QVERIFY(!policy.ok());
    QVERIFY(find<QLabel>("policyProblems").isVisible());
}

void TstPolicyPanel::whatDiffersIsNotedForTheRecord()
{
    find<QSpinBox>("attemptsMaxBox").setValue(4);

    const std::vector<PolicyOverrideNote> notes =
        differencesOf(m_panel->preset(), m_panel->edited(), QStringLiteral("edited"));
    QCOMPARE(notes.size(), std::size_t{1});
    QCOMPARE(notes.front().path, std::string("attempts.max"));
    QCOMPARE(notes.front().value, std::string("4"));
}

void TstPolicyPanel::theEnvironmentsWishesAreShownWithTheirErrors()
{
    showTab(3);
    const QString text = find<QLabel>("retrySettings").text();
    QVERIFY2(text.contains(QStringLiteral("max_attempts = 7, from AWS_MAX_ATTEMPTS")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("fast")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("new_retries_2026 = true, from AWS_NEW_RETRIES_2026")),
             qPrintable(text));
}

void TstPolicyPanel::whatThisMachineAsksOfAwsIsShownForAwsAlone()
{
    showTab(3);
    QVERIFY(find<QLabel>("retrySettings").isVisible());
    m_panel->setPolicy(io::Library().policy(QStringLiteral("openai-js-6.49.0-default")).value());
    QVERIFY(!find<QLabel>("retrySettings").isVisible());
    m_panel->setPolicy(io::Library().policy(QStringLiteral("ruby-legacy")).value());
    QVERIFY(find<QLabel>("retrySettings").isVisible());
}

void TstPolicyPanel::aNegativeNumberIsNotTakenForAPositiveOne()
{
    auto& box = find<QSpinBox>("attemptsMaxBox");
    const int before = box.value();
    box.setFocus();
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("-5"));
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(box.value(), before);
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("5"));
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(box.value(), 5);
}

void TstPolicyPanel::everyHeaderWithADelayIsShownAndEdited()
{
    Policy preset = io::Library().policy(QStringLiteral("jsv3-3.1169.0-standard")).value();
    m_panel->setPolicy(preset);
    QCOMPARE(find<QLineEdit>("hintHeaderEdit1").text(), QStringLiteral("retry-after"));
    QCOMPARE(find<QLineEdit>("hintHeaderEdit2").text(), QStringLiteral("x-amz-retry-after"));
    QCOMPARE(find<QComboBox>("hintUnitBox2").currentText(), QStringLiteral("milliseconds"));

    auto& header = find<QLineEdit>("hintHeaderEdit2");
    header.setFocus();
    header.selectAll();
    QTest::keyClicks(&header, QStringLiteral("x-slow-down"));
    QTest::keyClick(&header, Qt::Key_Return);
    auto& unit = find<QComboBox>("hintUnitBox2");
    unit.setFocus();
    QTest::keyClick(&unit, Qt::Key_Home);

    preset.hints[1].header = "x-slow-down";
    preset.hints[1].unit = HintUnit::Seconds;
    QCOMPARE(m_panel->policy().value(), preset);
}

void TstPolicyPanel::aHeaderWithADelayIsAddedAndRemoved()
{
    Policy preset = standardPolicy();
    preset.hints.clear();
    m_panel->setPolicy(preset);
    QTest::mouseClick(&find<QPushButton>("hintAddButton"), Qt::LeftButton);
    QTest::mouseClick(&find<QPushButton>("hintAddButton"), Qt::LeftButton);
    const std::vector<HintSpec> hints = m_panel->policy().value().hints;
    QCOMPARE(hints.size(), std::size_t{2});
    QCOMPARE(hints[0].header, std::string("retry-after"));
    QCOMPARE(hints[1].header, std::string("x-amz-retry-after"));

    QTest::mouseClick(&find<QPushButton>("hintRemoveButton1"), Qt::LeftButton);
    QCOMPARE(m_panel->policy().value().hints, std::vector<HintSpec>{hints[1]});
    QVERIFY(!find<QLineEdit>("hintHeaderEdit2").isVisible());
    QTest::mouseClick(&find<QPushButton>("hintRemoveButton1"), Qt::LeftButton);
    QVERIFY(!m_panel->isEdited());
}

void TstPolicyPanel::mappingASuccessIsWarnedOf()
{
    showTab(4);
    const auto& warning = find<QLabel>("mappingWarning");
    m_panel->edit(withMapping(standardPolicy(), {503, ErrorKind::Throttling}));
    QVERIFY(!warning.isVisible());

    find<QComboBox>("mappingWhatBox").setCurrentIndex(1);
    QTest::keyClicks(&find<QLineEdit>("mappingEdit"), QStringLiteral("200"));
    QTest::keyClick(&find<QLineEdit>("mappingEdit"), Qt::Key_Return);

    QVERIFY(warning.isVisible());
    QCOMPARE(warning.text(), QStringLiteral("This client takes 200 as a success. With this mapping, every "
                                            "such response fails and the client retries it."));
    m_panel->edit(withMapping(standardPolicy(), {204, ErrorKind::Permanent}));
    QVERIFY(warning.text().startsWith(QStringLiteral("This client takes 204 as a success")));
    QVERIFY(warning.text().endsWith(QStringLiteral("every such response fails.")));
    m_panel->edit(standardPolicy());
    QVERIFY(!warning.isVisible());
}

void TstPolicyPanel::aMappingIsAddedChangedAndRemoved()
{
    showTab(4);
    QTest::keyClicks(&find<QLineEdit>("mappingEdit"), QStringLiteral("429"));
    QTest::keyClick(&find<QLineEdit>("mappingEdit"), Qt::Key_Return);
    QVERIFY(m_panel->policy().value() ==
            withMapping(standardPolicy(), {std::string("429"), ErrorKind::Throttling}));

    auto& kind = find<QComboBox>("mappingKind1");
    kind.setFocus();
    QTest::keyClick(&kind, Qt::Key_End);
    QVERIFY(m_panel->policy().value() ==
            withMapping(standardPolicy(), {std::string("429"), ErrorKind::Permanent}));

    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QTest::mouseClick(&find<QPushButton>("mappingRemove1"), Qt::LeftButton);
    QVERIFY(!m_panel->isEdited());
}

void TstPolicyPanel::aStatusThatIsNoneIsSaidBesideTheField()
{
    showTab(4);
    auto& what = find<QComboBox>("mappingWhatBox");
    what.setFocus();
    QTest::keyClick(&what, Qt::Key_Down);
    QTest::keyClicks(&find<QLineEdit>("mappingEdit"), QStringLiteral("42"));
    QTest::mouseClick(&find<QPushButton>("mappingAddButton"), Qt::LeftButton);

    QVERIFY(find<QLabel>("mappingProblem").isVisible());
    QVERIFY(find<QLabel>("mappingProblem").text().contains(QStringLiteral("100 to 999")));
    QVERIFY(!m_panel->isEdited());
}

void TstPolicyPanel::theCodeFollowsTheEditsAndCanBeCopied()
{
    m_panel->setPolicy(io::Library().policy(QStringLiteral("botocore-1.43.67-standard")).value());
    find<QSpinBox>("attemptsMaxBox").setValue(6);
    showTab(5);
    QVERIFY(find<QPlainTextEdit>("clientCode0")
                .toPlainText()
                .contains(QStringLiteral("\"total_max_attempts\": 6")));
    const QSignalSpy notes(m_panel.get(), &PolicyPanel::noteFound);
    QTest::mouseClick(&find<QPushButton>("clientCodeCopy1"), Qt::LeftButton);
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("AWS_MAX_ATTEMPTS=6\n")));
    QCOMPARE(notes.count(), 1);
}

RETRYSCOPE_TEST(TstPolicyPanel)
#include "tst_policy_panel.moc"
