// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/timeline/timeline_records.h"
#include "ui/timeline/chart/timeline_chart.h"
#include "ui/timeline/comparison/comparison_chart.h"
#include "ui/timeline/comparison/comparison_picture.h"
#include "ui/timeline/export/timeline_export.h"

#include <QFile>
#include <QFontMetricsF>
#include <QImage>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

/// Of a text, what would not be drawn but turn the order around or move a cursor.
QString steeringIn(const QString& text)
{
    QString found;
    for (const QChar letter : text) {
        const bool isControl = letter.category() == QChar::Other_Control && letter != u'\n';
        if (isControl || letter.category() == QChar::Other_Format) {
            found += QString::number(letter.unicode(), 16) + QLatin1Char(' ');
        }
    }
    return found;
}

/// A text of an SVG: its own words, where it begins and in which size.
struct Text
{
    QString words;
    QPointF at;
    double pixels = 0;
};

/// What an SVG that was read again holds.
struct Drawing
{
    QSizeF page;
    QString title;
    QString description;
    QList<Text> texts;
    QString problem;
    QMap<QString, int> shapesByFill;
};

/// Translation and scale of `matrix(a,b,c,d,e,f)`, which is all that pages use.
QPointF placed(const QString& matrix, QPointF at)
{
    static const QRegularExpression pattern(QStringLiteral(
        "matrix\\(([-\\d.e]+),([-\\d.e]+),([-\\d.e]+),([-\\d.e]+),([-\\d.e]+),([-\\d.e]+)\\)"));
    const QRegularExpressionMatch match = pattern.match(matrix);
    if (!match.hasMatch()) {
        return at;
    }
    return {match.captured(1).toDouble() * at.x() + match.captured(5).toDouble(),
            match.captured(4).toDouble() * at.y() + match.captured(6).toDouble()};
}

Drawing read(const QByteArray& svg)
{
    Drawing drawing;
    QXmlStreamReader reader(svg);
    QStringList matrices;
    QStringList fills;
    while (!reader.atEnd()) {
        reader.readNext();
        const QString name = reader.name().toString();
        const QXmlStreamAttributes attributes = reader.attributes();
        if (reader.isEndElement() && name == QStringLiteral("g")) {
            matrices.removeLast();
            fills.removeLast();
        }
        if (!reader.isStartElement()) {
            continue;
        }
        if (name == QStringLiteral("svg")) {
            const QStringList box = attributes.value(QStringLiteral("viewBox")).toString().split(u' ');
            drawing.page = {box[2].toDouble(), box[3].toDouble()};
        } else if (name == QStringLiteral("title")) {
            drawing.title = reader.readElementText();
        } else if (name == QStringLiteral("desc")) {
            drawing.description = reader.readElementText();
        } else if (name == QStringLiteral("g")) {
            matrices += attributes.value(QStringLiteral("transform")).toString();
            fills += attributes.value(QStringLiteral("fill")).toString();
        } else if (name == QStringLiteral("text")) {
            const QPointF at(attributes.value(QStringLiteral("x")).toDouble(),
                             attributes.value(QStringLiteral("y")).toDouble());
            const double pixels = attributes.value(QStringLiteral("font-size")).toDouble();
            drawing.texts +=
                {reader.readElementText(), placed(matrices.value(matrices.size() - 1), at), pixels};
        } else if (!fills.isEmpty()) {
            ++drawing.shapesByFill[fills.last()];
        }
    }
    drawing.problem = reader.hasError() ? reader.errorString() : QString();
    return drawing;
}

Drawing drawn(const RunRecord& record, const ExportOptions& options = {})
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("t.svg"));
    const QString problem = exportTimeline(record, file, options);
    QFile device(file);
    if (!problem.isEmpty() || !device.open(QIODevice::ReadOnly)) {
        return {.problem = problem};
    }
    return read(device.readAll());
}

QString wordsOf(const Drawing& drawing)
{
    QStringList words;
    for (const Text& text : drawing.texts) {
        words += text.words;
    }
    return words.join(QLatin1Char('\n'));
}

RunRecord recordCalled(const QString& policyTitle, const std::string& url)
{
    const RunRecord plain = test::threeAttempts();
    RunHeader header = plain.header();
    ResolvedPolicy policy = *header.policy;
    policy.policy.title = policyTitle.toStdString();
    header.policy = std::make_shared<const ResolvedPolicy>(policy);
    header.spec.url = url;
    RunRecord record(header);
    record.adopt(plain.calls().front());
    return record;
}

} // namespace

