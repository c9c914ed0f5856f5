// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/file_work.h"
#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/parts/chooser_button.h"
#include "ui/send/outcome_strip.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>

using namespace retryscope;
using test::WindowLab;

/// What was typed, and what was shown, outlives the program.
class TstSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_lab = std::make_unique<WindowLab>(); }
    void cleanup() { m_lab.reset(); }
    void whatWasTypedIsThereAfterARestart();
    void aNumberThatIsBeingTypedIsKept();
    void aTextThatIsBeingTypedIsKept();
    void aPolicyThatCannotBeReadYetIsKept();
    void aKilledProgramHasLostAtMostASecond();
    void aDamagedSessionIsSaidAndTheWindowOpens();
    void theRunShownIsShownAgainAfterARestart();
    void verificationIsOnAgainAtTheNextStart();
    void theRoomIsTheOneThatWasLeft();
    void aRunThatIsGoneIsNoError();
    void anythingIsFoundByItsWords();
    void settingsTakeEffectAtOnce();

private:
    std::unique_ptr<WindowLab> m_lab;
};

void TstSession::whatWasTypedIsThereAfterARestart()
{
    m_lab->window->showPanel(QStringLiteral("request"));
    auto& path = m_lab->find<QLineEdit>("pathEdit");
    path.setFocus();
    path.selectAll();
    QTest::keyClicks(&path, QStringLiteral("/mine"));
    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(7);
    m_lab->find<QSpinBox>("stepStatusBox").setValue(418);
    m_lab->window->setCalls(12, 3);
    m_lab->window->setUrl(QStringLiteral("https://example.org/x"));
    auto& body = m_lab->find<QPlainTextEdit>("requestBodyEdit");
    body.setFocus();
    QTest::keyClicks(&body, QStringLiteral("hello"));

    m_lab->restart();

    QCOMPARE(m_lab->find<QComboBox>("urlBox").currentText(), QStringLiteral("https://example.org/x"));
    QCOMPARE(m_lab->find<QPlainTextEdit>("requestBodyEdit").toPlainText(), QStringLiteral("hello"));
    QCOMPARE(m_lab->find<QSpinBox>("attemptsMaxBox").value(), 7);
    QCOMPARE(m_lab->find<QSpinBox>("stepStatusBox").value(), 418);
    QCOMPARE(m_lab->find<QSpinBox>("callsBox").value(), 12);
    QTest::mouseClick(&m_lab->find<QPushButton>("targetSwitch1"), Qt::LeftButton);
    QCOMPARE(m_lab->find<QLineEdit>("pathEdit").text(), QStringLiteral("/mine"));
}

void TstSession::aNumberThatIsBeingTypedIsKept()
{
    m_lab->window->showPanel(QStringLiteral("policy"));
    auto& attempts = m_lab->find<QSpinBox>("attemptsMaxBox");
    attempts.setFocus();
    attempts.selectAll();
    QTest::keyClicks(&attempts, QStringLiteral("7"));

    m_lab->restart();

    QCOMPARE(m_lab->find<QSpinBox>("attemptsMaxBox").value(), 7);
}

void TstSession::aTextThatIsBeingTypedIsKept()
{
    m_lab->window->showPanel(QStringLiteral("policy"));
    auto& success = m_lab->find<QLineEdit>("successStatusEdit");
    success.setFocus();
    success.selectAll();
    QTest::keyClicks(&success, QStringLiteral("2xx, 404"));

    m_lab->restart();

    QCOMPARE(m_lab->find<QLineEdit>("successStatusEdit").text(), QStringLiteral("2xx, 404"));
}

void TstSession::aPolicyThatCannotBeReadYetIsKept()
{
    m_lab->window->showPanel(QStringLiteral("json"));
    auto& json = m_lab->find<QPlainTextEdit>("policyJsonEdit");
    json.setFocus();
    QTest::keyClicks(&json, QStringLiteral("half"));

    m_lab->restart();

    QVERIFY(m_lab->find<QPlainTextEdit>("policyJsonEdit").toPlainText().startsWith(QStringLiteral("half")));
}

