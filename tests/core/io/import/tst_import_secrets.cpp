// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/report_markdown.h"
#include "core/io/import/import.h"
#include "core/io/import/import_report.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace retryscope;

namespace {

const QString kPlanted = QStringLiteral("canary0123456789");

QString configurationIn(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// All that is said of a configuration, in the window and on the command line.
QString allSaidOf(const QString& text)
{
    const io::Result<io::ImportedPolicy> imported = io::importPolicy(text.toUtf8(), {}, {});
    if (!imported) {
        return imported.error().text();
    }
    const io::ImportedPolicy& policy = imported.value();
    QString said = QString::fromStdString(reportMarkdown(io::importReport(policy, {}))) +
                   QString::fromUtf8(QJsonDocument(policy.document).toJson());
    for (const io::SkippedSetting& one : policy.notUnderstood) {
        said += one.setting + one.why + one.means;
    }
    for (const io::UnderstoodSetting& one : policy.understood) {
        said += one.setting + one.became;
    }
    for (const io::UnimportantSetting& one : policy.unimportant) {
        said += one.setting + one.why;
    }
    return said;
}

} // namespace

/// Reports of imported configurations are shown to others.
class TstImportSecrets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noWordTellsASecret_data()
    {
        QTest::addColumn<QString>("path");
        const QDir folder(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/import"));
        for (const QString& name : folder.entryList({QStringLiteral("*.txt")}, QDir::Files)) {
            QTest::newRow(qPrintable(name)) << folder.filePath(name);
        }
    }

    /// Each word of each configuration in turn: a new setting is one without a line here.
    void noWordTellsASecret()
    {
        QFETCH(const QString, path);
        const QString text = configurationIn(path);
        static const QRegularExpression kWord(QStringLiteral("[A-Za-z0-9_./$-]{2,}"));
        QSet<QString> words;
        for (auto found = kWord.globalMatch(text); found.hasNext();) {
            words.insert(found.next().captured());
        }
        QVERIFY(words.size() > 3);
        for (const char* form : {"token=%1", "https://u:%1@h/", "password=%1"}) {
            const QString secret = QString::fromLatin1(form).arg(kPlanted);
            for (const QString& word : words) {
                const QString changed = QString(text).replace(
                    QRegularExpression(QStringLiteral("(?<![A-Za-z0-9_./$-])%1(?![A-Za-z0-9_./$-])")
                                           .arg(QRegularExpression::escape(word))),
                    secret);
                const QString said = allSaidOf(changed);
                const qsizetype at = said.indexOf(kPlanted);
                QVERIFY2(at < 0, qPrintable(QStringLiteral("%1, %2: %3")
                                                .arg(word, QString::fromLatin1(form),
                                                     said.mid(qMax(at - 100, 0), 200))));
            }
        }
    }

    void namedSettingsTellNone_data()
    {
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const char* text) {
            QTest::newRow(name) << QString::fromUtf8(text);
        };
        row("nginx, address",
            "location / { proxy_pass http://u:canary0123456789@h/; proxy_next_upstream error; }");
        row("nginx, header", "location / { proxy_pass http://h/; proxy_set_header Authorization \"Bearer "
                             "canary0123456789\"; proxy_next_upstream error; }");
        row("nginx, key", "location / { proxy_pass http://h/; proxy_set_header X-Api-Key canary0123456789; "
                          "proxy_next_upstream error; }");
        row("ingress-nginx",
            "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  annotations:\n    "
            "nginx.ingress.kubernetes.io/proxy-next-upstream: error\n    "
            "nginx.ingress.kubernetes.io/configuration-snippet: |\n      proxy_set_header Authorization "
            "\"Bearer canary0123456789\";\n");
        row("envoy, header",
            "route:\n  retry_policy:\n    retry_on: 5xx\n    retriable_headers:\n      - {name: "
            "Authorization, string_match: {exact: \"Bearer canary0123456789\"}}\n");
        row("envoy, condition", "route:\n  retry_policy:\n    retry_on: \"token=canary0123456789\"\n");
        row("resilience4j",
            "resilience4j.retry:\n  instances:\n    a:\n      maxAttempts: 3\n      password: "
            "canary0123456789\n");
        row("urllib3", "Retry(total=5, password='canary0123456789')");
        row("axios-retry", "axiosRetry(axios, {retries: 3, apiKey: 'canary0123456789'})");
        row("shared config", "[default]\nretry_mode = standard\ncredential_process = /x --password "
                             "canary0123456789\naws_secret_access_key = canary0123456789\n");
        row("haproxy, refused",
            "frontend token=canary0123456789\n  mode http\n  default_backend b\nbackend b\n  mode "
            "tcp\n  retries 2\n");
        row("haproxy", "backend b\n  retries token=canary0123456789\n  retry-on 503\n  stats auth "
                       "u:canary0123456789\n");
    }

    void namedSettingsTellNone()
    {
        QFETCH(const QString, text);
        const QString said = allSaidOf(text);
        QVERIFY2(!said.contains(kPlanted), qPrintable(said));
    }
};

RETRYSCOPE_TEST(TstImportSecrets)
#include "tst_import_secrets.moc"