class TstTimelineExport : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void svgSaysWhatWasDoneUnderWhichPolicyAndSeed();
    void theTitleSaysWhetherItWasRetried();
    void svgHasABarPerAttempt();
    void textsStayWithinThePage_data();
    void textsStayWithinThePage();
    void pngOfScaleTwoHasTwiceThePixels();
    void onlyWhatIsShownCanBeDrawn();
    void everyCallOfNinetyIsLabelledWithItsOutcome();
    void longNamesUseTheFreeSpaceBesideThem();
    void curvesAreDrawnAsChosen();
    void queriesAndUsersAreNotInTheTitle();
    void darkThemeIsDrawnDark();
    void wordsOfTheServerAreTakenAsWords();
    void anSvgIsWellFormedWhateverTheServerSays_data();
    void anSvgIsWellFormedWhateverTheServerSays();
    void aComparisonIsWellFormedWhateverItsLanesAreCalled_data();
    void aComparisonIsWellFormedWhateverItsLanesAreCalled();
    void everyShapeOfTheLegendIsExplained();
    void pdfHasOnePageOfTheSizeOfTheDrawing();
};

void TstTimelineExport::svgSaysWhatWasDoneUnderWhichPolicyAndSeed()
{
    const Drawing drawing = drawn(test::threeAttempts());

    QCOMPARE(drawing.problem, QString());
    QVERIFY(drawing.title.contains(QStringLiteral("GET http://127.0.0.1/bucket")));
    const QString words = wordsOf(drawing);
    for (const char* part : {"GET http://127.0.0.1/bucket: retries", "for-tests", "seed 7", "3 attempts",
                             "Retry delay", "Retry quota"}) {
        QVERIFY2(words.contains(QLatin1String(part)), qPrintable(words));
    }
    QVERIFY(drawing.description.contains(QStringLiteral("for-tests")));
}

void TstTimelineExport::theTitleSaysWhetherItWasRetried()
{
    const QString title = drawn(test::manyAttempts(1)).title;
    QVERIFY2(title.endsWith(QStringLiteral(": no retries")), qPrintable(title));
}

void TstTimelineExport::svgHasABarPerAttempt()
{
    for (const int attempts : {3, 30}) {
        const Drawing drawing = drawn(test::manyAttempts(attempts));

        // Each attempt of these runs waited for its response; the legend has one swatch more.
        const QString wait = Theme::light().wait.name();
        QVERIFY2(drawing.shapesByFill.value(wait) > attempts,
                 qPrintable(QString::number(drawing.shapesByFill.value(wait))));
    }
}

void TstTimelineExport::textsStayWithinThePage_data()
{
    QTest::addColumn<int>("attempts");
    QTest::addColumn<int>("width");
    QTest::newRow("one") << 1 << 1200;
    QTest::newRow("three, narrow") << 3 << 600;
    QTest::newRow("forty") << 40 << 1200;
    QTest::newRow("two thousand") << 2000 << 900;
}

void TstTimelineExport::textsStayWithinThePage()
{
    QFETCH(int, attempts);
    QFETCH(int, width);

    const Drawing drawing = drawn(test::manyAttempts(attempts), {.width = width});

    QVERIFY(!drawing.texts.isEmpty());
    QCOMPARE(qRound(drawing.page.width()), width);
    for (const Text& text : drawing.texts) {
        QFont font;
        font.setPixelSize(std::max(1, qRound(text.pixels)));
        const double end = text.at.x() + QFontMetricsF(font).horizontalAdvance(text.words);
        QVERIFY2(text.at.x() >= 0 && end <= drawing.page.width() + 1 &&
                     text.at.y() <= drawing.page.height() && text.at.y() >= 0,
                 qPrintable(QStringLiteral("%1 from %2 to %3").arg(text.words).arg(text.at.x()).arg(end)));
    }
}

void TstTimelineExport::pngOfScaleTwoHasTwiceThePixels()
{
    const RunRecord record = test::threeAttempts();

    const QImage plain = timelineImage(record, {.scale = 1});
    const QImage sharp = timelineImage(record, {.scale = 2});

    QCOMPARE(plain.width(), 1200);
    QCOMPARE(sharp.size(), plain.size() * 2);
    QVERIFY(sharp.scaled(plain.size()) != plain); // drawn sharply, not enlarged
}

void TstTimelineExport::onlyWhatIsShownCanBeDrawn()
{
    const RunRecord record = test::manyAttempts(40);
    TimelineChart chart;
    chart.resize(900, 300);
    chart.setRecord(&record);
    chart.show();
    chart.zoomBy(4);

    const Drawing part = drawn(record, {.view = &chart});

    QVERIFY2(part.description.contains(QStringLiteral("shown: ")), qPrintable(part.description));
    QVERIFY(part.page.height() < drawn(record).page.height());
    QVERIFY(wordsOf(part) != wordsOf(drawn(record)));
}

