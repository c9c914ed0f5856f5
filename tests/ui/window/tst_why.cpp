// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/explanation/changes_list.h"
#include "ui/send/outcome_strip.h"
#include "ui/send/send_room.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>
#include <QToolButton>

using namespace retryscope;
using test::WindowLab;

/// What the window says beside why: what would change a decision, who decides otherwise, and what can be done
/// with an attempt.
class TstWhy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theFlipsOfTheSelectedAttemptStandUnderTheFindings();
    void theyAreThoseOfTheAttemptThatIsSelected();
    void whereOneChangeIsNotEnoughItSaysWhy();
    void otherClientsAreCountedByFamily();
    void theFindingsUnfoldByAKey();
    void theWholePanelScrollsAsOne();
    void aRefusedPortIsAdvisedOn();
    void thePreviousAttemptIsOneClickAway();
    void theResponseIsSearched();
    void theRawResponseHasItsHeaders();
    void theBodyIsCopiedAndSaidSo();
    void theTargetOfARedirectIsOpened();
    void theDeadlineIsNotTheUsersDoing();
    void missingCredentialsAreAskedForUnderAuth();
    void aRemedyIsForTheTargetOfTheRun();
    void aCertificateIsTrustedByItsFingerprint();
    void walkingThroughAttemptsComputesNothingOnTheWay();
    void tryingAMappingJudgesTheRecordAgain();
    void whatWasTriedIsTakenBack();
    void anotherTryReplacesTheOneBefore();
    void aChangedAnswerIsPlayedByTheEndpoint();
    void tryingDoesNotMakeThePanelJump();
    void theMenuOfARowJudgesUnderAllPolicies();
    void theMenuComesWithTheKeyboard();
    void anAttemptIsCopiedAsText();
    void theTimelineHasTheSameMenu();
    void anUnknownNameOfTheRecordIsOfferedForMapping();
    void theMenuBringsTheNameToTheMapping();
    void theNameIsMarkedAndSaidInTheResponse();

private:
    void sendVirtually(const char* scenario, const char* policy);
    [[nodiscard]] ui::ChangesList& reversingChanges() const
    {
        return m_lab->find<ui::ChangesList>("flipsList");
    }
    void waitForFlips() const
    {
        QTRY_VERIFY(!reversingChanges().changes().empty() && reversingChanges().isVisible());
    }
    /// Index of the first reversing change of this sort; -1 for none.
    template <typename Sort>
    [[nodiscard]] int indexOf() const
    {
        for (std::size_t reversing = 0; reversing < reversingChanges().changes().size(); ++reversing) {
            if (std::holds_alternative<Sort>(reversingChanges().changes()[reversing].reversing.change)) {
                return static_cast<int>(reversing);
            }
        }
        return -1;
    }
    template <typename Widget>
    [[nodiscard]] Widget& part(const char* name, int reversing) const
    {
        return m_lab->find<Widget>(qPrintable(QString::fromLatin1(name) + QString::number(reversing)));
    }
    void tryFlip(int reversing) const
    {
        QTest::mouseClick(&part<QPushButton>("flipTry", reversing), Qt::LeftButton);
    }

    std::unique_ptr<WindowLab> m_lab;
};

void TstWhy::init()
{
    m_lab = std::make_unique<WindowLab>();
}

void TstWhy::cleanup()
{
    m_lab.reset();
}

void TstWhy::sendVirtually(const char* scenario, const char* policy)
{
    QVERIFY(m_lab->window->chooseScenario(QString::fromLatin1(scenario)).ok());
    QVERIFY(m_lab->window->choosePolicy(QString::fromLatin1(policy)).ok());
    m_lab->window->setVirtual(true);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
}

void TstWhy::theFlipsOfTheSelectedAttemptStandUnderTheFindings()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();

    QVERIFY(indexOf<BodyDropped>() >= 0);
    QVERIFY(indexOf<NameMapped>() >= 0);
    QVERIFY(indexOf<NameReplaced>() >= 0);
    QVERIFY(part<QLabel>("flipText", indexOf<NameMapped>()).text().contains(QStringLiteral("429")));
    QVERIFY(reversingChanges().changes().front().reversing.verdictAfter == Verdict::Retry);
}

