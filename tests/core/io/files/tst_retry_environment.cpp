// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/retry_environment.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <optional>

using namespace retryscope;
using namespace retryscope::io;

namespace {

constexpr const char* kAllVariables[] = {"AWS_RETRY_MODE", "AWS_MAX_ATTEMPTS", "AWS_NEW_RETRIES_2026",
                                         "AWS_PROFILE", "AWS_CONFIG_FILE"};

} // namespace

/// What AWS clients on this machine find, and where.
class TstRetryEnvironment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_home = qgetenv("HOME");
        for (const char* variable : kAllVariables) {
            qunsetenv(variable);
        }
    }
    void init()
    {
        m_folder.emplace();
        qputenv("HOME", m_folder->path().toUtf8());
    }
    void cleanup()
    {
        for (const char* variable : kAllVariables) {
            qunsetenv(variable);
        }
        qputenv("HOME", m_home);
    }

    void allThreeVariablesAreRead()
    {
        qputenv("AWS_RETRY_MODE", "adaptive");
        qputenv("AWS_MAX_ATTEMPTS", "7");
        qputenv("AWS_NEW_RETRIES_2026", "true");
        const RetrySettings settings = retrySettingsOfThisMachine().value();
        QCOMPARE(settings.mode.value.value_or(""), std::string("adaptive"));
        QCOMPARE(settings.maxAttempts.value.value_or(""), std::string("7"));
        QCOMPARE(settings.newRetries.value.value_or(""), std::string("true"));
        QCOMPARE(settings.newRetries.origin, std::string("AWS_NEW_RETRIES_2026"));
        QCOMPARE(retryVariablesThatAreSet().size(), 3);
    }

    void withNothingSetNothingIsAsked()
    {
        const RetrySettings settings = retrySettingsOfThisMachine().value();
        QVERIFY(!settings.mode.value && !settings.maxAttempts.value && !settings.newRetries.value);
        QVERIFY(retryVariablesThatAreSet().isEmpty());
    }

    /// Contract, section 1: a missing file is no error. That a profile was asked for is not passed over,
    /// either.
    void aProfileWithoutAFileIsRemarkedOn()
    {
        qputenv("AWS_PROFILE", "nope");
        const RetrySettings settings = retrySettingsOfThisMachine().value();
        QVERIFY2(settings.remark.starts_with("profile nope is selected, but the file "),
                 settings.remark.c_str());
        QVERIFY(settings.errors.empty());
        write(QStringLiteral("/.aws/config"), "[profile nope]\n");
        QCOMPARE(retrySettingsOfThisMachine().value().remark, std::string());
    }

    /// As AWS SDKs have it; a service manager sets variables to nothing.
    void whatIsSetToNothingIsNotSet()
    {
        write(QStringLiteral("/.aws/config"), "[default]\nretry_mode = legacy\n");
        qputenv("AWS_PROFILE", "");
        qputenv("AWS_CONFIG_FILE", "");
        qputenv("AWS_RETRY_MODE", "");
        const Result<RetrySettings> settings = retrySettingsOfThisMachine();
        QVERIFY2(settings.ok(), qPrintable(settings ? QString() : settings.error().text()));
        QCOMPARE(settings.value().mode.value.value_or(""), std::string("legacy"));
        QCOMPARE(settings.value().mode.origin,
                 "retry_mode of profile default in " + m_folder->path().toStdString() + "/.aws/config");
    }

    void theNamedProfileOfTheNamedFileIsRead()
    {
        write(QStringLiteral("/other"), "[default]\nretry_mode = legacy\n[profile work]\nmax_attempts = 4\n");
        qputenv("AWS_CONFIG_FILE", (m_folder->path() + QStringLiteral("/other")).toUtf8());
        qputenv("AWS_PROFILE", "work");
        const RetrySettings settings = retrySettingsOfThisMachine().value();
        QVERIFY(!settings.mode.value);
        QCOMPARE(settings.maxAttempts.value.value_or(""), std::string("4"));
    }

    /// `--profile` comes before AWS_PROFILE.
    void aProfileThatWasAskedForWins()
    {
        write(QStringLiteral("/.aws/config"),
              "[profile a]\nretry_mode=legacy\n[profile b]\nretry_mode=standard\n");
        qputenv("AWS_PROFILE", "a");
        const RetrySettingsInput input = readRetryEnvironment(QStringLiteral("b")).value();
        QCOMPARE(input.profile.at("retry_mode"), std::string("standard"));
    }

    void aProfileThatIsNotThereIsAnError()
    {
        write(QStringLiteral("/.aws/config"), "[default]\nretry_mode=legacy\n");
        qputenv("AWS_PROFILE", "wrok");
        const Result<RetrySettings> settings = retrySettingsOfThisMachine();
        QVERIFY(!settings);
        QVERIFY(settings.error().text().contains(QStringLiteral("wrok")));
    }

private:
    void write(const QString& place, const QByteArray& content)
    {
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral(".aws")));
        QFile file(m_folder->path() + place);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }

    std::optional<QTemporaryDir> m_folder;
    QByteArray m_home;
};

RETRYSCOPE_TEST(TstRetryEnvironment)
#include "tst_retry_environment.moc"
