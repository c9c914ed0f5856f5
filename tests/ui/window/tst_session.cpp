// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/file_work.h"
#include "core/io/format/record_json.h"
#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/parts/chooser_button.h"
#include "ui/runs/runs_room.h"
#include "ui/send/outcome_strip.h"
#include "ui/send/send_room.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTableWidget>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QToolButton>

using namespace retryscope;
using test::WindowLab;

/// What was typed, and what was run, outlives the program.
class TstSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void whatWasTypedIsThereAfterARestart();
    void aNumberThatIsBeingTypedIsKept();
    void aTextThatIsBeingTypedIsKept();
    void aPolicyThatCannotBeReadYetIsKept();
    void secretsAreNotKeptAndSaidSo();
    void nothingOfASignedUrlIsWritten();
    void noSecretLeavesTheWindow();
    void aTokenIsAskedForAgain();
    void aTokenIsAskedForAfterUndoToo();
    void aPastedRequestNeedsNoTokenOfTheLast();
    void aDeletedRunComesBack();
    void aSearchKeepsWhatIsSelected();
    void aKilledProgramHasLostAtMostASecond();
    void aDamagedSessionIsSaidAndTheWindowOpens();
    void runsAreKeptNewestFirst();
    void aRunIsOpenedAgainWithItsRequest();
    void twoRunsAreComparedByOneClick();
    void anOpenedRecordIsAddedToTheRuns();
    void runsAreSearched();
    void theRunShownIsShownAgainAfterARestart();
    void verificationIsOnAgainAtTheNextStart();
    void theRoomIsTheOneThatWasLeft();
    void aRunThatIsGoneIsNoError();
    void theHistoryKeepsToItsBound();
    void anythingIsFoundByItsWords();
    void settingsTakeEffectAtOnce();

private:
    void restart();
    void simulate(const char* scenario);
    QListView& openRuns();

    std::unique_ptr<WindowLab> m_lab;
};

void TstSession::init()
{
    m_lab = std::make_unique<WindowLab>();
}

void TstSession::cleanup()
{
    m_lab.reset();
}

void TstSession::restart()
{
    m_lab->window->close();
    m_lab->controller.setRecord({});
    m_lab->openWindow();
}

void TstSession::simulate(const char* scenario)
{
    const auto kept = m_lab->runs.list().value().runs.size();
    QVERIFY(m_lab->window->chooseScenario(QString::fromLatin1(scenario)).ok());
    m_lab->window->setVirtual(true);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    QTRY_COMPARE(m_lab->runs.list().value().runs.size(), kept + 1);
}

QListView& TstSession::openRuns()
{
    QTest::keyClick(m_lab->window.get(), Qt::Key_2, Qt::ControlModifier);
    return m_lab->find<QListView>("runsList");
}

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

    restart();

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

    restart();

    QCOMPARE(m_lab->find<QSpinBox>("attemptsMaxBox").value(), 7);
}

void TstSession::aTextThatIsBeingTypedIsKept()
{
    m_lab->window->showPanel(QStringLiteral("policy"));
    auto& success = m_lab->find<QLineEdit>("successStatusEdit");
    success.setFocus();
    success.selectAll();
    QTest::keyClicks(&success, QStringLiteral("2xx, 404"));

    restart();

    QCOMPARE(m_lab->find<QLineEdit>("successStatusEdit").text(), QStringLiteral("2xx, 404"));
}

void TstSession::aPolicyThatCannotBeReadYetIsKept()
{
    m_lab->window->showPanel(QStringLiteral("json"));
    auto& json = m_lab->find<QPlainTextEdit>("policyJsonEdit");
    json.setFocus();
    QTest::keyClicks(&json, QStringLiteral("half"));

    restart();

    QVERIFY(m_lab->find<QPlainTextEdit>("policyJsonEdit").toPlainText().startsWith(QStringLiteral("half")));
}

void TstSession::secretsAreNotKeptAndSaidSo()
{
    m_lab->window->setUrl(QStringLiteral("https://example.org/?token=verysecret"));
    m_lab->window->close();

    QFile file(m_lab->session.path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("verysecret"));
    m_lab->openWindow();
    QVERIFY2(m_lab->window->message().contains(QStringLiteral("Type again")),
             qPrintable(m_lab->window->message()));
}

