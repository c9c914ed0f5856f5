// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/terms.h"
#include "core/io/text/utf8.h"
#include "tests/support/strict_main.h"

#include <QSet>
#include <QTest>

using namespace retryscope;

class TstTerms : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void eachIsExplainedOnceInOneSentence();
    void theyStandInAlphabeticalOrder();
    void anUnknownOneIsNone() { QVERIFY(termOf("nonsense") == nullptr); }
};

void TstTerms::eachIsExplainedOnceInOneSentence()
{
    QSet<QString> ids;
    for (const Term& term : terms()) {
        const QString sentence = toQString(term.sentence);
        QVERIFY2(sentence.endsWith(QLatin1Char('.')) && sentence.count(QStringLiteral(". ")) == 0,
                 qPrintable(sentence));
        QVERIFY2(sentence.size() < 200, qPrintable(sentence));
        QVERIFY2(!ids.contains(toQString(term.id)), term.id.data());
        ids.insert(toQString(term.id));
        QCOMPARE(termOf(term.id), &term);
    }
}

void TstTerms::theyStandInAlphabeticalOrder()
{
    for (std::size_t next = 1; next < terms().size(); ++next) {
        const QString word = toQString(terms()[next].word);
        QVERIFY2(toQString(terms()[next - 1].word).compare(word, Qt::CaseInsensitive) < 0, qPrintable(word));
    }
}

RETRYSCOPE_TEST(TstTerms)
#include "tst_terms.moc"
