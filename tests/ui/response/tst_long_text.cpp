// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/parts/long_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace retryscope;
using ui::LongText;

namespace {

QString noteOf(const LongText& edit)
{
    const auto* note = edit.findChild<QLabel*>(QStringLiteral("partNote"));
    return note->isVisibleTo(&edit) ? note->text() : QString();
}

QPushButton& button(const LongText& edit, const char* name)
{
    return *edit.findChild<QPushButton*>(QString::fromLatin1(name));
}

QString repeated(const QString& text, qsizetype size)
{
    return text.repeated(size / text.size());
}

/// At most one part is laid out.
bool isBounded(const LongText& edit)
{
    return edit.document()->characterCount() <= LongText::kPart + 1 &&
           edit.blockCount() <= LongText::kPartLines + 1;
}

} // namespace

class TstLongText : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aTextThatFitsIsEdited();
    void ofALongTextAPartIsShown_data();
    void ofALongTextAPartIsShown();
    void ofWhatIsSlowToLayOutLessIsShown_data();
    void ofWhatIsSlowToLayOutLessIsShown();
    void moreIsShownUntilAllIs_data();
    void moreIsShownUntilAllIs();
    void whatIsCopiedIsTheText();
    void whatIsPastedStaysWhole();
    void whatIsFarTooLongIsNotPasted();
    void aTextThatIsShownInPartIsReplacedOrCleared();
    void aLongTextToReadHasNothingToClear();
    void whatAnyoneElsePutsThereIsTheText();
};

void TstLongText::aTextThatFitsIsEdited()
{
    LongText edit;
    edit.setText(QStringLiteral("short"));
    QVERIFY(edit.isShownWhole());
    QVERIFY(!edit.isReadOnly());
    QCOMPARE(noteOf(edit), QString());
    QTest::keyClicks(&edit, QStringLiteral("very "));
    QCOMPARE(edit.text(), QStringLiteral("very short"));
}

void TstLongText::ofALongTextAPartIsShown_data()
{
    constexpr qsizetype kLong = qsizetype{16} * 1024 * 1024;
    QTest::addColumn<QString>("text");
    QTest::newRow("one word") << QString(kLong, QLatin1Char('a'));
    QTest::newRow("lines") << repeated(QStringLiteral("a line\n"), kLong);
    QTest::newRow("line breaks") << QString(kLong, QLatin1Char('\n'));
    QTest::newRow("carriage returns") << QString(kLong, QLatin1Char('\r'));
    QTest::newRow("paragraphs") << QString(kLong, QChar(QChar::ParagraphSeparator));
    QTest::newRow("pairs") << QLatin1Char('a') + repeated(QString::fromUtf8("\U0001f600"), kLong);
}

void TstLongText::ofALongTextAPartIsShown()
{
    QFETCH(QString, text);
    LongText edit;
    edit.setText(text);
    QVERIFY(isBounded(edit));
    QVERIFY(edit.text() == text);
    QVERIFY(!edit.isShownWhole());
    QVERIFY(edit.isReadOnly());
    QVERIFY2(noteOf(edit).startsWith(QStringLiteral("The first ")), qPrintable(noteOf(edit)));
    QVERIFY(!edit.toPlainText().endsWith(QChar(QChar::ReplacementCharacter)));
    QVERIFY(!edit.toPlainText().back().isHighSurrogate());
}

