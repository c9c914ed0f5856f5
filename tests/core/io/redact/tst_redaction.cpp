// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/redact/redact.h"
#include "core/io/redact/redaction.h"
#include "tests/support/strict_main.h"

using namespace retryscope;

class TstRedaction : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void escapesAreReplacedAndPlacesKept();
    void piecesAreHiddenAtEveryLevel();
    void onlyWhatComesInOrderIsHidden();
};

void TstRedaction::escapesAreReplacedAndPlacesKept()
{
    const std::string whole = R"(a\u0026b%5C\\u002fc&#x22;d\n&é%g0\u00e9)";
    const io::UnescapedText first(whole);
    QVERIFY(!first.isUnescaped());
    const auto second = first.unescaped();
    QVERIFY(second);
    QCOMPARE(std::string(second->text()), std::string("a&b\\\\u002fc\"d\n&é%g0\\u00e9"));
    const auto third = second->unescaped();
    QVERIFY(third);
    QCOMPARE(std::string(third->text()), std::string("a&b\\u002fc\"d\n&é%g0\\u00e9"));
    const auto fourth = third->unescaped();
    QVERIFY(fourth);
    QCOMPARE(std::string(fourth->text()), std::string("a&b/c\"d\n&é%g0\\u00e9"));
    QVERIFY(!fourth->unescaped());
    const auto originalOf = [&](char letter) {
        return fourth->original(fourth->text().find(letter));
    };
    QCOMPARE(originalOf('&'), whole.find("\\u0026"));
    QCOMPARE(originalOf('b'), whole.find('b'));
    QCOMPARE(originalOf('/'), whole.find("%5C"));
    QCOMPARE(originalOf('c'), whole.find('c'));
    QCOMPARE(originalOf('"'), whole.find("&#x22;"));
    QCOMPARE(originalOf('d'), whole.find('d'));
    QCOMPARE(fourth->original(fourth->text().size()), whole.size());
}

void TstRedaction::piecesAreHiddenAtEveryLevel()
{
    const auto hide = [](std::string_view text, io::Redaction& redaction) {
        for (std::size_t at = text.find("a/b"); at != std::string_view::npos; at = text.find("a/b", at + 1)) {
            redaction.hide(at, at + 3);
        }
    };
    const io::HideStep step{.mark = "/", .hide = hide};
    std::string text = R"(a/b a\/b a%2Fb a\u002fb a&#47;b a\\/b a\\\\u002fb a/c \u0061/b)";
    const std::vector<std::string> hidden = io::redactWith({&step, 1}, text);
    QCOMPARE(QByteArray::fromStdString(text).replace("[redacted]", "#"), QByteArray("# # # # # # # a/c #"));
    QCOMPARE(hidden, std::vector<std::string>(8, "a/b"));
}

void TstRedaction::onlyWhatComesInOrderIsHidden()
{
    const std::string whole = "abcdefgh";
    const io::UnescapedText text(whole);
    io::Redaction redaction(text, whole);
    QVERIFY(redaction.isEmpty());
    redaction.hide(2, 4);
    redaction.hide(3, 6); // begins before what is settled
    redaction.hide(5, 5);
    QCOMPARE(redaction.done(), std::size_t{4});
    redaction.hide(6, 8);
    QVERIFY(!redaction.isEmpty());
    QCOMPARE(std::move(redaction).result(), std::string("ab[redacted]ef[redacted]"));
}

RETRYSCOPE_TEST(TstRedaction)
#include "tst_redaction.moc"