void TstWhy::theyAreThoseOfTheAttemptThatIsSelected()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();
    const std::vector<OfferedChange> ofTheLast = reversingChanges().changes();
    auto& table = m_lab->find<QTableView>("attemptsTable");
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(table.currentIndex().row(), 0);

    QTRY_VERIFY(reversingChanges().isVisible() && reversingChanges().changes() != ofTheLast);
    QVERIFY(reversingChanges().changes().front().reversing.verdictAfter == Verdict::Stop);
}

void TstWhy::whereOneChangeIsNotEnoughItSaysWhy()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-standard");

    QTRY_VERIFY(m_lab->find<QLabel>("flipsReason").isVisible());
    const QString reason = m_lab->find<QLabel>("flipsReason").text();
    QVERIFY2(
        reason.contains(QStringLiteral("two together would:\n• Map the error name “429” to throttling")) &&
            reason.contains(QStringLiteral("(owner: client code, a class). Allow 4 attempts instead of 3")),
        qPrintable(reason));
}

void TstWhy::otherClientsAreCountedByFamily()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();

    QCOMPARE(part<QLabel>("elsewhereWho", 0).text(), QStringLiteral("Python"));
    QVERIFY2(part<QLabel>("elsewhereCount", 0).text().endsWith(QStringLiteral(" retry")),
             qPrintable(part<QLabel>("elsewhereCount", 0).text()));
    QVERIFY(part<QLabel>("elsewhereCount", 0).toolTip().contains(QStringLiteral("botocore")));
    QVERIFY(
        m_lab->find<QPushButton>("judgeEverywhereButton").text().startsWith(QStringLiteral("Judge all ")));
}

void TstWhy::theFindingsUnfoldByAKey()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    auto& findings = m_lab->find<QListView>("whyFindings");
    QVERIFY(findings.isHidden());
    auto& fold = m_lab->find<QPushButton>("whyFoldButton");
    QVERIFY2(fold.text().contains(QStringLiteral("All ")),
             qPrintable(fold.text())); // those that matched as well
    const auto placeOf = [this](const QWidget& widget) {
        return widget.mapTo(m_lab->find<QScrollArea>("whyScroll").widget(), QPoint()).y();
    };
    waitForFlips();
    const int changes = placeOf(m_lab->find<QWidget>("alternatives"));
    QTest::keyClick(&fold, Qt::Key_Space);
    QVERIFY(findings.isVisible());
    QTRY_VERIFY(placeOf(findings) > placeOf(fold));
    QCOMPARE(placeOf(m_lab->find<QWidget>("alternatives")), changes); // what would change it stays in view
}

void TstWhy::theWholePanelScrollsAsOne()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();
    QWidget* content = m_lab->find<QScrollArea>("whyScroll").widget();
    for (const char* name : {"whyHeadline", "whySentence", "whySource"}) {
        QVERIFY2(content->isAncestorOf(&m_lab->find<QLabel>(name)), name);
    }
    QVERIFY(content->isAncestorOf(&m_lab->find<QPushButton>("judgeEverywhereButton")));
    QCOMPARE(m_lab->find<QLabel>("whyHeadline").text(), QStringLiteral("Why attempt 3 was the last"));
    QVERIFY(m_lab->find<QLabel>("whySentence")
                .text()
                .startsWith(QStringLiteral("Not retried: 429 named “429” (")));
    QCOMPARE(m_lab->find<QLabel>("whyDecidingRule").text(), QStringLiteral("unknown-name"));
}