/// A signed URL, as it is passed on, is remembered by settings, session and history without what signs it.
void TstSession::nothingOfASignedUrlIsWritten()
{
    const QByteArray secret = "canary0123456789";
    const QString word = QString::fromLatin1(secret);
    m_lab->settings.proxy = QStringLiteral("http://%1:%1@127.0.0.1:9/").arg(word);
    for (const char* parameter :
         {"X-Amz-Signature", "X-Amz-Security-Token", "X-Amz-Credential", "Signature", "AWSAccessKeyId"}) {
        m_lab->window->setUrl(
            QStringLiteral("http://%1@127.0.0.1:1/?list&%2=%1").arg(word, QString::fromLatin1(parameter)));
        m_lab->send();
        m_lab->window->setUrl(
            QStringLiteral("http://127.0.0.1:1/?list&%2=%1").arg(word, QString::fromLatin1(parameter)));
        m_lab->send();
        QTRY_VERIFY(m_lab->hasEnded());
    }
    m_lab->window->close();
    QVERIFY(!m_lab->settings.urlHistory.isEmpty());
    QVERIFY(m_lab->settings.urlHistory.join(u' ').contains(QStringLiteral("list")));
    const QString stored = m_lab->path("settings.ini");
    {
        QSettings store(stored, QSettings::IniFormat);
        m_lab->settings.save(store);
    }
    constexpr QFileDevice::Permissions kOthers =
        QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther | QFileDevice::WriteOther;
    bool hasSettings = false;
    for (QDirIterator all(m_lab->path("."), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
         all.hasNext();) {
        QFile file(all.next());
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QByteArray content = file.readAll();
        QVERIFY2(!content.contains(secret), qPrintable(file.fileName()));
        QVERIFY2((file.permissions() & kOthers) == 0, qPrintable(file.fileName()));
        hasSettings = hasSettings || content.contains("X-Amz-Signature");
    }
    QVERIFY(hasSettings); // the URL is remembered, and what it lacks is told
}

/// In the address, the token, the body that is sent and in all of the response; then in no copy and in no
/// file.
void TstSession::noSecretLeavesTheWindow()
{
    const QByteArray secret = "canary0123456789";
    const QByteArray body =
        "{\"you sent\": \"" + secret + "\", \"password\": \"" + secret + "\"}\nSet-Cookie: a=" + secret;
    const QByteArray response = "HTTP/1.1 503 token=" + secret + "\r\nSet-Cookie: b=" + secret +
                                "\r\nX-Vault-Token: " + secret +
                                "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
    QTcpServer server;
    QVERIFY(test::listenAndRespond(server, response));
    m_lab->window->setUrl(QStringLiteral("http://127.0.0.1:%1/?token=%2")
                              .arg(server.serverPort())
                              .arg(QString::fromLatin1(secret)));
    auto* scheme = &m_lab->find<QComboBox>("authSchemeBox");
    scheme->setCurrentIndex(2);
    Q_EMIT scheme->activated(2);
    QTest::keyClicks(&m_lab->find<QLineEdit>("authSecretEdit"), QString::fromLatin1(secret));
    m_lab->window->showPanel(QStringLiteral("request"));
    auto& sent = m_lab->find<QPlainTextEdit>("requestBodyEdit");
    sent.setFocus();
    QTest::keyClicks(&sent, QStringLiteral("password=") + QString::fromLatin1(secret));
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    QVERIFY(m_lab->attempt(1).facts.response);
    QTRY_COMPARE(m_lab->runs.list().value().runs.size(), std::size_t{1});

    int copies = 0;
    const auto check = [&](const QString& name, const auto& copy) {
        QGuiApplication::clipboard()->setText(QStringLiteral("before"));
        copy();
        const QString text = QGuiApplication::clipboard()->text();
        copies += text == QStringLiteral("before") ? 0 : 1;
        QVERIFY2(!text.contains(QString::fromLatin1(secret)), qPrintable(name + QStringLiteral(": ") + text));
    };
    const auto isCopy = [](const QObject& object) {
        // With its secrets is what its name says.
        return object.objectName().contains(QStringLiteral("copy"), Qt::CaseInsensitive) &&
               object.objectName() != QStringLiteral("copyCurlAction");
    };
    const auto opensMenu = [](const QAbstractButton& button) {
        const auto* tool = qobject_cast<const QToolButton*>(&button);
        const auto* push = qobject_cast<const QPushButton*>(&button);
        return (tool != nullptr && tool->menu() != nullptr) || (push != nullptr && push->menu() != nullptr);
    };
    for (const char* panel : {"request", "response", "wire", "log", "attempts", "judge", "compare"}) {
        m_lab->window->showPanel(QString::fromLatin1(panel));
        for (auto* button : m_lab->window->findChildren<QAbstractButton*>()) {
            if (isCopy(*button) && button->isVisible() && button->isEnabled() && !opensMenu(*button)) {
                check(button->objectName(), [button] { button->click(); });
            }
        }
        for (auto* action : m_lab->window->findChildren<QAction*>()) {
            if (isCopy(*action) && action->isEnabled() && action->menu() == nullptr) {
                check(action->objectName(), [action] { action->trigger(); });
            }
        }
    }
    QVERIFY2(copies > 6, qPrintable(QString::number(copies)));

    m_lab->window->close();
    {
        QSettings store(m_lab->path("settings.ini"), QSettings::IniFormat);
        m_lab->settings.save(store);
    }
    QStringList files;
    for (QDirIterator all(m_lab->path("."), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
         all.hasNext();) {
        files += all.next();
    }
    QVERIFY(files.size() > 2);
    for (const QString& path : files) {
        QFile file(path);
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
        QVERIFY2(!file.readAll().contains(secret), qPrintable(path));
    }
}

/// The scheme is kept, its secret is not; and nothing leaves until it is typed again.
void TstSession::aTokenIsAskedForAgain()
{
    m_lab->window->setUrl(QStringLiteral("http://localhost:1/"));
    auto* scheme = &m_lab->find<QComboBox>("authSchemeBox");
    scheme->setCurrentIndex(2);
    Q_EMIT scheme->activated(2);
    QTest::keyClicks(&m_lab->find<QLineEdit>("authSecretEdit"), QStringLiteral("verysecret"));
    m_lab->window->close();
    m_lab->openWindow();
    QCOMPARE(m_lab->find<QComboBox>("authSchemeBox").currentIndex(), 2);
    auto& secret = m_lab->find<QLineEdit>("authSecretEdit");
    QCOMPARE(secret.text(), QString());
    QVERIFY(secret.placeholderText().contains(QStringLiteral("type it again")));

    m_lab->send();
    QVERIFY(m_lab->record().isEmpty()); // nothing was sent
    QVERIFY2(m_lab->window->message().contains(QStringLiteral("does not save passwords or tokens")),
             qPrintable(m_lab->window->message()));
    QVERIFY(secret.hasFocus());

    m_lab->window->close(); // not typed again: it is asked for once more
    m_lab->openWindow();
    QCOMPARE(m_lab->find<QComboBox>("authSchemeBox").currentIndex(), 2);
    auto& again = m_lab->find<QLineEdit>("authSecretEdit");
    m_lab->send();
    QTest::keyClicks(&again, QStringLiteral("token"));
    QTest::keyClick(&again, Qt::Key_Return);
    QTRY_VERIFY(m_lab->hasEnded());
    const std::string* sent = m_lab->record().header().spec.headers.find("Authorization");
    QVERIFY(sent != nullptr && *sent == "Bearer token");
}

/// Another target, a scenario and back: the token is still asked for.
void TstSession::aTokenIsAskedForAfterUndoToo()
{
    m_lab->window->setUrl(QStringLiteral("http://localhost:1/"));
    auto* scheme = &m_lab->find<QComboBox>("authSchemeBox");
    scheme->setCurrentIndex(2);
    Q_EMIT scheme->activated(2);
    QTest::keyClicks(&m_lab->find<QLineEdit>("authSecretEdit"), QStringLiteral("verysecret"));
    m_lab->window->close();
    m_lab->openWindow();
    QTest::mouseClick(&m_lab->find<QPushButton>("targetSwitch1"), Qt::LeftButton);
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("always-503")).ok());
    QTest::keyClick(m_lab->window.get(), Qt::Key_Z, Qt::ControlModifier);
    QTest::keyClick(m_lab->window.get(), Qt::Key_Z, Qt::ControlModifier);

    auto& switchBack = m_lab->find<QPushButton>("targetSwitch0");
    if (!switchBack.isChecked()) {
        QTest::mouseClick(&switchBack, Qt::LeftButton);
    }

    QCOMPARE(m_lab->find<QComboBox>("authSchemeBox").currentIndex(), 2);
    m_lab->send();
    QVERIFY(m_lab->record().isEmpty());
}

