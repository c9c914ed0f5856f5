// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/bench_json.h"
#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/long_text.h"
#include "ui/parts/long_words.h"
#include "ui/parts/text_page.h"

#include <QAbstractItemView>
#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProgressDialog>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTextEdit>

#include <utility>

using namespace retryscope;
using test::WindowLab;

namespace {

/// Qt reads the file of such a picture as soon as it lays the text out as HTML.
const std::string kMarkup = "<img src=\"file:///no/such.png\"><font color=red>red</font>";

bool holdsMarkup(const QString& text)
{
    return text.contains(QStringLiteral("<img")) || text.contains(QStringLiteral("<font"));
}

/// A document in which markup of others is drawn: a picture stands in it, or the colour of kMarkup.
bool drawsMarkup(const QTextDocument& document)
{
    const QString html = document.toHtml();
    return html.contains(QChar(QChar::ObjectReplacementCharacter)) ||
           html.contains(QStringLiteral("no/such.png\"")) || html.contains(QStringLiteral("color:#ff0000"));
}

/// The whole record with other facts of the wire in every attempt, as if it had been sent for real.
RunRecord withWire(const RunRecord& record, const WireFacts& wire)
{
    RunHeader header = record.header();
    header.isVirtual = false;
    RunRecord changed(std::move(header));
    for (CallRecord call : record.calls()) {
        for (AttemptRecord& attempt : call.attempts) {
            attempt.facts.wire = std::make_shared<WireFacts>(wire);
        }
        changed.adopt(std::move(call));
    }
    return changed;
}

/// What a walk over all open windows came by.
struct Seen
{
    QStringList asWritten; ///< markup that stands there as text
    QStringList asHtml;    ///< markup that Qt takes for HTML

    void addText(const QString& place, const QString& text, bool isPlain)
    {
        if (holdsMarkup(text)) {
            (isPlain || !Qt::mightBeRichText(text) ? asWritten : asHtml) +=
                place + QStringLiteral(": ") + text;
        }
    }
    void addToolTip(const QString& place, const QString& text)
    {
        addText(place, text, false);
        if (text.contains(QStringLiteral("&lt;img"))) {
            asWritten += place + QStringLiteral(": ") + text;
        }
    }
    [[nodiscard]] bool has(const char* place) const
    {
        return !asWritten.filter(QString::fromLatin1(place) + QStringLiteral(":")).isEmpty();
    }
};

void addItems(Seen& seen, const QAbstractItemView& view, const QModelIndex& parent)
{
    const QAbstractItemModel& model = *view.model();
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            seen.addToolTip(view.objectName() + QStringLiteral(" item tip"),
                            index.data(Qt::ToolTipRole).toString());
            addItems(seen, view, index);
        }
    }
}

Seen walkThroughAllWindows()
{
    Seen seen;
    for (const QWidget* widget : QApplication::allWidgets()) {
        const QString name = widget->objectName();
        seen.addToolTip(name + QStringLiteral(" tip"), widget->toolTip());
        seen.addToolTip(name + QStringLiteral(" what"), widget->whatsThis());
        if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
            for (int tab = 0; tab < tabs->count(); ++tab) {
                seen.addToolTip(name + QStringLiteral(" tab tip"), tabs->tabToolTip(tab));
            }
        }
        if (const auto* page = qobject_cast<const QTextEdit*>(widget);
            page != nullptr && drawsMarkup(*page->document())) {
            seen.asHtml += name + QStringLiteral(": drawn");
        }
        for (const QAction* action : widget->actions()) {
            seen.addToolTip(name + QStringLiteral(" action tip"), action->toolTip());
        }
        if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            seen.addText(name, label->text(), label->textFormat() == Qt::PlainText);
        } else if (const auto* browser = qobject_cast<const QTextBrowser*>(widget)) {
            seen.addText(name, browser->document()->toHtml(), false);
            seen.addText(name, browser->toPlainText(), true);
        } else if (const auto* view = qobject_cast<const QAbstractItemView*>(widget);
                   view != nullptr && view->model() != nullptr) {
            addItems(seen, *view, {});
        }
    }
    return seen;
}

} // namespace

