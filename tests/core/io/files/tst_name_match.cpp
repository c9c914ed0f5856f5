// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"
#include "core/io/text/name_match.h"
#include "core/io/text/utf8.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;
using namespace retryscope::io;

class TstNameMatch : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void betterMatchesComeFirst()
    {
        const QStringList names{QStringLiteral("botocore 1.43 standard"),
                                QStringLiteral("botocore-1.43.67-standard")};
        const QString rest = QStringLiteral("Python 503 retry-after");
        const auto match = [&](const char* typed) {
            return nameMatch(QString::fromLatin1(typed), names, rest);
        };
        QCOMPARE(match("botocore 1.43 standard"), NameMatch::Exact);
        QCOMPARE(match("Botocore-1.43.67 STANDARD"), NameMatch::Exact);
        QCOMPARE(match("botocore 1.43"), NameMatch::Words);
        QCOMPARE(match("botocore 1.4"), NameMatch::Start);
        QCOMPARE(match("stand boto"), NameMatch::WordStart);
        QCOMPARE(match("tandard"), NameMatch::InName);
        QCOMPARE(match("boto retry"), NameMatch::NearStart);
        QCOMPARE(match("etry"), NameMatch::Anywhere);
        QCOMPARE(match("legacy"), NameMatch::None);
        QCOMPARE(match(""), NameMatch::Anywhere);
        QCOMPARE(match(">"), NameMatch::None);
    }

    /// A law: whatever an entry is called, typing just that finds no other entry before it.
    void everyNameFindsItsPolicy()
    {
        const Library library;
        for (const Library::Entry& entry : library.policyEntries()) {
            const Policy policy = library.policy(entry.id).value();
            for (const std::string& name : {policy.id, shortNameOf(policy), titleOf(policy)}) {
                QCOMPARE(nameMatch(toQString(name), {toQString(policy.id), toQString(shortNameOf(policy)),
                                                     toQString(titleOf(policy))}),
                         NameMatch::Exact);
            }
        }
    }
};

RETRYSCOPE_TEST(TstNameMatch)
#include "tst_name_match.moc"