void TstWhy::aRefusedPortIsAdvisedOn()
{
    m_lab->window->setUrl(QStringLiteral("http://127.0.0.1:1/x"));
    QVERIFY(m_lab->window->choosePolicy(QStringLiteral("cpp-1.11.332-none")).ok() ||
            m_lab->window->choosePolicy(QStringLiteral("sdk-reference-standard")).ok());
    m_lab->send();
    QTRY_VERIFY_WITH_TIMEOUT(m_lab->hasEnded(), 20'000);
    QTRY_VERIFY(m_lab->find<QWidget>("adviceList").isVisible());

    QCOMPARE(m_lab->find<QLabel>("adviceTitle0").text(),
             QStringLiteral("Is a server listening on port 1 of 127.0.0.1?"));
    QTest::mouseClick(&m_lab->find<QPushButton>("adviceButton0"), Qt::LeftButton);
    QVERIFY(m_lab->find<QComboBox>("urlBox").lineEdit()->hasFocus());
}

void TstWhy::thePreviousAttemptIsOneClickAway()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    QVERIFY(m_lab->find<QLabel>("attemptNumber").text().endsWith(QStringLiteral("3 of 3")));
    QVERIFY(!m_lab->find<QToolButton>("nextAttemptButton").isEnabled());
    QTest::mouseClick(&m_lab->find<QToolButton>("previousAttemptButton"), Qt::LeftButton);

    QVERIFY(m_lab->find<QLabel>("attemptNumber").text().endsWith(QStringLiteral("2 of 3")));
    QCOMPARE(m_lab->find<QLabel>("responseStatus").text(), QStringLiteral("502 Bad Gateway"));
    QCOMPARE(m_lab->find<QTableView>("attemptsTable").currentIndex().row(), 1);
}

void TstWhy::theResponseIsSearched()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    m_lab->find<QAction>("findInResponseAction").trigger();
    auto& words = m_lab->find<QLineEdit>("responseSearchEdit");
    QVERIFY(words.isVisible());
    QTest::keyClicks(&words, QStringLiteral("ERROR"));
    QCOMPARE(m_lab->find<QLabel>("matchCount").text(), QStringLiteral("2 of 2"));
    QTest::keyClick(&words, Qt::Key_Return);
    QCOMPARE(m_lab->find<QLabel>("matchCount").text(), QStringLiteral("1 of 2"));
    QTest::keyClick(&words, Qt::Key_Escape);
    QVERIFY(!words.isVisible());
    QCOMPARE(m_lab->find<QPlainTextEdit>("responseText").extraSelections().size(), qsizetype{1});
}

void TstWhy::theRawResponseHasItsHeaders()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    const auto& text = m_lab->find<QPlainTextEdit>("responseText");
    QVERIFY(!text.toPlainText().contains(QStringLiteral("HTTP/1.1")));
    QTest::mouseClick(&m_lab->find<QPushButton>("bodyForm1"), Qt::LeftButton);
    QVERIFY(text.toPlainText().startsWith(QStringLiteral("HTTP/1.1 429")));
}

void TstWhy::theBodyIsCopiedAndSaidSo()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    QTest::mouseClick(&m_lab->find<QToolButton>("copyBodyButton"), Qt::LeftButton);
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("<Code>429</Code>")));
    QCOMPARE(m_lab->window->message(), QStringLiteral("Copied the response body"));
}

void TstWhy::theTargetOfARedirectIsOpened()
{
    Scenario scenario;
    scenario.id = "moved";
    scenario.title = "Moved";
    scenario.service = "generic";
    scenario.steps.push_back(
        {.status = 302, .headers = {{{"Location", "http://u:p@127.0.0.1:9/there?a=b"}}}, .body = {}});
    const io::Result<QString> file = m_lab->library.saveScenario(scenario);
    QVERIFY(file.ok());
    sendVirtually(qPrintable(file.value()), "sdk-reference-standard");
    const QString notice = m_lab->find<QLabel>("responseNoticeText").text();
    QVERIFY2(notice.startsWith(QStringLiteral("302 is a redirect to http://127")), qPrintable(notice));
    auto& open = m_lab->find<QPushButton>("openLocationButton");
    QVERIFY(open.isVisible());
    QTest::mouseClick(&open, Qt::LeftButton);

    const ui::Draft draft = m_lab->find<ui::SendRoom>("sendRoom").draft();
    QVERIFY(draft.target == ui::Target::UnderTest);
    QVERIFY(draft.underTest.url.starts_with("http://127.0.0.1:9/there")); // without user and password
}