/// A second program types; it says each letter once it is typed, and is killed in the midst of it.
void TstSession::aKilledProgramHasLostAtMostASecond()
{
    if (const QByteArray folder = qgetenv("RETRYSCOPE_TYPIST"); !folder.isEmpty()) {
        const QString data = QString::fromLocal8Bit(folder);
        m_lab->session = io::SessionStore(data);
        m_lab->openWindow();
        m_lab->window->setUrl(QStringLiteral("http://localhost/"));
        auto& address = *m_lab->find<QComboBox>("urlBox").lineEdit();
        address.setFocus();
        address.end(false);
        for (;;) {
            QTest::keyClick(&address, 'a', Qt::NoModifier, 20);
            std::printf("%lld %d\n", static_cast<long long>(QDateTime::currentMSecsSinceEpoch()),
                        static_cast<int>(address.text().size()));
            std::fflush(stdout);
        }
    }
    const QTemporaryDir folder;
    QProcess typist;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("RETRYSCOPE_TYPIST"), folder.path());
    typist.setProcessEnvironment(environment);
    typist.start(QCoreApplication::applicationFilePath(),
                 {QStringLiteral("tst_session"), QStringLiteral("aKilledProgramHasLostAtMostASecond")});
    QByteArray said;
    const auto letters = [&said] {
        return said.count('\n');
    };
    QTRY_VERIFY_WITH_TIMEOUT((said += typist.readAllStandardOutput(), letters() > 150), 60000);
    typist.kill();
    QVERIFY(typist.waitForFinished());
    said += typist.readAllStandardOutput();

    qlonglong lastTime = 0;
    std::vector<std::pair<qlonglong, int>> typed;
    for (const QByteArray& line : said.split('\n')) {
        const QList<QByteArray> words = line.split(' ');
        if (words.size() == 2 && words[0].toLongLong() > 0) {
            typed.emplace_back(words[0].toLongLong(), words[1].toInt());
            lastTime = typed.back().first;
        }
    }
    int mustBeThere = 0;
    for (const auto& [time, length] : typed) {
        mustBeThere = time <= lastTime - 1000 ? length : mustBeThere;
    }
    const auto read = io::SessionStore(folder.path()).load();
    QVERIFY(read.ok() && read.value().problems.isEmpty());
    const auto kept = static_cast<int>(read.value().session.request.url.size());
    QVERIFY2(mustBeThere > 0 && kept >= mustBeThere,
             qPrintable(QStringLiteral("%1 kept, %2 typed a second before").arg(kept).arg(mustBeThere)));
}

void TstSession::aDamagedSessionIsSaidAndTheWindowOpens()
{
    m_lab->window->close();
    QVERIFY(io::writeFile(m_lab->session.path(), "{ no session").ok());
    m_lab->openWindow();
    QVERIFY(m_lab->window->message().contains(QStringLiteral("session.json")));
}

void TstSession::theRunShownIsShownAgainAfterARestart()
{
    m_lab->simulate("always-503");
    QTRY_VERIFY(!m_lab->session.load().value().session.shownRun.empty());
    m_lab->restart();
    QTRY_VERIFY(!m_lab->record().isEmpty());
    QVERIFY(m_lab->find<ui::OutcomeStrip>("outcomeStrip").title().startsWith(QStringLiteral("Failed after")));
}

void TstSession::verificationIsOnAgainAtTheNextStart()
{
    m_lab->window->setUrl(QStringLiteral("https://localhost/"));
    m_lab->find<QCheckBox>("verifyBox").click();
    QVERIFY(!m_lab->find<QCheckBox>("verifyBox").isChecked());
    m_lab->restart();
    QVERIFY(m_lab->find<QCheckBox>("verifyBox").isChecked());
}

void TstSession::theRoomIsTheOneThatWasLeft()
{
    m_lab->simulate("always-503");
    QTRY_VERIFY(!m_lab->session.load().value().session.shownRun.empty());
    m_lab->find<QAction>("boundsAction").trigger();
    m_lab->restart();
    QTRY_VERIFY(!m_lab->record().isEmpty());
    QVERIFY(m_lab->find<QAction>("boundsAction").isChecked());
}

void TstSession::aRunThatIsGoneIsNoError()
{
    m_lab->simulate("always-503");
    QTRY_VERIFY(!m_lab->session.load().value().session.shownRun.empty());
    QVERIFY(m_lab->runs.remove(m_lab->runs.list().value().runs.front().id).ok());
    m_lab->restart();
    QTRY_VERIFY(m_lab->window->findChild<io::FileWork*>() == nullptr);
    QVERIFY(m_lab->record().isEmpty());
    QVERIFY2(m_lab->window->message().isEmpty(), qPrintable(m_lab->window->message()));
}

void TstSession::anythingIsFoundByItsWords()
{
    m_lab->simulate("always-503");
    const auto find = [this](const QString& words) {
        QTest::keyClick(m_lab->window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* search =
            QApplication::activePopupWidget()->findChild<QLineEdit*>(QStringLiteral("chooserSearch"));
        QTest::keyClicks(search, words);
        QTest::keyClick(search, Qt::Key_Return);
    };
    find(QStringLiteral("bounds"));
    QVERIFY(m_lab->find<QAction>("boundsAction").isChecked());
    find(QStringLiteral("curl retry policies"));
    QVERIFY(m_lab->find<QPushButton>("policyBox").text().startsWith(QStringLiteral("curl")));
    find(QStringLiteral("dynamodb-throttled-then-ok"));
    QCOMPARE(m_lab->find<ui::ChooserButton>("scenarioBox").summary(),
             QStringLiteral("dynamodb-throttled-then-ok"));
    m_lab->controller.setRecord({});
    find(QStringLiteral("runs after 3 attempts"));
    QTRY_COMPARE(m_lab->record().attemptCount(), 3);
}

void TstSession::settingsTakeEffectAtOnce()
{
    QTest::keyClick(m_lab->window.get(), Qt::Key_Comma, Qt::ControlModifier);
    auto& theme = m_lab->find<QComboBox>("themeBox");
    theme.setCurrentIndex(theme.findText(QStringLiteral("Dark")));
    Q_EMIT theme.activated(theme.currentIndex());
    QVERIFY(m_lab->settings.theme == ui::ThemeChoice::Dark);
    m_lab->find<QSpinBox>("zoomBox").setValue(3);
    QCOMPARE(m_lab->settings.zoom, 3);
}

RETRYSCOPE_TEST(TstSession)
#include "tst_session.moc"