/// Text of servers and files in every part of the window.
class TstForeignText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void noTextOfOthersIsDrawnAsHtml();
    void noTextOfABenchIsDrawnAsHtml();
    void dialogsAndPagesTakeWordsForWords();
    void aPageReadsNoFile();
    void theNameOfAFileIsNoHtmlWhileItIsRead();
    void oneEndlessLineIsNotLaidOutAsOneWord();
    void aTextThatGetsShortWrapsAtWordsAgain();
    void aClipboardWithoutTextIsPastedNowhere();

private:
    /// Has a run on the screen in which scenario and policy on one side, and the server on the other, said
    /// this wherever they could.
    void display(const std::string& title, const std::string& said, const WireFacts& wire);

    std::unique_ptr<WindowLab> m_lab;
};

void TstForeignText::init()
{
    m_lab = std::make_unique<WindowLab>();
}

void TstForeignText::cleanup()
{
    m_lab.reset();
}

/// The owner of the clipboard has gone: what is left has no format at all. Qt 6.4 ended the program there.
void TstForeignText::aClipboardWithoutTextIsPastedNowhere()
{
    for (const QString& panel : ui::MainWindow::panelNames()) {
        QVERIFY(m_lab->window->showPanel(panel));
    }
    QGuiApplication::clipboard()->setMimeData(new QMimeData);
    int edits = 0;
    for (auto* edit : m_lab->window->findChildren<QPlainTextEdit*>()) {
        if (!edit->isReadOnly()) {
            const QString before = edit->toPlainText();
            edit->paste();
            QCOMPARE(edit->toPlainText(), before);
            ++edits;
        }
    }
    QVERIFY2(edits >= 5, qPrintable(QString::number(edits)));
    for (const auto* edit : m_lab->window->findChildren<QTextEdit*>()) {
        QVERIFY2(edit->isReadOnly(), qPrintable(edit->objectName())); // none that must be asked
    }
    QGuiApplication::clipboard()->clear();
}

void TstForeignText::display(const std::string& title, const std::string& said, const WireFacts& wire)
{
    Policy policy = m_lab->library.policy(QStringLiteral("cpp-1.11.332-default")).value();
    policy.id = "mine";
    policy.title = title;
    policy.shortName = title.substr(0, kLongestShortName);
    policy.otherwiseMeaning = title;
    policy.otherwiseSource = title;
    policy.notes = {{.text = title, .source = title}};
    for (Rule& rule : policy.rules) {
        rule.title = title;
        rule.source = title;
    }
    const QString escaped = QString::fromStdString(said).toHtmlEscaped();
    const std::string body =
        QStringLiteral("<Error><Code>%1</Code><Message>%1</Message><RequestId>%1</RequestId></Error>")
            .arg(escaped)
            .toStdString();
    Scenario scenario;
    scenario.id = "mine";
    scenario.title = title;
    scenario.service = "s3";
    scenario.operation = "ListObjectsV2";
    scenario.steps.push_back({.status = 500, .reason = said, .headers = {}, .body = body});
    scenario.steps.push_back(
        {.status = 429, .reason = said, .headers = {{{"x-amz-request-id", said}}}, .body = body});
    const io::Result<QString> policyFile = m_lab->library.savePolicy(policy);
    QVERIFY2(policyFile.ok(), policyFile.ok() ? "" : qPrintable(policyFile.error().text()));
    const io::Result<QString> scenarioFile = m_lab->library.saveScenario(scenario);
    QVERIFY2(scenarioFile.ok(), scenarioFile.ok() ? "" : qPrintable(scenarioFile.error().text()));

    QVERIFY(m_lab->window->chooseScenario(scenarioFile.value()).ok());
    QVERIFY(m_lab->window->choosePolicy(policyFile.value()).ok());
    m_lab->window->setVirtual(true);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    m_lab->controller.setRecord(withWire(m_lab->record(), wire));
    m_lab->window->settle();
}