/// Qt's layout of these takes time with the square of what is shown.
void TstLongText::ofWhatIsSlowToLayOutLessIsShown_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("most");
    QTest::newRow("directions by controls") << repeated(QStringLiteral("a\u202e\u05d1"), 120'000) << 4000;
    QTest::newRow("isolates") << repeated(QStringLiteral("\u2067a\u2069"), 120'000) << 4000;
    QTest::newRow("directions by letters") << repeated(QStringLiteral("a\u05d1"), 120'000) << 4000;
    QTest::newRow("stacked marks") << QStringLiteral("a") + repeated(QStringLiteral("\u0300"), 60'000)
                                   << 9000;
    QTest::newRow("one direction") << repeated(QStringLiteral("\u05d1"), 60'000) << 60'001;
}

void TstLongText::ofWhatIsSlowToLayOutLessIsShown()
{
    QFETCH(QString, text);
    QFETCH(int, most);
    LongText edit;
    edit.setText(text);
    QVERIFY(edit.document()->characterCount() <= most);
    QVERIFY(edit.document()->characterCount() > most / 4);
    QCOMPARE(edit.text(), text);
}

void TstLongText::moreIsShownUntilAllIs_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("breaksLines"); ///< within a line, for there is no end of one near
    QTest::newRow("one word") << QString(200'000, QLatin1Char('a')) << true;
    QTest::newRow("lines") << repeated(QStringLiteral("a line of some length\n"), 200'000) << false;
    QTest::newRow("line breaks") << QString(20'000, QLatin1Char('\n')) << false;
}

void TstLongText::moreIsShownUntilAllIs()
{
    QFETCH(QString, text);
    QFETCH(bool, breaksLines);
    LongText edit;
    edit.setText(text);
    const QSignalSpy more(&edit, &LongText::moreShown);
    while (!edit.isShownWhole()) {
        const int before = edit.document()->characterCount();
        button(edit, "showMoreButton").click();
        QVERIFY(edit.document()->characterCount() > before);
        QVERIFY(edit.document()->characterCount() - before <= LongText::kPart + 1);
    }
    QVERIFY(!more.isEmpty());
    QVERIFY(!button(edit, "showMoreButton").isVisibleTo(&edit));
    const QString shown = edit.toPlainText();
    QVERIFY((breaksLines ? QString(shown).remove(QLatin1Char('\n')) : shown) == text);
    QVERIFY(edit.text() == text);
}

/// Neither the end that is not shown is missing, nor are there the breaks that are only shown.
void TstLongText::whatIsCopiedIsTheText()
{
    LongText edit;
    QString text;
    while (text.size() < 200'000) {
        text += QString::number(text.size());
    }
    edit.setText(text);
    edit.selectAll();
    edit.copy();
    QVERIFY(QGuiApplication::clipboard()->text() == text);

    edit.showMore();
    QTextCursor part(edit.document());
    part.setPosition(int{LongText::kPart} - 10);
    part.setPosition(int{LongText::kPart} + 11, QTextCursor::KeepAnchor);
    edit.setTextCursor(part);
    edit.copy();
    QCOMPARE(QGuiApplication::clipboard()->text(), text.mid(LongText::kPart - 10, 20));

    QTest::keyClick(&edit, Qt::Key_Delete, Qt::ShiftModifier); // cuts, where it can be edited
    QVERIFY(edit.text() == text);
    QTest::keyClick(&edit, Qt::Key_Delete);
    QVERIFY(edit.text().isEmpty());
}

void TstLongText::whatIsPastedStaysWhole()
{
    LongText edit;
    edit.setText(QStringLiteral("<>"));
    edit.moveCursor(QTextCursor::Right);
    const QString pasted(500'000, QLatin1Char('a'));
    QGuiApplication::clipboard()->setText(pasted);
    const QSignalSpy changed(&edit, &LongText::textChanged);
    edit.paste();
    QCOMPARE(changed.size(), 1);
    QVERIFY(edit.document()->isModified());
    QVERIFY(isBounded(edit));
    QVERIFY(edit.text() == QLatin1Char('<') + pasted + QLatin1Char('>'));
}

void TstLongText::whatIsFarTooLongIsNotPasted()
{
    LongText edit;
    edit.setText(QStringLiteral("as it was"));
    QGuiApplication::clipboard()->setText(QString(LongText::kMostPasted, QLatin1Char('a')));
    edit.paste();
    QCOMPARE(edit.text(), QStringLiteral("as it was"));
    QVERIFY2(noteOf(edit).startsWith(QStringLiteral("Not pasted: ")), qPrintable(noteOf(edit)));
    QTest::keyClicks(&edit, QStringLiteral("x"));
    QCOMPARE(noteOf(edit), QString());
}

void TstLongText::aTextThatIsShownInPartIsReplacedOrCleared()
{
    LongText edit;
    const QString text(500'000, QLatin1Char('a'));
    edit.setText(text);
    QTest::keyClicks(&edit, QStringLiteral("typed"));
    QVERIFY(edit.text() == text);
    QTest::keyClick(&edit, Qt::Key_Backspace);
    QCOMPARE(edit.text(), QString());
    QVERIFY(!edit.isReadOnly());
    edit.setText(text);
    button(edit, "clearTextButton").click();
    QCOMPARE(edit.text(), QString());
    edit.setText(text);
    QGuiApplication::clipboard()->setText(QStringLiteral("another"));
    QTest::keyClick(&edit, Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(edit.text(), QStringLiteral("another"));
    QCOMPARE(noteOf(edit), QString());
}

void TstLongText::aLongTextToReadHasNothingToClear()
{
    LongText edit;
    edit.setReadOnly(true);
    const QString text(500'000, QLatin1Char('a'));
    edit.setText(text);
    QVERIFY(!button(edit, "clearTextButton").isVisibleTo(&edit));
    QTest::keyClick(&edit, Qt::Key_Delete);
    QVERIFY(edit.text() == text);
    edit.setText({});
    QVERIFY(edit.isReadOnly());
}

void TstLongText::whatAnyoneElsePutsThereIsTheText()
{
    LongText edit;
    edit.setText(QString(500'000, QLatin1Char('a')));
    edit.setPlainText(QStringLiteral("other"));
    QCOMPARE(edit.text(), QStringLiteral("other"));
    QVERIFY(!edit.isReadOnly());
    QCOMPARE(noteOf(edit), QString());
}

RETRYSCOPE_TEST(TstLongText)
#include "tst_long_text.moc"
