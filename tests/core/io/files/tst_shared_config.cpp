// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/shared_config.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace retryscope;
using namespace retryscope::io;

using Settings = std::map<std::string, std::string>;

class TstSharedConfig : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aProfileIsReadFromItsSection_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("profile");
        QTest::addColumn<Settings>("expected");
        const QString standard = QStringLiteral("default");
        const QString work = QStringLiteral("work");
        const Settings adaptive{{"retry_mode", "adaptive"}};

        QTest::newRow("default") << QByteArray("[default]\nretry_mode = adaptive\n") << standard << adaptive;
        QTest::newRow("named") << QByteArray(
                                      "[default]\nretry_mode=legacy\n[profile work]\nretry_mode=adaptive")
                               << work << adaptive;
        QTest::newRow("quoted name") << QByteArray("[profile \"work\"]\nretry_mode=adaptive") << work
                                     << adaptive;
        QTest::newRow("blanks in the header")
            << QByteArray("[ profile   work ]\nretry_mode=adaptive") << work << adaptive;
        QTest::newRow("windows line ends")
            << QByteArray("[default]\r\nretry_mode = adaptive\r\n") << standard << adaptive;
        QTest::newRow("byte order mark")
            << QByteArray("\xef\xbb\xbf[default]\nretry_mode = adaptive") << standard << adaptive;
        QTest::newRow("comments") << QByteArray("# one\n; two\n[default] # three\n  # four\nretry_mode = "
                                                "adaptive ; five\n")
                                  << standard << adaptive;
        QTest::newRow("a comment sign inside a value is part of it")
            << QByteArray("[default]\nname = a#b") << standard << Settings{{"name", "a#b"}};
        QTest::newRow("an equals sign inside a value is part of it")
            << QByteArray("[default]\nname = a=b") << standard << Settings{{"name", "a=b"}};
        QTest::newRow("nested settings are passed over")
            << QByteArray("[default]\ns3 =\n  max_attempts = 9\n\tretry_mode = legacy\nretry_mode = adaptive")
            << standard << Settings{{"s3", ""}, {"retry_mode", "adaptive"}};
        QTest::newRow("an indented first setting is a setting")
            << QByteArray("[default]\n  retry_mode = adaptive") << standard << adaptive;
        QTest::newRow("the last of two equal keys wins")
            << QByteArray("[default]\nretry_mode = legacy\nretry_mode = adaptive") << standard << adaptive;
        QTest::newRow("sections of one name are one profile")
            << QByteArray("[default]\na = 1\n[profile x]\nb = 2\n[default]\nc = 3") << standard
            << Settings{{"a", "1"}, {"c", "3"}};
        QTest::newRow("keys do not depend on case")
            << QByteArray("[default]\nRetry_Mode = adaptive") << standard << adaptive;
        QTest::newRow("other sections are passed over")
            << QByteArray("[sso-session work]\nretry_mode = legacy\n[work]\nretry_mode = standard\n[profile "
                          "work]\nretry_mode = adaptive")
            << work << adaptive;
        QTest::newRow("a profile that nobody insists on may be missing")
            << QByteArray("[default]\nretry_mode = adaptive") << work << Settings{};
        QTest::newRow("empty file") << QByteArray() << standard << Settings{};
    }
    void aProfileIsReadFromItsSection()
    {
        QFETCH(const QByteArray, content);
        QFETCH(const QString, profile);
        QFETCH(const Settings, expected);
        const Result<Settings> settings = profileSettings(fileWith(content), profile, false);
        QVERIFY2(settings.ok(), qPrintable(settings.ok() ? QString() : settings.error().text()));
        QCOMPARE(settings.value(), expected);
    }

    void aLineThatCannotBeReadIsNamed_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("found");
        QTest::newRow("no equals sign")
            << QByteArray("[default]\nretry_mode\n") << 2 << QStringLiteral("a line without \"=\"");
        QTest::newRow("no key") << QByteArray("[default]\n\n= adaptive\n") << 3 << QStringLiteral("\" = …\"");
        QTest::newRow("header without its end")
            << QByteArray("[default\n") << 1 << QStringLiteral("\"[default\"");
        QTest::newRow("empty header") << QByteArray("[]\n") << 1 << QStringLiteral("\"[]\"");
        QTest::newRow("text behind a header")
            << QByteArray("[default] x\n") << 1 << QStringLiteral("\"[default] x\"");
        QTest::newRow("setting before any section")
            << QByteArray("# c\nretry_mode = legacy\n") << 2 << QStringLiteral("\"retry_mode = …\"");
    }
    void aLineThatCannotBeReadIsNamed()
    {
        QFETCH(const QByteArray, content);
        QFETCH(const int, line);
        QFETCH(const QString, found);
        const QString file = fileWith(content);
        const Result<Settings> settings = profileSettings(file, QStringLiteral("default"), false);
        QVERIFY(!settings.ok());
        QCOMPARE(settings.error().kind, Error::Kind::BadInput);
        QCOMPARE(settings.error().place, QStringLiteral("%1, line %2").arg(file).arg(line));
        QCOMPARE(settings.error().message,
                 QStringLiteral("found %1, expected [default], [profile NAME], KEY = VALUE or a comment")
                     .arg(found));
    }

    /// As botocore 1.29.27 and @smithy/shared-ini-file-loader read these files.
    void unusualLinesAreReadAsEachParserDoes_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<Settings>("python");
        QTest::addColumn<Settings>("javascript");
        const Settings both{{"retry_mode", "adaptive"}, {"max_attempts", "4"}};
        const Settings mode{{"retry_mode", "adaptive"}};
        const Settings joined{{"retry_mode", "adaptive\\n…"}};
        QTest::newRow("indented alike")
            << QByteArray("[default]\n  retry_mode = adaptive\n  max_attempts = 4\n") << both << both;
        QTest::newRow("indented further")
            << QByteArray("[default]\nretry_mode = adaptive\n  max_attempts = 4\n") << joined << both;
        QTest::newRow("a tab, then blanks")
            << QByteArray("[default]\n\tretry_mode = adaptive\n    max_attempts = 4\n") << joined << both;
        QTest::newRow("with a colon")
            << QByteArray("[default]\nretry_mode: adaptive\nmax_attempts: 4\n") << both << Settings{};
        QTest::newRow("a title between blanks")
            << QByteArray("[ default ]\nretry_mode = adaptive\n") << Settings{} << Settings{};
        QTest::newRow("below a setting without a value")
            << QByteArray("[default]\ns3 =\n  max_attempts = 20\nretry_mode = adaptive\n")
            << Settings{{"retry_mode", "adaptive"}, {"s3", "\\n…"}}
            << Settings{{"retry_mode", "adaptive"}, {"s3", ""}};
        QTest::newRow("an indented title")
            << QByteArray("  [default]\n  retry_mode = adaptive\n") << mode << mode;
        QTest::newRow("a comment behind the value") << QByteArray("[default]\nretry_mode = adaptive ; why\n")
                                                    << Settings{{"retry_mode", "adaptive ; why"}} << mode;
    }
    void unusualLinesAreReadAsEachParserDoes()
    {
        QFETCH(const QByteArray, content);
        const QString file = fileWith(content);
        const auto readAs = [&file](ConfigForm form) {
            return profileSections(file, QStringLiteral("default"), false, form).value().profile;
        };
        QTEST(readAs(ConfigForm::Python), "python");
        QTEST(readAs(ConfigForm::JavaScript), "javascript");
    }

    void noMessageShowsASecretOfTheFile()
    {
        const QByteArray secret = "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY";
        for (const QByteArray& line :
             {secret, QByteArray("= ") + secret, QByteArray("aws_secret_access_key ") + secret}) {
            const Result<Settings> read =
                profileSettings(fileWith("[default]\n" + line + "\n"), QStringLiteral("default"), false);
            QVERIFY(!read.ok() && !read.error().text().contains(QString::fromLatin1(secret)));
        }
        const QString joined =
            fileWith("[default]\nretry_mode = x\n  aws_secret_access_key = " + secret + "\n");
        const ProfileSections sections =
            profileSections(joined, QStringLiteral("default"), false, ConfigForm::Python).value();
        QVERIFY(sections.profile.at("retry_mode").find(secret.toStdString()) == std::string::npos);
    }

    void aMissingFileGivesNoSettings()
    {
        const Result<Settings> settings =
            profileSettings(m_folder.filePath(QStringLiteral("missing")), QStringLiteral("default"), false);
        QVERIFY(settings.ok());
        QVERIFY(settings.value().empty());
    }

    void aProfileAskedForByNameMustBeThere()
    {
        const QString file = fileWith("[default]\n[profile work]\n");
        const Result<Settings> settings = profileSettings(file, QStringLiteral("wrok"), true);
        QVERIFY(!settings.ok());
        QCOMPARE(settings.error().kind, Error::Kind::BadUsage);
        QCOMPARE(settings.error().message,
                 QStringLiteral("no profile is named \"wrok\"; did you mean work?"));
    }

    /// Contract, section 1: a missing file is no error; that holds for a profile given by name, too.
    void aMissingFileHasNoProfileToMiss()
    {
        const Result<Settings> settings =
            profileSettings(m_folder.filePath(QStringLiteral("missing")), QStringLiteral("work"), true);
        QVERIFY(settings.ok());
        QVERIFY(settings.value().empty());
    }

    void aTildeIsTheHomeFolder()
    {
        const QString file = fileWith("[default]\nretry_mode = legacy\n");
        const QString fromHome = QStringLiteral("~/") + QDir::home().relativeFilePath(file);
        const Result<Settings> settings = profileSettings(fromHome, QStringLiteral("default"), false);
        QVERIFY(settings.ok());
        QCOMPARE(settings.value(), (Settings{{"retry_mode", "legacy"}}));
    }

    void aLinkToItselfIsAnError()
    {
        const QString link = m_folder.filePath(QStringLiteral("loop"));
        QVERIFY(QFile::link(link, link));
        const Result<Settings> settings = profileSettings(link, QStringLiteral("default"), false);
        QVERIFY(!settings.ok());
        QVERIFY2(settings.error().message.contains(QStringLiteral("back to itself")),
                 qPrintable(settings.error().message));
    }

    void aFolderInsteadOfAFileIsAnError()
    {
        const Result<Settings> settings = profileSettings(m_folder.path(), QStringLiteral("default"), false);
        QVERIFY(!settings.ok());
        QCOMPARE(settings.error().kind, Error::Kind::BadInput);
    }

private:
    QString fileWith(const QByteArray& content)
    {
        const QString path = m_folder.filePath(QStringLiteral("config"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
            qFatal("cannot write the test's file");
        }
        return path;
    }

    QTemporaryDir m_folder;
};

RETRYSCOPE_TEST(TstSharedConfig)
#include "tst_shared_config.moc"
