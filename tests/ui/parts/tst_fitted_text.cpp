// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/parts/fitted_text.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QTest>

#include <cstdlib>

using namespace retryscope;

class TstFittedText : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aTextWithRoomIsShownWhole();
    void aLongTextLosesItsEnd();
    void furtherLinesComeBeforeACut();
    void wordsThatANeighbourHasGoFirst();
    void partsAreLostAsAWhole();
    void whatMustNotBeCutIsReported();
    void drawingReportsAsWell();
    void aLineBreakIsShownAsABlank();
    void megabytesAreNotLaidOut();
    void theHeightIsThatOfTheLines();

private:
    [[nodiscard]] double widthOf(const QString& text) const
    {
        return QFontMetricsF(m_font).horizontalAdvance(text);
    }

    QFont m_font;
};

void TstFittedText::aTextWithRoomIsShownWhole()
{
    const ui::CutTexts cut;
    const QString text = QStringLiteral("botocore 1.43 standard");
    QCOMPARE(ui::fittedLines(text, m_font, widthOf(text)), QStringList{text});
    QVERIFY(cut.all().empty());
}

void TstFittedText::aLongTextLosesItsEnd()
{
    const ui::CutTexts cut;
    const QStringList lines = ui::fittedLines(QStringLiteral("a client with a long name"), m_font,
                                              widthOf(QStringLiteral("a client with …")));
    QCOMPARE(lines.size(), 1);
    QVERIFY2(lines.first().startsWith(QStringLiteral("a client")), qPrintable(lines.first()));
    QVERIFY(lines.first().endsWith(QStringLiteral("…")));
    QCOMPARE(cut.all().size(), std::size_t(1));
    QCOMPARE(cut.all().front().whole, QStringLiteral("a client with a long name"));
    QCOMPARE(cut.all().front().shown, lines.first());
    QVERIFY(cut.forbidden().isEmpty());
}

void TstFittedText::furtherLinesComeBeforeACut()
{
    const ui::CutTexts cut;
    const QString text = QStringLiteral("first words second words");
    const double width = widthOf(QStringLiteral("second words "));
    QCOMPARE(ui::fittedLines(text, m_font, width, {.lines = 2}),
             (QStringList{QStringLiteral("first words"), QStringLiteral("second words")}));
    QVERIFY(cut.all().empty());
    const int line = ui::fittedHeight(QStringLiteral("x"), m_font, static_cast<int>(width), 2);
    QVERIFY(ui::fittedHeight(text, m_font, static_cast<int>(width), 2) >= 2 * line - 1);
    QCOMPARE(ui::fittedHeight(text, m_font, static_cast<int>(width), 1), line);
}

void TstFittedText::wordsThatANeighbourHasGoFirst()
{
    const QString text = QStringLiteral("AWS SDK for C++ 1.11 legacy");
    const ui::Fit fit{.loss = ui::Loss::Shared,
                      .neighbours = {QStringLiteral("AWS SDK for C++ 1.11 standard")}};
    const double width = widthOf(QStringLiteral("… 1.11 legacy"));
    QCOMPARE(ui::fittedLines(text, m_font, width, fit), QStringList{QStringLiteral("…legacy")});
    QCOMPARE(ui::fittedLines(text, m_font, widthOf(text), fit), QStringList{text});
}

void TstFittedText::partsAreLostAsAWhole()
{
    const QString text = QStringLiteral("3 attempts · first retry at once · from a document");
    const auto shownIn = [this, &text](const char* room) {
        return ui::fittedLines(text, m_font, widthOf(QString::fromUtf8(room)), {.loss = ui::Loss::Parts})
            .join(u'|');
    };
    QCOMPARE(shownIn("3 attempts · first retry at once · from a document"), text);
    QCOMPARE(shownIn("3 attempts · first retry at once · from a"),
             QStringLiteral("3 attempts · first retry at once"));
    QCOMPARE(shownIn("3 attempts · first"), QStringLiteral("3 attempts"));
    QVERIFY2(shownIn("3 att").endsWith(QStringLiteral("…")), qPrintable(shownIn("3 att"))); // not even one
}

void TstFittedText::whatMustNotBeCutIsReported()
{
    ui::CutTexts cut;
    const QString text = QStringLiteral("495 of 500 tokens");
    (void)ui::fittedLines(text, m_font, widthOf(text) / 2, {.loss = ui::Loss::Nothing});
    QCOMPARE(cut.forbidden(), QStringList{text});
    cut.clear();
    QVERIFY(cut.forbidden().isEmpty());
}

void TstFittedText::drawingReportsAsWell()
{
    const ui::CutTexts cut;
    QImage image(100, 40, QImage::Format_RGB32);
    QPainter painter(&image);
    painter.setFont(m_font);
    ui::drawFitted(painter, QRectF(0, 0, 30, 20), Qt::AlignLeft, QStringLiteral("wider than this"));
    QCOMPARE(cut.all().size(), std::size_t(1));
}

void TstFittedText::aLineBreakIsShownAsABlank()
{
    QCOMPARE(ui::fittedLines(QStringLiteral("one\ntwo"), m_font, 1000),
             QStringList{QStringLiteral("one two")});
}

void TstFittedText::megabytesAreNotLaidOut()
{
    const QString huge(16 * 1024 * 1024, QLatin1Char('a'));
    const ui::CutTexts cut;
    QCOMPARE(ui::fittedLines(huge, m_font, 200, {.lines = 2}).size(), 2);
    QVERIFY(cut.all().front().whole.size() < 100'000);
    const int line = ui::fittedHeight(QStringLiteral("a"), m_font, 200, 2);
    QVERIFY(ui::fittedHeight(huge, m_font, 200, 2) <= 2 * line);
}

/// Also where the width is rounded, and where the text has line breaks.
void TstFittedText::theHeightIsThatOfTheLines()
{
    const QString text = QStringLiteral("one two\nthree four five");
    const int line = ui::fittedHeight(QStringLiteral("a"), m_font, 1000, 1);
    for (int width = 20; width < static_cast<int>(widthOf(text)) + 3; ++width) {
        const qsizetype lines = ui::fittedLines(text, m_font, width, {.lines = 3}).size();
        const int height = ui::fittedHeight(text, m_font, width, 3);
        QVERIFY2(std::abs(height - static_cast<int>(lines) * line) <= lines,
                 qPrintable(QString::number(width)));
    }
}

RETRYSCOPE_TEST(TstFittedText)
#include "tst_fitted_text.moc"
