// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/send/send_room.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDirIterator>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTcpServer>
#include <QToolButton>

using namespace retryscope;
using test::WindowLab;

/// Secrets are in the request that is sent, and then in no copy and in no file.
class TstWindowSecrets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_lab = std::make_unique<WindowLab>(); }
    void cleanup() { m_lab.reset(); }
    void secretsAreNotKeptAndSaidSo();
    void nothingOfASignedUrlIsWritten();
    void noSecretLeavesTheWindow();
    void aTokenIsAskedForAgain();
    void aTokenIsAskedForAfterUndoToo();
    void aPastedRequestNeedsNoTokenOfTheLast();

private:
    std::unique_ptr<WindowLab> m_lab;
};

void TstWindowSecrets::secretsAreNotKeptAndSaidSo()
{
    m_lab->window->setUrl(QStringLiteral("https://example.org/?token=verysecret"));
    m_lab->window->close();

    QFile file(m_lab->session.path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("verysecret"));
    m_lab->openWindow();
    QVERIFY2(m_lab->window->message().contains(QStringLiteral("Type them again")),
             qPrintable(m_lab->window->message()));
}

/// A signed URL, as it is passed on, is remembered by settings, session and history without what signs it.
void TstWindowSecrets::nothingOfASignedUrlIsWritten()
{
    const QByteArray secret = "canary0123456789";
    const QString word = QString::fromLatin1(secret);
    m_lab->settings.proxy = QStringLiteral("http://%1:%1@127.0.0.1:9/").arg(word);
    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(1); // nothing waits for delays
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
    QVERIFY(hasSettings); // the URL is kept, and the parameter that it lacks is named
}

/// In the address, the token, the body that is sent and in all of the response; then in no copy and in no
/// file.
void TstWindowSecrets::noSecretLeavesTheWindow()
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
    for (const char* ending : {"svg", "csv", "md", "json"}) {
        const QString name = QStringLiteral("exported.") + QLatin1String(ending);
        m_lab->find<QAction>(qPrintable(QStringLiteral("exportAs-") + QLatin1String(ending))).trigger();
        auto* dialog = m_lab->window->findChild<QFileDialog*>();
        Q_EMIT dialog->fileSelected(m_lab->path(qPrintable(name)));
        delete dialog;
        QTRY_VERIFY(m_lab->window->message().contains(name));
    }

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
void TstWindowSecrets::aTokenIsAskedForAgain()
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
void TstWindowSecrets::aTokenIsAskedForAfterUndoToo()
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

void TstWindowSecrets::aPastedRequestNeedsNoTokenOfTheLast()
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

RETRYSCOPE_TEST(TstWindowSecrets)
#include "tst_window_secrets.moc"