void TstWhy::theDeadlineIsNotTheUsersDoing()
{
    Scenario scenario{.id = "hangs", .title = "Hangs", .service = "generic"};
    scenario.steps.push_back({.fault = Misbehaviour::Hang});
    const io::Result<QString> file = m_lab->library.saveScenario(scenario);
    QVERIFY(file.ok());
    QVERIFY(m_lab->window->chooseScenario(file.value()).ok());
    auto& room = m_lab->find<ui::SendRoom>("sendRoom");
    ui::Draft draft = room.draft();
    draft.builtIn.deadline = std::chrono::seconds(1);
    room.setDraft(draft);
    m_lab->window->setVirtual(true);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());

    const QString passed = QStringLiteral("The deadline of the call passed before a response arrived.");
    QCOMPARE(m_lab->find<QLabel>("responseNoticeText").text(), passed);
    QCOMPARE(m_lab->find<QLabel>("whySentence").text(), passed);
    QCOMPARE(m_lab->find<QLabel>("whyDecidingTitle").text(),
             QStringLiteral("The deadline of the call passed"));
    QCOMPARE(
        m_lab->find<ui::OutcomeStrip>("outcomeStrip").title(),
        QStringLiteral("Failed after 1 attempt in 1 s of virtual time  ·  the deadline of the call passed"));
    for (const char* name : {"attemptsTable", "whyFindings"}) {
        const auto* model = m_lab->find<QAbstractItemView>(name).model();
        for (int row = 0; row < model->rowCount(); ++row) {
            for (int column = 0; column < model->columnCount(); ++column) {
                const QString text = model->index(row, column).data().toString();
                QVERIFY2(!text.contains(QStringLiteral("cancelled")), qPrintable(text));
            }
        }
    }
}

void TstWhy::missingCredentialsAreAskedForUnderAuth()
{
    Scenario scenario{.id = "locked", .title = "Locked", .service = "generic"};
    scenario.steps.push_back({.status = 401, .headers = {{{"WWW-Authenticate", "Bearer"}}}, .body = {}});
    const io::Result<QString> file = m_lab->library.saveScenario(scenario);
    QVERIFY(file.ok());
    sendVirtually(qPrintable(file.value()), "sdk-reference-standard");
    QTRY_VERIFY(m_lab->find<QWidget>("adviceList").isVisible());

    QCOMPARE(m_lab->find<QLabel>("adviceTitle0").text(),
             QStringLiteral("The server asks for credentials (Bearer)"));
    QTest::mouseClick(&m_lab->find<QPushButton>("adviceButton0"), Qt::LeftButton);
    auto& tabs = m_lab->find<QTabWidget>("setupTabs");
    QCOMPARE(tabs.tabText(tabs.currentIndex()), QStringLiteral("Auth"));
}

void TstWhy::aRemedyIsForTheTargetOfTheRun()
{
    Scenario scenario{.id = "locked", .title = "Locked", .service = "generic"};
    scenario.steps.push_back({.status = 401, .headers = {{{"WWW-Authenticate", "Bearer"}}}, .body = {}});
    const io::Result<QString> file = m_lab->library.saveScenario(scenario);
    QVERIFY(file.ok());
    sendVirtually(qPrintable(file.value()), "sdk-reference-standard");
    QTRY_VERIFY(m_lab->find<QWidget>("adviceList").isVisible());
    m_lab->window->setUrl(QStringLiteral("http://localhost/other"));

    QTest::mouseClick(&m_lab->find<QPushButton>("adviceButton0"), Qt::LeftButton);

    const auto& room = m_lab->find<ui::SendRoom>("sendRoom");
    QVERIFY(room.draft().target == ui::Target::BuiltIn);
    QCOMPARE(QString::fromStdString(room.draft().underTest.url), QStringLiteral("http://localhost/other"));
}

