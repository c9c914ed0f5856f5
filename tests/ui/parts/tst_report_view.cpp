// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/parts/report_view.h"
#include "ui/theme/theme.h"

#include <QTest>
#include <QTextBlock>
#include <QTextTable>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

Report sample()
{
    Report report;
    report.headline("policy", "title");
    report.section("Rules");
    report.item("first");
    report.detail("its source", Tone::Faint);
    report.field("attempts", "3", 12);
    ReportTable table{{{"status"}, {"then"}}, {}};
    table.add({{"503"}, {"retry", Tone::Good}});
    table.addLine("and 2 more");
    report.add(std::move(table));
    report.code("line 1\nline 2");
    return report;
}

QColor colourOf(const ReportView& view, const QString& text)
{
    return view.document()->find(text).charFormat().foreground().color();
}

} // namespace

class TstReportView : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyPartIsThere();
    void foreignTextIsPlain();
    void anotherThemeHasOtherColours();
    void aHugeReportIsBounded();
};

void TstReportView::everyPartIsThere()
{
    ReportView view;
    view.display(sample());
    const QString text = view.toPlainText();
    for (const char* part : {"policy: title", "Rules", "•  first", "its source", "attempts: 3", "Status",
                             "503", "retry", "and 2 more", "line 1\nline 2"}) {
        QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
    }
    const auto* table = qobject_cast<QTextTable*>(view.document()->rootFrame()->childFrames().value(0));
    QVERIFY(table != nullptr);
    QCOMPARE(table->rows(), 3);
    QCOMPARE(table->cellAt(2, 0).columnSpan(), 2); // a line across all columns
}

void TstReportView::foreignTextIsPlain()
{
    Report report;
    report.say("<img src='file:///dev/zero'> ![](http://a) \u202eevil");
    ReportView view;
    view.display(report);
    QVERIFY(view.toPlainText().startsWith(QStringLiteral("<img src='file:///dev/zero'> ![](http://a) ")));
    QVERIFY(!view.toPlainText().contains(QChar(0x202e)));
}

void TstReportView::anotherThemeHasOtherColours()
{
    QWidget window;
    ReportView view(&window);
    view.display(sample());
    for (const Theme& theme : {Theme::light(), Theme::dark()}) {
        window.setPalette(theme.palette());
        QCOMPARE(colourOf(view, QStringLiteral("retry")), theme.success);
        QCOMPARE(colourOf(view, QStringLiteral("first")), theme.text);
    }
}

void TstReportView::aHugeReportIsBounded()
{
    Report report;
    for (int i = 0; i < 20'000; ++i) {
        report.say("a line");
    }
    report.say(std::string(100'000, 'x'));
    ReportView view;
    view.display(std::move(report));
    QVERIFY(view.document()->blockCount() < 6'000);
    QVERIFY(view.toPlainText().endsWith(QStringLiteral("…")));
}

RETRYSCOPE_TEST(TstReportView)
#include "tst_report_view.moc"