void TstForeignText::noTextOfOthersIsDrawnAsHtml()
{
    WireFacts wire;
    wire.connection = 1;
    wire.peer = kMarkup;
    wire.notes = {"103 " + kMarkup, "trailer X-T: " + kMarkup};
    display(kMarkup, kMarkup, wire);
    QTest::keyClick(&m_lab->find<QTableView>("attemptsTable"), Qt::Key_Home, Qt::ControlModifier);
    QVERIFY(m_lab->window->showPanel(QStringLiteral("mapping")));
    for (const QString& name : ui::MainWindow::panelNames()) {
        QVERIFY(m_lab->window->showPanel(name));
    }
    QVERIFY(m_lab->window->showPanel(QStringLiteral("compare")));
    auto& chart = m_lab->find<QAbstractScrollArea>("compareChart");
    QTest::keyClick(&chart, Qt::Key_Right);
    m_lab->window->settle();

    const Seen seen = walkThroughAllWindows();
    QVERIFY2(seen.asHtml.isEmpty(), qPrintable(seen.asHtml.join(QLatin1Char('\n'))));
    for (const char* place :
         {"policyTitle", "connectionLabel", "responseStatus", "responseStatus tip", "policyBox tip",
          "compareWhy", "rulesTable item tip", "attemptsTable item tip"}) {
        QVERIFY2(seen.has(place), qPrintable(QString::fromLatin1(place) + QLatin1Char('\n') +
                                             seen.asWritten.join(QLatin1Char('\n'))));
    }
}