/// Two lines of sixteen bytes each, as `openssl x509 -fingerprint -sha256` prints them.
void TstWhy::aCertificateIsTrustedByItsFingerprint()
{
    sendVirtually("always-503", "sdk-reference-standard");
    const RunRecord plain = m_lab->record();
    RunHeader header = plain.header();
    header.isVirtual = false;
    header.scenarioId.clear();
    header.spec.url = "https://localhost:1/";
    CallRecord call = plain.calls().front();
    AttemptFacts& facts = call.attempts.back().facts;
    facts.response.reset();
    facts.fault = Fault{FaultKind::TlsFailed, "self-signed, and untrusted"};
    WireFacts wire;
    wire.untrustedChain = "-----BEGIN CERTIFICATE-----\nYWJj\n-----END CERTIFICATE-----\n"
                          "-----BEGIN CERTIFICATE-----\nZGVm\n-----END CERTIFICATE-----\n";
    facts.wire = std::make_shared<const WireFacts>(wire);
    RunRecord refused(header);
    refused.adopt(call);
    m_lab->controller.setRecord(refused);
    QTRY_VERIFY(m_lab->find<QWidget>("adviceList").isVisible());
    QCOMPARE(m_lab->find<QPushButton>("adviceButton0").text(), QStringLiteral("Trust this certificate"));

    QTest::mouseClick(&m_lab->find<QPushButton>("adviceButton0"), Qt::LeftButton);

    auto& question = m_lab->find<QMessageBox>("trustQuestion");
    QVERIFY2(question.informativeText().startsWith(
                 QStringLiteral("BA:78:16:BF:8F:01:CF:EA:41:41:40:DE:5D:AE:22:23\n"
                                "B0:03:61:A3:96:17:7A:9C:B4:10:FF:61:F2:00:15:AD\n")), // of `abc`
             qPrintable(question.informativeText()));
    // Whoever vouches for it is trusted, too.
    QVERIFY2(question.informativeText().contains(
                 QStringLiteral("CB:83:79:AC:20:98:AA:16:50:29:E3:93:8A:51:DA:0B\n")), // of `def`
             qPrintable(question.informativeText()));
    const auto& room = m_lab->find<ui::SendRoom>("sendRoom");
    QVERIFY(room.draft().underTest.wire.caFile.empty());
    QTest::mouseClick(&m_lab->find<QPushButton>("trustCertificateButton"), Qt::LeftButton);
    QVERIFY(!room.draft().underTest.wire.caFile.empty());
}

void TstWhy::walkingThroughAttemptsComputesNothingOnTheWay()
{
    sendVirtually("always-503", "botocore-1.43.67-standard");
    auto& pause = m_lab->find<QTimer>("alternativesPause");
    pause.setInterval(std::chrono::hours(1));
    auto& table = m_lab->find<QTableView>("attemptsTable");
    table.setFocus();
    for (int step = 0; step < 2; ++step) {
        QTest::keyClick(&table, Qt::Key_Up);
        QVERIFY(!reversingChanges().isVisible());
        QVERIFY(pause.isActive());
    }
    pause.start(0);
    waitForFlips();
}

void TstWhy::tryingAMappingJudgesTheRecordAgain()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();
    const int mapping = indexOf<NameMapped>();
    tryFlip(mapping);

    const QString outcome = part<QLabel>("flipOutcome", mapping).text();
    QVERIFY2(outcome.contains(QStringLiteral("✕ stop → ↻ retry")), qPrintable(outcome));
    QVERIFY2(outcome.contains(
                 QStringLiteral("3 attempts would become 4, and the call would succeed instead of failing.")),
             qPrintable(outcome)); // the endpoint's script is known
    QVERIFY2(!outcome.contains(QStringLiteral("is repeated")), qPrintable(outcome));
    QVERIFY(m_lab->find<QPushButton>("policyBox").text().startsWith(QStringLiteral("Edited · ")));
    QCoreApplication::processEvents(); // the room looks for what became stale once all is done
    QVERIFY(!m_lab->find<ui::OutcomeStrip>("outcomeStrip").isStale()); // what was tried is about this run
    const int allowed = m_lab->find<QSpinBox>("attemptsMaxBox").value();
    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(allowed + 1);
    QTRY_VERIFY(m_lab->find<ui::OutcomeStrip>("outcomeStrip").isStale());
    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(allowed);
    QTRY_VERIFY(!m_lab->find<ui::OutcomeStrip>("outcomeStrip").isStale());
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    QCOMPARE(m_lab->record().attemptCount(), 4);
    QVERIFY(m_lab->record().allSucceeded());
}

