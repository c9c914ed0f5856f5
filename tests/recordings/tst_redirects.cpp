// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"
#include "core/io/text/input_file.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace retryscope;

namespace {

QJsonObject recorded()
{
    const auto content = io::readFile(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/redirects.json"));
    if (!content) {
        qFatal("%s", qPrintable(content.error().text()));
    }
    return QJsonDocument::fromJson(content.value()).object();
}

QJsonArray statusesIn(const std::vector<StatusRange>& ranges)
{
    QJsonArray statuses;
    for (const int status : {301, 302, 303, 307, 308}) {
        if (std::any_of(ranges.begin(), ranges.end(),
                        [status](const StatusRange& range) { return range.contains(status); })) {
            statuses.append(status);
        }
    }
    return statuses;
}

bool emulates(const Policy& policy, const QString& recording)
{
    return std::any_of(policy.emulates.begin(), policy.emulates.end(), [&recording](const auto& client) {
        return QString::fromStdString(client.client + "-" + client.version + "-" + client.mode) == recording;
    });
}

} // namespace

/// What presets do with redirects is what their clients were recorded to do (`./dev record --redirects`).
class TstRedirects : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void presetsFollowAsTheirClientsWereRecordedTo_data()
    {
        QTest::addColumn<QJsonObject>("made");
        const QJsonObject recordings = recorded();
        for (auto each = recordings.begin(); each != recordings.end(); ++each) {
            QTest::newRow(qPrintable(each.key())) << each.value().toObject();
        }
    }
    void presetsFollowAsTheirClientsWereRecordedTo()
    {
        QFETCH(const QJsonObject, made);
        const QString recording = QString::fromLatin1(QTest::currentDataTag());
        const io::Library library;
        int count = 0;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            const Policy policy = library.policy(entry.id).value();
            if (!emulates(policy, recording)) {
                continue;
            }
            ++count;
            if (made.contains(u"onlyGet")) { // what hangs on the method is no yes or no
                QVERIFY2(!policy.redirects, qPrintable(entry.id));
                continue;
            }
            QVERIFY2(policy.redirects.has_value(), qPrintable(entry.id));
            QCOMPARE(statusesIn(policy.redirects->follows), made[u"follows"].toArray());
            QCOMPARE(statusesIn(policy.redirects->changesMethod), made[u"changesMethod"].toArray());
            QCOMPARE(policy.redirects->most.value_or(0), made[u"most"].toInt(0));
        }
        QVERIFY(count > 0);
    }
};

RETRYSCOPE_TEST(TstRedirects)
#include "tst_redirects.moc"
