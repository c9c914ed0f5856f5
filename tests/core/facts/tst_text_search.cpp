// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/text_search.h"

#include "tests/support/proportion.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;

class TstTextSearch : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void piecesAreFoundWhereverTheyStand_data();
    void piecesAreFoundWhereverTheyStand();
    void eachTextIsFoundOrNot();
    void theEndMayBeTheBeginningOfOne();
    void repeatedLettersAreSearchedInOneGo();
};

namespace {

std::vector<std::string> textsOf(const QByteArrayList& given)
{
    std::vector<std::string> texts;
    for (const QByteArray& text : given) {
        texts.push_back(text.toStdString());
    }
    return texts;
}

} // namespace

void TstTextSearch::piecesAreFoundWhereverTheyStand_data()
{
    QTest::addColumn<QByteArrayList>("texts");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArrayList& texts, const char* text,
                        const char* expected) {
        QTest::newRow(name) << texts << QByteArray(text) << QByteArray(expected);
    };
    row("one", {"word"}, "a word, a wordword", "a #, a ##");
    row("pieces of each other", {"abcdef", "cdefgh", "def"}, "abcdefgh def abcd", "# # abcd");
    row("a later one begins before", {"bcdefghi", "abc", "ef"}, "abcdefghij", "#j");
    row("its own repetition", {"aaaaab"}, "aaaaaaab aaaaa", "aa# aaaaa");
    row("bytes beyond ASCII", {"schl\xc3\xbcssel"}, "der schl\xc3\xbcssel", "der #");
    row("siblings", {"abx", "aby", "ac"}, "abz aby ac abx", "abz # # #");
    row("none", {}, "abc", "abc");
    row("an empty one", {""}, "abc", "abc");
}

void TstTextSearch::piecesAreFoundWhereverTheyStand()
{
    QFETCH(QByteArrayList, texts);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QByteArray shown;
    qsizetype done = 0;
    for (const TextSearch::Piece& piece : TextSearch(textsOf(texts)).piecesIn(text.toStdString())) {
        shown += text.sliced(done, static_cast<qsizetype>(piece.begin) - done) + '#';
        done = static_cast<qsizetype>(piece.end);
    }
    QCOMPARE(shown + text.sliced(done), expected);
}

void TstTextSearch::eachTextIsFoundOrNot()
{
    const std::vector<std::string> texts = textsOf({"abcd", "bc", "x", "", "abcd", "cde"});
    QCOMPARE(TextSearch(texts).foundIn("zabcdz"), (std::vector<bool>{true, true, false, false, true, false}));
    QCOMPARE(TextSearch(texts).foundIn("abccde"),
             (std::vector<bool>{false, true, false, false, false, true}));
    QCOMPARE(TextSearch(texts).foundIn(""), std::vector<bool>(6, false));
}

void TstTextSearch::theEndMayBeTheBeginningOfOne()
{
    const TextSearch search(textsOf({"abcabd", "bcx"}));
    QCOMPARE(search.beginningAtEnd("xxabcab"), std::size_t{5});
    QCOMPARE(search.beginningAtEnd("abc"), std::size_t{3});
    QCOMPARE(search.beginningAtEnd("abcabd"), std::size_t{6});
    QCOMPARE(search.beginningAtEnd("q"), std::size_t{0});
    QCOMPARE(search.beginningAtEnd(""), std::size_t{0});
}

void TstTextSearch::repeatedLettersAreSearchedInOneGo()
{
    const QString problem = test::outOfProportion(16 * 1024, [](qsizetype size) {
        const auto length = static_cast<std::size_t>(size);
        const std::vector<std::string> texts{std::string(length / 2, 'a') + "b",
                                             std::string(length / 4, 'a') + "c"};
        QCOMPARE(TextSearch(texts).beginningAtEnd(std::string(length, 'a')), length / 2);
    });
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

RETRYSCOPE_TEST(TstTextSearch)
#include "tst_text_search.moc"
