// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/window/settings.h"

#include <QSettings>
#include <QTemporaryDir>

using namespace retryscope;
using namespace retryscope::ui;

class TstSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comeBackAsTheyWereSaved();
    void anEmptyStoreGivesTheFirstStart();
    void nonsenseBecomesTheDefault();
    void secretsAreNotWritten();
    void verificationIsOnAgainAtTheNextStart();
    void rememberedFilesAreBoundedAndNewestFirst();

private:
    QString file() { return m_folder.filePath(QStringLiteral("settings.ini")); }
    QTemporaryDir m_folder;
};

void TstSettings::comeBackAsTheyWereSaved()
{
    Settings saved;
    saved.geometry = "geometry";
    saved.splitters.insert(QStringLiteral("mainSplitter"), "state");
    saved.theme = ThemeChoice::Dark;
    saved.zoom = 2;
    saved.showsWhy = false;
    saved.scenario = QStringLiteral("outage");
    saved.policy = QStringLiteral("mine");
    saved.urlHistory = {QStringLiteral("https://example.org/")};
    saved.usesEndpoint = false;
    saved.isVirtual = true;
    saved.keepsSeed = true;
    saved.seed = 18446744073709551615U;
    saved.columns = QStringList({QStringLiteral("window"), QStringLiteral("connection")});
    saved.request.url = "https://example.org/x?y=z";
    saved.request.method = "POST";
    saved.request.body = "{}";
    saved.request.headers = {{{"accept", "a: b"}}};
    saved.request.deadline = std::chrono::seconds{3};
    saved.request.connectTimeout = std::chrono::milliseconds{250};
    {
        QSettings store(file(), QSettings::IniFormat);
        saved.save(store);
    }
    Settings loaded;
    loaded.load(QSettings(file(), QSettings::IniFormat));

    QCOMPARE(loaded.geometry, saved.geometry);
    QCOMPARE(loaded.splitters, saved.splitters);
    QCOMPARE(loaded.theme, saved.theme);
    QCOMPARE(loaded.zoom, saved.zoom);
    QCOMPARE(loaded.showsWhy, saved.showsWhy);
    QCOMPARE(loaded.strips, saved.strips);
    QCOMPARE(loaded.columns, saved.columns);
    QCOMPARE(loaded.scenario, saved.scenario);
    QCOMPARE(loaded.policy, saved.policy);
    QCOMPARE(loaded.urlHistory, saved.urlHistory);
    QCOMPARE(loaded.usesEndpoint, saved.usesEndpoint);
    QCOMPARE(loaded.isVirtual, saved.isVirtual);
    QCOMPARE(loaded.keepsSeed, saved.keepsSeed);
    QCOMPARE(loaded.seed, saved.seed);
    QVERIFY(loaded.request == saved.request);
}

void TstSettings::anEmptyStoreGivesTheFirstStart()
{
    Settings settings;
    settings.load(QSettings(m_folder.filePath(QStringLiteral("none.ini")), QSettings::IniFormat));

    QCOMPARE(settings.scenario, QString::fromLatin1(Settings::kFirstScenario));
    QCOMPARE(settings.policy, QString::fromLatin1(Settings::kFirstPolicy));
    QVERIFY(settings.usesEndpoint);
    QCOMPARE(settings.theme, ThemeChoice::System);
}

void TstSettings::nonsenseBecomesTheDefault()
{
    QSettings store(m_folder.filePath(QStringLiteral("bad.ini")), QSettings::IniFormat);
    store.setValue(QStringLiteral("window/theme"), QStringLiteral("purple"));
    store.setValue(QStringLiteral("window/zoom"), 400);
    store.setValue(QStringLiteral("request/connectTimeoutMs"), -5);
    Settings settings;
    settings.load(store);

    QCOMPARE(settings.theme, ThemeChoice::System);
    QVERIFY(settings.zoom <= 10);
    QVERIFY(settings.request.connectTimeout == RequestSpec().connectTimeout);
}

void TstSettings::secretsAreNotWritten()
{
    Settings settings;
    settings.request.headers = {{{"Authorization", "Bearer verysecret"}, {"accept", "*/*"}}};
    settings.request.wire.proxyUrl = "http://user:verysecret@proxy:3128";
    settings.request.url = "https://user:verysecret@example.org/";
    settings.rememberUrl(QStringLiteral("https://user:verysecret@example.org/"));
    const QString path = m_folder.filePath(QStringLiteral("secrets.ini"));
    {
        QSettings store(path, QSettings::IniFormat);
        settings.save(store);
    }
    QFile written(path);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray content = written.readAll();

    QVERIFY(content.contains("proxy:3128"));
    QVERIFY(!content.contains("verysecret"));
}

void TstSettings::verificationIsOnAgainAtTheNextStart()
{
    Settings settings;
    settings.request.wire.verifyPeer = false;
    QSettings store(m_folder.filePath(QStringLiteral("verify.ini")), QSettings::IniFormat);
    settings.save(store);
    settings.load(store);

    QVERIFY(settings.request.wire.verifyPeer);
}

void TstSettings::rememberedFilesAreBoundedAndNewestFirst()
{
    Settings settings;
    for (int i = 0; i < 30; ++i) {
        settings.rememberFile(QString::number(i));
    }
    settings.rememberFile(QStringLiteral("25"));

    QCOMPARE(settings.recentFiles.size(), qsizetype{10});
    QCOMPARE(settings.recentFiles.mid(0, 3),
             (QStringList{QStringLiteral("25"), QStringLiteral("29"), QStringLiteral("28")}));
}

RETRYSCOPE_TEST(TstSettings)
#include "tst_settings.moc"