/// A bench in which box, origin and whoever wrote the file said this wherever they could.
void TstForeignText::noTextOfABenchIsDrawnAsHtml()
{
    Bench bench{
        .through = "http://127.0.0.1:1/", .listen = kMarkup, .boxName = kMarkup, .behaviours = kMarkup};
    BenchRow row;
    row.id = row.title = row.request.operation = row.request.service = row.behaviour = kMarkup;
    row.request.method = "GET";
    row.request.url = "/";
    Headers headers;
    headers.add("X", kMarkup);
    row.origin.response = std::make_shared<const Response>(
        Response{.status = 503, .reason = kMarkup, .headers = headers, .body = kMarkup});
    row.client.response = std::make_shared<const Response>(
        Response{.status = 500, .reason = kMarkup, .headers = headers, .body = kMarkup + kMarkup});
    row.lostHeaders = row.addedHeaders = {kMarkup};
    row.verdicts.push_back({.policy = kMarkup, .direct = {}, .through = {}});
    row.verdicts.back().through.verdict = Verdict::Stop;
    row.verdicts.back().through.errorName = row.verdicts.back().through.rule = kMarkup;
    bench.rows.push_back(row);
    QFile file(m_lab->path("bench.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    io::writeBench(file, bench);
    file.close();
    QVERIFY(m_lab->window->openPath(file.fileName()).ok());

    const Seen seen = walkThroughAllWindows();
    QVERIFY2(seen.asHtml.isEmpty(), qPrintable(seen.asHtml.join(QLatin1Char('\n'))));
    for (const char* place : {"benchTable item tip", "benchHeadline", "proxyBoxName"}) {
        QVERIFY2(seen.has(place), qPrintable(QString::fromLatin1(place) + QLatin1Char('\n') +
                                             seen.asWritten.join(QLatin1Char('\n'))));
    }
}

void TstForeignText::dialogsAndPagesTakeWordsForWords()
{
    display(kMarkup, kMarkup, {});
    const QString markup = QString::fromStdString(kMarkup);
    QGuiApplication::clipboard()->setText(markup);
    QVERIFY(m_lab->window->showPanel(QStringLiteral("judge")));
    m_lab->find<QAbstractButton>("judgePaste").click();
    for (const char* action : {"settingsAction", "shortcutsAction", "aboutAction", "paletteAction"}) {
        m_lab->find<QAction>(action).trigger();
        const Seen seen = walkThroughAllWindows();
        QVERIFY2(seen.asHtml.isEmpty(), qPrintable(seen.asHtml.join(QLatin1Char('\n'))));
        for (QWidget* window : QApplication::topLevelWidgets()) {
            if (window != m_lab->window.get()) {
                window->close();
            }
        }
    }
    (void)m_lab->window->openPath(m_lab->path((kMarkup + ".json").c_str()));
    QVERIFY2(m_lab->window->message().contains(QStringLiteral("<font")), "the message names the file");
    const Seen seen = walkThroughAllWindows();
    QVERIFY2(seen.asHtml.isEmpty(), qPrintable(seen.asHtml.join(QLatin1Char('\n'))));
}

void TstForeignText::aPageReadsNoFile()
{
    const QString file = m_lab->path("picture.png");
    QVERIFY(QImage(40, 30, QImage::Format_ARGB32).save(file));
    ui::TextPage page;
    for (const QString& name : {QUrl::fromLocalFile(file).toString(), file}) {
        page.setMarkdown(QStringLiteral("![](%1) <img src=\"%1\">").arg(name));
        page.resize(300, 200);
        page.grab();
        const auto picture = page.document()->resource(QTextDocument::ImageResource, QUrl(name));
        QVERIFY2(picture.value<QImage>().width() <= 1, qPrintable(name));
        QVERIFY2(page.document()->size().height() < 30, qPrintable(name)); // of one line of text
    }
    QVERIFY(!page.openLinks());
}

void TstForeignText::theNameOfAFileIsNoHtmlWhileItIsRead()
{
    constexpr int kLarge = 2 * 1024 * 1024; // bytes: read on another thread, and shown how far
    QFile file(m_lab->path("<font color=red>x.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(QByteArray(kLarge, ' ')), qint64{kLarge});
    file.close();

    m_lab->window->openInBackground({file.fileName()});

    const Seen seen = walkThroughAllWindows();
    QVERIFY2(seen.asHtml.isEmpty(), qPrintable(seen.asHtml.join(QLatin1Char('\n'))));
    QVERIFY(!seen.asWritten.filter(QStringLiteral("Opening ")).isEmpty());
    QTRY_VERIFY(m_lab->window->findChild<QProgressDialog*>() == nullptr);
}

void TstForeignText::oneEndlessLineIsNotLaidOutAsOneWord()
{
    const std::string endless(100'000, 'a');
    WireFacts wire;
    wire.connection = 1;
    wire.notes = {"trailer X-T: " + endless};
    wire.rawReceived = "HTTP/1.1 503 X\r\nX-Long: " + endless + "\r\n\r\n";
    wire.rawReceivedBytes = static_cast<std::int64_t>(wire.rawReceived.size());
    display("mine", endless, wire);

    QStringList withEndless;
    for (const QWidget* widget : QApplication::allWidgets()) {
        const QString name = widget->objectName();
        if (const auto* edit = qobject_cast<const QPlainTextEdit*>(widget)) {
            QVERIFY2(edit->document()->characterCount() <= ui::LongText::kPart + 2, qPrintable(name));
            const bool isLong = ui::longestWordIn(edit->toPlainText()) > ui::kLongestWrappedWord;
            const bool wrapsAtWords = edit->lineWrapMode() == QPlainTextEdit::WidgetWidth &&
                                      edit->wordWrapMode() != QTextOption::WrapAnywhere;
            QVERIFY2(!isLong || !wrapsAtWords, qPrintable(name));
            withEndless += isLong ? QStringList(name) : QStringList();
        } else if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            QVERIFY2(label->text().size() <= ui::kMostInALabel + 100, qPrintable(name));
        }
        QVERIFY2(widget->toolTip().size() <= 2 * ui::kMostInALabel, qPrintable(name));
    }
    for (const char* name : {"responseText", "receivedBytes"}) {
        QVERIFY2(withEndless.contains(QString::fromLatin1(name)), name);
    }
    QVERIFY2(m_lab->find<ui::LongText>("responseText").text().contains(QString::fromStdString(endless)),
             "it is held whole");
    QVERIFY(m_lab->find<QLabel>("connectionLabel").text().endsWith(QStringLiteral("more characters)")));
}

void TstForeignText::aTextThatGetsShortWrapsAtWordsAgain()
{
    QPlainTextEdit edit;
    ui::wrapLongWordsAnywhere(&edit);
    const auto wrapsAtWords = [&edit] {
        return edit.wordWrapMode() == QTextOption::WrapAtWordBoundaryOrAnywhere;
    };
    const QString word(ui::kLongestWrappedWord, QLatin1Char('a'));
    edit.setPlainText(QStringLiteral("short\n") + word + QStringLiteral(" short"));
    QVERIFY(wrapsAtWords());
    edit.appendPlainText(word + QStringLiteral("b"));
    QVERIFY(!wrapsAtWords());
    edit.appendPlainText(QStringLiteral("short"));
    QVERIFY(!wrapsAtWords());
    edit.setPlainText(QStringLiteral("short"));
    QVERIFY(wrapsAtWords());
}

RETRYSCOPE_TEST(TstForeignText)
#include "tst_foreign_text.moc"
