// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/client_files.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/files/installed_clients.h"
#include "core/io/files/library.h"
#include "core/io/text/input_file.h"
#include "core/io/text/utf8.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace retryscope;
using namespace retryscope::io;

class TstInstalledClients : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    /// Names are looked up as they are typed, and every policy is one that there is.
    void everyKnownClientHasAPreset()
    {
        const Library library;
        QVERIFY(!knownClients().empty());
        for (const KnownClient& client : knownClients()) {
            QVERIFY2(client.sdk.empty() != client.policies.empty(), client.names.front().c_str());
            QVERIFY2(defaultPolicyOf(client, builtInSdks()), client.names.front().c_str());
            for (const ClientPolicy& policy : client.policies) {
                QVERIFY2(library.policy(toQString(policy.policy)).ok(), policy.policy.c_str());
            }
        }
        for (const CalledPolicy& called : calledPolicies()) {
            QVERIFY2(library.policy(called.id).ok(), qPrintable(called.id));
        }
    }

    void versionsAreReadWithoutRunningAnything()
    {
        write("site/botocore-1.40.2.dist-info/METADATA",
              "Metadata-Version: 2.1\nName: botocore\nVersion: 1.40.2\n\nText");
        write("site/openai-2.60.0.dist-info/METADATA", "Name: openai\nVersion: 2.60.0\n");
        write("site/google_api_core-2.29.0.egg-info/PKG-INFO", "Name: google-api-core\nVersion: 2.29.0\n");
        write("site/six-1.16.0.dist-info/METADATA", "Name: six\nVersion: 1.16.0\n");
        write("node_modules/got/package.json", R"({"name": "got", "version": "14.6.6"})");
        write("node_modules/@aws-sdk/client-s3/package.json",
              R"({"name": "@aws-sdk/client-s3", "version": "3.705.0"})");
        write("status", "Package: curl\nStatus: install ok installed\nVersion: 7.88.1-10+deb12u5\n\n"
                        "Package: wget\nStatus: deinstall ok config-files\nVersion: 1.21.3-1\n");
        QCOMPARE(found(), (QStringList{
                              QStringLiteral("@aws-sdk/client-s3 3.705.0 jsv3-3.705.0-standard"),
                              QStringLiteral("botocore 1.40.2 botocore-1.29.27-legacy"),
                              QStringLiteral("curl 7.88.1 curl-retry-3"),
                              QStringLiteral("google-api-core 2.29.0 google-api-core-2.29.0-default"),
                              QStringLiteral("got 14.6.6 got-14.6.6-default"),
                              QStringLiteral("openai 2.60.0 openai-python-3.3.1-default"),
                          }));
    }

    void whatIsDamagedIsLeftOut()
    {
        write("site/botocore-1.40.2.dist-info/METADATA", "\xff\xfe\x00 no names");
        write("site/openai-2.dist-info/METADATA", "Name: openai\nVersion: <b>9</b>\n");
        write("site/anthropic-1.dist-info/METADATA", "Name: another\nVersion: 1.0\n");
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("site/tenacity-9.dist-info")));
        write("node_modules/got/package.json", "{");
        write("node_modules/ky/package.json", R"({"name": "evil", "version": "2.0.0"})");
        write("status", QByteArray(100000, 'x') + "\nPackage: curl\n\nVersion: \n");
        QCOMPARE(found(), QStringList());
    }

    /// A client older than the first preset is not offered as one.
    void aVersionWithoutPresetIsLeftOut()
    {
        write("site/urllib3-1.24.dist-info/METADATA", "Name: urllib3\nVersion: 1.24\n");
        QCOMPARE(found(), QStringList());
    }

    void theSearchEndsInTime()
    {
        for (int i = 0; i < 3000; ++i) {
            write(QByteArray("site/botocore-") + QByteArray::number(i) + ".dist-info/METADATA",
                  "Name: botocore\nVersion: 1." + QByteArray::number(i) + "\n");
        }
        QElapsedTimer time;
        time.start();
        (void)installedClients(places(), std::chrono::milliseconds(20));
        QVERIFY2(time.elapsed() < 1000, qPrintable(QString::number(time.elapsed())));
    }

private:
    void write(const QByteArray& name, const QByteArray& content)
    {
        const QString path = m_folder->filePath(QString::fromUtf8(name));
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    [[nodiscard]] InstalledPlaces places() const
    {
        return {.python = {m_folder->filePath(QStringLiteral("site"))},
                .node = {m_folder->filePath(QStringLiteral("node_modules"))},
                .debianStatus = m_folder->filePath(QStringLiteral("status"))};
    }
    [[nodiscard]] QStringList found() const
    {
        QStringList lines;
        for (const InstalledClient& client : installedClients(places(), std::chrono::seconds(10))) {
            lines += QStringLiteral("%1 %2 %3").arg(client.package, client.version, client.policy);
        }
        lines.sort();
        return lines;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

RETRYSCOPE_TEST(TstInstalledClients)
#include "tst_installed_clients.moc"