void TstSession::aPastedRequestNeedsNoTokenOfTheLast()
{
    m_lab->window->setUrl(QStringLiteral("http://localhost:1/"));
    auto* scheme = &m_lab->find<QComboBox>("authSchemeBox");
    scheme->setCurrentIndex(2);
    Q_EMIT scheme->activated(2);
    QTest::keyClicks(&m_lab->find<QLineEdit>("authSecretEdit"), QStringLiteral("verysecret"));
    m_lab->window->close();
    m_lab->openWindow();

    m_lab->find<ui::SendRoom>("sendRoom").take(QStringLiteral("curl -X PUT http://localhost:1/other"));

    QCOMPARE(m_lab->find<QComboBox>("authSchemeBox").currentIndex(), 0);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    QCOMPARE(QString::fromStdString(m_lab->record().header().spec.method), QStringLiteral("PUT"));
}

void TstSession::aDeletedRunComesBack()
{
    simulate("always-503");
    simulate("s3-mixed-then-429");
    const QString request = m_lab->find<QLineEdit>("pathEdit").text();
    QListView& list = openRuns();
    QCOMPARE(list.model()->rowCount(), 2);
    list.setFocus();

    QTest::keyClick(&list, Qt::Key_Delete);
    QCOMPARE(list.model()->rowCount(), 1);
    QTest::keyClick(m_lab->window.get(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(list.model()->rowCount(), 2);
    QCOMPARE(m_lab->find<QLineEdit>("pathEdit").text(), request); // forms that are not seen stay

    QTest::keyClick(&list, Qt::Key_Delete);
    QTest::keyClick(m_lab->window.get(), Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(m_lab->runs.list().value().runs.size(), std::size_t{1}); // for good
}

void TstSession::aSearchKeepsWhatIsSelected()
{
    simulate("always-503");
    simulate("s3-mixed-then-429");
    QListView& list = openRuns();
    list.setCurrentIndex(list.model()->index(1, 0));
    const QString selected = list.currentIndex().data().toString();

    QTest::keyClicks(&m_lab->find<QLineEdit>("runsSearch"), QStringLiteral("503"));

    QCOMPARE(list.model()->rowCount(), 1);
    QCOMPARE(list.selectionModel()->selectedIndexes().size(), 1);
    QCOMPARE(list.selectionModel()->selectedIndexes().front().data().toString(), selected);
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

void TstSession::runsAreKeptNewestFirst()
{
    simulate("s3-slowdown-then-ok");
    simulate("always-503");
    const QListView& list = openRuns();
    QCOMPARE(list.model()->rowCount(), 2);
    QVERIFY(list.model()->index(0, 0).data().toString().startsWith(QStringLiteral("503")));
    QVERIFY(list.model()->index(1, 0).data().toString().startsWith(QStringLiteral("200")));
}

void TstSession::aRunIsOpenedAgainWithItsRequest()
{
    simulate("s3-slowdown-then-ok");
    const std::uint64_t seed = m_lab->record().header().seed;
    simulate("always-503");
    QListView& list = openRuns();
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                      list.visualRect(list.model()->index(1, 0)).center());
    QTest::mouseClick(&m_lab->find<QPushButton>("openRunButton"), Qt::LeftButton);

    QTRY_VERIFY(m_lab->find<QWidget>("sendRoom").isVisible());
    QCOMPARE(m_lab->record().header().seed, seed);
    QTRY_VERIFY(m_lab->find<ui::OutcomeStrip>("outcomeStrip").isStale());
    m_lab->find<QAction>("useRunAction").trigger();
    QCOMPARE(m_lab->find<ui::ChooserButton>("scenarioBox").summary(), QStringLiteral("s3-slowdown-then-ok"));
}

void TstSession::twoRunsAreComparedByOneClick()
{
    simulate("s3-slowdown-then-ok");
    simulate("always-503");
    QListView& list = openRuns(); // the newest is selected
    QTest::mouseClick(list.viewport(), Qt::LeftButton, Qt::ControlModifier,
                      list.visualRect(list.model()->index(1, 0)).center());

    QVERIFY(m_lab->find<QLabel>("runsHeading").text().contains(QStringLiteral("compared")));
    const auto& facts = m_lab->find<QTableWidget>("runFacts");
    QVERIFY(facts.item(0, 1)->text().startsWith(QStringLiteral("200")));
    QVERIFY(facts.item(0, 2)->text().startsWith(QStringLiteral("503")));
    QVERIFY(facts.item(0, 1)->font().bold());
}

void TstSession::anOpenedRecordIsAddedToTheRuns()
{
    simulate("s3-slowdown-then-ok");
    const QString file = m_lab->path("run.json");
    QVERIFY(
        io::writeFile(file, [this](QIODevice& device) { io::writeRecord(device, m_lab->record()); }).ok());
    QVERIFY(m_lab->window->openPath(file).ok());
    QTRY_COMPARE(m_lab->runs.list().value().runs.size(), std::size_t{2});
}

void TstSession::runsAreSearched()
{
    simulate("s3-slowdown-then-ok");
    simulate("always-503");
    const QListView& list = openRuns();
    QTest::keyClicks(&m_lab->find<QLineEdit>("runsSearch"), QStringLiteral("slowdown"));
    QCOMPARE(list.model()->rowCount(), 1);
    QVERIFY(m_lab->find<QLabel>("runsCount").text().startsWith(QStringLiteral("1 of 2")));
}

void TstSession::theRunShownIsShownAgainAfterARestart()
{
    simulate("always-503");
    QTRY_VERIFY(!m_lab->session.load().value().session.shownRun.empty());
    restart();
    QTRY_VERIFY(!m_lab->record().isEmpty());
    QVERIFY(m_lab->find<ui::OutcomeStrip>("outcomeStrip").title().startsWith(QStringLiteral("Failed after")));
}

void TstSession::verificationIsOnAgainAtTheNextStart()
{
    m_lab->window->setUrl(QStringLiteral("https://localhost/"));
    m_lab->find<QCheckBox>("verifyBox").click();
    QVERIFY(!m_lab->find<QCheckBox>("verifyBox").isChecked());
    restart();
    QVERIFY(m_lab->find<QCheckBox>("verifyBox").isChecked());
}

void TstSession::theRoomIsTheOneThatWasLeft()
{
    simulate("always-503");
    QTRY_VERIFY(!m_lab->session.load().value().session.shownRun.empty());
    m_lab->find<QAction>("boundsAction").trigger();
    restart();
    QTRY_VERIFY(!m_lab->record().isEmpty());
    QVERIFY(m_lab->find<QAction>("boundsAction").isChecked());
}

void TstSession::aRunThatIsGoneIsNoError()
{
    simulate("always-503");
    QTRY_VERIFY(!m_lab->session.load().value().session.shownRun.empty());
    QVERIFY(m_lab->runs.remove(m_lab->runs.list().value().runs.front().id).ok());
    restart();
    QTRY_VERIFY(m_lab->window->findChild<io::FileWork*>() == nullptr);
    QVERIFY(m_lab->record().isEmpty());
    QVERIFY2(m_lab->window->message().isEmpty(), qPrintable(m_lab->window->message()));
}

void TstSession::theHistoryKeepsToItsBound()
{
    m_lab->settings.runsKept = 1;
    simulate("s3-slowdown-then-ok");
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("always-503")).ok());
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    const auto scenariosKept = [this] {
        QStringList ids;
        const auto list = m_lab->runs.list();
        for (const auto& run : list.value().runs) {
            ids.append(QString::fromStdString(run.scenarioId));
        }
        return ids;
    };
    QTRY_COMPARE(scenariosKept(), QStringList{QStringLiteral("always-503")});
}

void TstSession::anythingIsFoundByItsWords()
{
    simulate("always-503");
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