void TstTimelineExport::longNamesUseTheFreeSpaceBesideThem()
{
    const QString name = QStringLiteral("ProvisionedThroughputExceededException");
    test::RecordWriter writer;
    writer.beginCall(0);
    writer.beginAttempt(0);
    writer.retryAfter(20, 503, name.toStdString(), 900, 1000);
    writer.endDelay(900);
    writer.beginAttempt(920);
    writer.stop(940, 400, name.toStdString());
    writer.endCall(940, CallVerdict::Failed);

    const QStringList words = wordsOf(drawn(writer.record())).split(QLatin1Char('\n'));

    QVERIFY(words.contains(name)); // the second attempt begins far to the right
    QVERIFY2(words.indexOf(name) == words.lastIndexOf(name),
             qPrintable(words.join(u'|'))); // cut at the first bar
}

void TstTimelineExport::everyCallOfNinetyIsLabelledWithItsOutcome()
{
    test::RecordWriter writer(0, 1, 90);
    for (int call = 1; call <= 90; ++call) {
        const double begin = (call - 1) * 100;
        writer.beginCall(begin, 1, call);
        writer.beginAttempt(begin);
        writer.retryAfter(begin + 20, 503, "SlowDown", 50, 60);
        writer.endDelay(50);
        writer.beginAttempt(begin + 70);
        if (call <= 70) {
            writer.stop(begin + 90, 400, "Bad");
            writer.endCall(begin + 90, CallVerdict::Failed);
        } else {
            writer.succeed(begin + 90);
            writer.endCall(begin + 90, CallVerdict::Succeeded);
        }
    }

    const Drawing drawing = drawn(writer.record());

    const QStringList words = wordsOf(drawing).split(QLatin1Char('\n'));
    for (int call = 1; call <= 90; ++call) {
        QVERIFY2(words.contains(QStringLiteral("Call %1").arg(call)), qPrintable(QString::number(call)));
    }
    QCOMPARE(words.count(QStringLiteral("Failed")), 70);
    QCOMPARE(words.count(QStringLiteral("Succeeded")), 20);
    QVERIFY(drawing.description.contains(QStringLiteral("70 of 90 calls failed")));
    QVERIFY(drawing.description.startsWith(QStringLiteral("A policy for tests\n")));
    // Told by shapes in the colour of the outcome as well.
    QVERIFY(drawing.shapesByFill.value(Theme::light().stop.name()) >= 70);
    QVERIFY(drawing.shapesByFill.value(Theme::light().succeed.name()) >= 20);
}

void TstTimelineExport::curvesAreDrawnAsChosen()
{
    const RunRecord record = test::threeAttempts();

    QVERIFY(!wordsOf(drawn(record, {.strips = {}})).contains(QStringLiteral("Retry quota")));
    const Drawing more = drawn(record, {.strips = {QStringLiteral("inFlight"), QStringLiteral("sendRate")}});
    QVERIFY(wordsOf(more).contains(QStringLiteral("In flight")));
    QVERIFY(!wordsOf(more).contains(QStringLiteral("Send rate"))); // this policy has none
}

void TstTimelineExport::queriesAndUsersAreNotInTheTitle()
{
    const RunRecord record = recordCalled(QStringLiteral("A policy"),
                                          "https://user:hidden-word@host/a?X-Amz-Signature=hidden-word");

    const Drawing drawing = drawn(record);

    QVERIFY(!wordsOf(drawing).contains(QStringLiteral("hidden-word")));
    QVERIFY(drawing.title.contains(QStringLiteral("https://host/a")));
}

void TstTimelineExport::darkThemeIsDrawnDark()
{
    const RunRecord record = test::threeAttempts();

    QCOMPARE(timelineImage(record, {.theme = &Theme::dark()}).pixelColor(2, 2), Theme::dark().card);
    QCOMPARE(timelineImage(record).pixelColor(2, 2), Theme::light().card);
}

void TstTimelineExport::wordsOfTheServerAreTakenAsWords()
{
    test::RecordWriter writer;
    writer.beginCall(0);
    writer.beginAttempt(0);
    writer.retryAfter(20, 503, "a<b&\"c\"", 400, 500);
    writer.endDelay(400);
    writer.beginAttempt(420);
    writer.stop(440, 400, "\u8981\u6c42\u304c\u591a\u3059\u304e");
    writer.endCall(440, CallVerdict::Failed);

    const Drawing drawing = drawn(writer.record());

    QCOMPARE(drawing.problem, QString());
    const QString words = wordsOf(drawing);
    QVERIFY2(words.contains(QStringLiteral("a<b&\"c\"")), qPrintable(words));
    // Written in parts, one for each script, but all of it and in order.
    const QString joined = QString(words).remove(QLatin1Char('\n'));
    QVERIFY2(joined.contains(QString::fromUtf8("\u8981\u6c42\u304c\u591a\u3059\u304e")), qPrintable(words));
    const Drawing titled = drawn(recordCalled(QStringLiteral("<b>&amp;</b>"), "http://host/<&>"));
    QCOMPARE(titled.problem, QString());
    QVERIFY2(titled.description.contains(QStringLiteral("<b>&amp;</b>")), qPrintable(titled.description));
}

