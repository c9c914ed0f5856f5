// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/parts/settings.h"

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
    saved.runsKept = 7;
    saved.runsMebibytes = 8;
    saved.proxy = QStringLiteral("http://proxy:3128");
    saved.secretNames = QStringList({QStringLiteral("X-Session")});
    saved.urlHistory = {QStringLiteral("https://example.org/")};
    saved.probedBox = QStringLiteral("http://127.0.0.1:8081");
    saved.probedFor = {QStringLiteral("curl-retry-3")};
    saved.columns = QStringList({QStringLiteral("window"), QStringLiteral("connection")});
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
    QCOMPARE(loaded.urlHistory, saved.urlHistory);
    QCOMPARE(loaded.probedBox, saved.probedBox);
    QCOMPARE(loaded.probedFor, saved.probedFor);
    QCOMPARE(loaded.runsKept, saved.runsKept);
    QCOMPARE(loaded.runsMebibytes, saved.runsMebibytes);
    QCOMPARE(loaded.proxy, saved.proxy);
    QCOMPARE(loaded.secretNames, saved.secretNames);
    QCOMPARE(QFile::permissions(file()) & ~(QFile::ReadUser | QFile::WriteUser),
             QFile::ReadOwner | QFile::WriteOwner);
}

void TstSettings::anEmptyStoreGivesTheFirstStart()
{
    Settings settings;
    settings.load(QSettings(m_folder.filePath(QStringLiteral("none.ini")), QSettings::IniFormat));

    QCOMPARE(settings.zoom, 0);
    QCOMPARE(settings.theme, ThemeChoice::System);
}

void TstSettings::nonsenseBecomesTheDefault()
{
    QSettings store(m_folder.filePath(QStringLiteral("bad.ini")), QSettings::IniFormat);
    store.setValue(QStringLiteral("window/theme"), QStringLiteral("purple"));
    store.setValue(QStringLiteral("window/zoom"), 400);
    store.setValue(QStringLiteral("runs/kept"), -5);
    Settings settings;
    settings.load(store);

    QCOMPARE(settings.theme, ThemeChoice::System);
    QVERIFY(settings.zoom <= 10);
    QVERIFY(settings.runsKept >= 1);
}

void TstSettings::secretsAreNotWritten()
{
    Settings settings;
    settings.proxy = QStringLiteral("http://user:verysecret@proxy:3128");
    settings.rememberUrl(QStringLiteral("https://user:verysecret@example.org/"));
    settings.rememberUrl(QStringLiteral("https://example.org/?token=verysecret&page=2"));
    const QString path = m_folder.filePath(QStringLiteral("secrets.ini"));
    {
        QSettings store(path, QSettings::IniFormat);
        settings.save(store);
    }
    QFile written(path);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray content = written.readAll();

    QVERIFY(content.contains("proxy:3128") && content.contains("page=2"));
    QVERIFY(!content.contains("verysecret"));
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