void TstWhy::whatWasTriedIsTakenBack()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();
    const int mapping = indexOf<NameMapped>();
    tryFlip(mapping);
    QTest::mouseClick(&part<QPushButton>("flipAction", mapping), Qt::LeftButton);

    QVERIFY(!m_lab->find<QPushButton>("policyBox").text().startsWith(QStringLiteral("Edited · ")));
    QCOMPARE(part<QLabel>("flipOutcome", mapping).text(), QStringLiteral("Change undone."));
}

void TstWhy::anotherTryReplacesTheOneBefore()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();
    tryFlip(indexOf<NameMapped>());
    const int status = indexOf<StatusMapped>();
    tryFlip(status);
    QTest::mouseClick(&part<QPushButton>("flipAction", status), Qt::LeftButton);

    QVERIFY(!m_lab->find<QPushButton>("policyBox").text().startsWith(QStringLiteral("Edited · ")));
}

void TstWhy::aChangedAnswerIsPlayedByTheEndpoint()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();
    const int renamed = indexOf<NameReplaced>();
    tryFlip(renamed);
    QVERIFY(part<QLabel>("flipOutcome", renamed).text().contains(QStringLiteral("↻ retry")));
    QTest::mouseClick(&part<QPushButton>("flipAction", renamed), Qt::LeftButton);

    QVERIFY(m_lab->window->message().contains(QStringLiteral("attempt 3")));
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    QVERIFY(m_lab->attempt(3).decision.verdict == Verdict::Retry);
    QVERIFY(m_lab->attempt(3).facts.response->body.find("<Code>429</Code>") == std::string::npos);
    QCOMPARE(m_lab->attempt(1).facts.response->status, 500);
    QVERIFY(m_lab->record().allSucceeded());
}

void TstWhy::tryingDoesNotMakeThePanelJump()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();
    m_lab->window->setSize({1024, 700}); // so low that the panel scrolls
    QScrollBar& bar = *m_lab->find<QScrollArea>("whyScroll").verticalScrollBar();
    QTRY_VERIFY(bar.maximum() > 0);
    QCoreApplication::processEvents();
    bar.setValue(bar.maximum());
    const int before = bar.value();
    tryFlip(0);
    QCoreApplication::processEvents();

    QCOMPARE(bar.value(), before);
}

void TstWhy::theMenuOfARowJudgesUnderAllPolicies()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    auto& table = m_lab->find<QTableView>("attemptsTable");
    const QPoint place = table.visualRect(table.model()->index(1, 1)).center();
    QTest::mouseClick(table.viewport(), Qt::RightButton, {}, place);
    QContextMenuEvent wish(QContextMenuEvent::Mouse, place, table.viewport()->mapToGlobal(place));
    QCoreApplication::sendEvent(table.viewport(), &wish);

    auto& menu = m_lab->find<QMenu>("attemptMenu");
    QVERIFY(menu.isVisible());
    QCOMPARE(table.currentIndex().row(), 1);
    QTest::keyClick(&menu, Qt::Key_J);
    QTRY_VERIFY(m_lab->window->findChild<QWidget*>(QStringLiteral("judgePage")) != nullptr);
}