void TstTimelineExport::anSvgIsWellFormedWhateverTheServerSays_data()
{
    QTest::addColumn<QString>("said");
    QTest::newRow("escape") << QStringLiteral("\x1b[2Jred");
    QTest::newRow("zero") << QStringLiteral("a") + QChar(0) + QStringLiteral("b");
    QTest::newRow("C1") << QStringLiteral("a") + QChar(0x9b) + QStringLiteral("b");
    QTest::newRow("no character") << QStringLiteral("a") + QChar(0xfffe) + QChar(0xffff);
    QTest::newRow("half a pair") << QStringLiteral("a") + QChar(0xd800) + QStringLiteral("b");
    QTest::newRow("turned around") << QStringLiteral("a") + QChar(0x202e) + QStringLiteral("b") +
                                          QChar(0x2066);
    QTest::newRow("end of a section") << QStringLiteral("]]></svg><!--");
    QTest::newRow("entity") << QStringLiteral("&no; <!ENTITY x SYSTEM \"file:///etc/passwd\">");
}

void TstTimelineExport::anSvgIsWellFormedWhateverTheServerSays()
{
    QFETCH(QString, said);
    const std::string words = said.toStdString();
    test::RecordWriter writer;
    writer.beginCall(0);
    writer.beginAttempt(0);
    writer.retryAfter(20, 503, words.c_str(), 400, 500);
    writer.endDelay(400);
    writer.beginAttempt(420);
    writer.stop(440, 400, words.c_str());
    writer.endCall(440, CallVerdict::Failed);

    for (const RunRecord& record : {writer.record(), recordCalled(said, "http://host/" + words)}) {
        const Drawing drawing = drawn(record);
        QCOMPARE(drawing.problem, QString());
        QCOMPARE(steeringIn(drawing.title + drawing.description + wordsOf(drawing)), QString());
    }
}

void TstTimelineExport::aComparisonIsWellFormedWhateverItsLanesAreCalled_data()
{
    anSvgIsWellFormedWhateverTheServerSays_data();
}

void TstTimelineExport::aComparisonIsWellFormedWhateverItsLanesAreCalled()
{
    QFETCH(QString, said);
    const RunRecord record = recordCalled(said, "http://host/");
    ComparisonChart chart;
    chart.setLanes({{said, said, &record}});
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("comparison.svg"));
    QCOMPARE(saveComparisonPicture(chart, path, 900), QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Drawing drawing = read(file.readAll());
    QCOMPARE(drawing.problem, QString());
    QCOMPARE(steeringIn(wordsOf(drawing)), QString());
}

void TstTimelineExport::everyShapeOfTheLegendIsExplained()
{
    const QString words = wordsOf(drawn(test::threeAttempts()));

    for (const char* part : {"Wait", "Retry delay", "Planned", "Jitter range"}) {
        QVERIFY2(words.contains(QLatin1String(part)), qPrintable(words));
    }
}

void TstTimelineExport::pdfHasOnePageOfTheSizeOfTheDrawing()
{
    const RunRecord record = test::threeAttempts();
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("t.pdf"));
    QCOMPARE(exportTimeline(record, file), QString());
    QFile device(file);
    QVERIFY(device.open(QIODevice::ReadOnly));
    const QByteArray pdf = device.readAll();

    QVERIFY(pdf.startsWith("%PDF-1."));
    static const QRegularExpression box(QStringLiteral("/MediaBox \\[0 0 ([\\d.]+) ([\\d.]+)\\]"));
    QRegularExpressionMatchIterator pages = box.globalMatch(QString::fromLatin1(pdf));
    QVERIFY(pages.hasNext());
    const QRegularExpressionMatch page = pages.next();
    const QSizeF expected = drawn(record).page * 72 / 96;
    QVERIFY2(std::abs(page.captured(1).toDouble() - expected.width()) <= 1 &&
                 std::abs(page.captured(2).toDouble() - expected.height()) <= 1,
             qPrintable(page.captured()));
    QCOMPARE(QString::fromLatin1(pdf).count(QRegularExpression(QStringLiteral("/Type /Page\\b"))), 1);
}

RETRYSCOPE_TEST(TstTimelineExport)
#include "tst_timeline_export.moc"