void TstWhy::theMenuComesWithTheKeyboard()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    QVERIFY(m_lab->window->showPanel(QStringLiteral("attempts")));
    auto& menu = m_lab->find<QMenu>("attemptMenu");
    auto& table = m_lab->find<QTableView>("attemptsTable");
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_F10, Qt::ShiftModifier);
    QVERIFY(menu.isVisible());
    QTest::keyClick(&menu, Qt::Key_Escape);
    QVERIFY(!menu.isVisible());
    QTest::keyClick(&table, Qt::Key_Menu);
    QVERIFY(menu.isVisible());
}

void TstWhy::anAttemptIsCopiedAsText()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    QVERIFY(m_lab->window->showPanel(QStringLiteral("attempts")));
    auto& table = m_lab->find<QTableView>("attemptsTable");
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Menu);
    QTest::keyClick(&m_lab->find<QMenu>("attemptMenu"), Qt::Key_C);

    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY2(text.contains(QStringLiteral("Verdict: Stop")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("Why attempt 3 was the last")), qPrintable(text));
}

void TstWhy::theTimelineHasTheSameMenu()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    auto& chart = m_lab->find<QAbstractScrollArea>("timelineChart");
    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_F10, Qt::ShiftModifier);
    QVERIFY(m_lab->find<QMenu>("attemptMenu").isVisible());
    QTest::keyClick(&m_lab->find<QMenu>("attemptMenu"), Qt::Key_Escape);

    const QPoint place(chart.viewport()->width() / 2, 30);
    QContextMenuEvent wish(QContextMenuEvent::Mouse, place, chart.viewport()->mapToGlobal(place));
    QCoreApplication::sendEvent(chart.viewport(), &wish);
    QVERIFY(m_lab->find<QMenu>("attemptMenu").isVisible());
    QCOMPARE(m_lab->find<QTableView>("attemptsTable").currentIndex().row(), 0);
}

void TstWhy::anUnknownNameOfTheRecordIsOfferedForMapping()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    QVERIFY(m_lab->window->showPanel(QStringLiteral("mapping")));
    QCOMPARE(m_lab->find<QLabel>("metText1").text(), QStringLiteral("429 — unknown, not retried"));
    auto& kind = m_lab->find<QComboBox>("metKind1");
    kind.setFocus();
    QTest::keyClick(&kind, Qt::Key_Down);

    const QString effect = m_lab->find<QLabel>("mappingEffect").text();
    QVERIFY2(effect.startsWith(QStringLiteral("3 attempts would become")), qPrintable(effect));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCOMPARE(m_lab->find<QLabel>("mappingTitle1").text(), QStringLiteral("Name 429"));
    QVERIFY(m_lab->window->findChild<QLabel*>(QStringLiteral("metText1")) == nullptr);
    QVERIFY(m_lab->find<QPushButton>("policyBox").text().startsWith(QStringLiteral("Edited · ")));
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    QVERIFY(m_lab->record().allSucceeded());
}

void TstWhy::theMenuBringsTheNameToTheMapping()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    auto& table = m_lab->find<QTableView>("attemptsTable");
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Menu);
    QTest::keyClick(&m_lab->find<QMenu>("attemptMenu"), Qt::Key_M);

    QTRY_VERIFY(m_lab->find<QLineEdit>("mappingEdit").isVisible());
    QCOMPARE(m_lab->find<QLineEdit>("mappingEdit").text(), QStringLiteral("429"));
    QTest::mouseClick(&m_lab->find<QPushButton>("mappingAddButton"), Qt::LeftButton);
    QCOMPARE(m_lab->find<QLabel>("mappingTitle1").text(), QStringLiteral("Name 429"));
}

void TstWhy::theNameIsMarkedAndSaidInTheResponse()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    auto& text = m_lab->find<QPlainTextEdit>("responseText");
    QCOMPARE(text.extraSelections().size(), qsizetype{1});
    QCOMPARE(text.extraSelections().front().cursor.selectedText(), QStringLiteral("429"));
    QCOMPARE(text.extraSelections().front().format.toolTip(),
             QStringLiteral("← error name read here, as Error/Code"));
    QVERIFY(!text.toPlainText().contains(QStringLiteral("←")));
}

RETRYSCOPE_TEST(TstWhy)
#include "tst_why.moc"
